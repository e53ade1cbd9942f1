;; past the end of a function: gfx803 gfx906:
;= 126
;! execution runs past the end of a function in main
 s_nop 0
;; a call at the end of a function comes back: gfx803 gfx906:
;= 126
;! execution runs past the end of a function in main
 s_getpc_b64 s[20:21]
 s_add_u32 s20, s20, other@rel32@lo+4
 s_addc_u32 s21, s21, other@rel32@hi+4
 s_swappc_b64 s[18:19], s[20:21]
.main_end:
 s_endpgm
 .type other,@function
other:
 s_setpc_b64 s[18:19]
 .size other, 4
;; on into the next, where no symbol says how long a function is: gfx803 gfx906:
;= 0
 s_branch sizeless
.main_end:
 s_nop 0
 .type sizeless,@function
sizeless:
 s_nop 0
 .type next,@function
next:
 s_endpgm
 .size next, 4
;; barrier with EXEC zero: gfx906:
;= 0
 s_mov_b64 exec, 0
 s_barrier
 s_endpgm
;; first lane with EXEC zero: gfx803:
;= 0
;! v_readfirstlane_b32 with EXEC zero
 s_mov_b64 exec, 0
 v_readfirstlane_b32 s20, v0
 s_endpgm
;; a lane by its number with EXEC zero: gfx803:
;= 0
 s_mov_b64 exec, 0
 v_readlane_b32 s20, v0, 1
 s_mov_b32 m0, 2
 v_readlane_b32 s20, v0, m0
 s_endpgm
;; branch on VCC of before EXEC became zero: gfx803 gfx906:
;= 0
 s_mov_b64 exec, 1
 v_cmp_ne_u32 vcc, v0, v0
 s_mov_b64 exec, 0
 s_nop 4
 s_cbranch_vccz .Lbefore
 s_nop 0
.Lbefore:
 s_endpgm
;; branch on VCC that no lane computed: gfx906:
;= 0
 s_mov_b64 exec, 0
 v_cmp_eq_u32 vcc, v0, v0
 s_mov_b64 vcc, 0
 s_nop 4
 s_cbranch_vccz .Lscalar
 s_nop 0
.Lscalar:
 s_endpgm
;; branch on a carry with EXEC zero: gfx906:
;= 0
;! s_cbranch_vccnz with EXEC zero
 s_mov_b64 exec, 0
 v_add_co_u32 v4, vcc, v0, v0
 s_nop 4
 s_cbranch_vccnz .Lcarry
 s_nop 0
.Lcarry:
 s_endpgm
;; branch on VCC with EXEC zero: gfx906:
;= 0
;! s_cbranch_vccz with EXEC zero
 s_mov_b64 exec, 0
 v_cmp_eq_u32 vcc, v0, v0
 s_cbranch_vccz .Lon
 s_nop 0
.Lon:
 s_endpgm
;; jump to where there is no code: gfx906:
;= 126
;! jump to 0x1000, where there is no code
 s_mov_b64 s[20:21], 0x1000
 s_setpc_b64 s[20:21]
;; the end of abort: gfx803 gfx906:
;= 0
;! the wave ends by abort in abort
 s_branch abort
.main_end:
 .type abort,@function
abort:
 s_endpgm
 .size abort, .-abort
;; the end of a function that is not abort: gfx906:
;= 0
 s_branch about
.main_end:
 .type about,@function
about:
 s_endpgm
 .size about, .-about
;; trap: gfx803:
;= 126
;! s_trap 2
 s_trap 2
 s_endpgm
;; time limit: gfx906: --time-limit=0.2
;= 126
;! the time limit of 0.2 seconds is over
.Lloop:
 s_branch .Lloop
;; an instruction that is lacking, at load: gfx906:
;= 125
 image_load v[0:3], v4, s[8:15] dmask:0xf unorm
 s_endpgm
;; no instruction, at load: gfx803:
;= 125
 .long 0xbfff0000
 s_endpgm
;; no instruction, never reached: gfx803:
;= 0
 s_endpgm
 .long 0xbfff0000
;; a load that is used before it is waited for: gfx803 gfx906:
;= 0
;! v6 used before s_waitcnt has waited for its load
 s_mov_b64 exec, 1
 v_mov_b32 v4, s4
 v_mov_b32 v5, s5
 flat_load_dword v6, v[4:5]
 v_mov_b32 v7, 0
 v_mov_b32 v8, v6
 s_waitcnt vmcnt(0) lgkmcnt(0)
 s_endpgm
;; a scalar load waited for by number: gfx906:
;= 0
;! s[20:21] used before s_waitcnt has waited for its load
 s_load_dwordx2 s[20:21], s[4:5], 0x0
 s_load_dwordx2 s[22:23], s[4:5], 0x8
 s_waitcnt lgkmcnt(1)
 s_mov_b64 s[24:25], s[20:21]
 s_endpgm
;; loads waited for in order: gfx906:
;= 0
;! v7 used before s_waitcnt has waited for its load
 s_mov_b64 exec, 1
 v_mov_b32 v4, s4
 v_mov_b32 v5, s5
 global_load_dword v6, v[4:5], off
 global_load_dword v7, v[4:5], off offset:4
 s_waitcnt vmcnt(1)
 v_mov_b32 v8, v6
 v_mov_b32 v8, v7
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
