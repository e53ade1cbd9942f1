# Failures in summaries of the libgomp suites, each with the reason that the
# file KNOWN has for its test, or "unexpected".
#
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

BEGIN {
  while ((getline line < known) > 0)
    if (line !~ /^(#|$)/)
      {
        test = reason = line
        sub (/[ \t].*$/, "", test)
        sub (/^[^ \t]*[ \t]+/, "", reason)
        why[test] = reason
      }
}

/^(FAIL|XPASS|UNRESOLVED): / {
  test = $2
  sub (/^libgomp\.[a-z+-]*\/\.\.\//, "", test)
  print $0 " (" (test in why ? why[test] : "unexpected") ")"
}
