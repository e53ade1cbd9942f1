# faults.awk: compare the file `results' of a fault, which comes first, with what
# faults-one has seen.  Variables: fault, gcc.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

BEGIN { way[5] = "without"; way[6] = "plugin"; way[7] = "treated" }

# What the file has of this release, by chip.
FNR == NR && FILENAME != ARGV[2] {
  if (!/^#/ && $1 == gcc)
    {
      known[$4] = $0
      version[$4] = $2
    }
  next
}

# "#doctor CHIP WAY: WHAT-IS-WRONG"
/^#doctor/ {
  split ($0, word, /[ :]+/)
  wrong = $0
  sub (/^[^:]*: /, "", wrong)
  print (wrong == "" ? "PASS: " : "FAIL: ") fault ": GCC " gcc \
    name(word[2]) ", " word[3] ", accelfix-config --doctor" \
    (wrong == "" ? "" : " " wrong)
  next
}

# "# CHIP WAY: WHY"
/^#/ {
  split ($0, word, /[ :]+/)
  why = $0
  sub (/^[^:]*: /, "", why)
  chip = word[2] (word[3] == "all" ? "" : " " word[3])
  if (!(chip in missing))
    order[++n_missing] = chip
  missing[chip] = why
  next
}

{
  chip = $4
  seen[chip] = 1
  if (!(chip in known))
    {
      skip(chip, "no result of GCC " gcc " is recorded yet;" \
	    " --record writes it")
      next
    }
  split (known[chip], old, "\t")
  for (i = 5; i <= 7; i++)
    {
      if ($i == "-" && old[i] == "-")
	continue
      what = fault ": GCC " gcc name(chip) ", " way[i]
      if ($i == "-" && (chip " " way[i]) in missing)
	print "SKIP: " what ": " missing[chip " " way[i]]
      else if ($i == old[i])
	print "PASS: " what ": " $i
      else
	print "FAIL: " what ": is " $i ", was " old[i] " on " old[3] \
	  ($2 == old[2] ? "" : " (recorded with " old[2] ", this is " $2 ")")
    }
}

END {
  # A compiler proper takes minutes to build, and is not there everywhere; all
  # else that was tried once must be tried again.
  for (chip in known)
    if (!(chip in seen) && missing[chip] ~ /^no compiler proper/)
      skip(chip, missing[chip])
    else if (!(chip in seen))
      print "FAIL: " fault ": GCC " gcc name(chip) ": was recorded, and" \
	" cannot be tried now" (missing[chip] != "" ? ": " missing[chip] : "")
  # Chips with the same reason are one line.
  for (i = 1; i <= n_missing; i++)
    {
      chip = order[i]
      why = missing[chip]
      if (chip in known || chip ~ / / || why == "")
	continue
      if (why in alike)
	alike[why] = alike[why] " " chip
      else
	{
	  reason[++n_reasons] = why
	  alike[why] = chip
	}
    }
  for (i = 1; i <= n_reasons; i++)
    skip(alike[reason[i]], reason[i])
}

function name(chip) { return chip == "-" ? "" : ", " chip }

function skip(chip, why)
{
  print "SKIP: " fault ": GCC " gcc name(chip) ": " why
}
