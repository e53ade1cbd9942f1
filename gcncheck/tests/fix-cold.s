; A part in a section of its own, and one that nothing is wrong with.
; cpu: gfx803
; expect: hazard-wide-store@8 no-terminator@16
	.text
	.type	good, @function
good:
	s_setpc_b64	s[18:19]
	.size	good, .-good
	.section .text.unlikely,"ax",@progbits
	.globl	cold
	.type	cold, @function
cold:
	flat_store_dwordx4	v[2:3], v[4:7]
	v_add_u32	v4, vcc, 1, v4	; 8
	s_nop	0
	s_trap	1			; 16
	.size	cold, .-cold

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
