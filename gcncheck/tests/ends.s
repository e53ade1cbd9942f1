; Ends of functions: none, behind a trap, a call of abort, a cold part.
; cpu: gfx906
; expect: no-terminator@4 no-terminator@8 no-terminator@80
	.text
	.type	none, @function
none:
	s_nop	0			; 0
	s_nop	0			; 4
	.size	none, .-none
	.type	trap, @function
trap:
	s_trap	1			; 8
	.size	trap, .-trap
	.type	aborts, @function
aborts:
	s_getpc_b64	s[2:3]		; 12
	s_add_u32	s2, s2, abort@rel32@lo+4	; 16
	s_addc_u32	s3, s3, abort@rel32@hi+4	; 24
	s_swappc_b64	s[18:19], s[2:3]	; 32
	.size	aborts, .-aborts
	.type	endless, @function
endless:
	s_branch	endless		; 36
	.size	endless, .-endless
	.type	calls_endless, @function
calls_endless:
	s_getpc_b64	s[2:3]		; 40
	s_add_u32	s2, s2, endless@rel32@lo+4	; 44
	s_addc_u32	s3, s3, endless@rel32@hi+4	; 52
	s_swappc_b64	s[18:19], s[2:3]	; 60
	.size	calls_endless, .-calls_endless
	.type	both, @function
both:
	s_cbranch_scc1	.Lother		; 64
	s_setpc_b64	s[18:19]	; 68
.Lother:
	s_nop	0			; 72
	s_nop	0			; 76
	s_swappc_b64	s[18:19], s[4:5]	; 80
	.size	both, .-both
	.type	right, @function
right:
	s_nop	0			; 84
	s_endpgm			; 88
	.size	right, .-right
	.globl	abort
	.hidden	abort
	.type	abort, @function
abort:
	s_endpgm			; 92
	.size	abort, .-abort

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
