/* Text that names M0 without writing it: nothing is restored.
   { dg-accel-gcc "12 13 14" }
   { dg-accel-options "-march=fiji" }  */
#include "m0.h"

NOINLINE int
line_comment (int x, int *p)
{
  DEVICE __asm volatile ("s_nop 0 ; s_mov_b32 m0, %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
slashes (int x, int *p)
{
  DEVICE __asm volatile ("s_nop 0 // s_mov_b32 m0, 1"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
block (int x, int *p)
{
  DEVICE __asm volatile ("/* s_mov_b32 m0, 1\n\ts_mov_b32 m0, 2 */ s_nop 0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
hash (int x, int *p)
{
  DEVICE __asm volatile ("# s_mov_b32 m0, 1"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
read (int x, int *p)
{
  DEVICE __asm volatile ("s_mov_b32 s30, m0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
compare (int x, int *p)
{
  DEVICE __asm volatile ("s_cmp_eq_u32 m0, %0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
bitcmp (int x, int *p)
{
  DEVICE __asm volatile ("s_bitcmp0_b32 m0, 3"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
label_name (int x, int *p)
{
  DEVICE __asm volatile ("m0_%=: s_nop 0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
percent (int x, int *p)
{
  DEVICE __asm volatile ("s_nop 0 ; 100%% m0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
setreg (int x, int *p)
{
  DEVICE __asm volatile ("s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), m0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
lane (int x, int *p)
{
  DEVICE __asm volatile ("v_readlane_b32 s30, v1, m0"
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

NOINLINE int
empty (int x, int *p)
{
  DEVICE __asm volatile (""
			 :: "Sg" (x) : "s30", "scc");
  return *p + x;
}

/* { dg-final { restores 0 } } */
/* { dg-final { gcn-finds {} } } */
/* { dg-final { more-instructions 0 } } */
/* { dg-final { gcn-needs foreign-m0-access 0 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
