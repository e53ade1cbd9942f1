#! /bin/sh
# Fault injection: each call in turn of malloc and its kin, write, mmap and
# pthread_create, in the driver and in ptxvm-run, fails while a program is loaded, launched and
# reported on.  Never a crash, never a silent loss: either all is as it is without
# a fault, or there is a message and a status that is not 0.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder, with srcdir in the environment.  FAULTS is how many
# of the calls of each kind are tried, evenly spread; 0 is all.

. "${0%/*}/../../simt/tests/lib.sh"
tests=`cd "${srcdir:-.}/tests" && pwd`
build=`pwd`
tmp=$build/tests/tmp/fault
: "${FAULTS=0}"
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset PTXVM_UNINIT PTXVM_JSON PTXVM_REQUIRE_LAUNCH PTXVM_TALLY

cat > client.c <<'CC'
#include "driver-test.h"

/* Two reports, output, shared and local memory, a call, two streams.  */
static const char ptx[] = PTX_HEAD
  ".extern .func (.param .u32 r) vprintf (.param .u64 f, .param .u64 a);\n"
  ".global .align 1 .b8 text[7] = { 104, 101, 108, 108, 111, 10, 0 };\n"
  ".global .align 8 .u64 ptr = generic (text);\n"
  ".func (.reg .u32 %r) twice (.reg .u32 %x) { add.u32 %r, %x, %x; ret; }\n"
  ".visible .entry f (.param .u64 p) { .reg .u64 %p, %a; .reg .u32 %x, %y, %t;\n"
  " .reg .pred %q; .shared .u32 s[64]; .local .u32 l[10];\n"
  " ld.param.u64 %p, [p]; mov.u32 %t, %tid.x; setp.lt.u32 %q, %t, 7;\n"
  " @%q bra A; call (%t), twice, (%t); A: bar.sync 0;\n"
  " mov.u32 %x, %y; st.local.u32 [l], %t; st.shared.u32 [s], 1;\n"
  " { .param .u32 q; .param .u64 f; .param .u64 a; mov.u64 %a, text;\n"
  " cvta.global.u64 %a, %a; st.param.u64 [f], %a; st.param.u64 [a], 0;\n"
  " setp.ne.u32 %q, %t, 0; @%q bra B; call (q), vprintf, (f, a); }\n"
  " B: and.b32 %x, %x, 0; add.u32 %x, %x, 42; st.global.u32 [%p], %x; ret; }\n";

int
main (int argc, char **argv)
{
  char *args[] = { argv[0], argc > 1 ? argv[1] : "libcuda.so.1", NULL };
  CUcontext ctx;
  CUmodule mod;
  CUfunction f;
  CUstream s;
  CUdeviceptr p;
  CUresult r;
  unsigned v = 0;
  load_driver (2, args);
#define TRY(CALL) \
  if ((r = cu.CALL)) { printf ("%s: %d\n", #CALL, r); return 3; }
  TRY (cuInit (0));
  TRY (cuCtxCreate_v2 (&ctx, 0, 0));
  TRY (cuModuleLoadData (&mod, ptx));
  TRY (cuModuleGetFunction (&f, mod, "f"));
  TRY (cuMemAlloc_v2 (&p, 4));
  TRY (cuMemcpyHtoDAsync_v2 (p, &v, 4, 0));
  TRY (cuStreamCreate (&s, 0));
  void *params[] = { &p };
  TRY (cuLaunchKernel (f, 2, 1, 1, 64, 1, 1, 0, s, params, NULL));
  TRY (cuStreamSynchronize (s));
  TRY (cuMemcpyDtoH_v2 (&v, p, 4));
  TRY (cuStreamDestroy_v2 (s));
  TRY (cuModuleUnload (mod));
  TRY (cuCtxDestroy_v2 (ctx));
  printf ("value %u\n", v);
  return v == 42 ? 0 : 4;
}
CC
if ${CC:-cc} -I"$tests" -I"$tests/../cuda" -o client client.c -ldl > out 2> err \
   && ${CC:-cc} -O1 -shared -fPIC -o fault.so "$tests/fault.c" -ldl -pthread \
	> out 2> err; then
  ok
else
  bad "does not compile"
  echo "$passed passed, $failed failed, 0 skipped"
  exit 1
fi

# run CALL NUMBER: the client with that fault in $where.  The status goes to
# $status.
run ()
{
  rm -f j s
  FAULT_CALL=$1 FAULT_NUMBER=$2 FAULT_PROGRAM=$where \
    FAULT_FILES=libcuda.so:ptxvm-run:libc.so LD_PRELOAD=$tmp/fault.so \
    "$build/ptxvm-run" --threads=2 --race --uninit=report --time-limit=60 \
    --json=j --sarif=s ./client > out 2> err < /dev/null
  status=$?
}
# What there is where nothing fails.
reports () { grep -c '"type":"report"' j; }
whole ()
{
  grep -q '^value 42$' out && grep -q '^hello$' out \
    && test "`reports`" -ge $expected && grep -q '"type":"summary"' j \
    && test `grep -c '"ruleId"' s` -ge $expected \
    && grep -q '"executionSuccessful":true' s
}
where=client
run none 0
cp err none.err
expected=`reports`
if test $status = 0 && test "$expected" -ge 1 && whole; then ok
else bad "without a fault: status $status, $expected reports"; fi

for task in client:malloc client:mmap client:pthread_create client:write \
	    ptxvm-run:malloc ptxvm-run:mmap ptxvm-run:write; do
  where=${task%:*} call=${task#*:}
  rm -f count
  FAULT_COUNT=$tmp/count
  export FAULT_COUNT
  run $call 0
  unset FAULT_COUNT
  n=`sort -n count | tail -n 1`
  if test "${n:-0}" -gt 0; then ok; else bad "$where, $call: $n calls"; continue; fi
  step=1
  if test $FAULTS -gt 0 && test $n -gt $FAULTS; then
    step=`expr \( $n + $FAULTS - 1 \) / $FAULTS`
  fi
  k=1
  while test $k -le $n; do
    run $call $k
    if test $status -ge 124 && test $status != 125 && test $status != 127; then
      bad "$where, $call $k of $n: status $status"
    elif test $status = 0 && ! whole; then
      bad "$where, $call $k of $n: status 0, and something is missing"
      diff out /dev/null | head -n 5
    elif test $status != 0 && ! test -s err && ! grep -q ': [0-9]' out; then
      bad "$where, $call $k of $n: status $status without a word"
    else
      ok
    fi
    k=`expr $k + $step`
  done
  echo "$where, $call: $n calls"
done

cd "$build"
rm -rf "$tmp"
end
