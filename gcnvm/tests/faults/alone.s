;; two launches that add: gfx803 gfx906: --threads=1 --launches=2 --sum=80000
;= 0
 heap_sum v4, v5
 adds 40000
 s_endpgm
;; lanes of two launches that add: gfx803 gfx906: --threads=1 --launches=2 --sum=128000
;= 0
 heap_sum v4, v5
 s_mov_b64 exec, -1
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 v_mov_b32 v6, 1
 s_movk_i32 s22, 1000
.Lloop:
 flat_atomic_add v[4:5], v6
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 s_sub_u32 s22, s22, 1
 s_cmp_lg_u32 s22, 0
 s_cbranch_scc1 .Lloop
 s_endpgm
;; two launches that add by exchange: gfx803 gfx906: --threads=1 --launches=2 --sum=24000
;= 0
 heap_sum v4, v5
 exchanges 12000
 s_endpgm
;; groups on two host threads that add: gfx803 gfx906: --threads=2 --groups=2 --sum=24000 --stats
;= 0
;? 0 launches were alone
 heap_sum v4, v5
 adds 12000
 s_endpgm
;; waves on host threads that help: gfx803 gfx906: --threads=2 --waves=2 --sum=80000 --stats
;= 0
;? rounds of waves were shared
;? 0 launches were alone
 heap_sum v4, v5
 adds 40000
 s_endpgm
;; the host writes: gfx803 gfx906: --threads=1 --writes --stats
;= 0
;? 0 launches were alone
 heap_sum v4, v5
 adds 400000, 0
 s_endpgm
;; the host adds to memory that it shares: gfx803 gfx906: --threads=1 --shared-sum=40000 --stats
;= 0
;? 1 launches were alone
 s_mov_b64 exec, 1
 s_add_u32 s20, s6, 4096
 s_addc_u32 s21, s7, 0
 v_mov_b32 v4, s20
 v_mov_b32 v5, s21
 adds 40000
 s_endpgm
;; a launch that is alone: gfx803 gfx906: --threads=1 --stats
;= 0
;? 1 launches were alone
 heap_sum v4, v5
 v_mov_b32 v10, 0x1234
 v_mov_b32 v11, 0
 flat_store_dwordx2 v[4:5], v[10:11]
 s_waitcnt vmcnt(0) & lgkmcnt(0)
 s_mov_b32 s30, 1
 one add, 0x11, 0x1234, 0x1245
 one sub, 0x20, 0x1245, 0x1225
 one and, 0xff3, 0x1225, 0x221
 one or, 0x1050, 0x221, 0x1271
 one xor, 0x70, 0x1271, 0x1201
 one swap, 77, 0x1201, 77
 one smax, 78, 77, 78
 compared 78, 90, 90
 compared 78, 91, 90
 s_mov_b32 s30, 0
 end_with_s30
.Lwrong:
 end_with_s30
; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
