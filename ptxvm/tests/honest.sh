#! /bin/sh
# Test that no run of ptxvm-run looks like a success that was none: runs that
# launch nothing, reports that get lost, and report files that are devices,
# FIFOs, links or unwritable.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder, with srcdir in the environment.

. "${0%/*}/../../simt/tests/lib.sh"
tests=`cd "${srcdir:-.}/tests" && pwd`
build=`pwd`
tmp=$build/tests/tmp/honest
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset PTXVM_UNINIT PTXVM_JSON PTXVM_REQUIRE_LAUNCH PTXVM_ERROR_EXITCODE \
  PTXVM_SUPPRESSIONS PTXVM_GEN_SUPPRESSIONS \
  PTXVM_TALLY PTXVM_SARIF_RESULTS OMP_TARGET_OFFLOAD LD_LIBRARY_PATH TMPDIR
NVPTX_NONE_RUN=no-such-loader
export NVPTX_NONE_RUN

# is EXPECTED WORDS...: ptxvm-run with the words ends with that status.
is ()
{
  want=$1
  shift
  what="ptxvm-run $*"
  "$build/ptxvm-run" "$@" > out 2> err < /dev/null
  got=$?
  if test $got = $want; then ok; else bad "status $got, not $want"; fi
}
stderr () { if grep -q -e "$1" err; then ok; else bad "no '$1' on stderr"; fi; }
no_stderr () { if test -s err; then bad "standard error"; else ok; fi; }
# says N TEXT: N lines of standard error have TEXT.
says ()
{
  n=`grep -c -e "$2" err`
  if test "$n" = $1; then ok; else bad "$n lines with '$2', not $1"; fi
}
# holds TEST: `test' says that it is so.
holds () { if test "$@"; then ok; else bad "not so: test $*"; fi; }

cat > good <<'PTX'
.version 6.0
.target sm_35
.address_size 64
.visible .entry __main (.param .u64 ret, .param .u32 argc, .param .u64 argv)
{
	.reg .u64 %a;
	ld.param.u64 %a, [ret];
	st.u32 [%a], 0;
	ret;
}
PTX
# Reads a register that it never wrote.
sed -e 's/%a;$/%a; .reg .u32 %x;/' -e 's/st.u32/and.b32 %x, %x, 0; &/' good > bad
ran="$build/ptxvm-run"

# ---- Nothing was launched.
is 0 ./good; no_stderr
is 0 --require-launch ./good; no_stderr
is 0 true; says 1 ''
stderr '^ptxvm-run: nothing was launched: true never used libcuda.so.1'
is 3 sh -c 'exit 3'; stderr 'nothing was launched'
is 125 --require-launch true; says 1 'nothing was launched'
is 125 --uninit=error --stats --require-launch sh -c 'exit 3'
is 0 --no-require-launch true; no_stderr
is 0 --require-launch --no-require-launch true; no_stderr
is 125 --json=j.json true; stderr 'nothing was launched'
is 0 --json=j.json --no-require-launch true; no_stderr
is 125 --sarif=s.sarif true; stderr 'nothing was launched'
is 0 --json=j.json --sarif=s.sarif ./good; no_stderr
OMP_TARGET_OFFLOAD=disabled
export OMP_TARGET_OFFLOAD
is 125 --require-launch true
stderr 'OMP_TARGET_OFFLOAD=disabled keeps true on the host'
unset OMP_TARGET_OFFLOAD
PTXVM_REQUIRE_LAUNCH=1 "$ran" true > out 2> err
holds $? = 125
# Died of a signal: what the shell sees is that.
is 137 sh -c "'$ran' --require-launch sh -c 'kill -9 \$\$'; exit \$?"
# Child processes count, also below another ptxvm-run.
is 0 --require-launch sh -c "'$ran' ./good"; no_stderr
is 0 --require-launch sh -c "(env PTXVM_STATS=1 '$ran' ./good); true"
# It used the driver, and launched nothing.
cat > uses.c <<'CC'
#include <dlfcn.h>
#include <stdio.h>
int
main (void)
{
  void *h = dlopen ("libcuda.so.1", RTLD_NOW);
  int (*init) (unsigned) = h ? (int (*) (unsigned)) dlsym (h, "cuInit") : 0;
  return !init || init (0);
}
CC
what='cc uses.c'
if ${CC:-cc} -o uses uses.c -ldl > out 2> err; then ok; else bad fails; fi
is 125 --require-launch ./uses; stderr './uses used libcuda.so.1, but ran no kernel'
if ${CC:-cc} -static -o static -x c - > out 2> err <<'CC'
int main (void) { return 0; }
CC
then
  is 125 --require-launch ./static; stderr './static is linked statically'
else
  echo "SKIP: no static C library"
  skipped=`expr $skipped + 2`
fi
# Programs for which the loader ignores LD_LIBRARY_PATH.
secure=
if cp /bin/true secure && chown 65534 secure 2> /dev/null && chmod u+s secure
then
  secure=./secure
fi
for f in /bin/su /usr/bin/passwd /bin/mount /usr/bin/sudo; do
  test -n "$secure" || test ! -u $f || test -O $f || secure=$f
done
if test -n "$secure"; then
  is 127 $secure; says 1 ''
  stderr "cannot run $secure: it is set-user-ID, so the loader ignores"
else
  echo "SKIP: no set-user-ID program of another user"
  skipped=`expr $skipped + 3`
fi

# ---- The exit status of reports.
is 0 --uninit=report ./bad; stderr '^ptxvm: 1 report'
is 9 --uninit=report --error-exitcode=9 ./bad
is 0 --uninit=report --error-exitcode=0 ./bad
is 0 --uninit=off --error-exitcode=9 ./bad
is 0 --error-exitcode=9 ./good
is 9 --uninit=report --error-exitcode=9 sh -c "'$ran' ./good; '$ran' ./bad; true"

# ---- Suppressions, and what is a library's.
is 9 --uninit=report --error-exitcode=9 --gen-suppressions ./bad
stderr '^ptxvm: suppression: uninit __main \*$'
sed -n 's/^ptxvm: suppression: //p' err > supp
is 0 --uninit=report --error-exitcode=9 --suppressions=supp ./bad
says 1 '^ptxvm: 1 report suppressed$'
says 1 ''
is 0 --uninit=report --error-exitcode=9 --suppressions=supp --json=supp.json \
  --sarif=supp.sarif ./bad
if grep -q uninit supp.json || grep -q '"ruleId":"uninit"' supp.sarif; then
  bad "a suppressed report in a file"
else
  ok
fi
echo 'uninit * user.c' > other
is 9 --uninit=report --error-exitcode=9 --suppressions=other ./bad
is 0 --uninit=report --suppressions=supp sh -c "cd / && '$ran' '$tmp/bad'"
says 1 'report suppressed'
is 127 --suppressions=no/such ./bad
stderr 'ptxvm-run: cannot read .*/no/such: No such file or directory'
echo 'a b c d' > wrong
is 127 --suppressions=wrong ./bad
stderr 'ptxvm-run: .*/wrong:1: more than three words; expected KIND FUNCTION FILE'
sed 's,^.visible,.file 1 "../src/libgomp/team.c"\n&,; s,and.b32,.loc 1 7 1\n&,' \
  bad > inlib
is 9 --uninit=report --error-exitcode=9 --json=lib.json ./inlib
stderr '^ptxvm: uninitialised register %x read in __main (team.c:7), .* \[libgomp\]$'
stderr "^ptxvm: 1 of them in the compiler's libraries (libgomp); accelfix-config --treat-libs"
if grep -q '"library":"libgomp"' lib.json; then ok; else bad "no library"; fi
what='ptxcheck --suppressions'
"$build/ptxcheck" --gen-suppressions bad > out 2> err
holds $? = 1; stderr '^ptxcheck: suppression: never-written __main \*$'
sed -n 's/^ptxcheck: suppression: //p' err > supp
"$build/ptxcheck" --suppressions=supp bad > out 2> err
holds $? = 0; stderr '^ptxcheck: 1 finding suppressed$'; holds ! -s out
"$build/ptxcheck" --suppressions=wrong bad > out 2> err
holds $? = 2; stderr '^ptxcheck: wrong:1: more than three words'
"$build/ptxcheck" inlib > out 2> err
holds $? = 1; stderr "^ptxcheck: 1 finding in the compiler's libraries; accelfix"
if grep -q '(../src/libgomp/team.c:7) \[libgomp\]' out; then ok; else bad mark; fi

# ---- Report files.
is 127 --uninit=report --json=/dev/full ./bad
says 1 'cannot write /dev/full: No space left on device; reports are lost'
says 1 'ptxvm-run: 2 reports could not be written'
is 127 --uninit=report --sarif=/dev/full ./bad
stderr 'cannot write /dev/full: No space left on device'
for option in sarif json; do
  is 0 --uninit=report --$option=/dev/null ./bad
  holds -c /dev/null
  ln -s /dev/null null
  is 0 --uninit=report --$option=null ./bad
  holds -c /dev/null; holds -h null
  rm null
  is 0 --uninit=report --$option=/dev/stdout ./bad
  holds -s out
  mkfifo fifo
  cat fifo > from-fifo &
  is 0 --uninit=report --$option=fifo ./bad
  wait
  holds -s from-fifo; holds -p fifo
  rm fifo
  ln -s made dangling
  is 0 --uninit=report --$option=dangling ./bad
  holds -h dangling; holds -s made
  rm made dangling
  mkdir sub
  echo old > sub/file
  ln -s sub/file link
  is 0 --uninit=report --$option=link ./bad
  holds -h link; holds -f sub/file
  if grep -q uninit sub/file; then ok; else bad "nothing in sub/file"; fi
  is 127 --$option=sub ./bad; says 1 'cannot write .*sub: Is a directory'
  is 127 --$option=sub/no/file ./bad; says 1 'No such file or directory'
  rm -r sub link
done
# What else went to standard output is there still.
"$ran" --uninit=report --sarif=/dev/stdout sh -c "echo before; '$ran' ./bad" \
  > out 2> err
what='--sarif=/dev/stdout'
if sed -n 1p out | grep -qx before && sed -n 2p out | grep -q 'schema'; then
  ok
else
  bad order
fi
holds "`ls -A | grep -c '^\.accelfix'`" = 0

# ---- A kernel fails, and a callback that is told so ends the process, as
# libgomp's does.  A handler of exit waits for a lock that the main thread holds
# while it waits for the stream (in the way of WAIT), or for ever.
cat > async.c <<'CC'
#include <pthread.h>
#include <unistd.h>
#include "driver-test.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext ctx;

static void
at_exit (void)
{
  pthread_mutex_lock (&lock);
}

static void
callback (CUstream s, CUresult status, void *data)
{
  (void) s;
  (void) data;
  if (status)
    exit (3);
}

int
main (int argc, char **argv)
{
  char *args[] = { argv[0], "libcuda.so.1", NULL };
  CUmodule mod;
  CUfunction f;
  CUstream s;
  CUdeviceptr p;
  CUresult r = 0;
  int v = 0;
  load_driver (2, args);
  NEED (cu.cuInit (0));
  atexit (at_exit);
  NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
  NEED (cu.cuModuleLoadData (&mod, PTX_HEAD ".entry f () { trap; }\n"));
  NEED (cu.cuModuleGetFunction (&f, mod, "f"));
  NEED (cu.cuStreamCreate (&s, 0));
  NEED (cu.cuMemAlloc_v2 (&p, 4));
  pthread_mutex_lock (&lock);
  NEED (cu.cuLaunchKernel (f, 1, 1, 1, 1, 1, 1, 0, s, NULL, NULL));
  NEED (cu.cuStreamAddCallback (s, callback, NULL, 0));
  switch (argc > 1 ? *argv[1] : 0)
    {
    case 's': r = cu.cuStreamSynchronize (s); break;
    case 'c': r = cu.cuCtxSynchronize (); break;
    case 'm': r = cu.cuMemcpyDtoHAsync_v2 (&v, p, 4, s); break;
    case 'd': r = cu.cuCtxDestroy_v2 (ctx); break;
    case 'n': for (;;) pause ();
    }
  printf ("result %d\n", r);
  pthread_mutex_unlock (&lock);
  return 2;
}
CC
what='cc async.c'
if ${CC:-cc} -pthread -I"$tests" -I"$tests/../cuda" -o async async.c > out 2> err
then ok; else bad fails; fi
for wait in stream context memcpy; do
  "$ran" timeout 60 ./async $wait > out 2> err
  got=$?
  what="async.c, $wait"
  holds $got = 2 -o $got = 3; stderr '^ptxvm: .*trap'
  if test ! -s out || grep -q '^result 7[0-9][0-9]$' out; then ok; else bad wait; fi
done
"$ran" timeout 60 ./async destroy > out 2> err
got=$?
what='async.c, cuCtxDestroy'
holds $got = 2 -o $got = 3
"$ran" timeout 60 ./async never > out 2> err
got=$?
what='async.c, for ever'
holds $got = 1; stderr '^ptxvm: .*trap'
stderr 'ptxvm: the program does not end after the error; ended here'

# ---- A copy to a constant of the host's: a report, an error, no signal.
cat > constant.c <<'CC'
#include "driver-test.h"

static const int table[15] = { 1 };

int
main (int argc, char **argv)
{
  char *args[] = { argv[0], "libcuda.so.1", NULL };
  CUcontext ctx;
  CUdeviceptr p;
  load_driver (2, args);
  NEED (cu.cuInit (0));
  NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
  NEED (cu.cuMemAlloc_v2 (&p, sizeof table));
  if (argc > 1)
    return cu.cuMemcpyHtoDAsync_v2 (p, (void *) 4096, 4, 0);
  return cu.cuMemcpyDtoH_v2 ((void *) table, p, sizeof table);
}
CC
what='cc constant.c'
if ${CC:-cc} -I"$tests" -I"$tests/../cuda" -o constant constant.c > out 2> err
then ok; else bad fails; fi
is 1 ./constant
stderr '^ptxvm: copy of 60 bytes from the device at 0x.* is read-only memory: `table. (60 bytes) of ./constant$'
is 1 ./constant from
stderr '^ptxvm: copy of 4 bytes from the host at 0x1000 .*: 0x1000 is not mapped$'
is 1 --json=j2.json --no-require-launch ./constant
if grep -q '"kind":"memory".*"address":"0x' j2.json; then ok; else bad JSON; fi

# ---- Launches that do not end: where each warp stands, and an end.
cat > hang.c <<'CC'
#include "driver-test.h"

static const char ptx[] = PTX_HEAD
  ".file 1 \"user.c\"\n"
  ".visible .global .u32 log[64];\n"
  ".visible .global .u32 next;\n"
  ".func spin () { .loc 1 5 1\n L: bra L; }\n"
  /* Warp 1 spins in a function, the others wait for it.  */
  ".visible .entry wait () { .reg .u32 %t; .reg .pred %p;\n"
  " .loc 1 7 1\n mov.u32 %t, %tid.x; shr.u32 %t, %t, 5;\n"
  " setp.ne.u32 %p, %t, 1; @%p bra W;\n"
  " .loc 1 9 1\n call spin;\n"
  " W: .loc 1 11 1\n bar.sync 0; ret; }\n"
  /* Waits for more threads than there are.  */
  ".visible .entry many () { .loc 1 13 1\n bar.sync 0, 4294967168; ret; }\n"
  ".visible .entry gomp_many () { bar.sync 0, 288; ret; }\n"
  ".visible .entry right () { bar.sync 0, 256; ret; }\n"
  /* Each warp notes its turn three times.  */
  ".visible .entry turns () { .reg .u32 %t, %n, %k; .reg .u64 %a, %b;\n"
  " .reg .pred %p; mov.u32 %t, %tid.x; and.b32 %n, %t, 31;\n"
  " setp.ne.u32 %p, %n, 0; @%p bra E;\n"
  " shr.u32 %t, %t, 5; mov.u32 %k, 0;\n"
  " L: mov.u64 %a, next; atom.global.add.u32 %n, [%a], 1;\n"
  " mul.wide.u32 %b, %n, 4; mov.u64 %a, log; add.u64 %a, %a, %b;\n"
  " st.global.u32 [%a], %t;\n"
  " add.u32 %k, %k, 1; setp.lt.u32 %p, %k, 3; @%p bra L;\n"
  " E: ret; }\n";

int
main (int argc, char **argv)
{
  char *args[] = { argv[0], "libcuda.so.1", NULL };
  CUcontext ctx;
  CUmodule mod;
  CUfunction f;
  CUdeviceptr p;
  size_t n;
  unsigned log[64];
  load_driver (2, args);
  NEED (cu.cuInit (0));
  NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
  NEED (cu.cuModuleLoadData (&mod, ptx));
  NEED (cu.cuModuleGetFunction (&f, mod, argc > 1 ? argv[1] : "right"));
  NEED (cu.cuLaunchKernel (f, 1, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL));
  int r = cu.cuCtxSynchronize ();
  if (!r)
    {
      NEED (cu.cuModuleGetGlobal_v2 (&p, &n, mod, "log"));
      NEED (cu.cuMemcpyDtoH_v2 (log, p, sizeof log));
      for (int k = 0; k < 24; k++)
	printf ("%u", log[k]);
      printf ("\n");
    }
  return r ? 1 : 0;
}
CC
what='cc hang.c'
if ${CC:-cc} -I"$tests" -I"$tests/../cuda" -o hang hang.c > out 2> err
then ok; else bad fails; fi
stands ()
{
  says 1 '^ptxvm:   block (0,0,0) warp 0 lanes 0xffffffff wait at barrier 0 in wait (user.c:11), PTX line [0-9]* (224 of 256 threads there)$'
  says 1 '^ptxvm:   block (0,0,0) warp 1 lanes 0xffffffff run in spin (user.c:5), PTX line [0-9]*, called from wait (user.c:9)$'
  says 1 '^ptxvm:   block (0,0,0) warps 2-7 lanes 0xffffffff wait at barrier 0 in wait'
}
is 1 --time-limit=0.2 ./hang wait
stderr '^ptxvm: time limit of 0.2 seconds reached in spin (user.c:5), block'
stands
for sig in INT TERM HUP; do
  is 124 timeout -s $sig 0.5 "$ran" --json=$sig.json ./hang wait
  says 1 "^ptxvm: SIG$sig ended kernel wait:$"
  stands
  if grep -q '"type":"summary".*"launches":1' $sig.json; then ok
  else bad "no summary"; fi
done
# By hand, from one level up: the wrapper hands it on.
"$ran" ./hang wait > out 2> err &
pid=$!
sleep 0.5
kill -TERM $pid
wait $pid
got=$?
what='SIGTERM to ptxvm-run'
holds $got = 143; stands
is 1 ./hang many
stderr '^ptxvm: deadlock: bar.sync 0 waits for 4294967168 threads, and the block has 256 in many (user.c:13)'
is 1 ./hang gomp_many
stderr 'waits for 288 threads, and the block has 256; that is so if a thread left a barrier out, and where tasks wait in libgomp before GCC 13'
is 0 ./hang right
# Turns: always the same by one seed, others by another.
for seed in 0 1 1 2 3; do
  is 0 --threads=1 --schedule=$seed ./hang turns
  cat out >> turns
done
what='--schedule'
holds "`sed -n 1p turns`" = 000111222333444555666777
holds "`sed -n 2p turns`" = "`sed -n 3p turns`"
holds "`sort -u turns | wc -l`" = 4

# ---- ptxcheck's.
"$build/ptxcheck" --sarif=/dev/null bad > out 2> err
holds -c /dev/null
"$build/ptxcheck" --sarif=/dev/full bad > out 2> err
holds $? = 2
ln -s fixed link
"$build/ptxcheck" --fix -o link bad > out 2> err
holds $? = 0; holds -h link; holds -s fixed
"$build/ptxcheck" --fix -o /dev/null bad > out 2> err
holds $? = 0; holds -c /dev/null
"$build/ptxcheck" --fix -o /dev/full bad > out 2> err
holds $? = 2; stderr '/dev/full: .*cannot write: No space left on device'
"$build/ptxcheck" --fix -o /dev/stdout bad > out 2> err
holds $? = 0
if cmp -s out fixed; then ok; else bad "--fix -o /dev/stdout is another"; fi

cd "$build"
rm -rf "$tmp"
end
