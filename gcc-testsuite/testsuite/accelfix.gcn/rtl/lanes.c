/* Lane moves with two scalar operands, one and two registers wide, which no C
   makes GCC 12 emit.  Three with one lane need it selected once.
   { gcn-arch "fiji gfx900 gfx906 gfx908" }
   { gcn-args "lane-select=auto lane-select=m0 lane-select=exec comment=0,lane-select=exec" }
   { gcn-scan "s_bfm_b64\texec, 1, s25" 0 "lane-select=m0" }
   { gcn-scan "s_bfm_b64\texec, 1, s25" 2 "lane-select=exec" }
   { gcn-scan "^\tv_mov_b32\tv(8, s24|10, s26|11, s27|12, s28|9, s29)$" 5 "lane-select=exec" }
   { gcn-scan "s_mov_b32\tm0, s25" 2 "lane-select=m0" }
   { gcn-scan "0xd28a0008, 0xf818$" 1 "lane-select=m0" }
   { gcn-scan "0xd28a000a, 0xf81a$" 1 "lane-select=m0" }
   { gcn-scan "0xd28a000b, 0xf81b$" 1 "lane-select=m0" }
   { gcn-scan "0xd28a000c, 0xf81c$" 1 "lane-select=m0" }
   { gcn-scan "0xd28a0009, 0xf81d$" 1 "lane-select=m0" }
   { gcn-scan "\tm0, " 0 "lane-select=exec gfx906" }
   { gcn-scan "v_writelane_b32\tv\d+, s\d+, s\d+" 0 }
   { gcn-scan "accelfix:" 4 "lane-select=auto" }
   { gcn-scan "accelfix:" 0 "comment=0" } */
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
      (cinsn 8 (set (reg:V64HI v12) (vec_merge:V64HI (vec_duplicate:V64HI (reg:HI s28)) (reg:V64HI v12) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 9 (set (reg:SI s25) (const_int 3)))
      (cinsn 10 (set (reg:V64SI v9) (vec_merge:V64SI (vec_duplicate:V64SI (reg:SI s29)) (reg:V64SI v9) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 11 (use (reg:V64SI v8)))
      (cinsn 12 (use (reg:V64DI v10)))
      (cinsn 13 (use (reg:V64HI v12)))
      (cinsn 14 (use (reg:V64SI v9)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
) ;; function
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
