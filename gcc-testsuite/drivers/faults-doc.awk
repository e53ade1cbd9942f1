# faults-doc.awk: the table of faults in one of its forms.  Variables: format
# (md, texi or tab), releases.  Input: the lines that faults-doc makes.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

BEGIN {
  n_releases = split (releases, release, " ")
  # The processors of the table of single AMD GPUs, RELEASE:PROCESSOR: MI200, RDNA
  # 2 and RDNA 3, and those that stand for MI300, RDNA 2 and RDNA 3.
  n_processors = split ("14:gfx90a 14:gfx1030 14:gfx1100 16:gfx9-4-generic " \
			"16:gfx10-3-generic 16:gfx11-generic", processor, " ")
}

!($1 in known) { known[$1]; name[++n] = $1 }
$2 == "readme" || $2 == "build" { told[$1, $3] = $4 }
# NAME result GCC PACKAGE DATE CHIP WITHOUT PLUGIN TREATED
$2 == "result" {
  line[$1, ++lines[$1]] = $0
  with = $8
  if ($9 != "-" && (with == "-" || with != "right"))
    {
      with = $9
      treated[$1, $3]
    }
  add($1, $3, "without", $7, $6)
  if (with != "-")
    add($1, $3, "with", with, $6)
  if ($5 > date)
    date = $5
  p = $6
  sub (/\/check$/, "", p)
  single[$1, $3 ":" p] = $7 == "right" ? "right" : \
    with == "-" ? $7 ", with the plugin not run" : $7 ", " with
}

# Verdict WHAT on CHIP, under HOW, of fault F with release G.
function add (f, g, how, what, chip) {
  if (!((f, g, how, what) in chips))
    verdicts[f, g, how] = verdicts[f, g, how] " " what
  chips[f, g, how, what] = chips[f, g, how, what] \
    (chip == "-" || chip == "check" ? "" : " " chip)
  number[f, g, how]++
}

# What the table says of fault F with release G: of several chips, the worst.
function cell (f, g, how,   i, k, word, order) {
  k = split ("hangs wrong refused reported right", order, " ")
  for (i = 1; i <= k; i++)
    if (index (verdicts[f, g, how] " ", " " order[i] " "))
      return order[i]
  return "-"
}

function both (f, g) {
  if (cell(f, g, "without") == "-")
    return "not run"
  if (cell(f, g, "without") == "right")
    return "right"
  if (cell(f, g, "with") == "-")
    return cell(f, g, "without") ", with the plugin not run"
  return cell(f, g, "without") ", " cell(f, g, "with")
}

# The same in words, without what both adds on libraries.
function words (f, g,   b, part) {
  b = both(f, g)
  if (split (b, part, ", ") < 2 || b ~ /not run$/)
    return b
  if (part[1] == part[2])
    return part[1] ", also with the plugin"
  return part[1] "; " part[2] " with the plugin" \
    ((f, g) in treated ? " and treated libraries" : "")
}

# Results of F in all releases, with releases that agree put together.
function all_words (f,   i, first, text) {
  text = ""
  for (i = first = 1; i <= n_releases; i++)
    if (i == n_releases || words(f, release[i + 1]) != words(f, release[i])) {
      text = text (text == "" ? "" : ".  ") "GCC@tie{}" release[first] \
	(i > first ? " to " release[i] : "") ": " words(f, release[i])
      first = i + 1
    }
  return text "."
}

# Print ROW, the head of a table, and the line below it.
function md_head (row) {
  print row
  gsub (/[^|]+/, "---", row)
  print row
}

# Print the table of amdgcn's faults on single processors, each with one release.
function md_processors (   i, j, f, row, part, some) {
  row = "| fault |"
  for (j = 1; j <= n_processors; j++) {
    split (processor[j], part, ":")
    row = row " " part[1] ", " part[2] " |"
  }
  md_head(row)
  for (i = 1; i <= n; i++) {
    f = name[i]
    row = "| [" f "](#" f ") |"
    some = 0
    for (j = 1; j <= n_processors; j++) {
      some += (f, processor[j]) in single
      row = row " " \
	((f, processor[j]) in single ? single[f, processor[j]] : "not run") " |"
    }
    if (some)
      print row
  }
}

# The releases that have F, in short: what its README begins with.
function which (f,   r) {
  r = told[f, "Releases"]
  sub (/[,;.(].*/, "", r)
  sub (/^all from /, "", r)
  sub (/ *$/, "", r)
  return r
}

# Who repairs F, in short, as its cure says.
function repair (f,   c) {
  c = told[f, "Cure"]
  if (c ~ /plugin \(/)
    return "plugin" (c ~ /treated libraries/ ? ", libraries" : "")
  return c ~ /treated libraries/ ? "libraries" : "source"
}

function heading (f) { return told[f, "title"] }

function texi (s) {
  gsub (/[@{}]/, "@&", s)
  # A long word may be broken after these.
  gsub (/`[^']*'/, "@samp{&}", s)
  gsub (/@samp\{`/, "@samp{", s)
  gsub (/'}/, "}", s)
  return s
}

function md (s) {
  gsub (/`[^']*'/, "&`", s)
  gsub (/'`/, "`", s)
  gsub (/[<>*_]/, "\\\\&", s)
  return s
}

# S with a capital first letter.
function capital (s) { return toupper(substr (s, 1, 1)) substr (s, 2) }

# Print S in lines of at most 78 columns, which begin with INDENT.
function fill (s, indent,   i, k, word, l) {
  k = split (s, word, " ")
  l = indent
  for (i = 1; i <= k; i++) {
    if (length (l) + length (word[i]) + 1 > 78 && l != indent) {
      print l
      l = indent
    }
    l = l (l == indent ? "" : " ") word[i]
  }
  print l
}

function md_all (   i, j, f, row, part) {
  print "# Known faults of GCC's offloading: is my program affected?"
  print ""
  print "<!-- Made by `make faults-doc' from gcc-testsuite/faults; results as of"
  print date ".  Do not edit."
  print "Copyright (C) 2026 The accelfix authors.  GNU GPL version 3 or later.  -->"
  print ""
  fill("Each fault below has a program that shows it. `make check-faults` " \
       "compiles and runs it with each release that is installed. Last run: " \
       date ". A cell has two results: without the plugin, and with it (and " \
       "with treated libraries if these are the cure). Each is the worst of " \
       "all GPUs that were tried. `accelfix-config --doctor PROGRAM` says " \
       "which of the faults a program that you have shows.", "")
  print ""
  print "- right: it prints what it must, and nothing is reported"
  print "- wrong: it prints something else, or the machine stops it"
  print "- hangs: it does not end"
  print "- reported: its output is right, but ptxcheck, gcncheck or the machine" \
    " reports the fault"
  print "- refused: the compiler or the assembler gives an error"
  print "- not run: no result, because that release, or its compiler for the GPU," \
    " was not there"
  print ""
  row = "| fault |"
  for (i = 1; i <= n_releases; i++)
    row = row " " release[i] " |"
  md_head(row)
  for (i = 1; i <= n; i++) {
    f = name[i]
    row = "| [" f "](#" f ") |"
    for (j = 1; j <= n_releases; j++)
      row = row " " both(f, release[j]) " |"
    print row
  }
  print ""
  fill("The faults of amdgcn programs on single AMD GPUs, with the release of " \
       "GCC before the comma: MI200 (gfx90a), RDNA 2 (gfx1030), RDNA 3 " \
       "(gfx1100), and the generic processors that GCC 16 compiles for to run " \
       "on MI300 (gfx9-4-generic), RDNA 2 (gfx10-3-generic) and RDNA 3 " \
       "(gfx11-generic). A fault that is not here was tried on other GPUs " \
       "alone.", "")
  print ""
  md_processors()
  for (i = 1; i <= n; i++) {
    f = name[i]
    print ""
    print "## " f
    print ""
    fill("**" md(heading(f)) ".**", "")
    split ("Symptom Cause Releases Cure", part, " ")
    for (j = 1; j <= 4; j++) {
      print ""
      fill(part[j] ": " md(capital(told[f, part[j]])), "")
    }
    print ""
    fill("In GCC: " md(told[f, "In GCC"]), "")
    print ""
    fill("Program: gcc-testsuite/faults/" f "/" told[f, "source"] " (" \
	 told[f, "target"] ", " told[f, "mode"] ", " told[f, "options"] \
	 (told[f, "run"] == "" ? "" : ", run with `" told[f, "run"] "`") \
	 "). Report: contrib/upstream/reports/" f ".md", "")
    print ""
    if (!lines[f]) {
      print "No result is recorded."
      continue
    }
    print "| GCC | package | date | chip | without | plugin | treated |"
    print "|---|---|---|---|---|---|---|"
    for (j = 1; j <= lines[f]; j++) {
      split (line[f, j], part, "\t")
      print "| " part[3] " | " part[4] " | " part[5] " | " part[6] " | " \
	part[7] " | " part[8] " | " part[9] " |"
    }
  }
}

function texi_all (   i, j, f, row, part) {
  print "@c Part of the accelfix manual: the table of known faults."
  print "@c Copyright (C) 2026 The accelfix authors.  GNU GPL version 3 or later."
  print "@c Made by `make faults-doc' from gcc-testsuite/faults; do not edit."
  print "@node Known faults"
  print "@chapter Known faults: is my program affected?"
  print "@cindex faults of GCC"
  print "@cindex check-faults"
  print ""
  fill("@samp{accelfix-config --doctor @var{program}} says which of these " \
       "faults a program that you have shows.  The table lists the releases " \
       "of GCC that have the fault, and what repairs it: the plugin with its " \
       "default arguments, @samp{libraries} that @option{--treat-libs} has " \
       "treated, or a change of your @samp{source}.", "")
  print ""
  print "@multitable @columnfractions .22 .5 .12 .16"
  print "@headitem Fault @tab What happens @tab GCC @tab Repaired by"
  for (i = 1; i <= n; i++) {
    f = name[i]
    print "@item @ref{fault " f ",, " f "}"
    fill("@tab " texi(heading(f)), "")
    print "@tab " which(f)
    print "@tab " repair(f)
  }
  print "@end multitable"
  print ""
  fill("Each fault has a program that shows it, in @file{gcc-testsuite/" \
       "faults}.  @samp{make check-faults} compiles and runs the programs with " \
       "each release that is installed, and compares with the results below, " \
       "which were last changed on " date ".  A result is the worst of all " \
       "GPUs that were tried:", "")
  print ""
  print "@table @asis"
  print "@item right"
  print "The program prints what it must, and nothing is reported."
  print "@item wrong"
  print "It prints something else, or the machine stops it."
  print "@item hangs"
  print "It does not end."
  print "@item reported"
  fill("Its output is right, but ptxcheck, gcncheck or the machine reports " \
       "the fault.", "")
  print "@item refused"
  print "The compiler or the assembler gives an error."
  print "@item not run"
  fill("There is no result, because the release, or its compiler for the GPU, " \
       "was not there.", "")
  print "@end table"
  for (i = 1; i <= n; i++) {
    f = name[i]
    print ""
    print "@anchor{fault " f "}"
    print "@section " f
    print "@cindex " f
    print ""
    fill("@strong{" texi(heading(f)) ".}", "")
    print ""
    print "@table @asis"
    split ("Symptom Cause Releases Cure", part, " ")
    for (j = 1; j <= 4; j++) {
      print "@item " part[j]
      fill(texi(capital(told[f, part[j]])), "")
    }
    print "@item In GCC"
    fill(texi(told[f, "In GCC"]), "")
    print "@item Results"
    fill(all_words(f), "")
    print "@end table"
  }
}

# For accelfix-config: NAME, TARGET, releases that have it, releases whose
# plugin or treated libraries mend it, how it is found, title, cure.
function tab_all (   i, j, f, have, mended, w) {
  print "# Made by `make faults-doc' from gcc-testsuite/faults; do not edit."
  print "# Copyright (C) 2026 The accelfix authors.  GNU GPL version 3 or later."
  print "# Releases: " releases
  for (i = 1; i <= n; i++) {
    f = name[i]
    if (told[f, "doctor"] == "")
      continue
    have = mended = ""
    for (j = 1; j <= n_releases; j++) {
      w = cell(f, release[j], "without")
      if (w != "-" && w != "right") {
	have = have "," release[j]
	if (cell(f, release[j], "with") == "right")
	  mended = mended "," release[j]
      }
    }
    print f "\t" told[f, "target"] "\t" substr (have ",", 1) "\t" mended "," \
      "\t" told[f, "doctor"] "\t" heading(f) "\t" \
      told[f, "Cure"]
  }
}

END {
  if (format == "md")
    md_all()
  else if (format == "texi")
    texi_all()
  else
    tab_all()
}
