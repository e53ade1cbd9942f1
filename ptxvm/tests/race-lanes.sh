#! /bin/sh
# Test of ptxvm-run --race: lanes of one warp that conflict through memory, in
# simd loops and OpenACC's vector loops.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/race-lanes
rm -rf "$tmp"
. "$srcdir/../simt/tests/offload.sh"
mkdir -p "$tmp" && cd "$tmp" || exit 1

find_offload "$build"
test -z "$gcc" || gcc="$gcc -g -O2 $offload"
if test -z "$gcc"; then
  echo "SKIP: race-lanes.sh: no compiler here offloads to nvptx"
  echo "0 passed, 0 failed, 30 skipped"
  exit 0
fi

# program NAME OPTION...: compile NAME.c, run it with --race.
program ()
{
  name=$1 what="$*"
  shift
  status=1
  $gcc "$@" -o $name $name.c 2> err || { bad "does not compile"; return; }
  "$build/ptxvm-run" --race --json=$name.json ./$name > out 2> err
  status=$?
}
silent ()
{
  if test -s err; then bad "reports"; else ok; fi
  if test $status = 0; then ok; else bad "status $status"; fi
}
# conflict STORE-OR-LOAD LINE: it is told for that line.
conflict ()
{
  if grep -q "^ptxvm: data race between lanes: .*$1 at .* by lane [0-9]* of the same warp in .*($name.c:$2), PTX line [0-9]*: .*; in .*($name.c:$2), " err; then
    ok
  else
    bad "no conflict at line $2"
  fi
}

# A dependence that simd lanes carry: within 32 iterations, and from one round of
# 32 to the next; each type; in a function that the loop calls.
cat > simd.c << 'E'
#pragma omp declare target
__attribute__ ((noipa)) void
store (T *p, int v)
{
  *p = v;
}
#pragma omp end declare target
int
main (void)
{
  static T a[200], b[200], c[200];
  int bad = 0;
  for (int i = 0; i < 200; i++)
    a[i] = 3 * i, b[i] = 0;
#pragma omp target map(tofrom: a, b, c)
  {
#pragma omp simd
    for (int i = 40; i < 190; i++)
      TO[i] = a[i - BACK] + 1;
#pragma omp simd
    for (int i = 0; i < 200; i++)
      c[i] = TO[199 - i];
#pragma omp simd
    for (int i = 0; i < 200; i++)
      if (i % 3)
	store (&b[i], c[i] + 1);
      else
	store (&b[i], a[199 - i] + 1);
    b[0] = c[7] + c[8];
  }
  for (int i = 40; i < 190; i++)
    bad += c[199 - i] != (T) (3 * (i - BACK) + 1);
  return SAFE && bad;
}
E
for t in int char double; do
  program simd -fopenmp -DT=$t -DTO=a -DBACK=1 -DSAFE=0
  conflict store 19
  if grep -v "simd.c:19" err | grep -q "data race between"; then
    bad "other lines"
  else
    ok
  fi
done
program simd -fopenmp -DT=int -DTO=a -DBACK=37 -DSAFE=0
conflict load 19
grep -q '"related":.*"role":"other access","text":"the store' simd.json && ok \
  || bad JSON
for t in int char double; do
  program simd -fopenmp -DT=$t -DTO=b -DBACK=1 -DSAFE=1
  silent
done
# The same iterations by the same lanes.
program simd -fopenmp -DT=int -DTO=a -DBACK=32 -DSAFE=0
silent

# Code that lanes do one after another.  (GCC's code for that waits for all 32, so
# the loop has a multiple of 32 iterations.)
cat > ordered.c << 'E'
int
main (void)
{
  int a[100] = { 0 }, x = 0, last = 0;
#pragma omp target map(tofrom: a, x)
#pragma omp simd
  for (int i = 0; i < 96; i++)
    {
#pragma omp ordered simd
      a[i + 1] = a[i] + i + 1;
    }
#pragma omp target map(tofrom: x, last) map(to: a)
#pragma omp simd reduction(+: x) lastprivate(last)
  for (int i = 0; i < 97; i++)
    {
      x += a[i] != i * (i + 1) / 2;
      last = i;
    }
  return x || last != 96;
}
E
program ordered -fopenmp
silent

# OpenACC: a vector loop, and code around it that one lane does.
cat > vector.c << 'E'
#include <stdlib.h>
int
main (void)
{
  int n = N, a[N], b[N], s = 0;
  for (int i = 0; i < N; i++)
    a[i] = 3 * i;
#pragma acc parallel copy(a, b, s) num_gangs(1) num_workers(1) vector_length(32)
  {
    a[0] = 7;
#pragma acc loop vector
    for (int i = 1; i < n; i++)
      FROM[i] = a[i - 1];
#pragma acc loop vector
    for (int i = 0; i < n; i++)
      b[i] = a[n - 1 - i];
    b[3] += b[4];
#pragma acc loop vector
    for (int i = 0; i < n; i++)
      a[i] = b[n - 1 - i];
    for (int k = 0; k < n; k++)
      s += a[k];
  }
  return s == 0;
}
E
program vector -fopenacc -DN=128 -DFROM=a
conflict store 13
for n in 32 64 100 128; do
  program vector -fopenacc -DN=$n -DFROM=b
  silent
done

# All lanes load and store the same.
cat > sum.c << 'E'
#include <stdlib.h>
int
main (void)
{
  int a[100], s = 0, k = 0;
  for (int i = 0; i < 100; i++)
    a[i] = 1;
#pragma acc parallel copyin(a) copy(s, k) num_gangs(1) vector_length(32)
  {
#pragma acc loop vector CLAUSE
    for (int i = 0; i < 100; i++)
      s += a[i];
    for (int i = 0; i < 100; i++)
      k += a[i];
  }
  return k != 100;
}
E
program sum -fopenacc -DCLAUSE=
conflict store 12
program sum -fopenacc "-DCLAUSE=reduction(+: s)"
silent

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end
