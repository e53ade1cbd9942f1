/* All ways to write M0 in the text of an asm that clobbers nothing, and data,
   which is not decoded and may do so: each function gets one instruction.  Of
   `words', `bytes' and `data' the last does not write it.
   { dg-accel-gcc "12 13 14" }
   { dg-accel-options "-march=fiji" }  */
#include "m0.h"

NOINLINE int
named (int x, int *p)
{
  DEVICE __asm volatile ("s_mov_b32 m0, %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
capitals (int x, int *p)
{
  DEVICE __asm volatile ("S_MOV_B32 m0, %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
bracket (int x, int *p)
{
  DEVICE __asm volatile ("s_mov_b32 [m0], %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
tight (int x, int *p)
{
  DEVICE __asm volatile ("s_mov_b32\tm0,%0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
label (int x, int *p)
{
  DEVICE __asm volatile ("lab%=: s_mov_b32 m0, %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
comment_before (int x, int *p)
{
  DEVICE __asm volatile ("/* c */ s_mov_b32 /* c */ m0, %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
second_line (int x, int *p)
{
  DEVICE __asm volatile ("s_nop 0 ; s_nop 1\n\ts_movk_i32 m0, 0x123"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
add (int x, int *p)
{
  DEVICE __asm volatile ("s_add_u32 m0, m0, %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
bitset (int x, int *p)
{
  DEVICE __asm volatile ("s_bitset1_b32 m0, 3"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
cselect (int x, int *p)
{
  DEVICE __asm volatile ("s_cmp_eq_u32 %0, 0\n\ts_cselect_b32 m0, 1, 2"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
getreg (int x, int *p)
{
  DEVICE __asm volatile ("s_getreg_b32 m0, hwreg(HW_REG_MODE)"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
gpr_idx (int x, int *p)
{
  DEVICE __asm volatile ("s_set_gpr_idx_on %0, gpr_idx(SRC0)\n\ts_set_gpr_idx_off"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
gpr_idx_idx (int x, int *p)
{
  DEVICE __asm volatile ("s_set_gpr_idx_idx %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
words (int x, int *p)
{
  DEVICE __asm volatile (".long 0xbefc0080"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
bytes (int x, int *p)
{
  DEVICE __asm volatile (".byte 0x80, 0x00, 0xfc, 0xbe"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
data (int x, int *p)
{
  DEVICE __asm volatile (".long 0xbe9e0080"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

#define MACRO ".macro set%= r\n\ts_mov_b32 \\r, 5\n\t.endm\n\tset%= m0"
NOINLINE int
macro (int x, int *p)
{
  DEVICE __asm volatile (MACRO :: "Sg" (x) : "s30", "scc"); /* { dg-warning "wait states before .set\[0-9\]* m0. were not looked at" } */
  return *p + x;
}

NOINLINE int
exp_string (int x, int *p)
{
  DEVICE __asm volatile (".ifc a, a\n\ts_mov_b32 m0, 1\n\t.endif"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

/* { dg-final { restores 18 } } */
/* { dg-final { gcn-finds {} } } */
/* { dg-final { more-instructions 18 } } */
/* { dg-final { gcn-needs foreign-m0-access 17 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
