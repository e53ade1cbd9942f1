/* The insns of SIMT regions.
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


#ifndef ACCELFIX_SIMD_INSNS_H
#define ACCELFIX_SIMD_INSNS_H

/* The parts of an insn that prints the start of a SIMT region
   (nvptx.md, omp_simt_enter).  */
struct simt_entry
{
  rtx_insn *insn;
  basic_block bb;
  rtx record;			/* Register that points to the record.  */
  rtx *size;			/* Where its size in bytes stands.  */
  rtx *align;			/* Where its alignment stands, in bytes.  */
};

/* Puts the starts of all SIMT regions of the current function into ENTRIES.
   The control flow graph must be there; insns need not know their block.  */
extern void simt_find_entries (vec<simt_entry> *entries);

/* Puts the insns of the region that starts at ENTRY into INSNS, the one that
   prints its end not.  */
extern void simt_find_insns (const simt_entry &entry,
			     hash_set<rtx_insn *> *insns);

#endif /* ACCELFIX_SIMD_INSNS_H */
