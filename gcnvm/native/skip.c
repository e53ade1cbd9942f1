/* Native code: turns of loops over bits are done at once.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* AMD's processors have no division of integers, and GCC's libraries divide bit by bit: integers,
   and floating-point numbers too, of which they take square roots in the same way.  So most
   operations of many a program are a few such loops.  What a turn of one computes says
   which it is; all but its last turn are done by bits.h then, where they fit into the
   slice, and count for what they would.  The last one sets all else that turns leave behind.  */

#include <string.h>

#include "native/emit.h"
#include "native/turn.h"

/* Variables are by their number in sets; -1: there is none.  */
struct skip
{
  enum { NO_SKIP, SKIP_UP, SKIP_DOWN, SKIP_QUOTIENT, SKIP_ROOT } kind;
  int num, den, bit, result, count;
  int low, twice;		/* Of SKIP_ROOT: NUM's lower half, or none.  */
  int flag;			/* Of SKIP_DOWN: becomes VALUE where something is taken off.  */
  uint32_t value;
};

/* ---- Terms.  */

static term
reg_term (struct turn *r, int v)
{
  return v < 0 ? 0 : term_leaf (&r->terms, TERM_REGISTER, (uint32_t) v);
}

static term
constant (struct turn *r, uint32_t value)
{
  return term_leaf (&r->terms, TERM_CONSTANT, value);
}

/* The variable that A is, or -1.  */

static int
register_p (const struct turn *r, term a)
{
  return term_is (&r->terms, a, TERM_REGISTER) ? (int) r->terms.t[a].value : -1;
}

/* Whether variable V becomes what KIND makes of it and of the constant VALUE.  */

static bool
becomes_p (struct turn *r, int v, enum term_kind kind, uint32_t value)
{
  return (v >= 0 && r->value[v]
	  && r->value[v] == term_of (&r->terms, kind, reg_term (r, v),
				     constant (r, value), 0));
}

/* Whether the turn goes on only if A is not 0.  */

static bool
condition_p (const struct turn *r, term a)
{
  for (unsigned i = 0; a && i < r->n_conditions; i++)
    if (r->conditions[i] == a)
      return true;
  return false;
}

/* The same of what variable V is then, or was before.  */

static bool
until_zero_p (struct turn *r, int v)
{
  return (v >= 0 && (condition_p (r, term_nonzero (&r->terms, r->value[v]))
		     || condition_p (r, term_nonzero (&r->terms, reg_term (r, v)))));
}

/* Whether all that the turn writes follows from S's variables and from those that it does not
   write, and is written before the loop is left: then the last turn does it.  */

static bool
whole_p (const struct turn *r, const struct skip *s)
{
  const int v[] = { s->num, s->den, s->bit, s->result, s->count, s->low, s->twice,
		    s->flag };
  struct set known = { { 0 } };
  /* Whether a term says something of other variables that the turn writes; terms come after those
     that they are made of.  */
  bool more[MOST_TERMS] = { false };
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
    if (v[i] >= 0)
      set_add (&known, (unsigned) v[i]);
  for (unsigned i = 1; i < r->terms.n; i++)
    {
      const struct term_node *x = &r->terms.t[i];
      more[i] = (x->kind == TERM_REGISTER
		 ? set_has (&r->writes, x->value) && !set_has (&known, x->value)
		 : more[x->a] || more[x->b] || more[x->c]);
    }
  for (unsigned i = 0; i <= SET_SCC; i++)
    if (set_has (&r->writes, i)
	&& (!r->value[i] || more[r->value[i]]
	    || (!set_has (&known, i) && !set_has (&r->first, i))))
      return false;
  return true;
}

/* ---- Kinds.  Each gives whether R is a turn of that, and S.  */

/* bits_up.  */

static bool
up_p (struct turn *r, struct skip *s)
{
  struct terms *t = &r->terms;
  if (r->taken || r->n_conditions != 3)
    return false;
  for (int v = 0; v < SET_SCC; v++)
    if (becomes_p (r, v, TERM_SHL, 1))
      *(until_zero_p (r, v) ? &s->bit : &s->den) = v;
  if (s->bit < 0 || s->den < 0)
    return false;
  bool below = false, positive = false;
  for (int turned = 0; turned < 2; turned++)
    {
      term den = turned ? r->value[s->den] : reg_term (r, s->den);
      positive |= condition_p (r, term_of (t, TERM_NOT,
					   term_of (t, TERM_SHR, den, constant (r, 31), 0),
					   0, 0));
      for (unsigned i = 0; i < r->n_conditions; i++)
	{
	  const struct term_node *x = &t->t[r->conditions[i]];
	  if (x->kind == TERM_LESS && x->a == den && register_p (r, x->b) >= 0)
	    {
	      s->num = register_p (r, x->b);
	      below = !set_has (&r->writes, (unsigned) s->num);
	    }
	}
    }
  s->kind = SKIP_UP;
  return below && positive;
}

/* bits_down.  */

static bool
down_p (struct turn *r, struct skip *s)
{
  struct terms *t = &r->terms;
  if (!r->taken || r->n_conditions != 1)
    return false;
  for (int v = 0; v < SET_SCC; v++)
    if (becomes_p (r, v, TERM_SHR, 1))
      *(until_zero_p (r, v) ? &s->bit : &s->den) = v;
  if (s->bit < 0 || s->den < 0)
    return false;
  term den = reg_term (r, s->den), bit = reg_term (r, s->bit), below = 0;
  for (int v = 0; v < SET_SCC; v++)
    {
      term x = reg_term (r, v), less = term_of (t, TERM_LESS, x, den, 0);
      if (r->value[v] != x
	  && r->value[v] == term_of (t, TERM_CHOICE, less, x,
				     term_of (t, TERM_SUB, x, den, 0)))
	{
	  s->num = v;
	  below = less;
	}
    }
  for (int v = 0; v < SET_SCC; v++)
    {
      term x = reg_term (r, v);
      if (v != s->num && r->value[v] != x
	  && r->value[v] == term_of (t, TERM_CHOICE, below, x,
				     term_of (t, TERM_OR, x, bit, 0)))
	s->result = v;
      else if (v != s->num && term_is (t, r->value[v], TERM_CHOICE)
	       && t->t[r->value[v]].a == below && t->t[r->value[v]].b == x
	       && term_is (t, t->t[r->value[v]].c, TERM_CONSTANT))
	{
	  s->flag = v;
	  s->value = t->t[t->t[r->value[v]].c].value;
	}
    }
  s->kind = SKIP_DOWN;
  return s->num >= 0 && r->taken == term_of (t, TERM_NOT, below, 0, 0);
}

/* The variable that becomes less by 1 until it is 0; -1 if that is not the only thing on
   which the loop is left.  */

static int
counter (struct turn *r)
{
  for (int v = 0; v < SET_SCC && r->n_conditions == 1; v++)
    if (becomes_p (r, v, TERM_ADD, UINT32_MAX) && until_zero_p (r, v))
      return v;
  return -1;
}

/* bits_quotient.  */

static bool
quotient_p (struct turn *r, struct skip *s)
{
  struct terms *t = &r->terms;
  s->count = counter (r);
  if (s->count < 0 || !r->taken)
    return false;
  for (int v = 0; v < SET_SCC; v++)
    {
      const struct term_node x = t->t[r->value[v]];
      term rest = reg_term (r, v), one = constant (r, 1);
      term more = term_of (t, TERM_SHL, rest, one, 0);
      if (x.kind != TERM_CHOICE)
	continue;
      if (t->t[x.b].kind == TERM_SUB && t->t[x.b].a == more && x.c == more
	  && register_p (r, t->t[x.b].b) >= 0)
	{
	  s->num = v;
	  s->den = register_p (r, t->t[x.b].b);
	}
      else if (x.c == more && x.b == term_of (t, TERM_OR, more, one, 0))
	s->result = v;
    }
  if (s->num < 0 || s->result < 0 || set_has (&r->writes, (unsigned) s->den))
    return false;
  term rest = reg_term (r, s->num), den = reg_term (r, s->den);
  term less = term_of (t, TERM_LESS,
		       term_of (t, TERM_SHL, rest, constant (r, 1), 0), den, 0);
  term taken = term_of (t, TERM_OR,
			term_of (t, TERM_SHR, rest, constant (r, 31), 0),
			term_of (t, TERM_NOT, less, 0, 0), 0);
  s->kind = SKIP_QUOTIENT;
  return (taken && r->taken == taken && t->t[r->value[s->num]].a == taken
	  && t->t[r->value[s->result]].a == taken);
}

/* bits_root.  */

static bool
root_p (struct turn *r, struct skip *s)
{
  struct terms *t = &r->terms;
  s->count = counter (r);
  if (!r->taken || r->n_conditions != 1)
    return false;
  for (int v = 0; v < SET_SCC; v++)
    if (becomes_p (r, v, TERM_SHR, 1) && (s->count >= 0 || until_zero_p (r, v)))
      s->bit = v;
  term bit = reg_term (r, s->bit), one = constant (r, 1);
  /* TWICE + BIT is above NUM.  */
  term above = term_of (t, TERM_NOT, r->taken, 0, 0);
  const struct term_node x = t->t[above];
  if (!bit || x.kind != TERM_LESS_SIGNED || register_p (r, x.a) < 0
      || t->t[x.b].kind != TERM_ADD)
    return false;
  s->num = register_p (r, x.a);
  s->twice = register_p (r, t->t[x.b].a == bit ? t->t[x.b].b : t->t[x.b].a);
  term twice = reg_term (r, s->twice), sum = term_of (t, TERM_ADD, twice, bit, 0);
  if (!sum || x.b != sum
      || r->value[s->twice] != term_of (t, TERM_CHOICE, above, twice,
					term_of (t, TERM_ADD, sum, bit, 0)))
    return false;
  for (int v = 0; v < SET_SCC; v++)
    {
      term q = reg_term (r, v);
      if (v != s->twice && r->value[v] != q
	  && r->value[v] == term_of (t, TERM_CHOICE, above, q,
				     term_of (t, TERM_ADD, q, bit, 0)))
	s->result = v;
      else if (becomes_p (r, v, TERM_SHL, 1))
	s->low = v;
    }
  term rest = term_of (t, TERM_CHOICE, above, x.a,
		       term_of (t, TERM_SUB, x.a, sum, 0));
  term more = term_of (t, TERM_SHL, rest, one, 0);
  if (s->low >= 0)
    more = term_of (t, TERM_ADD, more,
		    term_of (t, TERM_SHR, reg_term (r, s->low), constant (r, 31), 0), 0);
  s->kind = SKIP_ROOT;
  return more && s->result >= 0 && r->value[s->num] == more;
}

/* What block B of T's is the head of, into S, and a turn of it into R.  */

static bool
find_skip (const struct unit *t, uint32_t b, struct turn *r, struct skip *s)
{
  static bool (*const kinds[]) (struct turn *, struct skip *)
    = { up_p, down_p, quotient_p, root_p };
  const struct block *q = &t->blocks[b];
  if (!q->depth || q->merged || !turn_read (t, b, r))
    return false;
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
      *s = (struct skip) { NO_SKIP, -1, -1, -1, -1, -1, -1, -1, -1, 0 };
      if (kinds[i] (r, s) && whole_p (r, s))
	/* What is written here, the wave's registers must not have.  */
	return set_within (&r->writes, &q->dirty);
    }
  return false;
}

/* ---- As C.  */

/* Put that variable V becomes VALUE, if there is one.  */

static void
put_new (struct emit *e, int v, const char *value)
{
  if (v >= 0)
    put_set (e, (unsigned) v, value);
}

void
put_skip (struct emit *e)
{
  struct turn r;
  struct skip s;
  uint32_t b = (uint32_t) (e->b - e->t->blocks);
  if (e->force || !find_skip (e->t, b, &r, &s))
    return;
  const int v[] = { s.den, s.bit, s.result, s.count, s.twice };
  const char *names[] = { "den", "bit", "result", "count", "twice" };
  put (e, "{ ");
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
    {
      put (e, "uint32_t %s = ", names[i]);
      put (e, "%s; ", v[i] < 0 ? "0" : variable (e, (unsigned) v[i]));
    }
  put (e, "const uint32_t num0 = %s; ", variable (e, (unsigned) s.num));
  const char *num = "num";
  switch (s.kind)
    {
    case SKIP_UP:
      put (e, "const struct turns k = bits_up (num0, &den, &bit); ");
      break;
    case SKIP_DOWN:
      put (e, "uint32_t num = num0; const struct turns k "
	   "= bits_down (&num, &den, &bit, &result); ");
      break;
    case SKIP_QUOTIENT:
      put (e, "uint32_t num = num0; const struct turns k "
	   "= bits_quotient (&num, den, &result, &count); ");
      break;
    case SKIP_ROOT:
      put (e, "uint64_t num = (uint64_t) num0 << 32");
      if (s.low >= 0)
	put (e, " | (uint32_t) %s", variable (e, (unsigned) s.low));
      put (e, "; const struct turns k = bits_root (&num, &twice, &result, &bit); ");
      if (s.count >= 0)
	put (e, "const bool counts = count == k.n + 1; count = 1; ");
      num = "num >> 32";
      break;
    default:
      break;
    }
  put (e, "const int64_t ops = (int64_t) k.n * %u + (int64_t) k.taken * %u; ",
       r.always.insns, r.merged.insns);
  put (e, "if (k.n && bu > ops%s) { ",
       s.kind == SKIP_ROOT && s.count >= 0 ? " && counts" : "");
  if (s.kind != SKIP_UP)
    put_new (e, s.num, num);
  put_new (e, s.low, "(uint32_t) num");
  if (s.flag >= 0)
    {
      char value[100];
      snprintf (value, sizeof value, "k.taken ? %u : %s", s.value,
		variable (e, (unsigned) s.flag));
      put_new (e, s.flag, value);
    }
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++)
    if (v[i] >= 0 && set_has (&r.writes, (unsigned) v[i]))
      put_new (e, v[i], names[i]);
  put (e, "END (ops, (int64_t) k.n * %u + (int64_t) k.taken * %u, 0); } }\n",
       r.always.states, r.merged.states);
}
