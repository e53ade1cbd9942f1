/* The PTX machine: what ptxas cannot know of a thread's stack.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_STACK_NEED_H
#define VM_STACK_NEED_H

#include "vm-int.h"

/* True if calls that begin in K may be recursive, and something that may be called has
   local memory: the driver gives each thread the stack limit for everything then.
   False as well if there is no memory to find out.  */
extern bool stack_recursive_p (struct vm_kernel *k);

/* True if S, a variable of P in .local, is surely in memory on a GPU.  */
extern bool stack_variable_p (const struct ptx_function *p,
			      const struct ptx_symbol *s);

/* The bytes of all such variables of F: its frame on a GPU has as many at least.  */
extern uint32_t stack_fixed (struct vfunc *f);

#endif /* VM_STACK_NEED_H */
