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
