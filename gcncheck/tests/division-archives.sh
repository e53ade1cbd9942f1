#! /bin/sh
# Divisions of vectors of 64-bit integers in the libraries that the offload
# compilers ship, where these are installed.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: division-archives.sh GCNCHECK [ROOT]
# ROOT is where another system is unpacked.  GCC 14 is the first to have such
# functions, and they are wrong up to 16; nothing else is like them.

. "${0%/*}/../../simt/tests/lib.sh"
gcncheck=$1
root=$2/usr/lib/gcc/x86_64-linux-gnu
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

# Prints how many wrong divisions there are in $1.
wrong ()
{
  "$gcncheck" --checks=division --json --summary "$1" >"$tmp/json" 2>"$tmp/err"
  if test $? = 2; then
    head -n 1 "$tmp/err"
  else
    tr -d '\n' <"$tmp/json" \
      | sed -n 's/.*"counts": {\([^}]*\)}.*/\1/p' | tr -dc '0-9' | grep . || echo 0
  fi
}

any= divides=
for gcc in 11 12 13 14 15 16; do
  top=$root/$gcc/accel/amdgcn-amdhsa
  test -f "$top/libgcc.a" || continue
  any=yes
  for f in "$top/libm.a" "$top/libgcc.a" "$top"/gfx*/libgcc.a; do
    test -f "$f" || continue
    # llvm-objdump has to read those for GFX10 and later, which takes its time.
    case $f in
      */gfx1030/* | */gfx1100/* | */gfx10-* | */gfx11-*) ;;
      */gfx1[0-9]*) continue ;;
    esac
    name="GCC $gcc, ${f#$top/}"
    n=`wrong "$f"`
    case $n:$gcc:$f in
      *no\ llvm-objdump*) skip "$name: no llvm-objdump that knows amdgcn" ;;
      *[!0-9]*:*:*) bad "$name: $n" ;;
      0:1[123]:* | 0:*/libm.a) ok "$name" ;;
      0:* | *:1[123]:* | *:*/libm.a) bad "$name: $n findings" ;;
      *)
	# Two or more in each of 36 functions, or what they have in common.
	divides=yes
	if test $n -ge 8; then ok "$name: found"
	else bad "$name: $n findings"; fi
	"$gcncheck" --fix --checks=division "$f" -o "$tmp/fixed.a" \
	  >"$tmp/out" 2>&1
	# It has checked the result again.
	case $?:`cat "$tmp/out"` in
	  0:*"and $n tests of the wrong bit"*) ok "$name: repaired" ;;
	  *) bad "$name: repaired: `cat "$tmp/out"`" ;;
	esac
	size=`wc -c <"$f"`
	if test "`wc -c <"$tmp/fixed.a"`" = "$size"; then ok "$name: size"
	else bad "$name: size: `wc -c <"$tmp/fixed.a"`, not $size"; fi ;;
    esac
  done
done

test -n "$any" || skip "no libraries for amdgcn here"
test -n "$divides" || skip "no libgcc that divides vectors (GCC 14 and later)"
end
