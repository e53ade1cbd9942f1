# What the scripts that simt/tests/run runs have in common.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

passed=0 failed=0 skipped=0

# ok [WHAT]: a test has passed; WHAT is printed if it is given.
ok ()
{
  test $# = 0 || echo "PASS: $*"
  passed=`expr $passed + 1`
}

# bad WHAT: a test has failed.  $what, if it is set, is what was tried; the beginning of
# what a program wrote to out and err, in $tmp or here, is shown.
bad ()
{
  failed=`expr $failed + 1`
  echo "FAIL: ${what:+$what: }$*"
  for shown in out err; do
    for place in "${tmp:-.}" .; do
      if test -s "$place/$shown"; then
	cut -c1-300 "$place/$shown" | head -n 8 | sed "s/^/  $shown: /"
	break
      fi
    done
  done
}

# skip WHY: a test cannot run here.
skip ()
{
  echo "UNSUPPORTED: $*"
  skipped=`expr $skipped + 1`
}

# Whether a mutant is to be tried.  They take long, and say something about tests alone:
# one of $MUTANTS is, if that is set; which one, depends on the change log.
due ()
{
  test "${MUTANTS:-1}" -gt 1 || return 0
  test -n "$due" || due=`cksum < "$change_log" | cut -d' ' -f1`
  due=`expr $due + 1`
  test `expr $due % $MUTANTS` = 0
}
due= change_log=`cd "${0%/*}/../.." 2>/dev/null && pwd`/ChangeLog

# The end of a script.
end ()
{
  echo "$passed passed, $failed failed, $skipped skipped"
  test $failed -eq 0
  exit
}

# is STATUS COMMAND...: run COMMAND; its exit status is STATUS.  What it wrote is in out
# and err.
is ()
{
  want=$1
  shift
  "$@" > out 2> err < /dev/null
  got=$?
  if test $got = $want; then ok; else bad "$*: status $got, not $want"; fi
}

# has FILE TEXT, hasnt FILE TEXT: FILE has TEXT, as a part of a line, or has not.
# has_line FILE TEXT: it has the line TEXT.
has () { if grep -qF -e "$2" "$1"; then ok; else bad "$1: no $2"; fi }
hasnt () { if grep -qF -e "$2" "$1"; then bad "$1: $2"; else ok; fi }
has_line () { if grep -qxF -e "$2" "$1"; then ok; else bad "$1: no $2"; fi }
