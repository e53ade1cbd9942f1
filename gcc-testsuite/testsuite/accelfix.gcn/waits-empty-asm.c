/* An asm without a text that names a register as its result: to gcn_md_reorg it
   writes the register, so that the vector instruction which did is forgotten.
   The one place of this kind in libgomp is in gomp_work_share_start.
   { dg-accel-gcc "12" }
   { dg-accel-options "-march=gfx900" } */

struct share { long a[10]; struct share *next; };
struct team { long b[4]; struct share *free; };
struct team team;

long
next_free (void)
{
  struct share *ws = team.free;
  __asm ("" : "+r" (ws));
  if (ws && ws->next)
    return ws->next->a[1];
  return 0;
}

/* { dg-final { gcn-finds {} } } */
/* { dg-final { gcn-needs hazard-sgpr-vmem 1 } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
