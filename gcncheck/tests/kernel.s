; M0 holds nothing when a kernel starts.  A kernel's end needs none.
; cpu: gfx803
; expect: foreign-m0-access@0
	.text
	.globl	k
	.type	k, @function
k:
	flat_load_dword	v0, v[4:5]	; 0
	s_movk_i32	m0, 0x600	; 8
	flat_load_dword	v0, v[4:5]	; 12
	s_mov_b32	m0, s5
	s_endpgm
	.size	k, .-k
	.section .rodata
	.p2align 6
	.amdhsa_kernel k
		.amdhsa_next_free_vgpr 8
		.amdhsa_next_free_sgpr 8
	.end_amdhsa_kernel

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
