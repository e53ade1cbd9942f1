; Kernels with implicit arguments for gcnvm-run.sh, for gfx803: filled, and told,
; whose descriptor says how large its segment is, and which is otherwise the same.
 .amdgcn_target "amdgcn-amd-amdhsa--gfx803"
 .text

; filled (out), for groups of 8 work items: stores the bytes 8 to 39 of its
; segment, and a word that is zero if the queue pointer is right and the bases
; of the apertures are those of the queue.
 .macro body name
 .globl \name
 .p2align 8
 .type \name,@function
\name:
 s_load_dwordx2 s[12:13], s[6:7], 0
 s_load_dwordx4 s[16:19], s[6:7], 40
 s_load_dwordx2 s[20:21], s[4:5], 64
 s_waitcnt lgkmcnt(0)
 s_xor_b32 s16, s16, s21
 s_xor_b32 s17, s17, s20
 s_xor_b64 s[18:19], s[18:19], s[4:5]
 s_or_b64 s[16:17], s[16:17], s[18:19]
 s_or_b32 s16, s16, s17
 v_lshlrev_b32 v1, 2, v1
 v_add_u32 v0, vcc, v0, v1
 v_lshlrev_b32 v1, 2, v0
 v_mov_b32 v2, s6
 v_mov_b32 v3, s7
 v_add_u32 v2, vcc, v2, v1
 v_addc_u32 v3, vcc, 0, v3, vcc
 v_add_u32 v2, vcc, 8, v2
 v_addc_u32 v3, vcc, 0, v3, vcc
 flat_load_dword v4, v[2:3]
 v_mov_b32 v2, s12
 v_mov_b32 v3, s13
 v_add_u32 v2, vcc, v2, v1
 v_addc_u32 v3, vcc, 0, v3, vcc
 s_waitcnt vmcnt(0) lgkmcnt(0)
 flat_store_dword v[2:3], v4
 s_mov_b64 exec, 1
 v_mov_b32 v4, s16
 v_add_u32 v2, vcc, 32, v2
 v_addc_u32 v3, vcc, 0, v3, vcc
 flat_store_dword v[2:3], v4
 s_endpgm
 .size \name, .-\name
 .endm
 body filled
 body told

 .rodata
 .macro kernel name, size
 .p2align 6
 .amdhsa_kernel \name
   .amdhsa_user_sgpr_private_segment_buffer 1
   .amdhsa_user_sgpr_queue_ptr 1
   .amdhsa_user_sgpr_kernarg_segment_ptr 1
   .amdhsa_system_vgpr_workitem_id 1
   .amdhsa_group_segment_fixed_size 16
   .amdhsa_kernarg_size \size
   .amdhsa_next_free_vgpr 8
   .amdhsa_next_free_sgpr 24
 .end_amdhsa_kernel
 .endm
 kernel filled, 0
 kernel told, 56

 .amdgpu_metadata
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx803
amdhsa.kernels:
  - .name: filled
    .symbol: filled.kd
    .kernarg_segment_size: 56
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 16
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 24
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - { .offset: 0, .size: 8, .value_kind: by_value }
      - { .offset: 8, .size: 4, .value_kind: hidden_block_count_x }
      - { .offset: 12, .size: 4, .value_kind: hidden_block_count_y }
      - { .offset: 16, .size: 4, .value_kind: hidden_block_count_z }
      - { .offset: 20, .size: 2, .value_kind: hidden_group_size_x }
      - { .offset: 22, .size: 2, .value_kind: hidden_group_size_y }
      - { .offset: 24, .size: 2, .value_kind: hidden_group_size_z }
      - { .offset: 26, .size: 2, .value_kind: hidden_remainder_x }
      - { .offset: 28, .size: 2, .value_kind: hidden_remainder_y }
      - { .offset: 30, .size: 2, .value_kind: hidden_remainder_z }
      - { .offset: 32, .size: 2, .value_kind: hidden_grid_dims }
      - { .offset: 36, .size: 4, .value_kind: hidden_dynamic_lds_size }
      - { .offset: 40, .size: 4, .value_kind: hidden_private_base }
      - { .offset: 44, .size: 4, .value_kind: hidden_shared_base }
      - { .offset: 48, .size: 8, .value_kind: hidden_queue_ptr }
  - .name: told
    .symbol: told.kd
    .kernarg_segment_size: 56
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 16
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 24
    .vgpr_count: 8
    .max_flat_workgroup_size: 1024
    .args:
      - { .offset: 0, .size: 8, .value_kind: by_value }
      - { .offset: 8, .size: 4, .value_kind: hidden_block_count_x }
      - { .offset: 12, .size: 4, .value_kind: hidden_block_count_y }
      - { .offset: 16, .size: 4, .value_kind: hidden_block_count_z }
      - { .offset: 20, .size: 2, .value_kind: hidden_group_size_x }
      - { .offset: 22, .size: 2, .value_kind: hidden_group_size_y }
      - { .offset: 24, .size: 2, .value_kind: hidden_group_size_z }
      - { .offset: 26, .size: 2, .value_kind: hidden_remainder_x }
      - { .offset: 28, .size: 2, .value_kind: hidden_remainder_y }
      - { .offset: 30, .size: 2, .value_kind: hidden_remainder_z }
      - { .offset: 32, .size: 2, .value_kind: hidden_grid_dims }
      - { .offset: 36, .size: 4, .value_kind: hidden_dynamic_lds_size }
      - { .offset: 40, .size: 4, .value_kind: hidden_private_base }
      - { .offset: 44, .size: 4, .value_kind: hidden_shared_base }
      - { .offset: 48, .size: 8, .value_kind: hidden_queue_ptr }
 .end_amdgpu_metadata

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
