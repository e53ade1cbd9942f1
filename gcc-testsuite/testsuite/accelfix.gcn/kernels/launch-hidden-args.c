/* Kernels with their own lists of hidden arguments, launched with a grid of four
   by two groups: each finds its group's number where it was told to.  Without
   the plugin the wave's offset is taken for it, or a parameter for the stack.
   { gcn-arch "fiji gfx906" }
   { gcn-args "- code-object=5" }
   { gcn-wrong "none hidden-args=0" }
   { gcn-right-anyway "y_leaf" }
   { gcn-launch "y_call --grid=1,256,2 --group=1,64,1 out=16" "00000001 00000003 00000005 00000007" }
   { gcn-launch "y_leaf --grid=1,256,2 --group=1,64,1 out=16" "00000001 00000004 00000007 0000000a" }
   { gcn-launch "both --grid=1,256,2 --group=1,64,1 out=32" "00000001 00000011 00000021 00000031 00000003 00000013 00000023 00000033" }
   { gcn-launch "both_leaf --grid=1,256,2 --group=1,64,1 out=32" "00000001 00000011 00000021 00000031 00000004 00000014 00000024 00000034" }
   { gcn-launch "callee --grid=3,128,1 --group=1,64,1 out=24" "00000001 00000011 00000002 00000012 00000003 00000013" } */
#define KERNEL(...) void __attribute__ ((amdgpu_hsa_kernel (__VA_ARGS__)))
#define NOINLINE __attribute__ ((noinline, noclone))

static int NOINLINE
twice (int i)
{
  asm volatile ("");
  return 2 * i;
}

KERNEL ("workgroup_id_Y")
y_call (int wy, int *out)
{
  volatile int a[4];
  a[wy & 3] = twice (wy);
  out[wy] = a[wy & 3] + 1;
}

KERNEL ("workgroup_id_Y")
y_leaf (int wy, int *out)
{
  volatile int a[4];
  a[wy & 3] = 3 * wy;
  out[wy] = a[wy & 3] + 1;
}

KERNEL ("dispatch_id", "workgroup_id_Z", "workgroup_id_Y")
both (long id, int wz, int wy, int *out)
{
  volatile int a[4];
  a[wy & 3] = twice (wz);
  out[4 * wz + wy] = 256 * id + 16 * wy + a[wy & 3] + 1;
}

KERNEL ("dispatch_id", "workgroup_id_Z", "workgroup_id_Y")
both_leaf (long id, int wz, int wy, int *out)
{
  volatile int a[4];
  a[wy & 3] = 3 * wz;
  out[4 * wz + wy] = 256 * id + 16 * wy + a[wy & 3] + 1;
}

/* What a callee finds in the register of the group's number.  */
static int NOINLINE
group_x (void)
{
  int r;
  asm volatile ("s_mov_b32 %0, s10" : "=Sg" (r));
  return r;
}

KERNEL ("dispatch_id", "workgroup_id_Y")
callee (long id, int wy, int *out)
{
  int wx = group_x ();
  out[2 * wx + wy] = 256 * id + 16 * wy + wx + 1;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
