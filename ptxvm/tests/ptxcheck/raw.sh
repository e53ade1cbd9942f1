# Tests of ptxcheck; read by ptxcheck.sh.
# What GCC prints for the assembler: names are declared behind their uses.
# Copyright (C) 2026 The accelfix authors.
# This file is part of accelfix, free software under the GNU General Public
# License, version 3 or later; see the file COPYING.

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
