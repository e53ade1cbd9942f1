/* What looks like a lane move, and whose operands do not fit GCC's pattern: the
   other lanes are those of another register.  It is not made legal by a move
   that leaves these alone; GCC says what is wrong with it.
   { gcn-arch "fiji gfx906" }
   { gcn-args "lane-select=auto lane-select=exec lane-select=m0" }
   { gcn-error "insn does not satisfy its constraints" } */
void __RTL (startwith ("alignments")) lanes (void)
{
(function "lanes"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:V64SI v8) (vec_merge:V64SI (vec_duplicate:V64SI (reg:SI s24)) (reg:V64SI v9) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 11 (use (reg:V64SI v8)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
) ;; function
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
