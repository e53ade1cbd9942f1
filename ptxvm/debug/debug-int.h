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
extern bool place_at (void *wave, unsigned lane, unsigned level, struct place *p);
extern struct line place_line (const struct place *p);
extern bool place_begins (const struct place *p, bool function);
extern bool place_insn (const struct place *p, unsigned k, struct insn_text *t);
extern void module_lines (const void *module,
			  bool (*fn) (const struct code_line *, void *),
			  void *closure);

/* ---- Memory and registers (memory.c).  */

extern bool memory_read (const struct place *p, uint64_t addr, void *to,
			 size_t n);
extern bool memory_write (const struct place *p, uint64_t addr,
			  const void *from, size_t n);
extern bool memory_private_p (const struct place *p, uint64_t addr);
extern const struct simt_type *register_value (const struct place *p,
					       const char *name,
					       uint8_t bytes[16]);
extern const char *register_name (const struct place *p, unsigned k);

/* ---- Variables (variable.c).  */

extern enum found variable_local (const struct place *p, const char *name,
				  struct value *v, char *why, size_t n);
extern bool variable_global (const void *module, const char *name,
			     struct value *v);
extern void variable_locals (const struct place *p,
			     void (*fn) (const char *, const struct value *,
					 const char *, void *), void *closure);

#endif /* PTX_DEBUG_INT_H */
