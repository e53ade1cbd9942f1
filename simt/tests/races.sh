# Test of --race and of deadlocks with the programs of races/; read by the machines'
# race.sh, in the build folder of one of them.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage: what planted.sh says, and names of programs, or none for all.
# Those that begin with "dead" are deadlocks, those with "quiet" have no fault, the
# others are races.  Comments of them, besides those in planted.sh:
#   names NAME		what races, as the source calls it
#   once		there is one report
#   in LDS: NAME	what races there, which the plugin's record says (gcnvm)
#   with the host's plugin	the report is the same in what that has changed

folder=races
. "$srcdir/../simt/tests/planted.sh"

test $# -gt 0 || set -- `names races`
for name in "$@"; do
  what=$name
  file=$programs/races/$name.c
  # A loop that one worker executes for the others broadcasts in each iteration
  # through the same bytes of LDS, with one barrier: from GCC 13 on the next
  # iteration's store is not ordered after this one's loads.  The report is right.
  case $machine:$name:$major in
    gcnvm:quiet-acc:1[3-9] | gcnvm:quiet-acc-clean:1[3-9])
      skip "$name: GCC $major's broadcasts to workers race"
      continue ;;
    # From GCC 13 on the others wait at the end of the region, not at the barrier.
    ptxvm:dead-barrier:1[3-9])
      skip "$name: GCC $major's threads do not wait at that barrier"
      continue ;;
  esac
  case $name in
    dead*) kind=deadlock ;;
    *) kind="data race" ;;
  esac
  case $name in
    quiet*) there= ;;
    *) there=yes ;;
  esac
  if elsewhere; then
    test -n "$there" || continue
    there=
  fi
  if test -n "$there"; then
    compile || continue
    run --race `comment "$machine with"`
    grep "^$machine: $kind" err > reports
    lines ''
    if test "$kind" = deadlock; then
      if test $status != 0; then ok; else bad "exit status 0"; fi
    else
      no_others ''
      says
      named=`comment names`
      if test -n "$named"; then
	if grep -q ", \(element [0-9]* of \)*.$named., mapped from .* mapped by .target. at $name.c:[0-9]" \
	     reports; then ok; else bad "does not name $named"; fi
      fi
      if test -n "$named" || grep -q '/\* once \*/' "$file"; then
	n=`wc -l < reports`
	if test $n = 1; then ok; else bad "$n reports"; fi
      fi
    fi
  fi
  named=`comment 'in LDS:'`
  plugin=$build/../plugin/$major/amdgcn-amdhsa/accelfix.so
  if test $machine = gcnvm && test -n "$named" && test -f "$plugin"; then
    compile "$offload_options=-fplugin=$plugin" || continue
    run --race
    if grep -q "^gcnvm: data race: .* offset [0-9]* of LDS, byte [0-9]* of main._omp_fn.1's gang-private variable .$named. (256 bytes), nothing" \
	 err; then ok; else bad "does not name $named in LDS"; fi
  fi
  plugin=$build/../plugin/$major/host/accelfix_host.so
  if test -n "$there" && test -f "$plugin" \
     && grep -q "with the host's plugin \*/" "$file"; then
    compile -fplugin="$plugin" || continue
    run --race
    grep "^$machine: $kind" err > reports
    lines ''
  fi
  right --race
done

cd "$build" && rm -rf "$tmp"
end
