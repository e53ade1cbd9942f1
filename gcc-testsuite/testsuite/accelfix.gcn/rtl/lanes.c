void __RTL (startwith ("pro_and_epilogue")) lanes1 (void)
{
(function "lanes1"
  (insn-chain
    (cnote 1 NOTE_INSN_DELETED)
    (block 2
      (edge-from entry (flags "FALLTHRU"))
      (cnote 2 [bb 2] NOTE_INSN_BASIC_BLOCK)
      (cinsn 5 (set (reg:V64SI v8) (vec_merge:V64SI (vec_duplicate:V64SI (reg:SI s24)) (reg:V64SI v8) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 7 (set (reg:V64DI v10) (vec_merge:V64DI (vec_duplicate:V64DI (reg:DI s26)) (reg:V64DI v10) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 8 (set (reg:V64HI v12) (vec_merge:V64HI (vec_duplicate:V64HI (reg:HI s28)) (reg:V64HI v12) (ashift (const_int 1) (reg:SI s25)))))
      (cinsn 6 (use (reg:V64SI v8)))
      (cinsn 9 (use (reg:V64DI v10)))
      (cinsn 10 (use (reg:V64HI v12)))
      (edge-to exit (flags "FALLTHRU"))
    ) ;; block 2
  ) ;; insn-chain
) ;; function
}
