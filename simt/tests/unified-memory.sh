# Test of --unified-memory with whole programs; read by the machines' unified.sh, in the
# build folder of one of them.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Needs machine (gcnvm), options (what makes its libraries' own faults silent), find
# (find_offload or its kin), and ways (options with which programs are the same).

. "$srcdir/../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/unified
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
. "$srcdir/../simt/tests/offload.sh"
cd "$tmp" || exit 1

$find "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to $machine's GPUs"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

# The region follows the host's pointers: is_device_ptr says that they are good.  With
# an argument it stores where nobody can.
cat > try.c <<'EOT'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct node { int v; struct node *next; };
static const int only_read[1000] = { 1, 2, 3 };
static int counts[32];

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  struct node *list = NULL, *n;
  int on_stack = 3, *p = &on_stack, *c = counts, sum = 0, all = 0;
  for (int i = 0; i < 100; i++)
    {
      n = malloc (sizeof *n);
      n->v = i;
      n->next = list;
      list = n;
    }
  #pragma omp target is_device_ptr (list, p) map (from: sum)
  {
    sum = 0;
    for (struct node *k = list; k; k = k->next)
      {
	sum += k->v;
	k->v *= 2;
      }
    *p += 4;
  }
  #pragma omp target teams distribute parallel for is_device_ptr (c)
  for (int i = 0; i < 640; i++)
    #pragma omp atomic
    c[i % 32]++;
  for (n = list; n; n = n->next)
    all += n->v;
  for (int i = 0; i < 32; i++)
    all += counts[i] != 20;
  printf ("%d %d %d\n", sum, all, on_stack);
  int *bad = NULL;
  if (!strcmp (how, "constant"))
    bad = (int *) only_read;
  else if (!strcmp (how, "given-back"))
    {
      bad = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		  -1, 0);
      #pragma omp target is_device_ptr (bad)
      bad[1] = 2;
      printf ("%d\n", bad[1]);
      fflush (stdout);
      munmap (bad, 8192);
    }
  if (bad)
    {
      #pragma omp target is_device_ptr (bad)
      bad[1] = 5;	/* BAD */
    }
  return 0;
}
EOT
what=try.c
if ! $gcc -g -O1 -fopenmp $offload -o try try.c 2> err; then
  bad "does not compile"
  end
fi
line=`sed -n '/BAD/=' try.c`
run ()
{
  what="$*"
  "$build/$machine-run" --time-limit=60 $options "$@" > out 2> err
  status=$?
}

for more in '' --threads=4 --initcheck --race $ways; do
  run --unified-memory $more ./try
  if test $status = 0 && test "`cat out`" = '4950 9900 7' \
     && ! grep "^$machine: .*byte" err > /dev/null; then ok; else bad "status $status"; fi
done
# Without it the first access ends the kernel, and the report knows whose memory it is.
run ./try
if test $status != 0 && grep -q "an address of the host's" err; then ok; else bad; fi
# What cannot be written, or is there no more.
run --unified-memory ./try constant
if test $status != 0 && grep -q "only be read, in .only_read'.*try.c:$line" err; then ok
else bad; fi
run --unified-memory ./try given-back
if test $status != 0 && grep -q "^2$" out && grep -q "try.c:$line" err; then ok; else bad; fi

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end
