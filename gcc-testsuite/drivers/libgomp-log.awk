# Results out of a log of the libgomp suites, with programs that ran on the
# host made failures.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# The boards ptxvm-host and gcnvm-host leave a line in the log after each run:
#     ptxvm: LAUNCHES launches, REPORTS reports, ENTRIES kernels, MS ms: PROGRAM
# and the result of the run follows.  A PASS without launches of a program
# with kernels that exited with status 0 becomes FAIL, and its name goes to the
# file FOUND, unless the file KNOWN has a line "TEST REASON": a test that means
# to run on the host.

BEGIN {
  while ((getline line < known) > 0)
    if (line !~ /^(#|$)/)
      {
        split (line, word, /[ \t]+/)
        fine[word[1]] = 1
      }
}

/^(ptxvm|gcnvm): [0-9]+ launches, [0-9]+ reports, [0-9]+ kernels, / {
  launches = $2
  kernels = $6
  ran = 1
  next
}

# A test that is to fail, and did so before its first kernel.
/^exit status / { ran = 0 }

/^UNTESTED: .*hardware not accessible/ {
  print label ": " substr ($0, 11) >> found
}

/^(PASS|FAIL|XPASS|XFAIL|UNRESOLVED|UNSUPPORTED|UNTESTED): / {
  if (ran && / execution test$/)
    {
      ran = 0
      test = $2
      sub (/^.*libgomp\./, "libgomp.", test)
      sub (/^libgomp\.[a-z+-]*\/\.\.\//, "", test)
      if ($1 == "PASS:" && kernels > 0 && launches == 0 && ! (test in fine))
        {
          print label ": " $2 >> found
          sub (/^PASS/, "FAIL")
        }
    }
  print
}
