/* Type checking: what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef PTX_CHECK_TYPES_H
#define PTX_CHECK_TYPES_H

#include "ptx-int.h"

struct checker
{
  const struct ptx_unit *unit;
  const struct ptx_function *f;
  const struct ptx_insn *insn;
  const struct ptx_insn_row *row;
  struct ptx_diag *diag;
  unsigned errors;
  bool insn_bad;		/* One message an instruction is enough.  */
};

/* The instruction of C is in error, as FORMAT and what follows says.  The first
   message of an instruction is given, the others are not.  */
extern void wrong (struct checker *c, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

/* check-modifiers.c: the types and modifiers that the instruction of C has, and
   those that it lacks.  */
extern void check_types_present (struct checker *);
extern void check_modifiers (struct checker *);

static inline bool
bits_p (enum ptx_type t)
{
  return t >= PTX_B8 && t <= PTX_B128;
}

static inline bool
int_p (enum ptx_type t)
{
  return t >= PTX_U8 && t <= PTX_S64;
}

static inline bool
float_p (enum ptx_type t)
{
  return ptx_type_float_p (t);
}

#endif /* PTX_CHECK_TYPES_H */
