# sum.awk: the table out of the CSV that run makes, and what it must show.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

function ratio(a, b)
{
  return b ? sprintf ("%.4f", a / b) : "-"
}

function missed(text)
{
  print "missed: " text
  n_missed++
}

BEGIN {
  FS = ","
  nways = split ("gcc init-regs=1 init-regs=2 init-regs=3 exit=0 exit=2", way,
		 " ")
}

NR == 1 { next }

{
  if (!($1 in seen))
    {
      seen[$1] = 1
      corpus[++ncorpora] = $1
    }
  id = $1 SUBSEP $2
  at = $1 SUBSEP $3
  if (!((id, $3) in line))
    {
      ways_of[id]++
      if (ways_of[id] == 1)
	file[++nfiles] = id
    }
  line[id, $3] = $0
}

END {
  for (i = 1; i <= nfiles; i++)
    {
      id = file[i]
      split (id, part, SUBSEP)
      c = part[1]
      n[c]++
      all_sass = all_run = 1
      for (w = 1; w <= nways; w++)
	{
	  split (line[id, way[w]], f, ",")
	  if (f[10] == "")
	    all_sass = 0
	  if (f[11] == "")
	    all_run = 0
	}
      nsass[c] += all_sass
      nrun[c] += all_run
      for (w = 1; w <= nways; w++)
	{
	  split (line[id, way[w]], f, ",")
	  for (k = 4; k <= 8; k++)
	    sum[c, way[w], k] += f[k]
	  if (all_sass)
	    {
	      sum[c, way[w], 9] += f[9]
	      sum[c, way[w], 10] += f[10]
	    }
	  if (all_run)
	    {
	      run[way[w]] = f[11]
	      sum[c, way[w], 11] += f[11]
	    }
	  if (way[w] ~ /^init-regs/ && f[4] + f[5] > 0)
	    missed(c " " part[2] " " way[w] ": " f[4] " maybe, " f[5] " never")
	}
      if (all_run && run["init-regs=3"] > 1.01 * run["gcc"])
	{
	  above[c] = above[c] sprintf ("  %s: %d executed by GCC alone, " \
				       "%d with init-regs=3 (%s)\n",
				       part[2], run["gcc"],
				       run["init-regs=3"],
				       ratio(run["init-regs=3"], run["gcc"]))
	}
    }
  for (i = 1; i <= ncorpora; i++)
    {
      c = corpus[i]
      printf "\n%s: %d files", c, n[c]
      printf "; registers and SASS of %d, %d that run\n", nsass[c], nrun[c]
      printf "%-12s %6s %6s %6s %6s %9s %8s %9s %12s %9s\n", "way", "maybe",
	"never", "GCC's", "moves", "insns", "regs", "SASS", "executed",
	"to GCC's"
      for (w = 1; w <= nways; w++)
	printf "%-12s %6d %6d %6d %6d %9d %8d %9d %12d %9s\n", way[w],
	  sum[c, way[w], 4], sum[c, way[w], 5], sum[c, way[w], 6],
	  sum[c, way[w], 7], sum[c, way[w], 8], sum[c, way[w], 9],
	  sum[c, way[w], 10], sum[c, way[w], 11],
	  ratio(sum[c, way[w], 11], sum[c, "gcc", 11])
      x0 = sum[c, "exit=0", 8]
      x1 = sum[c, "init-regs=3", 8]
      x2 = sum[c, "exit=2", 8]
      printf "code, over exit=0: exit=1 %+.4f %%, exit=2 %+.4f %%; ",
	100 * (x1 - x0) / x0, 100 * (x2 - x0) / x0
      printf "over GCC alone: init-regs=3 %+.4f %%\n",
	100 * (x1 - sum[c, "gcc", 8]) / sum[c, "gcc", 8]
      if (nsass[c])
	printf "over GCC alone, by ptxas: registers %s, instructions %s\n",
	  ratio(sum[c, "init-regs=3", 9], sum[c, "gcc", 9]),
	  ratio(sum[c, "init-regs=3", 10], sum[c, "gcc", 10])
      if (above[c] != "")
	printf "programs that execute more than 1.01 of GCC's:\n%s", above[c]
      if (100 * (x1 - x0) / x0 >= .1)
	missed(c ": exit=1 makes code grow by 0.1 % or more")
      if (100 * (x2 - x0) / x0 >= 1)
	missed(c ": exit=2 makes code grow by 1 % or more")
      if (c == "execute" && sum[c, "init-regs=3", 11] > 1.01 * sum[c, "gcc", 11])
	missed(c ": more than 1.01 of GCC's instructions are executed")
    }
  printf "\n%d figures missed\n", n_missed
  exit n_missed > 0
}
