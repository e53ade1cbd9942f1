# table.awk: from samples, lines "GROUP FIGURE BASE WITH", to the table, and to
# the file CSV with a line for each figure.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# The ratio is that of the sums; the spread, of the single ratios: the tenth and
# the ninetieth percentile, or with under ten samples the least and the greatest.

function sort_ratios(k, m,   i, j, t)
{
  for (i = 2; i <= m; i++)
    {
      t = ratio[k, i]
      for (j = i - 1; j > 0 && ratio[k, j] > t; j--)
	ratio[k, j + 1] = ratio[k, j]
      ratio[k, j + 1] = t
    }
}

BEGIN { FS = "\t" }

{
  k = $1 "\t" $2
  if (!(k in count))
    order[++keys] = k
  count[k]++
  with[k] += $4
  if ($3 != "-")
    {
      base[k] += $3
      if ($3 > 0)
	{
	  n[k]++
	  ratio[k, n[k]] = $4 / $3
	}
    }
}

END {
  print "group,figure,base,with,ratio,low,high,samples" > csv
  printf "%-28s %12s %12s %8s  %-17s %7s\n", "figure", "without", "with", \
    "ratio", "spread", "samples"
  for (i = 1; i <= keys; i++)
    {
      k = order[i]
      split (k, part, "\t")
      if (part[1] != last)
	printf "%s\n", part[1] == "ptxvm" \
	  ? "ptxvm (without: the host, or one lane)" : "the plugin"
      last = part[1]
      sort_ratios(k, n[k] + 0)
      skip = n[k] >= 10 ? int (n[k] / 10) : 0
      low = n[k] ? ratio[k, 1 + skip] : 0
      high = n[k] ? ratio[k, n[k] - skip] : 0
      r = (k in base) && base[k] ? sprintf ("%.4f", with[k] / base[k]) : ""
      printf "  %-26s %12s %12s %8s  %-17s %7d\n", part[2], \
	(k in base) ? base[k] : "-", with[k], r == "" ? "-" : r, \
	n[k] ? sprintf ("%.4f-%.4f", low, high) : "-", count[k]
      name = part[2]
      gsub (/,/, "", name)
      b = (k in base) ? base[k] : ""
      printf "%s,%s,%s,%s,%s,%s,%s,%d\n", part[1], name, b, with[k], \
	r, n[k] ? low : "", n[k] ? high : "", count[k] > csv
    }
}
