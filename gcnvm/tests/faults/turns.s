; Loops over bits, of which native code does many turns at once, and such as are nearly so.
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.

;; quotients of integers: gfx803 gfx906: --stats
;= 90
;? 244646 instructions
 turns_begin
 random s12
 random s25
 s_mov_b32 s3, 1
 s_mov_b32 s24, 0
 bits_up s12, s25, s3
 mix_all s13, s25, s3
 s_cmp_eq_u32 s3, 0
 s_cbranch_scc1 .Lnone
 bits_down s12, s25, s3, s24, s_nop 0
 mix_all s12, s25, s3, s24
.Lnone:
 turns_end 1500
;; any values: gfx803 gfx906: --stats
;= 110
;? 389932 instructions
 turns_begin
 random s12
 random s25
 random s3
 s_or_b32 s3, s3, 1
 random s24
 bits_down s12, s25, s3, s24, s_nop 0
 mix_all s12, s25, s3, s24
 random s12
 random s25
 random s3
 bits_up s12, s25, s3
 mix_all s12, s25, s3
 turns_end 1500
;; the rest alone: gfx803 gfx906: --stats
;= 31
;? 206996 instructions
 turns_begin
 random s12
 random s25
 s_or_b32 s25, s25, 1
 s_mov_b32 s3, 1
 bits_up s12, s25, s3
.Ldown:
 s_cmp_ge_u32 s12, s25
 s_cbranch_scc0 .Ldown_not
 s_sub_u32 s12, s12, s25
.Ldown_not:
 s_lshr_b32 s3, s3, 1
 s_lshr_b32 s25, s25, 1
 s_cmp_eq_u32 s3, 0
 s_cbranch_scc0 .Ldown
 mix_all s12, s25, s3
 turns_end 1500
;; a flag: gfx803 gfx906: --stats
;= 88
;? 225042 instructions
 turns_begin
 random s12
 random s25
 s_or_b32 s25, s25, 1
 s_mov_b32 s3, 1
 s_mov_b32 s24, 0
 s_mov_b32 s18, 0
 bits_up s12, s25, s3
.Ldown:
 s_cmp_gt_u32 s25, s12
 s_cbranch_scc1 .Ldown_not
 s_sub_i32 s12, s12, s25
 s_or_b32 s24, s24, s3
 s_mov_b32 s18, 7
.Ldown_not:
 s_lshr_b32 s3, s3, 1
 s_lshr_b32 s25, s25, 1
 s_cmp_lg_u32 s3, 0
 s_cbranch_scc1 .Ldown
 mix_all s12, s25, s3, s24, s18
 turns_end 1500
;; quotients of 33 bits: gfx803 gfx906: --stats
;= 53
;? 331760 instructions
 turns_begin
 random s2
 random s19
 random s3
 random s18
 s_and_b32 s18, s18, 31
 s_add_u32 s18, s18, 1
 bits_quotient s2, s19, s3, s18
 mix_all s2, s3, s18, s12, s13
 turns_end 1500
;; square roots: gfx803 gfx906: --stats
;= 5
;? 255673 instructions
 turns_begin
 root_begin 25
 bits_root s2, none, s28, s19, s3, s12
 mix_all s2, s28, s19, s3, s12, s18
 turns_end 1000
;; square roots of two words: gfx803 gfx906: --stats
;= 53
;? 300486 instructions
 turns_begin
 root_begin 22
 bits_root s2, s24, s28, s19, s3, s12
 mix_all s2, s28, s19, s3, s12, s18, s24
 turns_end 1000
;; twice as far: gfx803 gfx906: --stats
;= 103
;? 129049 instructions
 turns_begin
 random s12
 random s25
 s_mov_b32 s3, 1
 bits_up s12, s25, s3, 2
 mix_all s13, s25, s3
 turns_end 1500
;; one register more: gfx803 gfx906: --stats
;= 117
;? 225284 instructions
 turns_begin
 random s12
 random s25
 s_mov_b32 s3, 0x8000
 s_lshl_b32 s25, s25, 15
 s_mov_b32 s24, 0
 bits_down s12, s25, s3, s24, s_add_u32 s26, s26, s12
 mix_all s12, s25, s3, s24, s26
 turns_end 1500
;; quotients with other bits: gfx803 gfx906: --stats
;= 34
;? 474844 instructions
 turns_begin
 random s2
 random s19
 random s3
 s_mov_b32 s18, 20
 bits_quotient s2, s19, s3, s18, s_sub_i32
 mix_all s2, s3, s18, s12, s13
 turns_end 1500
;; roots with other bits: gfx803 gfx906: --stats
;= 115
;? 255673 instructions
 turns_begin
 root_begin 25
 bits_root s2, none, s28, s19, s3, s12, s_sub_i32
 mix_all s2, s28, s19, s3, s12, s18
 turns_end 1000
