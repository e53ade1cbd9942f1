/* Printing of instructions: what print.c and print-memory.c share.
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

#ifndef GCN_PRINT_H
#define GCN_PRINT_H

#include "isa.h"

struct gcn_out
{
  char *buf;
  size_t size, used;
  unsigned n_operands;
  const struct gcn_insn *in;
  enum gcn_cpu cpu;
};

extern void gcn_out (struct gcn_out *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
extern void gcn_out_operand (struct gcn_out *, unsigned code, unsigned regs,
			     enum gcn_type);
extern void gcn_out_literal (struct gcn_out *, uint32_t, enum gcn_type);
extern void gcn_out_imm (struct gcn_out *, enum gcn_type);
extern void gcn_out_memory (struct gcn_out *);

#endif /* GCN_PRINT_H */
