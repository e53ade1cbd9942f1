/* Memory for lists of objects (mem.h), apart from what else is allocated.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>

#include "object-pool.h"

/* Lists of 1, 2, 4, ... up to 128 objects; longer ones are malloc's.  */
enum { N_CLASSES = 8, SLAB = 256 * 1024 };

union slot
{
  union slot *next;
  struct simt_object object;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static union slot *freed[N_CLASSES];
static char *at, *end;		/* What is left of the last slab.  */

static unsigned
class_of (size_t n)
{
  unsigned k = 0;
  while (k < N_CLASSES && (size_t) 1 << k < n)
    k++;
  return k;
}

struct simt_object *
simt_objects_new (size_t n)
{
  unsigned k = class_of (n);
  size_t size = sizeof (union slot) << k;
  void *p = NULL;
  if (k == N_CLASSES)
    return (n > SIZE_MAX / sizeof (struct simt_object) ? NULL
	    : malloc (n * sizeof (struct simt_object)));
  pthread_mutex_lock (&lock);
  if (freed[k])
    {
      p = freed[k];
      freed[k] = freed[k]->next;
    }
  else
    {
      if ((size_t) (end - at) < size)
	{
	  at = malloc (SLAB);
	  end = at ? at + SLAB : NULL;
	}
      if (at)
	{
	  p = at;
	  at += size;
	}
    }
  pthread_mutex_unlock (&lock);
  return p;
}

void
simt_objects_free (struct simt_object *p, size_t n)
{
  unsigned k = class_of (n);
  if (!p || k == N_CLASSES)
    {
      free (p);
      return;
    }
  union slot *s = (union slot *) p;
  pthread_mutex_lock (&lock);
  s->next = freed[k];
  freed[k] = s;
  pthread_mutex_unlock (&lock);
}
