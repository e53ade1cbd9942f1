/* The PTX machine: gaps of stack frames on soft stacks.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

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
