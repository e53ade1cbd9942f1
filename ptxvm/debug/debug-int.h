/* The PTX debugger: what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef PTX_DEBUG_INT_H
#define PTX_DEBUG_INT_H

#include "code/where.h"
#include "simt/debug/machine.h"
#include "vm-int.h"

/* The machine that is debugged.  */
extern struct vm *debugged;

/* ---- A lane's place (place.c).  */

static inline struct warp *
warp_of (const struct place *p)
{
  return p->wave;
}

static inline const struct act *
act_of (const struct place *p)
{
  return p->frame;
}

/* How deep A is: 0 for the kernel.  */
static inline uint32_t
depth_of (const struct act *a)
{
  uint32_t n = 0;
  for (; a->parent; a = a->parent)
    n++;
  return n;
}

/* W runs now, so that what it has in its current fragment is newer than that says; or
   NULL: none does.  */
extern void place_runs (const struct warp *w);
extern void module_lines (const void *module,
			  bool (*fn) (const struct code_line *, void *),
			  void *closure);

#endif /* PTX_DEBUG_INT_H */
