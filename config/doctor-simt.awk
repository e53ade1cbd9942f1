# doctor-simt.awk: what the SIMT regions of a program's PTX do that the lanes
# must not.  Part of accelfix-config --doctor PROGRAM.
#
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Input: text with the PTX in it, as nvptx-none-as and mkoffload leave it.  A
# region is what can be executed from where the warp's word in __nvptx_uni
# becomes -1 on, until it becomes 0 (nvptx_output_unisimt_switch).  Functions that
# the plugin has seen to say so in a comment, and are left out.
# Output: lines "WORD FUNCTION", with the first place in the source behind it where
# that is known (-g), the last with a register:
#   frame    a lane stores to a fixed place of the frame that all lanes share
#   maybe    an address in that frame is used otherwise, or what is stored there is a
#	     number, the same in all lanes
#   nested   a function is called that has a loop in SIMT fashion itself
#   ordered  all lanes must vote in such a loop on whether it goes on.  (They vote
#	     after the loop, too, for lastprivate, and there all of them come.)
#   atomic   an atomic operation sets the register in some lanes alone
#   value    the register is the function's value

$1 == ".file" {
  number = $2
  sub(/^[^"]*"/, "")
  sub(/".*/, "")
  file[number] = $0
  next
}
# DEF, not DECL: what follows is a body.
/^\/\/ BEGIN (GLOBAL )?FUNCTION DEF: / {
  look()
  fn = $NF
  n = 0
  at = ""
  next
}
/^\/\/ (BEGIN|END) / { look(); fn = ""; next }
fn == "" { next }
/accelfix: simt-stack/ { mended[fn] = 1 }
$1 == ".loc" { at = file[$2] ":" $3; next }
{
  gsub(/[ \t]+/, " ")
  sub(/^ /, "")
  gsub(/, /, ",")
  line[++n] = $0
  place[n] = at
  if (/^@.* atom\./) {
    sub(/^@.* atom[^ ]* /, "")
    sub(/,.*/, "")
    atomic[fn " " $0] = 1
  }
  else if (/^mov[.a-z0-9]* %value,%r/ || /^st\.param[.a-z0-9]* \[%value_out\],%r/) {
    sub(/;.*/, "")
    sub(/.*,/, "")
    value[fn " " $0] = 1
  }
  else if (/^[$_A-Za-z0-9]+:$/)
    label[substr($0, 1, length($0) - 1)] = n
}
END {
  look()
  for (k in calls) {
    split(k, part, SUBSEP)
    if (part[2] in simd)
      find("nested", part[1], calls[k])
  }
  for (k in atomic)
    print "atomic", k
  for (k in value)
    print "value", k
  for (k in found) {
    split(k, part, SUBSEP)
    if (part[2] in mended)
      continue
    if (part[1] != "maybe" || !(("frame", part[2]) in found))
      print part[1], part[2] (found[k] == "" ? "" : ", " found[k])
  }
}

# Look at function fn, whose lines are line[1] to line[n].
function look(   i) {
  if (fn != "") {
    split("", seen)
    for (i = 1; i <= n; i++) {
      # The lane's number in a register of the function's own: a loop in SIMT
      # fashion, with a region if it has private variables or calls.
      if (line[i] ~ /^mov\.u32 %r[0-9]+, ?%laneid;/)
	simd[fn] = 1
      if (line[i] ~ /^mov\.u32 %ustmp[0-9]+, ?-1;/)
	follow(i + 1)
      if (line[i] ~ /vote\.[a-z.]*ballot/ && line[i] ~ /0xffffffff/ \
	  && (fn in simd) && goes_on(i))
	find("ordered", fn, place[i])
    }
  }
  split("", label)
  n = 0
}

# Go through the instructions from line i on, over all branches.
function follow(i,   to) {
  for (; i <= n && !(i in seen); i++) {
    if (line[i] ~ /^mov\.u32 %ustmp[0-9]+, ?0;/ || line[i] ~ /^(ret|exit)/)
      return
    seen[i] = 1
    if (line[i] ~ /^(@ ?!?%[a-z0-9]+ )?bra/) {
      to = target(line[i])
      if (to)
	follow(to)
      if (line[i] !~ /^@/)
	return
    } else
      judge(line[i], place[i])
  }
}

# What L does with the frame.
function judge_frame(l, where) {
  if (l ~ /^st\.[a-z0-9.]+ \[%frame/) {
    sub(/;.*/, "", l)
    sub(/.*,/, "", l)
    find(a_number(l) ? "maybe" : "frame", fn, where)
  }
  else
    find("maybe", fn, where)
}

function judge(l, where) {
  # The first one decides.
  if (l ~ /%frame/ && !(("frame", fn) in found))
    judge_frame(l, where)
  if (l ~ /(^| )call/) {
    sub(/^.*call[a-z.]* /, "", l)
    sub(/^\([^)]*\), ?/, "", l)
    sub(/[,; ].*$/, "", l)
    if (!((fn, l) in calls))
      calls[fn, l] = where
  }
}

# Whether WHAT, an operand, is a number, or a register of the function that is set once,
# to a number.
function a_number(what,   i, sets, numbers) {
  if (what !~ /^%/)
    return what ~ /^[-0-9]/
  for (i = 1; i <= n; i++)
    if (line[i] ~ /^(@ ?!?%[a-z0-9]+ )?[a-z]/ && line[i] !~ /^(@[^ ]* )?(st|bra|call)/ \
	&& index(line[i], " " what ",")) {
      sets++
      if (line[i] ~ /^mov[.a-z0-9]* %r[0-9]+,[-0-9]/)
	numbers++
    }
  return sets == 1 && numbers == 1
}

# WORD is said of function F, first of the place WHERE.
function find(word, f, where) {
  if (!((word, f) in found))
    found[word, f] = where
}

# The line that the branch L leads to; 0 if it is none of this function.
function target(l) {
  sub(/;.*/, "", l)
  sub(/.* /, "", l)
  return l in label ? label[l] : 0
}

# Whether the vote in line V decides on another round of the loop that it is in.
function goes_on(v,   i, r, p) {
  r = line[v]
  sub(/^[^ ]* /, "", r)
  sub(/,.*/, "", r)
  p = ""
  for (i = v + 1; i <= n && line[i] !~ /:$/; i++) {
    if (line[i] ~ /^setp/ && index(line[i], "," r ",")) {
      p = line[i]
      sub(/^[^ ]* /, "", p)
      sub(/,.*/, "", p)
    }
    if (line[i] ~ /bra/)
      return p != "" && line[i] ~ /^@/ && index(line[i], p " ") \
	     && (leads_back(target(line[i]), v) || leads_back(i + 1, v))
  }
  return 0
}

# Whether the only way from line I is into the head of a loop around line V, and
# lanes stay in SIMT fashion on it: else the vote is that for the last iteration,
# behind a simd loop in an outer loop.
function leads_back(i, v,   seen) {
  while (i && i <= n && !(i in seen)) {
    seen[i] = 1
    if (dominates(i, v))
      return 1
    while (i < n && line[i] !~ /bra/ && line[i + 1] !~ /:$/) {
      if (line[i] ~ /^mov\.u32 %ustmp[0-9]+, ?0;/)
	return 0
      i++
    }
    if (line[i] ~ /^(@|ret|exit)/)
      return 0
    i = line[i] ~ /^bra/ ? target(line[i]) : i + 1
  }
  return 0
}

# Whether all ways from the function's entry to line V pass line H.
function dominates(h, v,   work, top, i, been) {
  work[top = 1] = 1
  while (top)
    for (i = work[top--]; i && i <= n && i != h && !(i in been); i++) {
      if (i == v)
	return 0
      been[i] = 1
      if (line[i] ~ /^(@ ?!?%[a-z0-9]+ )?bra/)
	work[++top] = target(line[i])
      if (line[i] ~ /^(bra|ret|exit)/)
	break
    }
  return 1
}
