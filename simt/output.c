/* What kernels print.
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

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

static void
flush (struct simt_output *o)
{
  if (o->n)
    fwrite (o->p, 1, o->n, stdout);
  o->n = 0;
}

void
simt_output_init (struct simt_output *o)
{
  memset (o, 0, sizeof *o);
  pthread_mutex_init (&o->lock, NULL);
}

void
simt_output_destroy (struct simt_output *o)
{
  flush (o);
  free (o->p);
  pthread_mutex_destroy (&o->lock);
}

void
simt_output_add (struct simt_output *o, const char *p, size_t n, size_t max)
{
  pthread_mutex_lock (&o->lock);
  if (n > o->alloc - o->n)
    {
      size_t alloc = 2 * o->alloc + n + 4096;
      char *more = realloc (o->p, alloc);
      if (more)
	{
	  o->p = more;
	  o->alloc = alloc;
	}
    }
  if (n <= o->alloc - o->n)
    {
      memcpy (o->p + o->n, p, n);
      o->n += n;
    }
  else
    {
      flush (o);
      fwrite (p, 1, n, stdout);
    }
  if (o->n > max)
    flush (o);
  pthread_mutex_unlock (&o->lock);
}

void
simt_output_flush (struct simt_output *o)
{
  pthread_mutex_lock (&o->lock);
  flush (o);
  pthread_mutex_unlock (&o->lock);
}
