# plot.awk: growth.csv as an SVG: the time (column 6) of what `title' names over
# N, a line for each kind, both scales logarithmic, with the slopes of linear and
# quadratic growth.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

function x(n) { return 60 + 400 * log(n / least) / log(most / least) }
function y(ms) { return 340 - 300 * log(ms / low) / log(high / low) }

function text(px, py, anchor, s)
{
  printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", px, py, \
    anchor, s
}

function line(points, style)
{
  printf "<polyline fill=\"none\" %s points=\"%s\"/>\n", style, points
}

function slope(power)
{
  line(x(least) "," y(low * 10) " " x(most) "," \
       y(low * 10 * exp(power * log(most / least))),
       "stroke=\"#888\" stroke-dasharray=\"4 4\"")
  text(x(most) + 6, y(low * 10 * exp(power * log(most / least))), "start", \
       power == 1 ? "linear" : "quadratic")
}

NR > 1 {
  if (!($1 in last)) kinds[++n_kinds] = $1
  ms = $6 < 1 ? 1 : $6
  last[$1] = ms
  if (!least || $2 < least) least = $2
  if ($2 > most) most = $2
  if (ms > highest) highest = ms
  n[NR] = $2; kind[NR] = $1; time[NR] = ms
}

END {
  if (most <= least)
    exit
  low = 1
  for (high = 10; high < highest || high < 10 * (most / least) ^ 2; high *= 10)
    ;
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"580\" " \
    "height=\"380\" font-family=\"sans-serif\" font-size=\"12\">"
  print "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
  text(60, 20, "start", title ": ms over N")
  for (ms = low; ms <= high; ms *= 10)
    {
      line(x(least) "," y(ms) " " x(most) "," y(ms), "stroke=\"#ddd\"")
      text(54, y(ms) + 4, "end", ms)
    }
  for (k = least; k <= most; k *= 2)
    text(x(k), 360, "middle", k)
  slope(1)
  slope(2)
  for (i = 1; i <= n_kinds; i++)
    {
      points = ""
      for (k = 2; k <= NR; k++)
	if (kind[k] == kinds[i])
	  points = points sprintf("%.1f,%.1f ", x(n[k]), y(time[k]))
      line(points, sprintf("stroke=\"hsl(%d,70%%,40%%)\"", i * 360 / n_kinds))
      text(x(most) + 6, y(last[kinds[i]]) + 4, "start", kinds[i])
    }
  print "</svg>"
}
