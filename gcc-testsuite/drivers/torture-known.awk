# torture-known.awk SUM: the failures in a summary of GCC's torture suites, each
# with the reason that the file KNOWN has for its test on PROCESSOR, or
# "unexplained"; TAB between the fields: REASON, LABEL, STATUS, TEST.
#
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

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
