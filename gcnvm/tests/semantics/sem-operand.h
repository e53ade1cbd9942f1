/* Random operands of instructions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SEM_OPERAND_H
#define SEM_OPERAND_H

#include "sem.h"

/* An instruction that is made.  */
struct maker
{
  struct sem_random *r;
  enum gcn_cpu cpu;
  const struct gcn_row *row;
  enum gcn_form form;
  bool scalar;			/* The one scalar operand has been taken.  */
  bool literal;
  uint32_t literal_value;
};

extern bool float_p (unsigned type);
extern bool half_p (unsigned type);
extern unsigned agpr (struct maker *m, unsigned regs);
extern unsigned source_vgpr (struct maker *m, unsigned type, unsigned regs);
extern unsigned source_sgpr (struct maker *m, unsigned type, unsigned regs);
extern uint32_t literal_of (struct maker *m, unsigned type);
extern unsigned constant (struct maker *m, unsigned type, bool vector);
extern unsigned vector_source (struct maker *m, unsigned type, bool vgpr_only,
			       bool literal);
extern unsigned scalar_source (struct maker *m, unsigned type);
extern unsigned dest_vgpr (struct maker *m, unsigned regs);
extern unsigned dest_sgpr (struct maker *m, unsigned regs);
extern bool same_p (struct maker *m);

#endif /* SEM_OPERAND_H */
