; Products of vectors of 64-bit integers, to which the product of the upper halves
; is added.
; cpu: gfx906
; expect: wrong-product@52 wrong-product@108 wrong-product@168 wrong-product@224
	.text

; As GCC has it.
	.type	plain, @function
plain:
	v_mul_lo_u32	v6, v8, v4
	v_mul_hi_u32	v7, v4, v8
	v_mul_lo_u32	v3, v9, v4
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v8, v5
	v_add_u32	v7, v3, v7
	s_nop	0
	v_mul_lo_u32	v3, v9, v5
	v_add_u32	v7, v3, v7
	s_setpc_b64	s[18:19]
	.size	plain, .-plain

; The sums have registers of their own; the other cross product comes first.
	.type	renamed, @function
renamed:
	v_mul_lo_u32	v6, v8, v4
	v_mul_hi_u32	v7, v8, v4
	v_mul_lo_u32	v3, v8, v5
	v_add_u32	v10, v3, v7
	v_mul_lo_u32	v8, v9, v4
	v_add_u32	v11, v8, v10
	v_mul_lo_u32	v9, v9, v5
	v_add_u32_e64	v12, v11, v9
	s_setpc_b64	s[18:19]
	.size	renamed, .-renamed

; By a constant that is negative, and by a pair of scalar registers.
	.type	negative, @function
negative:
	v_mul_lo_u32	v6, v8, -7
	v_mul_hi_u32	v7, v8, -7
	v_mul_lo_u32	v3, v9, -7
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v8, -1
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v9, -1
	v_add_u32	v7, v3, v7
	s_setpc_b64	s[18:19]
	.size	negative, .-negative
	.type	scalar, @function
scalar:
	v_mul_lo_u32	v6, s8, v4
	v_mul_hi_u32	v7, s8, v4
	v_mul_lo_u32	v3, s9, v4
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, s8, v5
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, s9, v5
	v_add_u32	v7, v3, v7
	s_setpc_b64	s[18:19]
	.size	scalar, .-scalar

; Right ones: an upper half that is 0; no such product; a sum of other things.
	.type	zero, @function
zero:
	v_mov_b32	v4, 0x70
	v_mov_b32	v5, 0
	v_mul_lo_u32	v6, v8, v4
	v_mul_hi_u32	v7, v4, v8
	v_mul_lo_u32	v3, v9, v4
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v8, v5
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v9, v5
	v_add_u32	v7, v3, v7
	s_setpc_b64	s[18:19]
	.size	zero, .-zero
	.type	right, @function
right:
	v_mul_lo_u32	v6, v8, v4
	v_mul_hi_u32	v7, v4, v8
	v_mul_lo_u32	v3, v9, v4
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v8, v5
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v9, v10
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v6, v8, 7
	v_mul_hi_u32	v7, v8, 7
	v_mul_lo_u32	v3, v9, 7
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v8, 0
	v_add_u32	v7, v3, v7
	v_mul_lo_u32	v3, v9, 0
	v_add_u32	v7, v3, v7
	s_setpc_b64	s[18:19]
	.size	right, .-right

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
