; M0 is clobbered before an access, on one way to a call, and at a return.
; cpu: gfx803
; expect: foreign-m0-access@8 foreign-m0-call@44 foreign-m0-return@64
	.text
	.globl	access
	.type	access, @function
access:
	s_movk_i32	m0, 0x600	; 0
	s_mov_b32	m0, s24		; 4
	flat_load_dword	v0, v[4:5]	; 8
	s_movk_i32	m0, 0x600	; 16
	ds_read_b32	v0, v1		; 20
	s_setpc_b64	s[18:19]	; 28
	.size	access, .-access
	.globl	call
	.type	call, @function
call:
	s_movk_i32	m0, 0x600	; 32
	s_cbranch_scc1	.Lskip		; 36
	s_add_u32	m0, m0, s3	; 40
.Lskip:
	s_swappc_b64	s[18:19], s[2:3]	; 44
	ds_read_b32	v0, v1		; 48
	s_movk_i32	m0, 0x400	; 56
	s_nop	0			; 60
	s_setpc_b64	s[18:19]	; 64
	.size	call, .-call

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
