/* What one turn of a loop computes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "native/turn.h"

/* Blocks of a turn, and on a way back to its head.  */
enum { MOST_BLOCKS = 4 };

/* ---- Operations.  */

static term
source (struct turn *r, const struct uop *u, bool b)
{
  if (b ? u->kb : u->ka)
    return term_leaf (&r->terms, TERM_CONSTANT, (uint32_t) (b ? u->ib : u->ia));
  int v = variable_of ((b ? u->b : u->a) / 4);
  return v >= 0 && v <= SET_SCC ? r->value[v] : 0;
}

/* How an operation computes what it does; COMPARE: SCC alone, of A and B or of B and A, or
   that it is not so.  */
struct rule
{
  enum { NO_RULE, MOVE, MOVE_B, COMPUTE, COMPUTE_OLD, COMPARE } how;
  enum term_kind kind;
  bool carries;			/* SCC is no matter of 0.  */
  bool other_way, denied;
};

static struct rule
rule_of (unsigned row)
{
  switch (row)
    {
    case GCN_OP_s_mov_b32: return (struct rule) { .how = MOVE };
    case GCN_OP_s_movk_i32: return (struct rule) { .how = MOVE_B };
    case GCN_OP_s_add_u32: case GCN_OP_s_add_i32:
      return (struct rule) { COMPUTE, TERM_ADD, true, false, false };
    case GCN_OP_s_addk_i32:
      return (struct rule) { COMPUTE_OLD, TERM_ADD, true, false, false };
    case GCN_OP_s_sub_u32: case GCN_OP_s_sub_i32:
      return (struct rule) { COMPUTE, TERM_SUB, true, false, false };
    case GCN_OP_s_lshl_b32: return (struct rule) { COMPUTE, TERM_SHL, false, false, false };
    case GCN_OP_s_lshr_b32: return (struct rule) { COMPUTE, TERM_SHR, false, false, false };
    case GCN_OP_s_and_b32: return (struct rule) { COMPUTE, TERM_AND, false, false, false };
    case GCN_OP_s_or_b32: return (struct rule) { COMPUTE, TERM_OR, false, false, false };
    case GCN_OP_s_xor_b32: return (struct rule) { COMPUTE, TERM_XOR, false, false, false };
#define COMPARISON(NAME, KIND, OTHER_WAY, DENIED)			\
    case GCN_OP_s_cmp_##NAME: case GCN_OP_s_cmpk_##NAME:		\
      return (struct rule) { COMPARE, KIND, false, OTHER_WAY, DENIED };
    COMPARISON (eq_u32, TERM_EQUAL, false, false)
    COMPARISON (eq_i32, TERM_EQUAL, false, false)
    COMPARISON (lg_u32, TERM_EQUAL, false, true)
    COMPARISON (lg_i32, TERM_EQUAL, false, true)
    COMPARISON (lt_u32, TERM_LESS, false, false)
    COMPARISON (gt_u32, TERM_LESS, true, false)
    COMPARISON (ge_u32, TERM_LESS, false, true)
    COMPARISON (le_u32, TERM_LESS, true, true)
    COMPARISON (lt_i32, TERM_LESS_SIGNED, false, false)
    COMPARISON (gt_i32, TERM_LESS_SIGNED, true, false)
    COMPARISON (ge_i32, TERM_LESS_SIGNED, false, true)
    COMPARISON (le_i32, TERM_LESS_SIGNED, true, true)
#undef COMPARISON
    default: return (struct rule) { .how = NO_RULE };
    }
}

/* All that O writes is something that what it reads decides.  */

static void
read_other (struct turn *r, const struct op *o)
{
  term all = term_leaf (&r->terms, TERM_CONSTANT, o->at);
  for (unsigned i = 0; i <= SET_SCC; i++)
    if (set_has (&o->uses, i))
      all = term_of (&r->terms, TERM_OTHER, r->value[i], all, 0);
  for (unsigned i = 0; i <= SET_SCC; i++)
    if (set_has (&o->defs, i))
      r->value[i] = term_of (&r->terms, TERM_OTHER, all,
			     term_leaf (&r->terms, TERM_CONSTANT, i), 0);
}

static void
read_scalar (struct turn *r, const struct op *o)
{
  struct terms *t = &r->terms;
  const struct uop *u = o->u;
  struct rule rule = rule_of (u->row);
  unsigned d = u->d / 4;
  term a = 0, b = 0, v = 0;
  if (rule.how != NO_RULE && rule.how != MOVE_B)
    a = rule.how == COMPUTE_OLD && d < SET_SCC ? r->value[d] : source (r, u, false);
  if (rule.how != NO_RULE && rule.how != MOVE)
    b = source (r, u, true);
  bool shift = rule.kind == TERM_SHL || rule.kind == TERM_SHR;
  if (rule.how == COMPUTE && shift && !term_is (t, b, TERM_CONSTANT))
    rule.how = NO_RULE;
  switch (rule.how)
    {
    case NO_RULE:
      read_other (r, o);
      return;
    case MOVE: case MOVE_B:
      v = rule.how == MOVE ? a : b;
      break;
    case COMPUTE: case COMPUTE_OLD:
      if (shift)
	b = term_leaf (t, TERM_CONSTANT, t->t[b].value & 31);
      v = term_of (t, rule.kind, a, b, 0);
      r->value[SET_SCC] = (rule.carries
			   ? term_of (t, TERM_OTHER, term_of (t, TERM_OTHER, a, b, 0),
				      term_leaf (t, TERM_CONSTANT, u->row), 0)
			   : term_nonzero (t, v));
      break;
    case COMPARE:
      v = term_of (t, rule.kind, rule.other_way ? b : a, rule.other_way ? a : b, 0);
      r->value[SET_SCC] = rule.denied ? term_of (t, TERM_NOT, v, 0, 0) : v;
      return;
    }
  r->value[d] = v;
}

/* ---- Blocks.  */

/* Read operations FROM to END, which know KNOWN to be defined, and say what is after them.
   False if they do something else.  */

static bool
read_block (const struct unit *t, uint32_t from, uint32_t end, struct set *known,
	    struct turn *r)
{
  uint8_t exec = EXEC_ANY;
  for (uint32_t k = from; k < end; k++)
    {
      const struct op *o = &t->ops[k];
      if (o->kind == K_NOP || o->kind == K_ENTRY)
	continue;
      if (o->kind != K_SCALAR || o->makes_exec || !set_within (&o->uses, known)
	  || r->terms.n == MOST_TERMS)
	return false;
      for (unsigned i = SET_SCC + 1; i < SET_N; i++)
	if (set_has (&o->defs, i) || set_has (&o->uses, i))
	  return false;
      read_scalar (r, o);
      set_join (&r->writes, &o->defs);
      op_known (o, known, &exec);
    }
  return true;
}

static void
add_cost (struct turn_cost *c, const struct uop *u)
{
  c->insns += u->n;
  c->states += u->states;
}

/* Read block B, which has been merged: it is done if AROUND is 0.  */

static bool
read_merged (const struct unit *t, const struct block *b, term around, struct turn *r)
{
  term old[SET_SCC + 1];
  struct set known = b->known;
  memcpy (old, r->value, sizeof old);
  if (r->taken || !read_block (t, b->first, b->end - 1, &known, r))
    return false;
  for (unsigned i = 0; i <= SET_SCC; i++)
    if (r->value[i] != old[i])
      r->value[i] = term_of (&r->terms, TERM_CHOICE, around, old[i], r->value[i]);
  r->taken = term_of (&r->terms, TERM_NOT, around, 0, 0);
  add_cost (&r->merged, t->ops[b->end - 1].u);
  return true;
}

/* How many blocks, at most N, are on the shortest way from block B to HEAD; more than N if
   that is longer.  */

static int
way_back (const struct unit *t, int32_t b, uint32_t head, int n)
{
  if (b == (int32_t) head)
    return 0;
  if (b < 0 || n == 0)
    return n + 1;
  const struct block *q = &t->blocks[b];
  int way[2];
  for (int i = 0; i < 2; i++)
    way[i] = 1 + way_back (t, q->succ[i], head, n - 1);
  return way[0] < way[1] ? way[0] : way[1];
}

/* The turn goes on if A is not 0; that is, if all are not that it is made of.  */

static bool
add_condition (struct turn *r, term a)
{
  struct terms *t = &r->terms;
  if (!a)
    return false;
  const struct term_node x = t->t[a];
  if (x.kind == TERM_AND)
    return add_condition (r, x.a) && add_condition (r, x.b);
  if (x.kind == TERM_NOT && t->t[x.a].kind == TERM_OR)
    return (add_condition (r, term_of (t, TERM_NOT, t->t[x.a].a, 0, 0))
	    && add_condition (r, term_of (t, TERM_NOT, t->t[x.a].b, 0, 0)));
  if (r->n_conditions == MOST_CONDITIONS)
    return false;
  r->conditions[r->n_conditions++] = a;
  return true;
}

/* Read block B; the one after it in the turn, or -1.  */

static int32_t
read_next (const struct unit *t, uint32_t b, uint32_t head, struct turn *r)
{
  const struct block *q = &t->blocks[b];
  const struct op *last = &t->ops[q->end - 1];
  bool ends = last->kind >= K_COUNT;
  struct set known = q->known;
  if (!q->reached || !read_block (t, q->first, q->end - ends, &known, r))
    return -1;
  if (!ends)
    return q->succ[1];
  add_cost (&r->always, last->u);
  if (last->kind == K_COUNT)
    return q->succ[1];
  if (last->target < 0)
    return -1;
  if (last->kind == K_BRANCH)
    return q->succ[0];
  if (last->kind != K_IF || (last->u->op != UOP_SCC0 && last->u->op != UOP_SCC1)
      || !set_has (&known, SET_SCC))
    return -1;
  term goes = r->value[SET_SCC];
  if (last->u->op == UOP_SCC0)
    goes = term_of (&r->terms, TERM_NOT, goes, 0, 0);
  if (q[1].merged && b + 1 < t->n_blocks)
    return read_merged (t, q + 1, goes, r) ? q->succ[0] : -1;
  /* The longer way back is by the loop around this one.  */
  int way[2];
  for (int i = 0; i < 2; i++)
    way[i] = way_back (t, q->succ[i], head, MOST_BLOCKS);
  bool next = way[1] < way[0];
  if (way[next] > MOST_BLOCKS || way[0] == way[1])
    return -1;
  if (next)
    goes = term_of (&r->terms, TERM_NOT, goes, 0, 0);
  if (r->n_conditions == 0)
    r->first = r->writes;
  return add_condition (r, goes) ? q->succ[next] : -1;
}

bool
turn_read (const struct unit *t, uint32_t head, struct turn *r)
{
  memset (r, 0, sizeof *r);
  terms_start (&r->terms, SET_SCC + 1);
  for (unsigned i = 0; i <= SET_SCC; i++)
    r->value[i] = term_leaf (&r->terms, TERM_REGISTER, i);
  int32_t b = (int32_t) head;
  for (int n = 0; n < MOST_BLOCKS; n++)
    {
      b = read_next (t, (uint32_t) b, head, r);
      if (b < 0)
	return false;
      if (b == (int32_t) head)
	return true;
    }
  return false;
}
