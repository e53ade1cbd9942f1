; Registers that a function saves and restores as GCC's do, which native code has C for.
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.

;; scalars are saved and restored: gfx906:
;= 90
 stack_and_lanes
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
 s_mov_b32 s34, 1
 s_mov_b32 s35, 2
.Lloop:
 s_mov_b32 s36, s31
 call saves
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
 end_with_s30
.main_end:
 .type saves,@function
saves:
 save_scalars
 s_add_u32 s34, s31, 5
 s_add_u32 s35, s34, s34
 s_add_u32 s36, s35, s34
 s_lshr_b32 s24, s36, 8
 restore_scalars
 s_setpc_b64 s[18:19]
 .size saves, .-saves
;; what is undefined is so when it is restored: gfx906:
;= 0
;! uninitialised register s34 read in main
;! uninitialised register s35 read in main
 stack_and_lanes
 s_mov_b32 s31, 0
 s_mov_b32 s36, 2
.Lloop:
 call saves
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 3000
 s_cbranch_scc1 .Lloop
 s_add_u32 s37, s34, s36
 s_add_u32 s37, s35, s36
 s_endpgm
.main_end:
 .type saves,@function
saves:
 save_scalars
 s_mov_b32 s34, s31
 s_mov_b32 s35, s31
 restore_scalars
 s_setpc_b64 s[18:19]
 .size saves, .-saves
;; rows of all lanes are saved and restored: gfx906:
;= 83
 rows_in_turns
.main_end:
 rows_function
;; what is undefined in a row is so when it is restored: gfx906:
;= 0
;! uninitialised register s34 read in main
;! uninitialised register s34 read in main
;! uninitialised register s34 read in main
 undefined_rows_in_turns
.main_end:
 rows_function
;; rows of which lane 0 is written are saved and restored: gfx906:
;= 83
 rows_in_turns
.main_end:
 rows_lane_function
;; what is undefined in a row of which lane 0 is written stays so: gfx906:
;= 0
;! uninitialised register s34 read in main
;! uninitialised register s34 read in main
;! uninitialised register s34 read in main
 undefined_rows_in_turns
.main_end:
 rows_lane_function
