# units.sh: what the drivers of GCC's suites share; torture and libgomp read
# it with `.'.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# A unit is what is run, and kept, as one: a suite, or a suite with one of the
# sets of options that its tests go through.  The file OUT/units has a line
# "UNIT SUITE SET-OF-OPTIONS" for each.  For each label (a configuration of the
# compiler), OUT/LABEL/UNIT.sum appears when the unit is done, by a rename.
#
# Variables: here, out, labels, jobs, baseline, suites; functions of the
# driver: die, key_of LABEL (prints what the label's results depend on),
# files_of SUITE (prints how many files it has).

# unit_name SUITE OPTIONS: the name of a unit, fit for a file.
unit_name ()
{
  echo "$1.`echo "$2" | tr -cd 'A-Za-z0-9_+.-'`"
}

# option_sets LIST FILE: the sets of options in LIST, one a line; of an empty
# LIST, those that FILE, of GCC's libraries, sets DG_TORTURE_OPTIONS to.
option_sets ()
{
  case $1 in
    '') sed -n '/set DG_TORTURE_OPTIONS \[list/,/\]/p' "$2" | tr -d '\\' \
          | sed -n 's/.*{ *\(-[^}]*[^} ]\) *}.*/\1/p' ;;
    *) echo "$1" | tr '{}' '\n\n' | sed -e 's/^ *//' -e 's/ *$//' -e '/^$/d' ;;
  esac
}

# Keep what an earlier run finished, if it was a run of the same.
keep_units ()
{
  rm -f "$out"/report.* "$out/differences.tsv"
  for l in $labels; do
    key_of $l > "$out/key"
    cmp -s "$out/key" "$out/$l/key" || rm -rf "$out/$l"
    mkdir -p "$out/$l" && mv "$out/key" "$out/$l/key" \
      || die "cannot write $out"
    for d in "$out/$l"/*.[0-9]* "$out/$l"/*.batches; do
      test ! -d "$d" || rm -rf "$d"
    done
  done
  test -n "$baseline" || return 0
  baseline=`cd "$baseline" && pwd` || exit 2
  mkdir -p "$out/gcc"
  while read -r u s o; do
    test -f "$baseline/gcc/$u.sum" || die "$baseline/gcc/$u.sum is not there"
    test "$baseline" = "$out" \
      || cp "$baseline/gcc/$u.sum" "$baseline/gcc/$u.log" "$out/gcc" \
      || die "cannot copy $baseline"
  done < "$out/units"
}

progress ()
{
  n=0
  while sleep 2; do
    n=`expr $n + 2`
    test $n -ge ${ACCEL_PROGRESS:-20} || continue
    n=0
    set -- `find "$out" -name '*.sum' ! -name '.*' -exec cat {} + 2> /dev/null \
      | awk '/^(PASS|FAIL|XPASS|XFAIL|UNRESOLVED|UNSUPPORTED|UNTESTED): / { n++ }
             /^(FAIL|XPASS|UNRESOLVED): / { f++ }
             END { print n + 0, f + 0 }'`
    done=`for l in $labels; do
            sed "s|^\\([^ ]*\\).*|$out/$l/\\1.sum|" "$out/units"
          done | xargs ls 2> /dev/null | wc -l`
    # Ten files are a batch, which has a file of its own while a unit runs.
    begun=`find "$out" -path '*.batches/*' 2> /dev/null | wc -l`
    echo "  `expr \`date +%s\` - $start` s: $1 results, $2 failures;" \
         "$done of $units units done; of the units that run now, about" \
         "`expr $begun \* 10` files begun"
  done
}

# run_units SHARD: run what is left, `SHARD OUT LABEL UNIT K' for K from 0 and
# then with K `merge' for each unit; sets elapsed.  The shards are targets of a
# makefile, so that make's -j says how many run.
run_units ()
{
  units=0 kept=0 left=0
  {
    echo 'all:'
    for l in $labels; do
      while read -r u s o; do
        units=`expr $units + 1`
        if test -f "$out/$l/$u.sum"; then
          kept=`expr $kept + 1`
          continue
        fi
        left=`expr $left + \`files_of $s\``
        shards= k=0
        while test $k -lt $jobs; do
          echo "$l-$u-$k:; @sh '$1' '$out' $l $u $k"
          shards="$shards $l-$u-$k"
          k=`expr $k + 1`
        done
        echo "$l-$u:$shards; @sh '$1' '$out' $l $u merge"
        echo "all: $l-$u"
      done < "$out/units"
    done
    echo '.PHONY: all'
  } > "$out/shards.mk"
  echo "$units units (a suite with a set of options, without or with the" \
       "plugin), $kept of them from an earlier run; $left files to do"
  start=`date +%s`
  progress &
  progress_pid=$!
  trap 'kill $progress_pid 2> /dev/null' EXIT
  trap 'exit 2' HUP INT TERM
  case " $MAKEFLAGS" in
    *j*) j= ;;
    *) j=-j$jobs ;;
  esac
  test $kept = $units \
    || ${MAKE:-make} --no-print-directory $j -f "$out/shards.mk" all || exit 2
  kill $progress_pid 2> /dev/null
  elapsed=`expr \`date +%s\` - $start` || :
}
