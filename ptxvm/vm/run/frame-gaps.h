/* The PTX machine: gaps of stack frames on soft stacks.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_FRAME_GAPS_H
#define VM_FRAME_GAPS_H

#include "vm-int.h"

/* True if ADDR is on one of VM's soft stacks.  */
static inline bool
soft_stack_p (const struct vm *vm, uint64_t addr)
{
  return vm->stacks.n && addr - vm->stacks.base
			 < vm->stacks.n * vm->stacks.stride;
}

/* No frame is on those stacks now.  */
extern void frame_renew_stacks (struct vm *);

#endif /* VM_FRAME_GAPS_H */
