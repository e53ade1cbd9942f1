/* Vector operations with negated and absolute sources: the common case.
   Compiled for any processor and for those with AVX2.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* EXEC is 1 or all lanes, sources have 32 or 64 bits, and all that is read is
   defined.  Everything else is done by vec_general.  */

#include "run/fast.h"

/* N values of source I of U at FROM into T with their signs changed.  */

static inline void
sign (const struct gcn_insn *in, int i, uint32_t *t, const uint32_t *from,
      unsigned n)
{
  uint32_t keep = in->abs >> i & 1 ? 0x7fffffff : UINT32_MAX;
  uint32_t flip = in->neg >> i & 1 ? 0x80000000 : 0;
  _Pragma ("GCC ivdep")
  for (unsigned k = 0; k < n; k++)
    t[k] = (from[k] & keep) ^ flip;
}

static const struct uop *
with_signs (const struct uop *u, struct wave *w)
{
  const struct gcn_insn *in = u->in;
  uint64_t exec = wave_exec (w), undef = 0;
  const uint32_t *s[3] = { NULL, NULL, NULL };
  if (exec != 1 && exec != ALL_LANES)
    return vec_general (u, w);
  for (int i = 0; i < u->n_src; i++)
    s[i] = vec_source (w, u, i, exec, &undef);
  if (UNLIKELY (undef & exec))
    return vec_general (u, w);
  unsigned n = exec == 1 ? 1 : LANES;
  for (int i = 0; i < u->n_src; i++)
    if ((in->neg | in->abs) >> i & 1)
      {
	uint32_t *t = w->tmp[2 * i];
	bool wide = u->regs[i + 1] > 1;
	if (wide && n == 1)
	  t[0] = s[i][0];
	else if (wide && t != s[i])
	  memcpy (t, s[i], sizeof w->tmp[0]);
	unsigned high = wide ? LANES : 0;
	if (n == 1)
	  sign (in, i, t + high, s[i] + high, 1);
	else
	  sign (in, i, t + high, s[i] + high, LANES);
	s[i] = t;
      }
  unsigned r = u->d - GCN_VGPR;
  w->vinsns++;
  w->lanes += n;
  w->vu[r] &= ~exec;
  if (u->regs[0] > 1)
    w->vu[r + 1] &= ~exec;
  u->vop->kernel (w, w->v[r], s[0], s[1], s[2], 0, n);
  return u + 1;
}

/* The handler for U, which vec_general could do as well; null for that.  */

uop_fn *
NAME (fast_signs) (const struct uop *u)
{
  const struct gcn_insn *in = u->in;
  if (in->form >= GCN_SDWA_FORM || in->clamp || in->omod || in->op_sel
      || in->row->flags & GCN_F_OPSEL || u->row == GCN_OP_v_cndmask_b32
      || gcn_half_type_p (in->row->d)
      || u->regs[0] < 1 || u->regs[0] > 2)
    return NULL;
  for (int i = 0; i < u->n_src; i++)
    if (in->row->s[i] != GCN_T_f32 && in->row->s[i] != GCN_T_f64
	&& ((in->neg | in->abs) >> i & 1 || u->regs[i + 1] > 2))
      return NULL;
  return with_signs;
}
