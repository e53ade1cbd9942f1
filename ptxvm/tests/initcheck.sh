#! /bin/sh
# Test of ptxvm-run --initcheck with whole programs: OpenMP and OpenACC, compiled
# by the offload compilers, with libgomp in them.  Each fault has a twin in which it
# is repaired: the same program with -DGOOD.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/initcheck
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
. "$srcdir/../simt/tests/offload.sh"
cd "$tmp" || exit 1

find_offload "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to nvptx"
  echo "0 passed, 0 failed, 48 skipped"
  exit 0
fi

run ()
{
  "$build/ptxvm-run" --initcheck "$@" > out 2> err
  status=$?
}

# fault NAME FLAGS TEXT...: the program on standard input has one fault, which is
# told with each TEXT; with -DGOOD it has none.
fault ()
{
  what=$1 flags=$2
  shift 2
  cat > $what.c
  if ! $gcc -g $flags $offload $offload_options=-latomic -o $what-bad $what.c \
	 2> err \
     || ! $gcc -g $flags -DGOOD $offload $offload_options=-latomic \
	    -o $what-good $what.c 2> err; then
    bad "does not compile"
    return
  fi
  run ./$what-bad
  for text in "$@"; do
    if grep -q "undefined.*$text" err; then ok; else bad "no '$text'"; fi
  done
  if test `grep -c '^ptxvm: .*undefined.*(' err` -le 3; then ok
  else bad "`grep -c undefined err` reports"; fi
  run ./$what-good
  if test -s err; then bad "the repaired twin"; else ok; fi
  if test $status = 0; then ok; else bad "repaired: status $status"; fi
}

fault alloc -fopenmp 'decides a branch.*loaded in .*(alloc.c:11) from offset .*is used in .*(alloc.c:11)' <<'EOT'
int main (void)
{
  int a[64], n = 0;
#pragma omp target data map(alloc: a)
  {
#ifdef GOOD
#pragma omp target
    for (int i = 0; i < 64; i++) a[i] = i;
#endif
#pragma omp target map(tofrom: n)
    for (int i = 0; i < 64; i++) if (a[i] > 3) n++;
  }
  return 0;
}
EOT

# One load that is called for two objects of one block.
fault two -fopenmp 'loaded in get.* from offset 20 in `one.*used in' 'loaded in get.* from offset 28 in `other.*used in' <<'EOT'
int one[64], other[64], n;
static __attribute__ ((noinline)) int get (int *p, int i) { return p[i]; }
int main (void)
{
#ifdef GOOD
#pragma omp target map(to: one, other) map(tofrom: n)
#else
#pragma omp target map(alloc: one, other) map(tofrom: n)
#endif
  {
    if (get (one, 5) > 3) n++;
    if (get (other, 7) > 3) n++;
  }
  return 0;
}
EOT

fault partial "-fopenmp -O2" 'bytes of 256 from .*the first one is byte 128.*last kernel was main._omp_fn' <<'EOT'
int main (void)
{
  int a[64], m = 32;
#ifdef GOOD
  m = 64;
#endif
#pragma omp target teams distribute parallel for map(from: a)
  for (int i = 0; i < m; i++)
    a[i] = i;
  return a[0];
}
EOT

# One element, where a structure could have padding: the debug information knows
# that there is none.
fault last "-fopenmp -O2" 'bytes of 800 .*byte 796, .*in `a.' 'bytes of 512 .*byte 4, .*in `table.' 'bytes of 64 .*byte 31, .*in `text.' <<'EOT'
#include <stdlib.h>
#ifdef GOOD
# define MISSING -1
#else
# define MISSING 1
#endif
static float table[2][64];
struct s { int i; double d; };
int main (void)
{
  int n = 200, *a = malloc (n * sizeof *a);
  struct s *padded = malloc (9 * sizeof *padded);
  char text[64];
  int last = MISSING < 0 ? n : n - 1;
#pragma omp target map (from: a[0:n])
  for (int i = 0; i < last; i++)
    a[i] = i;
#pragma omp target map (from: table)
  for (int i = 0; i < 128; i++)
    if (i != MISSING)
      table[i / 64][i % 64] = i;
#pragma omp target map (from: text)
  for (int i = 0; i < 64; i++)
    if (i != 31 * MISSING)
      text[i] = 'x';
#pragma omp target map (from: padded[0:9])
  for (int i = 0; i < 9; i++)
    {
      padded[i].i = i;
      padded[i].d = i;
    }
  return a[3] - 3 + padded[8].i - 8 + (text[0] != 'x');
}
EOT

# A number of which one bit is undefined; a structure's bit-fields leave such, too.
fault select "-fopenmp -O2" 'bytes of 800 .*byte 796, .*in `b.' <<'EOT'
#include <stdlib.h>
struct s { unsigned low : 3, high : 5; };
int main (void)
{
  int n = 200, m = n - 1;
  int *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  struct s *parts = malloc (16 * sizeof *parts);
#ifdef GOOD
  m = n;
#endif
#pragma omp target data map (alloc: a[0:n]) map (from: b[0:n])
  {
#pragma omp target
    for (int i = 0; i < m; i++)
      a[i] = i;
#pragma omp target
    for (int i = 0; i < n; i++)
      b[i] = a[i] > 5 ? 1 : 0;
  }
#pragma omp target map (from: parts[0:16])
  for (int i = 0; i < 16; i++)
    parts[i].high = i;
  return b[3] + parts[9].high - 9;
}
EOT

fault member "-fopenmp -O1" 'decides a branch.*(member.c:14)' <<'EOT'
struct s { char c; double d; int i; };
int main (void)
{
  struct s v[8];
  int n = 0;
#pragma omp target map(from: v) map(tofrom: n)
  {
    for (int k = 0; k < 8; k++)
      {
	v[k].c = 1; v[k].d = k;
#ifdef GOOD
	v[k].i = k;
#endif
	if (v[k].i == 5) n++;
	v[k].i = 3;
      }
  }
  return v[0].i - 3;
}
EOT

fault local "-fopenmp -O0" 'decides a branch.*byte .*of the stack frame of .*(local.c:10)' <<'EOT'
int main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
    int a[16], last = 15;
#ifdef GOOD
    last = 16;
#endif
    for (int i = 0; i < last; i++) a[i] = i; for (int i = 0; i < 16; i++) if (a[i] == 7) n++;
  }
  return n - 1;
}
EOT

fault frames "-fopenmp -O1" 'frame of second.*(frames.c:13)' <<'EOT'
#pragma omp declare target
int __attribute__ ((noipa)) keep (int *p) { return p[3]; }
int __attribute__ ((noipa)) first (int k)
{ int a[8]; for (int i = 0; i < 8; i++) a[i] = k; return keep (a); }
int __attribute__ ((noipa)) second (int k)
{
  volatile int a[8];
  a[0] = k;
#ifdef GOOD
  a[5] = k;
#endif
  a[1] = 0;
  if (a[5] == k) a[1] = 1;
  return a[1] + a[0];
}
#pragma omp end declare target
int main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  n = first (5) * second (5);
  return 0 * n;
}
EOT

fault heap -fopenmp 'memory from malloc .*(heap.c:13)' <<'EOT'
#include <stdlib.h>
int main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
#ifdef GOOD
    int *p = calloc (10, 4);
#else
    int *p = malloc (40);
#endif
    p[0] = 1;
    if (p[1] > 4) n = 1;
    free (p);
  }
  return 0 * n;
}
EOT

fault memcpy "-fopenmp -O1" 'decides a branch.*(memcpy.c:16)' <<'EOT'
#include <string.h>
#pragma omp declare target
void __attribute__ ((noipa)) copy (void *a, void *b, int n) { memcpy (a, b, n); }
#pragma omp end declare target
int main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
    int a[32], b[32], m = 31;
#ifdef GOOD
    m = 32;
#endif
    for (int i = 0; i < m; i++) a[i] = i;
    copy (b, a, sizeof a);
    for (int i = 0; i < 32; i++) if (b[i] == 1000) n++;
  }
  return n;
}
EOT

fault team "-fopenmp -O1" 'address of a load.*(team.c:12)' <<'EOT'
int main (void)
{
  int a[256], b[256];
  for (int i = 0; i < 256; i++) b[i] = i;
#pragma omp target data map(alloc: a) map(tofrom: b)
  {
#ifdef GOOD
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 256; i++) a[i] = 255 - i;
#endif
#pragma omp target teams distribute parallel for num_teams(2)
    for (int i = 0; i < 256; i++) b[i] = b[a[i] & 255];
  }
  return b[0] * 0;
}
EOT

fault simd "-fopenmp -O2" 'bytes of 256 from .*the first one is byte 0' <<'EOT'
int main (void)
{
  float a[64], b[64];
  for (int i = 0; i < 64; i++) b[i] = i;
#pragma omp target data map(alloc: a) map(tofrom: b)
  {
#ifdef GOOD
#pragma omp target
#pragma omp simd
    for (int i = 0; i < 64; i++) a[i] = i;
#endif
#pragma omp target
#pragma omp simd
    for (int i = 0; i < 64; i++) b[i] += a[i];
  }
  return b[0] > 1e30f;
}
EOT

fault acc "-fopenacc -O1" 'decides a branch.*(acc.c:13)' <<'EOT'
int main (void)
{
  int a[512], n = 0;
#pragma acc data create(a)
  {
#ifdef GOOD
#pragma acc parallel loop
    for (int i = 0; i < 512; i++) a[i] = i;
#endif
#pragma acc parallel loop reduction(+: n)
    for (int i = 0; i < 512; i++)
      {
	if (a[i] == 5000) __builtin_trap ();
      }
  }
  return n;
}
EOT

# Reports in the files, suppressions, the exit status, and what padding is.
what=files
run --json=r.json --sarif=r.sarif --error-exitcode=9 ./alloc-bad
if test $status = 9; then ok; else bad "status $status"; fi
if grep -q '"kind":"initcheck".*"file":"alloc.c","line":11' r.json; then ok
else bad "JSON"; fi
if grep -q '"ruleId": *"initcheck"' r.sarif; then ok; else bad "SARIF"; fi
run --gen-suppressions ./alloc-bad
sed -n 's/^ptxvm: suppression: //p' err > supp
if grep -q '^initcheck ' supp; then ok; else bad "no suppression"; fi
run --suppressions=supp ./alloc-bad
if grep -q 'undefined value decides' err; then bad "not suppressed"; else ok; fi

what=padding
cat > padding.c <<'EOT'
struct s { char c; double d; int i; };
int main (void)
{
  struct s v[8];
#pragma omp target map(from: v)
  for (int k = 0; k < 8; k++) { v[k].c = 1; v[k].d = k; v[k].i = k; }
  return 0;
}
EOT
if $gcc -g -O1 -fopenmp $offload -o padding padding.c 2> err; then
  run ./padding
  if test -s err; then bad "padding is told"; else ok; fi
  run --initcheck-strict ./padding
  if grep -q 'copies 88 undefined bytes of 192' err; then ok; else bad "strict"
  fi
else
  bad "does not compile"
fi

cd "$build" && rm -rf "$tmp"
end
