; Lane moves as bytes, since no assembler takes the illegal one.
; cpu: gfx906
; expect: illegal-lane-move@0 illegal-lane-move@16
	.text
	.type	lanes, @function
lanes:
	.long	0xd28a0001, 0x00000602	; v1, s2, s3
	.long	0xd28a0001, 0x0000f802	; v1, s2, m0
	.long	0xd28a0001, 0x0000067c	; v1, m0, s3
	v_writelane_b32	v1, s2, s2
	v_writelane_b32	v1, s2, 5
	v_writelane_b32	v1, 5, s2
	s_mov_b32	m0, s3
	flat_load_dword	v0, v[4:5]
	s_setpc_b64	s[18:19]
	.size	lanes, .-lanes

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
