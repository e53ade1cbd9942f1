/* Kernels with their own lists of hidden arguments: descriptor, prologue and
   parameters agree, with calls and without.
   { gcn-arch "fiji gfx906" }
   { gcn-args "verbose hidden-args=0" }
   { gcn-scan "^\t  \.amdhsa_system_sgpr_workgroup_id_y\t1 ; \(s11\)" 2 "verbose" }
   { gcn-scan "^\t  \.amdhsa_system_sgpr_workgroup_id_y\t1 ; \(s11\)" 1 "hidden-args=0" }
   { gcn-scan "wavefront_offset\t1 ; \(s12\)" 2 "verbose" }
   { gcn-scan "^\ts_add_u32\ts14, s14, s12$" 2 "verbose" }
   { gcn-scan "^\ts_add_u32\ts14, s14, s11$" 4 "hidden-args=0" }
   { gcn-scan "^\t  \.amdhsa_user_sgpr_dispatch_id\t1 ; \(s10, s11\)" 3 "verbose" }
   { gcn-scan "^\t  \.amdhsa_user_sgpr_flat_scratch_init\t1 ; \(s10, s11\)" 1 "verbose" }
   { gcn-scan "^\ts_mov_b32\ts10, s12$" 3 "verbose" }
   { gcn-scan "^\ts_mov_b32\ts28, s14\n(\ts_mov_b32\ts29, s15\n)?\ts_mov_b32\ts14, s0\n\ts_and_b32\ts15, s1, 65535\n\ts_add_u32\ts14, s14, s2[89]$" 3 "verbose" }
   { gcn-scan "^\ts_add_u32\ts14, s14, s14$" 0 "verbose" } */

#define KERNEL(...) void __attribute__ ((amdgpu_hsa_kernel (__VA_ARGS__)))
extern int ext (int);

KERNEL ("workgroup_id_Y")
with_call (int wy, int *out)
{
  volatile int a[4];
  a[wy & 3] = ext (wy);
  out[wy] = a[0];
}

KERNEL ("workgroup_id_Y")
leaf (int wy, int *out)
{
  volatile int a[4];
  a[wy & 3] = wy;
  out[wy] = a[0];
}

/* The wave offset is in the frame pointer's register here, */
KERNEL ("dispatch_id", "workgroup_id_Z")
dispatch (long id, int wz, int *out)
{
  out[0] = ext (wz) + id;
  out[1] = wz;
}

/* and so is a parameter here, with a call and without.  */
KERNEL ("dispatch_id", "workgroup_id_Z", "workgroup_id_Y")
both (long id, int wz, int wy, int *out)
{
  volatile int a[4];
  a[wz & 3] = 1;
  out[0] = ext (wz) + id;
  out[1] = wy + a[0];
}

KERNEL ("dispatch_id", "workgroup_id_Z", "workgroup_id_Y")
both_leaf (long id, int wz, int wy, int *out)
{
  volatile int a[4];
  a[wz & 3] = 1;
  out[0] = wz + id;
  out[1] = wy + a[0];
}

KERNEL ("flat_scratch_init")
scratch (long id, int *out)
{
  volatile int a[4];
  a[id & 3] = ext (1);
  out[0] = a[0];
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
