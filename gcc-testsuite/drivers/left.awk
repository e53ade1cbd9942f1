# left.awk DIFFERENCES LOG: the tests in LOG, of a run with the plugin, in which
# ptxvm saw a read of a register that nothing wrote: lines of kind `left', as
# in differences.tsv.  Not those that DIFFERENCES has as worse.  Variables: l, u
# (label and unit).
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

FILENAME == ARGV[1] {
  split ($0, f, "\t")
  if (f[1] == "worse")
    worse[f[6]] = 1
  next
}

/^ptxvm: uninitialised register / {
  if (why == "")
    why = $0
  sub (/^ptxvm: /, "", why)
  sub (/, block .*/, "", why)
  next
}

/^(PASS|FAIL|XPASS|XFAIL|UNRESOLVED|UNSUPPORTED|UNTESTED): / {
  i = index ($0, ": ")
  test = substr ($0, i + 2)
  if (why != "" && ! (test in worse))
    print "left", l, u, "-", substr ($0, 1, i - 1), test " (" why ")"
  why = ""
}
