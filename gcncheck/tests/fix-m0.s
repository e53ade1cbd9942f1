; M0 is restored once on each path, and to the function's own limit.
; cpu: gfx803
; expect: foreign-m0-access@8 foreign-m0-access@16 foreign-m0-access@24 foreign-m0-return@32
	.text
	.type	f, @function
f:
	s_movk_i32	m0, 0x600
	s_mov_b32	m0, s24
	flat_load_dword	v0, v[4:5]	; 8: here,
	ds_read_b32	v1, v0		; 16: and so not here,
	ds_read_b32	v1, v2 offset:4	; 24: nor here,
	s_setpc_b64	s[18:19]	; 32: nor here
	.size	f, .-f

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
