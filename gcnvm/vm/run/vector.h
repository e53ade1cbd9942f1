/* What the handlers of vector operations share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_VECTOR_H
#define GCNVM_VECTOR_H

#include "run/handlers.h"
#include "vm-int.h"

extern uint64_t pack_mask (const uint32_t *);
extern void expand_mask (uint32_t *, uint64_t);
extern const uint32_t *vec_source (struct wave *, const struct uop *, int i,
				   uint64_t exec, uint64_t *undef);
extern const uint32_t *vec_select (struct wave *, const struct uop *,
				   uint64_t exec, uint64_t *undef);

/* What SDWA selects by SEL of V, extended by its sign if SEXT; and where that
   is.  */

static inline uint32_t
sdwa_select (uint32_t v, unsigned sel, bool sext)
{
  if (sel <= GCN_BYTE_3)
    {
      v = v >> (8 * sel) & 255;
      return sext ? (uint32_t) (int8_t) v : v;
    }
  if (sel <= GCN_WORD_1)
    {
      v = v >> (16 * (sel - GCN_WORD_0)) & 0xffff;
      return sext ? (uint32_t) (int16_t) v : v;
    }
  return v;
}

static inline uint32_t
sdwa_mask (unsigned sel)
{
  return (sel <= GCN_BYTE_3 ? 255u << (8 * sel)
	  : sel <= GCN_WORD_1 ? 0xffffu << (16 * (sel - GCN_WORD_0))
	  : UINT32_MAX);
}

/* Puts M, of the lanes in EXEC, into scalar pair CODE.  */

static inline void
put_mask (struct wave *w, unsigned code, uint64_t m)
{
  put64 (&w->s[code], m);
  put64 (&w->sv[code], 0);
}

/* modifiers.c: the sources of U after DPP, SDWA, negation, absolute value and
   op_sel; returns the lanes that are written.  */
extern uint64_t vec_modified (struct wave *, const struct uop *,
			      uint64_t exec, const uint32_t *s[3],
			      uint64_t *undef);
/* OMOD and CLAMP of U on the results in T.  */
extern void vec_output (struct wave *, const struct uop *, uint32_t *t);
/* Puts T into the part of the destination that SDWA selects.  */
extern void vec_put_sdwa (struct wave *, const struct uop *, uint64_t exec,
			  const uint32_t *t);

#endif /* GCNVM_VECTOR_H */
