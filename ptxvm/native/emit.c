/* Native code: operations as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <string.h>

#include "unit.h"

/* Leave before the operation K.  */
static void
leave (struct unit_func *g, uint32_t k)
{
  g->how[k] |= HOW_EXIT;
  fprintf (g->unit->o, "goto x%u;", k);
}

/* Go from the operation K to TO, which costs something of the slice if that is
   backwards.  */
static void
go (struct unit_func *g, uint32_t k, uint32_t to)
{
  if (to <= k)
    {
      fprintf (g->unit->o, "if (unlikely (--bu < 0)) goto s%u; ", to);
      g->how[to] |= HOW_SLICE;
    }
  fprintf (g->unit->o, "goto L%u;", to);
}

/* ---- Rows.  */

/* Write that the operation K of G is left for the interpreter unless the access of a TYPE
   at `ad' in SPACE, a STORE or not, is right.  */
static void
look (struct unit_func *g, uint32_t k, const char *type, const char *space, bool store)
{
  FILE *o = g->unit->o;
  uint32_t w = native_window (g, k);
  if (w)
    fprintf (o, "if (unlikely (!IN_WINDOW (%u, ad, sizeof (%s)))) { ", w, type);
  fprintf (o, "if (unlikely (!ok_%s (m, ad, sizeof (%s), %d))) ", space, type, store);
  leave (g, k);
  if (w)
    fprintf (o, " MOVE_WINDOW (%u, ad, sizeof (%s)); }", w, type);
}

static void
access_row (struct unit_func *g, uint32_t k, const struct row *r)
{
  const struct uop *u = &g->code[k];
  FILE *o = g->unit->o;
  bool load = r->kind == ROW_LD;
  char value[128];
  fprintf (o, "{ const uint64_t ad = %s + (uint64_t) INT64_C (%d); ",
	   u->a == NO_REG ? "0" : native_read (g, u->a, "u64", 0), u->rel);
  snprintf (value, sizeof value, "MT_%s", r->a);
  look (g, k, value, r->space, !load);
  uint32_t v = native_var (g, u->d, native_class (r->d));
  if (v && g->var[v - 1].flt && (!strcmp (r->a, "u64") || !strcmp (r->a, "u32")))
    {
      char name[32];
      native_name (g, v, name);
      fprintf (o, " %s (%s, PLACE_%s (ad), %s);",
	       load ? "FLOAT_GET" : "FLOAT_PUT", r->a + 1, r->space, name);
    }
  else if (load)
    {
      snprintf (value, sizeof value, "(CT_%s) MEM_GET (%s, PLACE_%s (ad))", r->d,
		r->a, r->space);
      fputc (' ', o);
      native_put (g, u->d, r->d, value);
    }
  else
    fprintf (o, " MEM_PUT (%s, PLACE_%s (ad), %s);", r->a, r->space,
	     native_read (g, u->d, r->d, 1));
  fputs (" }", o);
}

/* Write the operation U, which changes a sign, for variables that are numbers with a
   point.  False if they are not.  */
static bool
sign_row (struct unit_func *g, const struct uop *u, const struct row *r)
{
  const char *macro = native_sign (native_once (u->op));
  char to[32], from[32];
  if (!macro)
    return false;
  uint32_t d = native_var (g, u->d, native_class (r->d));
  uint32_t a = native_var (g, u->a, native_class (r->a));
  if (!d || !a || !g->var[d - 1].flt || !g->var[a - 1].flt)
    return false;
  native_name (g, d, to);
  native_name (g, a, from);
  fprintf (g->unit->o, "%s (%s, %s);", macro, to, from);
  return true;
}

static void
write_row (struct unit_func *g, uint32_t k, const struct row *r)
{
  const struct uop *u = &g->code[k];
  FILE *o = g->unit->o;
  char value[256];
  if (sign_row (g, u, r))
    return;
  switch (r->kind)
    {
    case ROW_PW:
      fprintf (o, "{ const uint32_t a = %s, b = %s; (void) a, (void) b; %s = %s; }",
	       u->a < g->f->reg_bytes ? native_pred (g, u->a, 0) : "0",
	       u->b < g->f->reg_bytes ? native_pred (g, u->b, 1) : "0", native_pred (g, u->d, 2),
	       r->text);
      return;
    case ROW_LI:
      native_put (g, u->d, r->d, native_constant (g, r->d, (uint64_t) u->imm));
      return;
    case ROW_SLI:
      snprintf (value, sizeof value, "%s ? %uu : %uu", native_pred (g, u->a, 0),
		u->c, u->e);
      native_put (g, u->d, r->d, value);
      return;
    case ROW_SL:
      snprintf (value, sizeof value, "%s ? %s : %s", native_pred (g, u->c, 0),
		native_read (g, u->a, r->d, 0), native_read (g, u->b, r->d, 1));
      native_put (g, u->d, r->d, value);
      return;
    case ROW_LD: case ROW_ST:
      access_row (g, k, r);
      return;
    default:
      break;
    }
  fprintf (o, "{ const CT_%s a = %s; ", r->a, native_read (g, u->a, r->a, 0));
  if (r->kind == ROW_L2I || r->kind == ROW_L3I || r->kind == ROW_SPI)
    fprintf (o, "const CT_%s b = %s; ", r->b,
	     native_constant (g, r->b, native_immediate (u, r)));
  else if (r->b)
    fprintf (o, "const CT_%s b = %s; ", r->b, native_read (g, u->b, r->b, 1));
  if (r->c)
    fprintf (o, "const CT_%s c = %s; ", r->c, native_read (g, u->c, r->c, 2));
  if (r->d)
    {
      fprintf (o, "const CT_%s r = (CT_%s) (%s); ", r->d, r->d, r->text);
      native_put (g, u->d, r->d, "r");
    }
  else
    fprintf (o, "%s = (%s) ? FULL_MASK : 0;", native_pred (g, u->d, 0), r->text);
  fputs (" }", o);
}

/* ---- Less frequent operations.  */

static void
strong_access (struct unit_func *g, uint32_t k, bool load)
{
  const struct uop *u = &g->code[k];
  FILE *o = g->unit->o;
  const char *t = (u->n & 0xff) == 8 ? "u64" : "u32";
  fprintf (o, "{ const uint64_t ad = %s + (uint64_t) INT64_C (%d); ",
	   native_read (g, u->a, "u64", 0), u->rel);
  fprintf (o, "if (unlikely (!ok_%s (m, ad, sizeof (MT_%s), 1))) ",
	   u->c == PTX_GENERIC ? "generic" : "global", t);
  leave (g, k);
  char value[64];
  snprintf (value, sizeof value, "MEM_GET (%s, PLACE_generic (ad))", t);
  if (load)
    native_put (g, u->d, t, value);
  else
    fprintf (o, " MEM_PUT (%s, PLACE_generic (ad), %s);", t,
	     native_read (g, u->d, t, 1));
  fputs (" }", o);
}

/* The class of what is in the register OFF at the operation K; -1 if that is not
   known.  */
static int
class_at (const struct unit_func *g, uint32_t k, uint32_t off)
{
  const int32_t *at = g->at[off / 64];
  int one = -1;
  for (int c = VAR_PRED; c <= VAR_8; c++)
    if (at[c])
      one = one < 0 ? c : -2;
  if (one >= -1)
    return one;
  /* A temporary: what wrote it belongs to the same PTX instruction.  */
  for (uint32_t j = k; j-- > 0 && g->code[j].insn == g->code[k].insn;)
    if (g->code[j].d == off)
      {
	struct uop v = g->code[j];
	int once = native_once (v.op);
	if (once < 0)
	  return -1;
	v.op = (uint16_t) once;
	struct effect e = effect_of (&v);
	if (e.dest)
	  return e.dest == DEST_4 ? VAR_4 : e.dest == DEST_8 ? VAR_8 : -1;
      }
  return -1;
}

/* Operations have other numbers in other builds, which must not take a unit of this
   one.  */
static const char *const rare_names[OP_N_FN] = {
#define RARE(ID, ...) [OP_##ID] = #ID,
#include "code/rare-ops.def"
};

/* An operation by native_rare: registers go there by value.  */
static void
rare (struct unit_func *g, uint32_t k, unsigned op)
{
  const struct uop *u = &g->code[k];
  FILE *o = g->unit->o;
  struct effect e = effect_of (&(struct uop) { .op = (uint16_t) op, .n = u->n });
  const uint32_t field[4] = { u->a, u->b, u->c, u->e };
  static const uint8_t bit[4] = { READ_A, READ_B, READ_C, READ_E };
  int cls[4];
  unsigned regs = 0;
  for (int i = 0; i < 4; i++)
    if (e.reads & bit[i] && field[i] < g->f->reg_bytes)
      {
	cls[i] = (native_mem_p (g, field[i]) ? VAR_8 : class_at (g, k, field[i]));
	if (cls[i] < 0 && field[i] >= g->f->temp_off)
	  {
	    leave (g, k);
	    return;
	  }
	regs |= 1u << i;
      }
  fprintf (o, "{ static const struct native_op op = { %u /* %s */, %u, %u, %u, "
	   "{ %uu, %uu, %uu, %uu }, %d }; const uint64_t r = x0->rare (x0, &op", op,
	   rare_names[op], u->n, e.dest, regs, u->a, u->b, u->c, u->e, u->rel);
  for (int i = 0; i < 4; i++)
    if (!(regs >> i & 1) || cls[i] < 0)
      fputs (", 0", o);
    else
      fprintf (o, ", %s", (cls[i] == VAR_PRED ? native_pred (g, field[i], 0)
			   : native_read (g, field[i],
					  cls[i] == VAR_8 ? "u64" : "u32", 0)));
  fputs ("); ", o);
  if (e.dest == DEST_P)
    fprintf (o, "%s = (uint32_t) r;", native_pred (g, u->d, 0));
  else
    native_put (g, u->d, e.dest == DEST_8 ? "u64" : "u32", "r");
  fputs (" }", o);
}

static void
less_frequent (struct unit_func *g, uint32_t k, unsigned op)
{
  const struct uop *u = &g->code[k];
  FILE *o = g->unit->o;
  char value[128];
  switch (op)
    {
    case OP_sreg_4:
      native_put (g, u->d, "u32", (u->n == PTX_SREG_TID_Y ? "x->tid_y"
			    : u->n == PTX_SREG_NTID_Y ? "x->ntid_y"
			    : u->n == PTX_SREG_CTAID_X ? "x->ctaid_x"
			    : "x->nctaid_x"));
      return;
    case OP_ld_strong: case OP_st_strong:
      strong_access (g, k, op == OP_ld_strong);
      return;
    case OP_fence:
      fputs ("FENCE;", o);
      return;
    case OP_lanes_meet:
      fputc (';', o);
      return;
    case OP_align:
      fprintf (o, "if (unlikely ((%s + (uint64_t) INT64_C (%d)) & %u)) ",
	       u->a == NO_REG ? "0" : native_read (g, u->a, "u64", 0), u->rel,
	       u->n - 1u);
      leave (g, k);
      return;
    case OP_cvta_shared: case OP_cvta_to_shared:
      snprintf (value, sizeof value, "%s %c %s", native_read (g, u->a, "u64", 0),
		op == OP_cvta_shared ? '+' : '-',
		u->n ? "(uint64_t) m->params" : "m->shared");
      native_put (g, u->d, "u64", value);
      return;
    default:
      rare (g, k, op);
      return;
    }
}

/* ---- Control.  */

/* The lanes that pass the guard U.  */
static const char *
guard (const struct unit_func *g, const struct uop *u)
{
  static _Thread_local char buf[64];
  sprintf (buf, "%s%s", u->n ? "~" : "", native_pred (g, u->a, 3));
  return buf;
}

/* What lane LANE has in the register OFF as a T.  */
static const char *
lane_value (const struct unit_func *g, uint32_t off, const char *t, int buffer)
{
  static _Thread_local char buf[4][64];
  if (native_var (g, off, native_class (t)))
    return native_read (g, off, t, buffer);
  native_memory (g, off);
  sprintf (buf[buffer], "LANE (%s, %u, lane)", t, off);
  return buf[buffer];
}

/* An atomic operation that one lane does, as do_guard_add_4 and its like.  */
static void
guarded_atom (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k], *y = u + u->rel;
  FILE *o = g->unit->o;
  bool wide = u->op == OP_guard_add_8 || (u->op == OP_guard_atom && u->b == 8);
  const char *t = wide ? "u64" : "u32";
  unsigned sub = y->e >> 8 & 255;
  fprintf (o, "{ const uint32_t t = %s; if (unlikely (t == 0 || (t & (t - 1)))) ",
	   guard (g, u));
  leave (g, k);
  fprintf (o, " const unsigned lane = (unsigned) __builtin_ctz (t); "
	   "const uint64_t ad = %s + (uint64_t) INT64_C (%d); ",
	   lane_value (g, y->a, "u64", 0), y->rel);
  if (u->rel != 1)
    fprintf (o, "const CT_%s b = %s; ", t, native_constant (g, t, (uint64_t) u[1].imm));
  else
    fprintf (o, "const CT_%s b = %s; ", t, lane_value (g, y->b, t, 1));
  look (g, k, wide ? "uint64_t" : "uint32_t", "generic", true);
  if (u->op != OP_guard_atom)
    fprintf (o, " const CT_%s old = ATOM_ADD (CT_%s, ad, b);", t, t);
  else if (sub == PTX_SUB_EXCH)
    fprintf (o, " const CT_%s old = ATOM_EXCH (CT_%s, ad, b); if (old == b) "
	     "LOCK_FAILED (CT_%s, ad, old);", t, t, t);
  else
    fprintf (o, " const CT_%s old = ATOM_CAS (CT_%s, ad, b, (CT_%s) %s); "
	     "if (old != b) LOCK_FAILED (CT_%s, ad, old);", t, t, t,
	     lane_value (g, y->c, t, 2), t);
  if (y->d < g->f->reg_bytes)
    {
      native_memory (g, y->d);
      fprintf (o, " LANE (%s, %u, lane) = old;", t, y->d);
    }
  fputs (" } ", o);
  fprintf (o, "goto L%u;", k + 1 + (uint32_t) u->rel);
}

static void
branch_table (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k];
  const int32_t *table = u->ptr;
  FILE *o = g->unit->o;
  fprintf (o, "switch (%s) {", native_read (g, u->a, "u32", 0));
  for (int32_t j = 0; j < table[0]; j++)
    {
      fprintf (o, " case %d: ", j);
      go (g, k, k + (uint32_t) table[1 + j]);
    }
  fputs (" default: ", o);
  leave (g, k);
  fputs (" }", o);
}

static void
shuffle (struct unit_func *g, const struct sync_args *s)
{
  char value[128];
  if (native_var (g, s->a, VAR_4))
    snprintf (value, sizeof value, "%s", native_read (g, s->a, "u32", 0));
  else
    {
      snprintf (value, sizeof value, "LANE (u32, %u, %s & 31)", s->a,
		native_read (g, s->b, "u32", 1));
      native_memory (g, s->a);
    }
  native_put (g, s->d, "u32", value);
  if (s->p != NO_REG)
    fprintf (g->unit->o, " %s = FULL_MASK;", native_pred (g, s->p, 0));
}

/* Control that all lanes do alike; calls and returns are unit.c's.  */
static void
control (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k];
  FILE *o = g->unit->o;
  switch (u->op)
    {
    case OP_join:
      fputc (';', o);
      return;
    case OP_count:
      fprintf (o, "x0->insns += %d;", u->rel);
      return;
    case OP_bra:
      go (g, k, k + (uint32_t) u->rel);
      return;
    case OP_brac:
      fprintf (o, "{ const uint32_t t = %s; if (t) { ", guard (g, u));
      if (!u->b)
	{
	  fputs ("if (unlikely (t != FULL_MASK)) ", o);
	  leave (g, k);
	  fputc (' ', o);
	}
      go (g, k, k + (uint32_t) u->rel);
      fputs (" } }", o);
      return;
    case OP_guard:
      fprintf (o, "{ const uint32_t t = %s; if (t != FULL_MASK) { ", guard (g, u));
      if (!u->b)
	{
	  fputs ("if (unlikely (t)) ", o);
	  leave (g, k);
	  fputc (' ', o);
	}
      fprintf (o, "goto L%u; } }", k + 1 + (uint32_t) u->rel);
      return;
    case OP_guard_fence:
      fprintf (o, "if (%u && (%s)) FENCE; goto L%u;", u->b, guard (g, u), k + 2);
      return;
    case OP_outside:
      fprintf (o, "if (unlikely (%s != 0)) ", native_read (g, u->a, "u32", 0));
      leave (g, k);
      fputc (' ', o);
      native_put (g, u->d, "u32", "0");
      return;
    case OP_shuffle_1:
      shuffle (g, u->ptr);
      fprintf (o, " goto L%u;", k + 1 + (uint32_t) u->rel);
      return;
    case OP_ONCE (OP_sync):
      fprintf (o, "if (unlikely (%s != FULL_MASK)) ",
	       native_read (g, ((const struct sync_args *) u->ptr)->members, "u32",
			    0));
      leave (g, k);
      return;
    case OP_ONCE (OP_brx):
      branch_table (g, k);
      return;
    default:
      guarded_atom (g, k);
      return;
    }
}

void
native_emit (struct unit_func *g, uint32_t k)
{
  const struct uop *u = &g->code[k];
  int op = native_once (u->op);
  fputs ("  ", g->unit->o);
  if (!(g->how[k] & HOW_CAN))
    leave (g, k);
  else if (op < 0 && plain_op (u) < OP_N_FN)
    {
      /* Predicates have a bit for each lane.  */
      const struct row *r = &native_rows[plain_op (u)];
      if (r->kind == ROW_PW)
	write_row (g, k, r);
      else
	native_lanes (g, k);
    }
  else if (op < 0 || op >= OP_N_FN)
    control (g, k);
  else if (native_rows[op].kind)
    write_row (g, k, &native_rows[op]);
  else
    less_frequent (g, k, (unsigned) op);
  fputc ('\n', g->unit->o);
}
