; A copy that is overwritten, or lost in a call, is no copy; a copy of a
; foreign value is none either; a loop brings the clobber round.
; cpu: gfx803
; expect: foreign-m0-return@16 foreign-m0-return@40 foreign-m0-return@56 foreign-m0-access@64
	.text
	.type	over, @function
over:
	s_mov_b32	s20, m0		; 0
	s_mov_b32	m0, s24		; 4
	s_mov_b64	s[20:21], exec	; 8
	s_mov_b32	m0, s20		; 12
	s_setpc_b64	s[18:19]	; 16
	.size	over, .-over
	.type	call, @function
call:
	s_mov_b32	s20, m0		; 20
	s_swappc_b64	s[18:19], s[2:3]	; 24
	s_mov_b32	m0, s24		; 28
	s_mov_b32	m0, s20		; 32
	s_nop	0			; 36
	s_setpc_b64	s[18:19]	; 40
	.size	call, .-call
	.type	foreign, @function
foreign:
	s_mov_b32	m0, s24		; 44
	s_mov_b32	s20, m0		; 48
	s_mov_b32	m0, s20		; 52
	s_setpc_b64	s[18:19]	; 56
	.size	foreign, .-foreign
	.type	loop, @function
loop:
	s_movk_i32	m0, 0x600	; 60
.Ltop:
	ds_read_b32	v0, v1		; 64
	s_mov_b32	m0, s3		; 72
	s_cbranch_scc1	.Ltop		; 76
	s_movk_i32	m0, 0x600	; 80
	s_setpc_b64	s[18:19]	; 84
	.size	loop, .-loop

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
