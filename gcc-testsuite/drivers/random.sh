# What the runs of random programs have in common; read by random and
# random-simd, and by random-one and random-simd-one.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# need_numbers VALUE...: end if one is no number.
need_numbers ()
{
  for number in "$@"; do
    case $number in
      *[!0-9]* | '') die "'$number' is no number; try --help" ;;
    esac
  done
}

# find_run: $run becomes the absolute name of ptxvm-run.
find_run ()
{
  run=`command -v "$run"` || die "there is no such ptxvm-run; build ptxvm first"
  run=`cd "\`dirname "$run"\`" && pwd`/`basename "$run"`
}

# find_plugin: $plugin becomes an absolute name, and $load the options that
# load it with $plugin_args; $name is what the plugin's own options begin with.
find_plugin ()
{
  test -f "$plugin" || die "there is no plugin $plugin; build it first"
  plugin=`cd "\`dirname "$plugin"\`" && pwd`/`basename "$plugin"`
  name=`basename "$plugin" .so`
  load="-fplugin=$plugin"
  for a in $plugin_args; do load="$load -fplugin-arg-$name-$a"; done
}

# find_reducer: set $reducer to the program that makes a program smaller, or
# to nothing.
find_reducer ()
{
  reducer=
  for r in cvise creduce; do
    command -v $r > /dev/null && reducer=$r && break
  done
}

# new_results: $out becomes an absolute name, and has empty folders for the
# results and for what is kept.
new_results ()
{
  mkdir -p "$out" || die "cannot make $out"
  out=`cd "$out" && pwd`
  rm -rf "$out/results" "$out"/work.*
  mkdir -p "$out/results" "$out/kept" || die "cannot write $out"
}

# print_progress START: print every now and then how far the run is, which
# started at START.
print_progress ()
{
  n=0
  while sleep 2; do
    n=`expr $n + 2`
    test $n -ge ${ACCEL_PROGRESS:-20} || continue
    n=0
    d=`ls "$out/results" | wc -l`
    echo "  `expr \`date +%s\` - $1` s: $d done, `expr $count - $d` left," \
         "`cat "$out/results"/* 2> /dev/null | grep -c '^FAIL'` failures"
  done
}

# run_seeds SCRIPT: SCRIPT OUT SEED for each of $count seeds from $seed, by
# make, and the report; the status is 1 if a program went wrong.
run_seeds ()
{
  {
    echo all:
    s=$seed
    while test $s -lt `expr $seed + $count`; do
      echo "all: $s"
      echo "$s:; @sh '$1' '$out' $s"
      s=`expr $s + 1`
    done
  } > "$out/items.mk"
  print_progress `date +%s` &
  progress_pid=$!
  trap 'kill $progress_pid 2>/dev/null' EXIT
  trap 'exit 2' HUP INT TERM
  case " $MAKEFLAGS" in *j*) j= ;; *) j=-j$jobs ;; esac
  ${MAKE:-make} -r --no-print-directory $j -f "$out/items.mk" all || exit 2
  kill $progress_pid 2>/dev/null
  cat "$out/results"/* > "$out/random.log"
  grep '^FAIL' "$out/random.log" \
    && echo "kept, with what reproduces them: $out/kept"
  grep '^SKIP' "$out/random.log" | sed 's/^SKIP [^:]*: //' | sort | uniq -c \
    | sed 's/^ *\([0-9]*\) /skipped, \1 times: /'
  awk '/^PASS/ { p++ } /^FAIL/ { f++ } /^SKIP/ { s++ }
       END { printf "%d passed, %d failed, %d skipped\n", p, f, s
	     exit f > 0 }' "$out/random.log"
}

# begin_seed: a folder of its own, as the current one, for $seed.
begin_seed ()
{
  work=`mktemp -d "$out/work.XXXXXX"` || exit 1
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' HUP INT TERM
  LC_ALL=C
  TMPDIR=$work
  export LC_ALL TMPDIR
  ulimit -c 0 2>/dev/null
  cd "$work" || exit 1
  result=$out/results/$seed
}

# finish TEXT: TEXT is the result of the seed.
finish ()
{
  echo "$1" > result.new
  mv result.new "$result"
  exit 0
}

# reduce_program FILE KEPT COMPILER [TEST]: make FILE smaller, for which the
# script ./try ends with 1, in $reduce seconds, and keep the smaller one in
# KEPT.  TEST is a command that must succeed after ./try as well.  No undefined
# behaviour may creep in while FILE shrinks: what COMPILER, a command with its
# options, warns of, or its sanitizers see, is refused.
reduce_program ()
{
  test -n "$reducer" && test $reduce != 0 || return 0
  mkdir small
  file=small.${1##*.}
  # The headers stay out of it: the host's, preprocessed, are nothing that the
  # offload compiler reads.
  cp "$1" small/$file
  cat > small/test.sh <<EOF
#! /bin/sh
d=\`mktemp -d\` && cp $file '$work/try' "\$d" && cd "\$d" || exit 1
trap 'rm -rf "\$d"' 0
sh ./try $file > /dev/null 2>&1
test \$? = 1 || exit 1
${4:-:} || exit 1
$3 -Wall -Wextra -O2 $file -o t -lm 2>&1 | grep -E -q \\
  'uninitialized|without a value|return type|no return|implicit|control reaches' && exit 1
timeout 5 ./t > t.out 2>&1 || exit 1
$3 -w -O1 -fsanitize=undefined,address \\
  -fno-sanitize-recover=all $file -o s -lm > /dev/null 2>&1 && timeout 20 ./s > s.out 2>&1 && cmp -s s.out t.out
EOF
  chmod +x small/test.sh
  ( cd small && timeout $reduce $reducer --n 1 ./test.sh $file ) \
    > reduce.log 2>&1 < /dev/null
  cp small/$file "$2/$file"
}
