/* What the files with the less frequent operations share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_RARE_H
#define VM_RARE_H

#define FN(ID) void rare_##ID (struct warp *w, const struct uop *u)
#define EACH(I)								\
  for (uint32_t m_ = w->mask, I; m_ && (I = first_lane (m_), 1); m_ &= m_ - 1)

/* The host address of an access with all checks.  */
extern void *rare_resolve (struct warp *, const struct uop *, unsigned lane,
			   uint64_t addr, unsigned size, unsigned space,
			   enum access);

/* exec-atom.c.  What LANE does of U, an OP_atom of any size but 16 bytes on what
   is at P.  True if it tried to take a lock and failed.  */
extern bool atom_of_lane (struct warp *, const struct uop *, unsigned lane,
		       void *p);
/* W tried to take a lock and failed: that costs it some of its slice, since whoever is
   to give the lock up must get its turn.  If only LANE tried, which has done U, a lock
   of SIZE bytes at P, where all lanes are together, the slice ends at the third try;
   P is NULL otherwise.  With several host threads for a block W may have to wait for
   others that try, so it ends at once.  */
static inline void
lock_failed (struct warp *w, const struct uop *u, unsigned lane, const void *p,
	     unsigned size)
{
  bool gives = false;
  if (p && w->n_order == 1)
    gives = lock_wait_try (&w->lock, p, (size == 8 ? *R8P (w, u->d, lane)
					 : *R4P (w, u->d, lane)), size);
  slice_give (w, gives || w->block->crew ? w->budget : LOCK_TRY);
}

/* exec-half.c.  */
extern float half_to_float (uint16_t);
extern uint16_t float_to_half (double, unsigned rnd);
extern float bf16_to_float (uint16_t);
extern uint16_t float_to_bf16 (double, unsigned rnd);
extern uint32_t half_op (unsigned kind, enum ptx_type, unsigned flags,
			 uint32_t a, uint32_t b, uint32_t c);

#endif /* VM_RARE_H */
