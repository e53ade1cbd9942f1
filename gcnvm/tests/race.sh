#! /bin/sh
# Test of gcnvm-run --race and of deadlocks with whole programs: OpenMP and
# OpenACC, compiled by the offload compiler, with libgomp in them.
#
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

# Usage, in the build folder: srcdir=DIR sh race.sh [PROGRAM...]
# Each program of tests/races has a fault, and none with -DRIGHT.  The lines
# that take part in it say "here".  Each of them must be in a report of the
# fault, and no other one in a report of a race; and -DRIGHT must be silent and
# exit with 0.  Names that begin with "dead" are deadlocks, the others races;
# with "acc" OpenACC.  Skipped without an offload compiler.

srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/race
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1
passed=0 failed=0 skipped=0
unset GCNVM_RACE GCNVM_UNINIT GCNVM_DEVICE GCNVM_STATS GCNVM_JSON

ok () { passed=`expr $passed + 1`; }
bad ()
{
  failed=`expr $failed + 1`
  echo "FAIL: $name: $*"
  cut -c1-300 err | head -n 8 | sed 's/^/  /'
}

arch=-foffload-options=amdgcn-amdhsa=-march=gfx906
gcc=
for c in gcc-12 gcc-11 gcc; do
  echo 'int main (void) { int x = 0;
#pragma omp target map(x)
x++; return x - 1; }' > try.c
  if $c -fopenmp -foffload=amdgcn-amdhsa $arch -o try try.c 2> err \
     && "$build/gcnvm-run" --stats ./try 2>&1 | grep -q ' dispatches, '; then
    gcc=$c
    break
  fi
done
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to amdgcn"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi

# run FLAGS: compile $file with them and run it.  What the compiler's libraries
# lack of wait states is no matter here.
run ()
{
  case $name in
    acc* | quiet-acc) mode=-fopenacc ;;
    *) mode=-fopenmp ;;
  esac
  $gcc -g -O2 $mode -foffload=amdgcn-amdhsa $arch -o program "$@" "$file" \
    > out 2> err || { bad "does not compile"; return 1; }
  "$build/gcnvm-run" --race --hazards=off --time-limit=60 ./program \
    > out 2> err < /dev/null
  status=$?
}

if test $# -eq 0; then
  set -- `cd "$srcdir/tests/races" && ls *.c | sed 's/\.c$//'`
fi
for name in "$@"; do
  file=$srcdir/tests/races/$name.c
  case $name in
    quiet*) there= ;;
    *) there=yes ;;
  esac
  if test -n "$there"; then
    case $name in
      dead*) kind=deadlock ;;
      *) kind="data race" ;;
    esac
    run || continue
    grep "^gcnvm: $kind" err > reports
    grep -n 'here \*/' "$file" | cut -d: -f1 > lines
    while read -r line; do
      if grep -q "($name.c:$line)" reports; then
	ok
      else
	bad "no $kind with line $line"
      fi
    done < lines
    if test "$kind" = deadlock; then
      if test $status != 0; then ok; else bad "exit status 0"; fi
    else
      others=`grep -o "($name.c:[0-9]*)" reports | tr -dc '0-9\n' \
	      | grep -vxFf lines | sort -u | tr '\n' ' '`
      if test -z "$others"; then ok; else bad "reports line $others"; fi
    fi
  fi
  run -DRIGHT || continue
  if test -s err; then bad "-DRIGHT: reports"; else ok; fi
  if test $status = 0; then ok; else bad "-DRIGHT: status $status"; fi
done

echo "$passed passed, $failed failed, $skipped skipped"
test $failed -eq 0
