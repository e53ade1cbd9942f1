#! /bin/sh
# Tests of the decoder and the printer against llvm-objdump and llvm-mc.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Usage, in the build folder: sh isa.sh [archives | sample] [FOLDER]...
# `archives' compares every word of the shipped libraries, `sample' (default)
# a part of them, and random instructions of every row of the table.  FOLDERs
# are more places with libraries: .../GCC/accel/amdgcn-amdhsa of other releases.

. "${0%/*}/../../simt/tests/lib.sh"
mode=${1-sample}
test $# -eq 0 || shift
roots="/usr/lib/gcc/*/*/accel/amdgcn-amdhsa $*"
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

for v in -19 -13 -14 -15 -16 "" none; do
  test "$v" != none || break
  llvm-objdump$v --version >/dev/null 2>&1 \
    && llvm-mc$v --version 2>/dev/null | grep -q amdgcn && break
done

# ---- The libraries of GCC's offload packages.

# That the text in $tmp/text, of $1, is read as its words are decoded.
read_back ()
{
  tests/isa-read $2 <"$tmp/text" >"$tmp/read"
  last=`tail -n 1 "$tmp/read"`
  case $last in
    "0 instructions"*) bad "$1: there was no text to read" ;;
    *" 0 differ") ok "$1: read back: $last" ;;
    *) sed 's/^/  /' "$tmp/read"; bad "$1: read back: $last" ;;
  esac
}

compared=
libraries ()
{
  for root in $roots; do
    test -d "$root" || continue
    # The default processor's libraries are not in a folder of their own; the
    # low byte of e_flags says which it is.
    case `od -An -tx1 -j48 -N1 "$root/crt0.o" 2>/dev/null` in
      *2c) default=gfx900 ;;
      *3f) default=gfx90a ;;
      *) default=gfx803 ;;
    esac
    for cpu in gfx803 gfx900 gfx906 gfx908 gfx90a gfx9-generic \
	       gfx9-4-generic gfx1030 gfx1036 gfx1100 gfx1103 gfx10-3-generic \
	       gfx11-generic; do
      # LLVM 19 is the first to know the generic ones, but for gfx9-4-generic.
      attr= objdump=llvm-objdump$v
      case $cpu$v in
	gfx9-4-generic*)
	  for w in -21 -20; do
	    objdump=llvm-objdump$w
	    $objdump --version >/dev/null 2>&1 && break
	  done
	  test -d "$root/$cpu" || continue
	  $objdump --version >/dev/null 2>&1 || {
	    skip "$cpu: neither llvm-objdump-21 nor -20"
	    continue
	  } ;;
	gfx1*-19 | gfx1*-2?) attr=--mattr=+wavefrontsize64 ;;
	gfx1*) continue ;;
	*-generic-19 | *-generic-2?) ;;
	*-generic*) continue ;;
      esac
      dir=$root/$cpu
      test $cpu != $default || dir=$root
      for lib in $*; do
	test -r "$dir/lib$lib.a" || continue
	name="`echo "$root" | sed 's,.*/\([^/]*\)/accel/.*,\1,'`/$cpu/lib$lib.a"
	$objdump -d $attr --mcpu=$cpu "$dir/lib$lib.a" 2>"$tmp/err" \
	  | tee "$tmp/text" | tests/isa-compare $cpu >"$tmp/out"
	read_back "$name" $cpu
	last=`tail -n 1 "$tmp/out"`
	case $last in
	  "0 words"* | "") bad "$name: nothing was disassembled: `head -n 1 "$tmp/err"`" ;;
	  *" 0 rejected as ill-formed, 0 differ") ok "$name: $last" ;;
	  *) sed 's/^/  /' "$tmp/out"; bad "$name: $last" ;;
	esac
	compared=yes
      done
    done
  done
}

if test "$v" = none; then
  skip "libraries: no llvm-objdump that knows amdgcn"
else
  case $mode in
    archives) libraries c m gomp gcc gfortran ;;
    *) libraries gomp gcc ;;
  esac
  test -n "$compared" || skip "libraries: no offload compiler for amdgcn here"
fi

# ---- Random instructions of every row.  llvm-objdump crashes on some words;
# then the rest of a part of 300 is lost.

random_words ()
{
  cpu=$1
  v=$2
  attr= part=
  # The table has only a part of what RDNA has.
  case $cpu in
    gfx1*) attr=--mattr=+wavefrontsize64 part=part ;;
  esac
  rm -f "$tmp"/part*
  tests/isa-words $cpu 1 4 | split -l 300 - "$tmp/part"
  for f in "$tmp"/part*; do
    llvm-mc$v -triple=amdgcn--amdhsa -mcpu=$cpu -filetype=obj -o "$tmp/o" "$f"
    llvm-objdump$v -d $attr --mcpu=$cpu "$tmp/o" 2>/dev/null
  done | tee "$tmp/text" | tests/isa-compare $cpu $part >"$tmp/out"
  read_back "$cpu: random instructions" $cpu
  last=`tail -n 1 "$tmp/out"`
  # LLVM has faults of its own in images.
  n=`echo "$last" | sed 's/^[0-9]* words, \([0-9]*\) .*/\1/'`
  d=`echo "$last" | sed 's/.* \([0-9]*\) differ/\1/'`
  case $v in
    -22) most=`expr $n / 1000` ;;
    *) most=`expr $n / 4000` ;;
  esac
  if test "$n" -gt 10000 && test "$d" -le $most; then
    ok "$cpu: random instructions: $last"
  else
    sed 's/^/  /' "$tmp/out"; bad "$cpu: random instructions: $last"
  fi
}

# Every row and form, printed, assembled, disassembled.  These forms llvm-mc
# rejects: the pair of s_cbranch_join, SDWA of v_movrel and v_mac, DPP of
# comparisons; image_gather4h is not known before LLVM 14.

round_trip ()
{
  cpu=$1
  tests/isa-words $cpu 2 4 text >"$tmp/all.s"
  llvm-mc$v -triple=amdgcn--amdhsa -mcpu=$cpu -filetype=obj -o /dev/null \
    "$tmp/all.s" 2>"$tmp/err"
  sed -n 's/^.*\.s:\([0-9]*\):[0-9]*: error: .*/\1/p' "$tmp/err" \
    | sort -un >"$tmp/bad"
  awk -v bad="$tmp/bad" -v good="$tmp/good.s" '
    BEGIN { while ((getline l < bad) > 0) b[l] = 1 }
    { n[$1]++
      if (FNR in b) rejected[$1]++
      # Constants that integers of 16 bits share with halves are printed in
      # two ways, and so are some patterns and exports.
      else if (!(/^v_[a-z_]*[iub]16/ \
		 && /0x(3118|[3b]800|[3b]c00|[4c][04]00)[, ]/) \
	       && !/^exp .*compr/ && !/BITMASK_PERM, "[pi]*[01]/) {
	sub (/ \/\/.*/, ""); print > good } }
    END { for (m in n) if (rejected[m] == n[m]) print m }' "$tmp/all.s" \
    | sort | grep -v -x -e s_cbranch_join -e 'v_movrel.*_sdwa' \
        -e 'v_f*mac_.*_sdwa' -e 'v_cmpx*_.*_dpp' -e image_gather4h \
	-e 'v_movrel.*_dpp' \
    >"$tmp/rejected"
  if test -s "$tmp/rejected"; then
    bad "$cpu: rejected by llvm-mc$v: `tr '\n' ' ' <"$tmp/rejected"`"
  fi
  llvm-mc$v -triple=amdgcn--amdhsa -mcpu=$cpu -filetype=obj -o "$tmp/o" \
    "$tmp/good.s"
  llvm-objdump$v -d --mcpu=$cpu "$tmp/o" >"$tmp/dis"
  tests/isa-compare $cpu print <"$tmp/dis" >"$tmp/again"
  sed 's/bound_ctrl:1/bound_ctrl:0/; s/^\(v_cmp.*\)_sdwa/\1/' "$tmp/good.s" \
    >"$tmp/want"
  diff "$tmp/want" "$tmp/again" >"$tmp/diff"
  n=`wc -l <"$tmp/good.s"`
  if test -s "$tmp/diff"; then
    head -n 20 "$tmp/diff"; bad "$cpu: round trip through llvm-mc$v"
  else
    ok "$cpu: round trip of $n instructions through llvm-mc$v"
  fi
}

# Other releases print some of them differently.
if test "$v" = none \
   || ! llvm-objdump$v --version | grep -q 'LLVM version 19\.'; then
  skip "random instructions: no llvm-objdump-19"
elif test $mode != archives; then
  for cpu in gfx803 gfx900 gfx906 gfx908 gfx90a; do
    random_words $cpu "$v"
    # The assembler wants more of the operands on the later ones, as even
    # numbers of registers in pairs, than isa-words knows.
    case $cpu in
      gfx908 | gfx90a) ;;
      *) round_trip $cpu ;;
    esac
  done
fi

# LLVM 22 knows all that the processors have that are decoded only.
if test $mode != archives; then
  if llvm-objdump-22 --version >/dev/null 2>&1; then
    for cpu in gfx908 gfx90a gfx942 gfx950 gfx1030 gfx1100; do
      random_words $cpu -22
    done
  else
    skip "gfx908, gfx90a, gfx942, gfx950, gfx1030, gfx1100: no llvm-objdump-22"
  fi
fi

# ---- The table itself: no opcode twice.
tests/isa-table | awk '
  { for (b = 1; b <= 64; b *= 2)
      if (int ($3 / b) % 2)
	{ k = $1 " " $2 " " b
	  if (k in seen) { print k ": " seen[k] " and " $4; bad = 1 }
	  seen[k] = $4 } }
  END { exit bad }' >"$tmp/twice" \
  && ok "no opcode twice in the table" \
  || bad "opcodes twice in the table: `cat "$tmp/twice"`"

end
