;; a branch by LDS that nobody has written: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch: it was loaded in main+0xc from byte 0 of LDS (256 bytes), which nothing has written, and is used in main
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; by LDS that was written: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 7
 ds_write_b32 v3, v4
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; copied through LDS: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 16 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 ds_write_b32 v3, v8 offset:16
 ds_read_b32 v9, v3 offset:16
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; computing with it is no fault: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_add_f32 v9, v8, v8
 v_mul_lo_u32 v10, v8, v8
 v_mov_b32 v11, v8
 s_endpgm
;; but a branch by what was computed: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mul_lo_u32 v9, v8, v8
 v_cvt_f32_u32 v9, v9
 v_xor_b32 v9, 3, v9
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; nothing of it is left: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_and_b32 v9, 0, v8
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; whatever it is, the comparison is the same: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_or_b32 v9, 0xf0, v8
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a comparison of signed values that is not: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_or_b32 v9, 0xf0, v8
 v_cmp_gt_i32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; different in the bits that are known: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_or_b32 v9, 1, v8
 v_cmp_eq_u32 vcc, 4, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; equal in those: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_or_b32 v9, 1, v8
 v_cmp_eq_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; one byte of a word is written: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 7
 ds_write_b8 v3, v4 offset:1
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_bfe_u32 v9, v8, 8, 8
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; and the others are not: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 7
 ds_write_b8 v3, v4 offset:1
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_eq_u32 vcc, v3, v8
 s_nop 4
 v_or_b32 v9, 0x705, v3
 v_cmp_eq_u32 vcc, v9, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; an addition makes what is to the left undefined: gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 7
 ds_write_b8 v3, v4 offset:1
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_lshrrev_b32 v8, 8, v8
 v_add_u32 v9, v8, v8
 v_and_b32 v9, 0xff, v9
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; the written byte by SDWA: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 7
 ds_write_b8 v3, v4 offset:1
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32_sdwa v9, v8 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; another byte by SDWA: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 7
 ds_write_b8 v3, v4 offset:1
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32_sdwa v9, v8 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a choice by it: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 v_mov_b32 v10, 3
 v_mov_b32 v11, 9
 v_cndmask_b32 v9, v10, v11, vcc
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a choice of the same by it: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 v_mov_b32 v10, 3
 v_mov_b32 v11, 3
 v_cndmask_b32 v9, v10, v11, vcc
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a scalar choice by it: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_readlane_b32 s30, v8, 0
 s_cmp_lt_u32 s30, 5
 s_cselect_b32 s31, 3, 9
 s_cmp_lt_u32 s31, 5
 s_cbranch_scc1 .Lon
.Lon:
 s_endpgm
;; a scalar addition with carry: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_readlane_b32 s30, v8, 0
 s_add_u32 s31, s30, 1
 s_addc_u32 s32, s30, 0
 s_cmp_lt_u32 s32, 5
 s_cbranch_scc1 .Lon
.Lon:
 s_endpgm
;; a carry: gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v10, 1
 v_add_co_u32 v9, vcc, v8, v10
 v_addc_co_u32 v11, vcc, 0, v10, vcc
 v_cmp_gt_u32 vcc, 5, v11
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a product of 64 bits: gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a branch
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v10, 1
 v_mov_b32 v11, 0
 v_mad_u64_u32 v[12:13], s[30:31], v8, v10, v[10:11]
 v_cmp_gt_u32 vcc, 5, v13
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; an atomic addition to it: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 1
 ds_add_u32 v3, v4
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a value exchanged for it: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 1
 ds_wrxchg_rtn_b32 v9, v3, v4
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; what was exchanged: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 1
 ds_wrxchg_rtn_b32 v9, v3, v4
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a compare-and-swap by it: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides a compare-and-swap: it was loaded in main+0xc from byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v4, 1
 ds_write_b32 v3, v4 offset:8
 ds_cmpst_b32 v3, v8, v4 offset:8
 s_endpgm
;; of the bytes beside one: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 7
 ds_write_b8 v3, v4 offset:1
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_or_b32 v9, 0xff00, v8
 ds_cmpst_rtn_b32 v10, v3, v8, v9
 s_waitcnt lgkmcnt(0)
 v_cmp_eq_u32 vcc, v10, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; two halves of LDS: gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v8, 7
 ds_write_b32 v3, v8
 ds_read2_b32 v[10:11], v3 offset1:1
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v10
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; the second half: gfx906: --initcheck --hazards=off
;= 0
;! byte 4 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v8, 7
 ds_write_b32 v3, v8
 ds_read2_b32 v[10:11], v3 offset1:1
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v11
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
