# Tests of ptxcheck; read by ptxcheck.sh.
# Uninitialised reads: what is found, and where --fix puts moves.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

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
