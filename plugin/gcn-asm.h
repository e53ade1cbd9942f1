/* What the text of an inline asm does with M0.
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

#ifndef ACCELFIX_GCN_ASM_H
#define ACCELFIX_GCN_ASM_H

/* All fields are about the statement as a whole.  "Entry" is the value that
   M0 has when the first instruction of the text starts.  */
struct gcn_asm_effects
{
  bool writes;		/* M0 may be changed.  */
  bool reads;		/* The entry value may be used as an operand, or by
			   an instruction that reads M0 unnamed.  */
  bool accesses;	/* An LDS or FLAT access, a call or a jump out of the
			   text may see the entry value.  */
  bool hazard_in;	/* The first instruction wants a wait state after a
			   write of M0.  */
  bool hazard_out;	/* The last instruction writes M0.  */
  bool gds;		/* There is a GDS instruction.  */
  bool ends;		/* Nothing runs on behind the last instruction.  */
  bool empty;		/* There is no instruction at all.  */
};

/* The text of the asm PATTERN, or null where it is none.  Sets *OPERANDS to
   whether % has a meaning in it.  */
extern const char *gcn_asm_text (const_rtx pattern, bool *operands);

extern void gcn_scan_asm (const char *text, bool has_operands,
			 struct gcn_asm_effects *);

#endif /* ACCELFIX_GCN_ASM_H */
