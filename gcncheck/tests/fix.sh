#! /bin/sh
# gcncheck --fix.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, under the GNU General Public License,
# version 3 or later; see the file COPYING.
#
# Usage: fix.sh GCNCHECK
# Every TESTS-FOLDER/*.s is put right; nothing that was there may have changed
# but what same-code.awk allows.

. "${0%/*}/../../simt/tests/lib.sh"
gcncheck=$1
dir=${0%/*}
tmp=`mktemp -d` || exit 2
trap 'rm -rf "$tmp"' 0

# Usage: same WHAT GOT EXPECTED
same ()
{
  if test "$2" = "$3"; then ok "$1"; else bad "$1: got '$2', expected '$3'"; fi
}

. "${0%/*}/llvm.sh"
as=`llvm_tool llvm-mc`
objdump=`llvm_tool llvm-objdump`
llvm_linker
if test "$as" = none || test "$objdump" = none; then
  skip "--fix: no llvm-mc or no llvm-objdump here"
  echo "$passed passed, $failed failed, $skipped skipped"
  exit 0
fi

assemble ()		# FILE OUT CPU [OPTION]
{
  "$as" -triple=amdgcn--amdhsa -mcpu=$3 $4 -filetype=obj "$1" -o "$2"
}

code ()			# FILE CPU
{
  "$objdump" -d --mcpu=$2 "$1"
}

# All symbols of $1 but those of appended code, without their numbers.
symbols () { readelf -sW "$1" | grep -v ' \.accelfix\.' | sed 's/^ *[0-9]*://'; }

# Relocations of sections other than code, and unwind information, without
# numbers of symbols.
relocations ()
{
  readelf -rW "$1" | awk '/^Relocation section/ { s = $3; sub(/.rela/, "", s) }
    s !~ /text/ && s !~ /debug_frame/ && /R_AMDGPU/ { $2 = ""; print s, $0 }'
}

# The contents of all sections that --fix has no reason to change.
contents ()
{
  for s in `readelf -SW "$1" | sed -n 's/^ *\[ *[1-9][0-9]*\] \([^ ]*\).*/\1/p'`
  do
    case $s in
      .text* | .rela* | .symtab | .strtab | .debug_frame) ;;
      *) readelf -x "$s" "$1" 2>/dev/null ;;
    esac
  done
}

# What is checked of BEFORE ($2) and AFTER ($3), for CPU ($4), called $1.
compare ()
{
  code "$2" $4 >"$tmp/before"
  code "$3" $4 >"$tmp/after"
  out=`awk -f "$dir/same-code.awk" "$tmp/before" "$tmp/after"`
  if test $? = 0; then ok "$1: code"; else bad "$1: code: $out"; fi
  symbols "$2" | sed 1,3d >"$tmp/before"
  symbols "$3" | sed 1,3d >"$tmp/after"
  if cmp -s "$tmp/before" "$tmp/after"; then ok "$1: symbols"
  else bad "$1: symbols: `diff "$tmp/before" "$tmp/after" | head -n 4`"; fi
  relocations "$2" >"$tmp/before"
  relocations "$3" >"$tmp/after"
  if cmp -s "$tmp/before" "$tmp/after"; then ok "$1: relocations"
  else bad "$1: relocations: `diff "$tmp/before" "$tmp/after" | head -n 4`"; fi
  contents "$2" >"$tmp/before"
  contents "$3" >"$tmp/after"
  if cmp -s "$tmp/before" "$tmp/after"; then ok "$1: other sections"
  else bad "$1: other sections: `diff "$tmp/before" "$tmp/after" | head -n 4`"
  fi
}

repairable='foreign-m0|no-terminator|wrong-division|wrong-product|hazard-'

for s in "$dir"/*.s; do
  name=`basename "$s" .s`
  cpu=`sed -n 's/^; cpu: //p' "$s"`
  assemble "$s" "$tmp/$name.o" $cpu || { bad "$name: assembles"; continue; }
  "$gcncheck" --fix "$tmp/$name.o" -o "$tmp/$name.fixed" >"$tmp/out" 2>&1
  rc=$?
  rest=`sed -n 's/^; expect: *//p' "$s" | tr ' ' '\n' | grep . \
    | grep -c -v -E "$repairable"`
  expected=0
  test "$rest" = 0 || expected=1
  same "$name: status" "$rc" $expected
  test -f "$tmp/$name.fixed" || { cat "$tmp/out"; continue; }
  n=`"$gcncheck" --json "$tmp/$name.fixed" | grep -c '{ "kind"'`
  same "$name: findings left" "$n" "$rest"
  compare "$name" "$tmp/$name.o" "$tmp/$name.fixed" $cpu
  # A section that grew moves others, once it is linked.
  test "$name" != fix-cold || continue
  # Linked, the copies have the same words as what they are copies of, so
  # relocations have moved with them.
  if test "$ld" = none; then
    skip "$name: linked (no lld here)"
    continue
  fi
  for k in o fixed; do
    "$ld" $ldopt -shared --unresolved-symbols=ignore-all "$tmp/$name.$k" -o "$tmp/$name.$k.so"
    code "$tmp/$name.$k.so" $cpu >"$tmp/$k"
  done
  out=`awk -f "$dir/same-code.awk" "$tmp/o" "$tmp/fixed"`
  if test $? = 0; then ok "$name: linked code"
  else bad "$name: linked code: $out"; fi
done

# How many pieces, and what they are.
code "$tmp/fix-places.fixed" gfx803 >"$tmp/after"
same "fix-places: pieces" \
  "`grep -o '<\.accelfix\.[^>]*>:' "$tmp/after" | tr -d '<>:' | sort | tr '\n' ' '`" \
  ".accelfix.end.1 .accelfix.end.2 .accelfix.wait.1 .accelfix.wait.2 .accelfix.wait.3 "
same "fix-places: least count" \
  "`sed -n '/<\.accelfix\.wait\..>:/{n;s/^\t\(s_nop [0-9]*\).*/\1/p}' "$tmp/after" | tr '\n' ' '`" \
  "s_nop 0 s_nop 0 s_nop 2 "
same "fix-places: relocations of the code" \
  "`readelf -rW "$tmp/fix-places.fixed" | grep -c 'elsewhere'`" 2
# The frame of a piece is that of the place that it stands for: only the third
# one stands behind the instruction that changes it.
if test "$ld" != none; then
  readelf -sW "$tmp/fix-places.fixed.so" | sed -n \
    's/^ *[0-9]*: 0*\([0-9a-f]*\) .* \.accelfix\.\([a-z0-9.]*\)$/\1 \2/p' |
    sort -u >"$tmp/pieces"
  readelf -wf "$tmp/fix-places.fixed.so" 2>/dev/null >"$tmp/frames"
  same "fix-places: frames" "`while read at piece; do
      sed -n "/FDE.*pc=0*$at[.]/,/^$/p" "$tmp/frames" |
	awk -v p=$piece '/FDE/ { n++ } /DW_CFA_def_cfa_offset: 16/ { k++ }
	  /advance/ { k += 100 } END { print p ":" n + 0 ":" k + 0 }'
    done <"$tmp/pieces" | tr '\n' ' '`" "end.1:0:0 end.2:0:0 wait.1:1:0 wait.2:1:0 wait.3:1:1 "
fi
same "fix-places: alignment" \
  "`readelf -SW "$tmp/fix-places.fixed" | awk '/ \.text / { print $NF }'`" \
  "`readelf -SW "$tmp/fix-places.o" | awk '/ \.text / { print $NF }'`"

same "fix-calls: what other objects may do" \
  "`code "$tmp/fix-calls.fixed" gfx900 | sed -n '/<\.accelfix\.wait\..>:/{n;s/^\t\(s_nop [0-9]*\).*/\1/p}' | tr '\n' ' '`" \
  "s_nop 2 s_nop 3 "

same "fix-m0: restores" \
  "`code "$tmp/fix-m0.fixed" gfx803 | grep -c 's_movk_i32 m0, 0x600'`" 2

# Two instructions for each test of the wrong bit.
code "$tmp/division.o" gfx906 >"$tmp/before"
code "$tmp/division.fixed" gfx906 >"$tmp/after"
same "division: registers" \
  "`awk -f "$dir/same-code.awk" "$tmp/before" "$tmp/after" | tail -n +2`" \
  "10 registers exchanged"
same "division: the topmost bit" \
  "`sed -n 's/^\t\(v_and_b32[^/]*, v[0-9]*[, s4]*\)  .*/\1/p' "$tmp/after" \
    | sed -n '1p;4p;5p;6p' | sed 's/ *$//' | tr '\n' ';'`" \
  "v_and_b32_e32 v5, 0x80000000, v11;v_and_b32_e32 v7, 0x80000000, v11;v_and_b32_e32 v5, s4, v11;v_and_b32_e64 v5, v11, s4;"

# The last sum of a product goes, or becomes a move.
code "$tmp/products.fixed" gfx906 >"$tmp/after"
same "products: what is left out" \
  "`sed -n 's/^\t\(v_nop\|v_mov_b32[^/]*v12, v11\)  .*/\1/p' "$tmp/after" \
    | sed 's/ *$//' | tr '\n' ';'`" \
  "v_nop;v_mov_b32_e32 v12, v11;v_nop;v_nop;v_nop;"

# Where nothing has to be appended, code for later processors is repaired too.
later=`llvm_tool llvm-mc gfx1200`
if test "$later" = none; then
  skip "gfx1200: no llvm-mc that knows it"
else
as_before=$as objdump_before=$objdump
as=$later objdump=${later%llvm-mc*}llvm-objdump${later##*llvm-mc}
assemble "$dir/division.s" "$tmp/gfx12.o" gfx1200 -mattr=+wavefrontsize64
"$gcncheck" --fix --checks=division "$tmp/gfx12.o" -o "$tmp/gfx12.fixed" \
  >/dev/null
same "division, gfx1200: status" $? 0
code "$tmp/gfx12.fixed" gfx1200 >"$tmp/gfx12"
printf '\t.text\n\t.type f, @function\nf:\ts_nop 0\n\t.size f, .-f\n' >"$tmp/end.s"
cat "$tmp/end.s" "$dir/division.s" >"$tmp/both.s"
assemble "$tmp/both.s" "$tmp/both.o" gfx1200 -mattr=+wavefrontsize64
"$gcncheck" --fix "$tmp/both.o" -o "$tmp/both.fixed" >"$tmp/out" 2>"$tmp/err"
case $?:`cat "$tmp/err"` in
  1:"gcncheck: $tmp/both.o: code for gfx1200 is repaired only where that takes no room: 1 findings stay, 0 objects were not looked at")
    ok "gfx1200: what stays" ;;
  *) bad "gfx1200: what stays: `cat "$tmp/out" "$tmp/err"`" ;;
esac
same "gfx1200: findings left" \
  "`"$gcncheck" --summary "$tmp/both.fixed" | grep -v ^note | head -n 1 | cut -d: -f1`" \
  "     1 no-terminator"
assemble "$tmp/end.s" "$tmp/end.o" gfx1200
(cd "$tmp" && ar rcD gfx12.a end.o both.o)
"$gcncheck" --fix "$tmp/gfx12.a" -o "$tmp/gfx12.fixed.a" >"$tmp/out" 2>"$tmp/err"
case $?:`cat "$tmp/err"` in
  1:*": 1 findings stay, 1 objects were not looked at") ok "gfx1200: archive" ;;
  *) bad "gfx1200: archive: `cat "$tmp/out" "$tmp/err"`" ;;
esac
(cd "$tmp" && ar p gfx12.fixed.a both.o) >"$tmp/out"
if cmp -s "$tmp/out" "$tmp/both.fixed"; then ok "gfx1200: archive: member"
else bad "gfx1200: archive: member"; fi
same "division, gfx1200" \
  "`grep -c 'v_and_b32_e32 v[57], 0x80000000, v11' "$tmp/gfx12"`" 4
as=$as_before objdump=$objdump_before
fi

# A second time there is nothing to do, and the file stays as it is.
"$gcncheck" --fix "$tmp/fix-places.fixed" -o "$tmp/again" >"$tmp/out" &&
  cmp -s "$tmp/fix-places.fixed" "$tmp/again" && ok "twice" || bad "twice"

# Choosing.
"$gcncheck" --fix --checks=ends "$tmp/fix-places.o" -o "$tmp/ends" >/dev/null
same "--checks=ends: status" $? 0
same "--checks=ends: what is left" \
  "`"$gcncheck" --summary "$tmp/ends" | sed -n 's/^ *\([0-9]*\) \([a-z-]*\):.*/\1 \2/p' | tr '\n' ' '`" \
  "2 hazard-wide-store 1 hazard-lane-select "

# Far from the end of the section.
awk -v room=1 -f "$dir/far.awk" >"$tmp/far.s"
assemble "$tmp/far.s" "$tmp/far.o" gfx803
"$gcncheck" --fix "$tmp/far.o" -o "$tmp/far.fixed" >"$tmp/out" 2>&1
same "far: status" $? 0
code "$tmp/far.o" gfx803 >"$tmp/before"
code "$tmp/far.fixed" gfx803 >"$tmp/after"
out=`awk -f "$dir/same-code.awk" "$tmp/before" "$tmp/after"`
case $?:$out in
  0:*" 3 wait states, 1 ends, 0 restores") ok "far: code" ;;
  *) bad "far: code: $out" ;;
esac
awk -v room=0 -f "$dir/far.awk" >"$tmp/far.s"
assemble "$tmp/far.s" "$tmp/far.o" gfx803
rm -f "$tmp/far.fixed"
out=`"$gcncheck" --fix "$tmp/far.o" -o "$tmp/far.fixed" 2>&1`
case $?:$out in
  2:"gcncheck: "*"far.o: f: .text+0xc: 'v_mov_b32_e32 v4, 1' cannot be displaced: it is more than 128 KiB from the end of its section"*)
    ok "far, without room" ;;
  *) bad "far, without room: $out" ;;
esac
test ! -e "$tmp/far.fixed" && ok "far, without room: nothing written" ||
  bad "far, without room: there is a file"

# What cannot be displaced, and what is no object.
printf '\t.text\n\t.type f, @function\nf:\n\ts_nop 0\n\ts_getpc_b64 s[2:3]\n\t.size f, .-f\n' >"$tmp/pc.s"
assemble "$tmp/pc.s" "$tmp/pc.o" gfx803
out=`"$gcncheck" --fix "$tmp/pc.o" -o "$tmp/pc.fixed" 2>&1`
case $?:$out in
  2:*"pc.o: f: .text+0x4: 's_getpc_b64 s[2:3]' cannot be displaced: what it computes is its own address"*) ok "s_getpc" ;;
  *) bad "s_getpc: $out" ;;
esac
if test "$ld" != none; then
  out=`"$gcncheck" --fix "$tmp/fix-places.o.so" -o "$tmp/x" 2>&1`
  case $?:$out in
    2:*"fix-places.o.so: is a linked code object"*"link again"*) ok "linked" ;;
    *) bad "linked: $out" ;;
  esac
fi
echo text >"$tmp/text"
out=`"$gcncheck" --fix "$tmp/text" -o "$tmp/x" 2>&1`
case $?:$out in
  2:*"text: --fix takes amdgcn object files and archives"*) ok "no object" ;;
  *) bad "no object: $out" ;;
esac
out=`"$gcncheck" --fix "$tmp/pc.o" 2>&1`
case $?:$out in
  2:*"--fix needs -o OUT"*) ok "no -o" ;;
  *) bad "no -o: $out" ;;
esac
out=`"$gcncheck" --fix "$tmp/pc.o" -o "$tmp/pc.o" 2>&1`
case $?:$out in
  2:*"is the input itself"*) ok "onto itself" ;;
  *) bad "onto itself: $out" ;;
esac
"$gcncheck" --fix "$tmp/fix-places.o" -o "$tmp/no/such" >/dev/null 2>&1
same "no folder: status" $? 2
size=`wc -c <"$tmp/fix-places.o"`
for n in 64 300 `expr $size / 2` `expr $size - 64`; do
  head -c $n "$tmp/fix-places.o" >"$tmp/cut"
  "$gcncheck" --fix "$tmp/cut" -o "$tmp/x" >/dev/null 2>&1
  test $? = 2 || bad "cut to $n of $size bytes"
done
test ! -e "$tmp/x" && ok "errors write nothing" || bad "errors write nothing"
same "nothing is left behind" "`ls "$tmp" | grep -c '\.......$'`" 0

# Archives: names long and short, the symbol table, what is no object.
cp "$tmp/fix-places.o" "$tmp/a_name_that_is_longer_than_sixteen.o"
cp "$tmp/ends.o" "$tmp/e.o"
(cd "$tmp" && ar rcD plain.a text a_name_that_is_longer_than_sixteen.o e.o good.o)
for kind in gnu bsd; do
  a=$tmp/$kind.a
  ar=`llvm_tool llvm-ar`
  if test $kind = gnu; then
    cp "$tmp/plain.a" "$a" && ranlib "$a" && ar=ar
  elif test $ar = none; then
    skip "BSD archive (no llvm-ar here)"; continue
  else
    (cd "$tmp" && "$ar" --format=bsd rcD $kind.a text \
      a_name_that_is_longer_than_sixteen.o e.o good.o)
  fi
  "$gcncheck" --fix "$a" -o "$tmp/$kind.fixed.a" >"$tmp/out" 2>&1
  same "$kind archive: status" $? 0
  "$ar" tv "$a" | sed 's/^\([^ ]* [^ ]*\) *[0-9]*/\1/' >"$tmp/before"
  "$ar" tv "$tmp/$kind.fixed.a" | sed 's/^\([^ ]* [^ ]*\) *[0-9]*/\1/' \
    >"$tmp/after"
  if cmp -s "$tmp/before" "$tmp/after" && grep -q longer "$tmp/after"; then
    ok "$kind archive: members"
  else
    bad "$kind archive: members: `diff "$tmp/before" "$tmp/after"`"
  fi
  mkdir -p "$tmp/x.$kind"
  (cd "$tmp/x.$kind" && "$ar" x "../$kind.fixed.a")
  if cmp -s "$tmp/x.$kind/a_name_that_is_longer_than_sixteen.o" \
	 "$tmp/fix-places.fixed" \
     && cmp -s "$tmp/x.$kind/e.o" "$tmp/ends.fixed" \
     && cmp -s "$tmp/x.$kind/text" "$tmp/text"; then
    ok "$kind archive: contents"
  else
    bad "$kind archive: contents"
  fi
  if test $kind = bsd; then
    # llvm-ar makes the same, symbol table and all, of the new members.
    (cd "$tmp/x.bsd" && "$ar" --format=bsd rcD ../again.a text \
      a_name_that_is_longer_than_sixteen.o e.o good.o)
    if cmp -s "$tmp/again.a" "$tmp/bsd.fixed.a"; then
      ok "bsd archive: symbol table"
    else
      bad "bsd archive: llvm-ar makes another one of its members"
    fi
    rm -f "$tmp/again.a"
  fi
  # The linker finds members by the symbol table.
  if test "$ld" != none && test $kind = gnu; then
    cp "$tmp/$kind.fixed.a" "$tmp/again.a"
    ranlib "$tmp/again.a"
    if cmp -s "$tmp/again.a" "$tmp/$kind.fixed.a"; then
      ok "$kind archive: symbol table"
    else
      bad "$kind archive: ranlib makes another symbol table"
    fi
    assemble "$dir/good.s" "$tmp/main.o" gfx803
    "$ld" $ldopt -shared -u f "$tmp/main.o" "$tmp/$kind.fixed.a" -o "$tmp/$kind.so" && readelf -sW "$tmp/$kind.so" | grep -q ' f$' &&
      ok "$kind archive: linked" || bad "$kind archive: linked"
  fi
done
(cd "$tmp" && rm -f thin.a && ar rcT thin.a good.o)
out=`"$gcncheck" --fix "$tmp/thin.a" -o "$tmp/y" 2>&1`
case $?:$out in
  2:*"thin.a: is a thin archive"*) ok "thin archive" ;;
  *) bad "thin archive: $out" ;;
esac
head -c 700 "$tmp/gnu.a" >"$tmp/cut.a"
out=`"$gcncheck" --fix "$tmp/cut.a" -o "$tmp/y" 2>&1`
case $?:$out in
  2:*"cut.a: damaged archive"*) ok "cut archive" ;;
  *) bad "cut archive: $out" ;;
esac

# RDNA: another cure than s_nop, other opcodes, instructions of three words.
for cpu in gfx1030 gfx1100; do
  rdna=`llvm_tool llvm-mc $cpu`
  if test "$rdna" = none; then
    skip "$cpu: no llvm-mc that knows it"; continue
  fi
  cat >"$tmp/rdna.s" <<'END'
 .text
 .globl f
 .type f,@function
f:
 v_rcp_f32 v1, v0
 v_fma_f32 v2, v1, v3, 0x12345678
 s_cbranch_scc0 1f
 v_mov_b32 v4, v5
 s_mov_b64 exec, -1
 v_mov_b32 v6, v7
 v_add_nc_u32 v8, v4, v6
1: v_mov_b32 v9, v8
 .size f, .-f
END
  "$rdna" -triple=amdgcn--amdhsa -mcpu=$cpu \
    -mattr=+wavefrontsize64,-wavefrontsize32 -filetype=obj "$tmp/rdna.s" \
    -o "$tmp/rdna.o" || bad "$cpu: assembles"
  "$gcncheck" --fix "$tmp/rdna.o" -o "$tmp/rdna.fixed.o" >"$tmp/out" 2>&1
  same "$cpu: --fix" $? 0
  "$gcncheck" "$tmp/rdna.fixed.o" >"$tmp/out" 2>&1
  same "$cpu: nothing is left" $? 0
  "${rdna%llvm-mc*}llvm-objdump${rdna##*llvm-mc}" -d \
    --mattr=+wavefrontsize64 --mcpu=$cpu "$tmp/rdna.fixed.o" \
    | sed 's,//.*,,' >"$tmp/dis"
  case $cpu in
    gfx1100) n=2 branches=5 ;;
    *) n=0 branches=1 ;;
  esac
  same "$cpu: waits" "`grep -c 's_waitcnt_depctr depctr_va_vdst(0)' "$tmp/dis"`" $n
  same "$cpu: branches" "`grep -c 's_branch' "$tmp/dis"`" $branches
  same "$cpu: an instruction of three words" \
    "`grep -c 'v_fma_f32 v2, v1, v3, 0x12345678' "$tmp/dis"`" 1
done

end
