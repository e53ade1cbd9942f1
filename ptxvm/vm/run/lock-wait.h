/* Warps that wait for a lock.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_LOCK_WAIT_H
#define VM_LOCK_WAIT_H

/* Comes ahead of native code too, so it has nothing of the machine's.  */

#include <stdint.h>

/* What a warp has tried in vain to change, as whoever tries to take a lock does.  */
struct lock_wait
{
  const void *at;		/* Where.  */
  uint64_t value;		/* What was there,  */
  uint32_t size;		/* in 4 or 8 bytes,  */
  uint32_t tries;		/* as often in a row.  */
  uint32_t rounds;		/* How often it has lost its turn since.  */
};

/* After so many tries a warp ends its slice; before, each is as LOCK_TRY of its
   branches.  */
#define LOCK_TRIES 3
#define LOCK_TRY 100

/* L tried in vain to change the VALUE of SIZE bytes at AT.  Whether it has tried that
   often enough to give up its turn.  */
static inline _Bool
lock_wait_try (struct lock_wait *l, const void *at, uint64_t value, uint32_t size)
{
  if (l->at != at || l->value != value || l->size != size)
    *l = (struct lock_wait) { at, value, size, 0, 0 };
  return ++l->tries >= LOCK_TRIES;
}

#endif /* VM_LOCK_WAIT_H */
