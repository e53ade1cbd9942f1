/* Names of local variables of the host program.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdio.h>
#include <string.h>
#include <unwind.h>

#include "dw-names.h"
#include "dw.h"
#include "locals.h"

/* ---- Where an address is.  */

/* DWARF's numbers of the registers that calls preserve (System V ABI for
   x86-64, figure 3.36; DWARF for the Arm 64-bit architecture, section 4.1).  */
static const uint8_t preserved[] =
  {
#if defined __x86_64__
    3, 6, 12, 13, 14, 15
#elif defined __aarch64__
    19, 20, 21, 22, 23, 24, 25, 26
#endif
  };
enum { N_PRESERVED = sizeof preserved / sizeof *preserved };
/* The stack pointer's.  */
#if defined __aarch64__
enum { STACK_POINTER = 31 };
#else
enum { STACK_POINTER = 7 };
#endif

struct search
{
  struct simt_frame *f;
  const void *code;
  unsigned depth;
  bool found, done;
};

/* Called for each frame, from the innermost.  _Unwind_GetCFA gives the stack
   pointer as it is in that frame, which is where the next one's frame ends.  */

static _Unwind_Reason_Code
look_at_frame (struct _Unwind_Context *context, void *closure)
{
  struct search *s = closure;
  enum { MOST = 32 };
  if (s->found)
    {
      s->f->cfa = _Unwind_GetCFA (context);
      s->done = true;
      return _URC_END_OF_STACK;
    }
  if ((const void *) _Unwind_GetIP (context) == s->code)
    {
      s->found = true;
      s->f->low = _Unwind_GetCFA (context);
      for (size_t i = 0; i < N_PRESERVED; i++)
	s->f->saved[i] = _Unwind_GetGR (context, preserved[i]);
    }
  return ++s->depth < MOST ? _URC_NO_REASON : _URC_END_OF_STACK;
}

bool
simt_frame_find (const void *code, struct simt_frame *f)
{
  struct search s = { f, code, 0, false, false };
  if (!code || !N_PRESERVED)
    return false;
  memset (f, 0, sizeof *f);
  f->code = code;
  _Unwind_Backtrace (look_at_frame, &s);
  return s.done && f->cfa > f->low;
}

void
simt_local_find (const struct simt_frame *f, uint64_t addr,
		 struct simt_local *l)
{
  /* Of a larger frame only this much is searched: what is in it are arrays.  */
  enum { MOST = 4096 * sizeof (uintptr_t) };
  unsigned n = 0;
  memset (l, 0, sizeof *l);
  l->code = f->code;
  if (f->cfa - f->low > INT32_MAX)
    {
      l->code = NULL;
      return;
    }
  l->low = (int32_t) (f->low - f->cfa);
  if (addr >= f->low && addr < f->cfa)
    {
      l->how[n] = SIMT_LOCAL_IN;
      l->at[n++] = (int32_t) (addr - f->cfa);
    }
  for (size_t i = 0; i < N_PRESERVED && n < SIMT_LOCAL_MOST; i++)
    if (f->saved[i] == addr)
      {
	l->how[n] = SIMT_LOCAL_REGISTER;
	l->at[n++] = preserved[i];
      }
  uintptr_t from = f->cfa - f->low > MOST ? f->cfa - MOST : f->low;
  for (uintptr_t p = f->cfa - sizeof p; p >= from && n < SIMT_LOCAL_MOST;
       p -= sizeof p)
    {
      uintptr_t word;
      memcpy (&word, (const void *) p, sizeof word);
      if (word == addr)
	{
	  l->how[n] = SIMT_LOCAL_SLOT;
	  l->at[n++] = (int32_t) (p - f->cfa);
	}
    }
  if (!n)
    l->code = NULL;
}

/* ---- Which variable that is.  */

struct question
{
  const struct simt_dw *dw;
  const struct simt_local *l;
  uint64_t pc;			/* As the debug information counts.  */
  bool by_cfa;			/* The function's frame base is the CFA.  */
  bool anywhere;		/* Not only what is there at PC.  */
  bool fortran;
  char *buf;
  size_t size;
  bool known;
  bool scalars;			/* No structures are there.  */
};

static bool
pointer_p (const struct question *q, struct simt_die *type)
{
  int tag = q->dw->dwarf_tag (type);
  return (tag == TAG_POINTER || tag == TAG_REFERENCE
	  || tag == TAG_RVALUE_REFERENCE);
}

/* Append ".member" for what is OFF bytes into a structure of TYPE, and so on.
   Names that begin with `_' are the implementation's: a std::vector is called by
   its own.  */

static void
add_member (struct question *q, struct simt_die *type, uint64_t off)
{
  struct simt_die at, next, member_type;
  struct simt_attr attr;
  uint64_t begin, bytes;
  if (q->dw->dwarf_child (type, &at) != 0)
    return;
  do
    {
      if (q->dw->dwarf_tag (&at) != TAG_MEMBER
	  || !q->dw->dwarf_attr_integrate (&at, AT_MEMBER_LOCATION, &attr)
	  || q->dw->dwarf_formudata (&attr, &begin) != 0
	  || off < begin || !simt_dw_type (q->dw, &at, &member_type, NULL))
	continue;
      if (pointer_p (q, &member_type)
	  || q->dw->dwarf_aggregate_size (&member_type, &bytes) != 0)
	bytes = sizeof (void *);
      if (off - begin < bytes)
	{
	  const char *name = simt_dw_text (q->dw, &at, AT_NAME);
	  size_t n = strlen (q->buf);
	  if (!name || *name == '_')
	    return;
	  snprintf (q->buf + n, q->size - n, "%c%s", q->fortran ? '%' : '.',
		    name);
	  add_member (q, &member_type, off - begin);
	  return;
	}
    }
  while (q->dw->dwarf_siblingof (&at, &next) == 0 && (at = next, true));
}

/* Does a variable of TYPE lead to numbers, characters or pointers alone: is it an
   array of them, or a pointer to one or more of them?  */

static bool
scalars_p (const struct question *q, struct simt_die type)
{
  struct simt_die next;
  bool array = q->dw->dwarf_tag (&type) == TAG_ARRAY;
  if (array || pointer_p (q, &type))
    {
      if (!simt_dw_type (q->dw, &type, &next, NULL))
	return false;
      type = next;
      if (!array && q->dw->dwarf_tag (&type) == TAG_ARRAY)
	return scalars_p (q, type);
    }
  int tag = q->dw->dwarf_tag (&type);
  return tag == TAG_BASE || tag == TAG_ENUM || pointer_p (q, &type);
}

/* Is variable DIE, at offset BEGIN from the CFA, or for INDIRECT the pointer to
   it, what the address was found by?  *OFF becomes how far into it.  */

static bool
in_frame_p (const struct question *q, struct simt_die *die, int64_t begin,
	    bool indirect, struct simt_die *type, uint64_t *off)
{
  uint64_t bytes = sizeof (void *);
  bool typed = simt_dw_type (q->dw, die, type, NULL);
  /* The size of a Fortran array whose descriptor this is is not known: the
     pointer to its data comes first.  */
  if (typed && !indirect && !pointer_p (q, type)
      && q->dw->dwarf_aggregate_size (type, &bytes) != 0)
    bytes = sizeof (void *);
  for (unsigned i = 0; i < SIMT_LOCAL_MOST; i++)
    if ((q->l->how[i] == SIMT_LOCAL_SLOT
	 || (q->l->how[i] == SIMT_LOCAL_IN && !indirect))
	&& q->l->at[i] >= begin && (uint64_t) (q->l->at[i] - begin) < bytes)
      {
	*off = (uint64_t) (q->l->at[i] - begin);
	return typed;
      }
  return false;
}

/* Is the address in register R, and DIE of a known type, *TYPE?  */

static bool
in_register_p (const struct question *q, struct simt_die *die, uint64_t r,
	       struct simt_die *type)
{
  for (unsigned i = 0; i < SIMT_LOCAL_MOST; i++)
    if (q->l->how[i] == SIMT_LOCAL_REGISTER && r == (uint64_t) q->l->at[i])
      return simt_dw_type (q->dw, die, type, NULL);
  return false;
}

/* Is variable DIE, at the location OP of N operations, what the address was
   found by?  *TYPE is its type then, *OFF how far into it that is, unless
   *INDIRECT: there is only a pointer to it.  */

static bool
at_location_p (const struct question *q, struct simt_die *die,
	       const struct simt_op *op, size_t n, struct simt_die *type,
	       uint64_t *off, bool *indirect)
{
  *off = 0;
  *indirect = n == 2 && op[1].atom == OP_DEREF;
  if (!n || (n > 1 && !*indirect))
    return false;
  uint8_t atom = op[0].atom;
  if (atom == OP_FBREG && q->by_cfa)
    return in_frame_p (q, die, (int64_t) op[0].number, *indirect, type, off);
  if (q->anywhere)
    return false;
  if (atom == OP_BREG0 + STACK_POINTER)
    return in_frame_p (q, die, q->l->low + (int64_t) op[0].number, *indirect,
		       type, off);
  if (n > 1)
    return false;
  if (atom >= OP_BREG0 && atom < OP_BREG0 + 32 && !op[0].number)
    /* The variable is where the register points.  */
    return in_register_p (q, die, atom - OP_BREG0, type);
  if ((atom >= OP_REG0 && atom < OP_REG0 + 32) || atom == OP_REGX)
    {
      *indirect = true;
      return in_register_p (q, die, (atom == OP_REGX ? op[0].number
				     : (uint64_t) (atom - OP_REG0)), type);
    }
  return false;
}

/* Take variable DIE's name if it is what is looked for.  */

static void
look_at_variable (struct question *q, struct simt_die *die)
{
  struct simt_attr attr;
  struct simt_op *op;
  struct simt_die type;
  size_t n;
  uint64_t off, base, start, end;
  bool found = false, indirect;
  if (!q->dw->dwarf_attr_integrate (die, AT_LOCATION, &attr))
    return;
  if (q->anywhere)
    for (ptrdiff_t at = 0;
	 !found && (at = q->dw->dwarf_getlocations (&attr, at, &base, &start,
						    &end, &op, &n)) > 0; )
      found = at_location_p (q, die, op, n, &type, &off, &indirect);
  else if (q->dw->dwarf_getlocation_addr (&attr, q->pc, &op, &n, 1) > 0)
    found = at_location_p (q, die, op, n, &type, &off, &indirect);
  const char *name = found ? simt_dw_text (q->dw, die, AT_NAME) : NULL;
  if (!name)
    return;
  q->known = true;
  q->scalars = scalars_p (q, type);
  snprintf (q->buf, q->size, "%s", name);
  if (!indirect && !pointer_p (q, &type))
    add_member (q, &type, off);
}

/* Look at the variables of what is in PARENT and has the place: an inner one
   comes later, and hides an outer one.  */

static void
look_in (struct question *q, struct simt_die *parent)
{
  struct simt_die at, next;
  struct simt_attr attr;
  struct simt_op *op;
  size_t n;
  if (q->dw->dwarf_child (parent, &at) != 0)
    return;
  do
    switch (q->dw->dwarf_tag (&at))
      {
      case TAG_PARAMETER:
      case TAG_VARIABLE:
	look_at_variable (q, &at);
	break;
      case TAG_NAMESPACE:
      case TAG_MODULE:
	look_in (q, &at);
	break;
      case TAG_SUBPROGRAM:
	if (q->dw->dwarf_haspc (&at, q->pc) != 1)
	  break;
	q->by_cfa
	  = (q->dw->dwarf_attr_integrate (&at, AT_FRAME_BASE, &attr)
	     && q->dw->dwarf_getlocation_addr (&attr, q->pc, &op, &n, 1) > 0
	     && n == 1 && op[0].atom == OP_CALL_FRAME_CFA);
	look_in (q, &at);
	break;
      case TAG_BLOCK:
      case TAG_INLINED:
	if (q->dw->dwarf_haspc (&at, q->pc) == 1)
	  look_in (q, &at);
	break;
      default:
	break;
      }
  while (q->dw->dwarf_siblingof (&at, &next) == 0 && (at = next, true));
}

static void
ask (const struct simt_dw *dw, void *module, uintptr_t at, void *closure)
{
  struct question *q = closure;
  struct simt_attr attr;
  uint64_t bias = 0, language = 0;
  struct simt_die *unit = dw->dwfl_module_addrdie (module, at, &bias);
  if (!unit)
    return;
  q->dw = dw;
  q->pc = at - bias;
  if (dw->dwarf_attr_integrate (unit, AT_LANGUAGE, &attr))
    dw->dwarf_formudata (&attr, &language);
  q->fortran = (language == LANG_FORTRAN77 || language == LANG_FORTRAN90
		|| language == LANG_FORTRAN95 || language == LANG_FORTRAN03
		|| language == LANG_FORTRAN08 || language == LANG_FORTRAN18);
  look_in (q, unit);
  /* The debug information often forgets where a variable was spilled to.  What
     is in its place is the address, so that this is good enough.  */
  q->anywhere = true;
  if (!q->known)
    look_in (q, unit);
}

/* Look for what is at Q's place.  */

static void
look_at_place (struct question *q)
{
  if (q->l->code)
    /* The call is before where it returns to.  */
    simt_dw_at ((uintptr_t) q->l->code - 1, ask, q);
}

bool
simt_local_name (const struct simt_local *l, char *buf, size_t size)
{
  struct question q = { .l = l, .buf = buf, .size = size };
  look_at_place (&q);
  return q.known;
}

bool
simt_local_scalars (const struct simt_local *l)
{
  char name[200];
  struct question q = { .l = l, .buf = name, .size = sizeof name };
  look_at_place (&q);
  return q.scalars;
}
