#! /bin/sh
# Test of gcnvm-run: another wave sees a word before or after a store to it, and nothing
# between.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in gcnvm's build folder.  Skipped without an offload compiler.  With one processor
# little can go wrong.

. "${0%/*}/../../simt/tests/lib.sh"
srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/whole-words
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1
. "$srcdir/../simt/tests/offload.sh"
find_offload_gcn "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to amdgcn"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

cat > try.c <<'EOT'
#include <stdio.h>
#include <omp.h>

#define TEST(T, NAME)							\
  static int								\
  NAME (void)								\
  {									\
    T word = 0;								\
    int bad = 0, ended = 0;						\
    _Pragma ("omp target parallel num_threads (2) map (tofrom: word, bad, ended)") \
    if (omp_get_thread_num () == 0)					\
      {									\
	for (int i = 0; i < 1000000; i++)					\
	  __atomic_store_n (&word, i & 1 ? (T) ~(T) 0 : 0, __ATOMIC_RELEASE); \
	__atomic_store_n (&ended, 1, __ATOMIC_RELEASE);			\
      }									\
    else								\
      while (!__atomic_load_n (&ended, __ATOMIC_ACQUIRE))		\
	{								\
	  T seen = __atomic_load_n (&word, __ATOMIC_ACQUIRE);		\
	  if (seen != 0 && seen != (T) ~(T) 0)				\
	    bad++;							\
	}								\
    return bad;								\
  }
TEST (unsigned short, halves)
TEST (unsigned int, words)
TEST (unsigned long, pairs)

int
main (void)
{
  printf ("%d %d %d\n", halves (), words (), pairs ());
  return 0;
}
EOT
what=try.c
if ! $gcc -O1 -fopenmp $offload -o try try.c 2> err; then
  bad "does not compile"
  end
fi
# What is always looked at, and what is not, go other ways.
for way in '' --uninit=off --initcheck; do
  what=$way
  "$build/gcnvm-run" --hazards=off --threads=2 --time-limit=100 $way ./try > out 2> err
  status=$?
  if test $status = 0 && test "`cat out`" = '0 0 0'; then ok; else bad "status $status"; fi
done

cd "$build"
test $failed != 0 || rm -rf "$tmp"
end
