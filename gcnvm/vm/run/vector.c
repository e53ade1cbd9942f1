/* Vector operations without modifiers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A handler gets its sources as pointers to 64 values, has the kernel compute one
   lane, all of them, or, where EXEC is anything else, all into a buffer from which
   those in EXEC are taken.  */

#include "run/handlers.h"
#include "run/vector.h"

const struct uop *
vec_plain (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w), undef = 0;
  w->vinsns++;
  if (UNLIKELY (!exec))
    return u + 1;
  const uint32_t *s[3] = { NULL, NULL, NULL };
  s[0] = vec_source (w, u, 0, exec, &undef);
  if (u->n_src > 1)
    s[1] = vec_source (w, u, 1, exec, &undef);
  if (u->n_src > 2)
    s[2] = vec_source (w, u, 2, exec, &undef);
  else if (u->row == GCN_OP_v_cndmask_b32)
    s[2] = vec_select (w, u, exec, &undef);
  unsigned r = u->d - GCN_VGPR;
  uint32_t *d = w->v[r];
  if (UNLIKELY (undef & exec))
    {
      w->now = u;
      if (!w->vm->watch->undef_vector (w, u, exec, s, r))
	return NULL;
    }
  else
    {
      w->vu[r] &= ~exec;
      if (u->regs[0] > 1)
	w->vu[r + 1] &= ~exec;
    }
  gcn_kernel *k = u->vop->kernel;
  if ((exec & (exec - 1)) == 0)
    {
      w->lanes++;
      k (w, d, s[0], s[1], s[2], __builtin_ctzll (exec), 1);
    }
  else if (exec == ~UINT64_C (0))
    {
      w->lanes += LANES;
      k (w, d, s[0], s[1], s[2], 0, LANES);
    }
  else
    {
      w->lanes += __builtin_popcountll (exec);
      k (w, w->tmp[8], s[0], s[1], s[2], 0, LANES);
      w->vm->handlers->blend (w, r, w->tmp[8]);
      if (u->regs[0] > 1)
	w->vm->handlers->blend (w, r + 1, w->tmp[9]);
    }
  return u + 1;
}

const struct uop *
vec_compare (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w), undef = 0, lanes = 0, m = 0;
  const uint32_t *s[3] = { NULL, NULL, NULL };
  bool to_exec = u->in->row->flags & GCN_F_WEXEC;
  w->vinsns++;
  if (exec)
    {
      const struct gcn_insn *in = u->in;
      if (in->form >= GCN_SDWA_FORM || in->neg || in->abs || in->op_sel)
	vec_modified (w, u, exec, s, &undef);
      else
	{
	  s[0] = vec_source (w, u, 0, exec, &undef);
	  s[1] = vec_source (w, u, 1, exec, &undef);
	}
      if (UNLIKELY (undef & exec))
	{
	  w->now = u;
	  if (!to_exec)
	    lanes = w->vm->watch->undef_compare (w, u, exec, s);
	  else if (!w->vm->watch->undef_vector (w, u, exec, s, -1u))
	    return NULL;
	}
      gcn_kernel *k = u->vop->kernel;
      if ((exec & (exec - 1)) == 0)
	{
	  unsigned lane = __builtin_ctzll (exec);
	  k (w, w->tmp[8], s[0], s[1], NULL, lane, 1);
	  m = w->tmp[8][lane] ? exec : 0;
	}
      else
	{
	  k (w, w->tmp[8], s[0], s[1], NULL, 0, LANES);
	  m = pack_mask (w->tmp[8]) & exec;
	}
      w->lanes += __builtin_popcountll (exec);
    }
  put_mask (w, u->sdst, m);
  if (UNLIKELY (lanes))
    put64 (&w->sv[u->sdst], lanes);
  if (to_exec)
    put_mask (w, GCN_EXEC, m);
  return u + 1;
}

/* One lane of the additions and subtractions with carry.  */

static inline uint32_t
carry_lane (enum gcn_op op, uint32_t a, uint32_t b, uint32_t in, bool *out)
{
  uint64_t t;
  switch (op)
    {
    case GCN_OP_v_add_co_u32:
      in = 0;
      /* Fall through.  */
    case GCN_OP_v_addc_co_u32:
      t = (uint64_t) a + b + in;
      break;
    case GCN_OP_v_sub_co_u32:
      in = 0;
      /* Fall through.  */
    case GCN_OP_v_subb_co_u32:
      t = (uint64_t) a - b - in;
      break;
    case GCN_OP_v_subrev_co_u32:
      in = 0;
      /* Fall through.  */
    default:
      t = (uint64_t) b - a - in;
    }
  *out = t >> 32 & 1;
  return t;
}

/* All lanes of one of them: VALUES into D, the carries into C, as 0 and -1.  */

#define CARRY_ALL(NAME, VALUE, OUT)					\
  static void								\
  NAME (uint32_t *d, uint32_t *c, const uint32_t *pa, const uint32_t *pb, \
	const uint32_t *pc)						\
  {									\
    _Pragma ("GCC ivdep")						\
    for (int i = 0; i < LANES; i++)					\
      {									\
	uint32_t a = pa[i], b = pb[i], k = -pc[i], r = VALUE;		\
	(void) k;							\
	c[i] = -(uint32_t) (OUT);					\
	d[i] = r;							\
      }									\
  }
CARRY_ALL (all_add, a + b, r < a)
CARRY_ALL (all_addc, a + b + k, (r < a) | ((r == a) & k))
CARRY_ALL (all_sub, a - b, a < b)
CARRY_ALL (all_subb, a - b - k, (a < b) | ((a == b) & k))

const struct uop *
vec_carry (const struct uop *u, struct wave *w)
{
  uint64_t exec = wave_exec (w), undef = 0, m = 0;
  enum gcn_op op = u->row;
  const uint32_t *s[3] = { NULL, NULL, NULL };
  bool with_carry = u->in->row->flags & GCN_F_RVCC;
  w->vinsns++;
  w->lanes += __builtin_popcountll (exec);
  if (!exec)
    {
      put_mask (w, u->sdst, 0);
      return u + 1;
    }
  if (u->in->form >= GCN_SDWA_FORM)
    exec = vec_modified (w, u, exec, s, &undef);
  else
    {
      s[0] = vec_source (w, u, 0, exec, &undef);
      s[1] = vec_source (w, u, 1, exec, &undef);
    }
  uint64_t carry = 0;
  if (with_carry)
    {
      carry = get64 (&w->s[u->src[2]]);
      undef |= get64 (&w->sv[u->src[2]]);
    }
  unsigned r = u->d - GCN_VGPR;
  uint64_t lanes = 0;
  if (UNLIKELY (undef & exec))
    {
      w->now = u;
      if (!w->vm->watch->undef_vector (w, u, exec, s, r))
	return NULL;
      lanes = w->vu[r] & exec;
    }
  else
    w->vu[r] &= ~exec;
  bool odd = u->in->form >= GCN_SDWA_FORM || u->in->clamp;
  if ((exec & (exec - 1)) == 0 || odd)
    {
      uint32_t t[LANES];
      for (uint64_t e = exec; e; e &= e - 1)
	{
	  unsigned i = __builtin_ctzll (e);
	  bool out;
	  t[i] = carry_lane (op, s[0][i], s[1][i], carry >> i & 1, &out);
	  if (out && u->in->form == GCN_E64 && u->in->clamp)
	    t[i] = op == GCN_OP_v_add_co_u32 || op == GCN_OP_v_addc_co_u32
		   ? UINT32_MAX : 0;
	  m |= (uint64_t) out << i;
	}
      if (u->in->form == GCN_SDWA_FORM)
	vec_put_sdwa (w, u, exec, t);
      else
	for (uint64_t e = exec; e; e &= e - 1)
	  {
	    unsigned i = __builtin_ctzll (e);
	    w->v[r][i] = t[i];
	  }
    }
  else
    {
      uint32_t *d = exec == ~UINT64_C (0) ? w->v[r] : w->tmp[8];
      uint32_t *c = w->tmp[9];
      if (with_carry)
	expand_mask (w->tmp[4], carry);
      switch (op)
	{
	case GCN_OP_v_add_co_u32:
	  all_add (d, c, s[0], s[1], s[0]);
	  break;
	case GCN_OP_v_addc_co_u32:
	  all_addc (d, c, s[0], s[1], w->tmp[4]);
	  break;
	case GCN_OP_v_sub_co_u32:
	  all_sub (d, c, s[0], s[1], s[0]);
	  break;
	case GCN_OP_v_subb_co_u32:
	  all_subb (d, c, s[0], s[1], w->tmp[4]);
	  break;
	case GCN_OP_v_subrev_co_u32:
	  all_sub (d, c, s[1], s[0], s[0]);
	  break;
	default:
	  all_subb (d, c, s[1], s[0], w->tmp[4]);
	}
      m = pack_mask (c) & exec;
      if (d != w->v[r])
	w->vm->handlers->blend (w, r, d);
    }
  put_mask (w, u->sdst, m);
  if (UNLIKELY (lanes))
    {
      put64 (&w->sv[u->sdst], lanes);
      origin_move (w, u->sdst, u->d);
      origin_move (w, u->sdst + 1, u->d);
    }
  return u + 1;
}

const struct uop *
vec_nop (const struct uop *u, struct wave *w)
{
  (void) w;
  return u + 1;
}
