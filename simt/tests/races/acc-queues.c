/* OpenACC: a launch in one queue reads what one in another queue stores.  */
/* ptxvm says between launches: 4-byte \(load\|store\) at .*element [0-9]* of .a.,.*by another launch in .*(acc-queues.c:\(20\|24\)).*(acc-queues.c:\(20\|24\)) */
/* once */
#ifdef RIGHT
# define WAIT _Pragma ("acc wait(1) async(2)")
#else
# define WAIT
#endif
enum { N = 20000 };
static int a[N], b[N];

int
main (void)
{
  int bad = 0;
#pragma acc data copy(a, b)
  {
#pragma acc parallel loop gang vector async(1)
    for (int i = 0; i < N; i++)
      a[i] = i;			/* here */
    WAIT
#pragma acc parallel loop gang vector async(2)
    for (int i = 0; i < N; i++)
      b[i] = a[N - 1 - i];	/* here */
#pragma acc wait
  }
  for (int i = 0; i < N; i++)
    bad |= b[i] > N;
  return bad;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
