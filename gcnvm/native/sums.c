/* Native code: sums of 64 bits.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Two operations compute one, of its halves; as C it is one addition.  */

#include "native/emit.h"

/* Whether operations O and P, which follows it, are the two halves of a sum of 64 bits in
   one lane, as GCC's addresses are.  */

bool
sum64_p (const struct emit *e, const struct op *o, const struct op *p)
{
  const struct uop *u = o->u, *w = p->u;
  return (o->kind == K_CARRY && p->kind == K_CARRY && e->exec == EXEC_ONE
	  && !e->force && u->row == GCN_OP_v_add_co_u32
	  && w->row == GCN_OP_v_addc_co_u32 && u->sdst == w->sdst
	  && w->src[2] == u->sdst && u->d != w->d
	  && (w->konst[0] || w->src[0] != u->d)
	  && (w->konst[1] || w->src[1] != u->d)
	  && (w->konst[0] || w->src[0] >= GCN_VGPR)
	  && (w->konst[1] || w->src[1] >= GCN_VGPR));
}

/* Put the declaration of a or b, source I of the sum whose halves U and W compute.  */

static void
put_source64 (struct emit *e, const struct uop *u, const struct uop *w, int i)
{
  if (!u->konst[i] && !w->konst[i] && pair_p (e, u->src[i])
      && w->src[i] == u->src[i] + 1)
    {
      put (e, "const uint64_t %c = %s; ", "ab"[i], pair (e, u->src[i]));
      return;
    }
  put_operand (e, u, i, i ? "b0" : "a0", "u32");
  put_operand (e, w, i, i ? "b1" : "a1", "u32");
  put (e, "const uint64_t %c = PAIR (%c0, %c1); ", "ab"[i], "ab"[i], "ab"[i]);
}

void
put_sum64 (struct emit *e, const struct op *o, const struct op *p)
{
  struct op both = *o;
  for (int j = 0; j < SET_WORDS; j++)
    {
      /* The carry that comes in is the other's.  */
      both.uses.w[j] |= p->uses.w[j] & ~o->defs.w[j];
      both.defs.w[j] |= p->defs.w[j];
    }
  bool cond = put_begin (e, &both, NULL);
  for (int i = 0; i < 2; i++)
    put_source64 (e, o->u, p->u, i);
  put (e, "uint64_t r; const bool t = __builtin_add_overflow (a, b, &r); ");
  if (pair_p (e, o->u->d) && p->u->d == o->u->d + 1)
    put_store (e, o->u->d, true, "r");
  else
    {
      put_store (e, o->u->d, false, "(uint32_t) r");
      put_store (e, p->u->d, false, "r >> 32");
    }
  put_store (e, o->u->sdst, true, "t");
  put_end (e, &both, cond);
}

/* Whether sources A, or B, of U and W are halves that can be added at once.  */

static bool
halves_p (const struct uop *u, const struct uop *w, bool b)
{
  unsigned high = (b ? w->b : w->a) / 4, low = (b ? u->b : u->a) / 4;
  return ((b ? u->kb : u->ka) || variable_of (low) >= 0)
	 && ((b ? w->kb : w->ka)
	     /* Not what the first addition writes: its sum, SCC.  */
	     || (variable_of (high) >= 0 && high != u->d / 4 && high != GCN_SCC));
}

/* The same of scalars: s_add_u32 and s_addc_u32.  */

bool
scalar_sum64_p (const struct emit *e, const struct op *o, const struct op *p)
{
  const struct uop *u = o->u, *w = p->u;
  return (o->kind == K_SCALAR && p->kind == K_SCALAR && !e->force
	  && u->row == GCN_OP_s_add_u32 && w->row == GCN_OP_s_addc_u32
	  && variable_of (u->d / 4) >= 0 && variable_of (w->d / 4) >= 0
	  && u->d != w->d && !o->makes_exec && !p->makes_exec
	  && halves_p (u, w, false) && halves_p (u, w, true));
}

void
put_scalar_sum64 (struct emit *e, const struct op *o, const struct op *p)
{
  const struct uop *u = o->u, *w = p->u;
  struct set uses = o->uses;
  for (int j = 0; j < SET_WORDS; j++)
    uses.w[j] |= p->uses.w[j] & ~o->defs.w[j];
  put (e, "{ ");
  if (!all_known_p (e, &uses))
    {
      put (e, "if (UNLIKELY (0");
      put_unknown (e, &uses);
      put (e, ")) ");
      put_leave (e, e->k, e->counted);
    }
  for (int i = 0; i < 2; i++)
    {
      bool low = i ? u->kb : u->ka, high = i ? w->kb : w->ka;
      unsigned l = (i ? u->b : u->a) / 4, h = (i ? w->b : w->a) / 4;
      uint64_t constant = ((uint32_t) (i ? u->ib : u->ia)
			   | (i ? w->ib : w->ia) << 32);
      put (e, "const uint64_t %c = ", "ab"[i]);
      if (low && high)
	put (e, "UINT64_C (0x%llx); ", (unsigned long long) constant);
      else if (!low && !high && h == l + 1)
	put (e, "%s; ", pair (e, l));
      else
	{
	  put (e, "PAIR (");
	  if (low)
	    put (e, "0x%xu, ", (unsigned) constant);
	  else
	    put (e, "%s, ", reg (e, l));
	  if (high)
	    put (e, "0x%xu); ", (unsigned) (constant >> 32));
	  else
	    put (e, "%s); ", reg (e, h));
	}
    }
  put (e, "uint64_t r; scc = __builtin_add_overflow (a, b, &r); ");
  if (w->d == u->d + 4 && pair_p (e, u->d / 4))
    put_store (e, u->d / 4, true, "r");
  else
    {
      put_store (e, u->d / 4, false, "(uint32_t) r");
      put_store (e, w->d / 4, false, "r >> 32");
    }
  uses = o->defs;
  set_join (&uses, &p->defs);
  put_defined (e, &uses);
  put (e, "}\n");
}
