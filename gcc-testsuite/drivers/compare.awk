# compare.awk BASE NEW: what differs between two DejaGnu summaries of the same
# tests.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Output, TAB between the fields: KIND OLD NEW TEST for each difference, where
# KIND is worse, better, changed (neither), new or gone; then one line
# "total" RESULTS WORSE BETTER CHANGED NEW GONE.  Tests of the same name are
# told apart by their order.  Tests that the file of the variable `sometimes'
# names, one a line, fail now and then in any configuration: what differs there
# is changed, neither worse nor better.

function rank (status)
{
  if (status == "PASS" || status == "XFAIL")
    return 3
  if (status == "UNSUPPORTED" || status == "UNTESTED")
    return 2
  return 1
}

# The name of the file of TEST, as the lists of known failures have it.
function file_of (test)
{
  sub (/ .*/, "", test)
  sub (/^libgomp\.[a-z+-]*\/\.\.\//, "", test)
  return test
}

BEGIN {
  OFS = "\t"
  if (sometimes != "")
    while ((getline line < sometimes) > 0)
      shaky[line] = 1
}

/^(PASS|FAIL|XPASS|XFAIL|KPASS|KFAIL|UNRESOLVED|UNSUPPORTED|UNTESTED): / {
  i = index ($0, ": ")
  status = substr ($0, 1, i - 1)
  test = substr ($0, i + 2)
  n = ++seen[FILENAME, test]
  if (n > 1)
    test = test " #" n
  if (FILENAME == ARGV[1])
    old[test] = status
  else
    {
      results++
      now[test] = 1
      if (! (test in old))
        {
          n_new++
          print "new", "-", status, test
        }
      else if (old[test] != status)
        {
          a = rank(old[test])
          b = rank(status)
          # Nothing that was tried may go untried, and nothing untried may
          # fail: both are worse.  A failure that is no longer tried is
          # neither.  What was expected to fail and passes is repaired.
          if (file_of(test) in shaky)
            { kind = "changed"; changed++ }
          else if (old[test] == "XFAIL" && status == "XPASS")
            { kind = "better"; better++ }
          else if (old[test] == "XPASS" && status == "XFAIL")
            { kind = "worse"; worse++ }
          else if (b < a && ! (a == 2 && b == 2))
            { kind = "worse"; worse++ }
          else if (b == 3 && a < 3)
            { kind = "better"; better++ }
          else
            { kind = "changed"; changed++ }
          print kind, old[test], status, test
        }
    }
}

END {
  for (test in old)
    if (! (test in now))
      {
        gone++
        print "gone", old[test], "-", test
      }
  print "total", results + 0, worse + 0, better + 0, changed + 0, n_new + 0,
    gone + 0
}
