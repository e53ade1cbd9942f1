# torture-known.awk SUM: the failures in a summary of GCC's torture suites, each
# with the reason that the file KNOWN has for its test on PROCESSOR, or
# "unexplained"; TAB between the fields: REASON, LABEL, STATUS, TEST.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Variables: known, processor, label.  KNOWN has lines "TEST PROCESSORS REASON",
# TAB between the fields; PROCESSORS is `all' or a list with commas.

BEGIN {
  FS = OFS = "\t"
  while ((getline < known) > 0)
    if ($0 !~ /^(#|$)/ &&
	($2 == "all" || index ("," $2 ",", "," processor ",")))
      why[$1] = $3
}

/^(FAIL|XPASS|UNRESOLVED): / {
  i = index ($0, ": ")
  test = substr ($0, i + 2)
  sub (/ .*/, "", test)
  print (test in why ? why[test] : "unexplained"), label, \
    substr ($0, 1, i - 1), substr ($0, i + 2)
}
