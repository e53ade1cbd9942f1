; A kernel for profile.sh, for gfx900, in a group of 64 work items and one of 32:
; the numbers of its lines are what the test looks for.
 .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
 .file 1 "lines.c"
 .text
 .globl lines
 .p2align 8
 .type lines,@function
lines:
 .loc 1 10
 s_load_dwordx2 s[0:1], s[4:5], 0
 s_waitcnt lgkmcnt(0)
 .loc 1 11
 v_lshlrev_b32 v2, 2, v0
 v_mov_b32 v5, s1
 v_add_co_u32 v4, vcc, s0, v2
 v_addc_co_u32 v5, vcc, 0, v5, vcc
; Eight lanes of each go on.
 .loc 1 12
 v_cmp_gt_u32 vcc, 8, v0
 s_and_saveexec_b64 s[8:9], vcc
 s_cbranch_execz together
 .loc 1 13
 flat_store_dword v[4:5], v2
together:
 .loc 1 14
 s_mov_b64 exec, s[8:9]
 flat_load_dword v6, v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 .loc 1 15
 s_mov_b32 s10, 0
again:
 .loc 1 16
 s_add_u32 s10, s10, 1
 s_cmp_lt_u32 s10, 5
 s_cbranch_scc1 again
 .loc 1 17
 flat_atomic_add v[4:5], v6
; Four lanes of each, by a comparison that has EXEC for its destination.
 .loc 1 20
 v_cmp_gt_u32 exec, 4, v0
 .loc 1 21
 v_mov_b32 v7, 0
; One lane by a constant: none has decided that.
 .loc 1 18
 s_mov_b64 exec, 1
 v_mov_b32 v7, 0
 .loc 1 19
 s_endpgm
 .size lines, .-lines

 .globl unused
 .type unused,@function
unused:
 .loc 1 30
 s_nop 0
 s_setpc_b64 s[30:31]
 .size unused, .-unused

 .rodata
 .p2align 6
 .amdhsa_kernel lines
   .amdhsa_user_sgpr_private_segment_buffer 1
   .amdhsa_user_sgpr_kernarg_segment_ptr 1
   .amdhsa_system_sgpr_workgroup_id_x 1
   .amdhsa_next_free_vgpr 8
   .amdhsa_next_free_sgpr 20
 .end_amdhsa_kernel

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
