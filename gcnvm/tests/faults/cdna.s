;; an AGPR that nobody has written, used through a move: gfx908 gfx90a gfx942 gfx950:
;= 0
;! uninitialised register v9 read
 v_accvgpr_read_b32 v8, a4
 s_nop 1
 v_accvgpr_write_b32 a5, v8
 s_nop 2
 v_accvgpr_read_b32 v9, a5
 v_add_u32 v10, v9, v9
 s_endpgm
;; as the data of a load and a store: gfx90a gfx942 gfx950:
;= 7
 v_mov_b32 v8, 7
 v_mov_b32 v9, 9
 v_accvgpr_write_b32 a2, v8
 v_accvgpr_write_b32 a3, v9
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 s_nop 4
 global_store_dwordx2 v[0:1], a[2:3], off offset:32
 s_waitcnt vmcnt(0)
 global_load_dwordx2 a[6:7], v[0:1], off offset:32
 s_waitcnt vmcnt(0)
 global_store_dword v[0:1], a6, off offset:32
 s_endpgm
;; an AGPR that is loaded and not waited for: gfx90a gfx942 gfx950:
;= 0
;! a6 used before s_waitcnt has waited for its load
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 global_load_dword a6, v[0:1], off offset:32
 v_accvgpr_read_b32 v9, a6
 s_endpgm
;; work items in one register: gfx90a gfx942 gfx950:
;= 63
 v_bfe_u32 v8, v0, 10, 10
 s_nop 1
 v_readlane_b32 s20, v8, 63
 s_nop 1
 v_mov_b32 v9, s20
 v_mov_b32 v2, s6
 v_mov_b32 v3, s7
 s_mov_b64 exec, 1
 global_store_dword v[2:3], v9, off offset:32
 s_endpgm
;; broadcasts of matrices are refused: gfx908 gfx90a:
;= 125
;? `v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3] cbsz:1' (matrices (MFMA) with broadcasts or permuted lanes are not executed)
 v_mfma_f32_4x4x1f32 a[0:3], v0, v1, a[0:3] cbsz:1
 s_endpgm
;; sparse matrices are refused: gfx942 gfx950:
;= 125
;? `v_smfmac_f32_16x16x32_f16 a[0:3], v[2:3], v[4:7], v8' (matrices of this kind (MFMA) are not executed)
 v_smfmac_f32_16x16x32_f16 a[0:3], v[2:3], v[4:7], v8
 s_endpgm
;; undefined factors make their rows and columns of a matrix undefined: gfx90a gfx942:
;= 0
;! uninitialised register v11 read as condition
 v_mov_b32 v2, 1.0
 v_mov_b32 v3, 1.0
 s_mov_b64 exec, 0xfffffffffffffffd
 v_mov_b32 v4, 1.0
 s_mov_b64 exec, -1
 s_nop 7
 v_mfma_f32_16x16x4f32 a[0:3], v4, v3, 0
 s_nop 15
 s_nop 15
 v_accvgpr_read_b32 v10, a0
 v_accvgpr_read_b32 v11, a1
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_nop 3
 v_cmp_eq_u32 vcc, v10, v10
 s_nop 3
 s_cbranch_vccz 1f
1:
 v_cmp_eq_u32 vcc, v11, v11
 s_nop 3
 s_cbranch_vccz 2f
2:
 s_endpgm
;; a move of 64 bits and the caches' instructions: gfx942 gfx950:
;= 9
 v_mov_b32 v8, 7
 v_mov_b32 v9, 9
 v_mov_b64 v[10:11], v[8:9]
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 s_mov_b64 exec, 1
 s_nop 4
 buffer_wbl2 sc1
 global_store_dword v[0:1], v11, off offset:32 sc0 sc1
 s_waitcnt vmcnt(0)
 global_load_dword v12, v[0:1], off offset:32 sc0 sc1
 s_waitcnt vmcnt(0)
 buffer_inv sc1
 global_store_dword v[0:1], v12, off offset:32
 s_endpgm
;; half of a moved pair that nobody has written: gfx942 gfx950:
;= 0
;! uninitialised register v11 read
 v_mov_b32 v8, 7
 v_mov_b64 v[10:11], v[8:9]
 v_add_u32 v12, v11, v10
 s_endpgm
;; an odd range of registers is refused: gfx90a gfx942 gfx950:
;= 125
;? (a range of vector registers that begins at an odd one
 .long 0xd2800001, 0x00020702
 s_endpgm
;; gfx908 has odd ranges: gfx908: --uninit=off
;= 0
 .long 0xd2800001, 0x00020702
 s_endpgm
;; packed words of constants are refused: gfx90a gfx942 gfx950:
;= 125
;? this machine does not have `v_pk_add_f32
 v_pk_add_f32 v[2:3], v[4:5], 1.0
 s_endpgm
;; quotients are rounded once, denormals and overflow among them: gfx803 gfx900 gfx906 gfx908 gfx90a gfx942 gfx950:
;= 0
 .macro quotient plo, phi, xlo, xhi, qlo, qhi
 v_mov_b32 v4, \plo
 v_mov_b32 v5, \phi
 v_mov_b32 v6, \xlo
 v_mov_b32 v7, \xhi
 v_div_scale_f64 v[8:9], s[30:31], v[6:7], v[6:7], v[4:5]
 v_div_scale_f64 v[10:11], vcc, v[4:5], v[6:7], v[4:5]
 v_rcp_f64 v[12:13], v[8:9]
 s_nop 0
 v_fma_f64 v[14:15], -v[8:9], v[12:13], 1.0
 v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
 v_fma_f64 v[14:15], -v[8:9], v[12:13], 1.0
 v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
 v_mul_f64 v[14:15], v[10:11], v[12:13]
 v_fma_f64 v[16:17], -v[8:9], v[14:15], v[10:11]
 v_div_fmas_f64 v[16:17], v[16:17], v[12:13], v[14:15]
 v_div_fixup_f64 v[16:17], v[16:17], v[6:7], v[4:5]
 s_nop 0
 v_readfirstlane_b32 s28, v16
 v_readfirstlane_b32 s29, v17
 s_mov_b32 s26, \qlo
 s_mov_b32 s27, \qhi
 s_xor_b64 s[28:29], s[28:29], s[26:27]
 s_cmp_lg_u64 s[28:29], 0
 s_addc_u32 s24, s24, 0
 .endm
 s_mov_b32 s24, 0
; 0x1.4ccccccccccd7p+919 / 0x1.b333333333341p-20 = 0x1.8787878787878p+938
 quotient 0xccccccd7, 0x7964cccc, 0x33333341, 0x3ebb3333, 0x78787878, 0x7a987878
; -0x1.04a1649ce0332p-1001 / -0x1.82b5ff1d313b4p+21 = 0x0.ac891badccf49p-1022
 quotient 0x49ce0332, 0x81604a16, 0xf1d313b4, 0xc1482b5f, 0xbadccf49, 0xac891
; 0x0.00000deadbeefp-1022 / 0x1.8765432100fedp-3 = 0x0.000048d2de11ep-1022
 quotient 0xdeadbeef, 0x0, 0x32100fed, 0x3fc87654, 0x8d2de11e, 0x4
; 0x1.23456789abcdep-300 / -0x0.0000000abcdefp-1022 = -0x1.b20366bb7a689p+750
 quotient 0x789abcde, 0x2d323456, 0xabcdef, 0x80000000, 0x6bb7a689, 0xeedb2036
; 0x1.eddccbbaa9987p-7 / 0x1.fedcba9876543p+1023 = 0x0.00f77b2fed37fp-1022
 quotient 0xbbaa9987, 0x3f8eddcc, 0xa9876543, 0x7fefedcb, 0xb2fed37f, 0xf77
; 0x1.eddccbbaa9987p+700 / 0x1.fedcba9876543p+1022 = 0x1.eef65fda6fd14p-323
 quotient 0xbbaa9987, 0x6bbeddcc, 0xa9876543, 0x7fdfedcb, 0xfda6fd14, 0x2bceef65
; 0x1.0p+1000 / -0x1.0p-1000 = -inf
 quotient 0x0, 0x7e700000, 0x0, 0x81700000, 0x0, 0xfff00000
; 0x1.0p-1000 / 0x1.5p+1000 = 0x0.0p+0
 quotient 0x0, 0x1700000, 0x0, 0x7e750000, 0x0, 0x0
; 0x1.fffffffffffffp+1023 / 0x1.0000000000001p+0 = 0x1.ffffffffffffdp+1023
 quotient 0xffffffff, 0x7fefffff, 0x1, 0x3ff00000, 0xfffffffd, 0x7fefffff
; -0x1.8p+3 / 0x1.8p+1 = -0x1.0000000000000p+2
 quotient 0x0, 0xc0280000, 0x0, 0x40080000, 0x0, 0xc0100000
 v_mov_b32 v2, s24
 s_mov_b64 exec, 1
 s_add_u32 s6, s6, 32
 s_addc_u32 s7, s7, 0
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 flat_store_dword v[0:1], v2
 s_endpgm

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
;; all of gfx950's LDS: gfx950:
;~ 163840
;= 7
 s_mov_b64 exec, 1
 v_mov_b32 v8, 0x27ffc
 v_mov_b32 v9, 7
 ds_write_b32 v8, v9
 s_waitcnt lgkmcnt(0)
 ds_read_b32 v10, v8
 s_waitcnt lgkmcnt(0)
 v_mov_b32 v0, s6
 v_mov_b32 v1, s7
 global_store_dword v[0:1], v10, off offset:32
 s_endpgm
;; beyond it: gfx950:
;~ 163840
;= 126
;! access to 4 bytes at 0x28000 of LDS, of which the group has 163840 bytes
 s_mov_b64 exec, 1
 v_mov_b32 v8, 0x28000
 v_mov_b32 v9, 7
 ds_write_b32 v8, v9
 s_endpgm
