# Compares the code of two objects or archives, as llvm-objdump -d printed it:
# the second is the first one after `gcncheck --fix'.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: awk -f same-code.awk BEFORE AFTER
# Every instruction must be at the offset where it was, with the words that it
# had, but those that are replaced by s_branch.  Each such branch must lead,
# perhaps over others, to appended code that holds wait states or a restore of
# M0 or nothing, then the instruction itself, and then s_endpgm or a branch back
# to what followed it.  Nothing else may be appended.  And v_and_b32 and
# v_mov_b32 may have registers next to those that they had, where a test of the
# wrong bit of a divisor was.  Prints differences, and at the end "same but for N
# detours: " and their number by kind; the exit status is 1 where anything else
# differs.  And an addition may be left out, which is v_nop then, or a move of one of
# its registers, where the last sum of a product was.

function hex(s,   i, v) {
  v = 0
  for (i = 1; i <= length(s); i++)
    v = v * 16 + index("0123456789abcdef", tolower(substr(s, i, 1))) - 1
  return v
}

function name(k,   p) {
  split(k, p, SUBSEP)
  return sprintf("%s %s+0x%x", p[1], p[2], p[3])
}

function wrong(k, text) {
  if (++n_wrong > 8)
    return
  printf "%s: %s\n", name(k), text
}

# The target of the s_branch WORD at ADDRESS.
function target(address, word,   d) {
  d = hex(substr(word, 5, 4))
  if (d >= 32768)
    d -= 65536
  return address + 4 + 4 * d
}

# Whether WORDS are one s_branch.
function branch(words) { return words ~ /^BF82....$/ }

# Where the s_branch at ADDRESS of SECTION leads at last.
function lead(section, address,   n, to) {
  for (n = 0; n < 99; n++) {
    to = target(address, new[section, address])
    used[section, address] = 1
    if (!((section, to) in room))
      return to
    address = to
  }
  return -1
}

function abs(x) { return x < 0 ? -x : x }

# Bits LOW to HIGH of WORD, which is a number.
function bits(word, low, high) {
  return int(word / 2 ^ low) % 2 ^ (high - low + 1)
}

# Whether BEFORE and AFTER are both v_mov_b32 or both v_and_b32 (its long form
# has the words of GFX8 and GFX9), and the same but for vector registers, whose
# numbers differ by one.
function exchanged(before, after,   b, a, b0, a0, by) {
  if (split(before, b) != split(after, a))
    return 0
  b0 = hex(b[1])
  a0 = hex(a[1])
  if (bits(b0, 8, 31) == hex("D11300")) {
    by = abs(hex(b[2]) - hex(a[2]))
    return abs(bits(b0, 0, 7) - bits(a0, 0, 7)) == 1 && (by == 1 || by == 512) &&
      bits(b0, 8, 31) == bits(a0, 8, 31)
  }
  if (abs(bits(b0, 17, 24) - bits(a0, 17, 24)) != 1 || b[2] != a[2] ||
      bits(b0, 0, 8) != bits(a0, 0, 8) || bits(b0, 25, 31) != bits(a0, 25, 31))
    return 0
  by = abs(bits(b0, 9, 16) - bits(a0, 9, 16))
  if (bits(b0, 25, 31) == 63)
    return bits(b0, 9, 16) == 1 && by == 0
  return bits(b0, 25, 31) == 19 && by == 1
}

# Whether BEFORE is v_add_u32 or v_add_co_u32, and AFTER, with NEXT behind it if it is
# shorter, leaves it out.
function left_out(before, after, next_one,   b, b0) {
  split(before, b)
  b0 = hex(b[1])
  if (before !~ / /)
    return (bits(b0, 25, 31) == 52 || bits(b0, 25, 31) == 25) &&
      (after == "7E000000" || after ~ /^7E..03..$/)
  return b[1] ~ /^D1(34|19)00/ && next_one == "7E000000" &&
    (after == "7E000000" || after ~ /^7E..03..$/)
}

# Checks the detour of the instruction at ADDRESS of SECTION, which had WORDS.
function check(section, address, words,   at, size, w, found) {
  size = words ~ / / ? 8 : 4
  at = lead(section, address)
  if (at < end[section]) {
    wrong(section SUBSEP address, "leads to no appended code")
    return
  }
  for (; ; at += 4) {
    w = new[section, at]
    used[section, at] = 1
    if (w == words && new[section, at + 4] ~ /^BF8[12]/)
      break
    if (w ~ /^BF80000.$/)
      states += hex(substr(w, 8)) + 1
    else if (w ~ /^BEFC00FF / && words !~ /^BEFC/) {
      at += 4
      restores++
    } else if (w ~ /^(BEFC00C1|B07C....)$/)
      restores++
    else
      break
  }
  if (words ~ /^BF8[2-9A]/ && w ~ /^BF8[2-9A]/ &&
      substr(w, 1, 4) == substr(words, 1, 4)) {
    # A branch: it must lead where it led.
    if (target(at, w) != target(address, words)) {
      # Or over a branch to one that does.
      if (w !~ /0001$/ ||
	  lead(section, at + 8) != target(address, words))
	wrong(section SUBSEP address, "its copy leads elsewhere")
      used[section, at + 8] = 1
      if (w ~ /0001$/) {
	used[section, at + 4] = 1
	at += 4
	if (target(at, new[section, at]) == at + 8) {
	  used[section, at + 4] = 1
	  at += 4
	}
      }
    }
  } else if (w != words) {
    wrong(section SUBSEP address, "its copy is '" w "', not '" words "'")
    return
  }
  at += size
  w = new[section, at]
  used[section, at] = 1
  if (w == "BF810000")
    ends++
  else if (!branch(w) || lead(section, at) != address + size)
    wrong(section SUBSEP address, "its copy does not lead back")
}

FNR == 1 { pass++ }
/file format/ {
  # FILE: or FILE(MEMBER):, which is the same in both.
  member = ""
  if ($1 ~ /\(.*\):$/) {
    member = $1
    sub(/^[^(]*\(/, "", member)
    sub(/\):$/, "", member)
  }
}
/^Disassembly of section/ { section = member SUBSEP $4; sub(/:$/, "", section) }
/\/\/ [0-9A-F]+: / {
  line = $0
  sub(/^.*\/\/ /, "", line)
  sub(/ <.*$/, "", line)
  address = line
  sub(/:.*$/, "", address)
  address = hex(address)
  sub(/^[^:]*: */, "", line)
  sub(/ *$/, "", line)
  if (pass == 1) {
    old[section, address] = line
    n_old++
    if (address + (line ~ / / ? 8 : 4) > end[section])
      end[section] = address + (line ~ / / ? 8 : 4)
  } else
    new[section, address] = line
}
END {
  for (k in old)
    if (exchanged(old[k], new[k]))
      n_exchanged++
    else if (new[k] != old[k]) {
      split(k, p, SUBSEP)
      if (left_out(old[k], new[k], new[p[1], p[2], p[3] + 4])) {
	n_left++
	if (old[k] ~ / /)
	  used[p[1], p[2], p[3] + 4] = 1
	continue
      }
      moved[k] = old[k]
      n++
      if (!branch(new[k]))
	wrong(k, "'" old[k] "' has become '" new[k] "'")
      else if (old[k] ~ / / && branch(new[p[1], p[2], p[3] + 4]))
	room[p[1], p[2], p[3] + 4] = 1
      else if (old[k] ~ / / && new[p[1], p[2], p[3] + 4] != "BF800000")
	wrong(k, "its second word is neither s_nop nor s_branch")
      else if (old[k] ~ / /)
	used[p[1], p[2], p[3] + 4] = 1
    }
  for (k in moved) {
    split(k, p, SUBSEP)
    check(p[1] SUBSEP p[2], p[3] + 0, old[k])
  }
  for (k in new)
    if (new[k] != "" && !(k in old) && !(k in used))
      wrong(k, "'" new[k] "' is new and part of no detour")
  if (!n_old || !pass)
    { print "no code"; status = 1 }
  printf "%d instructions, same but for %d detours: %d wait states, %d ends, " \
    "%d restores\n", n_old, n, states, ends, restores
  if (n_exchanged)
    printf "%d registers exchanged\n", n_exchanged
  if (n_left)
    printf "%d additions left out\n", n_left
  if (n_wrong)
    printf "%d differences\n", n_wrong
  exit status || n_wrong
}
