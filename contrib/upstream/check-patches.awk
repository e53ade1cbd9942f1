# Say what is wrong with the form of a patch for GCC: its subject, its ChangeLog
# entries, its lines.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# What GCC's contrib/gcc-changelog/git_commit.py asks of a commit, and what its
# coding conventions ask of lines.  Variables: NAME, the patch's name; LOGS, the
# folders that have a ChangeLog, between blanks.

function bad(what) { print NAME ": " what; failed = 1 }

# log_of FILE: the folder of the ChangeLog that FILE belongs to, the innermost.
function log_of(file,   d)
{
  d = file
  while (sub("/[^/]*$", "", d))
    if (index(LOGS, " " d " "))
      return d
  return ""
}

# columns TEXT: how wide TEXT is, with TABs of 8.
function columns(text,   i, n)
{
  for (i = 1; i <= length(text); i++)
    n = substr(text, i, 1) == "\t" ? n + 8 - n % 8 : n + 1
  return n
}

function end_entry()
{
  if (entry == "")
    return
  text = entry
  sub(/^\t\* /, "", text)
  gsub(/\n\t/, " ", text)
  if (text !~ /\.$/ || text ~ /\.\.\.\.$/)
    bad("the entry for " log_dir " does not end with a full stop: " text)
  # The files come before the first parenthesis, bracket or colon.
  names = text
  sub(/[\[<(:].*/, "", names)
  n = split(names, name, /, */)
  for (i = 1; i <= n; i++) {
    gsub(/ /, "", name[i])
    if (name[i] != "")
      named[log_dir "/" name[i]] = 1
  }
  entry = ""
}

function end_hunk()
{
  if (old_left > 0 || new_left > 0)
    bad(file ": a hunk is shorter than its head says")
  old_left = new_left = 0
}

BEGIN { part = "head" }

part == "head" && NR == 1 && !/^From 0+ Mon Sep 17 00:00:00 2001$/ {
  bad("the first line is not that of git format-patch")
}
part == "head" && /^From: .* <.*@.*>$/ { from = 1 }
part == "head" && /^Date: / { date = 1 }
part == "head" && /^Subject: / { subject = $0; next }
part == "head" && /^ / { subject = subject $0; next }
part == "head" && /^$/ {
  if (!from || !date)
    bad("From: or Date: is missing")
  if (subject !~ /^Subject: \[PATCH\] [a-z+]+(, [a-z]+)?: [A-Z].*[^.]$/)
    bad("the subject is not [PATCH] component: What it does, without a full stop")
  sub(/^Subject: \[PATCH\] /, "", subject)
  if (length(subject) > 75)
    bad("the subject has more than 75 characters")
  component = subject
  sub(/:.*/, "", component)
  n = split(component, c, ", ")
  for (i = 1; i <= n; i++)
    if (!(index(" amdgcn gcn nvptx libgcc libgomp openmp openacc middle-end fortran c c++ lto lra ", " " c[i] " ")))
      bad("there is no component " c[i])
  part = "text"
  next
}

part == "text" || part == "log" {
  if ($0 == "---") {
    end_entry()
    if (part != "log")
      bad("there are no ChangeLog entries")
    if (words < 20)
      bad("the text does not give the reason")
    part = "stat"
    next
  }
  if (columns($0) > 80)
    bad("a line of the text has more than 80 columns: " $0)
  if (/[ \t]$/)
    bad("white space at the end of a line of the text")
}
(part == "text" || part == "log") && /ChangeLog:$/ {
  end_entry()
  part = "log"
  log_dir = $0
  if (!sub(/\/ChangeLog:$/, "", log_dir) || !index(LOGS, " " log_dir " "))
    bad("there is no " $0)
  next
}
part == "text" { words += NF }
part == "log" && /^$/ { end_entry(); next }
part == "log" && /^\t\* / { end_entry(); entry = $0; next }
part == "log" && /^\t[^ \t]/ {
  if (entry == "")
    bad("an entry does not begin with a star: " $0)
  entry = entry "\n" $0
  next
}
part == "log" { bad("this is no line of a ChangeLog entry: " $0) }

/^diff --git / && part != "head" {
  end_hunk()
  part = "diff"
  file = $4
  sub(/^b\//, "", file)
  if ($3 != "a/" file)
    bad("a renamed file: " $0)
  files[file] = 1
  added_file = 0
  next
}
part == "diff" && /^new file mode 100644$/ { added_file = 1; next }
part == "diff" && /^new file mode/ { bad(file ": it should not be executable") }
part == "diff" && /^@@ / {
  end_hunk()
  if (!match($0, /^@@ -[0-9]+(,[0-9]+)? \+[0-9]+(,[0-9]+)? @@/))
    bad(file ": a hunk's head: " $0)
  split(substr($0, 5), h, / /)
  old_left = h[1] ~ /,/ ? substr(h[1], index(h[1], ",") + 1) + 0 : 1
  new_left = h[2] ~ /,/ ? substr(h[2], index(h[2], ",") + 1) + 0 : 1
  next
}
part == "diff" && (old_left > 0 || new_left > 0) {
  if (/^ / || /^$/) { old_left--; new_left-- }
  else if (/^-/) old_left--
  else if (/^\+/) {
    new_left--
    line = substr($0, 2)
    if (line ~ /[ \t]$/)
      bad(file ": white space at the end of an added line: " line)
    if (line ~ /^\t* {8}/)
      bad(file ": eight spaces in place of a TAB: " line)
    if (columns(line) > 80 && line !~ /\{ dg-/)
      bad(file ": an added line has more than 80 columns: " line)
    if (added_file && file ~ /\/testsuite\// && line ~ /\{ dg-do (run|compile|link)/)
      tests++
  }
  else if (!/^\\/)
    bad(file ": this is no line of a hunk: " $0)
}

END {
  end_hunk()
  if (part != "diff")
    bad("there is no diff")
  for (f in files) {
    d = log_of(f)
    if (d == "")
      bad("no ChangeLog is there for " f)
    else if (!((d "/" substr(f, length(d) + 2)) in named))
      bad("the ChangeLog entries do not name " f)
  }
  for (f in named)
    if (!(f in files))
      bad("a ChangeLog entry names " f ", which the patch does not change")
  if (!tests)
    bad("there is no new test with dg-do")
  exit failed
}
