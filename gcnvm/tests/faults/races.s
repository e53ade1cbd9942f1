;; LDS without s_barrier: gfx803 gfx906: --race --waves=2
;= 0
;! data race: 4-byte load at offset 8 of LDS, nothing orders it after the store by group (0,0,0) wave 0 lane 0 in main+
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 8
 v_mov_b32 v4, 5
 v_cmp_gt_u32 vcc, 64, v1
 s_cbranch_vccz .Lread
 ds_write_b32 v3, v4
 s_waitcnt lgkmcnt(0)
 s_endpgm
.Lread:
 ds_read_b32 v4, v3
 s_waitcnt lgkmcnt(0)
 s_endpgm
;; LDS with s_barrier: gfx803 gfx906: --race --waves=2
;= 0
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 8
 v_mov_b32 v4, 5
 v_cmp_gt_u32 vcc, 64, v1
 s_cbranch_vccz .Lread
 ds_write_b32 v3, v4
 s_waitcnt lgkmcnt(0)
 s_barrier
 s_endpgm
.Lread:
 s_barrier
 ds_read_b32 v4, v3
 s_waitcnt lgkmcnt(0)
 s_endpgm
;; two groups add to one place: gfx803 gfx906: --race --groups=2 --threads=1
;= 2
;! data race: 4-byte load at
;! data race: 4-byte store at
 s_load_dwordx2 s[10:11], s[6:7], 16
 s_mov_b64 exec, 1
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v3, s10
 v_mov_b32 v4, s11
 flat_load_dword v5, v[3:4]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 v_mad_u32_u24 v5, v5, 1, 1
 flat_store_dword v[3:4], v5
 s_endpgm
;; two groups add to one place atomically: gfx803: --race --groups=2
;= 2
 s_load_dwordx2 s[10:11], s[6:7], 16
 s_mov_b64 exec, 1
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v3, s10
 v_mov_b32 v4, s11
 v_mov_b32 v5, 1
 flat_atomic_add v[3:4], v5
 s_endpgm
;; a flag without a fence on the side of the writer: gfx906: --race --groups=2
;= 0
;! data race: 4-byte load at
 s_load_dwordx2 s[10:11], s[6:7], 16
 s_mov_b64 exec, 1
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v3, s10
 v_mov_b32 v4, s11
 v_mov_b32 v5, 1
 s_cmp_eq_u32 s8, 0
 s_cbranch_scc0 .Lread
 global_store_dword v[3:4], v5, off offset:16
 s_waitcnt vmcnt(0)
 global_store_dword v[3:4], v5, off offset:24 glc
 s_endpgm
.Lread:
 global_load_dword v6, v[3:4], off offset:24 glc
 s_waitcnt vmcnt(0)
 buffer_wbinvl1_vol
 v_readfirstlane_b32 s12, v6
 s_cmp_eq_u32 s12, 0
 s_cbranch_scc1 .Lread
 global_load_dword v6, v[3:4], off offset:16
 s_waitcnt vmcnt(0)
 s_endpgm
;; a flag with fences: gfx906: --race --groups=2
;= 0
 s_load_dwordx2 s[10:11], s[6:7], 16
 s_mov_b64 exec, 1
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v3, s10
 v_mov_b32 v4, s11
 v_mov_b32 v5, 1
 s_cmp_eq_u32 s8, 0
 s_cbranch_scc0 .Lread
 global_store_dword v[3:4], v5, off offset:16
 s_waitcnt vmcnt(0)
 buffer_wbinvl1_vol
 global_store_dword v[3:4], v5, off offset:24 glc
 s_endpgm
.Lread:
 global_load_dword v6, v[3:4], off offset:24 glc
 s_waitcnt vmcnt(0)
 buffer_wbinvl1_vol
 v_readfirstlane_b32 s12, v6
 s_cmp_eq_u32 s12, 0
 s_cbranch_scc1 .Lread
 global_load_dword v6, v[3:4], off offset:16
 s_waitcnt vmcnt(0)
 s_endpgm
;; lanes of one store: gfx803 gfx906: --race
;= 0
;! data race: 4-byte store at offset 4 of LDS, and lane 0 of the same wave stores another value there by the same instruction
 s_mov_b32 m0, -1
 v_mov_b32 v3, 4
 ds_write_b32 v3, v1
 s_waitcnt lgkmcnt(0)
 s_endpgm
;; lanes of one store, the same value: gfx803 gfx906: --race
;= 0
 s_mov_b32 m0, -1
 v_mov_b32 v3, 4
 ds_write_b32 v3, v3
 s_waitcnt lgkmcnt(0)
 s_endpgm
;; a wave spins, the other one is at s_barrier: gfx906: --waves=2
;= 126
;! deadlock: no wave can go on: group (0,0,0) wave 0 in main+0x14; group (0,0,0) wave 1 at s_barrier in main+0x20; in main
 s_mov_b32 m0, -1
 s_mov_b64 exec, 1
 v_mov_b32 v3, 8
 v_cmp_gt_u32 vcc, 64, v1
 s_cbranch_vccz .Lwait
.Lagain:
 ds_write_b32 v3, v3
 s_branch .Lagain
.Lwait:
 s_barrier
 s_endpgm
;; one that counts in memory is no deadlock: gfx906: --insn-limit=10000000
;= 126
;! 10000000 instructions were executed, the limit
 s_mov_b64 exec, 1
 v_mov_b32 v3, 8
 v_mov_b32 v4, 1
 v_mov_b32 v5, 0
 ds_write_b32 v3, v5
.Lagain:
 ds_add_u32 v3, v4
 s_branch .Lagain
;; the status that abort stores: gfx906: --race --groups=2 --threads=1
;= 5
;! the wave ends by abort in abort
 s_load_dwordx2 s[10:11], s[6:7], 16
 s_mov_b64 exec, 1
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v3, s10
 v_mov_b32 v4, s11
 v_mov_b32 v5, 5
 s_cmp_eq_u32 s8, 0
 s_cbranch_scc0 gomp_waits
 s_branch abort
.main_end:
 .type abort,@function
abort:
 global_store_dword v[3:4], v5, off
 s_waitcnt vmcnt(0)
 s_endpgm
 .size abort, .-abort
 .type gomp_waits,@function
gomp_waits:
 global_load_dword v6, v[3:4], off
 s_waitcnt vmcnt(0)
 s_endpgm
 .size gomp_waits, .-gomp_waits
;; a status that another function stores: gfx906: --race --groups=2 --threads=1
;= 5
;! data race: 4-byte load at
 s_load_dwordx2 s[10:11], s[6:7], 16
 s_mov_b64 exec, 1
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v3, s10
 v_mov_b32 v4, s11
 v_mov_b32 v5, 5
 s_cmp_eq_u32 s8, 0
 s_cbranch_scc0 gomp_waits
 s_branch about
.main_end:
 .type about,@function
about:
 global_store_dword v[3:4], v5, off
 s_waitcnt vmcnt(0)
 s_endpgm
 .size about, .-about
 .type gomp_waits,@function
gomp_waits:
 global_load_dword v6, v[3:4], off
 s_waitcnt vmcnt(0)
 s_endpgm
 .size gomp_waits, .-gomp_waits

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
