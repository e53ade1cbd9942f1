;; a loop past the end of an allocation: gfx803 gfx906:
;= 126
;! out of bounds: 0 bytes past the end of `heap'
 heap_end 400
 each_dword 1000, "flat_load_dword v6, v[4:5]"
 s_endpgm
;; a loop of stores past the end of an allocation: gfx803 gfx906:
;= 126
;! out of bounds: 0 bytes past the end of `heap'
 heap_end 400
 v_mov_b32 v6, 7
 each_dword 1000, "flat_store_dword v[4:5], v6"
 s_endpgm
;; a loop of pairs, of which the last is across an end: gfx803 gfx906:
;= 126
;! offset 67108876 in `heap' (67108880 bytes), across its end
 heap_end 400
 each_dword 1000, "flat_load_dwordx2 v[6:7], v[4:5]"
 s_endpgm
;; a loop over private memory, the last dword of which nobody has written: gfx803 gfx906:
;= 0
;! uninitialised register v8 read in main
 stack_and_lanes
 s_mov_b64 exec, 1
 v_mov_b32 v4, s16
 v_mov_b32 v5, s17
 v_mov_b32 v6, 1
 each_dword 200, "flat_store_dword v[4:5], v6"
 v_mov_b32 v4, s16
 v_mov_b32 v5, s17
 s_movk_i32 s22, 201
.Lreads:
 flat_load_dword v8, v[4:5]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_add_u32_any v9, v8, v8
 next_dword
 s_sub_u32 s22, s22, 1
 s_cmp_lg_u32 s22, 0
 s_cbranch_scc1 .Lreads
 s_endpgm
;; a loop over private memory and back: gfx803 gfx906:
;= 0
 stack_and_lanes
 s_mov_b64 exec, 1
 s_mov_b32 s30, 0
 s_movk_i32 s23, 40
.Lagain:
 v_mov_b32 v4, s16
 v_mov_b32 v5, s17
 v_mov_b32 v6, s23
 s_movk_i32 s22, 100
.Lwrites:
 flat_store_dword v[4:5], v6
 flat_load_dword v7, v[4:5]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_readfirstlane_b32 s24, v7
 s_cmp_lg_u32 s24, s23
 s_cselect_b32 s25, 1, 0
 s_or_b32 s30, s30, s25
 next_dword
 s_sub_u32 s22, s22, 1
 s_cmp_lg_u32 s22, 0
 s_cbranch_scc1 .Lwrites
 s_sub_u32 s23, s23, 1
 s_cmp_lg_u32 s23, 0
 s_cbranch_scc1 .Lagain
 end_with_s30
;; a loop over memory that the host frees: gfx803 gfx906: --frees --time-limit=10
;= 126
;! freed
 s_mov_b64 exec, 1
 s_load_dwordx2 s[20:21], s[6:7], 24
 s_waitcnt lgkmcnt(0)
 s_load_dwordx2 s[20:21], s[20:21], 4104
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 s_add_u32 s24, s6, 4096
 s_addc_u32 s25, s7, 0
 v_mov_b32 v8, s24
 v_mov_b32 v9, s25
 v_mov_b32 v10, 1
; The barrier is something new, so that nobody looks whether the wave is stuck.
.Lloop:
 s_movk_i32 s22, 5000
.Lloads:
 flat_load_dword v6, v[4:5]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 s_sub_u32 s22, s22, 1
 s_cmp_lg_u32 s22, 0
 s_cbranch_scc1 .Lloads
 flat_store_dword v[8:9], v10
 s_barrier
 s_branch .Lloop
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
