/* Native code: the operations of a unit, with functions that are called.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A call jumps, and registers are where they were.  So a short function that is called
   can be part of the unit of what calls it, once for each call, and its registers stay
   variables.  Which function a call is of can be seen where GCC's code makes its address,

     s_getpc_b64 s[2:3];  s_add_u32 s2, s2, 0x210;  s_addc_u32 s3, s3, 0;
     ... s_swappc_b64 s[18:19], s[2:3];

   native code looks whether it is that one.  */

#include <stdlib.h>
#include <string.h>

#include "native/unit.h"

/* Longer functions would keep the compiler busy for seconds.  */
enum { MOST_OPS = 4000 };

/* Operations of a function that is called, and of a unit with such ones, so that gcc is done
   soon; calls in calls.  */
enum { MOST_CALLED = 160, MOST_ALL = 1600, MOST_DEEP = 3 };

/* Add the operations of function number FN of T, where they are; the first of them into
   *FIRST.  CALLED: it is part of what calls it.  False if there is no memory.  */

static bool
append (struct unit *t, unsigned fn, bool called, uint32_t *first)
{
  const struct function *f = t->fns[fn];
  struct op *ops = realloc (t->ops, (t->n + f->n) * sizeof *ops);
  if (!ops)
    return false;
  t->ops = ops;
  *first = t->n;
  for (uint32_t k = 0; k < f->n; k++)
    {
      struct op *o = &t->ops[t->n + k];
      op_classify (t->vm, f, &f->uops[k], o);
      o->fn = (uint16_t) fn;
      o->at = k;
      if (o->target >= 0)
	o->target += (int32_t) t->n;
      if (called && o->kind == K_ENTRY)
	o->kind = K_NOP;
      /* What is after a function's end.  */
      if (k + 1 == f->n)
	o->kind = K_LEAVE;
    }
  t->n += (uint32_t) f->n;
  return true;
}

/* The address that the call at operation K of T goes to, whose function's first operation
   is FIRST; 0 if that is not known.  */

static uint64_t
called_address (const struct unit *t, uint32_t first, uint32_t k)
{
  unsigned a = t->ops[k].u->a / 4;
  uint32_t low = 0, high = 0;
  int state = 0;
  for (uint32_t j = k; j-- > first;)
    {
      const struct op *o = &t->ops[j];
      const struct uop *u = o->u;
      if (!set_has (&o->defs, a) && !set_has (&o->defs, a + 1))
	continue;
      bool adds = o->kind == K_SCALAR && u->kb && !u->ka && u->a == u->d;
      if (state == 0 && adds && u->row == GCN_OP_s_addc_u32
	  && u->d / 4 == a + 1)
	high = (uint32_t) u->ib;
      else if (state == 1 && adds && u->row == GCN_OP_s_add_u32
	       && u->d / 4 == a)
	low = (uint32_t) u->ib;
      else if (state == 2 && o->kind == K_GETPC && u->d / 4 == a)
	return u->pc + 4 + (low | (uint64_t) high << 32);
      else
	return 0;
      state++;
    }
  return 0;
}

/* The number in T of the function that is at ADDRESS, if that is a short one in the same
   code as what calls it, FN; else -1.  */

static int
called_function (struct unit *t, unsigned fn, uint64_t address)
{
  const struct gcnvm_code_desc *code = &t->fns[0]->code->desc;
  if (address - code->base >= code->size)
    return -1;
  const struct uop *u = t->vm->find (t->vm, address);
  if (!u || u->op != UOP_NATIVE || u->pc != address)
    return -1;
  const struct function *f = ((struct native *) (uintptr_t) u->ia)->f;
  if (u != f->uops || f->n > MOST_CALLED || f == t->fns[fn] || f == t->fns[0])
    return -1;
  for (unsigned i = 0; i < t->n_fns; i++)
    if (t->fns[i] == f)
      return (int) i;
  if (t->n_fns == NATIVE_FUNCTIONS)
    return -1;
  t->fns[t->n_fns] = f;
  return (int) t->n_fns++;
}

bool
far_jump_p (const struct op *o)
{
  const struct uop *u = o->u;
  return (o->kind == K_LEAVE && !u->ka && u->a / 4 < 104
	  && (u->op == UOP_SETPC || (u->op == UOP_SWAPPC && u->d / 4 < 104)));
}

/* Make what is called by the operations of T from FIRST to END part of it; DEEP says how
   many functions these were called by.  The operations that are added, which return to
   BACK, if they are called.  */

static bool
add_called (struct unit *t, uint32_t first, uint32_t end, unsigned deep,
	    int32_t back)
{
  for (uint32_t k = first; k < end; k++)
    {
      struct op *o = &t->ops[k];
      const struct uop *u = o->u;
      unsigned d = u->d / 4;
      uint32_t added;
      if (!far_jump_p (o))
	continue;
      if (u->op == UOP_SETPC && back >= 0)
	{
	  o->kind = K_RETURN;
	  o->target = back;
	}
      if (u->op != UOP_SWAPPC || deep == MOST_DEEP
	  || k + 1 >= end || t->ops[k + 1].u->op != UOP_NATIVE
	  || t->vm->find (t->vm, u->pc + 4) != t->ops[k + 1].u)
	continue;
      uint64_t address = called_address (t, first, k);
      int fn = address ? called_function (t, o->fn, address) : -1;
      if (fn < 0 || t->n + t->fns[fn]->n > MOST_ALL)
	continue;
      if (!append (t, (unsigned) fn, true, &added))
	return false;
      o = &t->ops[k];
      o->kind = K_ENTER;
      o->target = (int32_t) added;
      set_add (&o->defs, d);
      set_add (&o->defs, d + 1);
      o[1].returns = true;
      if (!add_called (t, added, added + (uint32_t) t->fns[fn]->n, deep + 1,
		       (int32_t) k + 1))
	return false;
    }
  /* What they read.  */
  for (uint32_t k = first; k < end; k++)
    {
      struct op *o = &t->ops[k];
      bool far = far_jump_p (o);
      for (unsigned i = 0; i < 2; i++)
	{
	  if (far || o->kind == K_ENTER || o->kind == K_RETURN)
	    set_add (&o->uses, o->u->a / 4 + i);
	  if (far && o->u->op == UOP_SWAPPC)
	    set_add (&o->defs, o->u->d / 4 + i);
	}
    }
  return true;
}

bool
unit_read (struct unit *t)
{
  uint32_t first;
  const struct function *f = t->fns[0];
  return (f->n >= 2 && f->n <= MOST_OPS && append (t, 0, false, &first)
	  && add_called (t, first, t->n, 0, -1));
}

void
unit_free (struct unit *t)
{
  free (t->ops);
  free (t->blocks);
  free (t->block_of);
}
