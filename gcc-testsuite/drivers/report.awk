# report.awk UNITS NO-DEVICE RUN.CONF COUNTS TOTALS DIFFERENCES: write
# report.txt and report.html; see the script report for the files.  The exit
# status is 1 if anything is worse, gone or left.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

function pretty (suite,   i)
{
  # SUITE/PROCESSOR.
  i = index (suite, "/")
  if (i > 0)
    return pretty(substr (suite, 1, i - 1)) " " substr (suite, i + 1)
  if (suite == "compile" || suite == "execute")
    return "c-torture/" suite
  if (suite == "ieee")
    return "c-torture/execute/ieee"
  if (suite == "dg-torture")
    return "gcc.dg/torture"
  if (suite == "g++-torture")
    return "g++.dg/torture"
  if (suite == "nvptx" || suite == "gcn")
    return "gcc.target/" suite
  return suite
}

function escape (text)
{
  gsub (/&/, "\\&amp;", text)
  gsub (/</, "\\&lt;", text)
  gsub (/>/, "\\&gt;", text)
  return text
}

function cell (text, left)
{
  return "<td" (left ? " class=\"t\"" : "") ">" text
}

# Links from the report to the files of UNIT under LABEL.
function files (label, unit)
{
  return "<a href=\"" label "/" unit ".sum\">results</a> <a href=\"" label \
    "/" unit ".log\">log</a>"
}

# What is short and says which test it is: of "SUITE/pr1.c   -O2  execution
# test" it is "pr1.c -O2".
function brief (test)
{
  sub (/^[^ ]*\//, "", test)
  sub (/ *execution( test)?,? */, " ", test)
  gsub (/  +/, " ", test)
  sub (/ $/, "", test)
  return test
}

BEGIN {
  text = "report.txt"
  html = "report.html"
  nlabels = split (labels, label, " ")
  nkinds = split ("worse left gone better changed new", kind, " ")
}

FILENAME == ARGV[1] {
  n = split ($0, word, " ")
  unit[++nunits] = word[1]
  suite_of[word[1]] = word[2]
  o = $0
  sub (/^[^ ]+ [^ ]+ ?/, "", o)
  options_of[word[1]] = o
  if (! (word[2] in known))
    {
      known[word[2]] = 1
      suite[++nsuites] = word[2]
    }
  next
}
FILENAME == ARGV[2] { nodevice = $0; next }
FILENAME == ARGV[3] {
  if (sub (/^flags_/, ""))
    {
      l = $0
      sub (/=.*/, "", l)
      f = substr ($0, length (l) + 3)
      flags[l] = substr (f, 1, length (f) - 1)
    }
  next
}
FILENAME == ARGV[4] {
  have[$1, $2] = have[$1, suite_of[$2]] = 1
  for (i = 3; i <= 8; i++)
    {
      count[$1, $2, i] = $i
      sum[$1, suite_of[$2], i] += $i
    }
  next
}
FILENAME == ARGV[5] {
  compared[$1, $2] = compared[$1, suite_of[$2]] = 1
  any = 1
  for (i = 3; i <= 8; i++)
    {
      total[$1, $2, i] = $i
      totals[$1, suite_of[$2], i] += $i
    }
  if ($4 > 0 || $8 > 0)
    bad = 1
  next
}
{
  ndiffs[$1]++
  diff[$1, ndiffs[$1]] = $0
  if ($1 == "left")
    {
      bad = 1
      left[$2, suite_of[$3]]++
    }
  if ($1 == "better")
    {
      at = $2 SUBSEP suite_of[$3]
      if (++nbetter[at] <= 12)
        better[at] = better[at] (nbetter[at] > 1 ? "; " : ": ") brief($6)
    }
}

function text_report (   l, s, i, k, at, line, f)
{
  printf "GCC's own test suites with gcc-%s (%s), %s, board %s\n", gcc,
    version, target, board > text
  printf "%s UTC, %s, %s s\n", now, machine, seconds > text
  for (l = 1; l <= nlabels; l++)
    if (label[l] in flags)
      print label[l] ": " flags[label[l]] > text
  print "" > text
  for (l = 1; l <= nlabels; l++)
    for (s = 1; s <= nsuites; s++)
      {
        at = label[l] SUBSEP suite[s]
        if (at in have)
          printf "%-9s %-29s %6d pass %5d fail %4d unresolved %5d unsupported %3d xfail %3d xpass\n",
            label[l], pretty(suite[s]), sum[at, 3], sum[at, 4], sum[at, 5],
            sum[at, 6], sum[at, 7], sum[at, 8] > text
      }
  if (nodevice != "")
    print nodevice > text
  if (! any)
    return
  print "\nWith the plugin, compared with the compiler alone:" > text
  for (l = 2; l <= nlabels; l++)
    for (s = 1; s <= nsuites; s++)
      {
        at = label[l] SUBSEP suite[s]
        if (! (at in compared))
          continue
        line = sprintf ("  %-9s %-29s %6d results %4d worse %4d better",
                        label[l], pretty(suite[s]), totals[at, 3],
                        totals[at, 4], totals[at, 5])
        if (left[at])
          line = line " " left[at] " left"
        if (totals[at, 6])
          line = line " " totals[at, 6] " changed"
        if (totals[at, 7])
          line = line " " totals[at, 7] " new"
        if (totals[at, 8])
          line = line " " totals[at, 8] " gone"
        print line (nbetter[at] <= 12 ? better[at] : "") > text
      }
  for (k = 1; k <= nkinds; k++)
    if (ndiffs[kind[k]])
      {
        printf "\n%s (%d):\n", kind[k], ndiffs[kind[k]] > text
        for (i = 1; i <= ndiffs[kind[k]]; i++)
          {
            split (diff[kind[k], i], f, "\t")
            printf "  %s: %s -> %s: %s\n", f[2], f[4], f[5], f[6] > text
          }
      }
}

function html_report (   l, u, i, k, at, f)
{
  print "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">" \
    > html
  printf "<title>gcc-%s %s with accelfix</title>\n", gcc, target > html
  print "<style>\n" \
    "body { font-family: sans-serif; margin: 2em; max-width: 75em; }\n" \
    "table { border-collapse: collapse; margin: 1em 0; }\n" \
    "td, th { border: 1px solid #999; padding: 0.2em 0.6em;" \
    " text-align: right; }\n" \
    "td.t, th.t { text-align: left; }\n" \
    ".worse, .left, .gone { background: #fbb; } .better { background: #bfb; }\n" \
    "code { font-size: 90%; }\n</style></head><body>" > html
  printf "<h1>GCC's own test suites: gcc-%s, %s</h1>\n", gcc, target > html
  printf "<p>gcc-%s-source %s; board %s; %s UTC; %s seconds.</p>\n", gcc,
    version, board, now, seconds > html
  if (nodevice != "")
    print "<p>" escape(nodevice) "</p>" > html
  print "<table><tr><th class=\"t\">label<th class=\"t\">options</tr>" > html
  for (l = 1; l <= nlabels; l++)
    if (label[l] in flags)
      print "<tr>" cell(label[l], 1) cell("<code>" escape(flags[label[l]]) \
        "</code>", 1) "</tr>" > html
  print "</table>\n<h2>Totals</h2>" > html
  print "<table><tr><th class=\"t\">label<th class=\"t\">suite" \
    "<th class=\"t\">options<th>pass<th>fail<th>unresolved<th>unsupported" \
    "<th>xfail<th>xpass<th>worse<th>better<th>changed<th>new<th>gone" \
    "<th class=\"t\">files</tr>" > html
  for (l = 1; l <= nlabels; l++)
    for (u = 1; u <= nunits; u++)
      {
        at = label[l] SUBSEP unit[u]
        if (! (at in have))
          continue
        printf "<tr>%s%s%s", cell(label[l], 1),
          cell(pretty(suite_of[unit[u]]), 1),
          cell("<code>" escape(options_of[unit[u]]) "</code>", 1) > html
        for (i = 3; i <= 8; i++)
          printf "%s", cell(count[at, i]) > html
        for (i = 4; i <= 8; i++)
          printf "%s", cell(total[at, i]) > html
        print cell(files(label[l], unit[u]), 1) "</tr>" > html
      }
  print "</table>\n<h2>Differences</h2>" > html
  k = 0
  for (i = 1; i <= nkinds; i++)
    k += ndiffs[kind[i]]
  if (k == 0)
    print "<p>None.</p>" > html
  else
    {
      print "<table><tr><th class=\"t\">kind<th class=\"t\">label" \
        "<th class=\"t\">alone<th class=\"t\">with plugin" \
        "<th class=\"t\">test<th class=\"t\">logs</tr>" > html
      for (k = 1; k <= nkinds; k++)
        for (i = 1; i <= ndiffs[kind[k]]; i++)
          {
            split (diff[kind[k], i], f, "\t")
            print "<tr class=\"" f[1] "\">" cell(f[1], 1) cell(f[2], 1) \
              cell(f[4], 1) cell(f[5], 1) \
              cell("<code>" escape(f[6]) "</code>", 1) \
              cell("<a href=\"gcc/" f[3] ".log\">alone</a> <a href=\"" f[2] \
                "/" f[3] ".log\">with</a>", 1) "</tr>" > html
          }
      print "</table>" > html
    }
  print "</body></html>" > html
}

END {
  text_report()
  html_report()
  exit bad
}
