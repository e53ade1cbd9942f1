/* One element that nobody sets, where a structure could have padding: the debug
   information knows that there is no structure.  */
/* flags -O2 */
/* says the host copies 4 undefined bytes of 800 from .*: the first one is byte 796, at offset 796 in `a', mapped from */
/* says the host copies 4 undefined bytes of 512 from .*: the first one is byte 4, at offset 4 in `table', mapped from */
/* says the host copies 1 undefined bytes of 64 from .*: the first one is byte 31, at offset 31 in `text', mapped from */
#include <stdlib.h>
#ifdef RIGHT
# define MISSING -1
#else
# define MISSING 1
#endif

static float table[2][64];
struct s { int i; double d; };

int
main (void)
{
  int n = 200;
  int *a = malloc (n * sizeof *a);
  struct s *padded = malloc (9 * sizeof *padded);
  char text[64];
  int last = MISSING < 0 ? n : n - 1;
#pragma omp target map (from: a[0:n])
  for (int i = 0; i < last; i++)
    a[i] = i;
#pragma omp target map (from: table)
  for (int i = 0; i < 128; i++)
    if (i != MISSING)
      table[i / 64][i % 64] = i;
#pragma omp target map (from: text)
  for (int i = 0; i < 64; i++)
    if (i != 31 * MISSING)
      text[i] = 'x';
#pragma omp target map (from: padded[0:9])
  for (int i = 0; i < 9; i++)
    {
      padded[i].i = i;
      padded[i].d = i;
    }
  return a[3] - 3 + padded[8].i - 8 + (text[0] != 'x');
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
