;; global memory, all lanes, an address: gfx803 gfx906: --initcheck --hazards=off
;= 126
;! an undefined value is used as an address of a load: it was loaded in main+0x20 from offset 4096 in `heap' (67108880 bytes), which nothing has written, and is used in main
;! null pointer
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 flat_load_dwordx2 v[8:9], v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 flat_load_dword v10, v[8:9]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; a row of lanes writes global memory, and reads it: gfx803 gfx906: --initcheck --hazards=off
;= 0
 v_lshlrev_b32 v12, 3, v0
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_or_b32 v4, v4, v12
 v_mov_b32 v5, s21
 v_mov_b32 v8, 1
 v_mov_b32 v9, 2
 flat_store_dwordx2 v[4:5], v[8:9]
 flat_load_dwordx2 v[10:11], v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v10
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; it reads what is beside it: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! from offset 4100 in `heap'
 v_lshlrev_b32 v12, 3, v0
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_or_b32 v4, v4, v12
 v_mov_b32 v5, s21
 v_mov_b32 v8, 1
 flat_store_dword v[4:5], v8
 flat_load_dwordx2 v[10:11], v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_lt_u32 vcc, 5, v10
 s_nop 4
 s_cbranch_vccnz .Lfirst
.Lfirst:
 v_cmp_eq_u32 vcc, 5, v11
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; lanes that lie apart write global memory, and read it: gfx803 gfx906: --initcheck --hazards=off
;= 0
 v_lshlrev_b32 v12, 4, v0
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_or_b32 v4, v4, v12
 v_mov_b32 v5, s21
 v_mov_b32 v8, 1
 flat_store_dword v[4:5], v8
 flat_load_dword v10, v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v10
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; they read what is between them: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! from offset 4100 in `heap'
 v_lshlrev_b32 v12, 4, v0
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_or_b32 v4, v4, v12
 v_mov_b32 v5, s21
 v_mov_b32 v8, 1
 flat_store_dword v[4:5], v8
 flat_load_dwordx2 v[10:11], v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_eq_u32 vcc, 5, v11
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; scalar loads: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! from offset 4104 in `heap'
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 s_load_dword s30, s[20:21], 0x8
 s_waitcnt lgkmcnt(0)
 s_cmp_lt_u32 s30, 5
 s_cbranch_scc1 .Lon
.Lon:
 s_endpgm
;; a byte and half of a register: gfx906: --initcheck --hazards=off
;= 0
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 s_mov_b64 exec, 1
 v_mov_b32 v8, 7
 flat_store_short v[4:5], v8
 flat_load_short_d16_hi v8, v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; the half that is not written: gfx906: --initcheck --hazards=off
;= 0
;! from offset 4096 in `heap'
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 s_mov_b64 exec, 1
 v_mov_b32 v8, 7
 flat_load_short_d16_hi v8, v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_lshrrev_b32 v8, 16, v8
 v_cmp_gt_u32 vcc, 5, v8
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; an atomic addition in global memory: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! from offset 4096 in `heap'
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 s_mov_b64 exec, 1
 v_mov_b32 v8, 7
 flat_atomic_add v[4:5], v8
 flat_load_dword v9, v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; of what is undefined: gfx906: --initcheck --hazards=off
;= 0
;! from offset 4104 in `heap'
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 s_mov_b64 exec, 1
 v_mov_b32 v8, 0
 flat_store_dword v[4:5], v8 offset:8
 flat_load_dword v8, v[4:5]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 flat_atomic_or v[4:5], v8 offset:8
 flat_load_dword v9, v[4:5] offset:8
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; packed words: gfx90a: --initcheck --hazards=off
;= 0
;! byte 0 of LDS
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b64 v[8:9], v3
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v10, 1.0
 v_mov_b32 v11, 1.0
 v_pk_add_f32 v[12:13], v[8:9], v[10:11]
 v_cmp_gt_u32 vcc, 5, v13
 s_nop 4
 s_cbranch_vccnz .Lon
.Lon:
 s_endpgm
;; a register that was never written is another fault: gfx803 gfx906: --initcheck --hazards=off
;= 0
;! uninitialised register v30 read
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 ds_read_b32 v8, v3
 s_waitcnt lgkmcnt(0)
 v_cvt_f32_u32 v9, v30
 s_endpgm
;; the frame of a call is new: gfx906: --initcheck --hazards=off
;= 0
;! it was loaded in other+0x1c from offset 4104 in `heap'
 s_load_dwordx2 s[20:21], s[6:7], 0x18
 s_waitcnt lgkmcnt(0)
 s_add_u32 s20, s20, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 s_mov_b64 exec, 1
 s_mov_b32 s16, s20
 s_mov_b32 s17, s21
 s_mov_b64 s[30:31], 0
 s_getpc_b64 s[22:23]
 s_add_u32 s22, s22, other@rel32@lo+4
 s_addc_u32 s23, s23, other@rel32@hi+4
 s_swappc_b64 s[18:19], s[22:23]
 s_mov_b64 s[30:31], 1
 s_swappc_b64 s[18:19], s[22:23]
 s_endpgm
.main_end:
 .type other,@function
other:
 s_add_u32 s16, s16, 64
 s_addc_u32 s17, s17, 0
 s_cmp_lg_u32 s30, 0
 s_cbranch_scc1 .Lread
 v_mov_b32 v8, 1
 flat_store_dword v[4:5], v8 offset:8
.Lread:
 flat_load_dword v9, v[4:5] offset:8
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_cmp_gt_u32 vcc, 5, v9
 s_nop 4
 s_cbranch_vccnz .Ldone
.Ldone:
 s_sub_u32 s16, s16, 64
 s_subb_u32 s17, s17, 0
 s_setpc_b64 s[18:19]
 .size other, .-other

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
