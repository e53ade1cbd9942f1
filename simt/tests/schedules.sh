# Test of --schedule and --schedules with whole programs; read by the machines'
# schedule.sh, in the build folder of one of them.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Needs machine (gcnvm), options (what makes its libraries' own faults silent),
# and find (find_offload or its kin).

. "$srcdir/../simt/tests/lib.sh"
build=`pwd`
tmp=$build/tests/tmp/schedule
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
. "$srcdir/../simt/tests/offload.sh"
cd "$tmp" || exit 1
expect () { if "$@"; then ok; else bad "not so: $*"; fi; }
says () { expect grep -q "$1" err; }

$find "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to $machine's GPUs"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

compile ()
{
  what=$1
  $gcc -g -O1 -fopenmp $offload -o "$@" 2> err && return
  bad "does not compile"
  echo "$passed passed, $failed failed, 0 skipped"
  exit 1
}
run ()
{
  "$build/$machine-run" --threads=1 --time-limit=60 $options "$@" > out 2> err
  status=$?
}

# What one thread stores before it takes a lock is ordered before what the other
# stores after it has had the lock: by accident, as the lock may go round in the
# other order.  In the usual order thread 0 is the first.
cat > order.c <<'EOT'
#include <stdio.h>
extern int omp_get_thread_num (void);
int
main (void)
{
  int x = 0, c = 0, n = 0;
  while (getchar () != EOF)
    n++;
#pragma omp target parallel num_threads (8) map (tofrom: x, c)
  {
    if (omp_get_thread_num () == 0)
      x = 1;			/* first */
#pragma omp critical
    c++;
    if (omp_get_thread_num () == SECOND)
      x = 2;			/* second */
  }
  printf ("%d %d\n", c, n);
  return 0;
}
EOT
compile order -DSECOND=1 order.c
compile right -DSECOND=0 order.c
what="the usual order"
run --race ./order < /dev/null
expect test $status = 0 -a ! -s err
what="several orders"
echo abc > input
run --race --schedules=8 --error-exitcode=3 --json=report.json ./order < input
first=`grep -n '/\* first' order.c | cut -d: -f1`
second=`grep -n '/\* second' order.c | cut -d: -f1`
says "^$machine: data race.*order.c:\($first\|$second\).*--schedule=[1-7]\$"
says "order.c:$first)"
says "order.c:$second)"
expect test `grep -c "^$machine: data race" err` = 1
says "^$machine-run: 8 runs, each with another order: 1 report, of which the first run had 0\$"
expect test $status = 3
# Once, with all of the input.
expect test "`cat out`" = "8 4"
expect grep -q '"kind":"race".*"schedule":"[1-7]"' report.json
seed=`sed -n 's/.*--schedule=\([0-9]*\)$/\1/p' err`
what="the order that was named"
run --race --schedule=$seed ./order < /dev/null
says "^$machine: data race"
what="several orders from a seed on"
run --race --schedule=$seed --schedules=2 ./order < /dev/null
says "of which the first run had 1\$"
what="a program that is right"
run --race --schedules=8 ./right < /dev/null
expect test $status = 0 -a `wc -l < err` = 1
says "0 reports, of which the first run had 0\$"
what="no temporary file is left"
mkdir t
TMPDIR=$tmp/t run --schedules=2 ./right < /dev/null
expect test -z "`ls t`"
what="no such number"
run --schedules=0 ./right
says "^$machine-run: --schedules=0: .*a number from 1 to 10000"
expect test $status = 127

# A lost update, by the order alone: what comes out is different with some seed,
# and the same with the same one.
cat > lost.c <<'EOT'
#include <stdio.h>
int
main (void)
{
  volatile int x = 0;
#pragma omp target parallel num_threads (8) map (tofrom: x)
  for (int i = 0; i < 50; i++)
    x++;
  printf ("%d\n", x);
  return 0;
}
EOT
compile lost lost.c
for s in 0 1 2 3 4 5 6; do
  what="lost updates, --schedule=$s"
  run --schedule=$s ./lost
  a=`cat out`
  run --schedule=$s ./lost
  expect test -n "$a" -a "$a" = "`cat out`"
  echo "$a" >> sums
done
what="lost updates"
expect test `sort -u sums | wc -l` -gt 1

# The same as the exit status: the first run's is 0.
usual=`head -n 1 sums`
sed "s/return .*/return x != $usual;/" lost.c > unlike.c
compile unlike unlike.c
run --schedules=7 ./unlike
expect test $status = 1
says "^$machine-run: ./unlike ended with status 1 with --schedule=[1-6], with status 0 with --schedule=0\$"

end
