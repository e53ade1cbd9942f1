/* All-paths definedness of registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Two forward problems over the CFG as printed:
     must: a part is in the set when every path from the entry writes it for
	   certain; at joins the sets are intersected;
     may:  when some path writes it, a predicated write being enough.
   A read is bad when its part is not in the must set, and "never" when it is
   not in the may set either.

   A write under a guard is no certain write.  Unless asked to be strict, we
   look through guards as far as a straight line goes: in the rest of the
   block, while the predicate keeps its value, what has the same guard does
   see the write; and two writes under a predicate and its opposite are a
   certain one together.  */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ptx-int.h"

/* Blocks in reverse postorder; returns how many the entry reaches.  */

static uint32_t
reverse_postorder (const struct ptx_cfg *cfg, bool *seen, int32_t *order)
{
  uint32_t n = cfg->n_blocks, depth = 0, count = 0;
  int32_t *stack = ptx_xcalloc (n, sizeof *stack);
  uint32_t *next = ptx_xcalloc (n, sizeof *next);

  stack[depth++] = 0;
  seen[0] = true;
  while (depth)
    {
      int32_t b = stack[depth - 1];

      if (next[b] < cfg->blocks[b].n_succ)
	{
	  int32_t s = cfg->blocks[b].succ[next[b]++];

	  if (!seen[s])
	    {
	      seen[s] = true;
	      stack[depth++] = s;
	    }
	}
      else
	{
	  order[count++] = b;
	  depth--;
	}
    }
  for (uint32_t i = 0; i < count / 2; i++)
    {
      int32_t t = order[i];

      order[i] = order[count - 1 - i];
      order[count - 1 - i] = t;
    }
  free (stack);
  free (next);
  return count;
}

/* ---- Variables.  */

struct collector
{
  struct flow *f;
  const struct ptx_insn *insn;
  uint32_t *written;		/* By part: block + 1 of its last certain
				   write.  */
  int32_t *writer;		/* By part: first block with a certain write,
				   or -1.  */
  int32_t *dom_first, *dom_last;	/* See ptx_cfg_dominator_tree.  */
  uint32_t block;
  bool *exposed;		/* By part.  */
};

/* Find the first certain write of each part.  */

static void
collect_write (void *closure, int32_t reg, int part, bool write)
{
  struct collector *c = closure;
  uint32_t base = c->f->var_base[reg], n = c->f->var_base[reg + 1] - base;

  if (!write || c->insn->guard >= 0)
    return;
  for (uint32_t i = 0; i < n; i++)
    if ((part < 0 || (uint32_t) part == i) && c->writer[base + i] < 0)
      c->writer[base + i] = c->block;
}

/* True if the block at hand comes after the first certain write of PART on
   every path.  */

static bool
after_write_p (const struct collector *c, uint32_t part)
{
  int32_t w = c->writer[part], b = c->block;

  return (w >= 0 && w != b && c->dom_first[b] >= c->dom_first[w]
	  && c->dom_first[b] <= c->dom_last[w]);
}

static void
collect (void *closure, int32_t reg, int part, bool write)
{
  struct collector *c = closure;
  uint32_t base = c->f->var_base[reg], n = c->f->var_base[reg + 1] - base;

  for (uint32_t i = 0; i < n; i++)
    {
      if (part >= 0 && (uint32_t) part != i)
	continue;
      if (!write && c->written[base + i] != c->block + 1
	  && !after_write_p (c, base + i))
	c->exposed[base + i] = true;
      else if (write && c->insn->guard < 0)
	c->written[base + i] = c->block + 1;
    }
}

static void
walk (struct flow *f, struct collector *c, ptx_reg_fn fn)
{
  for (uint32_t b = 0; b + 1 < f->cfg->n_blocks; b++)
    {
      c->block = b;
      for (int32_t i = f->cfg->blocks[b].first; f->reachable[b]
	   && i <= f->cfg->blocks[b].last; i++)
	{
	  c->insn = &f->func->insns[i];
	  ptx_insn_regs (f->func, c->insn, fn, c);
	}
    }
}

static void
number_variables (struct flow *f)
{
  const struct ptx_function *func = f->func;
  struct collector c = { .f = f };

  f->var_base = ptx_xcalloc (func->n_regs + 1, sizeof *f->var_base);
  for (uint32_t i = 0; i < func->n_regs; i++)
    f->var_base[i + 1] = f->var_base[i] + func->regs[i].vec;
  f->n_parts = f->var_base[func->n_regs];
  c.written = ptx_xcalloc (f->n_parts, sizeof *c.written);
  c.exposed = ptx_xcalloc (f->n_parts, sizeof *c.exposed);
  c.writer = ptx_xcalloc (f->n_parts, sizeof *c.writer);
  for (uint32_t i = 0; i < f->n_parts; i++)
    c.writer[i] = -1;
  ptx_cfg_dominator_tree (f->cfg, &c.dom_first, &c.dom_last);
  walk (f, &c, collect_write);
  walk (f, &c, collect);
  f->var_of = ptx_xcalloc (f->n_parts, sizeof *f->var_of);
  for (uint32_t i = 0; i < f->n_parts; i++)
    f->var_of[i] = c.exposed[i] ? (int32_t) f->n_vars++ : -1;
  f->var_part = ptx_xcalloc (f->n_vars, sizeof *f->var_part);
  f->var_reg = ptx_xcalloc (f->n_vars, sizeof *f->var_reg);
  for (uint32_t r = 0; r < func->n_regs; r++)
    for (uint32_t i = f->var_base[r]; i < f->var_base[r + 1]; i++)
      if (f->var_of[i] >= 0)
	{
	  f->var_part[f->var_of[i]] = i - f->var_base[r];
	  f->var_reg[f->var_of[i]] = r;
	}
  free (c.written);
  free (c.writer);
  free (c.exposed);
  free (c.dom_first);
  free (c.dom_last);
}

/* ---- Guards.  */

/* Under which guard each variable was written in the block at hand.  */

struct guards
{
  int32_t *pred;		/* By variable.  */
  uint8_t *polarity;		/* By variable: 1 for @p, 2 for @!p.  */
  uint32_t *version;		/* By variable: of the predicate.  */
  uint32_t *block;		/* By variable: block + 1.  */
  uint32_t *reg_version;	/* By register: writes so far.  */
  uint32_t now;			/* Block + 1.  */
  uint32_t insn_version;	/* Of the guard, before the instruction.  */
};

static void
guards_init (struct guards *g, const struct flow *f)
{
  memset (g, 0, sizeof *g);
  g->pred = ptx_xcalloc (f->n_vars, sizeof *g->pred);
  g->polarity = ptx_xcalloc (f->n_vars, sizeof *g->polarity);
  g->version = ptx_xcalloc (f->n_vars, sizeof *g->version);
  g->block = ptx_xcalloc (f->n_vars, sizeof *g->block);
  g->reg_version = ptx_xcalloc (f->func->n_regs, sizeof *g->reg_version);
}

static void
guards_free (struct guards *g)
{
  free (g->pred);
  free (g->polarity);
  free (g->version);
  free (g->block);
  free (g->reg_version);
}

/* What was written under the guard of INSN so far; call it for each
   instruction before its registers.  */

static void
guards_insn (struct guards *g, const struct ptx_insn *insn)
{
  if (insn->guard >= 0)
    g->insn_version = g->reg_version[insn->guard];
}

/* True if V was written under the guard that INSN has.  */

static bool
guards_written (const struct guards *g, int32_t v,
		const struct ptx_insn *insn)
{
  return (insn->guard >= 0 && g->block[v] == g->now
	  && g->pred[v] == insn->guard && g->version[v] == g->insn_version
	  && (g->polarity[v] & (1 << insn->guard_neg)));
}

/* INSN writes V under its guard.  True if that and an earlier write under the
   opposite make a certain write.  */

static bool
guards_write (struct guards *g, int32_t v, const struct ptx_insn *insn)
{
  if (g->block[v] != g->now || g->pred[v] != insn->guard
      || g->version[v] != g->insn_version)
    {
      g->block[v] = g->now;
      g->pred[v] = insn->guard;
      g->version[v] = g->insn_version;
      g->polarity[v] = 0;
    }
  g->polarity[v] |= 1 << insn->guard_neg;
  return g->polarity[v] == 3;
}

/* ---- The two problems.  */

struct writer
{
  struct flow *f;
  const struct ptx_insn *insn;
  word *certain, *any;
  struct guards *guards;	/* NULL when strict.  */
};

static void
note_write (void *closure, int32_t reg, int part, bool write)
{
  struct writer *w = closure;

  if (!write)
    return;
  for (uint32_t i = w->f->var_base[reg]; i < w->f->var_base[reg + 1]; i++)
    {
      int32_t v = w->f->var_of[i];

      if (v < 0 || (part >= 0 && i - w->f->var_base[reg] != (uint32_t) part))
	continue;
      BIT_SET (w->any, v);
      if (w->insn->guard < 0
	  || (w->guards && guards_write (w->guards, v, w->insn)))
	BIT_SET (w->certain, v);
    }
  if (w->guards)
    w->guards->reg_version[reg]++;
}

/* Registers that the caller sets: parameters declared as .reg.  */

static void
set_parameters (const struct flow *f, word *set)
{
  const struct ptx_proto *p = f->func->proto;
  uint32_t r = 0;

  /* Parameters come first among the registers, results before them.  */
  for (uint32_t i = 0; i < p->n_ret; i++)
    r += p->ret[i]->space == PTX_REG && strcmp (p->ret[i]->name, "_") != 0;
  for (uint32_t i = 0; i < p->n_param; i++)
    if (p->param[i]->space == PTX_REG
	&& strcmp (p->param[i]->name, "_") != 0)
      {
	for (uint32_t k = f->var_base[r]; k < f->var_base[r + 1]; k++)
	  if (f->var_of[k] >= 0)
	    BIT_SET (set, f->var_of[k]);
	r++;
      }
}

static void
solve (struct flow *f)
{
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = cfg->n_blocks, w = f->words;
  word *must_out = ptx_xcalloc ((size_t) n * w, sizeof *must_out);
  word *any = ptx_xcalloc ((size_t) n * w, sizeof *any);
  word *entry = ptx_xcalloc (w, sizeof *entry);
  bool *todo = ptx_xcalloc (n, sizeof *todo);
  struct guards guards;
  bool again = true;

  f->must_in = ptx_xcalloc ((size_t) n * w, sizeof (word));
  f->may_in = ptx_xcalloc ((size_t) n * w, sizeof (word));
  f->may_out = ptx_xcalloc ((size_t) n * w, sizeof (word));
  f->certain = ptx_xcalloc ((size_t) n * w, sizeof (word));
  guards_init (&guards, f);
  for (uint32_t b = 0; b < n; b++)
    {
      struct writer wr = { .f = f, .certain = FLOW_SET (f, certain, b),
			   .any = any + (size_t) b * w,
			   .guards = f->strict ? NULL : &guards };

      for (int32_t i = cfg->blocks[b].first;
	   b + 1 < n && i <= cfg->blocks[b].last; i++)
	{
	  wr.insn = &f->func->insns[i];
	  guards.now = b + 1;
	  guards_insn (&guards, wr.insn);
	  ptx_insn_regs (f->func, wr.insn, note_write, &wr);
	}
      /* Everything, until a path shows otherwise.  */
      memset (must_out + (size_t) b * w, 0xff, w * sizeof (word));
    }
  set_parameters (f, entry);
  for (uint32_t k = 0; k < f->n_order; k++)
    todo[f->order[k]] = true;
  while (again)
    {
      again = false;
      for (uint32_t k = 0; k < f->n_order; k++)
	{
	  int32_t b = f->order[k];
	  const struct ptx_block *blk = &cfg->blocks[b];
	  bool changed = false;

	  if (!todo[b])
	    continue;
	  todo[b] = false;

	  word *mi = FLOW_SET (f, must_in, b), *mo = must_out + (size_t) b * w;
	  word *yi = FLOW_SET (f, may_in, b), *yo = FLOW_SET (f, may_out, b);
	  const word *cert = FLOW_SET (f, certain, b);
	  const word *an = any + (size_t) b * w;

	  for (uint32_t i = 0; i < w; i++)
	    {
	      word must = b == 0 ? entry[i] : ~(word) 0;
	      word may = b == 0 ? entry[i] : 0;

	      for (uint32_t p = 0; p < blk->n_pred; p++)
		{
		  int32_t q = blk->pred[p];

		  if (!f->reachable[q])
		    continue;
		  must &= must_out[(size_t) q * w + i];
		  may |= FLOW_SET (f, may_out, q)[i];
		}
	      mi[i] = must;
	      yi[i] = may;
	      must |= cert[i];
	      may |= an[i];
	      if (must != mo[i] || may != yo[i])
		{
		  mo[i] = must;
		  yo[i] = may;
		  changed = true;
		}
	    }
	  for (uint32_t s = 0; changed && s < blk->n_succ; s++)
	    again = todo[blk->succ[s]] = true;
	}
    }
  guards_free (&guards);
  free (todo);
  free (must_out);
  free (any);
  free (entry);
}

struct flow *
flow_build (const struct ptx_function *func, bool strict)
{
  struct flow *f = ptx_xcalloc (1, sizeof *f);

  f->func = func;
  f->strict = strict;
  f->cfg = ptx_cfg_build (func);
  f->reachable = ptx_xcalloc (f->cfg->n_blocks, sizeof *f->reachable);
  f->order = ptx_xcalloc (f->cfg->n_blocks, sizeof *f->order);
  f->n_order = reverse_postorder (f->cfg, f->reachable, f->order);
  number_variables (f);
  f->words = (f->n_vars + 63) / 64;
  solve (f);
  return f;
}

void
flow_free (struct flow *f)
{
  if (!f)
    return;
  ptx_cfg_free (f->cfg);
  free (f->reachable);
  free (f->order);
  free (f->var_base);
  free (f->var_of);
  free (f->var_part);
  free (f->var_reg);
  free (f->must_in);
  free (f->may_in);
  free (f->may_out);
  free (f->certain);
  free (f);
}

/* ---- Reads.  */

struct finder
{
  const struct flow *f;
  struct bad_reads *reads;
  size_t first;			/* First entry of this instruction.  */
  int32_t insn;
  const struct ptx_insn *i;
  word *must, *may;
  struct guards guards;
};

static void
look (void *closure, int32_t reg, int part, bool write)
{
  struct finder *d = closure;
  const struct flow *f = d->f;

  for (uint32_t i = f->var_base[reg]; i < f->var_base[reg + 1]; i++)
    {
      int32_t v = f->var_of[i];
      uint32_t p = i - f->var_base[reg];

      if (v < 0 || (part >= 0 && p != (uint32_t) part))
	continue;
      if (write)
	{
	  BIT_SET (d->may, v);
	  if (d->i->guard < 0
	      || (!f->strict && guards_write (&d->guards, v, d->i)))
	    BIT_SET (d->must, v);
	  continue;
	}
      if (BIT_TEST (d->must, v)
	  || (!f->strict && guards_written (&d->guards, v, d->i)))
	continue;

      /* One finding for a register and an instruction.  */
      struct bad_read *r = NULL;
      for (size_t k = d->first; k < d->reads->n; k++)
	if (d->reads->v[k].reg == reg)
	  r = &d->reads->v[k];
      if (!r)
	{
	  PTX_GROW (d->reads->v, d->reads->n, d->reads->alloc);
	  r = &d->reads->v[d->reads->n++];
	  *r = (struct bad_read) { .insn = d->insn, .reg = reg,
				   .never = true };
	}
      r->parts |= 1u << p;
      r->never &= !BIT_TEST (d->may, v);
    }
  if (write)
    d->guards.reg_version[reg]++;
}

void
find_bad_reads (const struct flow *f, struct bad_reads *reads)
{
  struct finder d = { .f = f, .reads = reads };

  d.must = ptx_xcalloc (f->words, sizeof (word));
  d.may = ptx_xcalloc (f->words, sizeof (word));
  guards_init (&d.guards, f);
  for (uint32_t b = 0; b + 1 < f->cfg->n_blocks; b++)
    {
      if (!f->reachable[b])
	continue;
      memcpy (d.must, FLOW_SET (f, must_in, b), f->words * sizeof (word));
      memcpy (d.may, FLOW_SET (f, may_in, b), f->words * sizeof (word));
      for (d.insn = f->cfg->blocks[b].first;
	   d.insn <= f->cfg->blocks[b].last; d.insn++)
	{
	  d.i = &f->func->insns[d.insn];
	  d.first = reads->n;
	  d.guards.now = b + 1;
	  guards_insn (&d.guards, d.i);
	  ptx_insn_regs (f->func, d.i, look, &d);
	}
    }
  guards_free (&d.guards);
  free (d.must);
  free (d.may);
}

size_t
bad_read_path (const struct flow *f, const struct bad_read *r, int32_t **path)
{
  const struct ptx_cfg *cfg = f->cfg;
  uint32_t n = cfg->n_blocks, head = 0, tail = 0;
  int32_t target = cfg->insn_block[r->insn];
  uint32_t part = 0;
  int32_t *from = ptx_xcalloc (n, sizeof *from);
  int32_t *queue = ptx_xcalloc (n, sizeof *queue);
  size_t len = 0;

  while (!(r->parts >> part & 1))
    part++;
  int32_t v = f->var_of[f->var_base[r->reg] + part];
  for (uint32_t i = 0; i < n; i++)
    from[i] = -2;
  from[0] = -1;
  queue[tail++] = 0;
  while (head < tail && from[target] == -2)
    {
      int32_t b = queue[head++];

      if (BIT_TEST (FLOW_SET (f, certain, b), v))
	continue;
      for (uint32_t i = 0; i < cfg->blocks[b].n_succ; i++)
	{
	  int32_t s = cfg->blocks[b].succ[i];

	  if (from[s] == -2)
	    {
	      from[s] = b;
	      queue[tail++] = s;
	    }
	}
    }
  for (int32_t b = target; b >= 0 && from[b] != -2; b = from[b])
    len++;
  *path = ptx_xcalloc (len, sizeof **path);
  size_t k = len;
  for (int32_t b = target; k > 0; b = from[b])
    (*path)[--k] = b;
  free (from);
  free (queue);
  return len;
}
