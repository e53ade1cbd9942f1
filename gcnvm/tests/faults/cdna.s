;; an AGPR that nobody has written, used through a move: gfx908 gfx90a:
;= 0
;! uninitialised register v9 read
 v_accvgpr_read_b32 v8, a4
 s_nop 1
 v_accvgpr_write_b32 a5, v8
 s_nop 2
 v_accvgpr_read_b32 v9, a5
 v_add_u32 v10, v9, v9
 s_endpgm
;; as the data of a load and a store: gfx90a:
;= 7
 v_mov_b32 v8, 7
 v_mov_b32 v9, 9
 v_accvgpr_write_b32 a2, v8
 v_accvgpr_write_b32 a3, v9
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 s_nop 4
 global_store_dwordx2 v[0:1], a[2:3], off offset:32
 s_waitcnt vmcnt(0)
 global_load_dwordx2 a[6:7], v[0:1], off offset:32
 s_waitcnt vmcnt(0)
 global_store_dword v[0:1], a6, off offset:32
 s_endpgm
;; an AGPR that is loaded and not waited for: gfx90a:
;= 0
;! a6 used before s_waitcnt has waited for its load
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_load_dword a6, v[0:1], off offset:32
 v_accvgpr_read_b32 v9, a6
 s_endpgm
;; work items in one register: gfx90a:
;= 63
 v_bfe_u32 v8, v0, 10, 10
 s_nop 1
 v_readlane_b32 s20, v8, 63
 v_mov_b32 v9, s20
 v_mov_b32 v2, s6
 v_mov_b32 v3, s7
 s_mov_b64 exec, 1
 global_store_dword v[2:3], v9, off offset:32
 s_endpgm
;; matrices are refused: gfx908 gfx90a:
;= 125
;? `v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]' (matrix instructions (MFMA) are not executed)
 v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3]
 s_endpgm
;; an odd range of registers is refused: gfx90a:
;= 125
;? (a range of vector registers that begins at an odd one
 .long 0xd2800001, 0x00020702
 s_endpgm
;; gfx908 has odd ranges: gfx908: --uninit=off
;= 0
 .long 0xd2800001, 0x00020702
 s_endpgm
;; packed words of constants are refused: gfx90a:
;= 125
;? this machine does not have `v_pk_add_f32
 v_pk_add_f32 v[2:3], v[4:5], 1.0
 s_endpgm
