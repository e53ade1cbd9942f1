; Wait states that are missing over branches, calls and returns, and what is
; not on any path.
; cpu: gfx900
; expect: hazard-wide-store@24 hazard-sgpr-vmem@56 hazard-lane-select@96 hazard-lane-select@172 hazard-lane-select@192 hazard-sgpr-vmem@264
	.text
	.globl	branches
	.type	branches, @function
branches:
	; One way has the state that the other one lacks.
	flat_store_dwordx4	v[4:5], v[8:11]
	s_cbranch_scc1	.Lthere
	v_mov_b32	v8, 0
.Lthere:
	flat_store_dwordx4	v[4:5], v[8:11]
.Lover:
	v_mov_b32	v9, 0	; after the second one alone
	v_readlane_b32	s20, v5, 0
	s_cbranch_scc0	.Lover
	s_cbranch_vccz	.Lload
	s_nop	4
	s_endpgm
	s_nop	0
.Lload:
	global_load_dword	v7, v4, s[20:21]
	s_setpc_b64	s[18:19]
	.size	branches, .-branches

	; The callee's first instructions after the call.
	.type	callee, @function
callee:
	s_nop	0
	s_cbranch_scc1	.Lskip
	v_nop
	v_nop
	v_readlane_b32	s21, v1, s20	; long enough
	s_setpc_b64	s[18:19]
.Lskip:
	v_readlane_b32	s21, v1, s20	; three
	s_setpc_b64	s[18:19]
	.size	callee, .-callee
	.globl	caller
	.type	caller, @function
caller:
	s_getpc_b64	s[2:3]
	s_add_u32	s2, s2, callee@rel32@lo+4
	s_addc_u32	s3, s3, callee@rel32@hi+12
	v_readfirstlane_b32	s20, v1
	s_swappc_b64	s[18:19], s[2:3]
	s_setpc_b64	s[18:19]
	.size	caller, .-caller

	; The caller's next instructions after the return, by a jump at the end
	; of another function too.
	.type	returns, @function
returns:
	v_readfirstlane_b32	s22, v1
	s_setpc_b64	s[18:19]
	.size	returns, .-returns
	.globl	again
	.type	again, @function
again:
	s_getpc_b64	s[2:3]
	s_add_u32	s2, s2, returns@rel32@lo+4
	s_addc_u32	s3, s3, returns@rel32@hi+12
	s_swappc_b64	s[18:19], s[2:3]
	v_readlane_b32	s23, v1, s22	; one
	s_getpc_b64	s[2:3]
	s_call_b64	s[18:19], jumps
	s_nop	1
	v_readlane_b32	s23, v1, s22	; three
	s_nop	3
	s_call_b64	s[18:19], returns
	s_nop	2
	v_readlane_b32	s23, v1, s22
	s_endpgm
	.size	again, .-again
	.type	jumps, @function
jumps:
	s_branch	returns
	.size	jumps, .-jumps

	; Through a callee that returns at once, which no one can see.
	.globl	through
	.type	through, @function
through:
	v_readlane_b32	s30, v5, 0
	s_swappc_b64	s[18:19], s[2:3]
	s_nop	0
	s_cbranch_scc0	.Lfar
	s_nop	0
	global_load_dword	v7, v4, s[30:31]	; five
	s_endpgm
.Lfar:
	global_load_dword	v7, v4, s[30:31]
	s_endpgm
	.size	through, .-through

; Copyright (C) 2026 The accelfix authors.
; This file is part of accelfix, free software under the GNU General Public
; License, version 3 or later; see the file COPYING.
