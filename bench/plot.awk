# plot.awk: the figures of one GROUP of bench.csv as an SVG: a bar for each
# ratio, a line for its spread.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

function text(x, y, anchor, s)
{
  gsub (/&/, "\\&amp;", s)
  gsub (/</, "\\&lt;", s)
  printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, \
    anchor, s
}

function at(v) { return left + v / most * width }

BEGIN { FS = ","; left = 190; width = 420; row = 28 }

NR > 1 && $1 == group && $5 != "" {
  name[++n] = $2; value[n] = $5; low[n] = $6; high[n] = $7
  if ($5 > most) most = $5
  if ($7 > most) most = $7
}

END {
  if (!n)
    exit
  # A round number of steps from 0 on.
  step = 10 ^ int (log (most) / log (10))
  if (step > most)
    step /= 10
  if (most / step < 3)
    step /= 4
  else if (most / step > 8)
    step *= 2
  most = step * (int (most / step) + 1)
  height = n * row + 70
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" " \
    "height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n", \
    left + width + 90, height
  print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
  text(left, 18, "start", group == "ptxvm" \
       ? "ptxvm over the host, or 32 lanes over one" \
       : "with the plugin over without")
  for (v = 0; v <= most + step / 100; v += step)
    {
      printf "<line x1=\"%.1f\" y1=\"30\" x2=\"%.1f\" y2=\"%d\" " \
	"stroke=\"#ccc\"/>\n", at(v), at(v), height - 30
      text(at(v), height - 14, "middle", sprintf ("%g", v))
    }
  if (group != "ptxvm")
    printf "<line x1=\"%.1f\" y1=\"30\" x2=\"%.1f\" y2=\"%d\" " \
      "stroke=\"black\"/>\n", at(1), at(1), height - 30
  for (i = 1; i <= n; i++)
    {
      y = 34 + (i - 1) * row
      text(left - 8, y + 14, "end", name[i])
      printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"18\" " \
	"fill=\"#4a7ab0\"/>\n", left, y, at(value[i]) - left
      if (low[i] != "" && low[i] != high[i])
	printf "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" " \
	  "stroke=\"#c33\" stroke-width=\"3\"/>\n", at(low[i]), y + 9, \
	  at(high[i]), y + 9
      text(left + width + 8, y + 14, "start", sprintf ("%.4g", value[i]))
    }
  print "</svg>"
}
