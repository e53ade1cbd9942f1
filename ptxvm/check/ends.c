/* Blocks that end without ending: running off, calls that do not return.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* PTX has no "unreachable": what is printed behind the last instruction of a
   block is where control goes, as far as ptxas knows.  Three ends are wrong:
   the closing brace; a call that does not return with code that is not its
   own behind it; and `trap' alone, which ptxas took for an ordinary
   instruction before PTX ISA 8.3 (CUDA 12.3).  */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ptx-int.h"

static char noreturn_mark;

bool
noreturn_p (const struct ptx_symbol *s)
{
  if (s->proto && s->proto->noreturn)
    return true;
  return s->def && s->def->aux == &noreturn_mark;
}

/* True if INSN calls a function that does not return, whatever its guard.  */

static bool
dead_call_p (const struct ptx_insn *insn)
{
  return (insn->op == PTX_OP_CALL && insn->guard < 0
	  && insn->operand[1].kind == PTX_O_SYM
	  && noreturn_p (insn->operand[1].sym));
}

/* True if FUNC can come to a `ret' or to its end.  */

static bool
returns_p (const struct ptx_function *func)
{
  struct ptx_cfg *cfg = ptx_cfg_build (func);
  bool *seen = ptx_xcalloc (cfg->n_blocks, sizeof *seen);
  int32_t *stack = ptx_xcalloc (cfg->n_blocks, sizeof *stack);
  uint32_t depth = 0;
  bool returns = cfg->n_blocks == 1;

  stack[depth++] = 0;
  seen[0] = true;
  while (depth && !returns)
    {
      const struct ptx_block *b = &cfg->blocks[stack[--depth]];
      bool dead = false;

      for (int32_t i = b->first; i <= b->last && !dead; i++)
	dead = dead_call_p (&func->insns[i]);
      for (uint32_t i = 0; !dead && i < b->n_succ; i++)
	{
	  int32_t s = b->succ[i];

	  if ((uint32_t) s == cfg->n_blocks - 1)
	    returns = true;
	  else if (!seen[s])
	    {
	      seen[s] = true;
	      stack[depth++] = s;
	    }
	}
    }
  free (seen);
  free (stack);
  ptx_cfg_free (cfg);
  return returns;
}

/* A function does not return when each of its paths ends in `exit', `trap',
   an endless loop, or a call of such a function.  Found by repetition, which
   comes to an end since functions are only added; a few rounds are enough
   for all that is found in practice, and fewer are only less precise.  */

void
find_noreturn (struct ptx_module *m)
{
  bool changed = true;

  for (int round = 0; changed && round < 8; round++)
    {
      changed = false;
      for (size_t i = 0; i < m->n_defs; i++)
	{
	  struct ptx_symbol *s = m->defs[i];

	  if (s->kind != PTX_SYM_FUNC || !s->func || s->aux
	      || s->func->entry)
	    continue;
	  if (!returns_p (s->func))
	    {
	      s->aux = &noreturn_mark;
	      changed = true;
	    }
	}
    }
}

static void
add_end (struct bad_ends *ends, enum end_kind kind, int32_t insn,
	 int32_t into)
{
  PTX_GROW (ends->v, ends->n, ends->alloc);
  ends->v[ends->n++] = (struct bad_end) { kind, insn, into };
}

void
find_bad_ends (const struct flow *f, struct bad_ends *ends)
{
  const struct ptx_function *func = f->func;
  const struct ptx_cfg *cfg = f->cfg;

  if (func->n_insns == 0)
    {
      add_end (ends, END_FALLS_OFF, -1, -1);
      return;
    }
  for (uint32_t b = 0; b + 1 < cfg->n_blocks; b++)
    {
      const struct ptx_block *blk = &cfg->blocks[b];
      const struct ptx_insn *last = &func->insns[blk->last];
      int32_t dead = -1;

      if (!f->reachable[b])
	continue;
      for (int32_t i = blk->first; i <= blk->last && dead < 0; i++)
	if (dead_call_p (&func->insns[i]))
	  dead = i;
      if (last->op == PTX_OP_TRAP && last->guard < 0)
	{
	  /* `trap; exit;' is what ends a block in every version.  */
	  const struct ptx_insn *next
	    = (uint32_t) blk->last + 1 < func->n_insns ? last + 1 : NULL;
	  bool labelled;

	  if (func->unit->version >= 83)
	    continue;
	  labelled = (next && cfg->blocks[cfg->insn_block[blk->last + 1]].label
			      >= 0);
	  if (!next)
	    add_end (ends, END_TRAP, blk->last, -1);
	  else if (labelled
		   || !(next->guard < 0
			&& (next->op == PTX_OP_EXIT || next->op == PTX_OP_RET
			    || next->op == PTX_OP_TRAP)))
	    add_end (ends, END_TRAP, blk->last,
		     labelled ? cfg->blocks[cfg->insn_block[blk->last + 1]]
				  .label : -1);
	  continue;
	}
      if (dead >= 0 && !ptx_insn_ends_block_p (func, last)
	  && last->op != PTX_OP_BRA)
	{
	  int32_t into = blk->falls_off ? -1
			 : cfg->blocks[cfg->insn_block[blk->last + 1]].label;

	  add_end (ends, END_NORETURN_CALL, dead, into);
	  continue;
	}
      if (dead >= 0 && last->op == PTX_OP_CALL && !blk->falls_off
	  && (uint32_t) blk->last + 1 < func->n_insns)
	{
	  /* Declared .noreturn: the CFG has no edge, ptxas knows as well.  */
	  continue;
	}
      if (blk->falls_off)
	add_end (ends, END_FALLS_OFF, blk->last, -1);
    }
}
