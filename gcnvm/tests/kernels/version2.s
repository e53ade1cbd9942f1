; The head of kernel ids of launch.s in a code object of version 2.
 .hsa_code_object_version 2,1
 .hsa_code_object_isa 8,0,3,"AMD","AMDGPU"
 .text
 .globl ids
 .p2align 8
 .type ids,@function
 .amdgpu_hsa_kernel ids
ids:
 .amd_kernel_code_t
  enable_sgpr_private_segment_buffer = 1
  enable_sgpr_kernarg_segment_ptr = 1
  enable_sgpr_workgroup_id_x = 1
  enable_sgpr_workgroup_id_y = 1
  enable_vgpr_workitem_id = 1
  is_ptr64 = 1
  kernarg_segment_byte_size = 16
  wavefront_sgpr_count = 20
  workitem_vgpr_count = 8
  compute_pgm_rsrc2_user_sgpr = 6
  compute_pgm_rsrc1_vgprs = 1
  compute_pgm_rsrc1_sgprs = 2
  float_mode = 0xc0
 .end_amd_kernel_code_t

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
