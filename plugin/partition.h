/* What GCC's tree-ssa-live.h wants of libiberty's partition.h.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
