/* Printing of instructions: what print.c and print-memory.c share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
