#!/bin/sh
# Tests of gcncheck.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: check.sh GCNCHECK TESTS-FOLDER
# Each TESTS-FOLDER/*.s says in its comments
#   ; cpu: CPU
#   ; expect: KIND@OFFSET ...   (what gcncheck must find, and nothing else)
# It is assembled, checked as an object file and, where lld is there, linked.

gcncheck=$1
dir=$2
passed=0 failed=0 skipped=0
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

ok () { echo "PASS: $1"; passed=`expr $passed + 1`; }
bad () { echo "FAIL: $1"; failed=`expr $failed + 1`; }

for as in /usr/amdgcn-amdhsa/bin/as llvm-mc-13 llvm-mc-14 llvm-mc none; do
  "$as" --version >/dev/null 2>&1 && break
done
for ld in /usr/amdgcn-amdhsa/bin/ld ld.lld-13 ld.lld-14 ld.lld none; do
  "$ld" -flavor gnu --version >/dev/null 2>&1 && ldopt="-flavor gnu" && break
  "$ld" --version >/dev/null 2>&1 && ldopt= && break
done

objdump=`echo "$as" | sed -e "s,^/usr/amdgcn-amdhsa/bin/as,llvm-objdump-13," \
  -e s/llvm-mc/llvm-objdump/`
"$objdump" --version >/dev/null 2>&1 || objdump=llvm-objdump

# Findings of JSON file $1, one KIND@OFFSET a line, offsets without a
# section's address: that of a linked image is on line "base".
findings ()
{
  tr -d '\n' <"$1" | sed 's/{ "kind"/\n{ "kind"/g' \
    | sed -n 's/^{ "kind": "\([^"]*\)".*"address": \([0-9]*\),.*/\1@\2/p' \
    | sort | tr '\n' ' ' | sed 's/ $//'
}

if test "$as" = none; then
  echo "UNSUPPORTED: no llvm-mc here"
  skipped=1
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
    if "$gcncheck" --json --objdump="$objdump" "$tmp/$name.o" \
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
      echo "UNSUPPORTED: $name: linked (no lld here)"
      skipped=`expr $skipped + 1`; continue
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

# Errors: a status of 2 and one line that names the file.
echo text >"$tmp/text"
for arg in "$tmp/text" "$tmp/missing" --nonsense; do
  out=`"$gcncheck" "$arg" 2>&1 >/dev/null`; rc=$?
  case $rc:$out in
    2:gcncheck:*"$arg"*) ok "error: `basename -- "$arg"`" ;;
    *) bad "error: `basename -- "$arg"`: status $rc, '$out'" ;;
  esac
done

echo "$passed passed, $failed failed, $skipped skipped"
test $failed -eq 0
