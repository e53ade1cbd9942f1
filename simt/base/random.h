/* Random orders for --schedule.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each group (block) has a state of its own, which depends on the seed and its
   number alone, so that the same seed gives the same run whatever other groups
   do.  */

#ifndef SIMT_RANDOM_H
#define SIMT_RANDOM_H

#include <stdint.h>

/* The state of group INDEX with SEED; not 0 (Steele's splitmix64).  */

static inline uint64_t
simt_random_start (uint64_t seed, uint64_t index)
{
  uint64_t z = seed + (index + 1) * UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  z ^= z >> 31;
  return z ? z : 1;
}

/* The next number of STATE (Marsaglia's xorshift64).  */

static inline uint64_t
simt_random_next (uint64_t *state)
{
  uint64_t r = *state;
  r ^= r << 13;
  r ^= r >> 7;
  r ^= r << 17;
  return *state = r;
}

/* How many steps a warp or wave may do next: from 1 to SLICE, each power of two
   as likely as the next, since orders that differ by little show with short
   slices only.  */

static inline int64_t
simt_random_slice (uint64_t *state, int64_t slice)
{
  uint64_t r = simt_random_next (state);
  int64_t most = slice >> r % 11;
  return 1 + (int64_t) ((r >> 8) % (uint64_t) (most ? most : 1));
}

/* An order of N warps or waves: first *START, then always *STRIDE further, round
   and round, until each had its turn.  With STATE 0, from 0 on.  */

static inline void
simt_random_walk (uint64_t *state, uint32_t n, uint32_t *start,
		  uint32_t *stride)
{
  *start = 0;
  *stride = 1;
  if (!*state || n < 2)
    return;
  uint64_t r = simt_random_next (state);
  *start = (uint32_t) (r % n);
  for (*stride = 1 + (uint32_t) ((r >> 32) % (n - 1));; ++*stride)
    {
      uint32_t a = n, b = *stride;
      while (b)
	{
	  uint32_t left = a % b;
	  a = b;
	  b = left;
	}
      if (a == 1)
	return;
    }
}

#endif /* SIMT_RANDOM_H */
