#! /bin/sh
# Test of ptxvm-run --race with whole programs: OpenMP and OpenACC, compiled by
# the offload compilers, with libgomp in them.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/race
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
. "$srcdir/../simt/tests/offload.sh"
cd "$tmp" || exit 1

find_offload "$build"

# program NAME FLAG: compile NAME.c from standard input, run it with --race.
program ()
{
  what=$1
  cat > $1.c
  if $gcc -g -O2 $2 $offload $offload_options=-latomic -o $1 $1.c 2> err
  then
    "$build/ptxvm-run" --race ./$1 > out 2> err
    status=$?
  else
    bad "does not compile"
    status=1
  fi
}
# The program has a race, told with each of the texts.
races ()
{
  for text in "$@"; do
    if grep -q "data race.*$text" err; then ok; else bad "no '$text'"; fi
  done
}
# There is one report of it for two lines, whatever they do there.
once ()
{
  n=`grep -c '^ptxvm: data race' err`
  if test $n = 1; then ok; else bad "$n reports for one pair of lines"; fi
}
silent ()
{
  if test -s err; then bad "reports"; else ok; fi
  if test $status = 0; then ok; else bad "status $status"; fi
}

if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to nvptx"
  echo "0 passed, 0 failed, 35 skipped"
  exit 0
fi

program global -fopenmp <<'EOT'
int total;
#pragma omp declare target (total)
int main (void)
{
#pragma omp target teams distribute parallel for map(always, tofrom: total)
  for (int i = 0; i < 1000; i++)
    total += i;
}
EOT
races "in .total'.*(global.c:7)"

program shared -fopenmp <<'EOT'
int main (void)
{
#pragma omp target
  {
    int s = 0;
#pragma omp parallel num_threads(8)
    s += 3;
  }
}
EOT
races "nothing orders it after the .*(shared.c:7).*(shared.c:7)"
once

# libgomp looks at its number of tasks without the lock.
program tasks -fopenmp <<'EOT'
int main (void)
{
  int n = 0;
#pragma omp target parallel num_threads(8) map(tofrom: n)
  for (int k = 0; k < 4; k++)
    {
#pragma omp task shared(n)
      {
#pragma omp atomic
	n++;
      }
    }
  return n != 32;
}
EOT
silent

program phase -fopenmp <<'EOT'
int main (void)
{
  int a[256], b[256];
#pragma omp target map(from: a, b)
#pragma omp parallel num_threads(8)
  {
#pragma omp for nowait
    for (int i = 0; i < 256; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 256; i++)
      b[i] = a[255 - i];
  }
}
EOT
races "(phase.c:\(9).*(phase.c:12\|12).*(phase.c:9\))" \
  "element [0-9]* of .a., mapped from .* mapped by .target. at phase.c:4"
once

program gangs -fopenacc <<'EOT'
int main (void)
{
  int x[1] = { 0 };
#pragma acc parallel loop gang vector copy(x) num_gangs(4) vector_length(32)
  for (int i = 0; i < 256; i++)
    x[0] += i;
}
EOT
races "the \(store\|load\) by.*(gangs.c:6)" "0x[0-9a-f]*, .x., mapped from" "same instruction.*(gangs.c:6)"

program vector -fopenacc <<'EOT'
int main (void)
{
  int x[2] = { 0, 0 };
#pragma acc parallel loop vector copy(x) num_gangs(1) vector_length(32)
  for (int i = 0; i < 32; i++)
    x[i & 1] = i;
}
EOT
races "same instruction.*(vector.c:6)"

# Launches in two async queues.  WAIT is what stands between them.
queues ()
{
  program $1 -fopenacc <<EOT
#include <openacc.h>
#define N 4096
int a[N], b[N];
int main (void)
{
#pragma acc data copy(a, b)
  {
#pragma acc parallel loop gang vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i + 1;
    $2
#pragma acc parallel loop gang vector async($3)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
#pragma acc wait
  }
}
EOT
}
queues two "" 2
races "between launches: 4-byte \(load\|store\) at .*element [0-9]* of .a.,.*by another launch in .*(two.c:\(14\|10\)).*(two.c:\(10\|14\))"
once
queues one "" 1
silent
queues waits "_Pragma (\"acc wait(1) async(2)\")" 2
silent
queues host "_Pragma (\"acc wait(1)\")" 2
silent
queues polls "while (!acc_async_test (1));" 2
silent
# It knows of queue 1 only what was in it then.
queues early "_Pragma (\"acc wait(1) async(2)\")
_Pragma (\"acc parallel loop async(1)\")
    for (int i = 0; i < N; i++)
      a[i] = i + 2;" 2
races "between launches.*(early.c:\(14\|17\)).*(early.c:\(14\|17\))"

# Copies in another queue than the launch, and in the same.
copies ()
{
  program $1 -fopenacc <<EOT
#include <stdlib.h>
#include <unistd.h>
#define N 4096
int main (void)
{
  int *a = calloc (N, sizeof *a);
#pragma acc data copyin(a[:N])
  {
#pragma acc parallel loop gang vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i + 1;
    $2
#pragma acc update $3(a[:N]) async($4)
#pragma acc wait
  }
}
EOT
}
copies from "" self 2
races "between .* copy.*element [0-9]* of .a.,.*neither of their streams"
# libgomp's callback behind the launch has run meanwhile.
copies late "usleep (200000);" self 2
races "between .* copy.*element [0-9]* of .a.,.*neither of their streams"
copies to "" device 2
races "between .* copy.*element [0-9]* of .a.,.*neither of their streams"
copies same "" self 1
silent
copies after "_Pragma (\"acc wait(1) async(2)\")" self 2
silent

# Queues that have nothing in common but the compiler's own libraries.
program apart -fopenacc <<'EOT'
#include <stdlib.h>
#define N 4096
int main (void)
{
  static int a[N], b[N];
  int s = 0, t = 0;
#pragma acc data copy(a, b, s, t)
  {
#pragma acc parallel loop gang worker vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i + 1;
#pragma acc parallel loop gang worker vector async(2)
    for (int i = 0; i < N; i++)
      b[i] = i + 2;
#pragma acc parallel loop gang worker vector reduction(+: s) async(1)
    for (int i = 0; i < N; i++)
      s += a[i];
#pragma acc parallel loop gang worker vector reduction(+: t) async(2)
    for (int i = 0; i < N; i++)
      t += b[i];
#pragma acc wait
#pragma acc parallel loop gang vector async(3)
    for (int i = 0; i < N; i++)
      a[i] += b[i];
#pragma acc wait(3)
  }
  if (s + N != t || a[5] != 13)
    abort ();
}
EOT
silent

# Nothing to report: loops, phases, reductions, atomics, tasks, locks, and
# teams that are smaller than the pool of threads.
program clean -fopenmp <<'EOT'
#include <stdlib.h>
#include <omp.h>
#define N 512
int total, locked, crit;
omp_lock_t lk;
#pragma omp declare target (total, locked, crit, lk)
static int
fib (int n)
{
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a)
  a = fib (n - 1);
#pragma omp task shared(b)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}
#pragma omp declare target (fib)
static void
need (int x)
{
  if (!x)
    abort ();
}
int
main (void)
{
  int a[N], b[N], red = 0, at = 0, f = 0, sec = 0, ord = 0, m = 0, dep = 0;
  int x[N], sum = 0;
  long hist[16] = { 0 };
#pragma omp target teams distribute parallel for reduction(+: red) \
  reduction(max: m)
  for (int i = 0; i < N; i++)
    {
      red += i;
      m = i > m ? i : m;
    }
  need (red == N * (N - 1) / 2 && m == N - 1);
#pragma omp target teams distribute parallel for map(tofrom: at, hist)
  for (int i = 0; i < N; i++)
    {
#pragma omp atomic
      at += i;
#pragma omp atomic
      hist[i % 16]++;
    }
  need (at == red && hist[3] == N / 16);
#pragma omp target parallel map(tofrom: sec) num_threads(8)
  {
#pragma omp critical
    {
      crit += omp_get_thread_num ();
      sec++;
    }
#pragma omp critical (named)
    sec += 0;
  }
  need (sec == 8);
#pragma omp target map(from: a, b)
#pragma omp parallel num_threads(8)
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      a[i] = i;
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];
#pragma omp for schedule(guided)
    for (int i = 0; i < N; i++)
      a[i] = b[(i + 7) % N];
#pragma omp single
    a[0] = 5;
#pragma omp master
    a[1] = 6;
  }
  need (a[0] == 5 && a[1] == 6 && a[2] == N - 10);
#pragma omp target map(tofrom: f)
#pragma omp parallel num_threads(8)
#pragma omp single
  f = fib (8);
  need (f == 21);
#pragma omp target map(tofrom: locked)
  {
    omp_init_lock (&lk);
#pragma omp parallel num_threads(8)
    for (int i = 0; i < 10; i++)
      {
	omp_set_lock (&lk);
	locked++;
	omp_unset_lock (&lk);
      }
    omp_destroy_lock (&lk);
  }
#pragma omp target map(tofrom: ord)
#pragma omp parallel for ordered num_threads(8)
  for (int i = 0; i < 8; i++)
#pragma omp ordered
    ord = ord * 2 + (i & 1);
  need (ord == 0x55);
#pragma omp target teams num_teams(4)
#pragma omp parallel num_threads(4)
#pragma omp atomic
  total += omp_get_thread_num ();
#pragma omp target parallel map(tofrom: dep)
#pragma omp single
  {
#pragma omp task depend(out: dep)
    dep = 1;
#pragma omp task depend(inout: dep)
    dep += 2;
  }
  need (dep == 3);
#pragma omp target teams distribute parallel for simd map(from: x)
  for (int i = 0; i < N; i++)
    x[i] = i;
#pragma omp target parallel for simd reduction(+: sum) map(to: x)
  for (int i = 0; i < N; i++)
    sum += x[i];
  need (sum == red);
}
EOT
silent

program accclean -fopenacc <<'EOT'
#include <stdlib.h>
#define N 1024
int
main (void)
{
  int a[N], b[N], c[N], s = 0, at = 0, q = 0;
#pragma acc parallel loop copyout(a)
  for (int i = 0; i < N; i++)
    a[i] = i;
#pragma acc parallel loop gang worker vector reduction(+: s) copyin(a)
  for (int i = 0; i < N; i++)
    s += a[i];
#pragma acc parallel loop gang copyin(a) copyout(b) num_workers(4) \
  vector_length(32)
  for (int i = 0; i < N / 32; i++)
    {
      int t = 0;
#pragma acc loop worker vector reduction(+: t)
      for (int j = 0; j < 32; j++)
	t += a[i * 32 + j];
#pragma acc loop vector
      for (int j = 0; j < 32; j++)
	b[i * 32 + j] = t;
    }
#pragma acc parallel loop copy(at) copyin(b)
  for (int i = 0; i < N; i++)
#pragma acc atomic
    at += b[i];
#pragma acc kernels copyin(a) copyout(c)
  for (int i = 0; i < N; i++)
    c[i] = a[N - 1 - i];
#pragma acc parallel loop gang vector_length(128) reduction(+: q) copyin(a) \
  num_gangs(4)
  for (int i = 0; i < 16; i++)
    {
      int t = 0;
#pragma acc loop vector reduction(+: t)
      for (int j = 0; j < 64; j++)
	t += a[i * 64 + j];
      q += t;
    }
  if (s != N * (N - 1) / 2 || at != 32 * s || c[0] != N - 1 || q != s)
    abort ();
}
EOT
silent

cd "$build" && rm -rf "$tmp"
end
