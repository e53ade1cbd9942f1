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
