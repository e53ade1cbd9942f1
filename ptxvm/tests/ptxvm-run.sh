#! /bin/sh
# Test of ptxvm-run: options, messages, environment, exit status, reports.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder, with srcdir in the environment.

. "${0%/*}/../../simt/tests/lib.sh"
srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/ptxvm-run
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
unset PTXVM_UNINIT PTXVM_MODEL PTXVM_DEVICE PTXVM_RACE PTXVM_JSON \
  PTXVM_THREADS PTXVM_TIME_LIMIT PTXVM_INSN_LIMIT PTXVM_MEMORY PTXVM_STATS \
  PTXVM_MULTIPROCESSORS PTXVM_REQUIRE_LAUNCH PTXVM_SCHEDULE PTXVM_ERROR_EXITCODE PTXVM_SUPPRESSIONS \
  PTXVM_GEN_SUPPRESSIONS PTXVM_NATIVE NVPTX_NONE_RUN LD_LIBRARY_PATH

# run WORDS: run ptxvm-run with them.
run ()
{
  what="ptxvm-run $*"
  "$build/ptxvm-run" "$@" > "$tmp/out" 2> "$tmp/err" < /dev/null
  status=$?
}
status () { if test $status = $1; then ok; else bad "status $status, not $1"; fi; }
no_stdout () { if test -s "$tmp/out"; then bad "standard output"; else ok; fi; }
no_stderr () { if test -s "$tmp/err"; then bad "standard error"; else ok; fi; }
stdout () { if grep -qx -e "$1" "$tmp/out"; then ok; else bad "no line '$1'"; fi; }
stderr () { if grep -q -e "$1" "$tmp/err"; then ok; else bad "no '$1' on stderr"; fi; }
# refused TEXT: exit status 127, and one line on standard error with TEXT.
refused ()
{
  status 127
  no_stdout
  if test `wc -l < "$tmp/err"` = 1; then ok; else bad "not one line"; fi
  stderr "^ptxvm-run: "
  stderr "$1"
}

# Usage.
run; refused 'no program given'
run --frob true; refused "unknown option '--frob'"
run -x true; refused "unknown option '-x'"
run --uninit true; refused 'needs a value'
run --uninit=maybe true; refused 'expected off, report, error, random'
run --uninit=random: true; refused 'expected off'
run --uninit=random:1x true; refused 'expected off'
run --model=kepler true; refused 'expected volta, pascal or pascal-shared'
run --device=sm_20 true; refused 'expected sm_35'
run --threads=-1 true; refused 'expected a number'
run --threads=99999 true; refused 'from 0 (one for each processor) to 1024'
run --time-limit=soon true; refused 'expected seconds'
run --time-limit=-1 true; refused 'expected seconds'
run --insn-limit=1T true; refused 'expected a number of instructions'
run --memory=1 true; refused 'expected bytes from 1M'
run --memory=99999999999999999999 true; refused 'expected bytes'
run --multiprocessors=0 true; refused 'from 1 to 1024'
run --race=yes true; refused 'takes no value'
run --stats=1 true; refused 'takes no value'
run --no-stats=1 true; refused 'takes no value'
run --no-threads true; refused "unknown option '--no-threads'"
run --error-exitcode=256 true; refused 'a number from 0 to 255'
run --json= true; refused 'expected a file name'
run --json=/no/such/folder/x true; refused 'cannot write /no/such/folder/x'
run /no/such/program; refused 'cannot run /no/such/program: No such file'
run no-such-program-anywhere; refused 'cannot run no-such-program-anywhere'
run "$tmp"; refused 'cannot run'
PTXVM_MODEL=fermi; export PTXVM_MODEL
run true; refused "PTXVM_MODEL is 'fermi': expected volta, pascal"
# An option is stronger than its variable.
run --model=pascal-shared sh -c 'echo $PTXVM_MODEL'; status 0
stdout pascal-shared
unset PTXVM_MODEL

run --help; status 0; no_stderr; stdout 'Usage: ptxvm-run .*'
for o in uninit model device race json threads time-limit insn-limit schedule memory \
  stats require-launch error-exitcode \
  suppressions gen-suppressions sarif html help version; do
  stdout "  --$o.*"
done
run --version; status 0; no_stderr; stdout 'ptxvm-run (.*)'

# What the program gets.
run --no-require-launch sh -c 'exit 3'; status 3; no_stderr
run -- sh -c 'echo "$1"' x --help; status 0; stdout '--help'
run sh -c 'echo $LD_LIBRARY_PATH'; status 0; stdout "$build"
LD_LIBRARY_PATH=/somewhere "$build/ptxvm-run" sh -c 'echo $LD_LIBRARY_PATH' \
  > "$tmp/out"; stdout "$build:/somewhere"
run --uninit=random:7 --race --threads=3 --memory=64M --time-limit=2.5 \
  sh -c 'echo $PTXVM_UNINIT $PTXVM_RACE $PTXVM_THREADS $PTXVM_MEMORY $PTXVM_TIME_LIMIT'
status 0; stdout 'random:7 1 3 64M 2.5'
(cd "$tmp" && "$build/ptxvm-run" --json=r.json sh -c 'echo $PTXVM_JSON') \
  > "$tmp/out"; stdout "$tmp/r.json"

# The driver's side: a client that loads it by name.
cat > "$tmp/client.c" <<'EOT'
#include "driver-test.h"

static const char ptx[] = PTX_HEAD
  ".file 1 \"kernels.c\"\n"
  ".visible .entry trap_it () { .loc 1 7 1\n trap; exit; }\n"
  ".visible .entry bad () { .reg .u64 %p; mov.u64 %p, 64;\n"
  " .loc 1 9 1\n st.global.u32 [%p], 1; ret; }\n"
  ".visible .entry undefined (.param .u64 p)\n"
  "{ .reg .u64 %p; .reg .u32 %r<4>; ld.param.u64 %p, [p];\n"
  " .loc 1 12 1\n add.u32 %r1, %r2, 1; st.global.u32 [%p], %r1; ret; }\n"
  ".visible .entry endless () { L: bra L; }\n"
  ".visible .entry fine () { ret; }\n";

int
main (int argc, char **argv)
{
  char *args[] = { argv[0], "libcuda.so.1", NULL };
  char name[64];
  const char *text;
  CUcontext ctx;
  CUmodule mod;
  CUfunction f;
  CUdeviceptr p;
  CUresult r;
  unsigned v = 0;
  load_driver (2, args);
  r = cu.cuInit (0);
  if (r)
    {
      cu.cuGetErrorName (r, &text);
      printf ("cuInit: %s\n", text);
      return 2;
    }
  NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
  cu.cuDeviceGetName (name, sizeof name, 0);
  size_t total;
  cu.cuDeviceTotalMem_v2 (&total, 0);
  if (argc < 2)
    {
      printf ("%s, %zu MiB\n", name, total >> 20);
      return 0;
    }
  r = cu.cuModuleLoadData (&mod, strcmp (argv[1], "sm_90") ? ptx
			   : ".version 7.8\n.target sm_90\n"
			     ".address_size 64\n.entry fine () { ret; }\n");
  if (r)
    {
      cu.cuGetErrorName (r, &text);
      printf ("load: %s\n", text);
      return 3;
    }
  NEED (cu.cuModuleGetFunction (&f, mod, strcmp (argv[1], "sm_90")
				? argv[1] : "fine"));
  NEED (cu.cuMemAlloc_v2 (&p, 4));
  void *params[] = { &p };
  NEED (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
  r = cu.cuCtxSynchronize ();
  cu.cuGetErrorName (r, &text);
  if (!r)
    cu.cuMemcpyDtoH_v2 (&v, p, 4);
  printf ("sync: %s\n", text);
  if (!strcmp (argv[1], "undefined") && argc > 2)
    printf ("value: %u\n", v);
  return r != 0;
}
EOT
${CC:-cc} -I"$srcdir/tests" -I"$srcdir/cuda" -o "$tmp/client" \
  "$tmp/client.c" > "$tmp/out" 2> "$tmp/err" \
  || { what=client; bad "does not compile"; }
run --no-require-launch "$tmp/client"; status 0; no_stderr
stdout 'ptxvm (sm_80), [0-9]* MiB'
run --device=sm_90 --memory=64M "$tmp/client"; stdout 'ptxvm (sm_90), 64 MiB'
run "$tmp/client" fine; status 0; no_stderr; stdout 'sync: CUDA_SUCCESS'
run "$tmp/client" trap_it; status 1; stdout 'sync: CUDA_ERROR_LAUNCH_FAILED'
run "$tmp/client" bad; status 1; stdout 'sync: CUDA_ERROR_ILLEGAL_ADDRESS'
stderr '^ptxvm: .*(kernels.c:9)'
stderr '^ptxvm: 1 report (bad access 1)$'
run --uninit=report "$tmp/client" undefined; status 0
stdout 'sync: CUDA_SUCCESS'
stderr '^ptxvm: uninitialised register %r2 read in undefined (kernels.c:12)'
stderr '^ptxvm: 1 report (uninitialised register 1)$'
run --uninit=off "$tmp/client" undefined; status 0; no_stderr
run --uninit=error "$tmp/client" undefined; status 1
stdout 'sync: CUDA_ERROR_LAUNCH_FAILED'
# Two seeds disagree, one seed agrees with itself.
for seed in 1 2 1; do
  run --uninit=random:$seed "$tmp/client" undefined value
  status 0
  sed -n 's/^value: //p' "$tmp/out"
done > "$tmp/values"
what='--uninit=random'
if test "`sort -u "$tmp/values" | wc -l`" = 2 \
   && test "`sed -n 1p "$tmp/values"`" = "`sed -n 3p "$tmp/values"`"; then
  ok
else
  bad "values: `tr '\n' ' ' < "$tmp/values"`"
fi
run --insn-limit=1M "$tmp/client" endless; status 1
stdout 'sync: CUDA_ERROR_LAUNCH_TIMEOUT'
run --time-limit=0.2 "$tmp/client" endless; status 1
stdout 'sync: CUDA_ERROR_LAUNCH_TIMEOUT'
run "$tmp/client" sm_90; status 0; stdout 'sync: CUDA_SUCCESS'
run --device=sm_80 "$tmp/client" sm_90; status 3
stdout 'load: CUDA_ERROR_INVALID_PTX'
stderr 'target sm_90 is later than the device, sm_80'
run --stats "$tmp/client" fine; status 0
stderr '^ptxvm: 1 launch, [1-9][0-9]* warp instructions'

# A bad variable that ptxvm-run does not see is told by cuInit.
what='PTXVM_THREADS=x'
PTXVM_THREADS=x LD_LIBRARY_PATH=$build "$tmp/client" > "$tmp/out" \
  2> "$tmp/err"
status=$?; status 2; stdout 'cuInit: CUDA_ERROR_INVALID_VALUE'
stderr "^ptxvm: PTXVM_THREADS is 'x': expected a number"

# Reports of several processes in one file.
json=$tmp/reports.json
pids=
for i in 1 2 3 4; do
  "$build/ptxvm-run" --uninit=report --json="$json" "$tmp/client" undefined \
    > /dev/null 2>&1 &
  pids="$pids $!"
done
wait $pids
run --json="$json" "$tmp/client" bad; status 1
what='--json'
count ()
{
  n=`grep -c "$1" "$json"`
  if test "$n" = $2; then ok; else bad "$n lines with $1, not $2"; fi
}
count '' 10
count '^{.*}$' 10
count '"type":"report","kind":"uninit".*"function":"undefined".*"file":"kernels.c","line":12.*"block":\[0,0,0\],"thread":\[0,0,0\],"register":"%r2"' 4
count '"kind":"memory".*"address":"0x40"' 1
count '"type":"summary","program":"client",.*"launches":1,"reports":1' 5
# Each line is a JSON object.
if ! command -v jq >/dev/null 2>&1; then
  echo "UNSUPPORTED: JSON of ptxvm-run: there is no jq"
  skipped=`expr $skipped + 1`
elif test "`jq -c . "$json" 2> "$tmp/err" | wc -l`" = "`wc -l < "$json"`" &&
     test ! -s "$tmp/err"; then
  ok
else
  bad "not JSON: `cat "$tmp/err"`"
fi

# PTX text as the program.
cat > "$tmp/prog" <<'EOT'
// Linked by hand.
.version 6.0
.target sm_30
.address_size 64
.visible .entry __main (.param .u64 r, .param .u32 c, .param .u64 v)
{
  .reg .u64 %r; .reg .u32 %c;
  ld.param.u64 %r, [r]; ld.param.u32 %c, [c];
  add.u32 %c, %c, 40;
  st.global.u32 [%r], %c;
  ret;
}
EOT
NVPTX_NONE_RUN=$tmp/loader; export NVPTX_NONE_RUN
run "$tmp/prog"; refused "$tmp/prog is PTX, and .*loader, which runs it"
cat > "$tmp/loader" <<'EOT'
#! /bin/sh
echo "loader: $*"
EOT
chmod +x "$tmp/loader"
run "$tmp/prog" a b; status 0; stdout "loader: $tmp/prog a b"
# No compiler is started for PTX, unless that is asked for.
sed -i 's/^echo.*/& native=$PTXVM_NATIVE/' "$tmp/loader"
run "$tmp/prog"; status 0; stdout 'loader: .* native=off'
run --native=on "$tmp/prog"; status 0; stdout 'loader: .* native=on'
run "$tmp/loader"; status 0; stdout 'loader: *native='
sed -i 's/ native=.*//' "$tmp/loader"
# Without a slash it is the file in this folder, too; a program is not.
cd "$tmp" || exit 1
run prog a b; status 0; stdout "loader: prog a b"
cp loader program-of-here
run program-of-here; refused 'no program program-of-here in PATH; .* write ./pro'
run ./program-of-here a; status 0; stdout "loader: a"
cd "$build" || exit 1
# Where there is no nvptx-none-run, ptxvm-run does it.
NVPTX_NONE_RUN=no-such-loader
run "$tmp/prog" a b; status 43; no_stderr
sed 's/__main/other/' "$tmp/prog" > "$tmp/prog2"
run "$tmp/prog2"; refused 'has no kernel __main; link it with -mmainkernel'
unset NVPTX_NONE_RUN
if command -v nvptx-none-run > /dev/null; then
  run "$tmp/prog" a b; status 43; no_stderr
  run nvptx-none-run "$tmp/prog"; status 41; no_stderr
else
  skipped=`expr $skipped + 2`
fi

# Installed: the library is found from where the program lies.
what='make install'
if ${MAKE:-make} -s install DESTDIR="$tmp/dest" > "$tmp/out" 2> "$tmp/err"
then
  inst=`find "$tmp/dest" -name ptxvm-run -type f`
  lib=`find "$tmp/dest" -name libcuda.so.1`
  "$inst" sh -c 'echo $LD_LIBRARY_PATH' > "$tmp/out" 2> "$tmp/err"
  dir=`sed 1q "$tmp/out"`
  if test -n "$dir" && test "`cd "$dir" && pwd -P`" \
     = "`cd "\`dirname "$lib"\`" && pwd -P`"; then
    ok
  else
    bad "'$dir' is not where $lib is"
  fi
else
  bad "fails"
fi

rm -rf "$tmp"
end
