;; wide store, then a write of its data: gfx803 gfx906:
;= 0
;! 0 of 1 wait states: a store of more than 64 bits
 s_mov_b64 exec, 1
 s_mov_b32 m0, 0x10000
 v_mov_b32 v4, s6
 v_mov_b32 v5, s7
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 v_mov_b32 v10, 0
 v_mov_b32 v11, 0
 flat_store_dwordx4 v[4:5], v[8:11]
 v_mov_b32 v11, 3
 s_endpgm
;; wide store, applied: gfx906: --hazards=apply
;= 3
;! 0 of 1 wait states: a store of more than 64 bits
 s_mov_b64 exec, 1
 s_add_u32 s20, s6, 32
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 v_mov_b32 v10, 0
 v_mov_b32 v11, 0
 flat_store_dwordx4 v[4:5], v[8:11]
 v_mov_b32 v8, 3
 s_endpgm
;; wide store with its wait state: gfx906: --hazards=apply
;= 0
 s_mov_b64 exec, 1
 s_add_u32 s20, s6, 32
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 v_mov_b32 v10, 0
 v_mov_b32 v11, 0
 flat_store_dwordx4 v[4:5], v[8:11]
 s_nop 0
 v_mov_b32 v8, 3
 s_endpgm
;; SGPR by a lane move, then an address, across a branch: gfx906:
;= 0
;! 3 of 5 wait states: a vector instruction writes an SGPR
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v5, s6
 v_mov_b32 v6, s7
 v_readlane_b32 s20, v5, 0
 v_readlane_b32 s21, v6, 0
 s_branch .Lon
.Lback:
 s_endpgm
.Lon:
 s_nop 1
 global_load_dword v7, v4, s[20:21]
 s_branch .Lback
;; SGPR, then a lane's number, applied: gfx803: --hazards=apply
;= 2
;! 3 of 4 wait states
 v_mov_b32 v6, 1
 v_mov_b32 v5, 2
 s_mov_b32 s20, 0
 v_readlane_b32 s20, v6, 0
 s_nop 2
 v_readlane_b32 s21, v1, s20
 s_add_u32 s21, s21, 2
 s_store_dword s21, s[6:7], 0x20
 s_endpgm
;; VGPR, then DPP: gfx803 gfx906:
;= 0
;! 1 of 2 wait states: a vector instruction writes a VGPR
 v_mov_b32 v5, v1
 s_nop 0
 v_mov_b32_dpp v6, v5 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
 s_endpgm
;; M0, then s_movrel: gfx906:
;= 0
;! 0 of 1 wait states: a scalar instruction writes M0
 s_mov_b32 s20, 1
 s_mov_b32 m0, 0
 s_movrels_b32 s21, s20
 s_endpgm
;; s_setreg twice: gfx906:
;= 0
;! 1 of 2 wait states: s_setreg
 s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
 s_nop 0
 s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
 s_endpgm
;; not looked for: gfx906: --hazards=off
;= 0
 v_mov_b32 v5, v1
 v_mov_b32_dpp v6, v5 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
 s_endpgm
;; a far way round is long enough: gfx906:
;= 0
 s_mov_b32 s20, 0
.Lloop:
 s_cmp_eq_u32 s20, 0
 s_cbranch_scc1 .Lset
 v_mov_b32_dpp v6, v5 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
 s_endpgm
.Lset:
 s_mov_b32 s20, 1
 s_nop 7
 v_mov_b32 v5, v1
 s_branch .Lloop
;; an atomic of 128 bits, then a write of its data: gfx803 gfx906:
;= 0
;! 0 of 1 wait states: a store of more than 64 bits
 s_mov_b64 exec, 1
 s_mov_b32 m0, 0x10000
 s_add_u32 s20, s6, 64
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 v_mov_b32 v10, 0
 v_mov_b32 v11, 0
 flat_atomic_cmpswap_x2 v[4:5], v[8:11]
 v_mov_b32 v10, 3
 s_endpgm
;; a store of 64 bits needs none: gfx803 gfx906:
;= 0
 s_mov_b64 exec, 1
 s_mov_b32 m0, 0x10000
 s_add_u32 s20, s6, 64
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 flat_store_dwordx2 v[4:5], v[8:9]
 v_mov_b32 v8, 3
 s_endpgm
;; a comparison, then a lane's number: gfx803 gfx906:
;= 0
;! 2 of 4 wait states: a vector instruction writes an SGPR, then it is a lane
 v_mov_b32 v6, 1
 v_cmp_lt_u32 vcc, v6, v1
 s_nop 1
 v_readlane_b32 s21, v1, vcc_lo
 s_endpgm
;; a lane's number, four states later: gfx803 gfx906:
;= 0
 v_mov_b32 v6, 1
 v_cmp_lt_u32 vcc, v6, v1
 s_nop 3
 v_readlane_b32 s21, v1, vcc_lo
 s_endpgm
;; SGPR by a lane move, then by a scalar instruction, then an address: gfx906:
;= 0
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v5, s6
 v_readlane_b32 s20, v5, 0
 s_mov_b32 s20, s6
 s_mov_b32 s21, s7
 global_load_dword v7, v4, s[20:21]
 s_endpgm
;; an address, five states later: gfx906:
;= 0
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v5, s6
 s_mov_b32 s21, s7
 v_readlane_b32 s20, v5, 0
 s_nop 4
 global_load_dword v7, v4, s[20:21]
 s_endpgm
;; VCC, then v_div_fmas: gfx803 gfx906:
;= 0
;! 3 of 4 wait states: a vector instruction writes VCC, then v_div_fmas
 v_mov_b32 v5, 1.0
 v_cmp_lt_u32 vcc, v5, v1
 s_nop 2
 v_div_fmas_f32 v6, v5, v5, v5
 s_endpgm
;; VCC, then v_div_fmas, applied: gfx906: --hazards=apply
;= 4
;! 0 of 4 wait states: a vector instruction writes VCC, then v_div_fmas
 s_mov_b64 vcc, 0
 v_mov_b32 v5, 2.0
 s_nop 3
 v_cmp_eq_u32 vcc, v5, v5
 v_div_fmas_f32 v6, v5, 1.0, v5
 v_cvt_u32_f32 v6, v6
 v_readlane_b32 s20, v6, 0
 s_store_dword s20, s[6:7], 0x20
 s_endpgm
;; VCC by another SGPR's comparison, then v_div_fmas: gfx803 gfx906:
;= 0
 s_mov_b64 vcc, 0
 v_mov_b32 v5, 1.0
 v_cmp_lt_u32 s[20:21], v5, v1
 v_div_fmas_f32 v6, v5, v5, v5
 s_endpgm
;; VCC, then vccz: gfx803 gfx906:
;= 0
;! 4 of 5 wait states: a vector instruction writes VCC, then vccz
 v_mov_b32 v5, 1
 v_cmp_lt_u32 vcc, v5, v1
 s_nop 3
 v_mov_b32 v6, src_vccz
 s_endpgm
;; EXEC, then execz: gfx803 gfx906:
;= 0
;! 4 of 5 wait states: a vector instruction writes EXEC, then execz
 v_mov_b32 v5, 1
 v_cmpx_le_u32 vcc, v1, v5
 s_nop 3
 v_mov_b32 v6, src_execz
 s_endpgm
;; EXEC, then execz, five states later: gfx803 gfx906:
;= 0
 v_mov_b32 v5, 1
 v_cmpx_le_u32 vcc, v1, v5
 s_nop 4
 v_mov_b32 v6, src_execz
 s_endpgm
;; EXEC, then DPP: gfx803 gfx906:
;= 0
;! 4 of 5 wait states: a vector instruction writes EXEC, then DPP
 v_mov_b32 v5, 1
 v_cmpx_le_u32 vcc, v1, v5
 s_nop 3
 v_mov_b32_dpp v6, v5 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf bound_ctrl:0
 s_endpgm
;; EXEC by a scalar instruction, then DPP: gfx803 gfx906:
;= 0
 v_mov_b32 v5, 1
 s_nop 1
 s_mov_b64 exec, -1
 v_mov_b32_dpp v6, v5 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
 s_endpgm
;; VGPR, then the source that DPP does not move: gfx803 gfx906:
;= 0
 v_mov_b32 v5, 1
 s_nop 1
 v_mov_b32 v7, 2
 v_and_b32_dpp v6, v5, v7 quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf
 s_endpgm
;; M0, then a message: gfx803 gfx906:
;= 0
;! 0 of 1 wait states: a scalar instruction writes M0, then a message
 s_mov_b32 m0, 0
 s_sendmsg sendmsg(MSG_INTERRUPT)
 s_endpgm
;; M0, then s_movrel on gfx803, which needs none: gfx803:
;= 0
 s_mov_b32 s20, 1
 s_mov_b32 m0, 0
 s_movrels_b32 s21, s20
 s_endpgm
;; M0, then s_movrel, one state later: gfx906:
;= 0
 s_mov_b32 s20, 1
 s_mov_b32 m0, 0
 s_nop 0
 s_movrels_b32 s21, s20
 s_endpgm
;; s_setreg, then s_getreg: gfx803 gfx906:
;= 0
;! 0 of 2 wait states: s_setreg
 s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
 s_getreg_b32 s20, hwreg(HW_REG_MODE, 4, 4)
 s_endpgm
;; s_setreg, then s_getreg, two states later: gfx803 gfx906:
;= 0
 s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
 s_nop 1
 s_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 2)
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
;; a transcendental result used too early, applied: gfx1100 gfx1103: --hazards=apply
;= 7
;! 1 of 6 wait states: a transcendental instruction, then
 s_mov_b64 exec, 1
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 v_mov_b32 v8, 7
 v_mov_b32 v9, 0.5
 v_rcp_f32 v8, v9
 s_mov_b32 s20, 0
 v_mov_b32 v10, 1
 v_mov_b32 v11, v8
 global_store_b32 v[0:1], v11, off offset:32
 s_endpgm
;; a transcendental result that is waited for: gfx1100: --hazards=apply
;= 2
 s_mov_b64 exec, 1
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 v_mov_b32 v8, 7
 v_mov_b32 v9, 0.5
 v_rcp_f32 v8, v9
 s_waitcnt_depctr 0x0fff
 v_cvt_u32_f32 v11, v8
 v_rcp_f32 v8, v9
 v_nop
 v_nop
 v_nop
 v_nop
 v_nop
 v_nop
 v_cvt_u32_f32 v11, v8
 global_store_b32 v[0:1], v11, off offset:32
 s_endpgm
;; two transcendental results, each used after both: gfx1100:
;= 4
;! 1 of 6 wait states: a transcendental instruction, then
;! 1 of 6 wait states: a transcendental instruction, then
 s_mov_b64 exec, 1
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 v_mov_b32 v9, 0.5
 v_rcp_f32 v8, v9
 v_rcp_f32 v10, v9
 v_add_f32 v8, v8, 0
 v_add_f32 v8, v8, v10
 v_cvt_u32_f32 v11, v8
 global_store_b32 v[0:1], v11, off offset:32
 s_endpgm
;; VGPRs written before and after a write of EXEC, over a branch: gfx1100:
;= 5
;! 1 of 6 wait states: VGPRs are written before and after a write of EXEC
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 s_branch 3f
1:
 v_add_nc_u32 v10, v8, v9
 global_store_b32 v[0:1], v10, off offset:32
 s_endpgm
3:
 s_nop 7
 v_mov_b32 v8, 2
 s_mov_b64 exec, 1
 v_mov_b32 v9, 3
 s_branch 1b
;; the same on RDNA 2, which waits: gfx1030:
;= 5
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 v_mov_b32 v8, 2
 s_mov_b64 exec, 1
 v_mov_b32 v9, 3
 v_add_nc_u32 v10, v8, v9
 v_rcp_f32 v11, v8
 v_mov_b32 v12, v11
 global_store_dword v[0:1], v10, off offset:32
 s_endpgm
;; waits of RDNA for one counter: gfx1030 gfx1100:
;= 0
;! used before s_waitcnt has waited for its load
 s_mov_b64 exec, 1
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 global_load_dword v8, v[0:1], off
 s_waitcnt_vscnt null, 0x0
 s_waitcnt_lgkmcnt null, 0x0
 s_waitcnt_expcnt null, 0x0
 v_mov_b32 v9, v8
 global_load_dword v10, v[0:1], off
 s_waitcnt_vmcnt null, 0x0
 v_mov_b32 v9, v10
 s_load_dword s20, s[6:7], 0x0
 s_waitcnt_lgkmcnt null, 0x0
 s_mov_b32 s21, s20
 s_endpgm
;; modes of RDNA: gfx1030 gfx1100:
;= 225
 s_round_mode 1
 s_denorm_mode 14
 s_getreg_b32 s20, hwreg(HW_REG_MODE, 0, 8)
 s_round_mode 0
 s_denorm_mode 15
 v_mov_b32 v8, s20
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_store_dword v[0:1], v8, off offset:32
 s_endpgm
