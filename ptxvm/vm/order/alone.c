/* Launches during which nobody else writes the device's memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* An atomic operation of the host takes ten times as long as the three plain
   instructions that do the same where nobody else writes: where a launch has one host
   thread, no other launch runs, and the host copies nothing to the device.  Such a
   launch is alone.  Whoever is about to write as well asks it to be so no more, and
   waits until it has heard of it, which is at the end of a slice; a launch that has
   been disturbed stays so.

   Memory of the host's own that the device sees is not meant: the program may write
   there at any time.  It is no part of the arena (alone_at).  If all of that memory is the
   device's, too (--unified-memory), no launch is alone.  */

#include "order/block.h"

/* Ordinary loads and stores are in order there, so that what an atomic operation
   promises to others who look on is kept without one.  */
#if defined __x86_64__ || defined __i386__
# define ORDERED 1
#else
# define ORDERED 0
#endif

/* With the lock: count one more who writes, and wait until nobody is alone.  */
static void
join (struct vm *vm)
{
  vm->alone.others++;
  while (vm->alone.launch)
    {
      atomic_store (&vm->alone.disturbed, true);
      pthread_cond_wait (&vm->alone.change, &vm->alone.lock);
    }
}

/* With the lock: the launch that is alone is so no more.  */
static void
leave (struct vm *vm)
{
  vm->alone.launch = NULL;
  atomic_store (&vm->alone.disturbed, false);
  pthread_cond_broadcast (&vm->alone.change);
}

void
alone_begin (struct launch *l, unsigned threads)
{
  struct vm *vm = l->vm;
  pthread_mutex_lock (&vm->alone.lock);
  if (ORDERED && threads == 1 && !vm->alone.others && !vm->alone.launch
      && !vm->race && !vm->opt.schedule && !vm->mem.unified)
    {
      vm->alone.launch = l;
      l->alone = true;
    }
  else
    join (vm);
  pthread_mutex_unlock (&vm->alone.lock);
}

void
alone_give_up (struct launch *l)
{
  struct vm *vm = l->vm;
  if (!l->alone)
    return;
  pthread_mutex_lock (&vm->alone.lock);
  l->alone = false;
  leave (vm);
  vm->alone.others++;
  pthread_mutex_unlock (&vm->alone.lock);
}

void
alone_end (struct launch *l)
{
  struct vm *vm = l->vm;
  pthread_mutex_lock (&vm->alone.lock);
  if (l->alone)
    {
      leave (vm);
      vm->alone.launches++;
    }
  else
    vm->alone.others--;
  pthread_mutex_unlock (&vm->alone.lock);
}

void
alone_write (struct vm *vm)
{
  pthread_mutex_lock (&vm->alone.lock);
  join (vm);
  pthread_mutex_unlock (&vm->alone.lock);
}

void
alone_write_end (struct vm *vm)
{
  pthread_mutex_lock (&vm->alone.lock);
  vm->alone.others--;
  pthread_mutex_unlock (&vm->alone.lock);
}
