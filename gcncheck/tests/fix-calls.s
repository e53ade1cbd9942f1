; What depends on other objects is no finding here, but --fix sees to it: a
; callee's last instruction may be a vector instruction that gives an SGPR back.
; cpu: gfx900
; expect:
	.text
	.globl	f
	.type	f, @function
f:
	v_mov_b32	v1, 0
	global_load_dword	v0, v1, s[14:15]	; 4: two of five, the call one
	v_writelane_b32	v40, s18, 0
	s_swappc_b64	s[18:19], s[4:5]
	global_load_dword	v0, v1, s[32:33]	; one, the return
	s_getpc_b64	s[2:3]
	s_add_u32	s2, s2, here@rel32@lo+4
	s_addc_u32	s3, s3, here@rel32@hi+12
	s_swappc_b64	s[18:19], s[2:3]
	global_load_dword	v0, v1, s[32:33]	; known: it does not
	s_endpgm
	.size	f, .-f
	.type	here, @function
here:
	s_nop	4
	s_setpc_b64	s[18:19]
	.size	here, .-here

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
