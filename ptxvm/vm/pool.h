/* Host threads that stay from one launch to the next.
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

#ifndef VM_POOL_H
#define VM_POOL_H

/* The most that there are.  */
#define POOL_MAX 255

/* Call FN with ARG in this thread, and in up to HELPERS others at the same time;
   fewer if there are not so many, or if FN has returned here before they begin.
   Return when all calls have.  Any number of threads may do so at once.  */
extern void pool_run (void (*fn) (void *), void *arg, unsigned helpers);

#endif /* VM_POOL_H */
