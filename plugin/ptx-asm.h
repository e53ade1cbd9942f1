/* What the text of an inline asm does, for nvptx.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

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
