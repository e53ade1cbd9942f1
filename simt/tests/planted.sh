# What races.sh and undefined.sh have in common: programs with a planted fault, in
# OpenMP or OpenACC, which the offload compiler compiles, with libgomp in them.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Needs machine (gcnvm), options (what makes its libraries' own faults silent), find
# (find_offload or its kin), and run_options (what looks for such faults).
# A program is simt/tests/FOLDER/NAME.c.  It has a fault, and none with -DRIGHT,
# which must be silent and exit with 0.  Its comments say more:
#   here		this line takes part in the fault, and must be reported
#   says TEXT		a regular expression for a line of the reports
#   MACHINE says TEXT	the same for one machine
#   MACHINE with OPTIONS	it reports the fault with these
#   only MACHINE: WHY	the other machine does not report the fault, or cannot run a
#			program without one
#   flags FLAGS		for the compiler (-O2)
# Names that begin with "acc" or "quiet-acc" are OpenACC.

. "$srcdir/../simt/tests/lib.sh"
build=`pwd`
programs=`cd "$srcdir/../simt/tests" && pwd`
# ptxvm has this twice at a time, once with a way of its own.
tmp=$build/tests/tmp/planted-$folder${PTXVM_UNIFORM:+-$PTXVM_UNIFORM}
rm -rf "$tmp"
mkdir -p "$tmp" || exit 1
cd "$tmp" || exit 1
unset GCNVM_RACE GCNVM_UNINIT GCNVM_DEVICE GCNVM_STATS GCNVM_JSON \
  GCNVM_INITCHECK GCNVM_INITCHECK_STRICT PTXVM_RACE PTXVM_UNINIT PTXVM_STATS \
  PTXVM_JSON PTXVM_INITCHECK PTXVM_INITCHECK_STRICT

. "$srcdir/../simt/tests/offload.sh"
$find "$build"
if test -z "$gcc"; then
  echo "SKIP: no compiler here offloads to $machine's GPUs"
  echo "0 passed, 0 failed, 1 skipped"
  exit 0
fi
# Atomic operations on bytes are there.
test $machine != ptxvm || offload="$offload $offload_options=-latomic"
major=`$gcc -dumpversion | cut -d. -f1`

# names FOLDER: those of its programs.
names () { (cd "$programs/$1" && ls *.c | sed 's/\.c$//'); }

# comment WORD: what comes after it in comments of $file.
comment () { sed -n "s|.*/\* $1 \(.*\) \*/.*|\1|p" "$file"; }

# compile FLAGS: $file, of name $name, with them.  What is right needs no lines to report;
# the debug information of amdgcn's libraries takes a third of the time.
# A program is compiled once for all the tests that run it: it is kept under a sum of what
# it is made of.
kept=$build/tests/tmp/planted
mkdir -p "$kept" || exit 1
compilers=`for t in nvptx-none amdgcn-amdhsa; do $gcc -print-prog-name=accel/$t/lto1; done`
compile ()
{
  case $machine,$* in gcnvm,-DRIGHT*) set -- "$@" $offload_options=-Wl,-S ;; esac
  case $name in
    acc* | quiet-acc*) mode=-fopenacc ;;
    *) mode=-fopenmp ;;
  esac
  flags=`comment flags`
  set -- $gcc -g ${flags:--O2} $mode $offload "$@" "$file"
  made_of=`echo "$@" | grep -o 'fplugin=[^ ]*' | sed 's/^fplugin=//'`
  sum=`{ echo "$@"; cat "$file"; ls -lL $compilers $made_of 2> /dev/null; } | cksum \
       | tr ' ' -`
  if ! test -f "$kept/$sum"; then
    "$@" -o program > out 2> err || { bad "does not compile"; return 1; }
    # Another test may do the same.
    cp program "$kept/$sum.$$" && mv "$kept/$sum.$$" "$kept/$sum"
  fi
  cp "$kept/$sum" program
}

# run OPTIONS: the program.  What waits for ever outside of a launch is ended, too.
# When two queues make their first launch at the same time, libgomp's plugin for GCN
# (configure_ephemeral_memories, get_team_arena) puts both memories at the same end of
# its list; it then does not find the one that it lost, says so, and goes on.  That
# says nothing about the program or gcnvm.
# Where the comment "up to N runs" says so, libgomp's threads may take its locks in an
# order that orders the two accesses of this run as well: it is run again until there is
# a report, at most N times.
run ()
{
  runs=`comment "up to"`
  runs=${runs%% *}
  for n in `seq ${runs:-1}`; do
    timeout -k 10 400 "$build/$machine-run" $options --time-limit=60 "$@" ./program \
      > out 2> err.all < /dev/null
    status=$?
    sed '$!N; /^\nlibgomp: Could not find a GCN arena to release\.$/d; P; D' err.all > err
    ! grep -q 'data race' err || break
  done
}

# elsewhere: only the other machine reports the fault of $file.
elsewhere ()
{
  grep -q '/\* only [a-z]*:' "$file" && ! grep -q "/\* only $machine:" "$file"
}

# says: check what the comments say of err.
says ()
{
  { comment says; comment "$machine says"; } > texts
  while read -r text; do
    if grep -q -e "$text" err; then ok; else bad "does not say $text"; fi
  done < texts
}

# lines PATTERN: those of $file that say "here" are in reports, as PATTERN($name.c:LINE).
# no_others PATTERN: no others are.
lines ()
{
  grep -n 'here \*/' "$file" | cut -d: -f1 > here
  while read -r line; do
    if grep -q "$1($name.c:$line)" reports; then ok
    else bad "no report of line $line"; fi
  done < here
}
no_others ()
{
  others=`grep -o "$1($name.c:[0-9]*)" reports | sed 's/.*://' | tr -dc '0-9\n' \
	  | grep -vxFf here | sort -u | tr '\n' ' '`
  if test -z "$others"; then ok; else bad "reports line $others"; fi
}

# right OPTIONS: without its fault the program is silent.
right ()
{
  compile -DRIGHT || return
  run "$@"
  if test -s err; then bad "-DRIGHT: reports"; else ok; fi
  if test $status = 0; then ok; else bad "-DRIGHT: status $status"; fi
}
