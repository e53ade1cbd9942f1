#! /bin/sh
# Test of gcnvm-run --race and of deadlocks with whole programs: OpenMP and
# OpenACC, compiled by the offload compiler, with libgomp in them.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: srcdir=DIR sh race.sh [PROGRAM...]
# Each program of tests/races has a fault, and none with -DRIGHT.  The lines
# that take part in it say "here".  Each of them must be in a report of the
# fault, and no other one in a report of a race; and -DRIGHT must be silent and
# exit with 0.  Names that begin with "dead" are deadlocks, the others races;
# with "acc" OpenACC.  Skipped without an offload compiler.

. "${0%/*}/../../simt/tests/lib.sh"
srcdir=`cd "${srcdir:-.}" && pwd`
build=`pwd`
tmp=$build/tests/tmp/race
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1
unset GCNVM_RACE GCNVM_UNINIT GCNVM_DEVICE GCNVM_STATS GCNVM_JSON

. "$srcdir/../simt/tests/offload.sh"
find_offload_gcn "$build"
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
    acc* | quiet-acc*) mode=-fopenacc ;;
    *) mode=-fopenmp ;;
  esac
  $gcc -g -O2 $mode $offload -o program "$@" "$file" \
    > out 2> err || { bad "does not compile"; return 1; }
  "$build/gcnvm-run" --race --hazards=off --time-limit=60 ./program \
    > out 2> err < /dev/null
  status=$?
}

if test $# -eq 0; then
  set -- `cd "$srcdir/tests/races" && ls *.c | sed 's/\.c$//'`
fi
major=`$gcc -dumpversion | cut -d. -f1`
plugin=$build/../plugin/$major/amdgcn-amdhsa/accelfix.so
for name in "$@"; do
  what=$name
  file=$srcdir/tests/races/$name.c
  # A loop that one worker executes for the others broadcasts in each iteration
  # through the same bytes of LDS, with one barrier: from GCC 13 on the next
  # iteration's store is not ordered after this one's loads.  The report is right.
  case $name:$major in
    quiet-acc:1[3-9])
      skip "$name: GCC $major's broadcasts to workers race"
      continue ;;
  esac
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
      # /* names NAME */: what races, as the source calls it.
      named=`sed -n 's|.*/\* names \(.*\) \*/.*|\1|p' "$file"`
      if test -n "$named"; then
	if grep -q ", \(element [0-9]* of \)*.$named., mapped from .* mapped by .target. at $name.c:[0-9]" \
	     reports; then ok; else bad "does not name $named"; fi
	n=`wc -l < reports`
	if test $n = 1; then ok; else bad "$n reports for one line"; fi
      fi
    fi
  fi
  # /* in LDS: NAME */: what races there, which the plugin's record tells.
  named=`sed -n 's|.*/\* in LDS: \(.*\) \*/.*|\1|p' "$file"`
  if test -n "$named" && test -f "$plugin"; then
    run "$offload_options=-fplugin=$plugin" || continue
    if grep -q "^gcnvm: data race: .* offset [0-9]* of LDS, byte [0-9]* of main._omp_fn.1's gang-private variable .$named. (256 bytes), nothing" \
	 err; then ok; else bad "does not name $named in LDS"; fi
  fi
  run -DRIGHT || continue
  if test -s err; then bad "-DRIGHT: reports"; else ok; fi
  if test $status = 0; then ok; else bad "-DRIGHT: status $status"; fi
done

end
