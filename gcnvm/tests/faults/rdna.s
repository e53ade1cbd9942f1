;; the null register, as a source and a destination: gfx1030 gfx1036 gfx1100 gfx1103:
;= 5
 s_mov_b32 m0, 77
 s_mov_b64 null, exec
 s_mov_b32 s20, null
 s_add_u32 s20, s20, 5
 s_load_dwordx2 s[22:23], s[6:7], null
 s_waitcnt lgkmcnt(0)
 s_cmp_eq_u32 m0, 77
 s_cselect_b32 s20, s20, 99
 v_mov_b32 v8, s20
 v_add_nc_u32 v8, v8, null
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v8, off offset:32
 s_endpgm
;; literals in three words, and no sdst of v_cmpx: gfx1030 gfx1036 gfx1100 gfx1103:
;= 36
 v_mov_b32 v9, 0x10000
 s_mov_b64 vcc, 0x35
 v_mul_hi_u32 v8, v9, 0x240000
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 v_cmpx_eq_u32_e64 v0, s6
 s_mov_b64 exec, 1
 v_cmpx_gt_u32 1, v9
 s_cmp_eq_u64 exec, 0
 s_cselect_b64 exec, 1, 0
 s_cmp_eq_u64 vcc, 0x35
 s_cselect_b64 exec, exec, 0
 s_cbranch_execz 2f
 global_store_dword v[0:1], v8, off offset:32
2:
 s_endpgm
;; carries, subtractions with a borrow: gfx1030 gfx1100:
;= 8
 v_mov_b32 v8, -1
 v_mov_b32 v9, 3
 v_add_co_u32 v10, s[20:21], v8, 2
 v_add_co_ci_u32_e64 v11, vcc, v9, 4, s[20:21]
 v_sub_co_u32 v10, vcc, v9, v8
 v_sub_co_ci_u32 v12, vcc, v11, v10, vcc
 v_sub_nc_u32 v12, v11, 0
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v12, off offset:32
 s_endpgm
;; ds_bpermute_b32 stays within each half of the wave: gfx1030 gfx1100:
;= 33
 v_mbcnt_lo_u32_b32 v8, -1, 0
 v_mbcnt_hi_u32_b32 v8, -1, v8
 v_mov_b32 v9, 4
 ds_bpermute_b32 v10, v9, v8
 s_waitcnt lgkmcnt(0)
 v_readlane_b32 s20, v10, 63
 v_mov_b32 v11, s20
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v11, off offset:32
 s_endpgm
;; LDS without M0, and what makes caches valid: gfx1030 gfx1100:
;= 21
 s_mov_b32 m0, 0
 v_mov_b32 v8, 40
 v_mov_b32 v9, 21
 ds_write_b32 v8, v9 offset:8
 s_waitcnt lgkmcnt(0)
 ds_read_b32 v10, v8 offset:8
 s_waitcnt lgkmcnt(0)
 buffer_gl1_inv
 buffer_gl0_inv
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v10, off offset:32
 s_endpgm
;; a store is not counted in vmcnt: gfx1030 gfx1100:
;= 0
;! v10 used before s_waitcnt has waited for its load
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 v_mov_b32 v8, 0
 s_mov_b64 exec, 1
 global_load_dword v10, v[0:1], off
 global_store_dword v[0:1], v8, off offset:32
 s_waitcnt vmcnt(1)
 v_mov_b32 v11, v10
 s_endpgm
;; more than 15 accesses to LDS are counted: gfx1030 gfx1100:
;= 0
;! v10 used before s_waitcnt has waited for its load
 v_mov_b32 v8, 0
 ds_write_b32 v8, v8
 s_waitcnt lgkmcnt(0)
 ds_read_b32 v10, v8
 s_waitcnt lgkmcnt(15)
 v_mov_b32 v11, v10
 s_endpgm
;; a work item has its numbers in three registers: gfx1030:
;= 0
 v_add_nc_u32 v8, v1, v2
 v_mov_b32 v3, s6
 v_mov_b32 v4, s7
 s_mov_b64 exec, 1
 global_store_dword v[3:4], v8, off offset:32
 s_endpgm
;; a work item has them in one register: gfx1100:
;= 63
 v_bfe_u32 v8, v0, 10, 10
 v_readlane_b32 s20, v8, 63
 v_mov_b32 v9, s20
 v_mov_b32 v2, s6
 v_mov_b32 v3, s7
 s_mov_b64 exec, 1
 global_store_dword v[2:3], v9, off offset:32
 s_endpgm
;; s106 is no register, and null is none of VCC's: gfx1030 gfx1100:
;= 0
 s_mov_b32 s105, 3
 s_mov_b32 null, s105
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
;; packed halves: gfx900 gfx906 gfx90a gfx1030 gfx1100:
;= 5
 v_mov_b32 v8, 0x3c004000
 v_mov_b32 v9, 0x42004400
 v_pk_add_f16 v10, v8, v9
 v_pk_mul_f16 v11, v8, v9 op_sel:[1,0] op_sel_hi:[0,1] neg_lo:[0,1]
 v_pk_mad_u16 v12, v8, v9, v9
 v_pk_sub_i16 v13, v8, v9
 v_pk_lshlrev_b16 v14, 4, v8 op_sel_hi:[0,1]
 v_pk_min_i16 v15, v8, -1
 v_pk_fma_f16 v16, v8, v9, 1.0 op_sel_hi:[1,1,0]
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x44004600, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x4600c400, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x42004400, v12
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xfa00fc00, v13
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xc0000000, v14
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xffffffff, v15
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x44004880, v16
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; mixed precision and dot products: gfx906 gfx90a gfx1030:
;= 5
 v_mov_b32 v8, 0x3c004000
 v_mov_b32 v9, 0x42004400
 v_mov_b32 v10, 0x40400000
 v_mov_b32 v12, 0x1234abcd
 v_fma_mix_f32 v11, v8, v9, v10 op_sel:[0,1,0] op_sel_hi:[1,1,0]
 v_fma_mixhi_f16 v12, v8, v10, -|v10| op_sel:[1,0,0] op_sel_hi:[1,0,0]
 v_dot2_f32_f16 v13, v8, v9, v10
 v_mov_b32 v14, 0xff02fe03
 v_mov_b32 v15, 0x05060708
 v_dot4_i32_i8 v16, v14, v15, 10
 v_dot4_u32_u8 v17, v14, v15, 10
 v_dot2_i32_i16 v18, v14, v15, 0
 v_dot8_i32_i4 v19, v14, v15, 0
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x41100000, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xabcd, v12
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x41600000, v13
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x1b, v16
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xc1b, v17
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xffed0924, v18
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xffffffe1, v19
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; a packed literal: gfx1030 gfx1100:
;= 5
 v_mov_b32 v8, 0x3c004000
 v_pk_add_f16 v10, v8, 0x42004400
 v_pk_add_u16 v11, v8, 0x00010002
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x44004600, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x3c014002, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; results of 16 bits leave the other half: gfx1030 gfx1100:
;= 5
 v_mov_b32 v8, 0x12343c00
 v_mov_b32 v9, 0x56784000
 v_mov_b32 v10, 0xaaaabbbb
 v_mov_b32 v11, v10
 v_mov_b32 v12, v10
 v_add_f16 v10, v8, v9
 v_mad_u16 v11, v8, 2, v9
 v_cvt_f16_f32 v12, 1.0
 v_mov_b32 v13, v10
 v_lshlrev_b16 v13, 4, v9
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0xaaaa4200, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xaaaab800, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xaaaa3c00, v12
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xaaaa0000, v13
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; halves by op_sel: gfx1030 gfx1100:
;= 5
 v_mov_b32 v8, 0x12343c00
 v_mov_b32 v9, 0x56784000
 v_mov_b32 v10, 0xaaaabbbb
 v_mov_b32 v11, v10
 v_add_nc_u16 v10, v8, v9 op_sel:[1,0,1]
 v_mad_i16 v11, v8, v9, v9 op_sel:[1,1,0,0]
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x5234bbbb, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0xaaaa4060, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; halves in the short encodings: gfx1100:
;= 5
 v_mov_b32 v8, 0x40003c00
 v_mov_b32 v9, 0x42004400
 v_mov_b32 v10, 0xaaaabbbb
 v_mov_b32 v12, 0xaaaabbbb
; v_add_f16_e32 v10.h, v8.h, v9.l, and v_cvt_f32_f16_e32 v11, v9.h
 .long 0x65141388
 .long 0x7e161789
; v_cmp_lt_f16_e32 vcc, v8.h, v9.l
 .long 0x7c021388
 v_cndmask_b32 v12, 0, 1, vcc
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x4600bbbb, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x40400000, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x1, v12
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; DPP of RDNA: gfx1030 gfx1100:
;= 5
 v_mbcnt_lo_u32_b32 v8, -1, 0
 v_mbcnt_hi_u32_b32 v8, -1, v8
 s_nop 0
 v_mov_b32_dpp v9, v8 row_share:3 row_mask:0xf bank_mask:0xf
 v_mov_b32_dpp v10, v8 row_xmask:5 row_mask:0xf bank_mask:0xf
 v_mov_b32_dpp v11, v8 dpp8:[7,6,5,4,3,2,1,0]
 v_add_nc_u32_dpp v12, v8, v8 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:1
 v_mov_b32 v13, 0x77
 v_mov_b32 v14, 0x77
 v_mov_b32 v15, 0x77
 s_mov_b64 exec, 0x10000
 v_mov_b32_dpp v13, v8 row_share:2 row_mask:0xf bank_mask:0xf fi:1
 v_mov_b32_dpp v14, v8 row_share:2 row_mask:0xf bank_mask:0xf
 v_mov_b32_dpp v15, v8 dpp8:[3,0,0,0,0,0,0,0]
 s_mov_b64 exec, -1
 v_readlane_b32 s20, v9, 37
 v_readlane_b32 s21, v10, 37
 v_readlane_b32 s22, v11, 37
 v_readlane_b32 s23, v12, 37
 v_readlane_b32 s24, v13, 16
 v_readlane_b32 s25, v14, 16
 v_readlane_b32 s26, v15, 16
 v_readlane_b32 s27, v12, 48
 v_mov_b32 v9, s20
 v_mov_b32 v10, s21
 v_mov_b32 v11, s22
 v_mov_b32 v12, s23
 v_mov_b32 v13, s24
 v_mov_b32 v14, s25
 v_mov_b32 v15, s26
 v_mov_b32 v16, s27
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x23, v9
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x20, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x22, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x49, v12
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x12, v13
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x77, v14
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x0, v15
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x30, v16
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; v_permlane16, v_permlanex16: gfx1030 gfx1100:
;= 5
 v_mbcnt_lo_u32_b32 v8, -1, 0
 v_mbcnt_hi_u32_b32 v8, -1, v8
 s_mov_b32 s20, 0x76543210
 s_mov_b32 s21, 0x0edcba98
 v_mov_b32 v9, v8
 v_mov_b32 v10, v8
 v_permlane16_b32 v9, v8, s20, s21
 v_permlanex16_b32 v10, v8, s20, s21
 v_mov_b32 v11, 0x77
 v_mov_b32 v12, 0x77
 v_mov_b32 v13, 0x77
 s_mov_b64 exec, 0x8000
 v_permlane16_b32 v11, v8, s20, s21
 v_permlane16_b32 v12, v8, s20, s21 op_sel:[1,0]
 v_permlane16_b32 v13, v8, s20, s21 op_sel:[0,1]
 s_mov_b64 exec, -1
 v_readlane_b32 s22, v9, 31
 v_readlane_b32 s23, v10, 31
 v_readlane_b32 s24, v10, 33
 v_readlane_b32 s25, v11, 15
 v_readlane_b32 s26, v12, 15
 v_readlane_b32 s27, v13, 15
 v_mov_b32 v9, s22
 v_mov_b32 v10, s23
 v_mov_b32 v14, s24
 v_mov_b32 v11, s25
 v_mov_b32 v12, s26
 v_mov_b32 v13, s27
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x10, v9
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x0, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x31, v14
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x77, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x0, v12
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x0, v13
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; v_permlane64: gfx1100:
;= 5
 v_mbcnt_lo_u32_b32 v8, -1, 0
 v_mbcnt_hi_u32_b32 v8, -1, v8
 v_permlane64_b32 v9, v8
 v_readlane_b32 s20, v9, 5
 v_mov_b32 v9, s20
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x25, v9
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; scratch: gfx1030 gfx1100:
;= 5
 v_mov_b32 v8, 0x11223344
 v_mov_b32 v9, 8
 s_mov_b32 s20, 4
 scratch_store_dword v9, v8, off offset:4
 scratch_store_short off, v8, s20 offset:12
 scratch_store_byte off, v8, s20
 s_waitcnt_vscnt null, 0x0
 scratch_load_dword v10, off, s20 offset:8
 scratch_load_ushort v11, v9, off offset:8
 scratch_load_ubyte v12, off, s20
 v_mov_b32 v13, 0xaaaabbbb
 scratch_load_ubyte_d16_hi v13, off, s20 offset:9
 s_waitcnt vmcnt(0)
 v_mov_b32 v30, 5
 v_cmp_eq_u32 vcc, 0x11223344, v10
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x3344, v11
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x44, v12
 v_cndmask_b32 v30, 0, v30, vcc
 v_cmp_eq_u32 vcc, 0x33bbbb, v13
 v_cndmask_b32 v30, 0, v30, vcc
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v30, off offset:32
 s_endpgm
;; zeros behind a function that ends without an instruction: gfx1030 gfx1100:
;= 0
 s_cmp_eq_u32 s6, s7
 s_cbranch_scc1 .Lzeros
 s_endpgm
.Lzeros:
 .fill 4, 4, 0
;; the same, and a wave comes there: gfx1030 gfx1100:
;= 126
;! an instruction that this machine does not have in main
 s_cbranch_execnz .Lmore_zeros
 s_endpgm
.Lmore_zeros:
 .fill 4, 4, 0
;; compare and store in LDS, the new value first: gfx1100 gfx1103:
;= 14
 s_mov_b64 exec, 1
 v_mov_b32 v3, 8
 v_mov_b32 v4, 5
 v_mov_b32 v5, 9
 ds_store_b32 v3, v4
 s_waitcnt lgkmcnt(0)
 ds_cmpstore_rtn_b32 v7, v3, v5, v4
 s_waitcnt lgkmcnt(0)
 ds_load_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_add_nc_u32 v8, v8, v7
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 global_store_b32 v[0:1], v8, off offset:32
 s_endpgm
;; the same with 64 bits, where the old value is another: gfx1100 gfx1103:
;= 5
 s_mov_b64 exec, 1
 v_mov_b32 v3, 16
 v_mov_b32 v4, 5
 v_mov_b32 v5, 1
 v_mov_b32 v10, 5
 v_mov_b32 v11, 2
 v_mov_b32 v12, 9
 v_mov_b32 v13, 3
 ds_store_b64 v3, v[4:5]
 s_waitcnt lgkmcnt(0)
 ds_cmpstore_b64 v3, v[12:13], v[10:11]
 ds_load_b64 v[8:9], v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 global_store_b32 v[0:1], v8, off offset:32
 s_endpgm
