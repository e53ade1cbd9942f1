; Restored by the prologue's constant, from a saved copy, by -1; user's reads
; of a foreign value are no matter, nor are lane permutes and GDS.
; cpu: gfx803
; expect:
	.text
	.type	constant, @function
constant:
	s_movk_i32	m0, 0x600
	s_mov_b32	m0, s24
	s_nop	0
	s_sendmsg	sendmsg(MSG_INTERRUPT)
	ds_bpermute_b32	v0, v1, v2
	ds_read_b32	v0, v1 gds
	s_movk_i32	m0, 0x600
	flat_load_dword	v0, v[4:5]
	s_setpc_b64	s[18:19]
	.size	constant, .-constant
	.type	saved, @function
saved:
	s_mov_b32	s20, m0
	s_mov_b32	m0, s24
	s_mov_b32	s5, m0
	s_mov_b32	m0, s20
	flat_load_dword	v0, v[4:5]
	s_setpc_b64	s[18:19]
	.size	saved, .-saved
	.type	all, @function
all:
	s_mov_b32	m0, s24
	s_mov_b32	m0, -1
	ds_write_b32	v0, v1
	s_endpgm
	.size	all, .-all

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
