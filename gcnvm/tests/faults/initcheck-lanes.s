;; lane 1 is written, by DPP: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32_dpp v9, v8 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf
 s_mov_b64 exec, 1
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; lane 0 is not, by DPP: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32_dpp v9, v8 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf
 s_mov_b64 exec, 1
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; an operation on lane 1 by DPP: gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v10, 1
 v_add_u32_dpp v9, v8, v10 quad_perm:[1,1,1,1] row_mask:0xf bank_mask:0xf
 s_mov_b64 exec, 1
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; an operation on lane 0 by DPP: gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v10, 1
 v_add_u32_dpp v9, v8, v10 quad_perm:[0,0,0,0] row_mask:0xf bank_mask:0xf
 s_mov_b64 exec, 2
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; from lane 1 by its number: gfx803 gfx906: --initcheck --hazards=off
;= 0
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_readlane_b32 s30, v8, 1
 s_cmp_lt_u32 s30, 5
 s_cbranch_scc1 .Lon
.Lon:
 s_endpgm
;; from lane 0 by its number: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_readlane_b32 s30, v8, 0
 s_cmp_lt_u32 s30, 5
 s_cbranch_scc1 .Lon
.Lon:
 s_endpgm
;; into a lane: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_readlane_b32 s30, v8, 0
 v_mov_b32 v9, 0
 v_writelane_b32 v9, s30, 1
 s_mov_b64 exec, 2
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; across lanes by ds_bpermute_b32: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 v_mbcnt_lo_u32_b32 v2, -1, 0
 v_mbcnt_hi_u32_b32 v2, -1, v2
 v_lshlrev_b32 v3, 2, v2
 s_mov_b64 exec, 2
 ds_write_b32 v3, v2
 s_mov_b64 exec, 3
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v10, 0
 ds_bpermute_b32 v9, v10, v8
 s_waitcnt lgkmcnt(0)
 s_mov_b64 exec, 2
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; which lanes are active: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides which lanes are active: it was loaded in main+0xc from byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_and_saveexec_b64 s[30:31], vcc
 s_endpgm
;; the same without a copy: gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides which lanes are active
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_and_b64 exec, exec, vcc
 s_endpgm
;; the same at once: gfx906: --initcheck --hazards=off
;= 0
;! an undefined value decides which lanes are active
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cmpx_gt_u32 vcc, 5, v8
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
