/* LDS after an asm that uses M0.  On gfx803 LDS then ends at what the asm left;
   on gfx906 M0 is no matter, and the plugin deletes the prologues' writes.
   { gcn-arch "fiji gfx906" }
   { gcn-flags "-fno-ivopts" }
   { gcn-args "- lds=0" }
   { gcn-wrong "fiji:none fiji:m0=0" }
   { gcn-launch "same --grid=1,64,1 --group=1,64,1 out=16" "0000002a 00000000 00000000 00000000" }
   { gcn-launch "after_call --grid=1,64,1 --group=1,64,1 out=16" "0000002a 00000000 00000000 00000000" }
   { gcn-launch "in_loop --grid=1,64,1 --group=1,64,1 out=16" "0000000a 0000000b 0000000c 0000000d" }
   { gcn-launch "branch --grid=1,64,1 --group=1,64,1 out=16" "00000007 00000000 00000000 00000000" }
   { gcn-launch "across --grid=1,64,1 --group=1,64,1 out=16" "00000005 00000007 00000000 00000000" } */
#define KERNEL void __attribute__ ((amdgpu_hsa_kernel ()))
#define NOINLINE __attribute__ ((noinline, noclone))
#define CLOBBER(X) asm volatile ("s_mov_b32 m0, %0" :: "Sg" (X))
volatile int __lds l[64];

static void NOINLINE
callee (int x)
{
  CLOBBER (x);
}

KERNEL
same (int *out)
{
  l[3] = 41;
  CLOBBER (out[3]);
  out[0] = l[3] + 1;
}

KERNEL
after_call (int *out)
{
  l[3] = 41;
  callee (0);
  out[0] = l[3] + 1;
}

KERNEL
in_loop (int *out)
{
#pragma GCC unroll 1
  for (int i = 0; i < 4; i++)
    {
      CLOBBER (i);
      l[i] = 10 + i;
    }
#pragma GCC unroll 1
  for (int i = 0; i < 4; i++)
    out[i] = l[i];
}

KERNEL
branch (int *out)
{
  l[5] = 7;
  if (out[1] == 0)
    CLOBBER (0);
  out[0] = l[5];
}

/* What the user put into M0 for later is there still.  */
KERNEL
across (int *out)
{
  int r;
  l[1] = 5;
  CLOBBER (7);
  int x = l[1];
  asm volatile ("s_mov_b32 %0, m0" : "=Sg" (r));
  out[0] = x;
  out[1] = r;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
