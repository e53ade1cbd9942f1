/* No write of M0 in the prologue, since the function starts behind it: there is
   no value to restore, and that is said.
   { gcn-arch "fiji" }
   { gcn-args "verbose m0=1" }
   { gcn-error "sorry, unimplemented: .m0. is changed in a function whose prologue does not set it" } */
void __RTL (startwith ("bbro")) save (void)
{
(function "save"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:SI m0) (reg:SI s24)))
      (cinsn 6 (set (reg:SI v0) (mem:SI (reg:DI v4) [0 S4 A32])))
      (cinsn 7 (use (reg:SI v0)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
) ;; function
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
