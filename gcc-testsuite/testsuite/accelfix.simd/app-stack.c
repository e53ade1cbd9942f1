/* Terms with brackets, evaluated with a stack of the lane's own.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#ifndef BODY
#include "simd.h"
#pragma omp declare target
static NOIPA int
evaluate (const char *s)
{
  struct { int values[10]; char signs[10]; int n, m; } k;
  k.n = k.m = 0;
  for (; *s; s++)
    {
      if (*s >= '0' && *s <= '9')
	k.values[k.n++] = *s - '0';
      else if (*s == '(')
	;
      else if (*s == ')')
	{
	  int y = k.values[--k.n], x = k.values[--k.n];
	  char c = k.signs[--k.m];
	  k.values[k.n++] = c == '+' ? x + y : c == '*' ? x * y : x - y;
	}
      else
	k.signs[k.m++] = *s;
    }
  return k.values[0];
}
#pragma omp end declare target
#define BODY "app-stack.c"
#include "forms.h"
#else
  char s[20] = "((3+4)*(5-(6*7)))";
  s[2] = (char) ('0' + i % 10);
  s[3] = "+-*"[i % 3];
  s[6] = "*-+"[i / 3 % 3];
  s[11] = (char) ('0' + i % 7);
  b[i] = evaluate (s) * 100 + evaluate ("(1+2)");
#endif

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
