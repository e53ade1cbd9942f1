# Tests of ptxcheck; read by ptxcheck.sh.
# Dead ends; names and types that are not declared.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

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
