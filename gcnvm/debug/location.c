/* The debugger of amdgcn code: locations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* DWARF's expressions (DWARF 5, 2.5 and 2.6), as GCC writes them for this target.  Where a
   variable's expression has a register as an address, that is two: GCC's pointers have 64
   bits, and DWARF's numbers are of registers of 32.  Call frame information puts the two
   halves together itself.  A number that GCC has in a vector register is in its lane 0:
   code for one lane is what its front ends know of.  */

#include "debug-int.h"
#include "simt/dwarf/dw-names.h"

struct machine
{
  const struct frame *f;
  uint64_t base;
  bool cfi;
  uint64_t stack[32];
  unsigned n;
};

static bool
push (struct machine *m, uint64_t v)
{
  if (m->n == 32)
    return false;
  m->stack[m->n++] = v;
  return true;
}

/* Push register N plus ADD.  */

static bool
push_register (struct machine *m, uint64_t n, uint64_t add)
{
  uint32_t low, high = 0;
  if (!frame_register (m->f, n, 0, &low)
      || (!m->cfi && !frame_register (m->f, n + 1, 0, &high)))
    return false;
  return push (m, (low | (uint64_t) high << 32) + add);
}

static bool
deref (struct machine *m, unsigned size)
{
  struct place p = { .wave = (void *) m->f->wave };
  uint64_t v = 0;
  if (!m->n || size > 8 || !memory_read (&p, m->stack[m->n - 1], &v, size))
    return false;
  m->stack[m->n - 1] = v;
  return true;
}

/* An operation on the two uppermost values, or on the one.  False if ATOM is none.  */

static bool
arithmetic (struct machine *m, unsigned atom)
{
  uint64_t *s = m->stack + m->n, b = m->n ? s[-1] : 0;
  if (!m->n)
    return false;
  switch (atom)
    {
    case OP_DUP: return push (m, b);
    case OP_DROP: m->n--; return true;
    case OP_NEG: s[-1] = -b; return true;
    case OP_NOT: s[-1] = ~b; return true;
    default: break;
    }
  if (m->n < 2)
    return false;
  uint64_t a = s[-2], r;
  switch (atom)
    {
    case OP_OVER: return push (m, a);
    case OP_SWAP: s[-2] = b; s[-1] = a; return true;
    case OP_AND: r = a & b; break;
    case OP_OR: r = a | b; break;
    case OP_XOR: r = a ^ b; break;
    case OP_PLUS: r = a + b; break;
    case OP_MINUS: r = a - b; break;
    case OP_MUL: r = a * b; break;
    case OP_SHL: r = b < 64 ? a << b : 0; break;
    case OP_SHR: r = b < 64 ? a >> b : 0; break;
    case OP_SHRA: r = (uint64_t) ((int64_t) a >> (b < 64 ? b : 63)); break;
    default: return false;
    }
  s[-2] = r;
  m->n--;
  return true;
}

/* Carry out O, which is no end of a location.  */

static bool
operate (struct machine *m, const struct simt_op *o)
{
  if (o->atom >= OP_LIT0 && o->atom < OP_LIT0 + 32)
    return push (m, o->atom - OP_LIT0);
  if (o->atom >= OP_BREG0 && o->atom < OP_BREG0 + 32)
    return push_register (m, o->atom - OP_BREG0, o->number);
  if (o->atom >= OP_CONST1U && o->atom <= OP_CONSTS)
    return push (m, o->number);
  switch (o->atom)
    {
    case OP_ADDR:
      return push (m, m->base + o->number);
    case OP_BREGX:
      return push_register (m, o->number, o->number2);
    case OP_FBREG:
      /* GCC's frame base is the CFA.  */
      return m->f->cfa_known && push (m, m->f->cfa + o->number);
    case OP_CALL_FRAME_CFA:
      return m->f->cfa_known && push (m, m->f->cfa);
    case OP_DEREF:
      return deref (m, 8);
    case OP_DEREF_SIZE:
      return deref (m, (unsigned) o->number);
    case OP_PLUS_UCONST:
      if (!m->n)
	return false;
      m->stack[m->n - 1] += o->number;
      return true;
    case OP_NOP:
      return true;
    default:
      return arithmetic (m, o->atom);
    }
}

bool
location_find (const struct frame *f, uint64_t base, const struct simt_op *ops,
	       size_t n, bool cfi, struct location *to)
{
  struct machine m = { .f = f, .base = base, .cfi = cfi };
  *to = (struct location) { .kind = IN_MEMORY };
  for (size_t k = 0; k < n; k++)
    {
      const struct simt_op *o = &ops[k];
      if (o->atom == OP_REGX || (o->atom >= OP_REG0 && o->atom < OP_REG0 + 32))
	{
	  /* Pieces of what is larger than a register are one in each.  */
	  if (to->n == 4 || m.n)
	    return false;
	  to->kind = IN_REGISTERS;
	  to->regs[to->n++] = (o->atom == OP_REGX ? o->number
			       : (uint64_t) (o->atom - OP_REG0));
	  if (k + 1 < n && ops[k + 1].atom == OP_PIECE && ops[k + 1].number == 4)
	    k++;
	  else if (k + 1 < n)
	    return false;
	}
      else if (o->atom == OP_STACK_VALUE)
	to->kind = IS_VALUE;
      else if (!operate (&m, o))
	return false;
    }
  if (to->kind == IN_REGISTERS)
    return !m.n;
  to->value = m.n ? m.stack[m.n - 1] : 0;
  return m.n == 1;
}
