/* Loops over bits, of which many turns are done at once.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC's libraries for processors without division have such loops, in which most of the time
   of many a program goes.  Each function here does as many turns as it can but for the last
   one, and says how many; the values are those at the end of these.  TAKEN is in how many of
   them the block was done that is not always.  It does none where a value is not
   as in a division: by 0, say.  */

#ifndef GCNVM_NATIVE_BITS_H
#define GCNVM_NATIVE_BITS_H

#include <stdint.h>

struct turns
{
  uint32_t n, taken;
};

/* DEN and BIT become twice as much while DEN is below NUM and below 1 << 31, and BIT is not
   0.  */
static inline struct turns
bits_up (uint32_t num, uint32_t *den, uint32_t *bit)
{
  const struct turns none = { 0, 0 };
  if (!*den || *den >= num || !*bit)
    return none;
  unsigned zeros = (unsigned) __builtin_clz (*den);
  unsigned n = zeros - (unsigned) __builtin_clz (num);
  /* NUM and DEN << N have as many bits.  */
  if (*den << n >= num)
    {
      if (n == 0)
	return none;
      n--;
    }
  if (n >= zeros)
    {
      if (zeros == 0)
	return none;
      n = zeros - 1;
    }
  if (n > (unsigned) __builtin_clz (*bit))
    n = (unsigned) __builtin_clz (*bit);
  *den <<= n;
  *bit <<= n;
  return (struct turns) { n, 0 };
}

/* If DEN is not above NUM, it is taken off there, and BIT is set in RESULT; DEN and BIT become half
   as much, down to 1.  */
static inline struct turns
bits_down (uint32_t *num, uint32_t *den, uint32_t *bit, uint32_t *result)
{
  const struct turns none = { 0, 0 };
  if (*bit < 2 || (*bit & (*bit - 1)) || !*den || (*den & (*bit - 1))
      || *num >= 2 * (uint64_t) *den)
    return none;
  unsigned n = (unsigned) __builtin_ctz (*bit);
  uint32_t least = *den >> (n - 1), q = *num / least;
  *num -= q * least;
  *den >>= n;
  *bit = 1;
  *result |= q << 1;
  return (struct turns) { n, (uint32_t) __builtin_popcount (q) };
}

/* REST becomes twice as much, and QUOTIENT, too; if DEN is not above REST with its 33 bits, it
   is taken off, and QUOTIENT's lowest bit is set.  COUNT becomes 1 less, down to 1.  */
static inline struct turns
bits_quotient (uint32_t *rest, uint32_t den, uint32_t *quotient, uint32_t *count)
{
  const struct turns none = { 0, 0 };
  if (*count < 2 || *count > 32 || *rest >= den)
    return none;
  unsigned n = *count - 1;
  uint64_t num = (uint64_t) *rest << n;
  uint32_t q = (uint32_t) (num / den);
  *rest = (uint32_t) (num % den);
  *quotient = *quotient << n | q;
  *count = 1;
  return (struct turns) { n, (uint32_t) __builtin_popcount (q) };
}

/* If TWICE + BIT is not above the upper half of REST, it is taken off there, BIT is added to ROOT
   and twice to TWICE.  REST becomes twice as much, BIT half as much, down to 1.  So ROOT
   becomes the square root of what REST was times BIT.  */
static inline struct turns
bits_root (uint64_t *rest, uint32_t *twice, uint32_t *root, uint32_t *bit)
{
  const struct turns none = { 0, 0 };
  uint32_t b = *bit, q = *root;
  if (b < 2 || (b & (b - 1)) || b > 1u << 27 || q > 1u << 27 || (q & (2 * b - 1))
      || *twice != 2 * q || *rest >> 62)
    return none;
  unsigned n = (unsigned) __builtin_ctz (b);
  /* (Q + ...)^2 is not above that; below 2^59.  */
  uint64_t square = (uint64_t) q * q + (*rest >> (32 - n)), over = q + 2 * (uint64_t) b;
  if (square >= over * over)
    return none;
  uint64_t s = (uint64_t) __builtin_sqrt ((double) square);
  while (s * s > square)
    s--;
  while ((s + 1) * (s + 1) <= square)
    s++;
  s &= ~UINT64_C (1);
  *rest = (*rest << n) - ((s * s - (uint64_t) q * q) << 32);
  *twice = (uint32_t) (2 * s);
  *root = (uint32_t) s;
  *bit = 1;
  return (struct turns) { n, (uint32_t) __builtin_popcountll (s - q) };
}

#endif /* GCNVM_NATIVE_BITS_H */
