#! /bin/sh
# Test of gcnvm-run --profile, --callgrind and --coverage: what is counted of a kernel
# in assembly, and of an OpenMP program.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh profile.sh
# The documents themselves are tested by ptxvm's profile.sh.

. "${0%/*}/../../simt/tests/lib.sh"
. "${0%/*}/../../simt/tests/offload.sh"
srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/profile
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
unset GCNVM_PROFILE GCNVM_JSON GCNVM_STATS GCNVM_DEVICE GCNVM_RACE GCNVM_THREADS
run=$build/gcnvm-run

# member JSON LINE NAME: the member NAME of line LINE.
member () { sed -n "s/.*\"line\":$2,.*\"$3\":\([0-9]*\).*/\1/p" "$1"; }

find_gcn_binutils
if test "$as" = none || test "$ld" = none; then
  skip "no assembler or linker for amdgcn"
else
  "$as" -triple=amdgcn-amd-amdhsa -mcpu=gfx900 -filetype=obj -o k.o \
    "$srcdir/tests/kernels/profile.s" > out 2> err &&
    "$ld" $ldopt -shared -o k.so k.o >> out 2>> err || bad "profile.s: failed"
  # Two groups, of 64 and of 32 work items.
  for options in "" --threads=1 --race --uninit=report "--hazards=report"; do
    rm -f p.json
    is 0 $run --device=gfx900 --profile --stats --json=p.json $options \
      "$build/tests/gcn-launch" --grid=96 --group=64 ./k.so lines out=256
    while read -r l executed insns slots lanes read written splits; do
      got=`for m in executed instructions lane_slots lanes read written splits; do
	     member p.json $l $m
	   done | xargs`
      test "$got" = "$executed $insns $slots $lanes $read $written $splits" && ok ||
	bad "line $l: $got, not $executed $insns $slots $lanes $read $written $splits"
    done <<'TAB'
10 96 4 0 0 16 0 0
11 96 8 512 384 0 0 0
12 96 6 128 96 0 0 2
13 16 2 128 16 0 64 0
14 96 6 128 96 384 0 0
15 96 2 0 0 0 0 0
16 480 30 0 0 0 0 0
17 96 2 128 96 384 384 0
18 8 4 128 2 0 0 0
19 2 2 0 0 0 0 0
20 96 2 128 96 0 0 2
21 8 2 128 8 0 0 0
TAB
    test -z "`member p.json 30 executed`" && ok || bad "line 30 is executed"
    # What --stats counts in another way.
    all=`sed -n 's/^gcnvm: profile: \([0-9]*\) .*/\1/p' err`
    grep -q ", $all wave instructions, " err && test -n "$all" && ok ||
      bad "$all instructions: not as --stats"
  done
  is 0 $run --device=gfx900 --coverage=c.info "$build/tests/gcn-launch" --grid=96 \
    --group=64 ./k.so lines out=256
  has_line c.info SF:lines.c
  has_line c.info DA:16,480
  has_line c.info DA:30,0
  has_line c.info FNDA:96,lines
  has_line c.info FNDA:0,unused
fi

# A program: each iteration is executed once, on however many lanes.
find_offload_gcn "$build"
if test -z "$gcc"; then
  skip "no compiler here offloads to amdgcn"
else
  cat > p.c <<'C'
#define N 1000
int
main (void)
{
  static int a[N];
  int s = 0;
#pragma omp target map(from: a)
#pragma omp teams distribute parallel for
  for (int i = 0; i < N; i++)
    {
      int k = i % 10;
      if (k == 3)
	a[i] = 1;
      else
	a[i] = 2;
    }
  for (int i = 0; i < N; i++)
    s += a[i];
  return s != 1900;
}
C
  $gcc -g -O0 -fopenmp $offload -o program p.c > out 2> err ||
    bad "p.c does not compile"
  is 0 $run --hazards=off --coverage=c.info --callgrind=c.out --profile \
    --html=p.html ./program
  has_line c.info SF:$tmp/p.c
  has_line c.info DA:11,1000
  has_line c.info DA:12,1000
  has_line c.info DA:13,100
  has_line c.info DA:15,900
  grep -q '^DA:17' c.info && bad "line of the host's" || ok
  grep -q '^DA:.*,0$' c.info && bad "a line is not executed" || ok
  grep -q '^fn=main\._omp_fn\.' c.out && ok || bad "c.out: no function"
  grep -q '<td>13</td><td>100</td>.*a\[i\] = 1;</td></tr>$' p.html && ok ||
    bad "p.html: line 13"
fi

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end
