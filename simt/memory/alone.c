/* Launches during which nobody else writes the device's memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "simt/memory/alone.h"

/* Ordinary loads and stores are in order there, so that what an atomic operation
   promises to others who look on is kept without one.  */
#if defined __x86_64__ || defined __i386__
# define ORDERED 1
#else
# define ORDERED 0
#endif

void
simt_alone_init (struct simt_alone *a)
{
  *a = (struct simt_alone) { .others = 0 };
  pthread_mutex_init (&a->lock, NULL);
  pthread_cond_init (&a->change, NULL);
}

void
simt_alone_destroy (struct simt_alone *a)
{
  pthread_mutex_destroy (&a->lock);
  pthread_cond_destroy (&a->change);
}

/* With the lock: count one more who writes, and wait until nobody is alone.  */
static void
join (struct simt_alone *a)
{
  a->others++;
  while (a->by_one)
    {
      atomic_store (&a->disturbed, true);
      pthread_cond_wait (&a->change, &a->lock);
    }
}

/* With the lock: the launch that is alone is so no more.  */
static void
leave (struct simt_alone *a)
{
  a->by_one = false;
  atomic_store (&a->disturbed, false);
  pthread_cond_broadcast (&a->change);
}

bool
simt_alone_begin (struct simt_alone *a, bool may)
{
  pthread_mutex_lock (&a->lock);
  bool alone = ORDERED && may && !a->others && !a->by_one;
  if (alone)
    a->by_one = true;
  else
    join (a);
  pthread_mutex_unlock (&a->lock);
  return alone;
}

void
simt_alone_give_up (struct simt_alone *a, bool *alone)
{
  if (!*alone)
    return;
  *alone = false;
  pthread_mutex_lock (&a->lock);
  leave (a);
  a->others++;
  pthread_mutex_unlock (&a->lock);
}

void
simt_alone_end (struct simt_alone *a, bool alone)
{
  pthread_mutex_lock (&a->lock);
  if (alone)
    {
      leave (a);
      a->launches++;
    }
  else
    a->others--;
  pthread_mutex_unlock (&a->lock);
}

void
simt_alone_write (struct simt_alone *a)
{
  pthread_mutex_lock (&a->lock);
  join (a);
  pthread_mutex_unlock (&a->lock);
}

void
simt_alone_write_end (struct simt_alone *a)
{
  pthread_mutex_lock (&a->lock);
  a->others--;
  pthread_mutex_unlock (&a->lock);
}

uint64_t
simt_alone_launches (struct simt_alone *a)
{
  pthread_mutex_lock (&a->lock);
  uint64_t n = a->launches;
  pthread_mutex_unlock (&a->lock);
  return n;
}
