/* LDS variables of kernels that never run together share space; what several
   kernels reach, directly, through pointers or in a recursion, is the same for
   all of them.  12 KiB are more than GCC's own placing allows.
   { gcn-arch "fiji gfx906" }
   { gcn-args "verbose lds=module lds=kernel" }
   { gcn-scan "s_movk_i32\ts\d+, 12176$" 1 "lds=module" }
   { gcn-scan "s_movk_i32\ts\d+, 12336$" 1 "lds=module" }
   { gcn-scan "v_mov_b32\tv\d+, 160$" 2 "lds=module" }
   { gcn-scan "vcc, 32, v" 1 "lds=module" }
   { gcn-scan "s_movk_i32\ts\d+, 12048$" 1 "lds=kernel" }
   { gcn-scan "s_movk_i32\ts\d+, 160$" 1 "lds=kernel" }
   { gcn-scan "v_mov_b32\tv\d+, 144$" 2 "lds=kernel" }
   { gcn-scan "vcc, 32, v" 2 "lds=kernel" }
   { gcn-scan "s_movk_i32\ts\d+, 12048$" 1 "verbose" } */
#define KERNEL void __attribute__ ((amdgpu_hsa_kernel ()))
#define NOINLINE __attribute__ ((noinline))
int __lds a[40], b[40], c[4], big[3000];
char __lds bytes[3];
long __lds number;
struct { int x; char y[9]; } __lds st[7];

static void NOINLINE shared (int i) { c[i] = i; }
static void NOINLINE pointed (int i) { st[i].x = i; }
static int NOINLINE
recursive (int i)
{
  return i ? recursive (i - 1) + st[i].y[3] : 0;
}

KERNEL
k1 (int *o, int i)
{
  a[i] = i;
  shared (i);
  *o = a[i + 1] + big[i] + a[7];
}

KERNEL
k2 (int *o, int i)
{
  b[i] = i;
  shared (i);
  *o = b[i + 1] + bytes[i] + number;
}

KERNEL
k3 (long *o, int i, void (*f) (int))
{
  f (i);
  *o = (long) pointed;
}

KERNEL
k4 (int *o, int i)
{
  *o = recursive (i) + number;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
