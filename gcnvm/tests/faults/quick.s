;; what quick handlers write is defined: gfx906:
;= 0
 v_lshlrev_b32 v7, 2, v1
 s_and_b32 s21, s1, 0xffff
 s_mov_b64 s[22:23], 1
.Lagain:
 s_mov_b64 exec, s[22:23]
 v_mov_b32 v6, s21
 v_add_co_u32 v5, vcc, s0, v7
 v_addc_co_u32 v6, vcc, 0, v6, vcc
 v_mov_b32 v9, 1
 v_add_co_u32 v10, vcc, v9, v9
 v_addc_co_u32 v11, vcc, 0, v9, vcc
 v_lshlrev_b64 v[12:13], 3, v[10:11]
 v_cvt_f64_u32 v[14:15], v9
 v_add_f64 v[16:17], -v[14:15], v[14:15]
 v_cmp_lt_u32 vcc, v9, v10
 v_cndmask_b32 v18, v9, v10, vcc
 flat_store_dword v[5:6], v10
 flat_load_dword v19, v[5:6]
 v_lshlrev_b32 v26, 1, v7
 v_mov_b32 v28, s21
 v_add_co_u32 v27, vcc, s0, v26
 v_addc_co_u32 v28, vcc, 0, v28, vcc
 flat_store_dwordx2 v[27:28], v[12:13]
 flat_load_dwordx2 v[20:21], v[27:28]
 flat_atomic_add v22, v[5:6], v9 glc
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_max_u32 v30, v10, v11
 v_max_u32 v30, v12, v13
 v_add_f64 v[30:31], v[14:15], v[16:17]
 v_max_u32 v30, v18, v19
 v_max_u32 v30, v20, v21
 v_max_u32 v30, v22, v22
 s_mov_b64 s[24:25], s[22:23]
 s_mov_b64 s[22:23], -1
 s_cmp_eq_u32 s25, 0
 s_cbranch_scc1 .Lagain
 s_endpgm
;; a row of registers, some of them undefined: gfx906:
;= 0
;! uninitialised register v20 read in main
 v_lshlrev_b32 v5, 2, v1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v6, s21
 v_add_co_u32 v5, vcc, s0, v5
 v_addc_co_u32 v6, vcc, 0, v6, vcc
 s_mov_b64 exec, 0x3ff
 v_mov_b32 v10, 1
 s_mov_b64 exec, 0xfff0
 flat_store_dword v[5:6], v10
 s_mov_b64 exec, -1
 v_mov_b32 v20, 1
 s_mov_b64 exec, 0xfff0
 flat_load_dword v20, v[5:6]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 s_mov_b64 exec, 0x3f0
 v_max_u32 v30, v20, v20
 s_mov_b64 exec, 0xf
 v_max_u32 v30, v20, v20
 s_mov_b32 s22, 0xffff0000
 s_mov_b32 s23, -1
 s_mov_b64 exec, s[22:23]
 v_max_u32 v30, v20, v20
 s_mov_b64 exec, 0x400
 v_max_u32 v30, v20, v20
 s_endpgm
;; a row of pairs, the upper halves of which are undefined: gfx906:
;= 0
;! uninitialised register v21 read in main
 v_lshlrev_b32 v5, 3, v1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v6, s21
 v_add_co_u32 v5, vcc, s0, v5
 v_addc_co_u32 v6, vcc, 0, v6, vcc
 v_mov_b32 v10, 1
 flat_store_dwordx2 v[5:6], v[10:11]
 flat_load_dwordx2 v[20:21], v[5:6]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_max_u32 v30, v20, v20
 v_max_u32 v30, v21, v21
 s_endpgm
;; the upper half of a pair, in one lane: gfx906:
;= 0
;! uninitialised register v[12:13] read in main
 s_mov_b64 exec, 1
 v_mov_b32 v12, 1
 v_lshlrev_b64 v[14:15], 3, v[12:13]
 v_add_f64 v[16:17], v[12:13], 1.0
 s_endpgm
;; a negated source, in one lane: gfx906:
;= 0
;! uninitialised register v12 read in main
 s_mov_b64 exec, 1
 v_sub_f32 v14, -v12, |v12|
 s_endpgm
;; compared in one lane: gfx906:
;= 0
;! uninitialised register v12 read as condition
 s_mov_b64 exec, 1
 v_cmp_lt_u32 vcc, 3, v12
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; an atomic on memory that nobody has written: gfx803 gfx906:
;= 0
;! uninitialised register v20 read in main
 s_mov_b64 exec, 1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v5, s0
 v_mov_b32 v6, s21
 v_mov_b32 v10, 1
 flat_atomic_add v20, v[5:6], v10 glc
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_max_u32 v30, v20, v20
 s_endpgm
;; an atomic with an operand that nobody has written: gfx803 gfx906:
;= 0
;! uninitialised register v10 read as operand of an atomic
 s_mov_b64 exec, 1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v5, s0
 v_mov_b32 v6, s21
 v_mov_b32 v12, 0
 flat_store_dword v[5:6], v12
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 flat_atomic_add v[5:6], v10
 s_endpgm
;; an atomic that is not aligned: gfx906:
;= 126
;! misaligned atomic of 8 bytes
 s_mov_b64 exec, 1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v5, s0
 v_mov_b32 v6, s21
 v_mov_b32 v10, 1
 v_mov_b32 v11, 1
 flat_store_dwordx2 v[5:6], v[10:11]
 v_or_b32 v5, 4, v5
 flat_store_dwordx2 v[5:6], v[10:11]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 flat_atomic_add_x2 v[5:6], v[10:11]
 s_endpgm
;; zero and no carry, in all lanes: gfx900 gfx906:
;= 79
 s_mov_b64 exec, -1
 v_mov_b32 v10, 5
 s_mov_b64 vcc, 0
 v_addc_co_u32 v11, vcc, 0, v10, vcc
 s_bcnt1_i32_b64 s20, vcc
 v_readlane_b32 s21, v11, 63
 s_add_u32 s20, s20, s21
 s_mov_b64 vcc, 0
 v_subb_co_u32 v12, vcc, 0, v10, vcc
 s_bcnt1_i32_b64 s21, vcc
 s_add_u32 s20, s20, s21
 v_readlane_b32 s21, v12, 62
 s_add_u32 s20, s20, s21
 s_mov_b64 vcc, 0
 v_subbrev_co_u32 v13, vcc, 0, v10, vcc
 s_bcnt1_i32_b64 s21, vcc
 s_add_u32 s20, s20, s21
 v_readlane_b32 s21, v13, 61
 s_add_u32 s20, s20, s21
 s_mov_b64 vcc, -1
 v_addc_co_u32 v14, vcc, 0, v10, vcc
 v_readlane_b32 s21, v14, 60
 s_add_u32 s20, s20, s21
 v_subbrev_co_u32 v15, vcc, 0, v10, vcc
 v_readlane_b32 s21, v15, 60
 s_sub_u32 s20, s20, s21
 s_add_u32 s20, s20, 9
 s_store_dword s20, s[6:7], 0x20
 s_endpgm
;; private memory of another wave: gfx906: --waves=2
;= 0
;! uninitialised register v21 read in main
 s_mov_b64 exec, 1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v3, 0
 v_mov_b32 v10, s0
 v_mov_b32 v11, s21
 v_cmp_gt_u32 vcc, 64, v1
 s_cbranch_vccz .Lsecond
 ds_write_b64 v3, v[10:11]
 s_waitcnt lgkmcnt(0)
 s_barrier
 s_barrier
 flat_load_dwordx2 v[20:21], v[10:11]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_max_u32 v30, v20, v20
 v_max_u32 v30, v21, v21
 s_endpgm
.Lsecond:
 s_barrier
 ds_read_b64 v[12:13], v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v14, 5
 flat_store_dword v[12:13], v14
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 s_barrier
 s_endpgm
;; a row of lanes, one of which is 4 GiB off: gfx906:
;= 126
;! lane 3
 v_lshlrev_b32 v5, 2, v1
 s_and_b32 s21, s1, 0xffff
 v_mov_b32 v6, s21
 v_add_co_u32 v5, vcc, s0, v5
 v_addc_co_u32 v6, vcc, 0, v6, vcc
 v_mov_b32 v10, 1
 flat_store_dword v[5:6], v10
 s_add_u32 s21, s21, 1
 v_writelane_b32 v6, s21, 3
 flat_store_dword v[5:6], v10
 s_endpgm
;; one counter is waited for and the other not: gfx803 gfx906:
;= 0
;! v10 used before s_waitcnt has waited for its load
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 5
 ds_write_b32 v3, v4
 s_waitcnt lgkmcnt(0)
 ds_read_b32 v10, v3
 s_waitcnt vmcnt(0)
 v_mov_b32 v11, v10
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_mov_b32 v11, v10
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
