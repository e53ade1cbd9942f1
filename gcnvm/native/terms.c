/* What scalar operations compute, as terms.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Compilers write one value in many ways: a comparison, kept in a register, masked and compared
   with 0 again.  Here such a value has one form.  */

#include <string.h>

#include "native/terms.h"

void
terms_start (struct terms *t, unsigned registers)
{
  for (unsigned i = 0; i < registers; i++)
    t->t[1 + i] = (struct term_node) { TERM_REGISTER, 0, 0, 0, i };
  t->first = t->n = 1 + registers;
}

static term
add (struct terms *t, struct term_node x)
{
  if (x.kind == TERM_REGISTER)
    return x.value < t->first - 1 ? (term) (1 + x.value) : 0;
  for (unsigned i = t->first; i < t->n; i++)
    {
      const struct term_node *y = &t->t[i];
      if (x.kind == y->kind && x.a == y->a && x.b == y->b && x.c == y->c
	  && x.value == y->value)
	return (term) i;
    }
  if (t->n == MOST_TERMS)
    return 0;
  t->t[t->n] = x;
  return (term) t->n++;
}

term
term_leaf (struct terms *t, enum term_kind kind, uint32_t value)
{
  return add (t, (struct term_node) { (uint8_t) kind, 0, 0, 0, value });
}

/* Whether A is 0 or 1.  */

static bool
bool_p (const struct terms *t, term a)
{
  const struct term_node *x = &t->t[a];
  switch (x->kind)
    {
    case TERM_CONSTANT:
      return x->value <= 1;
    case TERM_LESS: case TERM_LESS_SIGNED: case TERM_EQUAL: case TERM_NOT:
      return true;
    case TERM_SHR:
      return term_constant_p (t, x->b, 31);
    case TERM_AND: case TERM_OR: case TERM_XOR:
      return bool_p (t, x->a) && bool_p (t, x->b);
    case TERM_CHOICE:
      return bool_p (t, x->b) && bool_p (t, x->c);
    default:
      return false;
    }
}

term
term_nonzero (struct terms *t, term a)
{
  term zero = term_leaf (t, TERM_CONSTANT, 0);
  return term_of (t, TERM_NOT, term_of (t, TERM_EQUAL, a, zero, 0), 0, 0);
}

/* What KIND of A and B is, if it is simpler: 0 if it is not.  A constant is B.  */

static term
simpler (struct terms *t, enum term_kind kind, term a, term b)
{
  const struct term_node *x = &t->t[a];
  bool zero = term_constant_p (t, b, 0), one = term_constant_p (t, b, 1);
  switch (kind)
    {
    case TERM_ADD: case TERM_OR: case TERM_XOR: case TERM_SHL:
      return zero ? a : 0;
    case TERM_AND:
      return one && bool_p (t, a) ? a : 0;
    case TERM_SHR:
      if (zero)
	return a;
      /* The lowest bit.  */
      if (term_constant_p (t, b, 31) && x->kind == TERM_SHL && x->b == b)
	return term_of (t, TERM_AND, x->a, term_leaf (t, TERM_CONSTANT, 1), 0);
      return 0;
    case TERM_SUB:
      if (term_is (t, b, TERM_CONSTANT))
	return term_of (t, TERM_ADD, a,
			term_leaf (t, TERM_CONSTANT, -t->t[b].value), 0);
      return 0;
    case TERM_EQUAL:
      if (zero && bool_p (t, a))
	return term_of (t, TERM_NOT, a, 0, 0);
      return one && bool_p (t, a) ? a : 0;
    case TERM_LESS:
      if (one)
	return term_of (t, TERM_EQUAL, a, term_leaf (t, TERM_CONSTANT, 0), 0);
      return term_constant_p (t, a, 0) ? term_nonzero (t, b) : 0;
    case TERM_LESS_SIGNED:
      if (zero)
	return term_of (t, TERM_SHR, a, term_leaf (t, TERM_CONSTANT, 31), 0);
      if (term_constant_p (t, a, UINT32_MAX))
	return term_of (t, TERM_NOT,
			term_of (t, TERM_LESS_SIGNED, b,
				 term_leaf (t, TERM_CONSTANT, 0), 0), 0, 0);
      return 0;
    case TERM_NOT:
      return x->kind == TERM_NOT ? x->a : 0;
    default:
      return 0;
    }
}

term
term_of (struct terms *t, enum term_kind kind, term a, term b, term c)
{
  bool unary = kind == TERM_NOT, choice = kind == TERM_CHOICE;
  if (!a || (!b && !unary) || (!c && choice))
    return 0;
  if (kind == TERM_ADD || kind == TERM_AND || kind == TERM_OR || kind == TERM_XOR
      || kind == TERM_EQUAL)
    {
      bool ka = t->t[a].kind == TERM_CONSTANT, kb = t->t[b].kind == TERM_CONSTANT;
      if ((ka && !kb) || (ka == kb && a > b))
	{
	  term d = a;
	  a = b;
	  b = d;
	}
    }
  if (choice && t->t[a].kind == TERM_NOT)
    return term_of (t, TERM_CHOICE, t->t[a].a, c, b);
  if (choice && b == c)
    return b;
  term s = simpler (t, kind, a, b);
  return s ? s : add (t, (struct term_node) { (uint8_t) kind, a, b, c, 0 });
}
