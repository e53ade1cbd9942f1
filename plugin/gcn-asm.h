/* The text of an inline asm, and what it does with M0 (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_GCN_ASM_H
#define ACCELFIX_GCN_ASM_H

/* What an asm as a whole does.  "Entry" is the value that M0 has when the first
   instruction of the text starts.  */
struct gcn_asm_effects
{
  bool writes;		/* M0 may be changed.  */
  bool reads;		/* The entry value may be used as an operand, or by
			   an instruction that reads M0 unnamed.  */
  bool accesses;	/* An LDS or FLAT access, a call or a jump out of the
			   text may see the entry value.  */
  bool gds;		/* There is a GDS instruction.  */
  bool ends;		/* Nothing runs on behind the last instruction.  */
};

/* Prints the asm INSN to asm_out_file, with its operands unless one of them
   cannot be printed: that is for "final" to say.  */
extern void gcn_print_asm (rtx_insn *insn);

/* Sets *E to what INSN does, and returns true, if it is an asm.  */
extern bool gcn_scan_asm (rtx_insn *insn, struct gcn_asm_effects *e);

/* Between these two asm_out_file is memory.  The second returns what was
   written there, to be freed.  */
extern void gcn_begin_capture ();
extern char *gcn_end_capture ();

#endif /* ACCELFIX_GCN_ASM_H */
