/* Each rule in an asm: within one, from one to the next, over a branch, behind a
   call and in bytes.  The second instruction wants as many wait states as there
   are with the plugin, and has fewer without.
   { dg-accel-gcc "11 12" }
   { dg-accel-options "-march=gfx906" }
   { dg-accel-levels "-O1 -O2" } */
#include "m0.h"

NOINLINE int
dpp (int x)
{
  DEVICE __asm volatile ("v_mov_b32 v1, %0" :: "v" (x) : "v1");
  DEVICE __asm volatile ("v_mov_b32_dpp v2, v1 row_shr:1" ::: "v2");
  return x;
}

NOINLINE int
exec_dpp (int x)
{
  DEVICE __asm volatile ("v_cmpx_eq_u32 vcc, %0, 1\n\ts_nop 1\n\t"
			 "v_mov_b32_dpp v2, v1 quad_perm:[0,0,0,0]"
			 :: "v" (x) : "v2");
  return x;
}

NOINLINE int
select (int x)
{
  DEVICE __asm volatile ("v_readfirstlane_b32 s40, %0 ; a comment\n\t"
			 "v_mov_b32 v2, 1 // and more\n"
			 "here%=:\tv_readlane_b32 s41, v2, s40"
			 :: "v" (x) : "v2");
  return x;
}

/* One of the four is there.  */
NOINLINE int
div_fmas (int x)
{
  DEVICE __asm volatile ("v_cmp_eq_u32 vcc, %0, 1\n\ts_nop 0\n\t"
			 "v_div_fmas_f32 v1, v2, v3, v4" :: "v" (x) : "v1");
  return x;
}

/* v_div_fmas_f32 v1, v1, v2, v2.  */
NOINLINE int
bytes (int x)
{
  DEVICE __asm volatile ("v_cmp_eq_u32 vcc, %0, 1\n\t"
			 ".long 0xd1e20001, 0x040a0501" :: "v" (x) : "v1");
  return x;
}

/* Nothing is missing: the scalar instruction writes the register anew.  */
NOINLINE int
killed (int x)
{
  DEVICE __asm volatile ("v_readfirstlane_b32 s40, %0\n\ts_mov_b32 s40, 3\n\t"
			 "v_readlane_b32 s41, v2, s40" :: "v" (x));
  return x;
}

/* On the way back in the loop.  */
NOINLINE int
loop (int x, int n)
{
#pragma GCC unroll 1
  for (int i = 0; i < n; i++)
    {
      DEVICE __asm volatile ("global_load_dword v2, v3, s[40:41]\n\t"
			     "s_waitcnt 0" ::: "v2");
      DEVICE __asm volatile ("v_readfirstlane_b32 s41, %0" :: "v" (x));
    }
  return x;
}

NOINLINE int
setreg (int x)
{
  DEVICE __asm volatile ("s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), %0\n\t"
			 "s_getreg_b32 s40, hwreg(HW_REG_MODE)\n\t"
			 "s_getreg_b32 s41, hwreg(HW_REG_STATUS)"
			 :: "Sg" (x) : "s40");
  return x;
}

NOINLINE int
message (int x)
{
  DEVICE __asm volatile ("s_mov_b32 m0, %0\n\ts_sendmsg 0x81"
			 :: "Sg" (x));
  return x;
}

NOINLINE int
wide (int x)
{
  DEVICE __asm volatile ("global_store_dwordx3 v[2:3], v[4:6], off\n\t"
			 "v_mov_b32 v6, %0" :: "v" (x) : "v6");
  DEVICE __asm volatile ("buffer_store_dwordx4 v[4:7], off, s[40:43], s44\n\t"
			 "v_mov_b32 v6, %0" :: "v" (x) : "v6");
  return x;
}

/* { dg-final { gcn-finds {} } } */
/* { dg-final { gcn-needs hazard-* 9 } } */
/* { dg-final { summary-says "9 places that got wait states" } } */
/* { dg-final { in-order { "dpp:" "v_mov_b32 v1" "s_nop\t1\n" "v_mov_b32_dpp" "dpp, .-dpp" } } } */
/* { dg-final { in-order { "exec_dpp:" "v_cmpx" "s_nop 1\n\ts_nop\t2\n\tv_mov_b32_dpp" "exec_dpp, .-exec_dpp" } } } */
/* { dg-final { in-order { "select:" "v_mov_b32 v2, 1 // and more\nhere\\d+:\ts_nop\t2\n\tv_readlane_b32 s41" "select, .-select" } } } */
/* { dg-final { in-order { "div_fmas:" "s_nop 0\n\ts_nop\t2\n\tv_div_fmas" "div_fmas, .-div_fmas" } } } */
/* { dg-final { in-order { "bytes:" "s_nop\t3\n\t.long" "bytes, .-bytes" } } } */
/* { dg-final { in-order { "setreg:" "s_setreg" "s_nop\t1\n\ts_getreg_b32 s40" "setreg, .-setreg" } } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
