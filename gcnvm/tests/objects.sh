#! /bin/sh
# Test of gcnvm-run with programs that leave their objects in device memory, use
# them when they are unmapped, never free them, or overflow their stack; each
# with a twin that does not; and of what reports have: the call stack, where
# memory was mapped and freed, who launched.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh objects.sh.  Skipped without an
# offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/objects
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1
unset GCNVM_RACE GCNVM_UNINIT GCNVM_DEVICE GCNVM_STATS GCNVM_JSON GCNVM_REDZONE

. "$srcdir/../simt/tests/offload.sh"
find_offload_gcn "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to amdgcn"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi
# Lines of the host program are known where libdw is.
lines=no
for d in /usr/lib/*/libdw.so.1 /usr/lib/libdw.so.1 /usr/lib64/libdw.so.1 \
  /lib/*/libdw.so.1; do
  if test -e "$d"; then lines=yes; fi
done

# compile NAME FLAG: NAME.c from standard input.
compile ()
{
  what=$1
  cat > t.c && mv t.c $1.c
  $gcc -g -O1 $2 $offload -o $1 $1.c 2> err || bad "does not compile"
}
# An option for programs that may launch nothing; where others do not, that is said,
# as a program runs on the host then.
launch=
# run ARGUMENT OPTION...: the program last compiled, all that is to be known.
# What the compiler's libraries lack of wait states is no matter here.
run ()
{
  argument=$1; shift
  "$build/gcnvm-run" --leak-check --hazards=off $launch \
    --time-limit=60 "$@" ./$what $argument > out 2> err < /dev/null
  status=$?
}
# told ARGUMENT TEXT...: it is reported with each text; lines are left out where
# they cannot be known.
told ()
{
  run "$1"; shift
  for text in "$@"; do
    if test $lines = no; then
      text=`echo "$text" | sed 's/ at [a-z]*\.c:.*//; s/: main (.*//
	s/ \(of\|in\) \.[a-z]*\.,/.*/'`
    fi
    if grep -q -e "^gcnvm: .*$text" err; then
      ok
    else
      bad "status $status, no '$text'"
    fi
  done
}
# silent ARGUMENT OPTION...: nothing is reported, and the program succeeds.
silent ()
{
  run "$@"
  if grep -q '^gcnvm' err; then bad "reports with '$1'"; else ok; fi
  if test $status = 0; then ok; else bad "status $status with '$1'"; fi
}

# Arrays of one region, which libgomp puts into one block.  The arguments are how
# far to go.
compile beside -fopenmp <<'EOF'
#include <stdlib.h>
__attribute__ ((noinline)) void
put (int *p, int i)
{
  p[i] = 2;
}
int
main (int argc, char **argv)
{
  int a[1024], b[1024], s = 0, n = atoi (argv[1]), m = atoi (argv[2]);
  int k = argc > 3 ? atoi (argv[3]) : 0;
  for (int i = 0; i < 1024; i++)
    a[i] = b[i] = 1;
#pragma omp target map(tofrom: a, b, s)
  {
    for (int i = m; i < n; i++)
      put (a, i);
    for (int i = 0; i < k; i++)
      b[i] = 1;
    for (int i = 0; i < 1024; i++)
      s += a[i] + b[i];
  }
  return s != 3072;
}
EOF
silent '1024 0 1024'
told '1025 1024' 'store of 4 bytes at 0x[0-9a-f]*: out of bounds: 0 bytes past the end of .a., mapped from host address 0x[0-9a-f]* (4096 bytes), element 1024 of 0 to 1023, mapped by `target. at beside.c:14 (main) in put (beside.c:5)' \
  '  called from main._omp_fn.0 (beside.c:17)' \
  '  mapped here by `target.: main (beside.c:14)' \
  '  launched here by `target.: main (beside.c:14)'
told '0 0 1025' 'out of bounds: 0 bytes past the end of .b.,'
told '0 -1' 'out of bounds: .* bytes \(ahead\|past\)'
# That is unknown without red zones.
run '1025 1024' --redzone=0
if grep -q '^gcnvm' err; then bad "known without red zones"; else ok; fi

# The files have what the text has; members as the standard requires them.
if command -v jq > /dev/null 2>&1 && test $lines = yes; then
  rm -f json
  run '1025 1024' --json="$tmp/json" --sarif="$tmp/sarif" --html="$tmp/html"
  for t in \
    '.stack | map (.function) == ["put", "main._omp_fn.0"]' \
    '.stack | map (.line) == [5, 17]' \
    '.related | map (.role) == ["allocation", "target region"]' \
    '.related[0].stack[0] | .function == "main" and .line == 14'; do
    if test "`sed -n '/"report",/p' json | jq "$t"`" = true
    then ok; else bad "JSON: $t"; fi
  done
  sh "$srcdir/../simt/tests/sarif-members.sh" sarif > members
  if test $? = 0; then ok; else bad "SARIF: `cat members`"; fi
  for t in \
    '.relatedLocations | map (.message.text) == ["mapped here by `target'\''", "launched here by `target'\''"]' \
    '.relatedLocations[0].physicalLocation.region.startLine == 14' \
    '.stacks | length == 3' \
    '.codeFlows[0].threadFlows[0].locations | length == 4'; do
    if test "`jq ".runs[0].results[0] | $t" sarif`" = true
    then ok; else bad "SARIF: $t"; fi
  done
  for t in 'mapped here by `target' 'called\|main\._omp_fn\.0' \
    'beside\.c:14'; do
    if grep -q "$t" html; then ok; else bad "HTML: no $t"; fi
  done
else
  skipped=`expr $skipped + 12`
fi

# Where an object ends in a dword, GCC's code loads all of it.
compile named -fopenmp <<'EOF'
#include <stdlib.h>
char table[100];
struct { short s; } pair[1] = { { 3 } };
int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), s = 0;
#pragma omp target enter data map(to: table)
#pragma omp target map(table, pair) map(from: s)
  {
    for (int i = 0; i < n; i++)
      table[i] = 1;
    s = pair[0].s;
  }
#pragma omp target exit data map(from: table)
  return table[99] != 1 || s != 3;
}
EOF
silent 100
told 101 "1 bytes at .*0 bytes past the end of .table', mapped from host address 0x[0-9a-f]* (100 bytes), mapped by .enter data. at named.c:8"

# What has no name of its own has that of the variable that leads to it, in the
# function that maps it.
compile names -fopenmp <<'EOF'
#include <stdlib.h>
struct s { int n; double *p; };
__attribute__ ((noinline)) static void
put (int *h, int n, int which)
{
  int local[20];
  int vla[n];
  struct s s = { n, calloc (n, sizeof (double)) };
  for (int i = 0; i < 20; i++)
    local[i] = i;
  for (int i = 0; i < n; i++)
    vla[i] = i;
#pragma omp target map(tofrom: h[0:n], vla, local, s.p[0:n])
  {
    if (which == 'h')
      h[n] = 1;
    if (which == 'v')
      vla[n] = 1;
    if (which == 'l')
      local[20] = 1;
    if (which == 's')
      s.p[n] = 1;
  }
  if (which == 'd')
    {
      int *q = h;
#pragma omp target data map(h[0:n])
#pragma omp target firstprivate(q)
      *q = 1;
    }
  free (s.p);
}

int
main (int argc, char **argv)
{
  int *heap = calloc (100, sizeof *heap);
  put (heap, 100, *argv[1]);
  free (heap);
  return 0;
}
EOF
silent -
if test $lines = yes; then
  told h '0 bytes past the end of .h., mapped from host address 0x[0-9a-f]* (400 bytes), element 100 of 0 to 99'
  told v 'past the end of .vla., mapped from'
  told l 'past the end of .local., mapped from host address 0x[0-9a-f]* (80 bytes), element 20 of 0 to 19'
  told d "an address of the host's, in .[hq]., which is mapped to the device at"
  told s 'past the end of .s.p., mapped from host address 0x[0-9a-f]* (800 bytes), element 100 of 0 to 99'
else
  skipped=`expr $skipped + 5`
fi

# Functions of C++ are named as in the source.
gxx=`echo "$gcc" | sed 's/gcc/g++/'`
if command -v $gxx > /dev/null && test $lines = yes; then
  what=grid
  cat > grid.cc <<'EOF'
struct grid
{
  double *cells;
  int n;
  grid (int k) : cells (new double[k]), n (k) {}
  __attribute__ ((noinline)) void fill (int to);
};
void
grid::fill (int to)
{
#pragma omp target map(tofrom: cells[0:n])
  for (int i = 0; i < to; i++)
    cells[i] = i;
}
int
main ()
{
  grid (10).fill (11);
}
EOF
  $gxx -g -O1 -fopenmp $offload -o grid grid.cc 2> err || bad "does not compile"
  told '' 'mapped by `target. at grid.cc:11 (grid::fill(int)) in grid::fill(int)._omp_fn.0 (grid.cc:13)' \
    '  mapped here by `target.: grid::fill(int) (grid.cc:11)'
  "$build/gcnvm-run" --hazards=off --json=json ./grid > out 2>&1
  if grep -q '"text":"[^"]* in grid::fill(int)._omp_fn.0' json \
     && grep -q '"function":"_ZN4grid4fillEi' json; then
    ok
  else
    bad "JSON: names of C++"
  fi
else
  skipped=`expr $skipped + 3`
fi

compile acc -fopenacc <<'EOF'
#include <stdlib.h>
int
main (int argc, char **argv)
{
  float *p = calloc (256, 4), *q = calloc (256, 4);
  int n = atoi (argv[1]);
#pragma acc parallel loop copy(p[0:256], q[0:256])
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
  return q[255] != 1;
}
EOF
silent 256
told 257 '4 bytes at .*0 bytes past the end of .*(1024 bytes), element 256 of 0 to 255, mapped by `a compute construct. at acc.c:7'

# What is freed, never freed, and freed twice; null and the host's addresses.
launch=--no-require-launch
compile life -fopenmp <<'EOF'
#include <stdlib.h>
#include <string.h>
#include <omp.h>
int there[10], x;
int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  int *p = calloc (100, 4), *q = p;
#pragma omp target enter data map(to: p[0:100])
#pragma omp target data use_device_ptr(p)
  q = p;
  void *d = omp_target_alloc (123, 0);
  if (strcmp (how, "keep"))
    {
#pragma omp target exit data map(delete: p[0:100])
    }
  if (!strcmp (how, "after"))
    {
#pragma omp target is_device_ptr(q)
      q[3] = 1;
    }
  if (strcmp (how, "alloc"))
    omp_target_free (d, 0);
  if (!strcmp (how, "twice"))
    omp_target_free (d, 0);
  q = !strcmp (how, "null") ? NULL : &there[4];
  if (!strcmp (how, "host") || !strcmp (how, "null"))
    {
#pragma omp target enter data map(to: there)
#pragma omp target firstprivate(q)
      *q = 2;
    }
  return 0;
}
EOF
silent ''
told keep 'leak: 400 bytes of device memory of .p., allocated by `enter data. at life.c:10 (main), mapped or allocated still at exit' '  mapped here: main (life.c:10)'
told alloc 'leak: 123 bytes of device memory, allocated by `omp_target_alloc. at life.c:13 (main)'
told after 'use after free: offset 12 in .p., mapped from host address .*, freed by `exit data. at life.c:16 (main)' '  freed here by `exit data.: main (life.c:16)'
told twice 'double free by `omp_target_free. at life.c:26 (main): .*freed by `omp_target_free. at life.c:24 (main)'
told null 'store of 4 bytes at 0x0: null pointer in main'
told host "store of 4 bytes at 0x[0-9a-f]*: an address of the host's, in .there', which is mapped to the device at 0x[0-9a-f]*, which the device cannot use in main"
"$build/gcnvm-run" --hazards=off $launch ./life keep > out 2> err
if grep -q '^gcnvm' err; then bad "a leak without --leak-check"; else ok; fi
if test $lines = yes; then
  echo 'leak main life.c' > supp
  run keep --suppressions=supp
  if grep -q leak err || ! grep -q '1 report suppressed' err; then
    bad "not suppressed"
  else
    ok
  fi
else
  skipped=`expr $skipped + 1`
fi
launch=

# The stack of a wave, of 32 KiB.  A frame may be larger than what is left.  From
# GCC 13 on libgomp allocates all stacks of a launch in one piece, in which the
# machine sees no ends.
major=`$gcc -dumpversion | cut -d. -f1`
if test "$major" -ge 13; then
  skip "stack overflows: GCC $major's stacks are one allocation"
else
compile stack -fopenmp <<'EOF'
#include <stdlib.h>
#include <omp.h>
__attribute__ ((noipa)) int
deep (int n, char *up)
{
  volatile char a[1000];
  a[0] = n;
  *up = 1;
  return n ? deep (n - 1, (char *) &a[1]) + a[0] : 0;
}
__attribute__ ((noipa)) int
wide (void)
{
  volatile char a[40000];
  a[39000] = 1;
  return a[39000];
}
int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), w = argc > 2, s = 0;
#pragma omp target parallel num_threads(4) map(tofrom: s)
  {
    char up;
    int r = deep (omp_get_thread_num () == 2 ? n : 3, &up);
    if (w && omp_get_thread_num () == 1)
      r += wide ();
#pragma omp atomic
    s += r;
  }
  return s == 0;
}
EOF
silent 20
told 100 'stack overflow: [0-9]* bytes past the end of the private memory of wave 2 of group (0,0,0) (32768 bytes; enlarge it: link with accelfix, or with -foffload=-mstack-size=[0-9]* or more) in deep (stack.c:5)' \
  '  called from deep (stack.c:9)'
told '3 wide' 'stack overflow: [0-9]* bytes past the end of the private memory of wave 1 of group (0,0,0) (32768 bytes; enlarge it: link with accelfix, or with -foffload=-mstack-size=[0-9]* or more) in wide (stack.c:'
fi

# A thread's variables may be another one's to use.
compile shared -fopenmp <<'EOF'
int
main (void)
{
  int ok = 0;
#pragma omp target map(from: ok)
  {
    int a[64] = { 0 }, sum = 0;
#pragma omp parallel for num_threads(8) reduction(+: sum)
    for (int i = 0; i < 64; i++)
      {
	a[i] = i;
	sum += a[i];
      }
    ok = sum == 2016;
  }
  return !ok;
}
EOF
silent ''
# Without symbols a function that has none may follow one that has: a static one of
# libgomp's one that is exported.
compile shared "-fopenmp $offload_options=-Wl,-s" < shared.c
silent ''

rm -rf "$tmp"
end
