/* Shared objects that are beside a machine's library.
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

#ifndef SIMT_BESIDE_H
#define SIMT_BESIDE_H

/* Load the shared object FILE from the folder that this code is in, or, as the build's
   own tests are one below it, from the one above: what dlopen gives, NULL if it is not
   there.  What executes code for GPUs has nothing by itself to start programs with; what
   does so is in such objects, which are loaded where that is wanted.  */
extern void *simt_beside (const char *file);

#endif /* SIMT_BESIDE_H */
