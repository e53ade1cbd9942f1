;; load past the end of an allocation: gfx803 gfx900 gfx906:
;= 126
;! across its end in main
 s_mov_b64 exec, 1
 v_mov_b32 v4, s4
 v_mov_b32 v5, s5
 v_mov_b32 v4, s4
 s_add_u32 s20, s4, 60
 s_addc_u32 s21, s5, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 flat_load_dwordx2 v[6:7], v[4:5]
 s_endpgm
;; scalar load outside of memory: gfx803 gfx906:
;= 126
;! load of 8 bytes at 0x1000: no memory of the device
 s_mov_b64 s[20:21], 0x1000
 s_load_dwordx2 s[22:23], s[20:21], 0x0
 s_endpgm
;; misaligned atomic: gfx803 gfx906:
;= 126
;! misaligned atomic of 4 bytes
 s_mov_b64 exec, 1
 s_add_u32 s20, s6, 33
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v6, 1
 flat_atomic_add v[4:5], v6
 s_endpgm
;; misaligned store, which is done: gfx906:
;= 42
 s_mov_b64 exec, 1
 s_add_u32 s20, s6, 31
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v6, 42 * 256
 global_store_dword v[4:5], v6, off
 s_waitcnt 0
 s_endpgm
;; misaligned store, with strict alignment: gfx906: --alignment=strict
;= 42
;! misaligned store of 4 bytes
 s_mov_b64 exec, 1
 s_add_u32 s20, s6, 31
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v6, 42 * 256
 global_store_dword v[4:5], v6, off
 s_waitcnt 0
 s_endpgm
;; beyond the stack: gfx906:
;= 126
;! private memory of wave 0 of group (0,0,0)
 s_mov_b64 exec, 1
 s_and_b32 s21, s1, 0xffff
 s_add_u32 s20, s0, 0x1000
 s_addc_u32 s21, s21, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 global_store_dword v[4:5], v0, off
 s_endpgm
;; private memory beyond a work item's: gfx906:
;= 126
;! of private memory, of which each work item has 64 bytes
 s_mov_b64 exec, 1
 v_mov_b32 v4, 64
 scratch_store_dword v4, v0, off
 s_endpgm
;; LDS beyond what the group has: gfx906:
;= 126
;! at 0x100 of LDS, of which the group has 256 bytes
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 ds_write_b32 v4, v0 offset:252
 ds_read_b32 v5, v4 offset:256
 s_endpgm
;; LDS beyond M0: gfx803:
;= 126
;! at 0x10 of LDS, beyond M0, which is 0x10
 s_mov_b64 exec, 1
 s_mov_b32 m0, 16
 v_mov_b32 v4, 0
 ds_write_b32 v4, v0 offset:12
 ds_write_b32 v4, v0 offset:16
 s_endpgm
;; LDS through M0 that was never set: gfx803:
;= 126
;! access to 4 bytes at 0x0 of LDS, beyond M0, which is 0x0
;! uninitialised register m0 read as limit of LDS
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 ds_write_b32 v4, v0
 s_endpgm
;; LDS and the stack through flat addresses: gfx906:
;= 7
 s_mov_b64 exec, 3
 s_mov_b64 s[20:21], src_shared_base
 v_lshlrev_b32 v4, 2, v1
 v_mov_b32 v5, s21
 v_add_u32 v6, 5, v1
 flat_store_dword v[4:5], v6
 s_mov_b64 s[20:21], src_private_base
 v_mov_b32 v8, 16
 v_mov_b32 v9, s21
 flat_store_dword v[8:9], v6
 s_waitcnt vmcnt(0) lgkmcnt(0)
 ds_read_b32 v10, v4
 flat_load_dword v11, v[8:9]
 s_waitcnt vmcnt(0) lgkmcnt(0)
 v_sub_u32 v12, v10, v11
 v_readlane_b32 s22, v12, 1
 v_readlane_b32 s23, v11, 1
 s_add_u32 s22, s22, s23
 s_add_u32 s22, s22, 1
 s_store_dword s22, s[6:7], 0x20
 s_endpgm
;; misaligned LDS, which is done: gfx906 gfx90a:
;= 42
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v6, 7
 v_mov_b32 v7, 42
 ds_write_b64 v4, v[6:7] offset:4
 ds_read_b32 v8, v4 offset:8
 s_waitcnt 0
 v_mov_b32 v4, s6
 v_mov_b32 v5, s7
 global_store_dword v[4:5], v8, off offset:32
 s_waitcnt 0
 s_endpgm
;; misaligned LDS, with strict alignment: gfx906 gfx90a: --alignment=strict
;= 42
;! misaligned access to 8 bytes at 0x4 of LDS
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v6, 7
 v_mov_b32 v7, 42
 ds_write_b64 v4, v[6:7] offset:4
 ds_read_b32 v8, v4 offset:8
 s_waitcnt 0
 v_mov_b32 v4, s6
 v_mov_b32 v5, s7
 global_store_dword v[4:5], v8, off offset:32
 s_waitcnt 0
 s_endpgm
;; misaligned atomic in LDS: gfx803 gfx906:
;= 126
;! misaligned access to 4 bytes at 0x2 of LDS
 s_mov_b64 exec, 1
 s_mov_b32 m0, 0x10000
 v_mov_b32 v4, 0
 v_mov_b32 v6, 1
 ds_add_u32 v4, v6 offset:2
 s_endpgm
;; misaligned LDS: gfx803:
;= 126
;! misaligned access to 4 bytes at 0x2 of LDS
 s_mov_b64 exec, 1
 s_mov_b32 m0, 0x10000
 v_mov_b32 v4, 0
 ds_write_b32 v4, v0 offset:2
 s_endpgm
;; a null pointer: gfx803 gfx906:
;= 126
;! store of 4 bytes at 0x0: null pointer
 s_mov_b64 exec, 1
 v_mov_b32 v4, 0
 v_mov_b32 v5, 0
 flat_store_dword v[4:5], v0
 s_endpgm
;; one lane of many: gfx803 gfx906:
;= 126
;! lane 5
 s_mov_b64 exec, 0xff
 v_mov_b32 v4, s6
 v_mov_b32 v5, s7
 s_mov_b64 exec, 0x20
 v_mov_b32 v4, 16
 v_mov_b32 v5, 0
 s_mov_b64 exec, 0xff
 flat_load_dword v6, v[4:5]
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
