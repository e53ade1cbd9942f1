;; undefined SGPR: gfx803 gfx906:
;= 0
;! uninitialised register s30 read in main
 s_add_u32 s31, s30, 1
 s_endpgm
;; undefined VGPR: gfx803 gfx900 gfx906:
;= 0
;! uninitialised register v20 read in main
 v_lshlrev_b32 v21, 2, v2
 v_max_u32 v22, v21, v20
 s_endpgm
;; undefined VGPR, an error: gfx906: --uninit=error
;= 126
;! uninitialised register v[20:21] read in main
 v_add_f64 v[22:23], v[20:21], v[20:21]
 s_endpgm
;; undefined, not looked for: gfx906: --uninit=off
;= 0
 v_add_f64 v[22:23], v[20:21], v[20:21]
 s_endpgm
;; undefined SCC: gfx803 gfx906:
;= 0
;! uninitialised register scc read as condition
 s_cbranch_scc0 .Lon
.Lon:
 s_endpgm
;; undefined SCC in a carry: gfx906:
;= 0
;! uninitialised register scc read
 s_mov_b32 s20, 0
 s_addc_u32 s20, s20, 0
 s_endpgm
;; undefined VCC: gfx803 gfx906:
;= 0
;! uninitialised register vcc read as condition
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; undefined in some lanes only, one of which is stored: gfx803 gfx906:
;= 0
;! uninitialised register v10 read as what is stored in main
 v_mov_b32 v6, s6
 v_mov_b32 v7, s7
 s_mov_b64 exec, 0xf
 v_mov_b32 v9, 1
 s_mov_b64 exec, 0x1f
 v_lshlrev_b32 v10, 3, v9
 v_max_u32 v10, v10, v9
 s_mov_b64 exec, 0x10
 flat_store_dword v[6:7], v10
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; computed in lanes that nobody asks for: gfx803 gfx906:
;= 0
 v_mov_b32 v6, s6
 v_mov_b32 v7, s7
 v_lshlrev_b32 v4, 2, v0
 s_mov_b32 m0, 0x10000
 s_mov_b64 exec, 0xf
 v_mov_b32 v9, 1
 s_mov_b64 exec, -1
 v_max_u32 v10, v9, v9
 s_nop 1
 v_min_u32_dpp v10, v10, v10 row_shr:1 row_mask:0xf bank_mask:0xf
 v_cmp_lt_u32 vcc, v10, v9
 s_and_b64 vcc, vcc, 0xf
 s_cbranch_vccnz .Lon
.Lon:
 v_cndmask_b32 v11, v9, v10, vcc
 v_mul_lo_u32 v11, v11, v10
 s_mov_b64 exec, 0xf
 ds_write_b32 v4, v11
 flat_store_dword v[6:7], v11
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; all lanes of what some have are spilled to the stack in global memory: gfx803 gfx906:
;= 0
 s_mov_b32 s16, s6
 s_mov_b32 s17, s7
 v_mov_b32 v6, s6
 v_mov_b32 v7, s7
 s_mov_b64 exec, 0xf
 v_mov_b32 v9, 1
 s_mov_b64 exec, 0x1f
 v_lshlrev_b32 v10, 3, v9
 v_max_u32 v10, v10, v9
 flat_store_dword v[6:7], v10
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; whether any lane is not 0, of some that are set: gfx803 gfx906:
;= 0
 s_mov_b64 exec, 0xf
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 s_mov_b64 exec, -1
 v_cmp_ne_u64 s[40:41], v[8:9], 0
 s_cmp_lg_u64 s[40:41], 0
 s_mov_b32 s40, 0
 s_cbranch_scc0 .Lon
.Lon:
 s_endpgm
;; the same where no active lane is set: gfx803 gfx906:
;= 0
;! uninitialised register s40 read as condition
 s_mov_b64 exec, 0xf
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 s_mov_b64 exec, 0xf0
 v_cmp_ne_u64 s[40:41], v[8:9], 0
 s_cmp_lg_u64 s[40:41], 0
 s_cbranch_scc0 .Lon
.Lon:
 s_endpgm
;; absolute values in all lanes, of some that are set: gfx803 gfx906:
;= 0
 v_mov_b32 v6, s6
 v_mov_b32 v7, s7
 s_mov_b64 exec, 0xf
 v_mov_b32 v9, -1
 v_mov_b32 v10, v9
 s_mov_b64 exec, -1
 v_cmp_lt_i32 s[20:21], v10, 0
 s_mov_b64 exec, s[20:21]
 v_mul_lo_u32 v10, v10, v9
 s_nop 1
 s_mov_b64 exec, 0xf
 flat_store_dword v[6:7], v10
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; the same of 64 bits, with a carry: gfx906:
;= 0
 v_mov_b32 v6, s6
 v_mov_b32 v7, s7
 s_mov_b64 exec, 0xf
 v_mov_b32 v10, -1
 v_mov_b32 v11, -1
 s_mov_b64 exec, -1
 v_cmp_lt_i64 s[20:21], v[10:11], 0
 s_mov_b64 exec, s[20:21]
 v_sub_co_u32 v10, vcc, 0, v10
 v_subb_co_u32 v11, vcc, 0, v11, vcc
 s_mov_b64 s[20:21], 0xf
 s_mov_b64 exec, s[20:21]
 flat_store_dwordx2 v[6:7], v[10:11]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; stored where such a comparison is true: gfx803 gfx906:
;= 0
;! uninitialised register v10 read as EXEC in main
 v_mov_b32 v6, s6
 v_mov_b32 v7, s7
 s_mov_b64 exec, 0xf
 v_mov_b32 v10, -1
 s_mov_b64 exec, -1
 v_cmp_lt_i32 s[20:21], v10, 0
 s_mov_b64 exec, s[20:21]
 flat_store_dword v[6:7], v10
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; set where such a comparison is true, and stored: gfx803 gfx906:
;= 0
;! uninitialised register v9 read as what is stored in main
 v_mov_b32 v6, s6
 v_mov_b32 v7, s7
 s_mov_b64 exec, 0xf
 v_mov_b32 v10, -1
 s_mov_b64 exec, -1
 v_mov_b32 v9, 1
 v_cmp_gt_i32 s[20:21], 0, v10
 s_mov_b64 exec, s[20:21]
 v_mov_b32 v9, 2
 s_mov_b64 exec, 0xf
 flat_store_dword v[6:7], v9
 s_mov_b64 exec, 0x10
 flat_store_dword v[6:7], v9
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; a comparison of what nobody has set: gfx803 gfx906:
;= 0
;! uninitialised register v10 read as EXEC in main
 s_mov_b64 exec, -1
 v_cmp_lt_i32 s[20:21], v10, 0
 s_mov_b64 exec, s[20:21]
 v_mov_b32 v10, 2
 s_mov_b64 exec, -1
 s_endpgm
;; carried on by moves before it is stored in LDS: gfx803 gfx906:
;= 0
;! uninitialised register v12 read as what is stored in main
 v_lshlrev_b32 v4, 2, v0
 s_mov_b32 m0, 0x10000
 s_mov_b64 exec, 0xf
 v_mov_b32 v9, 1
 s_mov_b64 exec, -1
 v_max_u32 v10, v9, v9
 s_nop 1
 v_mov_b32_dpp v11, v10 row_shr:1 row_mask:0xf bank_mask:0xf
 v_mov_b32 v12, v11
 s_mov_b64 exec, 0x1e
 ds_write_b32 v4, v12
 s_mov_b64 exec, 0x20
 ds_write_b32 v4, v12
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; a condition that asks one such lane: gfx803 gfx906:
;= 0
;! uninitialised register vcc read as condition in main
 s_mov_b64 exec, 0xf
 v_mov_b32 v9, 1
 s_mov_b64 exec, -1
 v_max_u32 v10, v9, v9
 v_cmp_lt_u32 vcc, v10, v9
 s_and_b64 vcc, vcc, 0x1f
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; computed in such lanes and kept on the stack: gfx803 gfx906:
;= 0
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v7, s21
 v_mov_b32 v6, s0
 s_mov_b64 exec, 1
 v_mov_b32 v9, 1
 s_mov_b64 exec, 3
 v_max_u32 v10, v9, v9
 s_mov_b64 exec, 2
 flat_store_dword v[6:7], v10
 flat_load_dword v11, v[6:7]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_mov_b32 v10, v11
 s_endpgm
;; private memory and LDS that earlier groups have written: gfx906: --groups=200
;= 0
;! uninitialised register v11 read in main
;! uninitialised register v12 read in main
 s_mov_b64 exec, 1
 s_mov_b64 s[20:21], src_private_base
 v_mov_b32 v8, 16
 v_mov_b32 v9, s21
 v_mov_b32 v4, 64
 v_mov_b32 v6, 7
 s_cmp_ge_u32 s8, 150
 s_cbranch_scc1 .Lread
 flat_store_dword v[8:9], v6
 ds_write_b32 v4, v6
 s_endpgm
.Lread:
 flat_load_dword v11, v[8:9]
 ds_read_b32 v12, v4
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_max_u32 v10, v11, v11
 v_max_u32 v10, v12, v12
 s_endpgm
;; one register that no lane has set beside it: gfx803 gfx906:
;= 0
;! uninitialised register v20 read in main
 s_mov_b64 exec, 0xf
 v_mov_b32 v9, 1
 s_mov_b64 exec, -1
 v_max_u32 v10, v9, v20
 s_endpgm
;; undefined stays undefined through moves: gfx803 gfx906:
;= 0
;! uninitialised register s24 read
 v_mov_b32 v9, v8
 v_readlane_b32 s20, v9, 5
 s_mov_b32 s21, s20
 s_and_b32 s22, s21, 0xff
 v_writelane_b32 v10, s22, 3
 v_readlane_b32 s23, v10, 3
 s_lshr_b32 s23, s23, 8
 s_add_u32 s25, s23, 1
 v_readlane_b32 s24, v10, 3
 s_add_u32 s25, s24, 1
 s_endpgm
;; moves, lane moves and saves of undefined registers are no use: gfx803 gfx906:
;= 0
 v_mov_b32 v9, v8
 v_mov_b32_dpp v10, v8 row_shr:1 row_mask:0xf bank_mask:0xf
 v_writelane_b32 v11, s40, 1
 v_readlane_b32 s41, v12, 2
 s_mov_b64 s[42:43], s[44:45]
 s_mov_b32 m0, 0x10000
 v_lshlrev_b32 v4, 2, v1
 v_mov_b32 v5, s1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v7, s21
 v_mov_b32 v6, s0
 s_mov_b64 exec, 1
 flat_store_dwordx4 v[6:7], v[20:23]
 s_nop 1
 flat_load_dwordx4 v[24:27], v[6:7]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_mov_b32 v28, v24
 s_endpgm
;; undefined memory of the stack: gfx906:
;= 0
;! uninitialised register v8 read in main
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v7, s21
 v_mov_b32 v6, s0
 s_mov_b64 exec, 1
 v_mov_b32 v8, 1
 flat_store_byte v[6:7], v8
 flat_load_ubyte v8, v[6:7]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_add_u32 v9, v8, v8
 flat_load_ushort v8, v[6:7]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_and_b32 v9, 0xff, v8
 v_add_u32 v9, v9, v9
 v_add_u32 v9, v8, v8
 s_endpgm
;; undefined address: gfx906:
;= 126
;! uninitialised register v[8:9] read as address
;! load of 4 bytes at 0x0: null pointer
 s_mov_b64 exec, 1
 flat_load_dword v10, v[8:9]
 s_endpgm
;; undefined carry of v_addc: gfx803:
;= 0
;! uninitialised register vcc read
 v_addc_u32 v9, vcc, v1, v1, vcc
 s_endpgm
;; a comparison of undefined values: gfx803 gfx906:
;= 0
;! uninitialised register s30 read as condition
 s_cmp_eq_u32 s30, 0
 s_mov_b32 s31, src_scc
 s_cbranch_scc1 .Lon
.Lon:
 s_endpgm
;; one that nobody looks at: gfx803 gfx906:
;= 0
 s_cmp_eq_u32 s30, 0
 s_mov_b32 s31, src_scc
 s_cmp_eq_u32 s6, 0
 s_cbranch_scc1 .Lon
.Lon:
 s_endpgm
;; a vector comparison of undefined values: gfx803 gfx906:
;= 0
;! uninitialised register v8 read as condition
 v_mov_b32 v8, v20
 v_cmp_eq_u32 vcc, v8, v0
 s_cbranch_vccnz .Lon
.Lon:
 v_cmp_eq_u32 vcc, v8, v0
 s_cbranch_vccnz .Lon2
.Lon2:
 s_endpgm
;; a vector comparison that nobody looks at: gfx803 gfx906:
;= 0
 v_cmp_eq_u32 vcc, v20, v0
 v_cmp_lt_u32 s[40:41], v20, v0
 v_mov_b32 v8, 5
 v_cndmask_b32 v9, v8, v8, vcc
 v_lshlrev_b32 v9, 1, v9
 s_endpgm
;; a selection by a comparison of undefined values: gfx803 gfx906:
;= 0
;! uninitialised register v9 read in main
 v_cmp_lt_f32 s[40:41], v20, v0
 v_cndmask_b32 v9, v0, 5, s[40:41]
 v_max_u32 v10, v9, v0
 s_endpgm
;; undefined in one lane, which the branch does not ask for: gfx906:
;= 0
 s_mov_b64 exec, 1
 v_mov_b32 v8, 1
 s_mov_b64 exec, 3
 v_cmp_eq_u32 vcc, v8, v0
 s_and_b64 vcc, vcc, 1
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; EXEC from a comparison of undefined values: gfx803 gfx906:
;= 0
;! uninitialised register v20 read as EXEC
 v_cmp_eq_u32 vcc, v20, v0
 s_mov_b64 s[40:41], exec
 s_and_b64 exec, exec, vcc
 s_mov_b64 exec, s[40:41]
 s_endpgm
;; EXEC from registers that were never written: gfx906: --uninit=error
;= 126
;! uninitialised register s[40:41] read as EXEC
 s_mov_b64 exec, s[40:41]
 s_endpgm
;; EXEC by v_cmpx of undefined values: gfx906:
;= 0
;! uninitialised register v20 read in main
 v_cmpx_eq_u32 exec, v20, v0
 s_endpgm
;; a short vector's function of libgcc's, in lanes beyond it: gfx803 gfx906:
;= 0
 s_mov_b64 exec, 3
 v_mov_b32 v20, 1
 v_mov_b32 v8, 1
 s_getpc_b64 s[20:21]
.L__divv2si3_at:
 s_add_u32 s20, s20, __divv2si3-.L__divv2si3_at
 s_addc_u32 s21, s21, 0
 s_swappc_b64 s[18:19], s[20:21]
 s_endpgm
.main_end:
 .type __divv2si3,@function
__divv2si3:
 s_mov_b64 s[30:31], s[18:19]
 s_mov_b64 exec, -1
 s_getpc_b64 s[20:21]
.L__divv2si3_on:
 s_add_u32 s20, s20, __divmodv64si4_aux-.L__divv2si3_on
 s_addc_u32 s21, s21, 0
 s_swappc_b64 s[18:19], s[20:21]
 s_setpc_b64 s[30:31]
 .size __divv2si3, .-__divv2si3
 .type __divmodv64si4_aux,@function
__divmodv64si4_aux:
 v_cmp_eq_u32 vcc, v20, v8
 s_mov_b64 s[40:41], exec
 s_and_b64 exec, exec, vcc
 s_mov_b64 exec, s[40:41]
 s_setpc_b64 s[18:19]
 .size __divmodv64si4_aux, .-__divmodv64si4_aux
;; a short vector's function of libgcc's, in one of its lanes: gfx803 gfx906:
;= 0
;! uninitialised register v20 read as EXEC in __divmodv64si4_aux
 s_mov_b64 exec, 3
 v_mov_b32 v20, 1
 v_mov_b32 v8, 1
 s_getpc_b64 s[20:21]
.L__divv4si3_at:
 s_add_u32 s20, s20, __divv4si3-.L__divv4si3_at
 s_addc_u32 s21, s21, 0
 s_swappc_b64 s[18:19], s[20:21]
 s_endpgm
.main_end:
 .type __divv4si3,@function
__divv4si3:
 s_mov_b64 s[30:31], s[18:19]
 s_mov_b64 exec, -1
 s_getpc_b64 s[20:21]
.L__divv4si3_on:
 s_add_u32 s20, s20, __divmodv64si4_aux-.L__divv4si3_on
 s_addc_u32 s21, s21, 0
 s_swappc_b64 s[18:19], s[20:21]
 s_setpc_b64 s[30:31]
 .size __divv4si3, .-__divv4si3
 .type __divmodv64si4_aux,@function
__divmodv64si4_aux:
 v_cmp_eq_u32 vcc, v20, v8
 s_mov_b64 s[40:41], exec
 s_and_b64 exec, exec, vcc
 s_mov_b64 exec, s[40:41]
 s_setpc_b64 s[18:19]
 .size __divmodv64si4_aux, .-__divmodv64si4_aux
;; a function that is not libgcc's calls its vector function: gfx803 gfx906:
;= 0
;! uninitialised register v20 read as EXEC in __divmodv64si4_aux
 s_mov_b64 exec, 3
 v_mov_b32 v20, 1
 v_mov_b32 v8, 1
 s_getpc_b64 s[20:21]
.Ldivv2si_at:
 s_add_u32 s20, s20, divv2si-.Ldivv2si_at
 s_addc_u32 s21, s21, 0
 s_swappc_b64 s[18:19], s[20:21]
 s_endpgm
.main_end:
 .type divv2si,@function
divv2si:
 s_mov_b64 s[30:31], s[18:19]
 s_mov_b64 exec, -1
 s_getpc_b64 s[20:21]
.Ldivv2si_on:
 s_add_u32 s20, s20, __divmodv64si4_aux-.Ldivv2si_on
 s_addc_u32 s21, s21, 0
 s_swappc_b64 s[18:19], s[20:21]
 s_setpc_b64 s[30:31]
 .size divv2si, .-divv2si
 .type __divmodv64si4_aux,@function
__divmodv64si4_aux:
 v_cmp_eq_u32 vcc, v20, v8
 s_mov_b64 s[40:41], exec
 s_and_b64 exec, exec, vcc
 s_mov_b64 exec, s[40:41]
 s_setpc_b64 s[18:19]
 .size __divmodv64si4_aux, .-__divmodv64si4_aux

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
