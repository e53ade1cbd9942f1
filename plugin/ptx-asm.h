/* What the text of an inline asm does, for nvptx.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_PTX_ASM_H
#define ACCELFIX_PTX_ASM_H

/* What the template of an asm shows.  */
struct ptx_asm_effects
{
  unsigned HOST_WIDE_INT printed;	/* Operands that it prints, a bit
					   each.  */
  bool uncertain;			/* Something is under a predicate, or
					   jumped over.  */
  bool label;				/* It defines a label.  */
  bool convergent;			/* A barrier, shuffle, vote: for all
					   lanes together.  */
};

extern void ptx_scan_asm_text (const char *text, struct ptx_asm_effects *);

#endif /* ACCELFIX_PTX_ASM_H */
