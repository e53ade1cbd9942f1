/* No write of M0 in the prologue, since the function starts behind it: M0 is
   saved to a register that nothing else uses, and the kernel's number of
   registers counts that.
   gcncheck finds the access, as it knows that the hardware leaves nothing in
   M0 when a kernel starts.
   { gcn-arch "fiji" }
   { gcn-finds "foreign-m0-access" }
   { gcn-args "verbose m0=1" }
   { gcn-scan "^\ts_mov_b32\ts2, m0$" 1 }
   { gcn-scan "^\ts_mov_b32\tm0, s2$" 1 }
   { gcn-scan "^\ts_mov_b32\tm0, s24$" 1 }
   { gcn-scan "amdhsa_next_free_sgpr\t25" 1 }
   { gcn-scan "^\ts_endpgm" 1 } */
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
