#! /bin/sh
# Test of quick/quick.c: what it makes of the file that mkoffload of amdgcn writes has the
# same bytes as what the compiler makes of it.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh quick.sh

: "${srcdir:=.}"
. "$srcdir/tests/lib.sh"
quick=`pwd`/tests/quick
gcc=`cd "$quick" && ls gcc-* 2>/dev/null | sed 1q`
if test -z "$gcc"; then
  skip "there is no gcc with a number"
  end
fi
tmp=`mktemp -d` || exit 1
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1

# The forms of GCC 11 to 13 and of later ones; every byte, and more than a few.
for kind in 'unsigned char' 'const unsigned char'; do
  what=$kind
  {
    echo '#include <stdlib.h>'
    echo 'static const char before[] = "gcn_code";'
    echo "static $kind gcn_code[] = {"
    awk 'BEGIN {
      for (i = 0; i < 3000; i++)
	printf "%s%3d,%s", i % 17 ? "" : "\t", i * 7 % 256, i % 17 == 16 ? "\n" : ""
      print "\n};"
    }'
    echo 'static const struct { size_t size; const void *image; } gcn_image = {'
    echo '  3000, gcn_code };'
    echo 'extern void take (size_t, const void *, const char *);'
    echo 'static __attribute__ ((constructor)) void init (void)'
    echo '{ take (gcn_image.size, gcn_image.image, before); }'
  } > image.c
  cat > main.c <<'M'
#include <stdio.h>
void take (size_t n, const void *p, const char *name)
{
  printf ("%s %zu\n", name, n);
  fwrite (p, 1, n, stdout);
}
int main (void) { return 0; }
M
  printf '%s\n' -fPIC -w -m64 -dumpbase program.c image.c -c -o image.o > words
  cp image.c was.c
  $gcc @words && $gcc main.c image.o -o plain && ./plain > right || bad "compiles"
  if PATH=$quick:$PATH $gcc @words && $gcc main.c image.o -o changed &&
     ./changed > out && cmp -s right out; then ok
  else bad "the bytes are others"; fi
  if cmp -s was.c image.c; then bad "the file is as it was"; else ok; fi
  if grep -q '7, *14' image.c || test -f image.c.image; then
    bad "bytes are left"
  else ok; fi
done

# All else is the compiler's own work.
what="other arguments"
if test "`PATH=$quick:$PATH $gcc --version`" = "`$gcc --version`"; then ok
else bad "other output"; fi
echo 'int f (' > wrong.c
printf '%s\n' wrong.c -c > words
$gcc @words > plain.err 2>&1
was=$?
PATH=$quick:$PATH $gcc @words > err 2>&1
status=$?
if test $status = $was && cmp -s plain.err err; then ok; else bad "status $status"; fi
what="no other compiler"
if PATH=$quick "$quick/$gcc" --version > out 2>&1; then bad "runs"; else ok; fi
end
