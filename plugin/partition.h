/* What GCC's tree-ssa-live.h wants of libiberty's partition.h.
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


/* The plugin headers of GCC include this file and do not come with it.  A
   partition is a forest of rings; all that is asked for here is which one an
   element is in (libiberty/partition.c; the same in all releases up to 16).  */

#ifndef _PARTITION_H
#define _PARTITION_H

struct partition_elem
{
  partition_elem *ring;
  int canonical;
  unsigned members;
};

struct partition_def
{
  int n;
  partition_elem elems[1];
};

typedef partition_def *partition;

static inline int
partition_find (partition p, int element)
{
  return p->elems[element].canonical;
}

#endif /* _PARTITION_H */
