/* Parser: what declarations of variables and of parameters share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef PTX_PARSE_DECL_H
#define PTX_PARSE_DECL_H

#include "ptx-int.h"

enum { PTX_MAX_DIMS = 16 };

/* What stands ahead of a name.  */
struct ptx_decl
{
  enum ptx_space space;
  enum ptx_type type;
  unsigned vec;
  uint32_t align;		/* 0: natural.  */
};

/* What may stand between the state space and the name.  */
extern void ptx_p_specifiers (struct ptx_parser *p, struct ptx_decl *d);
extern unsigned ptx_p_array_bounds (struct ptx_parser *p, uint64_t *dims,
				    uint64_t elt_size, uint64_t *n_elts);
extern void ptx_fill_symbol (struct ptx_symbol *s, const struct ptx_decl *d,
			     unsigned n_dims, const uint64_t *dims, uint64_t n_elts);

#endif /* PTX_PARSE_DECL_H */
