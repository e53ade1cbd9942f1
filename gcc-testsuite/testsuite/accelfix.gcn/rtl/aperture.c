/* The base of LDS among flat addresses comes from the implicit arguments, behind
   the longest arguments of the unit: 24 bytes here.  In a kernel and in a function
   that several kernels call it is the same place.
   { gcn-arch "fiji gfx906" }
   { gcn-args "code-object=5 code-object=5,aperture=implicit" }
   { gcn-scan "^\ts_load_dword\ts\d+, s\[8:9\], 220$" 2 "aperture=implicit" }
   { gcn-scan "^\ts_load_dword\ts\d+, s\[8:9\], 220$" 0 "aperture=queue" }
   { gcn-scan "s[67]$|s\[6:7\]" 0 "aperture=implicit" }
   { gcn-scan "^            \.kernarg_segment_size: 280$" 3 "code-object=5" }
   { gcn-scan "^            \.kernarg_segment_align: 8$" 3 "code-object=5" }
   { gcn-scan "offset: 220\n.*size: 4\n.*hidden_shared_base$" 3 "code-object=5" }
   { gcn-scan "offset: 216\n.*size: 4\n.*hidden_private_base$" 3 "code-object=5" }
   { gcn-scan "offset: 224\n.*size: 8\n.*hidden_queue_ptr$" 3 "code-object=5" }
   { gcn-scan "offset: 8\n.*size: 1\n.*by_value$" 1 "code-object=5" }
   { gcn-scan "offset: 16\n.*size: 8\n.*by_value$" 1 "code-object=5" } */
#define KERNEL(...) void __attribute__ ((amdgpu_hsa_kernel (__VA_ARGS__)))
int __lds buf[64];
extern int ext (__flat int *);

static int __attribute__ ((noinline))
callee (int i)
{
  return ext ((__flat int *) &buf[i]);
}

KERNEL () one (int *out) { *out = callee (1); }

KERNEL ("workgroup_id_Y")
two (int y, int *out, char c, double d)
{
  *out = callee (y) + c + d;
}

KERNEL () three (int *out) { *out = ext ((__flat int *) &buf[*out]); }

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
