/* Lane moves with two scalar operands: the lane gets the value, its neighbour
   keeps its own.  The function given as RTL, which no C makes GCC 12 emit, is
   compiled as a kernel; the change makes it one that comes back.
   { gcn-arch "fiji gfx900 gfx906" }
   { gcn-args "- lane-select=m0 lane-select=exec" }
   { gcn-replace "s_endpgm" "s_setpc_b64 s[18:19]" }
   { gcn-launch "move --grid=1,64,1 --group=1,64,1 out=20" "00001234 00000011 00005678 00009abc 00000013" } */
#define KERNEL void __attribute__ ((amdgpu_hsa_kernel ()))
void __RTL (startwith ("pro_and_epilogue")) lanes (void)
{
(function "lanes"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:V64SI v8) (vec_merge:V64SI (vec_duplicate:V64SI (reg:SI s24)) (reg:V64SI v8) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 7 (set (reg:V64DI v10) (vec_merge:V64DI (vec_duplicate:V64DI (reg:DI s26)) (reg:V64DI v10) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 11 (use (reg:V64SI v8)))
      (cinsn 12 (use (reg:V64DI v10)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
) ;; function
}

KERNEL
move (int *out)
{
  int moved, kept, low, high, kept_high;
  asm volatile ("s_mov_b64 exec, -1\n\t"
		"v_mov_b32 v8, 17\n\t"
		"v_mov_b32 v10, 18\n\t"
		"v_mov_b32 v11, 19\n\t"
		"s_mov_b32 s24, 0x1234\n\t"
		"s_mov_b32 s25, 5\n\t"
		"s_mov_b32 s26, 0x5678\n\t"
		"s_mov_b32 s27, 0x9abc\n\t"
		"s_getpc_b64 s[20:21]\n\t"
		"s_add_u32 s20, s20, lanes@rel32@lo+4\n\t"
		"s_addc_u32 s21, s21, lanes@rel32@hi+4\n\t"
		"s_swappc_b64 s[18:19], s[20:21]\n\t"
		"v_readlane_b32 %0, v8, 5\n\t"
		"v_readlane_b32 %1, v8, 4\n\t"
		"v_readlane_b32 %2, v10, 5\n\t"
		"v_readlane_b32 %3, v11, 5\n\t"
		"v_readlane_b32 %4, v11, 6\n\t"
		"s_mov_b64 exec, 1"
		: "=Sg" (moved), "=Sg" (kept), "=Sg" (low), "=Sg" (high),
		  "=Sg" (kept_high)
		:: "v0", "v1", "v8", "v10", "v11", "s18", "s19", "s20", "s21",
		"s24", "s25", "s26", "s27", "memory");
  out[0] = moved;
  out[1] = kept;
  out[2] = low;
  out[3] = high;
  out[4] = kept_high;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
