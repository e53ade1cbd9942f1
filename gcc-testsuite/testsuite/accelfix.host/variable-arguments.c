/* Functions with variable arguments in offloaded code.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "va-lists=0" } */

#include <stdarg.h>
#include <string.h>
#include "host.h"

enum { N = 32 };

#pragma omp declare target
struct large { char c; double d; short s[3]; };
struct small { char c[3]; };

/* Arguments of each kind in turn.  */

static double __attribute__ ((noipa))
sum (int n, ...)
{
  double r = 0;
  va_list list;
  va_start (list, n);
  for (int i = 0; i < n; i++)
    switch (i % 6)
      {
      case 0:
	r += va_arg (list, int);
	break;
      case 1:
	r += va_arg (list, double);
	break;
      case 2:
	r += va_arg (list, long long);
	break;
      case 3:
	{
	  struct large x = va_arg (list, struct large);
	  r += x.c + x.d + x.s[2];
	  break;
	}
      case 4:
	r += *va_arg (list, int *);
	break;
      case 5:
	r += va_arg (list, struct small).c[2];
      }
  va_end (list);
  return r;
}

/* A function of the library that takes a list, as in a function that logs.  */

static int __attribute__ ((noipa))
print (char *to, size_t n, const char *format, ...)
{
  va_list list;
  va_start (list, format);
  int length = vsnprintf (to, n, format, list);
  va_end (list);
  return length;
}

/* Lists that are handed on, by value and by address, and copies.  */

static long __attribute__ ((noinline))
two_of (va_list list)
{
  long r = va_arg (list, int);
  return 10 * r + va_arg (list, int);
}

static long __attribute__ ((noinline))
next_twice (va_list *list)
{
  va_list same;
  va_copy (same, *list);
  long r = 10 * va_arg (*list, int);
  r += va_arg (same, int);
  va_end (same);
  return r;
}

static long __attribute__ ((noipa))
handed_on (int n, ...)
{
  va_list list;
  va_start (list, n);
  long r = next_twice (&list);
  r = 1000 * r + next_twice (&list);
  va_end (list);
  va_start (list, n);
  r = 100 * r + two_of (list);
  va_end (list);
  return r;
}
#pragma omp end declare target

int
main (void)
{
  double r[N];
  char text[N][48];
  int length[N];
  long on[N];
  #pragma omp target map (from: r, text, length, on)
  #pragma omp parallel for num_threads (4)
  for (int i = 0; i < N; i++)
    {
      struct large x = { i, i * .5, { 1, 2, i } };
      struct small y = { { 1, 2, i } };
      int k = 3 * i;
      r[i] = sum (8, i, i * .25, (long long) i << 20, x, &k, y, 7, 2.5);
      memset (text[i], 0, sizeof text[i]);
      length[i] = print (text[i], sizeof text[i], "%d-%s-%ld-%c-%5.2f", i, "ab",
			 (long) i * i, 'a' + i % 26, i * .125);
      on[i] = handed_on (3, i % 10, 5, 9);
    }
  for (int i = 0; i < N; i++)
    {
      char right[48];
      int n = sprintf (right, "%d-%s-%ld-%c-%5.2f", i, "ab", (long) i * i,
		       'a' + i % 26, i * .125);
      long d = i % 10;
      check ("sum", r[i] == i + i * .25 + ((long long) i << 20) + i + i * .5 + i
			    + 3 * i + i + 7 + 2.5);
      check ("print", n == length[i] && !strcmp (right, text[i]));
      check ("handed on", on[i] == 100 * (11000 * d + 55) + 10 * d + 5);
    }
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
