/* An explicit value of EXEC is live across the move: it is still there for the
   insn behind.
   { gcn-arch "fiji gfx906" }
   { gcn-args "lane-select=auto lane-select=exec lane-select=m0" }
   { gcn-scan "s_bfm_b64\texec, 1, s25" 0 "lane-select=auto" }
   { gcn-scan "0xd28a0008, 0xf818$" 1 "lane-select=auto" }
   { gcn-scan "0xd28a0008, 0xf818$" 1 "lane-select=m0" }
   { gcn-scan "s_bfm_b64\texec, 1, s25\n\tv_mov_b32\tv8, s24\n\ts_mov_b64\texec, s\[\d+:\d+\]\n\tv_mov_b32\tv9, v10" 1 "lane-select=exec" }
   { gcn-scan "v_mov_b32\tv9, v10" 1 } */
void __RTL (startwith ("pro_and_epilogue")) lanes (void)
{
(function "lanes"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 4 (set (reg:DI exec_lo) (reg:DI s30)))
      (cinsn 5 (set (reg:V64SI v8) (vec_merge:V64SI (vec_duplicate:V64SI (reg:SI s24)) (reg:V64SI v8) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 6 (parallel [(set (reg:V64SI v9) (vec_merge:V64SI (reg:V64SI v10) (reg:V64SI v9) (reg:DI exec_lo)))
			  (clobber (scratch:V64DI))]))
      (cinsn 11 (use (reg:V64SI v8)))
      (cinsn 12 (use (reg:V64SI v9)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
) ;; function
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
