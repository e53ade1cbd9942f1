/* Sections of arrays of arrays that do not begin with the first one, in OpenACC.  */
/* { dg-host-mode "openacc" } */
/* { dg-host-without "right wrong 14 wrong 15 wrong 16" } */
/* { dg-host-off "map-section=0" } */
#include "host.h"

enum { n = 20, m = 6 };

static void
update (int (*a)[m], int x, int rows)
{
  #pragma acc parallel loop copy(a[x:rows][0:m])
  for (int i = x; i < x + rows; i++)
    for (int j = 0; j < m; j++)
      a[i][j] += 1000;
  #pragma acc enter data copyin(a[x:rows][0:m])
  #pragma acc kernels present(a[x:rows][0:m])
  for (int i = x; i < x + rows; i++)
    a[i][m - 1] = 1001;
  #pragma acc exit data copyout(a[x:rows][0:m])
  #pragma acc serial copy(a[2:1][0:m])
  a[2][1] = 5;
}

int
main (void)
{
  static int a[n][m];
  int right = 1;
  update (a, 7, 4);
  check ("a row that is constant", a[2][1] == 5);
  a[2][1] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      right &= a[i][j] == (i >= 7 && i < 11 ? j == m - 1 ? 1001 : 1000 : 0);
  check ("rows", right);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
