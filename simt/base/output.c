/* What kernels print.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
