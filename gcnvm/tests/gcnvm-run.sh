#! /bin/sh
# Test of gcnvm-run: options, messages, environment, exit status, reports, and
# programs that run.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh gcnvm-run.sh

. "${0%/*}/../../simt/tests/lib.sh"
. "${0%/*}/../../simt/tests/offload.sh"
srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/gcnvm-run
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
unset GCNVM_RACE GCNVM_DEVICE GCNVM_UNINIT GCNVM_HAZARDS GCNVM_COMPUTE_UNITS GCNVM_JSON \
  GCNVM_WAITCNT GCNVM_THREADS GCNVM_TIME_LIMIT GCNVM_INSN_LIMIT GCNVM_MEMORY GCNVM_STATS \
  GCNVM_SARIF_RESULTS GCNVM_REQUIRE_LAUNCH GCNVM_ERROR_EXITCODE GCNVM_SUPPRESSIONS \
  GCNVM_GEN_SUPPRESSIONS GCNVM_TALLY GCN_RUN HSA_RUNTIME_LIB LD_LIBRARY_PATH

# run WORDS: run gcnvm-run with them.
run ()
{
  what="gcnvm-run $*"
  "$build/gcnvm-run" "$@" > "$tmp/out" 2> "$tmp/err" < /dev/null
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
  stderr "^gcnvm-run: "
  stderr "$1"
}

# Usage.
run; refused 'no program given'
run --frob true; refused "unknown option '--frob'"
run --device=gfx1200 true; refused 'expected gfx803, gfx900, gfx906, gfx908, gfx90a, gfx90c, gfx942, gfx950, gfx1030, gfx1036, gfx1100 or gfx1103'
run --device=gfx803,, true; refused 'expected gfx803'
run --device= true; refused 'expected gfx803'
run --uninit=random true; refused 'expected off, report or error'
run --hazards=on true; refused 'expected off, report or apply'
run --waitcnt=error true; refused 'expected off or report'
run --implicit-args=on true; refused 'expected fill or off'
run --compute-units=513 true; refused 'from 0 to 512'
run --threads=-1 true; refused 'expected a number'
run --time-limit=soon true; refused 'expected seconds'
run --insn-limit=1T true; refused 'expected a number of instructions'
run --memory=1M true; refused 'expected bytes from 16M'
run --stats=1 true; refused 'takes no value'
run --race=yes true; refused 'takes no value'
run --json=/no/such/folder/x true; refused 'cannot write /no/such/folder/x'
run --sarif= true; refused 'needs a value'
run /no/such/program; refused 'cannot run /no/such/program: No such file'
GCNVM_HAZARDS=maybe; export GCNVM_HAZARDS
run true; refused "GCNVM_HAZARDS is 'maybe': expected off, report or apply"
unset GCNVM_HAZARDS
run --help; status 0; no_stderr; stdout 'Usage: gcnvm-run .*'
for o in device uninit hazards waitcnt race compute-units json threads time-limit \
  insn-limit memory stats require-launch error-exitcode \
  suppressions gen-suppressions library-reports profile sarif html callgrind coverage help version; do
  stdout "  --$o.*"
done
run --version; status 0; no_stderr; stdout 'gcnvm-run (.*)'

# What the program gets.
run --no-require-launch sh -c 'exit 3'; status 3; no_stderr
run sh -c 'exit 3'; status 3; stderr 'nothing was launched: sh never used libhsa'
run --require-launch sh -c 'exit 3'; status 125
run --json="$tmp/none.json" true; status 125
run sh -c 'echo $LD_LIBRARY_PATH'; status 0; stdout "$build"
run --device=gfx900,gfx906 --memory=64M --hazards=apply --uninit=error \
  sh -c 'echo $GCNVM_DEVICE $GCNVM_MEMORY $GCNVM_HAZARDS $GCNVM_UNINIT'
status 0; stdout 'gfx900,gfx906 64M apply error'
run sh -c 'echo $GCNVM_DEVICE'; stdout ''

# A program that another one starts has the GPU that it has code for, or else, with
# libgomp, one that all releases of it know.
cat > "$tmp/gpu.c" <<'CC'
#include <dlfcn.h>
#include <stdio.h>
#include "hsa/hsa-api.h"
#ifdef MACH
/* The header of a code object.  */
const unsigned char code[64] = { 127, 'E', 'L', 'F', 2, 1, 1, 64, [16] = 3, [18] = 224,
				 [20] = 1, [48] = MACH };
#endif
static hsa_status_t
name (hsa_agent_t agent, void *info)
{
  char text[64] = "";
  hsa_status_t (*get) (hsa_agent_t, unsigned, void *) = info;
  get (agent, 0, text);
  if (text[0] == 'g')
    puts (text);
  return 0;
}
int
main (void)
{
  void *h = dlopen ("libhsa-runtime64.so.1", RTLD_NOW);
  hsa_status_t (*init) (void) = (hsa_status_t (*) (void)) dlsym (h, "hsa_init");
  hsa_status_t (*each) (hsa_status_t (*) (hsa_agent_t, void *), void *)
    = (hsa_status_t (*) (hsa_status_t (*) (hsa_agent_t, void *), void *))
      dlsym (h, "hsa_iterate_agents");
#ifdef MACH
  volatile unsigned char first = code[0];
  (void) first;
#endif
  return init () || each (name, dlsym (h, "hsa_agent_get_info"));
}
CC
cat > "$tmp/libgomp.c" <<'CC'
int nothing;
CC
gpu ()
{
  what="cc gpu.c $*"
  ${CC:-cc} -w -I"$srcdir" "$@" -o "$tmp/gpu" "$tmp/gpu.c" -ldl > "$tmp/out" 2> "$tmp/err" \
    || bad fails
  run --no-require-launch sh -c "$tmp/gpu"; status 0
}
gpu -DMACH=0x3f; stdout gfx90a
gpu -DMACH=0x36; stdout gfx1030
gpu; stdout gfx803
${CC:-cc} -shared -fPIC -o "$tmp/libgomp.so.1" "$tmp/libgomp.c"
gpu -Wl,--no-as-needed "$tmp/libgomp.so.1"; stdout gfx906
gpu -DMACH=0x3f -Wl,--no-as-needed "$tmp/libgomp.so.1"; stdout gfx90a
run --no-require-launch --device=gfx908 sh -c "$tmp/gpu"; stdout gfx908
HSA_RUNTIME_LIB=/somewhere/else.so; export HSA_RUNTIME_LIB
run sh -c 'echo $HSA_RUNTIME_LIB'; stdout "$build/libhsa-runtime64.so.1"
unset HSA_RUNTIME_LIB
run sh -c 'echo "$HSA_RUNTIME_LIB"'; stdout ''
GCN_RUN=/no/such/gcn-run; export GCN_RUN
run gcn-run x; refused 'cannot run /no/such/gcn-run: No such file'
unset GCN_RUN

# A client that launches any grid.
find_gcn_binutils
launch=$build/tests/gcn-launch k=$tmp/k.so
if test "$as" = none || test "$ld" = none; then
  skip "no assembler or linker for amdgcn"
else
  what="assemble launch.s"
  "$as" -triple=amdgcn-amd-amdhsa -mcpu=gfx803 -filetype=obj -o "$tmp/k.o" \
    "$srcdir/tests/kernels/launch.s" > "$tmp/out" 2> "$tmp/err" \
    && "$ld" $ldopt -shared -o "$k" "$tmp/k.o" >> "$tmp/out" 2>> "$tmp/err" \
    || bad "failed"
  run "$launch" --grid=8,4 --group=4,2 "$k" ids out=128 i32=8
  status 0; no_stderr
  stdout '00000000 00010000 00020000 00030000 00000001 00010001 00020001 00030001'
  stdout '01000100 01010100 01020100 01030100 01000101 01010101 01020101 01030101'
  cp "$tmp/out" "$tmp/ids"
  run --threads=1 "$launch" --grid=8,4 --group=4,2 "$k" ids out=128 i32=8
  if cmp -s "$tmp/out" "$tmp/ids"; then ok; else bad "--threads=1 is another"; fi
  # Other versions of code objects, where the assembler makes them.
  for v in 2 3 4 5; do
    if test $v = 2; then
      { cat "$srcdir/tests/kernels/version2.s"
	sed -n '/^ids:/,/s_endpgm/p' "$srcdir/tests/kernels/launch.s" | sed 1d
	echo ' .size ids, .-ids'; } > "$tmp/v$v.s"
    else
      cp "$srcdir/tests/kernels/launch.s" "$tmp/v$v.s"
    fi
    if "$as" -triple=amdgcn-amd-amdhsa -mcpu=gfx803 -filetype=obj \
	 --amdhsa-code-object-version=$v -o "$tmp/v.o" "$tmp/v$v.s" \
	 > "$tmp/out" 2>&1 \
       && "$ld" $ldopt -shared -o "$tmp/v.so" "$tmp/v.o" > "$tmp/out" 2>&1; then
      run "$launch" --grid=8,4 --group=4,2 "$tmp/v.so" ids out=128 i32=8
      if cmp -s "$tmp/out" "$tmp/ids"; then ok; else bad "version $v is another"; fi
    fi
  done
  # Much memory that is zero at the start is not touched.
  { cat "$srcdir/tests/kernels/launch.s"; echo " .bss"
    echo " .zero 3221225472"; } > "$tmp/large.s"
  "$as" -triple=amdgcn-amd-amdhsa -mcpu=gfx803 -filetype=obj -o "$tmp/l.o" \
    "$tmp/large.s" > "$tmp/out" 2> "$tmp/err" \
    && "$ld" $ldopt -shared -o "$tmp/large.so" "$tmp/l.o" >> "$tmp/out" \
	 2>> "$tmp/err" || bad "failed"
  what="gcnvm-run, 3 GB of .bss"
  timeout 60 "$build/gcnvm-run" "$launch" --grid=1 "$tmp/large.so" at out=64 \
    i32=60 > "$tmp/out" 2> "$tmp/err" < /dev/null
  status=$?
  status 0; no_stderr
  # GCC leaves EXEC zero from release 14 on.
  for v in 12.2.0 14.2.0; do
    what="GCC $v's kernel"
    { cat "$srcdir/tests/kernels/launch.s"
      echo " .ident \"GCC: (Debian $v-1) $v\""; } > "$tmp/ident.s"
    "$as" -triple=amdgcn-amd-amdhsa -mcpu=gfx803 -filetype=obj -o "$tmp/i.o" \
      "$tmp/ident.s" > "$tmp/out" 2> "$tmp/err" \
      && "$ld" $ldopt -shared -o "$tmp/ident.so" "$tmp/i.o" >> "$tmp/out" \
	   2>> "$tmp/err" || bad "failed"
    run "$launch" --grid=64 --group=64 "$tmp/ident.so" masked; status 0
    case $v in
      12*) stderr '^gcnvm: v_readfirstlane_b32 with EXEC zero in masked'
	   stderr '^gcnvm: s_cbranch_vccz with EXEC zero in masked'
	   stderr '^gcnvm: 2 reports (EXEC is zero 2)$' ;;
      *) no_stderr ;;
    esac
  done
  # The gcn-run of another kind of release.
  mkdir -p "$tmp/12/accel/amdgcn-amdhsa"
  printf '#! /bin/sh\nexit 5\n' > "$tmp/12/accel/amdgcn-amdhsa/gcn-run"
  chmod +x "$tmp/12/accel/amdgcn-amdhsa/gcn-run"
  for v in 12.2.0 14.2.0; do
    sed "s/14\.2\.0/$v/g" "$tmp/ident.so" > "$tmp/by.so"
    what="gcn-run of GCC 12 for GCC $v"
    GCN_RUN=$tmp/12/accel/amdgcn-amdhsa/gcn-run "$build/gcnvm-run" \
      --no-require-launch "$tmp/by.so" > "$tmp/out" 2> "$tmp/err" < /dev/null
    status=$?
    status 5
    case $v in
      12*) no_stderr ;;
      *) stderr '^gcnvm-run: note: .*/by.so is by GCC 14, and .*/gcn-run of GCC 12 passes other arguments to it; set GCN_RUN to the gcn-run of gcc-14-offload-amdgcn$' ;;
    esac
  done
  # Implicit arguments, of which LLVM 13 does not know all; its linker takes no
  # version behind 4, which does not matter to them.
  for as5 in llvm-mc-19 llvm-mc-22 llvm-mc-14 llvm-mc-16 none; do
    "$as5" --version > /dev/null 2>&1 && break
  done
  i=$tmp/implicit.so
  what="assemble implicit.s"
  if test $as5 = none; then
    skip "implicit arguments: no llvm-mc that knows them"
  elif ! "$as5" -triple=amdgcn-amd-amdhsa -mcpu=gfx803 -filetype=obj \
	   --amdhsa-code-object-version=4 -o "$tmp/i.o" \
	   "$srcdir/tests/kernels/implicit.s" > "$tmp/out" 2> "$tmp/err" \
       || ! "$ld" $ldopt -shared -o "$i" "$tmp/i.o" >> "$tmp/out" \
	      2>> "$tmp/err"; then
    bad "failed"
  else
    # Two by three groups are full of 10 by 7 work items; 2 and 1 are left.
    run "$launch" --grid=10,7 --group=4,2 --lds=100 "$i" filled out=36
    status 0; no_stderr
    stdout '^00000002 00000003 00000001 00020004 00020001 00000001 00000003 00000064$'
    stdout '^00000000$'
    # What the launcher gives is not looked at where no size was told.
    run "$launch" --grid=8,2 --group=4,2 "$i" filled out=36 i32=77 i32=78
    stdout '^00000002 00000001 00000001 00020004 00000001 00000000 00000003 00000000$'
    stdout '^00000000$'
    # Where it was, that stays.
    run "$launch" --grid=8,2 --group=4,2 "$i" told out=36 i32=77 i32=0 i32=79
    stdout '^0000004d 00000001 0000004f 00020004 00000001 00000000 00000003 00000000$'
    stdout '^00000000$'
    run --implicit-args=off "$launch" --grid=8,2 --group=4,2 "$i" told out=36 \
      i32=77
    stdout '^0000004d 00000000 00000000 00000000 00000000 00000000 00000000 00000000$'
    stdout '^[0-9a-f]*[1-9a-f][0-9a-f]*$'
  fi
  # The processor is that of the code object, unless the user says which.
  run --device=gfx906 "$launch" "$k" ids out=128 i32=8; status 3; no_stdout
  stderr 'it is for gfx803, and the agent is a gfx906; run it with --device=gfx803'
  run --device=gfx906,gfx803 "$launch" --agent=1 --grid=8,4 --group=4,2 "$k" \
    ids out=128 i32=8
  if cmp -s "$tmp/out" "$tmp/ids"; then ok; else bad "the second GPU is another"; fi
  run "$launch" --agent=1 "$k" ids; status 3; stderr 'there is no GPU number 1'
  run "$launch" "$k" nothing; status 3; stderr 'There is no symbol'
  run "$launch" --group=1025 --grid=1025 "$k" ids out=128 i32=8; status 1
  stderr '^gcnvm: dispatch of ids: .*a group has 1 to 1024 work items'
  stderr 'the kernel failed: HSA_STATUS_ERROR_INVALID_PACKET_FORMAT'
  run "$launch" --grid=1 "$k" beyond out=16; status 1
  stderr '^gcnvm: .*16 bytes past the end of .* (16 bytes).* in beyond'
  stderr 'the kernel failed: HSA_STATUS_ERROR_MEMORY_FAULT'
  stderr '^gcnvm: 1 report (bad access 1)$'
  run "$launch" --grid=1 "$k" at freed=64 i32=16; status 1
  stderr '^gcnvm: .*offset 16 in .*(64 bytes, freed), .* in at,'
  stderr 'the kernel failed: HSA_STATUS_ERROR_MEMORY_FAULT'
  # A program that fails and hangs in exit is ended; what it printed is there.
  what="gcnvm-run, stuck"
  timeout 120 "$build/gcnvm-run" "$launch" --stuck --grid=1 "$k" beyond out=16 \
    > "$tmp/out" 2> "$tmp/err" < /dev/null
  status=$?
  status 1
  stderr '^gcnvm: a kernel failed, and the program hangs in exit since then; it is ended here, with status 1$'
  stderr '^gcnvm: 1 report (bad access 1)$'
  run "$launch" --grid=1 "$k" at freed=3000000 i32=2999996; status 1
  stderr '^gcnvm: .*offset 2999996 in .*(3000000 bytes, freed), .* in at,'
  run "$launch" --grid=1 "$k" at out=64 i32=60; status 0; no_stderr
  run "$launch" --grid=1 "$k" at out=64 i32=58; status 0; no_stderr
  run --alignment=strict "$launch" --grid=1 "$k" at out=64 i32=58; status 0
  stderr '^gcnvm: misaligned store of 4 bytes'
  run "$launch" --grid=1 "$k" early out=64; status 0
  stderr '^gcnvm: s.* used before s_waitcnt has waited for its load in early'
  stderr '^gcnvm: 1 report (missing s_waitcnt 1)$'
  run --waitcnt=off "$launch" --grid=1 "$k" early out=64; status 0; no_stderr
  run --error-exitcode=77 "$launch" --grid=1 "$k" early out=64; status 77
  # Of a program that dies, too, unless somebody ends it.
  died="'$launch' --grid=1 '$k' early out=64; kill"
  run --error-exitcode=77 sh -c "$died -ABRT \$\$"; status 77
  run --error-exitcode=77 sh -c "$died -TERM \$\$"; status 143
  run --error-exitcode=77 --waitcnt=off sh -c "$died -ABRT \$\$"; status 134
  run --error-exitcode=77 --waitcnt=off --require-launch "$launch" --grid=1 \
    "$k" early out=64; status 0
  echo 'waitcnt early *' > "$tmp/supp"
  run --error-exitcode=77 --suppressions="$tmp/supp" "$launch" --grid=1 "$k" \
    early out=64
  status 0; stderr '^gcnvm: 1 report suppressed$'
  run --gen-suppressions "$launch" --grid=1 "$k" early out=64; status 0
  stderr '^gcnvm: suppression: waitcnt early '
  run --json=/dev/full "$launch" --grid=1 "$k" early out=64; status 127
  stderr '^gcnvm: cannot write /dev/full: No space left on device'
  run --time-limit=0.2 "$launch" --grid=1 "$k" endless; status 1
  stderr '^gcnvm: .*limit.* in endless'
  stderr '^gcnvm:   group (0,0,0) wave 0 in endless+0x0$'
  run timeout -s INT 0.5 "$build/gcnvm-run" "$launch" --grid=200 --group=100 \
    "$k" endless
  status 124
  stderr '^gcnvm: SIGINT ended kernel endless:$'
  stderr '^gcnvm:   group (0,0,0) waves 0-1 in endless+0x0$'
  run --insn-limit=1M "$launch" --grid=1 "$k" endless; status 1
  stderr '^gcnvm: .*limit.* in endless'
  run --uninit=report "$launch" --grid=1 "$k" unset; status 0
  stderr '^gcnvm: uninitialised register s15 read as condition in unset'
  run --uninit=error "$launch" --grid=1 "$k" unset; status 1
  stderr '^gcnvm: uninitialised register s15 read as condition in unset'
  run --uninit=off "$launch" --grid=1 "$k" unset; status 0; no_stderr
  rm -f "$tmp/stats.json"
  run --stats --json="$tmp/stats.json" "$launch" --grid=8,4 --group=4,2 "$k" \
    ids out=128 i32=8
  stderr '^gcnvm: kernel *dispatches *groups *waves *wave instructions *seconds$'
  stderr '^gcnvm: ids *1 *4 *4 *[1-9][0-9]* *[0-9.]*$'
  if grep -q '{"type":"kernel","kernel":"ids","dispatches":1,"groups":4,"waves":4,"wave_instructions":[1-9]' \
	  "$tmp/stats.json"; then ok; else bad "no kernel in JSON"; fi
  # A race of two groups, with both places in JSON.
  rm -f "$tmp/race.json"
  run --race --json="$tmp/race.json" --threads=1 "$launch" --grid=8 --group=4 \
    "$k" onto out=64
  status 0
  stderr '^gcnvm: data race: 4-byte store at .*, nothing orders it after the store by group (0,0,0) wave 0 lane 0 in onto+0x.*; in onto, kernel onto, group (1,0,0)'
  if grep -q '"kind":"race".*"function":"onto".*"other_access":"store","other_function":"onto","other_group":\[0,0,0\],"other_wave":0' \
	  "$tmp/race.json"; then ok; else bad "no race in JSON"; fi
  run "$launch" --grid=8 --group=4 "$k" onto out=64; status 0; no_stderr
  run --stats "$launch" --grid=8,4 --group=4,2 "$k" ids out=128 i32=8
  status 0; stderr '^gcnvm: 1 dispatch, 1 launch by the program, 4 waves, [1-9][0-9]* '
  run --memory=16M "$launch" --grid=1 "$k" beyond out=20000000; status 3
  stderr 'HSA_STATUS_ERROR_INVALID_ALLOCATION'

  # Reports as JSON and as SARIF.
  run --json="$tmp/r.json" --sarif="$tmp/r.sarif" "$launch" --grid=1 "$k" \
    beyond out=16
  status 1
  if command -v jq > /dev/null 2>&1; then
    true_of ()
    {
      what="jq $2"
      if test "`jq -s "$2" "$1" 2>&1`" = true; then ok; else bad "`cat "$1"`"; fi
    }
    true_of "$tmp/r.json" 'length == 2 and .[0].kind == "memory"
      and .[0].kernel == "beyond" and .[0].function == "beyond"
      and .[0].instruction == "flat_store_dword v[4:5], v0"
      and .[0].group == [0, 0, 0] and .[0].wave == 0 and .[0].lane == 0
      and (.[0].address | startswith ("0x"))
      and .[1].type == "summary" and .[1].dispatches == 1
      and .[1].launches == 1 and .[1].reports == 1'
    true_of "$tmp/r.sarif" '.[0] | .runs[0] | .tool.driver.name == "gcnvm"
      and .results[0].ruleId == "memory"
      and .results[0].properties.kernel == "beyond"
      and (.tool.driver.rules | length) > 10'
  else
    skip "no jq"
  fi
fi

# GCC's own programs: each release with each processor.
cat > "$tmp/hello.c" <<'EOT'
#pragma omp declare target
#include <stdio.h>
#include <stdlib.h>
static int *where;
static int table[4] = { 1, 2, 3, 4 };
int
main (int argc, char **argv)
{
  if (argc > 1 && argv[1][0] == 'n')
    return *where;
  char *p = malloc (100);
  snprintf (p, 100, "%.3f", 2.0 / 3);
  printf ("hello %d %s %s\n", table[argc], p, argc > 1 ? argv[1] : "-");
  for (int i = 0; argc > 2 && i < 3000; i++)
    printf ("line %d\n", i);
  free (p);
  return 7;
}
#pragma omp end declare target
EOT
any=
# The linkers of offload compilers; those from GCC 13 on write what OpenMP's
# `requires' asks for into this file.
GCC_OFFLOAD_OMP_REQUIRES_FILE=/dev/null
export GCC_OFFLOAD_OMP_REQUIRES_FILE
for n in 11 12 13 14 15 16; do
  for cc in /usr/bin/x86_64-linux-gnu-accel-amdgcn-amdhsa-gcc-$n none; do
    test -x $cc && break
  done
  test $cc = none && continue
  what="compile with GCC $n"
  gcc-$n -O2 -g -fopenmp -foffload=amdgcn-amdhsa -c "$tmp/hello.c" \
    -o "$tmp/hello.o" > "$tmp/out" 2> "$tmp/err" || {
    skip "$what: `sed 1q "$tmp/err"`"; continue; }
  # Those that the release has libraries for and gcnvm runs.
  case $n in
    1[123]) cpus="fiji gfx900 gfx906" ;;
    1[45]) cpus="gfx900 gfx906 gfx90a gfx1030 gfx1100" ;;
    *) cpus="gfx908 gfx90a gfx9-generic gfx9-4-generic gfx10-3-generic
	    gfx11-generic" ;;
  esac
  for cpu in $cpus; do
    what="link with GCC $n for $cpu"
    $cc -O2 -g -march=$cpu -xlto "$tmp/hello.o" -xnone -o "$tmp/hello" \
      > "$tmp/out" 2> "$tmp/err" || {
      skip "$what: `sed 1q "$tmp/err"`"; continue; }
    any=y
    # As it is: gcn-run is found.
    run "$tmp/hello"; status 7; stdout 'hello 2 0.667 -'
    run gcn-run "$tmp/hello" x; status 7; stdout 'hello 3 0.667 x'
    # More lines than there is room for, which the host must empty meanwhile.
    run gcn-run "$tmp/hello" x y; status 7; stdout 'line 2999'
    if test "`grep -c line "$tmp/out"`" = 3000; then ok; else bad "lines lost"; fi
    # A null pointer: a report with the source line, and no success.
    run gcn-run "$tmp/hello" n
    if test $status != 0; then ok; else bad "status 0"; fi
    stderr '^gcnvm: .* in main (hello.c:10)'
  done
done
# A program that offloads ends when its kernel has failed.
cat > "$tmp/offload.c" <<'EOT'
#include <stdio.h>
int
main (int argc, char **argv)
{
  int x = 0, *p = (int *) 64;
  (void) argv;
  #pragma omp target map (tofrom: x) map (to: argc) firstprivate (p)
    {
      if (argc > 1)
	printf ("argc = %d\n", argc);
      x = argc > 1 ? *p : 5;
    }
  printf ("x = %d\n", x);
  return 0;
}
EOT
unset GCC_OFFLOAD_OMP_REQUIRES_FILE
. "$srcdir/../simt/tests/offload.sh"
cd "$tmp" && find_offload_gcn "$build" || exit 1
what="compile offload.c"
if test -n "$gcc" \
   && $gcc -O2 -fopenmp $offload -o "$tmp/offload" \
     "$tmp/offload.c" > "$tmp/out" 2> "$tmp/err" \
   && { ls /usr/lib/*/libgomp-plugin-gcn.so.1 > /dev/null; } 2>&1; then
  OMP_TARGET_OFFLOAD=MANDATORY; export OMP_TARGET_OFFLOAD
  run "$tmp/offload"; status 0; stdout 'x = 5'
  # What the kernel has printed before is not lost.
  run --device=$offload_cpu timeout 60 "$tmp/offload" x; status 1
  stdout 'argc = 2'
  stderr '^gcnvm: load of 4 bytes at 0x40: null pointer in main'
  unset OMP_TARGET_OFFLOAD
else
  skip "no compiler here offloads to amdgcn: `sed 1q "$tmp/err"`"
fi
# A program for both kinds of GPU runs on both machines.
cat > "$tmp/both.c" <<'EOT'
#include <omp.h>
#include <stdio.h>
int
main (void)
{
  for (int d = 0; d < omp_get_num_devices (); d++)
    {
      int sum = 0, host = 1;
      #pragma omp target teams distribute parallel for device (d) \
	reduction (+: sum) map (tofrom: sum)
      for (int i = 0; i < 100; i++)
	sum += i;
      #pragma omp target device (d) map (from: host)
      host = omp_is_initial_device ();
      printf ("device %d: %d %d\n", d, sum, host);
    }
  return 0;
}
EOT
ptxvm=$build/../ptxvm/ptxvm-run
what="compile both.c"
if test -x "$ptxvm" && test -n "$gcc" \
   && $gcc -O2 -fopenmp -no-pie -foffload=nvptx-none,amdgcn-amdhsa \
	$offload_options=-march=$offload_cpu \
	-foffload-options=nvptx-none=-Wa,--no-verify -o "$tmp/both" \
	"$tmp/both.c" > "$tmp/out" 2> "$tmp/err"; then
  OMP_TARGET_OFFLOAD=MANDATORY; export OMP_TARGET_OFFLOAD
  for order in ptx gcn; do
    rm -f "$tmp/ptx.json" "$tmp/gcn.json"
    gcnvm="$build/gcnvm-run --device=$offload_cpu --json=$tmp/gcn.json"
    set -- "$ptxvm" --multiprocessors=1 --json="$tmp/ptx.json" \
      $gcnvm "$tmp/both"
    test $order = ptx \
      || set -- $gcnvm "$ptxvm" --multiprocessors=1 --json="$tmp/ptx.json" \
	   "$tmp/both"
    what="both machines, $order first"
    "$@" > "$tmp/out" 2> "$tmp/err" < /dev/null
    status=$?
    status 0; stdout 'device 0: 4950 0'; stdout 'device 1: 4950 0'
    # Each has launched what was for it, and says so.
    for m in ptx gcn; do
      what="both machines, $m.json"
      if grep -q '"launches":2,' "$tmp/$m.json"; then ok
      else bad "`cat "$tmp/$m.json" 2>&1`"; fi
    done
  done
  unset OMP_TARGET_OFFLOAD
else
  skip "no ptxvm, or no offloading to both targets: `sed 1q "$tmp/err"`"
fi
test -n "$any" || skip "no offload compiler for amdgcn"

# A library of AMD's with the same name, elsewhere, does not get in the way,
# under either of the names that programs load it by.
cat > "$tmp/which.c" <<'EOT'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  Dl_info i;
  void *h = argc > 1 ? dlopen (argv[1], RTLD_NOW) : 0;
  void *p = h ? dlsym (h, "hsa_init") : 0;
  puts (p && dladdr (p, &i) ? i.dli_fname : "none");
  return 0;
}
EOT
mkdir "$tmp/other"
echo 'int hsa_init (void) { return 0; }' > "$tmp/other.c"
what="two libraries"
${CC:-cc} -shared -fPIC -Wl,-soname,libhsa-runtime64.so.1 \
  -o "$tmp/other/libhsa-runtime64.so.1" "$tmp/other.c" \
  && ${CC:-cc} -o "$tmp/which" "$tmp/which.c" -ldl || bad "does not compile"
ln -s libhsa-runtime64.so.1 "$tmp/other/libhsa-runtime64.so"
for name in libhsa-runtime64.so.1 libhsa-runtime64.so; do
  LD_LIBRARY_PATH=$tmp/other "$build/gcnvm-run" "$tmp/which" $name > "$tmp/out"
  stdout "$build/$name"
done

# Whoever kills gcnvm-run ends the program, too.
what="SIGKILL"
rm -f "$tmp/pid"
"$build/gcnvm-run" sh -c 'echo $$ > "$0"; exec sleep 100' "$tmp/pid" &
wrapper=$!
n=0
until test -s "$tmp/pid" || test $n = 100; do sleep 0.1; n=`expr $n + 1`; done
kill -KILL $wrapper
wait $wrapper 2> /dev/null
n=0
while kill -0 `cat "$tmp/pid"` 2> /dev/null && test $n != 50; do
  sleep 0.1; n=`expr $n + 1`
done
if kill `cat "$tmp/pid"` 2> /dev/null; then bad "the program goes on"; else ok; fi

cd "$build"
rm -rf "$tmp"
end
