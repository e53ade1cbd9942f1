; Kernels for gcnvm-run.sh, for gfx803.
 .amdgcn_target "amdgcn-amd-amdhsa--gfx803"
 .text

; ids (out, items in a row), for groups of 4 by 2: each work item stores
; group x | group y << 8 | item x << 16 | item y << 24.
 .globl ids
 .p2align 8
 .type ids,@function
ids:
 s_load_dwordx2 s[0:1], s[4:5], 0
 s_load_dword s2, s[4:5], 8
 s_waitcnt lgkmcnt(0)
 s_mul_i32 s3, s7, 2
 v_add_u32 v2, vcc, s3, v1
 s_mul_i32 s3, s6, 4
 v_add_u32 v3, vcc, s3, v0
 v_mul_lo_u32 v2, v2, s2
 v_add_u32 v2, vcc, v2, v3
 v_lshlrev_b32 v2, 2, v2
 v_mov_b32 v4, s0
 v_mov_b32 v5, s1
 v_add_u32 v4, vcc, v4, v2
 v_addc_u32 v5, vcc, 0, v5, vcc
 s_lshl_b32 s7, s7, 8
 s_or_b32 s6, s6, s7
 v_lshlrev_b32 v0, 16, v0
 v_lshlrev_b32 v1, 24, v1
 v_or_b32 v0, v0, v1
 v_or_b32 v0, s6, v0
 flat_store_dword v[4:5], v0
 s_endpgm
 .size ids, .-ids

; onto (out): each group stores its number plus one at the start of a buffer.
 .globl onto
 .p2align 8
 .type onto,@function
onto:
 s_load_dwordx2 s[0:1], s[4:5], 0
 s_waitcnt lgkmcnt(0)
 s_add_u32 s6, s6, 1
 v_mov_b32 v4, s0
 v_mov_b32 v5, s1
 v_mov_b32 v6, s6
 flat_store_dword v[4:5], v6
 s_endpgm
 .size onto, .-onto

; beyond (out): stores 16 bytes behind a buffer of 16.
 .globl beyond
 .p2align 8
 .type beyond,@function
beyond:
 s_load_dwordx2 s[0:1], s[4:5], 0
 s_waitcnt lgkmcnt(0)
 s_add_u32 s0, s0, 32
 s_addc_u32 s1, s1, 0
 v_mov_b32 v4, s0
 v_mov_b32 v5, s1
 flat_store_dword v[4:5], v0
 s_endpgm
 .size beyond, .-beyond

; unset (out): branches by a register that nothing has written.
 .globl unset
 .p2align 8
 .type unset,@function
unset:
 s_cmp_eq_u32 s15, 0
 s_cbranch_scc1 0
 s_endpgm
 .size unset, .-unset

; masked: a barrier, a lane move and a branch on VCC while EXEC is zero.
 .globl masked
 .p2align 8
 .type masked,@function
masked:
 s_mov_b64 exec, 0
 s_barrier
 v_readfirstlane_b32 s20, v0
 v_cmp_eq_u32 vcc, v0, v0
 s_nop 4
 s_cbranch_vccz 0
 s_endpgm
 .size masked, .-masked

; at (out, n): stores 4 bytes N bytes behind the start of a buffer.
 .globl at
 .p2align 8
 .type at,@function
at:
 s_load_dwordx2 s[0:1], s[4:5], 0
 s_load_dword s2, s[4:5], 8
 s_waitcnt lgkmcnt(0)
 s_add_u32 s0, s0, s2
 s_addc_u32 s1, s1, 0
 v_mov_b32 v4, s0
 v_mov_b32 v5, s1
 flat_store_dword v[4:5], v0
 s_endpgm
 .size at, .-at

; early (out): uses what a load has not brought yet.
 .globl early
 .p2align 8
 .type early,@function
early:
 s_load_dwordx2 s[0:1], s[4:5], 0
 s_mov_b32 s2, s0
 s_endpgm
 .size early, .-early

; endless (out)
 .globl endless
 .p2align 8
 .type endless,@function
endless:
 s_branch endless
 .size endless, .-endless

 .rodata
 .macro kernel name
 .p2align 6
 .amdhsa_kernel \name
   .amdhsa_user_sgpr_private_segment_buffer 1
   .amdhsa_user_sgpr_kernarg_segment_ptr 1
   .amdhsa_system_sgpr_workgroup_id_x 1
   .amdhsa_system_sgpr_workgroup_id_y 1
   .amdhsa_system_vgpr_workitem_id 1
   .amdhsa_next_free_vgpr 8
   .amdhsa_next_free_sgpr 20
 .end_amdhsa_kernel
 .endm
 kernel ids
 kernel onto
 kernel beyond
 kernel unset
 kernel masked
 kernel at
 kernel early
 kernel endless

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
