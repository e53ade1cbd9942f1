/* A register of type TYPE that the path with X zero leaves unset, and that the
   path with Y not zero reads.  The call keeps the two tests apart.  */

extern void g (void);

void
f (TYPE *p, TYPE *q, int x, int y)
{
  TYPE r;
  if (x)
    r = *p;
  g ();
  if (y)
    *q = r;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
