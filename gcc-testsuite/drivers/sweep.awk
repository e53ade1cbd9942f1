# sweep.awk: add up what sweep-batch found.  Files are named
# BATCH.LABEL.MODE.NUMBER; variables: labels, modes, kinds (of findings; the
# plugin is to leave none but `end' for nvptx), optionsfile, outfile (for what
# is left), elapsed (seconds).
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

BEGIN {
  while ((getline line < optionsfile) > 0)
    options[++noptions] = line
  nlabels = split(labels, label, " ")
  nmodes = split(modes, mode, " ")
  nkinds = split(kinds, kind, " ")
}

FNR == 1 {
  n = split(FILENAME, part, "/")
  n = split(part[n], part, ".")
  at = part[2] SUBSEP part[3] SUBSEP part[4]
}

$1 == "compiled" { compiled[at]++; ok[at, $2] = 1 }
$1 == "failed" || $1 == "crashed" || $1 == "slow" {
  failed[at]++
  bad[at, $2] = $0
  names[$2] = 1
  if ($1 == "crashed")
    crashed[at]++
}
$1 ~ /^(maybe|never|m0|lane|end|other)$/ {
  count[$1, at] += $3
  left[at, $2] = left[at, $2] " " $3 " " $1
  names[$2] = 1
}
$1 == "refused" { refused[at]++; refusal[at, $2] = $0; names[$2] = 1 }

END {
  printf "%-10s %-6s %-9s %8s %8s %8s %8s", "options", "mode", "with",
    "compiled", "failed", "crashed", "refused"
  for (k = 1; k <= nkinds; k++)
    printf " %8s", kind[k]
  printf " %8s\n", "worse"
  for (o = 1; o <= noptions; o++)
    for (m = 1; m <= nmodes; m++)
      for (l = 1; l <= nlabels; l++)
        {
          at = label[l] SUBSEP mode[m] SUBSEP o
          base = label[1] SUBSEP mode[m] SUBSEP o
          with_plugin = label[l] ~ /^(m[0-3]|accelfix)$/
          worse = 0
          for (f in names)
            {
              why = ""
              if ((at, f) in bad && (base, f) in ok)
                why = bad[at, f]
              else if ((at, f) in refusal && ! ((base, f) in refusal))
                why = refusal[at, f]
              else if (with_plugin && label[l] != "m0" && (at, f) in left \
                       && left[at, f] ~ (label[l] == "accelfix" ? "." \
                                         : "maybe|never"))
                why = left[at, f]
              if (why != "" && with_plugin)
                {
                  worse++
                  printf "%s, %s, %s: %s: %s\n", options[o], mode[m],
                    label[l], f, why > outfile
                }
            }
          short = options[o]
          if (length (short) > 10)
            short = substr (short, 1, 7) "..."
          printf "%-10s %-6s %-9s %8d %8d %8d %8d", short, mode[m],
            label[l], compiled[at], failed[at], crashed[at], refused[at]
          for (k = 1; k <= nkinds; k++)
            printf " %8d", count[kind[k], at]
          printf " %8d\n", worse
          if (with_plugin)
            {
              all_worse += worse
              passed += compiled[base] - worse
              skipped += failed[base]
            }
        }
  if (all_worse)
    print "what is left, or worse, file by file: " outfile
  printf "%d s\n", elapsed
  printf "%d passed, %d failed, %d skipped\n", passed, all_worse, skipped
  exit all_worse > 0
}
