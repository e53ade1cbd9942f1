/* Functions that are declared indirect, at any distance from each other.  GCC has that
   from 14 on.  */
#include <stdio.h>

#if __GNUC__ >= 14
# pragma omp begin declare target indirect
#endif
/* Each is longer than the one before.  */
#define S0 x = x * 3 + (x >> 5);
#define S1 S0 S0
#define S2 S1 S0
#define S3 S2 S0
#define S4 S3 S0
#define S5 S4 S0
#define S6 S5 S0
#define S7 S6 S0
#define S8 S7 S0
#define S9 S8 S0
#define S10 S9 S0
#define S11 S10 S0
#define S12 S11 S0
#define S13 S12 S0
#define S14 S13 S0
#define S15 S14 S0
int f0 (int x) { S0 return x; }
int f1 (int x) { S1 return x; }
int f2 (int x) { S2 return x; }
int f3 (int x) { S3 return x; }
int f4 (int x) { S4 return x; }
int f5 (int x) { S5 return x; }
int f6 (int x) { S6 return x; }
int f7 (int x) { S7 return x; }
int f8 (int x) { S8 return x; }
int f9 (int x) { S9 return x; }
int f10 (int x) { S10 return x; }
int f11 (int x) { S11 return x; }
int f12 (int x) { S12 return x; }
int f13 (int x) { S13 return x; }
int f14 (int x) { S14 return x; }
int f15 (int x) { S15 return x; }
#if __GNUC__ >= 14
# pragma omp end declare target
#endif

typedef int function (int);
static function *const functions[]
  = { f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15 };
enum { n = sizeof functions / sizeof *functions };

int
main (void)
{
  function *calls[n];
  int found[n], wrong = 0;
  for (int i = 0; i < n; i++)
    calls[i] = functions[i];

  #pragma omp target map (to: calls) map (from: found)
  for (int i = 0; i < n; i++)
    found[i] = __GNUC__ >= 14 ? calls[i] (i + 7) : 0;

  for (int i = 0; i < n; i++)
    wrong += __GNUC__ >= 14 && found[i] != functions[i] (i + 7);
  printf ("%d wrong\n", wrong);
  return wrong != 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
