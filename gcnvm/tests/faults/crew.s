;; waves of a group on several host threads: gfx803 gfx906: --waves=8 --threads=4 --stats
;= 0
;? rounds of waves were shared
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 0
 v_mov_b32 v4, 1
 v_mov_b32 v5, 8
 v_mov_b32 v8, 0
 v_mov_b32 v9, 0
 ds_write_b64 v3, v[8:9]
 ds_write_b64 v5, v[8:9]
 s_waitcnt lgkmcnt(0)
 s_barrier
 s_movk_i32 s20, 30000
.Lloop:
 ds_add_u32 v3, v4
 v_not_b32 v8, v8
 v_mov_b32 v9, v8
 ds_write_b64 v5, v[8:9]
 ds_read_b64 v[10:11], v5
 s_waitcnt lgkmcnt(0)
 v_cmp_ne_u32 vcc, v10, v11
 s_cbranch_vccnz .Lwrong
 s_sub_u32 s20, s20, 1
 s_cmp_lg_u32 s20, 0
 s_cbranch_scc1 .Lloop
 s_barrier
 ds_read_b32 v12, v3
 s_waitcnt lgkmcnt(0)
 v_readfirstlane_b32 s21, v12
 s_cmp_lg_u32 s21, 240000
 s_cbranch_scc1 .Lwrong
 s_endpgm
.Lwrong:
 s_trap 2
 s_endpgm
;; an error in one of several waves: gfx906: --waves=8 --threads=4
;= 126
;! s_trap 2
 s_movk_i32 s20, 30000
.Lloop:
 s_sub_u32 s20, s20, 1
 s_cmp_lg_u32 s20, 0
 s_cbranch_scc1 .Lloop
 s_mov_b64 exec, 1
 v_cmp_gt_u32 vcc, 64, v1
 s_cbranch_vccz .Lspin
 s_trap 2
.Lspin:
 s_branch .Lspin
;; a deadlock of waves that spin and one at s_barrier: gfx906: --waves=4 --threads=4
;= 126
;! deadlock: no wave can go on
 s_mov_b64 exec, 1
 v_cmp_gt_u32 vcc, 64, v1
 s_cbranch_vccz .Lspin
 s_barrier
 s_endpgm
.Lspin:
 s_branch .Lspin

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
