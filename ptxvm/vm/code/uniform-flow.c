/* What of a function is the same in all lanes of a uniform activation: from one basic
   block to the next.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A register differs where a block begins if it does at the end of a block that leads
   there: what is known grows from nothing, with each pass over the function, until
   nothing changes (find_divergent).  */

#include <stdlib.h>
#include <string.h>

#include "code/translate.h"
#include "code/uniform-plan.h"

/* Bytes for the registers where blocks begin, at most.  In a function that needs more,
   those that differ anywhere do so at the beginning of each block.  */
#define MOST_IN (16 << 20)

static size_t
n_registers (const struct planning *p)
{
  return p->f->temp_off / 64;
}

void
uniform_blocks (struct planning *p)
{
  const struct vfunc *f = p->f;
  memset (p->leader, 0, f->n_code * sizeof *p->leader);
  p->leader[0] = true;
  for (uint32_t k = 0; k < f->n_code; k++)
    {
      const struct uop *u = &f->code[k];
      if (outside_p (p, u))
	continue;
      if (u->op == OP_bra || u->op == OP_brac)
	p->leader[k + (uint32_t) u->rel] = true;
      else if (u->op == OP_brx)
	for (int32_t j = 1; j <= *(const int32_t *) u->ptr; j++)
	  p->leader[k + (uint32_t) ((const int32_t *) u->ptr)[j]] = true;
    }
  p->n_blocks = 0;
  for (uint32_t k = 0; k < f->n_code; k++)
    if (p->leader[k])
      p->block[k] = p->n_blocks++;
  free (p->in);
  p->in = NULL;
  if (n_registers (p) && p->n_blocks <= MOST_IN / n_registers (p))
    p->in = calloc (p->n_blocks, n_registers (p));
  if (p->in)
    memcpy (p->in, p->start, n_registers (p));
}

/* The registers where the block at the operation K begins.  */
static uint8_t *
in_of (const struct planning *p, uint32_t k)
{
  return p->in + p->block[k] * n_registers (p);
}

static void
flow_to (struct planning *p, uint32_t k)
{
  if (!p->in || k >= p->f->n_code)
    return;
  uint8_t *in = in_of (p, k);
  for (size_t i = 0; i < n_registers (p); i++)
    if (p->now[i] & ~in[i])
      {
	in[i] = 1;
	p->changed = true;
      }
}

void
uniform_block_begins (struct planning *p, uint32_t k)
{
  if (k > 0 && p->falls)
    flow_to (p, k);
  memcpy (p->now, p->in ? in_of (p, k) : p->own, n_registers (p));
  p->falls = true;
}

void
uniform_flow (struct planning *p, uint32_t k)
{
  const struct uop *u = &p->f->code[k];
  p->falls = true;
  if (outside_p (p, u))
    return;
  if (u->op == OP_bra || u->op == OP_brac)
    flow_to (p, k + (uint32_t) u->rel);
  else if (u->op == OP_brx)
    for (int32_t j = 1; j <= *(const int32_t *) u->ptr; j++)
      flow_to (p, k + (uint32_t) ((const int32_t *) u->ptr)[j]);
  p->falls = u->op == OP_brac || (u->op != OP_bra && u->op != OP_brx
				  && u->op != OP_ret && u->op != OP_exit);
}
