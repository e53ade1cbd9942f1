/* What scalar operations compute, as terms.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_NATIVE_TERMS_H
#define GCNVM_NATIVE_TERMS_H

#include <stdbool.h>
#include <stdint.h>

/* Of 32 bits.  */
enum term_kind
{
  TERM_REGISTER,		/* What variable VALUE is at the beginning.  */
  TERM_CONSTANT,		/* VALUE.  */
  TERM_OTHER,			/* Something that A and B decide.  */
  TERM_ADD, TERM_SUB, TERM_SHL, TERM_SHR, TERM_AND, TERM_OR, TERM_XOR,
  /* 0 or 1.  */
  TERM_LESS, TERM_LESS_SIGNED, TERM_EQUAL, TERM_NOT,
  TERM_CHOICE			/* A ? B : C.  */
};

/* Its number; two terms that are written alike have the same.  0: there was no room.  */
typedef uint16_t term;

enum { MOST_TERMS = 256 };

struct terms
{
  struct term_node
  {
    uint8_t kind;
    term a, b, c;
    uint32_t value;
  } t[MOST_TERMS];
  unsigned first, n;		/* FIRST: of those that are no registers.  */
};

/* Begin with REGISTERS terms: register R is 1 + R.  */
extern void terms_start (struct terms *, unsigned registers);
/* The term of KIND without operands: a register, a constant.  */
extern term term_leaf (struct terms *, enum term_kind kind, uint32_t value);
/* The term of KIND and operands A, B and C, as many as it has (0 else), in its simplest
   form.  Comparisons are unsigned, but for TERM_LESS_SIGNED.  */
extern term term_of (struct terms *, enum term_kind kind, term a, term b, term c);
/* NOT (A = 0).  */
extern term term_nonzero (struct terms *, term a);

static inline bool
term_is (const struct terms *t, term a, enum term_kind kind)
{
  return a && t->t[a].kind == kind;
}

static inline bool
term_constant_p (const struct terms *t, term a, uint32_t value)
{
  return term_is (t, a, TERM_CONSTANT) && t->t[a].value == value;
}

#endif /* GCNVM_NATIVE_TERMS_H */
