#! /bin/sh
# Test of ptxvm-run with programs that leave their objects in device memory, use
# them when they are unmapped, or never free them; each with a twin that does
# not.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in ptxvm's build folder.  Skipped without an offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
build=`pwd`
srcdir=`cd "${srcdir:-.}" && pwd`
tmp=$build/tests/tmp/objects
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
. "$srcdir/../simt/tests/offload.sh"
cd "$tmp" || exit 1

find_offload "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to nvptx"
  echo "0 passed, 0 failed, 30 skipped"
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
  cat > $1.c
  $gcc -g -O1 $2 $offload -o $1 $1.c 2> err || bad "does not compile"
}
# run ARGUMENT OPTION...: the program last compiled, all that is to be known.
run ()
{
  argument=$1; shift
  "$build/ptxvm-run" --leak-check "$@" ./$what $argument > out 2> err
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
    if grep -q -e "^ptxvm: .*$text" err; then ok; else bad "no '$text'"; fi
  done
}
# silent ARGUMENT OPTION...: nothing is reported, and the program succeeds.
silent ()
{
  run "$@"
  if grep -q '^ptxvm' err; then bad "reports with '$1'"; else ok; fi
  if test $status = 0; then ok; else bad "status $status with '$1'"; fi
}

# Two arrays of one region, which libgomp puts into one block; the first has 4096
# bytes, so that alignment alone leaves no gap.  The argument is how far to go.
compile beside -fopenmp <<'EOF'
#include <stdlib.h>
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
      a[i] = 2;
    for (int i = 0; i < k; i++)
      b[i] = 1;
    for (int i = 0; i < 1024; i++)
      s += a[i] + b[i];
  }
  return s != 3072;
}
EOF
silent '1024 0 1024'
told '1024 0 1025' '4-byte store at .*: out of bounds: 0 bytes past the end of .b., mapped from host address 0x[0-9a-f]* (4096 bytes), element 1024 of 0 to 1023'
told '1025 0' '4-byte store at .*: out of bounds: 0 bytes past the end of .a., mapped from host address 0x[0-9a-f]* (4096 bytes), element 1024 of 0 to 1023, mapped by `target. at beside.c:9 (main) in main$_omp_fn$0'
# That went unnoticed before.
run '1025 0' --redzone=0
if grep -q '^ptxvm' err; then bad "known without red zones"; else ok; fi
told '1024 -1' 'out of bounds: .* bytes \(ahead\|past\)'

# The files have the places as well, where the array was mapped and what runs.
if command -v jq > /dev/null 2>&1 && test $lines = yes; then
  rm -f json
  run '1025 0' --json="$tmp/json" --sarif="$tmp/sarif" --html="$tmp/html"
  # are FILE FILTER...: jq says so of the first report.
  are ()
  {
    file=$1; shift
    for t in "$@"; do
      if test "`jq "$t" $file`" = true; then ok; else bad "$file: $t"; fi
    done
  }
  sed -n '/"report",/p' json | sed 1q > one
  are one '.related[0] | .role == "allocation"
	   and (.stack[0] | .function == "main" and .line == 9)' \
    '.related | map (.role) | index ("target region") > 0' \
    '.stack[0].line == 12'
  if sh "$srcdir/../simt/tests/sarif-members.sh" sarif > members; then ok
  else bad "SARIF: `cat members`"; fi
  are sarif '.runs[0].results[0].relatedLocations[0]
      | .physicalLocation.region.startLine == 9
	and (.message.text | startswith ("mapped here"))' \
    '.runs[0].results[0].codeFlows[0].threadFlows[0].locations | length >= 3'
  if grep -q 'mapped here by .target' html; then ok; else bad "HTML"; fi
else
  skipped=`expr $skipped + 7`
fi

# A static array has its name.  It is alone in its block, but not all of that is
# its own.
compile named -fopenmp <<'EOF'
#include <stdlib.h>
char table[99];
int
main (int argc, char **argv)
{
  int n = atoi (argv[1]);
#pragma omp target enter data map(to: table)
#pragma omp target map(table)
  for (int i = 0; i < n; i++)
    table[i] = 1;
#pragma omp target exit data map(from: table)
  return table[98] != 1;
}
EOF
silent 99
told 100 "1-byte store .*0 bytes past the end of .table', mapped from host address 0x[0-9a-f]* (99 bytes), mapped by .enter data. at named.c:7"

compile data -fopenmp <<'EOF'
#include <stdlib.h>
int
main (int argc, char **argv)
{
  double *p = calloc (64, 8), *q = calloc (64, 8);
  int n = atoi (argv[1]);
#pragma omp target data map(tofrom: p[0:64], q[0:64])
#pragma omp target
  for (int i = 0; i < n; i++)
    p[i] = i;
  return p[63] != 63;
}
EOF
silent 64
told 65 '8-byte store .*0 bytes past the end of .*(512 bytes), element 64 of 0 to 63, mapped by `target data. at data.c:7'

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
told 257 '4-byte load .*0 bytes past the end of .*(1024 bytes), element 256 of 0 to 255, mapped by `a compute construct. at acc.c:7'

compile accdata -fopenacc <<'EOF'
#include <stdlib.h>
#include <openacc.h>
int
main (int argc, char **argv)
{
  char *p = calloc (63, 1), *q = calloc (64, 1);
  int n = atoi (argv[1]);
  acc_copyin (p, 63);
#pragma acc enter data create(q[0:64])
#pragma acc parallel loop present(p[0:63], q[0:64])
  for (int i = 0; i < n; i++)
    q[i] = p[i] + 1;
#pragma acc exit data copyout(q[0:64])
  if (argc < 3)
    acc_delete (p, 63);
  return q[62] != 1;
}
EOF
silent 63
told 64 '1-byte load .*0 bytes past the end of .*(63 bytes), mapped by `acc_copyin. at accdata.c:8'
told '63 leak' 'leak: 63 bytes of device memory of .p., allocated by `acc_copyin. at accdata.c:8 (main)'

# What is freed, never freed, and freed twice.
compile life -fopenmp <<'EOF'
#include <stdlib.h>
#include <string.h>
#include <omp.h>
int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  int c = *how;
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
#pragma omp target
  {
    char *volatile m = malloc (10);
    if (m)
      m[0] = 1;
    if (c != 'm')
      free (m);
  }
  return 0;
}
EOF
silent ''
told after '  mapped here by `enter data.: main (life.c:10)' \
  '  freed here by `exit data.: main (life.c:16)'
told keep 'leak: 400 bytes of device memory of .p., allocated by `enter data. at life.c:10 (main), mapped or allocated still at exit'
told alloc 'leak: 123 bytes of device memory, allocated by `omp_target_alloc. at life.c:13 (main)'
told after 'use after free: offset 12 in .p., mapped from host address .*, freed by `exit data. at life.c:16 (main)'
told twice 'double free by `omp_target_free. at life.c:26 (main): .*freed by `omp_target_free. at life.c:24 (main)'
told malloc "leak: [0-9]* bytes of device memory, allocated on the device by .malloc in main[^ ]* (life.c:29)', not freed at exit"
# The rule can be suppressed, by function and file as well.
if test $lines = yes; then
  echo 'leak main life.c' > supp
  run keep --suppressions=supp
  if grep -q leak err || ! grep -q '1 report suppressed' err; then
    bad "not suppressed"
  else
    ok
  fi
  run keep --json="$tmp/json" --suppressions=/dev/null
  if grep -q '"kind":"leak".*"bytes":400,.*"construct":"enter data".*"line":10' \
     json; then ok; else bad "JSON"; fi
else
  skipped=`expr $skipped + 2`
fi

# libgomp's plugin allocates for the program in one function, for itself in the
# others.  That one is no more than a jump, from GCC 16 on, to functions whose
# names are not known here.
what=plugin
cat > plugin.c <<'EOF'
#include <stddef.h>
extern int cuMemAlloc_v2 (unsigned long long *, size_t);
#define PART static __attribute__ ((noinline, noclone))
static volatile int times;
PART void *
part_alloc (size_t n)
{
  unsigned long long p = 0;
  int bad = cuMemAlloc_v2 (&p, n);
  times++;
  return bad ? NULL : (void *) p;
}
PART void *
part_clean_and_alloc (size_t n, int again)
{
  void *p = part_alloc (n);
  return p || !again ? p : part_alloc (n);
}
void *
GOMP_OFFLOAD_alloc (int device, size_t n)
{
  return part_clean_and_alloc (n, device == 0);
}
void *
GOMP_OFFLOAD_load_image (int device, size_t n)
{
  void *p = part_clean_and_alloc (n, device == 0);
  times++;
  return p;
}
EOF
cat > $what.main.c <<'EOF'
#include <stddef.h>
extern int cuInit (unsigned), cuCtxCreate_v2 (void **, unsigned, int);
extern void *GOMP_OFFLOAD_alloc (int, size_t);
extern void *GOMP_OFFLOAD_load_image (int, size_t);
int
main (int argc, char **argv)
{
  void *context, *a, *b;
  if (cuInit (0) || cuCtxCreate_v2 (&context, 0, 0))
    return 1;
  a = GOMP_OFFLOAD_alloc (0, 1000);
  b = GOMP_OFFLOAD_load_image (0, 2000);
  return !a || !b;
}
EOF
for level in -O0 -O2; do
  rm -f plugin
  if $gcc $level -shared -fPIC -o libgomp-plugin-test.so.1 plugin.c 2> err \
     && $gcc -g $level -o plugin plugin.main.c ./libgomp-plugin-test.so.1 \
	  "$build/libcuda.so.1" 2>> err; then
    run ''
  else
    bad "does not compile with $level"
  fi
  if test $status = 0; then ok; else bad "$level: status $status"; fi
  if grep -q '^ptxvm: .*leak: 1000 bytes of device memory' err; then ok
  else bad "$level: the program's leak is not reported"; fi
  if grep -q '2000 bytes' err; then bad "$level: reports the plugin's own"
  else ok; fi
done

# An address of the host's on the device.
compile host -fopenmp <<'EOF'
#include <stdlib.h>
int there[10], x;
int
main (int argc, char **argv)
{
  int *q = argc > 1 ? &there[4] : &x;
#pragma omp target enter data map(to: there)
#pragma omp target data map(x) use_device_ptr(q) if(argc == 1)
#pragma omp target firstprivate(q)
  *q = 2;
#pragma omp target exit data map(delete: there)
  return 0;
}
EOF
silent ''
told 1 "4-byte store at 0x[0-9a-f]*: an address of the host's, in .there', which is mapped to the device at 0x[0-9a-f]*, which the device cannot use in main"

# The stack of an OpenMP thread, of 128 KiB.
compile stack -fopenmp <<'EOF'
#include <stdlib.h>
#include <omp.h>
__attribute__ ((noipa)) int
deep (int n)
{
  volatile char a[1000];
  a[0] = n;
  return n ? deep (n - 1) + a[0] : 0;
}
int
main (int argc, char **argv)
{
  int n = atoi (argv[1]), s = 0;
#pragma omp target parallel num_threads(4) map(tofrom: s)
  {
    int r = deep (omp_get_thread_num () == 2 ? n : 3);
#pragma omp atomic
    s += r;
  }
  return s == 0;
}
EOF
silent 100
told 200 'stack overflow: [0-9]* bytes below the stack of OpenMP thread 2 in block 0, which has 131072 bytes in deep (stack.c:'

# libatomic does atomic operations on one or two bytes by the word around them.
what=bytes
cat > bytes.c <<'END'
int
main (void)
{
  short s = 0, t[3] = { 0, 0, 0 };
  unsigned char c = 0;
  #pragma omp target teams distribute parallel for map(tofrom: s, c, t)
  for (int i = 0; i < 100; i++)
    {
      #pragma omp atomic
      s += i;
      #pragma omp atomic
      c ^= i;
      #pragma omp atomic
      t[i % 3] += 1;
    }
  return !(s == 4950 && c == 0 && t[0] == 34 && t[1] == 33 && t[2] == 33);
}
END
$gcc -g -O1 -fopenmp $offload $offload_options=-latomic -o bytes bytes.c 2> err \
  || bad "does not compile"
silent ''

# What lies where it is aligned less than its type is stays there: a gap before it would
# hide what a GPU reports.
compile askew -fopenmp <<'EOC'
int
main (void)
{
  char c[3] = { 0 }, d[3] = { 0 };
  int a[4] = { 0 };
  char *q = (char *) a;
#pragma omp target map(tofrom: c) map(tofrom: q[0:16]) map(tofrom: d)
  {
    int *p = (int *) q;
    c[1] = d[1] = 5;
    p[2] = 6;
  }
  return c[1] != 5 || a[2] != 6;
}
EOC
told '' 'misaligned 4-byte store at .*mapped from host address'

end
