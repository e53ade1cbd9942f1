/* A local array.  */
/* flags -O0 */
/* gcnvm says from byte .* of main._omp_fn.0's local variable `a' (64 bytes) */
/* ptxvm says decides a branch.*byte .*of the stack frame of .*(omp-local.c:18) */
int
main (void)
{
  int n = 0;
#pragma omp target map(tofrom: n)
  {
    int a[16], last = 15;
#ifdef RIGHT
    last = 16;
#endif
    for (int i = 0; i < last; i++)
      a[i] = i;
    for (int i = 0; i < 16; i++)
      if (a[i] == 7)	/* here */
	n++;
  }
  return n - 1;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
