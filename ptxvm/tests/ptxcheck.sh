#! /bin/sh
# Tests of ptxcheck: findings, their texts, exit statuses, --fix.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

# Run in the build folder.

. "${0%/*}/../../simt/tests/lib.sh"
top=`pwd`
srcdir=`cd "${srcdir:-.}" && pwd`
tmp=$top/tests/tmp/ptxcheck
rm -rf "$tmp"
mkdir -p "$tmp" && cd "$tmp" || exit 1
ptxcheck=$top/ptxcheck


# check NAME STATUS ARG...: run ptxcheck with the arguments; its output must be
# standard input.
check () {
  name=$1 expected=$2
  shift 2
  cat >expected.txt
  "$ptxcheck" "$@" >out.txt 2>err.txt
  status=$?
  cat err.txt >>out.txt
  if test $status -ne $expected; then
    bad "$name: exit status $status, expected $expected"
    cat out.txt
  elif cmp -s expected.txt out.txt; then
    ok
  else
    bad "$name"
    diff expected.txt out.txt
  fi
}

# ptx FILE: the text on standard input with a head of three lines.
ptx () {
  { printf '.version 6.0\n.target sm_30\n.address_size 64\n'; cat; } >"$1"
}

# fixed FILE: --fix must leave a file that checks clean, and only insert.
fixed () {
  if "$ptxcheck" --fix -o "$1.fixed" "$1" \
     && "$ptxcheck" --strict "$1.fixed" >out.txt
  then
    if diff "$1" "$1.fixed" | grep '^<' >/dev/null; then
      bad "--fix $1 changed what was there"
      diff "$1" "$1.fixed"
    else
      ok
    fi
  else
    bad "--fix $1 does not leave a clean file"
    cat out.txt
  fi
}

# inserted FILE: the lines that --fix inserted, with the line before each.
inserted () {
  cat >expected.txt
  diff "$1" "$1.fixed" | sed -n 's/^\([0-9]*\)a[0-9,]*$/behind line \1/p;s/^> //p' \
    >out.txt
  if cmp -s expected.txt out.txt; then
    ok
  else
    bad "--fix $1 inserts something else"
    diff expected.txt out.txt
  fi
}

# ---- Clean programs.

ptx clean.ptx <<'E'
.visible .func (.param .u32 r) f (.param .u32 a)
{
.reg .u32 %a, %x;
.reg .pred %p;
ld.param.u32 %a,[a];
setp.eq.u32 %p,%a,0;
@%p bra $L1;
mov.u32 %x,1;
bra $L2;
$L1:
mov.u32 %x,2;
$L2:
@%p add.u32 %x,%x,1;
st.param.u32 [r],%x;
ret;
}
E
check clean 0 clean.ptx </dev/null
check 'clean, two files' 0 clean.ptx clean.ptx </dev/null
cp clean.ptx c.ptx
fixed c.ptx
cmp -s c.ptx c.ptx.fixed && ok || bad "--fix changed a clean file"

# What is not reached is not counted; a loop that writes first is clean; so is
# a register that both arms write, and one that a call or a vector load writes.
ptx clean2.ptx <<'E'
.func (.reg .u32 o) g (.reg .u32 i) { mov.u32 o,i; ret; }
.func f (.param .u64 a)
{
.reg .u64 %a;
.reg .u32 %never, %x, %y, %z;
.reg .pred %p;
.reg .v2 .u32 %v;
ld.param.u64 %a,[a];
ld.v2.u32 {%x,%y},[%a];
$L:
call (%z),g,(%x);
mov.u32 %v.x,%z;
mov.u32 %v.y,%y;
st.v2.u32 [%a],%v;
setp.lt.u32 %p,%z,5;
@%p bra $L;
exit;
st.u32 [%a],%never;
ret;
}
E
check 'unreachable and loops' 0 clean2.ptx </dev/null

# ---- Uninitialised reads.

ptx maybe.ptx <<'E'
.file 1 "dir/src.c"
.visible .func (.param .u32 r) f (.param .u32 a)
{
.reg .u32 %a, %x, %z;
.reg .pred %p;
ld.param.u32 %a,[a];
.loc 1 7 3
setp.eq.u32 %p,%a,0;
@%p bra $L1;
mov.u32 %x,1;
$L1:
.loc 1 9 3
add.u32 %x,%x,%z;
st.param.u32 [r],%x;
ret;
}
E
check maybe 1 maybe.ptx <<'E'
maybe.ptx:16: f: %x may be read uninitialised (dir/src.c:9); path: entry -> $L1
maybe.ptx:16: f: %z is read but never written (dir/src.c:9); path: entry -> $L1
E
check 'maybe, summary' 1 --summary maybe.ptx <<'E'
maybe.ptx: 1 functions, 7 instructions: 1 maybe, 1 never, 0 falling off the end, 0 dead ends, 0 undefined, 0 type errors, 0 small lane stacks
E
fixed maybe.ptx
inserted maybe.ptx <<'E'
behind line 11
mov.u32 %x,0; // (ptxcheck)
behind line 15
mov.u32 %z,0; // (ptxcheck)
E

# A predicated write is no certain one, but what has the same guard behind it
# on a straight line sees it; --strict does not look at guards.
ptx guard.ptx <<'E'
.func f (.param .u64 a)
{
.reg .u64 %a;
.reg .u32 %x, %l;
.reg .pred %p, %q;
ld.param.u64 %a,[a];
setp.eq.u64 %p,%a,0;
setp.ne.u64 %q,%a,0;
$L2:
@%p atom.exch.b32 %x,[%a],1;
@%q shfl.idx.b32 %x,%x,0,31;
setp.ne.u32 %q,%x,0;
@%q bra $L2;
@%p mov.u32 %l,1;
@%p st.u32 [%a],%l;
ret;
}
E
check guard 1 guard.ptx <<'E'
guard.ptx:14: f: %x may be read uninitialised; path: entry -> $L2
guard.ptx:15: f: %x may be read uninitialised; path: entry -> $L2
E
check 'guard, strict' 1 --strict guard.ptx <<'E'
guard.ptx:14: f: %x may be read uninitialised; path: entry -> $L2
guard.ptx:15: f: %x may be read uninitialised; path: entry -> $L2
guard.ptx:18: f: %l may be read uninitialised; path: entry -> $L2 -> line 17
E
# The predicate changes, or it is the opposite, or a label comes between; and
# both ways together are certain.
ptx guard3.ptx <<'E'
.func f (.param .u64 a)
{
.reg .u64 %a;
.reg .u32 %x, %y, %z, %w, %b;
.reg .pred %p;
ld.param.u64 %a,[a];
setp.eq.u64 %p,%a,0;
@%p mov.u32 %x,1;
@%p mov.u32 %y,1;
@%p mov.u32 %z,1;
@%p mov.u32 %b,1;
@!%p mov.u32 %b,1;
@!%p st.u32 [%a],%x;
setp.eq.u64 %p,%a,1;
@%p st.u32 [%a],%y;
@%p mov.u32 %w,1;
@%p add.u32 %w,%w,1;
$L:
@%p st.u32 [%a],%z;
st.u32 [%a],%b;
@%p st.u32 [%a],%w;
ret;
}
E
check 'guard, changes' 1 guard3.ptx <<'E'
guard3.ptx:16: f: %x may be read uninitialised; path: entry
guard3.ptx:18: f: %y may be read uninitialised; path: entry
guard3.ptx:22: f: %z may be read uninitialised; path: entry -> $L
guard3.ptx:24: f: %w may be read uninitialised; path: entry -> $L
E
fixed guard3.ptx
fixed guard.ptx
# Outside the loop, and before the predicated write.
inserted guard.ptx <<'E'
behind line 11
mov.u32 %x,0; // (ptxcheck)
behind line 16
mov.u32 %l,0; // (ptxcheck)
E

# The same over blocks: a predicated write counts for "never", not for "may".
ptx guard2.ptx <<'E'
.func f (.param .u64 a)
{
.reg .u64 %a;
.reg .u32 %x;
.reg .pred %p;
ld.param.u64 %a,[a];
setp.eq.u64 %p,%a,0;
@!%p mov.u32 %x,1;
@%p bra $L;
st.u32 [%a],%x;
$L:
ret;
}
E
check 'guard, over blocks' 1 guard2.ptx <<'E'
guard2.ptx:13: f: %x may be read uninitialised; path: entry -> line 13
E
fixed guard2.ptx

# At the end of the block before an edge that code cannot stand on, since
# another branch would cost as much there; and outside a loop.
ptx split.ptx <<'E'
.func f (.param .u32 a)
{
	.reg .u32 %a, %x, %y;
	.reg .pred %p, %q;
	ld.param.u32 %a,[a];
	setp.eq.u32 %p,%a,0;
	setp.eq.u32 %q,%a,1;
	@%p bra $L1;
	mov.u32 %x,1;
	bra $L3;
$L1:
	@!%q bra $L3;
	exit;
$L3:
	add.u32 %y,%x,1;
	ret;
}
E
fixed split.ptx
inserted split.ptx <<'E'
behind line 14
	mov.u32 %x,0; // (ptxcheck)
E
ptx split2.ptx <<'E'
.func f (.param .u32 a)
{
	.reg .u32 %a, %x, %y;
	.reg .pred %p, %q;
	ld.param.u32 %a,[a];
	setp.eq.u32 %p,%a,0;
	setp.eq.u32 %q,%a,1;
$L0:
	@%q bra $L3;
	mov.u32 %y,1;
	@%p bra $L0;
	mov.u32 %x,1;
$L3:
	add.u32 %y,%x,1;
	@%p bra $L3;
	ret;
}
E
fixed split2.ptx
inserted split2.ptx <<'E'
behind line 10
	mov.u32 %x,0; // (ptxcheck)
E

# Never written and read in a loop: the move goes before the loop.  All types.
ptx types.ptx <<'E'
.func f (.param .u64 a)
{
.reg .u64 %a, %d;
.reg .pred %p;
.reg .f32 %f;
.reg .f64 %e;
.reg .u16 %h;
.reg .b8 %c;
.reg .f16 %hf;
.reg .v2 .u32 %v;
ld.param.u64 %a,[a];
$L:
@%p st.f32 [%a],%f;
st.f64 [%a],%e;
st.u16 [%a],%h;
st.b8 [%a],%c;
st.b16 [%a],%hf;
st.u32 [%a],%v.y;
st.u64 [%a],%d;
setp.ne.u64 %p,%a,0;
@%p bra $L;
ret;
}
E
fixed types.ptx
inserted types.ptx <<'E'
behind line 14
setp.eq.u32 %p,1,0; // (ptxcheck)
mov.f32 %f,0f00000000; // (ptxcheck)
mov.f64 %e,0d0000000000000000; // (ptxcheck)
mov.u16 %h,0; // (ptxcheck)
cvt.u8.u32 %c,0; // (ptxcheck)
mov.b16 %hf,0; // (ptxcheck)
mov.u32 %v.y,0; // (ptxcheck)
mov.u64 %d,0; // (ptxcheck)
E

# Declarations in an inner scope: inside it, behind the declaration.
ptx scope.ptx <<'E'
.func f (.param .u64 a)
{
.reg .u64 %a;
.reg .u32 %x;
ld.param.u64 %a,[a];
mov.u32 %x,1;
{
.reg .u32 %x;
.reg .pred %p;
setp.eq.u64 %p,%a,0;
@%p ld.u32 %x,[%a];
st.u32 [%a],%x;
}
st.u32 [%a],%x;
ret;
}
E
fixed scope.ptx
inserted scope.ptx <<'E'
behind line 13
mov.u32 %x,0; // (ptxcheck)
E

# A register of an inner scope in a loop, set and read behind the same guard,
# and one whose declaration a jump passes again, which has no place.
ptx turn.ptx <<'E'
.func f (.param .u64 a)
{
.reg .u64 %a;
.reg .u32 %n;
.reg .pred %p, %q;
ld.param.u64 %a,[a];
ld.u32 %n,[%a];
$L:
setp.ne.u32 %p,%n,3;
{
  .reg .b32 %act;
  @%p vote.ballot.b32 %act,1;
  @%p st.u32 [%a],%act;
}
sub.u32 %n,%n,1;
setp.ne.u32 %q,%n,0;
@%q bra $L;
ret;
}
E
fixed turn.ptx
inserted turn.ptx <<'E'
behind line 14
  mov.b32 %act,0; // (ptxcheck)
E
sed 's/^  .reg .b32/$M:&/; /%act;$/s/$/ @%p bra $M;/' turn.ptx >turn2.ptx
check '--fix of a declaration that is passed again' 2 --fix -o turn2.fixed \
  turn2.ptx <<'E'
turn2.ptx:4: error: no place in `f' to initialise `%act': its declaration comes too late or its type has no constants
E
test ! -e turn2.fixed && ok || bad "--fix writes a file that it cannot mend"

# --tasks: only what is known to hang is replaced (whether that helps is for
# accelfix.tools to say, which has the compilers' libraries).
ptx wake.ptx <<'E'
.visible .func gomp_team_barrier_wake (.param .u64 %in_ar0, .param .u32 %in_ar1)
{
  .reg .u32 %r1, %r2;
  ld.param.u32 %r1, [%in_ar1];
  shl.b32 %r2, %r1, 5;
  bar.sync 1, %r2;
  ret;
}
E
check '--tasks with another barrier' 0 --fix --tasks --summary -o wake.fixed \
  wake.ptx <<'E'
wake.ptx: 0 initialisations inserted in 0 functions, 0 functions replaced
E
cmp -s wake.ptx wake.fixed && ok || bad "--tasks replaces another function"
check '--tasks without --fix' 2 --tasks wake.ptx <<'E'
ptxcheck: --tasks goes with --fix only
E

# Large functions: one move for each register, however many ways lead to it
# (that --fix is fast is for bench/ptxcheck/run to say).
for kind in maybe:300 live:300 spread:300 switch:20 fan:300 loops:300 \
	    scopes:300 dead:300 clean:0; do
  n=${kind#*:} kind=${kind%:*}
  awk -v kind=$kind -v n=300 -f "$srcdir/../bench/ptxcheck/grow.awk" >grow-$kind.ptx
  fixed grow-$kind.ptx
  test "`grep -c '(ptxcheck)' grow-$kind.ptx.fixed`" = $n && ok \
    || bad "moves that --fix inserts into a large function: $kind"
done

# Where several instructions share a line, and with CR LF.
printf '.version 6.0\r\n.target sm_30\r\n.func f { .reg .u32 %%x; .reg .u64 %%d; mov.u64 %%d,0; st.u32 [%%d],%%x; ret; }\r\n' >line.ptx
check 'one line' 1 line.ptx <<'E'
line.ptx:3: f: %x is read but never written; path: entry
E
"$ptxcheck" --fix -o line.fixed line.ptx && "$ptxcheck" line.fixed && ok \
  || bad "--fix of several statements on a line"

# ---- Ends.

ptx ends.ptx <<'E'
.extern .func out .noreturn;
.func stop { exit; }
.func stop2 { call stop; trap; exit; }
.func off { .reg .u32 %x; mov.u32 %x,1; }
.func none { }
.func dead (.param .u32 a)
{
.reg .u32 %a; .reg .pred %p;
ld.param.u32 %a,[a];
setp.eq.u32 %p,%a,0;
@%p bra $L1;
call stop2;
$L1:
@%p bra $L2;
call out;
$L2:
@%p bra $L3;
trap;
$L3:
ret;
}
E
check ends 1 ends.ptx <<'E'
ends.ptx:7: off: control runs off the end of the function
ends.ptx:8: none: control runs off the end of the function
ends.ptx:15: dead: `stop2' does not return, but control runs into `$L1' behind the call: `exit' is missing
ends.ptx:21: dead: `trap' does not end a block before PTX 8.3, and control runs into `$L3': `exit' is missing
E
grep -v 'call stop2' ends.ptx | sed 's/ }$/\
}/' >ends2.ptx
fixed ends2.ptx
grep -A 1 ptxcheck ends2.ptx.fixed | grep -v '^--' >out.txt
cat >expected.txt <<'E'
ret; // (ptxcheck)
}
ret; // (ptxcheck)
}
exit; // (ptxcheck)
$L3:
E
cmp -s expected.txt out.txt && ok || { bad "--fix of ends"; cat out.txt; }
sed 's/^.version.*/.version 8.3/' ends.ptx >ends83.ptx
"$ptxcheck" ends83.ptx | grep -c trap >out.txt
test "`cat out.txt`" = 0 && ok || bad "trap ends a block from PTX 8.3 on"

# ---- Undefined symbols, types, names.

ptx undef.ptx <<'E'
.extern .func g;
.extern .func vprintf;
.extern .global .u32 v;
.visible .entry k
{
.reg .u32 %x;
call g;
call vprintf;
ld.global.u32 %x,[v];
ret;
}
E
check undefined 1 undef.ptx <<'E'
undef.ptx:10: undefined function `g'
undef.ptx:12: undefined variable `v'
E
check 'undefined, not wanted' 0 --no-undefined undef.ptx </dev/null
{ echo '// BEGIN PREAMBLE'; cat undef.ptx; } >obj.ptx
check 'an object is not a program' 0 obj.ptx </dev/null
{ cat obj.ptx; printf '\0'; cat clean.ptx; printf '\0'; } >linked
check 'a linked program, lines of the file' 1 linked <<'E'
linked:11: undefined function `g'
linked:13: undefined variable `v'
E
ptx types2.ptx <<'E'
.func f
{
.reg .u32 %x; .reg .f32 %f;
mov.u32 %x,1;
mov.f32 %f,0f00000000;
add.u32 %x,%x,%f;
ret;
}
E
check types 1 types2.ptx <<'E'
types2.ptx:9: `%f' is .f32, but `add' takes .u32 there
E
ptx names.ptx <<'E'
.func f
{
.reg .u32 %x;
mov.u32 %x,%y;
bra $L9;
ret;
}
E
check names 1 names.ptx <<'E'
names.ptx:7: `%y' is not declared
names.ptx:8: label `$L9' is not declared
E

# ---- What GCC prints for the assembler: names are declared behind their uses.

raw () {
  { printf '// BEGIN PREAMBLE\n\t.version\t6.0\n\t.target\tsm_30\n'
    printf '\t.address_size 64\n// END PREAMBLE\n'; cat; } >"$1"
}
cat >late <<'E'
// BEGIN GLOBAL FUNCTION DEF: f
.visible .func (.param.u32 %value_out) f (.param.u64 %in_ar0)
{
.reg .u64 %ar0;
.reg .u32 %x,%value;
.reg .pred %p;
.reg .u64 %a;
ld.param.u64 %ar0,[%in_ar0];
mov.u64 %a,table;
setp.eq.u64 %p,%ar0,%a;
@%p bra $L2;
mov.u32 %x,1;
$L2:
mov.u32 %value,%x;
{
.param .u32 %value_in;
.param .u32 %out_arg1;
st.param.u32 [%out_arg1],%value;
call (%value_in),g,(%out_arg1);
}
call abort;
trap;
exit;
}
// BEGIN VAR DEF: table
.visible .global .align 8 .u64 table[3] = { f,h,1 };
// BEGIN VAR DEF: other
.visible .global .align 8 .u64 other[] = { generic(table)+8, 2 };
.visible .global .u32 last = 5, later;
// BEGIN GLOBAL FUNCTION DEF: h
.visible .func h { call abort; trap; exit; }
.extern .func abort;
.extern .func (.param.u32 %value_out) g (.param.u32 %in_ar0);
E
raw late.s <late
check 'names that are declared later' 1 late.s <<'E'
late.s:19: f: %x may be read uninitialised; path: entry -> $L2
E
fixed late.s
{ cat late.s; printf '\0'; } >late.o
check 'an object' 1 late.o <<'E'
late.o:19: f: %x may be read uninitialised; path: entry -> $L2
E
tail -n +6 late.s | ptx late.ptx
check 'other texts keep to the order' 1 --no-undefined late.ptx <<'E'
late.ptx:12: `table' is not declared
late.ptx:22: function `g' is not declared
late.ptx:24: function `abort' is not declared
late.ptx:29: `h' is not declared
late.ptx:34: function `abort' is not declared
E
{ cat late.s; printf '\0'; cat late.s; } >late.linked
"$ptxcheck" --no-undefined late.linked >out.txt 2>&1
grep "^late.linked:14: .table' is not declared" out.txt >/dev/null && ok \
  || { bad 'a linked program keeps to the order'; cat out.txt; }
{ cat late; cat <<'E'
.visible .global .u32 last = 6;
.visible .global .u64 g;
.visible .func h { ret; }
.visible .func k { call nosuch; ret; }
E
} | raw wrong.s
check 'late names, and what is wrong with some' 2 wrong.s <<'E'
wrong.s:39: error: `last' is defined twice, first in line 34
wrong.s:40: error: `g' is declared as something else in line 38
wrong.s:41: error: `h' is defined twice, first in line 36
wrong.s:42: error: function `nosuch' is not declared
E
raw half.s <<'E'
.visible .func f { .reg .u32 %x; mov.u32 %x,v; call g; ret; }
.visible .global .u32 v = {
E
check 'a text that breaks off' 2 half.s <<'E'
half.s:6: error: function `g' is not declared
half.s:8: error: expected a constant before the end of the text
E

# ---- What cannot be read.

ptx bad.ptx <<'E'
.func f
{
mov.u32;
foo;
}
E
check bad 2 bad.ptx <<'E'
bad.ptx:6: error: `mov' takes 2 operands, not 0
bad.ptx:7: error: unknown instruction `foo'
E
check 'no such file' 2 nosuch.ptx <<'E'
nosuch.ptx: error: cannot open: No such file or directory
E
check 'a folder' 2 . <<'E'
.: error: cannot read: is a directory
E
: >empty
check empty 2 empty <<'E'
empty: error: no PTX in this file
E
# An ELF header of 64 bytes that tells of no tables.
elf_header () { printf '\177ELF\2\1\1'; head -c 57 /dev/zero; }
elf_header >elf
check 'an ELF file' 2 elf <<'E'
elf: error: an ELF file without PTX in it: link it with -foffload=nvptx-none, or give the accelerator's output (-save-temps)
E
# A host program: its pieces in order, as in the linked executable, and not
# what only mentions the mark.
{ elf_header; printf 'say // BEGIN PREAMBLE\n.reg\0\0\0'
  { echo '// BEGIN PREAMBLE'; cat clean.ptx; } | tr -d '\0'
  printf '\0\0\0\0'; { echo '// BEGIN PREAMBLE'; cat maybe.ptx; }
  printf '\0\0// BEGIN PREAMBLE\ncut off'; } >host
n=`expr 2 + \`grep -c '' <clean.ptx\` + 16`
"$ptxcheck" host >out.txt 2>err.txt
test $? = 1 && test ! -s err.txt && test `grep -c '' <out.txt` = 2 \
  && grep "^host:$n: f: %x may be read uninitialised" out.txt >/dev/null && ok \
  || { bad "a host program (line $n)"; cat out.txt err.txt; }
check '--fix of a host program' 2 --fix -o host.fixed host <<'E'
host: error: a host program: give the accelerator's output (-save-temps) or its objects and archives
E
test ! -e host.fixed && ok || bad "--fix writes a host program"
# One that is cut off, anywhere.
printf '\177ELF\2\1\1' >cut
check 'a cut ELF header' 2 cut <<'E'
cut: error: truncated: an ELF file that says it has 64 bytes or more, of which 7 are there
E
if ${CC:-cc} -o whole -x c - 2>/dev/null <<'C'
__attribute__ ((aligned (16))) const char ptx[]
  = "\0// BEGIN PREAMBLE\n.version 6.0\n.target sm_30\n.address_size 64\n";
int main (void) { return !ptx; }
C
then
  check 'a whole host program' 0 whole </dev/null
  all=`wc -c <whole`
  for n in `expr $all - 1` `expr $all - 64` `expr $all / 2` 4000 65; do
    head -c $n whole >cut
    "$ptxcheck" cut >out.txt 2>err.txt
    test $? = 2 && test `grep -c '' <err.txt` = 1 \
      && grep "^cut: error: truncated: .*of which $n are there" err.txt \
	 >/dev/null && ok \
      || { bad "$n of $all bytes of a host program"; cat out.txt err.txt; }
  done
else
  skip "no C compiler for a host program"
fi
# Archives of the host: a sentence each, however many members.
if command -v ar >/dev/null && printf 'int f (void) { return 1; }' >h.c \
   && ${CC:-cc} -c h.c -o h1.o 2>/dev/null; then
  rm -f host.a; cp h1.o h2.o; ar qcD host.a h1.o h2.o
  check 'an archive of the host' 2 host.a <<'E'
host.a: error: 2 of 2 members are ELF objects without PTX in them: give the accelerator's archive
E
  check '--fix of an archive of the host' 2 --fix -o fixed.a host.a <<'E'
host.a(h1.o): error: an ELF object of the host: give the accelerator's archive
E
  test ! -e fixed.a && ok || bad "--fix writes an archive of the host"
  cp clean.ptx clean.o; ar qD host.a clean.o
  check 'an archive of both' 2 host.a <<'E'
host.a: error: 2 of 3 members are ELF objects without PTX in them: give the accelerator's archive
E
else
  skip "no ar or no C compiler for an archive of the host"
fi
# Whatever is in a file, the errors end.
for i in 1 2 3 4 5 6 7 8 9 10; do
  printf '\1\2\3\4\5\6\7\0\1\2\3\4\5\6\7\0\1\2\3\0'
done >stray
"$ptxcheck" stray >out.txt 2>err.txt
test $? = 2 && test `grep -c '' <err.txt` -lt 45 \
  && grep 'stray: error: too many errors' err.txt >/dev/null && ok \
  || { bad "a file of stray bytes"; cat out.txt err.txt; }
printf '!<arch>\nnonsense' >bad.a
check 'damaged archive' 2 bad.a <<'E'
bad.a: error: damaged archive: no member header at offset 8
E
check 'one bad, one with findings' 2 bad.ptx maybe.ptx <<'E'
maybe.ptx:16: f: %x may be read uninitialised (dir/src.c:9); path: entry -> $L1
maybe.ptx:16: f: %z is read but never written (dir/src.c:9); path: entry -> $L1
bad.ptx:6: error: `mov' takes 2 operands, not 0
bad.ptx:7: error: unknown instruction `foo'
E

# ---- The command line.

check 'no file' 2 <<'E'
ptxcheck: no input file
Try `ptxcheck --help'.
E
check '--fix without -o' 2 --fix clean.ptx <<'E'
ptxcheck: --fix needs -o OUT: the input is never overwritten
E
"$ptxcheck" --frob clean.ptx >out.txt 2>&1
test $? = 2 && grep frob out.txt >/dev/null && ok || bad "unknown option"
"$ptxcheck" --help | grep 'Exit status' >/dev/null && ok || bad --help
"$ptxcheck" --version | grep '^ptxcheck (' >/dev/null && ok || bad --version
check '--fix onto itself' 2 --fix -o maybe.ptx maybe.ptx <<'E'
maybe.ptx: error: is the input itself, which is never overwritten
E
check '--fix of what cannot be read' 2 --fix -o bad.fixed bad.ptx <<'E'
bad.ptx:6: error: `mov' takes 2 operands, not 0
bad.ptx:7: error: unknown instruction `foo'
E
test ! -e bad.fixed && ok || bad "--fix leaves a file behind an error"
if test "`id -u`" != 0; then
  mkdir -p ro && chmod 555 ro
  "$ptxcheck" --fix -o ro/x maybe.ptx 2>/dev/null
  test $? = 2 && ok || bad "--fix into a folder that cannot be written"
else
  "$ptxcheck" --fix -o nodir/x maybe.ptx 2>/dev/null
  test $? = 2 && ok || bad "--fix into a folder that is not there"
fi

# ---- --json and --dot.

"$ptxcheck" --json maybe.ptx ends.ptx clean.ptx >out.json
test $? = 1 && ok || bad "exit status of --json"
if command -v jq >/dev/null 2>&1; then
  jq -r '.[0].findings[0] | "\(.kind) \(.line) \(.function) \(.register) \(.source):\(.source_line) \(.path|join(" "))"' \
    out.json >out.txt
  echo 'maybe-uninitialised 16 f %x dir/src.c:9 entry $L1' | cmp -s - out.txt \
    && ok || { bad "--json: a finding"; cat out.txt; }
  jq -r '.[] | "\(.file) \(.readable) \(.functions) \(.findings|length) \(."dead-end") \(."never-written")"' \
    out.json >out.txt
  cmp -s - out.txt <<'E' && ok || { bad "--json: counts"; cat out.txt; }
maybe.ptx true 1 2 0 1
ends.ptx true 5 4 2 0
clean.ptx true 1 0 0 0
E
  "$ptxcheck" --json bad.ptx 2>/dev/null | jq -e '.[0].readable == false' \
    >/dev/null && ok || bad "--json: a file that cannot be read"
else
  skip "no jq: the JSON is not parsed"
fi
"$ptxcheck" --dot=f maybe.ptx >out.dot
test $? = 1 && ok || bad "exit status of --dot"
if command -v dot >/dev/null 2>&1; then
  dot -Tplain out.dot >out.txt 2>&1 && grep '^edge b0 b2' out.txt >/dev/null \
    && grep '^node b2 .*red' out.txt >/dev/null && ok \
    || { bad "--dot"; cat out.txt; }
else
  skip "no dot: the graph is not drawn"
fi
"$ptxcheck" --dot=nosuch maybe.ptx 2>/dev/null >&2
test $? = 2 && ok || bad "--dot of a function that is not there"

# ---- Archives and linked programs.

cp maybe.ptx a_member_with_quite_a_long_name.o
cp guard.ptx g.o
cp clean.ptx short.o
rm -f lib.a
if ar qcD lib.a a_member_with_quite_a_long_name.o g.o short.o 2>/dev/null; then
  check archive 1 lib.a <<'E'
lib.a(a_member_with_quite_a_long_name.o):16: f: %x may be read uninitialised (dir/src.c:9); path: entry -> $L1
lib.a(a_member_with_quite_a_long_name.o):16: f: %z is read but never written (dir/src.c:9); path: entry -> $L1
lib.a(g.o):14: f: %x may be read uninitialised; path: entry -> $L2
lib.a(g.o):15: f: %x may be read uninitialised; path: entry -> $L2
E
  "$ptxcheck" --fix --summary -o fixed.a lib.a >out.txt
  echo 'lib.a: 4 initialisations inserted in 2 functions' | cmp -s - out.txt \
    && ok || { bad "--fix --summary of an archive"; cat out.txt; }
  check 'archive mended' 0 fixed.a </dev/null
  mkdir -p x && (cd x && ar x ../fixed.a) \
    && cmp -s x/a_member_with_quite_a_long_name.o maybe.ptx.fixed \
    && cmp -s x/g.o guard.ptx.fixed && cmp -s x/short.o clean.ptx && ok \
    || bad "members of a mended archive"

  # A symbol table: its offsets must lead to the same members.
  printf 'int f;' >s.c
  if ${CC:-cc} -c s.c -o s.o 2>/dev/null; then
    # GNU ar makes a table from an ELF member alone; the PTX moves it.
    rm -f sym.a
    ar qcD sym.a g.o a_member_with_quite_a_long_name.o && ar qD sym.a s.o
    "$ptxcheck" --fix -o symfixed.a sym.a 2>out.txt
    grep 'sym.a(s.o)' out.txt >/dev/null && test ! -e symfixed.a && ok \
      || { bad "an archive with a member that is no PTX"; cat out.txt; }
  else
    skip "no C compiler for an archive with a foreign member"
  fi
else
  skip "no ar: archives are not made"
fi
# An archive with a symbol table, made by hand: one symbol, in the second
# member, whose header is at offset 8 + 60 + 12 + 60 + 340 or so.
perl -e '
  sub member { my ($n, $d) = @_; my $h = sprintf "%-16s%-12d%-6d%-6d%-8o%-10d`\n", $n, 0, 0, 0, 0100644, length $d;
    return $h . $d . (length ($d) % 2 ? "\n" : ""); }
  local $/; open F, "guard.ptx"; $g = <F>; open F, "clean.ptx"; $c = <F>;
  $m1 = member ("g.o/", $g); $m2 = member ("c.o/", $c);
  $tab = pack ("N N N", 2, 0, 0) . "f\0h\0";
  $first = 8 + length (member ("/", $tab));
  $tab = pack ("N N N", 2, $first, $first + length $m1) . "f\0h\0";
  print "!<arch>\n", member ("/", $tab), $m1, $m2;' >tab.a 2>/dev/null
if test -s tab.a; then
  "$ptxcheck" --fix -o tabfixed.a tab.a && perl -e '
    local $/; open F, "tabfixed.a"; $a = <F>;
    ($n, $x, $y) = unpack ("N N N", substr ($a, 68, 12));
    exit ! ($n == 2 && substr ($a, $x, 4) eq "g.o/"
	    && substr ($a, $y, 4) eq "c.o/");' && ok \
    || bad "--fix keeps the symbol table of an archive"
else
  skip "no perl: no archive with a symbol table"
fi

# Pieces of a linked program; what is around them stays.
{ cat maybe.ptx; printf '\0'; cat guard.ptx; printf '\0\n'; } >prog
check 'pieces' 1 --no-undefined prog <<'E'
prog:16: f: %x may be read uninitialised (dir/src.c:9); path: entry -> $L1
prog:16: f: %z is read but never written (dir/src.c:9); path: entry -> $L1
prog:33: f: %x may be read uninitialised; path: entry -> $L2
prog:34: f: %x may be read uninitialised; path: entry -> $L2
E
chmod 750 prog
"$ptxcheck" --fix -o prog.fixed prog
{ cat maybe.ptx.fixed; printf '\0'; cat guard.ptx.fixed; printf '\0\n'; } \
  | cmp -s - prog.fixed && ok || bad "--fix of a linked program"
test -x prog.fixed && ok || bad "--fix keeps the mode"

# Several files go into a folder.
"$ptxcheck" --fix -o folder maybe.ptx lib.a && cmp -s folder/maybe.ptx maybe.ptx.fixed \
  && cmp -s folder/lib.a fixed.a && ok || bad "--fix of several files"

# ---- What ptxas says of what --fix writes.

if command -v ptxas >/dev/null 2>&1; then
  for f in maybe guard split split2 types scope; do
    # sm_30 is too old for today's ptxas, and shfl without .sync as well.
    sed 's/^.version.*/.version 7.0/;s/^.target.*/.target sm_75/
	 s/shfl.idx.b32 \(.*\);/shfl.sync.idx.b32 \1,-1;/' $f.ptx.fixed >as.ptx
    if ptxas -arch=sm_75 -c -o as.cubin as.ptx >out.txt 2>&1; then
      ok
    else
      bad "ptxas refuses what --fix makes of $f.ptx"
      cat out.txt
    fi
  done
else
  skip "no ptxas to look at what --fix writes"
fi

cd "$top"
test $failed -eq 0 && rm -rf "$tmp"
end
