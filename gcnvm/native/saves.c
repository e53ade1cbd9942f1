/* Native code: registers that functions save and restore.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC's prologues and epilogues (move_callee_saved_registers in gcn.cc) do this, with all
   lanes but where registers are stored or loaded:

     s_mov_b64 exec, -1;  v_lshlrev_b32 v3, 2, v1;
     v_mov_b32 v4, s16;  v_mov_b32 v5, s17;
     v_add_u32 v4, vcc, v3, v4;  v_addc_u32 v5, vcc, 0, v5, vcc;
     s_mov_b64 exec, 63;  flat_store_dword v[4:5], v6;
     s_mov_b32 s22, 24;  s_mov_b64 exec, -1;
     v_add_u32 v4, vcc, v4, s22;  v_addc_u32 v5, vcc, 0, v5, vcc;
     flat_store_dword v[4:5], v16; ...

   Where v1 has the numbers of the lanes, as in GCC's code, the machine does all of it at
   once.  */

#include <string.h>

#include "native/emit.h"

/* What has been read so far.  */
struct reader
{
  struct saves *s;
  uint64_t exec;
  bool known[128];		/* Whether an SGPR is a constant,  */
  uint32_t value[128];		/* and which.  */
  bool lane, sum, whole;	/* BY4, the address are set; its high half too.  */
  unsigned n_moves;
  struct { unsigned reg, sgpr; } moves[2];
  uint32_t offset, pending, vinsns, lanes;
};

/* A scalar operation: a constant.  */

static bool
read_scalar (struct reader *r, const struct uop *u)
{
  unsigned d = u->d / 4;
  switch (u->row)
    {
    case GCN_OP_s_mov_b64:
      r->exec = u->ia;
      return u->ka && d == GCN_EXEC;
    case GCN_OP_s_mov_b32: case GCN_OP_s_movk_i32:
      if ((u->row == GCN_OP_s_mov_b32 && !u->ka) || d >= 104)
	return false;
      for (unsigned i = 0; i < r->n_moves; i++)
	if (r->moves[i].sgpr == d)
	  return false;
      r->known[d] = true;
      r->value[d] = (uint32_t) (u->row == GCN_OP_s_mov_b32 ? u->ia : u->ib);
      return true;
    default:
      return false;
    }
}

/* v_lshlrev_b32 and v_mov_b32.  */

static bool
read_vector (struct reader *r, const struct uop *u)
{
  unsigned d = u->d - GCN_VGPR;
  if (u->row == GCN_OP_v_lshlrev_b32)
    {
      if (r->lane || !u->konst[0] || *u->konst[0] != 2 || u->konst[1]
	  || u->src[1] < GCN_VGPR)
	return false;
      r->lane = true;
      r->s->lane = u->src[1] - GCN_VGPR;
      r->s->by4 = d;
      return r->s->lane != d;
    }
  if (u->row != GCN_OP_v_mov_b32 || u->konst[0] || u->src[0] >= 104
      || r->n_moves == 2 || (r->lane && (d == r->s->by4 || d == r->s->lane))
      || r->known[u->src[0]])
    return false;
  r->moves[r->n_moves].reg = d;
  r->moves[r->n_moves++].sgpr = u->src[0];
  return true;
}

/* The constant that source I of U is, for all lanes, into *V.  */

static bool
constant_p (const struct reader *r, const struct uop *u, int i, uint32_t *v)
{
  if (u->konst[i])
    *v = *u->konst[i];
  else if (u->src[i] < 104 && r->known[u->src[i]])
    *v = r->value[u->src[i]];
  else
    return false;
  return true;
}

/* v_add_co_u32 and v_addc_co_u32.  */

static bool
read_carry (struct reader *r, const struct uop *u)
{
  struct saves *s = r->s;
  unsigned d = u->d - GCN_VGPR;
  uint32_t v;
  if (u->sdst != GCN_VCC || !r->lane || r->n_moves != 2)
    return false;
  if (u->row == GCN_OP_v_addc_co_u32)
    for (int i = 0; i < 2; i++)
      {
	if (constant_p (r, u, i, &v) && v == 0 && u->src[!i] == u->d
	    && !u->konst[!i] && r->sum && !r->whole && d == s->high
	    && u->src[2] == GCN_VCC)
	  {
	    r->whole = true;
	    r->offset += r->pending;
	    r->pending = 0;
	    return r->offset < 1 << 20;
	  }
      }
  if (u->row != GCN_OP_v_add_co_u32)
    return false;
  for (int i = 0; i < 2; i++)
    {
      bool here = !u->konst[!i] && u->src[!i] == u->d;
      if (!r->sum && here && !u->konst[i] && u->src[i] == GCN_VGPR + s->by4)
	for (int k = 0; k < 2; k++)
	  if (r->moves[k].reg == d && r->moves[!k].reg == d + 1)
	    {
	      s->low = d;
	      s->high = d + 1;
	      s->base = r->moves[k].sgpr;
	      s->base1 = r->moves[!k].sgpr;
	      r->sum = true;
	      return true;
	    }
      if (r->sum && r->whole && here && d == s->low && constant_p (r, u, i, &v)
	  && v < 1 << 20)
	{
	  r->whole = false;
	  r->pending = v;
	  return true;
	}
    }
  return false;
}

/* A load or a store.  */

static bool
read_access (struct reader *r, const struct op *o)
{
  struct saves *s = r->s;
  const struct gcn_insn *in = o->u->in;
  const struct gcn_row *row = in->row;
  bool store = o->kind == K_STORE;
  enum gcn_type type = store ? row->s[1] : row->d;
  unsigned data = (store ? in->src[1] : in->dst) - GCN_VGPR;
  uint64_t exec = r->exec;
  if (!r->whole || in->src[0] != GCN_VGPR + s->low
      || in->saddr != GCN_NO_OPERAND || type < GCN_T_b32
      || o->u->regs[store ? 2 : 0] != 1 || !exec || (exec & (exec + 1)) != 0
      || in->offset < 0 || s->n == MOST_SAVES || data == s->low
      || data == s->high || data == s->by4 || (!store && data == s->lane))
    return false;
  unsigned n = (unsigned) __builtin_popcountll (exec);
  s->a[s->n++] = (struct native_save)
    { (uint8_t) data, (uint8_t) n, store, r->offset + (uint32_t) in->offset };
  r->vinsns++;
  r->lanes += n;
  uint32_t at = s->a[s->n - 1].offset;
  if (s->n == 1)
    s->from = at;
  if (at % 4 != 0)
    s->to = UINT32_MAX;
  s->from = at < s->from ? at : s->from;
  s->to = at + 4 * n > s->to ? at + 4 * n : s->to;
  s->offset = r->offset;
  s->vinsns = r->vinsns;
  s->lanes = r->lanes;
  return true;
}

bool
saves_find (const struct unit *t, uint32_t k, uint32_t end, struct saves *s)
{
  const struct uop *u = t->ops[k].u;
  struct reader r = { .s = s };
  memset (s, 0, sizeof *s);
  if (t->ops[k].kind != K_SCALAR || u->row != GCN_OP_s_mov_b64 || !u->ka
      || u->d / 4 != GCN_EXEC || ~u->ia)
    return false;
  for (; k < end; k++)
    {
      const struct op *o = &t->ops[k];
      bool all = !~r.exec, goes_on = false;
      if (o->u->words)
	break;
      switch (o->kind)
	{
	case K_SCALAR:
	  goes_on = read_scalar (&r, o->u);
	  break;
	case K_NOP: case K_WAIT: case K_WAITCNT:
	  goes_on = true;
	  break;
	case K_VECTOR: case K_CARRY:
	  goes_on = all && (o->kind == K_CARRY ? read_carry (&r, o->u)
			    : read_vector (&r, o->u));
	  r.vinsns++;
	  r.lanes += LANES;
	  break;
	case K_LOAD: case K_STORE:
	  goes_on = read_access (&r, o);
	  break;
	default:
	  break;
	}
      if (!goes_on)
	break;
      if (o->kind == K_LOAD || o->kind == K_STORE)
	s->end = k + 1;
    }
  return s->n > 0;
}

/* ---- As C.  */

/* The bit of register R in PENDING.  */

static uint64_t
pending_bit (unsigned r)
{
  return UINT64_C (1) << (r & 63);
}

/* What is OWN of S.  */

static uint64_t
own_bits (const struct saves *s)
{
  uint64_t own = (pending_bit (s->lane) | pending_bit (s->by4)
		  | pending_bit (s->low) | pending_bit (s->high)), used = 0;
  for (unsigned i = 0; i < s->n; i++)
    used |= pending_bit (s->a[i].reg);
  return used & own || __builtin_popcountll (own) != 4 ? 0 : own;
}

/* More would be a long text.  */
enum { MOST_LANES = 24, MOST_DWORDS = 48, MOST_ROWS = 24 };

/* Whether S is a few lanes, as where scalars are saved, and *ROWS whole rows, not too
   many.  */

static bool
short_p (const struct saves *s, unsigned *rows)
{
  unsigned n = 0;
  *rows = 0;
  for (unsigned i = 0; i < s->n; i++)
    {
      bool row = s->a[i].lanes == LANES;
      *rows += row;
      n += row ? 0 : s->a[i].lanes;
      if ((s->a[i].lanes > MOST_LANES && !row) || s->a[i].offset % 4 != 0)
	return false;
    }
  return n <= MOST_DWORDS && *rows <= MOST_ROWS && own_bits (s);
}

/* Put an expression that does S, T being what it is for the machine: it is false if that
   has not begun.  What is short has C of its own: the machine's is for all functions, so
   that the host's processor cannot guess where its branches go.  */

static void
put_done (struct emit *e, const struct saves *s)
{
  unsigned rows;
  if (!short_p (s, &rows))
    {
      put (e, "x->saves (x->wave, &t)");
      return;
    }
  put (e, "({ const uint64_t base = PAIR (OPAQUE (S[%u]), S[%u]); bool done; "
       "uint8_t *const d = SHADOW (base);\n"
       "if (LIKELY (%srows_as_before (x, &t, base)", s->base, s->base1,
       rows ? "d && " : "");
  for (unsigned i = 0; i < s->n; i++)
    {
      const struct native_save *a = &s->a[i];
      if (a->lanes == LANES)
	continue;
      if (a->store)
	put (e, " && !(VU[%u] & %u)", a->reg, (1u << a->lanes) - 1);
      else
	put (e, " && dwords_defined (d ? d + %u : 0, %u)", a->offset, a->lanes);
    }
  put (e, ")) { ");
  for (unsigned i = 0; i < s->n; i++)
    {
      const struct native_save *a = &s->a[i];
      if (a->lanes == LANES)
	{
	  put (e, "x->%s_row (x->wave, %u, base + %u, d + %u);\n",
	       a->store ? "save" : "restore", a->reg, a->offset, a->offset);
	  continue;
	}
      put (e, "for (unsigned k = 0; k < %u; k++) ", a->lanes);
      if (a->store)
	put (e, "STORE (uint32_t, base + %u + 4 * k, V[%u][k]); ", a->offset, a->reg);
      else
	put (e, "V[%u][k] = LOAD (uint32_t, base + %u + 4 * k); ", a->reg, a->offset);
      if (a->store)
	put (e, "DEFINE_DWORDS (d ? d + %u : 0, %u);\n", a->offset, a->lanes);
      else
	put (e, "VU[%u] &= ~(uint64_t) %u;\n", a->reg, (1u << a->lanes) - 1);
    }
  put (e, "SAVED (t, base); done = 1; } else done = x->saves (x->wave, &t); done; })");
}

void
put_saves (struct emit *e, const struct saves *s)
{
  struct emit old = *e;
  struct set loads = { { 0 } }, stores = { { 0 } };
  uint32_t first = e->k;
  unsigned counted = 0;
  put_spill (e);
  put (e, "{ static const struct native_saves t = { %u, %u, %u, %u, %u, %u, %u, "
       "%u, %u, %u, %u, %u, %lluu, {", s->lane, s->by4, s->low, s->high, s->base, s->base1,
       s->n, s->offset, s->vinsns, s->lanes, s->from, s->to,
       (unsigned long long) own_bits (s));
  for (unsigned i = 0; i < s->n; i++)
    put (e, " { %u, %u, %u, %u },", s->a[i].reg, s->a[i].lanes,
	 s->a[i].store, s->a[i].offset);
  put (e, " } };\nif (LIKELY (");
  if (e->force)
    put (e, "x->force - %u >= %u && ", first, s->end - first);
  put_done (e, s);
  put (e, ")) {\n");
  e->force = false;
  for (; e->k < s->end; e->k++)
    {
      const struct op *o = &e->t->ops[e->k];
      bool access = o->kind == K_LOAD || o->kind == K_STORE;
      if (!o->one_lane)
	put_op (e, o);
      else
	counted += o->counted;
      if (access)
	put (e, "ISSUED_VM; ");
      if (access && o->u->in->row->enc == GCN_ENC_FLAT)
	put (e, "ISSUED_LGKM; ");
      set_join (o->one_lane ? &loads : &stores, &o->defs);
      op_done (e, o);
    }
  put_accesses (e);
  put_loads (e, &loads);
  /* After handlers the wave has those too.  */
  struct set dirty = e->dirty;
  for (int j = 0; j < SET_WORDS; j++)
    e->dirty.w[j] = stores.w[j] & ~dirty.w[j];
  put_spill (e);
  put (e, "vi -= %u;\n} else ", counted);
  *e = old;
  /* Their own C would be most of the text of many a function.  */
  put_leave (e, first, e->counted);
  put (e, "}\n");
  for (; e->k < s->end; e->k++)
    {
      const struct op *o = &e->t->ops[e->k];
      e->counted += o->counted;
      op_done (e, o);
    }
}
