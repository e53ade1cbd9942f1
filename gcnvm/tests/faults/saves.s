; Registers that a function saves and restores as GCC's do, which native code has C for.
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.

;; scalars are saved and restored: gfx906:
;= 90
 .macro rows
 s_mov_b64 exec, -1
 v_lshlrev_b32 v3, 2, v1
 v_mov_b32 v4, s16
 v_mov_b32 v5, s17
 v_add_co_u32 v4, vcc, v3, v4
 v_addc_co_u32 v5, vcc, 0, v5, vcc
 s_mov_b64 exec, 7
 .endm
 s_and_b32 s17, s1, 0xffff
 s_add_u32 s16, s0, s9
 s_addc_u32 s17, s17, 0
 v_mbcnt_lo_u32_b32 v1, -1, 0
 v_mbcnt_hi_u32_b32 v1, -1, v1
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
 s_mov_b32 s34, 1
 s_mov_b32 s35, 2
.Lloop:
 s_mov_b32 s36, s31
 s_getpc_b64 s[20:21]
 s_add_u32 s20, s20, saves@rel32@lo+4
 s_addc_u32 s21, s21, saves@rel32@hi+4
 s_swappc_b64 s[18:19], s[20:21]
 s_add_u32 s30, s30, s34
 s_add_u32 s30, s30, s35
 s_sub_u32 s36, s36, s31
 s_add_u32 s30, s30, s36
 ; Each time somewhere else.
 s_add_u32 s16, s16, 16
 s_addc_u32 s17, s17, 0
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 200
 s_cbranch_scc1 .Lloop
 s_add_u32 s30, s30, s24
 s_and_b32 s30, s30, 0x7f
 s_mov_b64 exec, 1
 s_add_u32 s6, s6, 32
 s_addc_u32 s7, s7, 0
 v_mov_b32 v4, s6
 v_mov_b32 v5, s7
 v_mov_b32 v6, s30
 flat_store_dword v[4:5], v6
 s_endpgm
.main_end:
 .type saves,@function
saves:
 v_writelane_b32 v6, s34, 0
 v_writelane_b32 v6, s35, 1
 v_writelane_b32 v6, s36, 2
 rows
 global_store_dword v[4:5], v6, off
 s_add_u32 s34, s31, 5
 s_add_u32 s35, s34, s34
 s_add_u32 s36, s35, s34
 s_lshr_b32 s24, s36, 8
 rows
 global_load_dword v6, v[4:5], off
 s_waitcnt vmcnt(0)
 v_readlane_b32 s34, v6, 0
 v_readlane_b32 s35, v6, 1
 v_readlane_b32 s36, v6, 2
 s_setpc_b64 s[18:19]
 .size saves, .-saves
;; what is undefined is so when it is restored: gfx906:
;= 0
;! uninitialised register s34 read in main
;! uninitialised register s35 read in main
 .macro rows
 s_mov_b64 exec, -1
 v_lshlrev_b32 v3, 2, v1
 v_mov_b32 v4, s16
 v_mov_b32 v5, s17
 v_add_co_u32 v4, vcc, v3, v4
 v_addc_co_u32 v5, vcc, 0, v5, vcc
 s_mov_b64 exec, 7
 .endm
 s_and_b32 s17, s1, 0xffff
 s_add_u32 s16, s0, s9
 s_addc_u32 s17, s17, 0
 v_mbcnt_lo_u32_b32 v1, -1, 0
 v_mbcnt_hi_u32_b32 v1, -1, v1
 s_mov_b32 s31, 0
 s_mov_b32 s36, 2
.Lloop:
 s_getpc_b64 s[20:21]
 s_add_u32 s20, s20, saves@rel32@lo+4
 s_addc_u32 s21, s21, saves@rel32@hi+4
 s_swappc_b64 s[18:19], s[20:21]
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 3000
 s_cbranch_scc1 .Lloop
 s_add_u32 s37, s34, s36
 s_add_u32 s37, s35, s36
 s_endpgm
.main_end:
 .type saves,@function
saves:
 v_writelane_b32 v6, s34, 0
 v_writelane_b32 v6, s35, 1
 v_writelane_b32 v6, s36, 2
 rows
 global_store_dword v[4:5], v6, off
 s_mov_b32 s34, s31
 s_mov_b32 s35, s31
 rows
 global_load_dword v6, v[4:5], off
 s_waitcnt vmcnt(0)
 v_readlane_b32 s34, v6, 0
 v_readlane_b32 s35, v6, 1
 v_readlane_b32 s36, v6, 2
 s_setpc_b64 s[18:19]
 .size saves, .-saves
