#! /bin/sh
# Test of the call stacks in ptxvm's reports: the program's own line of a fault in
# a library, inlined functions, and where each thread is at a barrier that one
# leaves out.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  The programs are skipped without an offload
# compiler.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/stacks
rm -rf "$tmp"
. "$srcdir/../simt/tests/offload.sh"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset PTXVM_UNINIT PTXVM_JSON NVPTX_NONE_RUN LD_LIBRARY_PATH

# says WORDS: the line WORDS, a regular expression, is in the report.
says ()
{
  if grep -q "^ptxvm: $1\$" err; then ok; else bad "no '$1'"; fi
}

# ---- What nvcc and Clang say of inlined functions: a name in .debug_str, at an
# offset, and an inlined function in an inlined one.
cat > inline.ptx << 'P'
.version 7.2
.target sm_35
.address_size 64
.file 1 "k.cu"
.file 2 "h.cuh"
.visible .entry __main (.param .u64 ret, .param .u32 argc, .param .u64 argv)
{
	.reg .u64 %a;
	.loc 1 20 1
	mov.u64 %a, 0;
	.loc 1 22 3
	.loc 2 5 7, function_name $L__info_string0, inlined_at 1 22 3
	.loc 2 9 9, function_name $L__info_string0 + 4, inlined_at 2 5 7
	st.u64 [%a], %a;
	.loc 1 23 1
	ret;
}
.section .debug_str
{
$L__info_string:
.b8 120,0
$L__info_string0:
.b8 105,110,110,0 // inn
.b8 0x6d,97,120
.b8 0
}
P
what=inline
"$build/ptxvm-run" --json=inline.json ./inline.ptx > out 2> err
says "8-byte store at 0x0: null pointer in max (h.cuh:9), .*"
says '  inlined into inn (h.cuh:5)'
says '  inlined into __main (k.cu:22)'
says '  in the kernel: __main (k.cu:20)'
grep -q '"stack":\[{"inlined":true,"function":"max","file":"h.cuh","line":9},{"inlined":true,"function":"inn","file":"h.cuh","line":5},{"inlined":false,"function":"__main","file":"k.cu","line":22}\],"related":\[{"role":"target region",' inline.json \
  && ok || { bad JSON; cat inline.json; }
# A label that is not there.
sed 's/^.L__info_string0:/$L__elsewhere:/' inline.ptx > odd.ptx
what=odd
"$build/ptxvm-run" ./odd.ptx > out 2> err
says "8-byte store at 0x0: null pointer in __main (h.cuh:9), .*"
says '  inlined into unknown code (h.cuh:5)'

# ---- Programs.
find_offload "$build"
test -z "$gcc" || gcc="$gcc -g -O2 -fopenmp $offload"
# program NAME OPTION...: compile NAME.c.
program ()
{
  what=$1
  shift
  $gcc "$@" -o $what $what.c 2> err || bad "does not compile"
}
if test -z "$gcc"; then
  echo "SKIP: stacks.sh: no compiler here offloads to nvptx"
  echo "$passed passed, $failed failed, 9 skipped"
  test $failed = 0
  exit
fi

cat > call.c << 'E'
#pragma omp declare target
__attribute__ ((noipa)) void put (int *p, long n) { p[n] = 3; }
__attribute__ ((noipa)) void
twice (int *p, long n)
{
  put (p, n);
  put (p, n + FAR);
  p[0] = 1;
}
__attribute__ ((noipa)) void deep (int *p, int n)
{
  if (n)
    deep (p, n - 1);
  else
    twice (p, 2);
  p[1] = n;
}
#pragma omp end declare target
int
main (void)
{
  int a[8] = { 0 };
#pragma omp target map(tofrom: a)
  deep (a, 2);
  return a[2] != 3;
}
E
program call -DFAR=100000000
"$build/ptxvm-run" --sarif=call.sarif ./call > out 2> err
says '4-byte store .*in put (call.c:2), .*'
sed -n 's/^ptxvm:   called from //p' err | sed 5q > got
printf '%s (call.c:%s)\n' twice 7 deep 15 deep 13 deep 13 \
  'main$_omp_fn$0$impl' 24 > want
cmp -s got want && ok || { bad "stack"; cat got; }
says '  in the target region: main$_omp_fn$0 (call.c:23)'
if command -v jq > /dev/null 2>&1; then
  jq -c '.runs[0].results[0].codeFlows[0].threadFlows[0].locations
    | map (.location.physicalLocation | select (. != null)
	   | select (.artifactLocation.uri == "call.c") | .region.startLine)' \
    call.sarif > got
  test "`cat got`" = '[23,24,13,13,15,7,2]' && ok || { bad "code flow"; cat got; }
fi
program call -DFAR=0
"$build/ptxvm-run" ./call > out 2> err && test ! -s err && ok || bad "call, repaired"

# A barrier that one thread leaves out: the lines of the program, not only those
# of libgomp.
cat > out-of-step.c << 'E'
#include <omp.h>
#pragma omp declare target
__attribute__ ((noipa)) void
step (int *x)
{
  if (LEAVES)
    {
#pragma omp barrier
      x[omp_get_thread_num ()]++;
    }
}
#pragma omp end declare target
int
main (void)
{
  int a[8] = { 0 };
#pragma omp target map(tofrom: a)
#pragma omp parallel num_threads(8)
  step (a);
  return a[0] != 1;
}
E
for model in volta pascal; do
  program out-of-step '-DLEAVES=omp_get_thread_num () != 3'
  what="out-of-step, $model"
  "$build/ptxvm-run" --model=$model --time-limit=60 ./out-of-step > out 2> err
  case `$gcc -dumpversion` in
    1[12]*)
      says 'deadlock: .*, which step (out-of-step.c:8) called, .*'
      says '  warps .*in gomp_team_barrier_wait_end: step (out-of-step.c:8)'
      says '  warp 3: .*, at the end of the parallel region: .*' ;;
    *)
      # Here the thread's next barrier, that of the region's end, lets the others
      # go on to the end, where they wait for one that has left.
      says 'deadlock: .*, which main$_omp_fn$0$impl (out-of-step.c:18) called, .*'
      says '  warp 0: .*, at the end of the parallel region: .*(out-of-step.c:18)'
      says '  warp 3: at barrier 0 .*' ;;
  esac
  says '  in the target region: main$_omp_fn$0 (out-of-step.c:17)'
done
program out-of-step -DLEAVES=1
"$build/ptxvm-run" --time-limit=60 ./out-of-step > out 2> err \
  && test ! -s err && ok || bad "out-of-step, repaired"

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end
