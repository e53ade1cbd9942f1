; What --fix replaces: words with relocations, branches, a branch's target,
; second words, calls that do not come back.
; cpu: gfx803
; expect: hazard-wide-store@8 hazard-wide-store@24 hazard-lane-select@48 no-terminator@72 no-terminator@92
	.text
	.cfi_sections .debug_frame
	.globl	f
	.type	f, @function
f:
	.cfi_startproc
	flat_store_dwordx4	v[2:3], v[4:7]
	v_mov_b32	v4, elsewhere@rel32@lo+4	; 8: a literal with a relocation
	flat_store_dwordx4	v[2:3], v[4:7]	; 16
.Lagain:
	v_lshlrev_b64	v[6:7], 4, v[8:9]	; 24: of 8 bytes, a branch's target
	.cfi_def_cfa_offset 16
	s_cbranch_scc1	.Lagain		; 32
	v_readfirstlane_b32	s20, v1		; 36
	s_cbranch_scc0	.Llane		; 40
	s_nop	0			; 44
.Llane:
	v_readlane_b32	s21, v1, s20	; 48: two of four, or one
	s_setpc_b64	s[18:19]	; 56
	.cfi_endproc
	.size	f, .-f
	.type	calls, @function
calls:
	s_getpc_b64	s[2:3]		; 60
	s_nop	0
	s_nop	0
	s_swappc_b64	s[18:19], s[2:3]	; 72
	.size	calls, .-calls
	.type	branches, @function
branches:
	s_getpc_b64	s[2:3]		; 76
	s_add_u32	s2, s2, elsewhere@rel32@lo+4	; 80
	s_mov_b32	s3, 0		; 88
	s_cbranch_scc1	branches	; 92
	.size	branches, .-branches
	.type	other, @function
other:
	s_setpc_b64	s[18:19]
	.size	other, .-other
	.section .rodata
	.long	0
	.globl	elsewhere
	.hidden	elsewhere
elsewhere:
	.long	0

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
