/* Native code for plans of uniform activations.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* Of each plan (uniform.h) there may be native code.  Where it can be entered, the plan's
   code has OP_native, which counts as long as there is none, and does what was there
   before.  See the README.  */

#ifndef PTXVM_NATIVE_H
#define PTXVM_NATIVE_H

#include "abi.h"
#include "code/uniform-plan.h"
#include "simt/native/native-work.h"

/* What is kept with a plan.  */
struct native
{
  struct simt_native_job job;	/* Comes first.  */
  native_fn *_Atomic code;	/* NULL: none yet, or none at all.  */
  struct vfunc *f;
  void *so;			/* The handle of dlopen.  */
  uint32_t n;			/* Operations.  */
  uint16_t *ops;		/* What they are without pairs, */
  uint16_t *under;		/* and what OP_native stands for.  */
};

/* For tests: native code is left before the operation with this number, in each
   function; NO_REG for none.  */
extern uint32_t native_exit_at (void);
/* True if VM may have native code.  */
extern bool native_wanted (const struct vm *vm);
/* Make what PLAN, of P, is to have: called with its code as it is before there are pairs
   in it, and after.  False if there is no memory.  */
extern bool native_begin (const struct planning *p, struct uniform_plan *plan);
extern void native_end (const struct planning *p, struct uniform_plan *plan);
extern void native_free (struct native *);
/* The functions of M go: nothing is compiled of them any more.  */
extern void native_forget (const struct vm_module *m);
/* N could have been entered.  Its code if there is some by now.  */
extern native_fn *native_count (struct native *n);

/* Give the N operations at CODE, a copy of a plan's, their names without pairs.  */
static inline void
native_without_pairs (const struct native *native, struct uop *code, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    code[k].op = native->ops[k];
}

/* True if the operation K is OP_native.  */
static inline bool
native_entry_p (const struct native *native, uint32_t k)
{
  return native->under[k] != 0;
}

/* vm/run/native-enter.c.  Make X the state of W, for native code; it has the bounds.  */
extern void native_start (struct native_state *x, struct warp *w);
/* Enter CODE of W's activation at the operation ENTRY.  What it gives back, of W's
   activation as it is then.  */
extern uint32_t native_enter (struct native_state *x, struct warp *w,
			      native_fn *code, uint32_t entry);

#endif /* PTXVM_NATIVE_H */
