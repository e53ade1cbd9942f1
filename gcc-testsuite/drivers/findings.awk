# findings.awk NAMES OUTPUT ERRORS: count, file by file, what ptxcheck or
# gcncheck said.  NAMES has a line "CHECKED-FILE SOURCE" for each file.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

FILENAME == ARGV[1] { source[$1] = $2; next }

{
  # Errors have the name of the program in front.
  line = $0
  sub(/^[^ ]*(ptx|gcn)check: /, "", line)
  file = line
  sub(/[(:].*/, "", file)
  if (! (file in source))
    next
}

FILENAME == ARGV[3] {
  if (! (file in refused) && (line ~ /error/ || $0 ~ /gcncheck: /))
    refused[file] = line
  next
}

/ may be read uninitialised/ { n["maybe", file]++; next }
/ is read but never written/ { n["never", file]++; next }
/ runs? (off|on|into) / { n["end", file]++; next }
/ runs past the end of the code / { n["end", file]++; next }
/: M0 is / { n["m0", file]++; next }
/ lane move / { n["lane", file]++; next }
/: total: / || /^total/ { next }
{ n["other", file]++ }

END {
  nkinds = split("maybe never m0 lane end other", kind, " ")
  for (f in source)
    {
      for (k = 1; k <= nkinds; k++)
        if (n[kind[k], f])
          print kind[k], source[f], n[kind[k], f]
      if (f in refused)
        print "refused", source[f], refused[f]
    }
}
