/* A value in a scalar register goes to the lane that another one names.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.  accelfix is free software; you can
   redistribute it and/or modify it under the terms of the GNU General Public
   License as published by the Free Software Foundation; either version 3, or
   (at your option) any later version.  See the file COPYING.  */

/* No C makes GCC 12 emit the move, which its machine description allows: the
   function is given as RTL.  What it is compiled to is called by the kernel; the
   end of a kernel becomes a return before that.  */
#define KERNEL void __attribute__ ((amdgpu_hsa_kernel ()))

void __RTL (startwith ("pro_and_epilogue")) put (void)
{
(function "put"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:V64SI v8)
		    (vec_merge:V64SI (vec_duplicate:V64SI (reg:SI s24))
				     (reg:V64SI v8)
				     (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 7 (use (reg:V64SI v8)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
) ;; function
}

KERNEL
move (int *out)
{
  int moved, kept;
  asm volatile ("s_mov_b64 exec, -1\n\t"
		"v_mov_b32 v8, 17\n\t"
		"s_mov_b32 s24, 0x1234\n\t"
		"s_mov_b32 s25, 5\n\t"
		"s_getpc_b64 s[20:21]\n\t"
		"s_add_u32 s20, s20, put@rel32@lo+4\n\t"
		"s_addc_u32 s21, s21, put@rel32@hi+4\n\t"
		"s_swappc_b64 s[18:19], s[20:21]\n\t"
		"v_readlane_b32 %0, v8, 5\n\t"
		"v_readlane_b32 %1, v8, 4\n\t"
		"s_mov_b64 exec, 1"
		: "=Sg" (moved), "=Sg" (kept)
		:: "v0", "v1", "v8", "s18", "s19", "s20", "s21", "s24", "s25",
		"memory");
  out[0] = moved;
  out[1] = kept;
}
