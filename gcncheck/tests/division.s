; Divisions of vectors of 64-bit integers, as in libgcc: the divisor is shifted to
; the left until its topmost bit is set, which is bit 63.
; cpu: gfx906
; expect: wrong-division@0 wrong-division@40 wrong-division@72 wrong-division@100 wrong-division@268
	.text

; As GCC 14 to 16 have it, in several orders.
	.type	__divv64di3, @function
__divv64di3:
	v_and_b32	v4, 0x80000000, v10
	v_and_b32	v5, 0, v11
	v_cmp_gt_u64	s[12:13], v[8:9], v[10:11]
	s_mov_b64	exec, s[12:13]
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	s_setpc_b64	s[18:19]
	.size	__divv64di3, .-__divv64di3

; The upper half first, something between.
	.type	__umodv2di3_aux, @function
__umodv2di3_aux:
	v_and_b32	v7, 0, v11
	v_and_b32	v6, 0x80000000, v10
	s_mov_b64	exec, s[12:13]
	v_cmp_ne_u64	vcc, 0, v[6:7]
	s_setpc_b64	s[18:19]
	v_nop
	v_nop
	.size	__umodv2di3_aux, .-__umodv2di3_aux

; The constant in a register.
	.type	__divmodv32di4, @function
__divmodv32di4:
	s_brev_b32	s4, 1
	v_and_b32	v4, s4, v10
	v_mov_b32	v5, 0
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	s_setpc_b64	s[18:19]
	s_mov_b32	s4, 0x80000000
	v_and_b32_e64	v4, v10, s4
	v_mov_b32	v5, 0
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	s_setpc_b64	s[18:19]
	.size	__divmodv32di4, .-__divmodv32di4

; With bit 63, as it should be.
	.type	__udivv64di3, @function
__udivv64di3:
	v_and_b32	v5, 0x80000000, v11
	v_and_b32	v4, 0, v10
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	s_setpc_b64	s[18:19]
	.size	__udivv64di3, .-__udivv64di3

; The value that is asked for is another one, or a jump is between.
	.type	__modv64di3, @function
__modv64di3:
	v_and_b32	v4, 0x80000000, v10
	v_and_b32	v5, 0, v11
	v_mov_b32	v5, v9
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	v_and_b32	v4, 0x80000000, v10
	v_and_b32	v5, 0, v12
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	v_and_b32	v4, 0x80000000, v10
	v_and_b32	v5, 0, v11
	v_cmp_eq_u32	vcc, v4, v5
	s_setpc_b64	s[18:19]
	.size	__modv64di3, .-__modv64di3

; A program of the user's may have its reasons.
	.type	normalise, @function
normalise:
	v_and_b32	v4, 0x80000000, v10
	v_and_b32	v5, 0, v11
	v_cmp_gt_u64	s[12:13], v[8:9], v[10:11]
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	v_lshlrev_b64	v[10:11], 1, v[10:11]
	v_lshrrev_b64	v[10:11], 1, v[10:11]
	v_lshrrev_b64	v[14:15], 1, v[14:15]
	s_setpc_b64	s[18:19]
	.size	normalise, .-normalise

; Without symbols, a divisor is known by what is done to it.
	v_and_b32	v4, 0x80000000, v10
	v_and_b32	v5, 0, v11
	v_cmp_gt_u64	s[12:13], v[8:9], v[10:11]
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	v_lshlrev_b64	v[10:11], 1, v[10:11]
	v_lshrrev_b64	v[10:11], 1, v[10:11]
	v_lshrrev_b64	v[14:15], 1, v[14:15]
	s_setpc_b64	s[18:19]

	v_and_b32	v4, 0x80000000, v10
	v_and_b32	v5, 0, v11
	v_cmp_gt_u64	s[12:13], v[8:9], v[10:11]
	v_cmp_eq_u64	s[12:13], v[4:5], 0
	v_lshlrev_b64	v[10:11], 1, v[10:11]
	s_setpc_b64	s[18:19]

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
