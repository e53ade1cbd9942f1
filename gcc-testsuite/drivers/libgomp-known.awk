# Failures in summaries of the libgomp suites, each with the reason that the
# file KNOWN has for its test on TARGET, nvptx or amdgcn, or "unexpected".
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# KNOWN has lines "TEST TARGET REASON", TAB between the fields; TARGET may be
# `all'.

BEGIN {
  while ((getline line < known) > 0)
    if (line !~ /^(#|$)/)
      {
        split (line, field, "\t")
        if (field[2] == "all" || field[2] == target)
          why[field[1]] = field[3]
      }
}

/^(FAIL|XPASS|UNRESOLVED): / {
  test = $2
  sub (/^libgomp\.[a-z+-]*\/\.\.\//, "", test)
  print $0 " (" (test in why ? why[test] : "unexpected") ")"
}
