/* What each kernel has done.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels.h"

struct kernel
{
  char *name;
  struct simt_kernel_run all;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kernel *kernels;
static size_t n_kernels, alloc_kernels;

/* The entry of NAME, NULL when out of memory.  */

static struct kernel *
find (const char *name)
{
  for (size_t k = 0; k < n_kernels; k++)
    if (!strcmp (kernels[k].name, name))
      return &kernels[k];
  if (n_kernels == alloc_kernels)
    {
      size_t n = alloc_kernels ? 2 * alloc_kernels : 16;
      struct kernel *q = realloc (kernels, n * sizeof *q);
      if (!q)
	return NULL;
      kernels = q;
      alloc_kernels = n;
    }
  char *copy = strdup (name);
  if (!copy)
    return NULL;
  kernels[n_kernels] = (struct kernel) { .name = copy };
  return &kernels[n_kernels++];
}

double
simt_kernels_clock (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

void
simt_kernels_add (const char *name, const struct simt_kernel_run *r)
{
  pthread_mutex_lock (&lock);
  struct kernel *k = find (name);
  if (k)
    {
      k->all.launches += r->launches;
      k->all.groups += r->groups;
      k->all.waves += r->waves;
      k->all.insns += r->insns;
      k->all.seconds += r->seconds;
    }
  pthread_mutex_unlock (&lock);
}

static int
longest_first (const void *a, const void *b)
{
  const struct kernel *x = a, *y = b;
  if (x->all.seconds != y->all.seconds)
    return x->all.seconds < y->all.seconds ? 1 : -1;
  return strcmp (x->name, y->name);
}

void
simt_kernels_each (simt_kernel_fn *line, void *closure)
{
  size_t width = 0;
  pthread_mutex_lock (&lock);
  qsort (kernels, n_kernels, sizeof *kernels, longest_first);
  for (size_t k = 0; k < n_kernels; k++)
    if (strlen (kernels[k].name) > width)
      width = strlen (kernels[k].name);
  for (size_t k = 0; k < n_kernels; k++)
    line (closure, kernels[k].name, (int) width, &kernels[k].all);
  pthread_mutex_unlock (&lock);
}
