/* Undefined values: runs of operations on registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "code/shadow.h"
#include "code/translate.h"
#include "run/lanes.h"
#include "run/rare.h"

/* Some register that the run R at U reads may be undefined.  What becomes of it
   can depend on values of registers that are overwritten on the way, so the run is
   executed here once, with the shadow before each operation; then its registers
   get their old values back, and it is executed as usual.  */
static void
try_run (struct warp *w, uint32_t hdr, const struct uop *u,
	 const struct shadow_run *r)
{
  _Alignas (64) uint8_t save[SHADOW_RUN * 2 * 256];
  uint32_t at = 0;
  for (uint32_t k = 0; k < r->n_write; k++)
    {
      memcpy (save + at, w->R + r->write[k].off, r->write[k].size);
      at += r->write[k].size;
    }
  warp_spread_mask (w, w->mask);
  for (const struct uop *v = u + 1; v <= u + r->n; v++)
    {
      unsigned op = shadow_plain_op (v);
      uint32_t read[8];
      struct shadow_reg write[2];
      unsigned n_read, n_write;
      shadow_regs (v, read, &n_read, write, &n_write);
      if (!n_write)
	continue;
      shadow_step (w, hdr, v);
      warp_mask[op] (w, v);
    }
  at = 0;
  for (uint32_t k = 0; k < r->n_write; k++)
    {
      memcpy (w->R + r->write[k].off, save + at, r->write[k].size);
      at += r->write[k].size;
    }
}

FN (shrun)
{
  uint32_t hdr = u->a, any = 0;
  uint8_t *regs = w->R;
  if (likely (!SH_DIRTY (regs, hdr)))
    return;
  const struct shadow_run *r = u->ptr;
  for (uint32_t k = 0; k < r->n_read; k++)
    any |= SH_MASK (regs, hdr, r->read[k]);
  if (any & w->mask)
    try_run (w, hdr, u, r);
  else
    for (uint32_t k = 0; k < r->n_write; k++)
      SH_MASK (regs, hdr, r->write[k].off) &= ~w->mask;
  if (!r->use)
    return;
  uint32_t bad = SH_MASK (regs, hdr, r->used) & w->mask;
  if (unlikely (bad))
    w->vm->watch->undefined (w, hdr, u + r->n + 1, r->used, bad, r->use);
}

FN (shdefine)
{
  if (SH_DIRTY (w->R, u->e))
    SH_MASK (w->R, u->e, u->d) &= ~w->mask;
}
