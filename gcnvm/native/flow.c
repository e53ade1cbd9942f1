/* Native code: blocks, what is known to be defined, what is needed.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "native/unit.h"

/* Whether control does not go on after O by itself.  */

static bool
ends_p (const struct op *o)
{
  return (o->kind == K_BRANCH || o->kind == K_IF || o->kind == K_COUNT
	  || o->kind == K_ENTER || o->kind == K_RETURN || o->kind == K_LEAVE);
}

/* ---- Loops.  */

/* What the blocks are that have been seen on the way.  */
enum { FROM_HEAD = 1, TO_LATCH = 2 };

/* Mark in WAY which blocks can be reached from block HEAD, and which of these can reach LATCH
   without it.  Blocks jump back that are in no loop: GCC puts what is seldom done after all
   else.  */

static void
find_loop (const struct unit *t, uint32_t head, uint32_t latch, uint8_t *way)
{
  memset (way, 0, t->n_blocks);
  way[head] = FROM_HEAD;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t b = 0; b < t->n_blocks; b++)
	for (int i = 0; i < 2 && way[b]; i++)
	  {
	    int32_t s = t->blocks[b].succ[i];
	    if (s >= 0 && !way[s])
	      {
		way[s] = FROM_HEAD;
		changed = true;
	      }
	  }
    }
  if (!way[latch])
    return;
  way[latch] |= TO_LATCH;
  way[head] |= TO_LATCH;
  for (bool changed = latch != head; changed;)
    {
      changed = false;
      for (uint32_t b = t->n_blocks; b-- > 0;)
	for (int i = 0; i < 2 && way[b] == FROM_HEAD; i++)
	  {
	    int32_t s = t->blocks[b].succ[i];
	    if (s >= 0 && s != (int32_t) head && way[s] & TO_LATCH)
	      {
		way[b] |= TO_LATCH;
		changed = true;
	      }
	  }
    }
}

/* Whether a handler may be called in the loop WAY: then all that is dirty would be written
   in each turn.  */

static bool
loop_calls_p (const struct unit *t, const uint8_t *way)
{
  bool one = false, lanes = false;
  for (uint32_t b = 0; b < t->n_blocks; b++)
    for (uint32_t k = t->blocks[b].first; way[b] & TO_LATCH && k < t->blocks[b].end; k++)
      {
	const struct op *o = &t->ops[k];
	if (o->kind == K_CALL || (o->makes_exec && o->exec != EXEC_ONE))
	  return true;
	one |= o->makes_exec;
	lanes |= o->one_lane;
      }
  return lanes && !one;
}

/* Find the loops that call handlers, and where they are entered.  False if there is no
   memory.  */

static bool
find_loops (struct unit *t)
{
  uint8_t *way = malloc (t->n_blocks);
  if (!way)
    return false;
  for (uint32_t b = 0; b < t->n_blocks; b++)
    for (int i = 0; i < 2; i++)
      {
	int32_t s = t->blocks[b].succ[i];
	if (s < 0 || s > (int32_t) b || t->ops[t->blocks[b].end - 1].kind == K_RETURN)
	  continue;
	find_loop (t, (uint32_t) s, b, way);
	t->blocks[b].turns[i] = way[b] & TO_LATCH;
	for (uint32_t k = 0; k < t->n_blocks; k++)
	  if (way[k] & TO_LATCH && t->blocks[k].depth < UINT8_MAX)
	    t->blocks[k].depth++;
	t->blocks[s].calls |= t->blocks[b].turns[i] && loop_calls_p (t, way);
      }
  for (uint32_t b = 0; b < t->n_blocks; b++)
    for (int i = 0; i < 2; i++)
      {
	int32_t s = t->blocks[b].succ[i];
	t->blocks[b].enters_loop[i]
	  = s >= 0 && t->blocks[s].calls && !t->blocks[b].turns[i];
      }
  free (way);
  return true;
}

/* ---- Blocks.  */

/* Operations at which blocks begin are those that have a block in BLOCK_OF.  */

static bool
find_blocks (struct unit *t)
{
  t->block_of = calloc (t->n + 1, sizeof *t->block_of);
  if (!t->block_of)
    return false;
  t->block_of[0] = 1;
  for (uint32_t k = 0; k < t->n; k++)
    {
      const struct op *o = &t->ops[k];
      if (o->kind == K_ENTRY)
	t->block_of[k] = 1;
      if (o->target >= 0)
	t->block_of[o->target] = 1;
      if (ends_p (o))
	t->block_of[k + 1] = 1;
    }
  for (uint32_t k = 0; k < t->n; k++)
    t->n_blocks += t->block_of[k];
  /* The last one has one after it, too.  */
  t->blocks = calloc (t->n_blocks + 1, sizeof *t->blocks);
  if (!t->blocks)
    return false;
  uint32_t b = 0;
  for (uint32_t k = 0; k < t->n; k++)
    if (t->block_of[k])
      {
	t->blocks[b].first = k;
	t->block_of[k] = b;
	if (b)
	  t->blocks[b - 1].end = k;
	b++;
      }
  t->blocks[b - 1].end = t->n;
  for (b = 0; b < t->n_blocks; b++)
    {
      struct block *q = &t->blocks[b];
      const struct op *o = &t->ops[q->end - 1];
      q->succ[0] = q->succ[1] = -1;
      if (o->target >= 0)
	q->succ[0] = t->block_of[o->target];
      if (o->kind != K_BRANCH && o->kind != K_ENTER && o->kind != K_RETURN
	  && o->kind != K_LEAVE && b + 1 < t->n_blocks)
	q->succ[1] = b + 1;
    }
  return find_loops (t);
}

bool
move_known_p (const struct op *o, const struct set *known)
{
  if ((o->kind != K_READLANE && o->kind != K_WRITELANE) || o->u->ib)
    return false;
  if (o->kind == K_READLANE)
    return set_has (known, SET_VGPR + o->u->src[0] - GCN_VGPR);
  return set_within (&o->uses, known);
}

/* O is done: what is known to be defined then, and of EXEC.  */

void
op_known (const struct op *o, struct set *known, uint8_t *exec)
{
  /* Its handler alone is called.  */
  bool call = o->one_lane && *exec == EXEC_OTHER;
  bool moved = move_known_p (o, known);
  for (int i = 0; i < SET_WORDS; i++)
    switch (call ? K_CALL : o->kind)
      {
      case K_CALL: case K_READLANE: case K_WRITELANE:
	if (moved)
	  known->w[i] |= o->clobbers.w[i];
	else
	  known->w[i] &= ~o->clobbers.w[i];
	break;
      default:
	/* Where it was another way, native code was left, or not entered.  */
	known->w[i] |= (o->uses.w[i] & ~o->loose.w[i]) | o->defs.w[i];
      }
  if (o->makes_exec)
    *exec = o->exec;
}

/* O is done, with EXEC before: what is DIRTY then.  */

void
op_dirty (const struct op *o, uint8_t exec, struct set *dirty)
{
  bool call = o->kind == K_CALL || (o->one_lane && exec == EXEC_OTHER);
  bool moves = o->kind == K_READLANE || o->kind == K_WRITELANE;
  for (int i = 0; i < SET_WORDS; i++)
    dirty->w[i] = (call ? 0
		   : dirty->w[i] | (moves ? o->clobbers.w[i] : o->defs.w[i]));
}

bool
block_spills_p (const struct block *b, int i, const struct set *dirty)
{
  return b->enters_loop[i] || set_size (dirty) > 100;
}

/* Whether nothing is known at the beginning of block B: it is that of a function,
   or where a call comes back.  */

static bool
open_p (const struct unit *t, const struct block *b)
{
  const struct op *o = &t->ops[b->first];
  return o->kind == K_ENTRY && !o->u->ib && !o->returns;
}

/* Find what is read from each block on, as it was before, and has to be defined: what moves
   a value, as to save a register of a function's caller, does not ask for that.  */

static void
find_wanted (struct unit *t)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t b = t->n_blocks; b-- > 0;)
	{
	  struct block *q = &t->blocks[b];
	  struct set wanted = { { 0 } };
	  for (int i = 0; i < 2; i++)
	    if (q->succ[i] >= 0)
	      set_join (&wanted, &t->blocks[q->succ[i]].wanted);
	  for (uint32_t k = q->end; k-- > q->first;)
	    {
	      const struct op *o = &t->ops[k];
	      bool moves = o->kind == K_READLANE || o->kind == K_WRITELANE;
	      for (int j = 0; j < SET_WORDS; j++)
		wanted.w[j] = ((wanted.w[j] & ~o->defs.w[j])
			       | (moves ? 0 : o->uses.w[j] & ~o->loose.w[j]));
	      if (o->one_lane)
		{
		  set_add (&wanted, GCN_EXEC);
		  set_add (&wanted, GCN_EXEC + 1);
		}
	    }
	  changed |= memcmp (&wanted, &q->wanted, sizeof wanted) != 0;
	  q->wanted = wanted;
	}
    }
}

static void
forward (struct unit *t)
{
  bool changed = true;
  find_wanted (t);
  for (uint32_t b = 0; b < t->n_blocks; b++)
    {
      struct block *q = &t->blocks[b];
      q->reached = t->ops[q->first].kind == K_ENTRY;
      memset (&q->known, open_p (t, q) ? 0 : 0xff, sizeof q->known);
      /* Where what was called has been left on the way, the unit is entered here, if all is
	 defined that is known to be so; registers of its caller's callers may not be.  */
      if (t->ops[q->first].returns)
	q->known = q->wanted;
      q->exec = open_p (t, q) ? EXEC_ANY : 255;
    }
  while (changed)
    {
      changed = false;
      for (uint32_t b = 0; b < t->n_blocks; b++)
	{
	  const struct block *q = &t->blocks[b];
	  if (!q->reached)
	    continue;
	  struct set known = q->known, dirty = q->dirty;
	  uint8_t exec = q->exec;
	  for (uint32_t k = q->first; k < q->end; k++)
	    {
	      op_dirty (&t->ops[k], exec, &dirty);
	      op_known (&t->ops[k], &known, &exec);
	    }
	  for (int i = 0; i < 2; i++)
	    if (q->succ[i] >= 0)
	      {
		struct block *s = &t->blocks[q->succ[i]];
		bool spills = block_spills_p (q, i, &dirty);
		changed |= !s->reached;
		s->reached = true;
		uint8_t e = s->exec == 255 ? exec
			    : s->exec == exec ? exec : EXEC_ANY;
		changed |= e != s->exec;
		s->exec = e;
		for (int j = 0; j < SET_WORDS; j++)
		  {
		    uint64_t v = s->known.w[j] & known.w[j];
		    changed |= v != s->known.w[j];
		    s->known.w[j] = v;
		    uint64_t d = spills ? 0 : dirty.w[j];
		    changed |= (d & ~s->dirty.w[j]) != 0;
		    s->dirty.w[j] |= d;
		  }
	      }
	}
    }
  for (uint32_t b = 0; b < t->n_blocks; b++)
    if (t->blocks[b].exec == 255)
      t->blocks[b].exec = EXEC_ANY;
}

static void
backward (struct unit *t)
{
  bool changed = true;
  while (changed)
    {
      changed = false;
      for (uint32_t b = t->n_blocks; b-- > 0;)
	{
	  struct block *q = &t->blocks[b];
	  struct set live = { { 0 } }, dirty = q->dirty;
	  uint8_t exec = q->exec;
	  struct set known = q->known;
	  /* All that is dirty anywhere in the block may be written.  */
	  struct set written = dirty;
	  for (uint32_t k = q->first; k < q->end; k++)
	    {
	      op_dirty (&t->ops[k], exec, &dirty);
	      op_known (&t->ops[k], &known, &exec);
	    }
	  for (int i = 0; i < 2; i++)
	    for (int j = 0; q->succ[i] >= 0 && j < SET_WORDS; j++)
	      live.w[j] |= t->blocks[q->succ[i]].live.w[j];
	  for (uint32_t k = q->end; k-- > q->first;)
	    {
	      const struct op *o = &t->ops[k];
	      /* What a handler may write is loaded after it.  */
	      bool loads = (o->kind == K_CALL || o->kind == K_READLANE
			    || o->kind == K_WRITELANE);
	      for (int j = 0; j < SET_WORDS; j++)
		live.w[j] = (live.w[j] & ~(loads ? o->clobbers.w[j] : o->defs.w[j]))
			    | o->uses.w[j];
	      if (o->one_lane)
		{
		  set_add (&live, GCN_EXEC);
		  set_add (&live, GCN_EXEC + 1);
		}
	    }
	  for (int j = 0; j < SET_WORDS; j++)
	    {
	      live.w[j] |= written.w[j];
	      changed |= live.w[j] != q->live.w[j];
	      q->live.w[j] = live.w[j];
	    }
	}
    }
}

bool
unit_flow (struct unit *t)
{
  if (!find_blocks (t))
    return false;
  forward (t);
  backward (t);
  for (uint32_t k = 0; k < t->n; k++)
    {
      const struct op *o = &t->ops[k];
      set_join (&t->used, &o->uses);
      set_join (&t->used, &o->defs);
      set_join (&t->used, &o->clobbers);
    }
  return true;
}
