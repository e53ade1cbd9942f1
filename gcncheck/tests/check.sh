#!/bin/sh
# Tests of gcncheck.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: check.sh GCNCHECK
# Each TESTS-FOLDER/*.s says in its comments
#   ; cpu: CPU
#   ; expect: KIND@OFFSET ...   (what gcncheck must find, and nothing else)
# It is assembled, checked as an object file and, where lld is there, linked.

. "${0%/*}/../../simt/tests/lib.sh"
gcncheck=$1
dir=${0%/*}
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

. "${0%/*}/llvm.sh"
as=`llvm_tool llvm-mc`
objdump=`llvm_tool llvm-objdump`
llvm_linker

# Findings of JSON file $1, one KIND@OFFSET a line, offsets without a
# section's address: that of a linked image is on line "base".
findings ()
{
  tr -d '\n' <"$1" | sed 's/{ "kind"/\n{ "kind"/g' \
    | sed -n 's/^{ "kind": "\([^"]*\)".*"address": \([0-9]*\),.*/\1@\2/p' \
    | sort | tr '\n' ' ' | sed 's/ $//'
}

if test "$as" = none; then
  skip "no llvm-mc that knows amdgcn"
else
  for s in "$dir"/*.s; do
    name=`basename "$s" .s`
    cpu=`sed -n 's/^; cpu: //p' "$s"`
    want=`sed -n 's/^; expect: *//p' "$s" | tr ' ' '\n' | sed '/^$/d' | sort \
      | tr '\n' ' ' | sed 's/ $//'`
    if ! "$as" -triple=amdgcn--amdhsa -mcpu=$cpu -filetype=obj "$s" \
	 -o "$tmp/$name.o"; then
      bad "$name: assembles"; continue
    fi
    "$gcncheck" --json "$tmp/$name.o" >"$tmp/$name.json"; rc=$?
    got=`findings "$tmp/$name.json"`
    if test "$got" = "$want"; then ok "$name: findings"
    else bad "$name: findings: got '$got', expected '$want'"; fi
    test -n "$want"; expected_rc=`expr 1 - $?`
    if test $rc = $expected_rc; then ok "$name: exit status"
    else bad "$name: exit status $rc, expected $expected_rc"; fi
    # The decoder here and llvm-objdump give the same instructions.
    if test "$objdump" = none; then
      skip "$name: no llvm-objdump that knows amdgcn"
    elif "$gcncheck" --json --objdump="$objdump" "$tmp/$name.o" \
	 >"$tmp/$name.other" 2>"$tmp/err" || test $? = 1; then
      if cmp -s "$tmp/$name.json" "$tmp/$name.other"; then
	ok "$name: as with llvm-objdump"
      else
	bad "$name: otherwise with llvm-objdump: `diff "$tmp/$name.json" "$tmp/$name.other" | head -n 4`"
      fi
    else
      bad "$name: with llvm-objdump: `cat "$tmp/err"`"
    fi

    if test "$ld" = none; then
      skip "$name: linked (no lld here)"; continue
    fi
    if "$ld" $ldopt -shared --unresolved-symbols=ignore-all \
	 "$tmp/$name.o" -o "$tmp/$name.hsaco" 2>"$tmp/ld.err"; then
      "$gcncheck" --json "$tmp/$name.hsaco" >"$tmp/$name.json"
      n=`findings "$tmp/$name.json" | wc -w`
      m=`echo "$want" | wc -w`
      if test $n -eq $m; then ok "$name: linked"
      else bad "$name: linked: $n findings, expected $m"; fi
      # The same inside another file, as mkoffload embeds it.
      { head -c 1000 "$s"; cat "$tmp/$name.hsaco"; echo tail; } >"$tmp/exe"
      "$gcncheck" --json "$tmp/exe" >"$tmp/$name.json"
      n=`findings "$tmp/$name.json" | wc -w`
      if test $n -eq $m; then ok "$name: embedded"
      else bad "$name: embedded: $n findings, expected $m"; fi
    else
      bad "$name: links: `head -1 "$tmp/ld.err"`"
    fi
  done
fi

# What a finding on LDS says, and a record that is damaged.
if test "$as" != none; then
  out=`"$gcncheck" "$tmp/lds-units.o"`
  case $out in
    *": by_name: this kernel reaches LDS variables that overlap"*"mine (one.c) at 32 to 48, last (three.c) at 47 to 48"*) ok "lds-units: text" ;;
    *) bad "lds-units: text: $out" ;;
  esac
  sed "s/\"d 0 40 4 theirs/\"d 0 forty/" "$dir/lds-units.s" >"$tmp/damaged.s"
  "$as" -triple=amdgcn--amdhsa -mcpu=gfx906 -filetype=obj "$tmp/damaged.s" \
    -o "$tmp/damaged.o"
  out=`"$gcncheck" "$tmp/damaged.o" 2>&1`; rc=$?
  case $rc:$out in
    *"2:gcncheck: "*"damaged.o: damaged LDS record: 'd 0 forty'"*) ok "damaged record" ;;
    *) bad "damaged record: status $rc, $out" ;;
  esac
fi

# Which checks, and how it is told.
if test "$as" != none; then
  s=$tmp/hazard-paths.o
  out=`"$gcncheck" --checks=m0,ends,lanes,lds "$s"`; rc=$?
  case $rc:$out in
    0:0\ findings*) ok "checks: without hazards" ;;
    *) bad "checks: without hazards: status $rc, $out" ;;
  esac
  out=`"$gcncheck" --checks=hazards --summary "$s"`; rc=$?
  case $rc:$out in
    1:*" 1 hazard-wide-store: a store of more than 64 bits, then a write of its data
     2 hazard-sgpr-vmem: "*"
     2 hazard-lane-select: "*"
6 findings in "*) ok "summary" ;;
    *) bad "summary: status $rc, $out" ;;
  esac
  out=`"$gcncheck" --checks=hazards "$s" | sed -n 1,3p`
  want="$s: branches: .text+0x18: 0 of 1 wait states: a store of more than 64 bits, then a write of its data
    v_mov_b32_e32 v9, 0
    after .text+0x10: flat_store_dwordx4 v[4:5], v[8:11]"
  if test "$out" = "$want"; then ok "hazard: text"
  else bad "hazard: text: $out"; fi
  out=`"$gcncheck" --json "$s"`
  case $out in
    *'"address": 172,'*'"first_at": 140, "first_instruction": "v_readfirstlane_b32 s22, v1",
      "wait_states": 1, "wait_states_needed": 4, "manual": "'*) ok "hazard: JSON" ;;
    *) bad "hazard: JSON: $out" ;;
  esac
  "$gcncheck" --sarif="$tmp/sarif" "$s" >/dev/null
  if ! command -v jq >/dev/null 2>&1; then
    skip "hazard: SARIF: there is no jq"
  elif jq -e '.runs[0] | .tool.driver.rules as $rules
	| ([.results[] | select (.ruleId == "hazard-lane-select")] | length) == 3
	  and ([.results[] | $rules[.ruleIndex].id == .ruleId] | all)
	  and ([.results[] | .properties.after | length > 0] | all)' \
	"$tmp/sarif" >"$tmp/out" 2>"$tmp/err"
  then ok "hazard: SARIF"
  else bad "hazard: SARIF: `cat "$tmp/out" "$tmp/err"`"; fi
  "$gcncheck" --sarif="$tmp/none/sarif" "$s" >/dev/null 2>"$tmp/err"; rc=$?
  case $rc:`cat "$tmp/err"` in
    "2:gcncheck: cannot write $tmp/none/sarif: "*) ok "SARIF that cannot be written" ;;
    *) bad "SARIF that cannot be written: status $rc, `cat "$tmp/err"`" ;;
  esac
  "$gcncheck" --checks=hazards,ends,m1 "$s" >/dev/null 2>"$tmp/err"; rc=$?
  case $rc:`cat "$tmp/err"` in
    "2:gcncheck: --checks=hazards,ends,m1: expected m0, "*) ok "unknown check" ;;
    *) bad "unknown check: status $rc, `cat "$tmp/err"`" ;;
  esac
  # RDNA has rules, of which those about masks are kept for who asks.
  printf ' .text\n .type f, @function\nf:\n v_cndmask_b32 v1, v1, v2, vcc\n s_mov_b64 vcc, s[2:3]\n s_mov_b64 s[4:5], vcc\n v_rcp_f32 v1, v1\n v_mov_b32 v2, v1\n s_endpgm\n .size f, .-f\n' \
    >"$tmp/rdna.s"
  for cpu in gfx1030 gfx1100; do
    rdna=`llvm_tool llvm-mc $cpu`
    if test "$rdna" = none; then
      skip "$cpu: no llvm-mc that knows it"; continue
    fi
    "$rdna" -triple=amdgcn--amdhsa -mcpu=$cpu \
      -mattr=+wavefrontsize64,-wavefrontsize32 -filetype=obj "$tmp/rdna.s" \
      -o "$tmp/rdna.o" || bad "$cpu: assembles"
    for checks in hazards masks; do
      case $cpu,$checks in
	gfx1030,*) want= ;;
	*,hazards) want='hazard-trans-use ' ;;
	*) want='hazard-mask-write hazard-trans-use ' ;;
      esac
      got=`"$gcncheck" --summary --checks=$checks "$tmp/rdna.o" \
	   | sed -n 's/^ *1 \(hazard-[a-z-]*\):.*/\1/p' | sort | tr '\n' ' '`
      if test "$got" = "$want"; then ok "$cpu, --checks=$checks"
      else bad "$cpu, --checks=$checks: found $got"; fi
    done
  done
  # A word that is no instruction ends a path, and that is said.
  printf ' .text\nf:\n v_readlane_b32 s20, v5, 0\n .long 0xbfff0000\n' \
    >"$tmp/word.s"
  "$as" -triple=amdgcn--amdhsa -mcpu=gfx906 -filetype=obj "$tmp/word.s" \
    -o "$tmp/word.o"
  out=`"$gcncheck" "$tmp/word.o"`; rc=$?
  case $rc:$out in
    "0:note: 1 words are no known instruction: hazards are not looked for behind them
0 findings in "*) ok "a word that is no instruction" ;;
    *) bad "a word that is no instruction: status $rc, $out" ;;
  esac
fi

# Errors: a status of 2 and one line that names the file.
echo text >"$tmp/text"
for arg in "$tmp/text" "$tmp/missing" --nonsense; do
  out=`"$gcncheck" "$arg" 2>&1 >/dev/null`; rc=$?
  case $rc:$out in
    2:gcncheck:*"$arg"*) ok "error: `basename -- "$arg"`" ;;
    *) bad "error: `basename -- "$arg"`: status $rc, '$out'" ;;
  esac
done

# Whose code a finding is in is said of linked images, and what cannot be written
# is an error.
if test "$as" != none; then
  printf ' .text\n .globl gomp_x\n .type gomp_x,@function\ngomp_x:\n s_nop 0\n .size gomp_x, 4\n .globl mine\n .type mine,@function\nmine:\n s_nop 0\n .size mine, 4\n' > "$tmp/whose.s"
  "$as" -triple=amdgcn--amdhsa -mcpu=gfx906 -filetype=obj "$tmp/whose.s" \
    -o "$tmp/whose.o" || bad "whose.s: assembles"
  "$gcncheck" "$tmp/whose.o" > "$tmp/whose.out"
  if grep -q 'gomp_x: .*from here$' "$tmp/whose.out"; then ok "whose, object"
  else bad "whose, object"; fi
  "$gcncheck" "$tmp/whose.o" > /dev/full 2> "$tmp/whose.err"
  if test $? = 2 && grep -q '^gcncheck: cannot write the output: No space' \
       "$tmp/whose.err"; then ok "/dev/full"
  else bad "/dev/full"; fi
  if test "$ld" = none; then
    skip "whose, image: no linker"
  else
    "$ld" $ldopt -shared "$tmp/whose.o" -o "$tmp/whose.so"
    "$gcncheck" "$tmp/whose.so" > "$tmp/whose.out"
    "$gcncheck" --json "$tmp/whose.so" > "$tmp/whose.json"
    if grep -q 'gomp_x: .*from here \[libgomp\]$' "$tmp/whose.out" \
	 && grep -q 'mine: .*from here$' "$tmp/whose.out" \
	 && grep -q '"gomp_x", "library": "libgomp"' "$tmp/whose.json"; then
      ok "whose, image"
    else bad "whose, image"; fi
  fi
fi

end
