/* Native code: what operations read and write.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <string.h>

#include "unit.h"

bool
native_mem_p (const struct unit_func *g, uint32_t off)
{
  return native_differs_p (g->f, g->plan, off);
}

enum var_class
native_class (const char *type)
{
  return type[1] == '6' ? VAR_8 : VAR_4;
}

uint32_t
native_var (const struct unit_func *g, uint32_t off, enum var_class cls)
{
  if (off >= g->f->reg_bytes || (cls != VAR_PRED && native_mem_p (g, off)))
    return 0;
  return (uint32_t) g->at[off / 64][cls];
}

/* ---- Reads and writes, of the operation looked at.  While there are no sets yet,
   variables are made.  */

static bool
once_p (const struct unit_func *g, uint32_t off)
{
  for (uint32_t i = 0; i < g->plan->n_once; i++)
    if (g->plan->once[i].off == off)
      return true;
  return false;
}

static void
touch (struct unit_func *g, uint32_t off, enum var_class cls, bool write,
       int vote)
{
  if (off >= g->f->reg_bytes)
    return;
  if (cls != VAR_PRED && native_mem_p (g, off))
    return;
  int32_t *at = &g->at[off / 64][cls];
  if (!g->use)
    {
      if (!*at)
	{
	  g->var[g->n_var] = (struct var) { off, cls, false, once_p (g, off), 0 };
	  *at = (int32_t) ++g->n_var;
	}
      g->var[*at - 1].votes += vote;
    }
  else if (*at)
    (write ? g->def : g->use)[(*at - 1) / 64] |= (uint64_t) 1 << (*at - 1) % 64;
}

/* The register OFF as a T.  MOVE: its bits, whatever they are.  */
static void
typed (struct unit_func *g, uint32_t off, const char *t, bool write, bool move)
{
  if (t)
    touch (g, off, native_class (t), write, move ? 0 : t[0] == 'f' ? 2 : -1);
}

/* The register OFF, or a part of it, of whatever class it is.  */
static void
any (struct unit_func *g, uint32_t off)
{
  if (g->use && off < g->f->reg_bytes)
    for (int c = VAR_PRED; c <= VAR_8; c++)
      if (g->at[off / 64][c])
	touch (g, off, (enum var_class) c, false, 0);
}

static void
params (struct unit_func *g, const struct vparam *v, uint32_t n)
{
  for (; n; n--, v++)
    if (v->in_reg)
      {
	uint32_t parts = !v->parts ? 1 : v->size / v->parts > 8 ? 2 : v->parts;
	uint32_t unit = v->parts && v->size / parts <= 4 ? 4 : 8;
	for (uint32_t k = 0; k < parts; k++)
	  any (g, v->where + k * WARP_SIZE * unit);
      }
}

const char *
native_sign (int op)
{
  return (op == OP_neg_f32 ? "NEGATE_32" : op == OP_neg_f64 ? "NEGATE_64"
	  : op == OP_abs_f32 ? "ABSOLUTE_32" : op == OP_abs_f64 ? "ABSOLUTE_64" : NULL);
}

static void
row_effect (struct unit_func *g, const struct uop *u, const struct row *r)
{
  bool move = r->text && !strcmp (r->text, "a");
  switch (r->kind)
    {
    case ROW_PW:
      touch (g, u->a, VAR_PRED, false, 0);
      touch (g, u->b, VAR_PRED, false, 0);
      touch (g, u->d, VAR_PRED, true, 0);
      return;
    case ROW_SLI:
      touch (g, u->a, VAR_PRED, false, 0);
      typed (g, u->d, r->d, true, true);
      return;
    case ROW_SL:
      touch (g, u->c, VAR_PRED, false, 0);
      move = true;
      break;
    case ROW_LD: case ROW_ST:
      typed (g, u->a, "u64", false, false);
      typed (g, u->d, r->d, r->kind == ROW_LD, true);
      return;
    case ROW_LI:
      move = true;
      break;
    default:
      if (native_sign (native_once (u->op)))
	{
	  const char *t = native_class (r->d) == VAR_8 ? "f64" : "f32";
	  typed (g, u->a, t, false, false);
	  typed (g, u->d, t, true, false);
	  return;
	}
      break;
    }
  typed (g, u->a, r->a, false, move);
  if (r->kind != ROW_L2I && r->kind != ROW_L3I && r->kind != ROW_SPI)
    typed (g, u->b, r->b, false, move);
  typed (g, u->c, r->c, false, false);
  if (r->d)
    typed (g, u->d, r->d, true, move);
  else
    touch (g, u->d, VAR_PRED, true, 0);
}

/* What U, of which the table of effects says E, reads: a predicate of a less frequent
   operation may be in any field that the table has no register in, but for what is
   written.  */
static void
table_reads (struct unit_func *g, const struct uop *u, struct effect e)
{
  const uint32_t field[6] = { u->d, u->a, u->b, u->c, u->e, (uint32_t) u->rel };
  unsigned op = plain_op (u);
  bool row = native_rows[op].kind != ROW_NONE;
  bool pair = op == OP_atom_128 || op == OP_ld_128 || op == OP_st_128;
  for (int k = 0; k < 6; k++)
    if (e.reads >> k & 1)
      {
	any (g, field[k]);
	if (pair)
	  any (g, field[k] + 8 * WARP_SIZE);
      }
    else if (g->use && !row && (k > 0 || !e.dest))
      touch (g, field[k], VAR_PRED, false, 0);
}

static void
call_effect (struct unit_func *g, uint32_t k, const struct vcall *c)
{
  params (g, c->arg, c->n_arg);
  if (!c->func)
    any (g, c->target);
  for (uint32_t i = 0; i < c->n_ret; i++)
    if (simple_param_p (&c->ret[i]))
      touch (g, c->ret[i].where, c->ret[i].size <= 4 ? VAR_4 : VAR_8,
	     g->callee[k] != 0, 0);
}

static void
control_effect (struct unit_func *g, uint32_t k, const struct uop *u)
{
  const struct sync_args *s = u->ptr;
  switch (u->op)
    {
    case OP_bra: case OP_join: case OP_count: case OP_exit: case OP_trap:
    case OP_yield:
      return;
    case OP_brac: case OP_guard: case OP_guard_fence: case OP_guard_add_4:
    case OP_guard_add_8: case OP_guard_atom: case OP_some_call:
      touch (g, u->a, VAR_PRED, false, 0);
      return;
    case OP_outside:
      touch (g, u->a, VAR_4, false, -1);
      touch (g, u->d, VAR_4, true, -1);
      return;
    case OP_shuffle_1:
      any (g, s->a);
      touch (g, s->b, VAR_4, false, -1);
      touch (g, s->d, VAR_4, true, -1);
      touch (g, s->p, VAR_PRED, true, 0);
      return;
    case OP_brx: case OP_ONCE (OP_brx):
      touch (g, u->a, VAR_4, false, -1);
      return;
    case OP_call:
      call_effect (g, k, u->ptr);
      return;
    case OP_ONCE (OP_call):
      call_effect (g, k, ((const struct uniform_call *) u->ptr)->call);
      return;
    case OP_ret: case OP_ONCE (OP_ret):
      params (g, g->f->ret, g->f->n_ret);
      return;
    default:			/* bar and sync.  */
      any (g, s->a);
      any (g, s->b);
      any (g, s->c);
      any (g, s->members);
      return;
    }
}

static bool
sync_p (unsigned op)
{
  return (op == OP_bar || op == OP_sync || op == OP_ONCE (OP_bar)
	  || op == OP_ONCE (OP_sync) || op == OP_ONCE_ALL (OP_sync));
}

/* What the operation K of G reads and writes.  What code is not written for writes
   nothing here: that it does not stops nothing from being live before it.  */
static void
effect (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k];
  int once = native_once (u->op);
  unsigned op = once >= 0 ? (unsigned) once : plain_op (u);
  if (sync_p (u->op) || u->op >= 3 * OP_N || op >= OP_N_FN)
    control_effect (g, k, u);
  else
    {
      struct uop v = *u;
      v.op = (uint16_t) op;
      struct effect e = effect_of (&v);
      if (!(g->how[k] & HOW_CAN))
	table_reads (g, &v, e);
      else if (native_rows[op].kind)
	row_effect (g, u, &native_rows[op]);
      else
	{
	  /* Less frequent ones.  */
	  bool address = (op == OP_ld_strong || op == OP_st_strong || op == OP_align
			  || op == OP_cvta_shared || op == OP_cvta_to_shared);
	  if (address)
	    touch (g, u->a, VAR_8, false, -1);
	  else
	    table_reads (g, &v, e);
	  if (op == OP_st_strong)
	    touch (g, u->d, (u->n & 0xff) == 8 ? VAR_8 : VAR_4, false, 0);
	  if (e.dest == DEST_P)
	    touch (g, u->d, VAR_PRED, true, 0);
	  else if (e.dest)
	    touch (g, u->d, e.dest == DEST_8 ? VAR_8 : VAR_4, true, 0);
	}
    }
  /* Where lanes come apart, they go on in the function's own code, in which there are
     tests that the plan has not.  */
  if (g->use)
    {
      const struct uop *own = &g->f->code[k];
      if (plain_op (own) < OP_N_FN)
	table_reads (g, own, effect_of (own));
      else
	control_effect (g, k, own);
    }
  /* Reports on stacks of SIMD lanes.  */
  if (g->f->simt_size)
    {
      any (g, g->f->stack_reg);
      any (g, g->f->saved_reg);
    }
}

/* ---- Loops.  */

/* Say that the operations from TO to K of G are in a loop, if K branches to TO.  */
static void
loop (struct unit_func *g, int64_t k, int64_t to)
{
  if (to >= 0 && to <= k)
    memset (g->loop + to, 1, (size_t) (k - to) + 1);
}

static void
find_loops (struct unit_func *g)
{
  for (uint32_t k = 0; k < g->n; k++)
    {
      const struct uop *u = &g->code[k];
      if (u->op == OP_bra || u->op == OP_brac)
	loop (g, k, (int64_t) k + u->rel);
      else if (u->op == OP_ONCE (OP_brx))
	for (int32_t j = 1; j <= *(const int32_t *) u->ptr; j++)
	  loop (g, k, (int64_t) k + ((const int32_t *) u->ptr)[j]);
    }
}

uint32_t
native_window (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k];
  int op = native_once (u->op);
  struct unit_window w = { u->a, 0, true };
  if (!g->loop[k] || !(g->how[k] & HOW_CAN))
    return 0;
  if (u->op == OP_guard_add_4 || u->op == OP_guard_add_8 || u->op == OP_guard_atom)
    {
      w.off = u[u->rel].a;
      w.bits = u->op == OP_guard_add_8 || (u->op == OP_guard_atom && u->b == 8) ? 3 : 2;
    }
  else if (op >= 0 && op < OP_N_FN
	   && (native_rows[op].kind == ROW_LD || native_rows[op].kind == ROW_ST))
    {
      const struct row *r = &native_rows[op];
      w.generic = !strcmp (r->space, "generic");
      if (!w.generic && strcmp (r->space, "global"))
	return 0;
      w.bits = (uint8_t) __builtin_ctz ((unsigned) atoi (r->a + 1) / 8);
    }
  else
    return 0;
  if (!native_var (g, w.off, VAR_8))
    return 0;
  for (uint32_t i = 0; i < g->n_windows; i++)
    if (g->window[i].off == w.off && g->window[i].bits == w.bits
	&& g->window[i].generic == w.generic)
      return i + 1;
  if (g->n_windows == MAX_WINDOWS)
    return 0;
  g->window[g->n_windows] = w;
  return ++g->n_windows;
}

/* ---- Liveness.  */

#define LIVE(K) (g->live + (size_t) (K) * g->words)

static void
join (struct unit_func *g, uint64_t *now, int64_t k)
{
  if (k >= 0 && k < (int64_t) g->n)
    for (uint32_t i = 0; i < g->words; i++)
      now[i] |= LIVE (k)[i];
}

/* Add what is live after U, the operation K, as far as known, to NOW.  */
static void
live_out (struct unit_func *g, uint32_t k, const struct uop *u, uint64_t *now)
{
  if (u->op == OP_bra || u->op == OP_brac)
    join (g, now, (int64_t) k + u->rel);
  else if (u->op == OP_guard || u->op == OP_guard_add_4 || u->op == OP_guard_add_8
	   || u->op == OP_guard_atom || u->op == OP_guard_fence
	   || u->op == OP_shuffle_1)
    join (g, now, (int64_t) k + 1 + u->rel);
  else if (u->op == OP_brx || u->op == OP_ONCE (OP_brx))
    for (int32_t j = 1; j <= *(const int32_t *) u->ptr; j++)
      join (g, now, (int64_t) k + ((const int32_t *) u->ptr)[j]);
  if (u->op != OP_bra && u->op != OP_ret && u->op != OP_ONCE (OP_ret)
      && u->op != OP_exit)
    join (g, now, (int64_t) k + 1);
}

static bool
liveness (struct unit_func *g)
{
  uint64_t *now = calloc (3 * g->words, sizeof *now);
  if (!now)
    return false;
  g->use = now + g->words;
  g->def = g->use + g->words;
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t k = g->n; k-- > 0;)
	{
	  memset (now, 0, g->words * sizeof *now);
	  live_out (g, k, &g->code[k], now);
	  live_out (g, k, &g->f->code[k], now);
	  memset (g->use, 0, 2 * g->words * sizeof *now);
	  effect (g, k);
	  bool sure = g->how[k] & HOW_CAN && !(g->how[k] & HOW_NO_GO);
	  for (uint32_t i = 0; i < g->words; i++)
	    {
	      if (sure)
		now[i] &= ~g->def[i];
	      now[i] |= g->use[i];
	      if (now[i] != LIVE (k)[i])
		{
		  LIVE (k)[i] = now[i];
		  changed = true;
		}
	    }
	}
    }
  g->use = g->def = NULL;
  free (now);
  return true;
}

bool
native_writes (struct unit_func *g, uint32_t k, uint32_t v)
{
  uint64_t small[16], *sets = small;
  if (!(g->how[k] & HOW_CAN))
    return false;
  if (2 * g->words > 16 && !(sets = malloc (2 * g->words * sizeof *sets)))
    return true;
  memset (sets, 0, 2 * g->words * sizeof *sets);
  g->use = sets;
  g->def = sets + g->words;
  effect (g, k);
  bool is = g->def[v / 64] >> v % 64 & 1;
  g->use = g->def = NULL;
  if (sets != small)
    free (sets);
  return is;
}

/* A value that is only moved is of the kind of what it is moved from or to, or the moves
   would be between the processor's kinds of registers.  What is known of A or B of class
   CLS goes to the other one; true if something has.  */
static bool
share_kind (struct unit_func *g, uint32_t a, uint32_t b, enum var_class cls)
{
  uint32_t x = native_var (g, a, cls), y = native_var (g, b, cls);
  if (!x || !y || !g->var[x - 1].votes == !g->var[y - 1].votes)
    return false;
  int *from = &g->var[x - 1].votes, *to = &g->var[y - 1].votes;
  if (!*from)
    to = from, from = &g->var[y - 1].votes;
  *to = *from > 0 ? 1 : -1;
  return true;
}

static void
find_kinds (struct unit_func *g)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t k = 0; k < g->n; k++)
	{
	  const struct uop *u = &g->code[k];
	  int op = native_once (u->op);
	  const struct row *r = op >= 0 && op < OP_N ? &native_rows[op] : NULL;
	  if (!r || !r->d)
	    continue;
	  enum var_class cls = native_class (r->d);
	  if (r->kind == ROW_L1 && !strcmp (r->text, "a") && native_class (r->a) == cls)
	    changed |= share_kind (g, u->d, u->a, cls);
	  else if (r->kind == ROW_SL)
	    changed |= (share_kind (g, u->d, u->a, cls)
			|| share_kind (g, u->d, u->b, cls));
	}
    }
  for (uint32_t v = 0; v < g->n_var; v++)
    g->var[v].flt = g->var[v].cls != VAR_PRED && g->var[v].votes > 0;
}

bool
native_flow (struct unit_func *g)
{
  uint32_t granules = g->f->reg_bytes / 64 + 2;
  free (g->at);
  free (g->var);
  free (g->live);
  free (g->loop);
  g->live = NULL;
  g->n_var = 0;
  g->loop = calloc (g->n + 1, 1);
  g->at = calloc (granules, sizeof *g->at);
  g->var = calloc (3 * (size_t) granules, sizeof *g->var);
  if (!g->at || !g->var || !g->loop)
    return false;
  find_loops (g);
  for (uint32_t k = 0; k < g->n; k++)
    effect (g, k);
  g->n_windows = 0;
  for (uint32_t k = 0; k < g->n; k++)
    native_window (g, k);
  find_kinds (g);
  g->words = g->n_var / 64 + 1;
  g->live = calloc ((size_t) (g->n + 1) * g->words, sizeof *g->live);
  return g->live && liveness (g);
}
