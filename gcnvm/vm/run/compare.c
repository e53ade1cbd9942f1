/* Vector comparisons without modifiers: the common case.  Compiled for any
   processor and for those with AVX2.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* One of the sources may be a constant or an SGPR; nothing that is read is
   undefined.  Everything else is done by vec_compare.  */

#include "run/fast.h"

/* Does U with sources A and B; UNDEF says in which lanes these are undefined.  */

static inline __attribute__ ((always_inline)) const struct uop *
compare (const struct uop *u, struct wave *w, uint64_t exec, uint64_t undef,
	 const uint32_t *a, const uint32_t *b)
{
  uint64_t m;
  if (UNLIKELY (undef & exec) || !exec)
    return vec_compare (u, w);
  w->vinsns++;
  if (exec == 1)
    {
      w->lanes++;
      u->vop->kernel (w, w->tmp[8], a, b, NULL, 0, 1);
      m = w->tmp[8][0] & 1;
    }
  else
    {
      w->lanes += exec == ALL_LANES ? LANES : __builtin_popcountll (exec);
      u->vop->kernel (w, w->tmp[8], a, b, NULL, 0, LANES);
      m = mask_of (w->tmp[8]) & exec;
    }
  put_mask (w, u->sdst, m);
  return u + 1;
}

#define UW(I) (u->regs[(I) + 1] > 1 ? U2 (I) : U (I))
#define SUW(I) (u->regs[(I) + 1] > 1 ? SU2 (I) : SU (I))
#define SW(I) (u->regs[(I) + 1] > 1 ? uniform2 (w, u, I, exec)		\
	       : uniform (w, u, I, exec))
#define HANDLER(N, UNDEF, A, B)						\
  static const struct uop *						\
  N (const struct uop *u, struct wave *w)				\
  {									\
    uint64_t exec = wave_exec (w);					\
    return compare (u, w, exec, UNDEF, A, B);				\
  }
HANDLER (compare_vv, UW (0) | UW (1), V (0), V (1))
HANDLER (compare_kv, UW (1), u->konst[0], V (1))
HANDLER (compare_vk, UW (0), V (0), u->konst[1])
HANDLER (compare_sv, SUW (0) | UW (1), SW (0), V (1))
HANDLER (compare_vs, UW (0) | SUW (1), V (0), SW (1))

/* The handler for U, which vec_compare could do as well; null for that.  */

uop_fn *
NAME (fast_compare) (const struct uop *u)
{
  static const struct { char kinds[3]; uop_fn *fn; } handlers[] =
  {
    { "vv", compare_vv }, { "kv", compare_kv }, { "vk", compare_vk },
    { "sv", compare_sv }, { "vs", compare_vs }
  };
  const struct gcn_insn *in = u->in;
  if (in->form >= GCN_SDWA_FORM || in->neg || in->abs || in->op_sel
      || in->row->flags & GCN_F_WEXEC || u->regs[1] > 2 || u->regs[2] > 2)
    return NULL;
  for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
    if (kinds_p (u, handlers[i].kinds, 2))
      return handlers[i].fn;
  return NULL;
}
