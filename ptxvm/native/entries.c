/* Native code: where plans can be entered.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "native.h"
#include "simt/native/native.h"
#include "unit.h"

bool
native_wanted (const struct vm *vm)
{
  return (vm->opt.native != VM_NATIVE_OFF && !vm->race && !vm->shadow
	  && vm->opt.uninit == VM_UNINIT_OFF && !vm->opt.insn_limit
	  && !vm->opt.profile
	  && simt_native_allowed ());
}

/* ---- Entries.  */

/* True if code for OP does the operations that belong to it, too.  */
static bool
whole_p (unsigned op)
{
  return (op == OP_guard_add_4 || op == OP_guard_add_8 || op == OP_guard_atom
	  || op == OP_guard_fence || op == OP_shuffle_1);
}

/* How many operations from K of F on code can be written for, as far as is worth
   knowing.  */
#define ENOUGH 6
static uint32_t
run_length (const struct uniform_plan *plan, const struct native *n, uint32_t k)
{
  uint32_t sum = 0;
  for (; k < n->n && sum < ENOUGH; k++)
    {
      unsigned op = n->ops[k];
      if (op == OP_ONCE (OP_call))
	sum += 2;
      else if (!native_can_as (n->f, plan, &plan->code[k], op))
	return sum;
      else if (op == OP_bra || op == OP_brac)
	sum += 3;
      /* A handler of the interpreter's does what lanes differ in about as fast.  */
      else if (op != OP_join && !native_lanes_p (n->f, plan, &plan->code[k]))
	sum++;
      if (whole_p (op))
	k += (uint32_t) plan->code[k].rel;
    }
  return sum;
}

bool
native_begin (const struct planning *p, struct uniform_plan *plan)
{
  uint32_t count = p->f->n_code;
  struct native *n = calloc (1, sizeof *n);
  if (!n)
    return false;
  n->f = p->f;
  n->n = count;
  n->ops = malloc ((count + 1) * sizeof *n->ops);
  n->under = calloc (count + 1, sizeof *n->under);
  plan->native = n;
  if (!n->ops || !n->under)
    {
      native_free (n);
      plan->native = NULL;
      return false;
    }
  for (uint32_t k = 0; k < count; k++)
    {
      /* Where native code is left, nothing is in vector registers.  */
      if (plan->code[k].op < OP_N_FN)
	plan->code[k].op = (uint16_t) plain_op (&plan->code[k]);
      n->ops[k] = plan->code[k].op;
    }
  return true;
}

/* True if native code is left at the operation K, so that it may be entered again after
   it.  */
static bool
leaves_p (const struct uniform_plan *plan, const struct native *n, uint32_t k)
{
  return !native_can_as (n->f, plan, &plan->code[k], n->ops[k]);
}

void
native_end (const struct planning *p, struct uniform_plan *plan)
{
  struct native *n = plan->native;
  uint8_t *entry = calloc (n->n + 1, 1);
  if (!entry)
    return;
  entry[0] = 1;
  for (uint32_t k = 0; k < n->n; k++)
    {
      const struct uop *u = &p->f->code[k];
      if ((u->op == OP_bra || u->op == OP_brac) && u->rel <= 0)
	{
	  /* Where the plan's branch goes, past meeting points.  */
	  entry[k + (uint32_t) u->rel] |= 1;
	  entry[k + (uint32_t) plan->code[k].rel] |= 1;
	}
      if (leaves_p (plan, n, k))
	entry[k + 1] |= 1;
    }
  /* The interpreter does what lanes differ in several operations at a time, among which
     there is no entry.  */
  for (uint32_t k = 0; k < n->n; k++)
    if (entry[k] && native_lanes_p (n->f, plan, &plan->code[k]))
      {
	entry[k] = 0;
	entry[k + 1] |= 1;
      }
  for (uint32_t k = 0; k < n->n; k++)
    {
      unsigned op = n->ops[k];
      if (op == OP_guard || whole_p (op))
	memset (entry + k + 1, 0, (size_t) plan->code[k].rel);
    }
  uint32_t entries = 0;
  for (uint32_t k = 0; k < n->n; k++)
    if (entry[k] && run_length (plan, n, k) >= ENOUGH)
      {
	n->under[k] = plan->code[k].op;
	plan->code[k].op = OP_native;
	entries++;
      }
  /* What is done from one entry to the next, more or less.  */
  if (entries)
    n->job.weight = n->n / entries / SIMT_NATIVE_OPS;
  free (entry);
}

void
native_free (struct native *n)
{
  if (!n)
    return;
  if (n->so)
    dlclose (n->so);
  free (n->ops);
  free (n->under);
  free (n);
}
