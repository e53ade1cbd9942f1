# ptxcheck.awk NAMES OUTPUT ERRORS: count, file by file, what ptxcheck said.
# NAMES has a line "PTX-FILE SOURCE" for each file that was checked.
#
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

FILENAME == ARGV[1] { source[$1] = $2; next }

{
  file = $0
  sub(/[(:].*/, "", file)
  if (! (file in source))
    next
}
/ maybe$/ { n["maybe", file]++ }
/ never$/ { n["never", file]++ }

END {
  for (f in source)
    {
      if (n["maybe", f]) print "maybe", source[f], n["maybe", f]
      if (n["never", f]) print "never", source[f], n["never", f]
    }
}
