; Loads that native code waits for, where on another way it does not.
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.

;; a load is waited for each time: gfx906:
;= 40
 stack_and_lanes
 three_lanes
 v_mov_b32 v7, 3
 global_store_dword v[4:5], v7, off
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b64 exec, 1
 global_load_dword v8, v[4:5], off
 s_cmp_eq_u32 s31, 5000
 s_cbranch_scc1 .Luse
 s_waitcnt vmcnt(0)
.Luse:
 v_readfirstlane_b32 s34, v8
 s_add_u32 s30, s30, s34
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 3000
 s_cbranch_scc1 .Lloop
 end_with_s30
;; a load is not waited for in one turn: gfx906:
;= 40
;! v8 used before s_waitcnt has waited for its load
 stack_and_lanes
 three_lanes
 v_mov_b32 v7, 3
 global_store_dword v[4:5], v7, off
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b64 exec, 1
 global_load_dword v8, v[4:5], off
 s_cmp_eq_u32 s31, 2000
 s_cbranch_scc1 .Luse
 s_waitcnt vmcnt(0)
.Luse:
 v_readfirstlane_b32 s34, v8
 s_add_u32 s30, s30, s34
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 3000
 s_cbranch_scc1 .Lloop
 end_with_s30
