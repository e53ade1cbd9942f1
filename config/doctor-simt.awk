# doctor-simt.awk: what the SIMT regions of a program's PTX do that the lanes
# must not.  Part of accelfix-config --doctor PROGRAM.
#
# Copyright (C) 2026 The accelfix authors.
#
# This file is part of accelfix.  accelfix is free software; you can
# redistribute it and/or modify it under the terms of the GNU General Public
# License as published by the Free Software Foundation; either version 3, or
# (at your option) any later version.  See the file COPYING.

# Input: text with the PTX in it, as nvptx-none-as and mkoffload leave it.  A
# region is what can be executed from where the warp's word in __nvptx_uni
# becomes -1 on, until it becomes 0 (nvptx_output_unisimt_switch).  Functions that
# the plugin has seen to say so in a comment, and are left out.
# Output: lines "WORD FUNCTION":
#   frame    a lane stores to a fixed place of the frame that all lanes share
#   maybe    an address in that frame is used otherwise
#   nested   a function is called that has a loop in SIMT fashion itself
#   ordered  all lanes must vote in such a loop

# DEF, not DECL: what follows is a body.
/^\/\/ BEGIN (GLOBAL )?FUNCTION DEF: / {
  look()
  fn = $NF
  n = 0
  next
}
/^\/\/ (BEGIN|END) / { look(); fn = ""; next }
fn == "" { next }
/accelfix: simt-stack/ { mended[fn] = 1 }
{
  gsub(/[ \t]+/, " ")
  sub(/^ /, "")
  line[++n] = $0
  if (/^[$_A-Za-z0-9]+:$/)
    label[substr($0, 1, length($0) - 1)] = n
}
END {
  look()
  for (k in calls) {
    split(k, part, SUBSEP)
    if (part[2] in simd)
      found["nested", part[1]] = 1
  }
  for (k in found) {
    split(k, part, SUBSEP)
    if (part[2] in mended)
      continue
    if (part[1] != "maybe" || !(("frame", part[2]) in found))
      print part[1], part[2]
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
	  && (fn in simd))
	found["ordered", fn] = 1
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
      to = line[i]
      sub(/;.*/, "", to)
      sub(/.* /, "", to)
      if (to in label)
	follow(label[to])
      if (line[i] !~ /^@/)
	return
    } else
      judge(line[i])
  }
}

function judge(l) {
  if (l ~ /^st\.[a-z0-9.]+ \[%frame/)
    found["frame", fn] = 1
  else if (l ~ /%frame/)
    found["maybe", fn] = 1
  if (l ~ /(^| )call/) {
    sub(/^.*call[a-z.]* /, "", l)
    sub(/^\([^)]*\), ?/, "", l)
    sub(/[,; ].*$/, "", l)
    calls[fn, l] = 1
  }
}
