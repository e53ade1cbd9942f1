; Calls that native code makes a part of what calls.
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.

;; short functions, called in a loop: gfx803 gfx906: --stats
;= 60
;? 63011 instructions
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b32 s24, s31
 call triple
 s_add_u32 s30, s30, s24
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 3000
 s_cbranch_scc1 .Lloop
 end_with_s30
.main_end:
 .type triple,@function
triple:
 s_mov_b64 s[34:35], s[18:19]
 s_mul_i32 s24, s24, 3
 call plus_one
 s_swappc_b64 s[18:19], s[20:21]
 s_setpc_b64 s[34:35]
 .size triple, .-triple
 .type plus_one,@function
plus_one:
 s_add_u32 s24, s24, 1
 s_setpc_b64 s[18:19]
 .size plus_one, .-plus_one
;; another function, called from the same place: gfx803 gfx906:
;= 124
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b32 s24, s31
 s_bitcmp1_b32 s31, 0
 s_cbranch_scc1 .Lodd
 s_getpc_b64 s[20:21]
 s_add_u32 s20, s20, plus_one@rel32@lo+4
 s_addc_u32 s21, s21, plus_one@rel32@hi+4
.Lcall:
 s_swappc_b64 s[18:19], s[20:21]
 s_add_u32 s30, s30, s24
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 100
 s_cbranch_scc1 .Lloop
 end_with_s30
.Lodd:
 s_getpc_b64 s[20:21]
 s_add_u32 s20, s20, plus_ten@rel32@lo+4
 s_addc_u32 s21, s21, plus_ten@rel32@hi+4
 s_branch .Lcall
.main_end:
 .type plus_one,@function
plus_one:
 s_add_u32 s24, s24, 1
 s_setpc_b64 s[18:19]
 .size plus_one, .-plus_one
 .type plus_ten,@function
plus_ten:
 s_add_u32 s24, s24, 10
 s_setpc_b64 s[18:19]
 .size plus_ten, .-plus_ten
;; a return to somewhere else: gfx803 gfx906:
;= 55
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b32 s24, s31
 call skips
 s_add_u32 s30, s30, 1
 s_add_u32 s30, s30, s24
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 10
 s_cbranch_scc1 .Lloop
 end_with_s30
.main_end:
 .type skips,@function
skips:
 s_add_u32 s24, s24, 1
 s_add_u32 s18, s18, 4
 s_addc_u32 s19, s19, 0
 s_setpc_b64 s[18:19]
 .size skips, .-skips
;; a fault in what is called: gfx803 gfx906:
;= 126
;! store of 4 bytes at 0x0: null pointer
;? called in outer
;? called in main
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b32 s24, s31
 call outer
 s_add_u32 s30, s30, s24
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 100
 s_cbranch_scc1 .Lloop
 end_with_s30
.main_end:
 .type outer,@function
outer:
 s_mov_b64 s[34:35], s[18:19]
 s_mov_b64 exec, 1
 call inner
 s_setpc_b64 s[34:35]
 .size outer, .-outer
 .type inner,@function
inner:
 s_cmp_lt_u32 s31, 50
 s_cbranch_scc1 .Lwell
 v_mov_b32 v4, 0
 v_mov_b32 v5, 0
 flat_store_dword v[4:5], v4
.Lwell:
 s_setpc_b64 s[18:19]
 .size inner, .-inner
;; a call that returns, and then a fault: gfx803 gfx906:
;= 126
;! store of 4 bytes at 0x0: null pointer in outer
;? called in main
;- called in outer
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b32 s24, s31
 call outer
 s_endpgm
.main_end:
 .type plus_one,@function
plus_one:
 s_add_u32 s24, s24, 1
 s_setpc_b64 s[18:19]
 .size plus_one, .-plus_one
 .type outer,@function
outer:
 s_mov_b64 s[34:35], s[18:19]
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v5, 0
 call plus_one
 flat_store_dword v[4:5], v4
 s_setpc_b64 s[34:35]
 .size outer, .-outer
;; long functions, called in a loop: gfx803 gfx906: --stats
;= 4
;? 1074011 instructions
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
.Lloop:
 s_mov_b32 s24, s31
 call triple
 s_add_u32 s30, s30, s24
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 3000
 s_cbranch_scc1 .Lloop
 end_with_s30
.main_end:
 .type triple,@function
triple:
 s_mov_b64 s[34:35], s[18:19]
 s_mul_i32 s24, s24, 3
 long_function
 call plus_one
 s_setpc_b64 s[34:35]
 .size triple, .-triple
 .type plus_one,@function
plus_one:
 long_function
 s_add_u32 s24, s24, 1
 s_setpc_b64 s[18:19]
 .size plus_one, .-plus_one
;; a long function returns to somewhere else, and then a fault: gfx803 gfx906:
;= 126
;! store of 4 bytes at 0x0: null pointer
;? called in main
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v5, 0
.Lloop:
 s_mov_b32 s24, s31
 call skips
 s_add_u32 s30, s30, 1
 s_add_u32 s30, s30, s24
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 10
 s_cbranch_scc1 .Lloop
 flat_store_dword v[4:5], v4
 end_with_s30
.main_end:
 .type skips,@function
skips:
 long_function
 s_add_u32 s18, s18, 4
 s_addc_u32 s19, s19, 0
 s_setpc_b64 s[18:19]
 .size skips, .-skips
;; a long function returns for what called it, too, and then a fault: gfx803 gfx906:
;= 126
;! store of 4 bytes at 0x0: null pointer
;- called in
 s_mov_b32 s30, 0
 s_mov_b32 s31, 0
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v5, 0
.Lloop:
 call outer
 s_add_u32 s31, s31, 1
 s_cmp_lt_u32 s31, 10
 s_cbranch_scc1 .Lloop
 flat_store_dword v[4:5], v4
 end_with_s30
.main_end:
 .type outer,@function
outer:
 s_mov_b64 s[34:35], s[18:19]
 long_function
 call inner
 s_setpc_b64 s[18:19]
 .size outer, .-outer
 .type inner,@function
inner:
 long_function
 s_setpc_b64 s[34:35]
 .size inner, .-inner
