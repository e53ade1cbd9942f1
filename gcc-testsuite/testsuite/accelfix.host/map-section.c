/* Sections of arrays of arrays that do not begin with the first one.  */
/* { dg-host-without "right wrong 14 wrong 15 wrong 16" } */
/* { dg-host-off "map-section=0" } */
#include "host.h"

enum { n = 12, m = 5 };

static int table[n][m], boxes[n][m][m], list[n];

static void
clear (void)
{
  for (int i = 0; i < n; i++)
    {
      list[i] = i;
      for (int j = 0; j < m; j++)
	{
	  table[i][j] = 100 * i + j;
	  for (int k = 0; k < m; k++)
	    boxes[i][j][k] = 100 * i + 10 * j + k;
	}
    }
}

/* Sections of a pointer to rows.  */

static void
rows (int (*a)[m], int x, int y)
{
  clear ();
  #pragma omp target map (tofrom: a[x:1][0:m])
  for (int j = 0; j < m; j++)
    a[x][j]++;
  check ("a row", a[x][m - 1] == 100 * x + m && a[x][0] == 100 * x + 1
	 && a[0][0] == 0 && a[2 * x][m - 1] == 200 * x + m - 1);

  clear ();
  #pragma omp target map (tofrom: a[3:2][0:m])
  a[4][1] += a[3][2];
  check ("rows that are constant", a[4][1] == 401 + 302);

  clear ();
  #pragma omp target teams distribute parallel for map (tofrom: a[x:y][0:m])
  for (int i = x; i < x + y; i++)
    a[i][2] = -i;
  check ("rows of a loop", a[x][2] == -x && a[x + y - 1][2] == -(x + y - 1)
	 && a[0][2] == 2 && a[n - 1][2] == 100 * (n - 1) + 2);

  clear ();
  #pragma omp target map (tofrom: a[x:1][2:3]) map (to: list[0:n])
  for (int j = 2; j < m; j++)
    a[x][j] += list[j];
  check ("a part of a row", a[x][2] == 100 * x + 4 && a[x][4] == 100 * x + 8);
}

/* The same of three dimensions, and of a length that is not constant.  */

static void
others (int (*b)[m][m], int length, int (*v)[length], int x, int y)
{
  clear ();
  #pragma omp target map (tofrom: b[x:1][y:2][0:m])
  for (int k = 0; k < m; k++)
    b[x][y + 1][k] = -k;
  check ("boxes", b[x][y + 1][4] == -4 && b[x][y][4] == 100 * x + 10 * y + 4
	 && b[0][y + 1][4] == 10 * y + 14);

  clear ();
  #pragma omp target map (tofrom: b[x][y:1][0:m])
  b[x][y][1] = -1;
  check ("a box's row", b[x][y][1] == -1);

  clear ();
  #pragma omp target map (tofrom: v[x:2][0:length])
  v[x + 1][length - 1] = v[x][0];
  check ("rows of variable length", v[x + 1][length - 1] == 100 * x);
}

/* Within data that is mapped already, and from the beginning.  */

static void
mapped (int (*a)[m], int x)
{
  clear ();
  #pragma omp target data map (tofrom: a[0:n][0:m])
  {
    #pragma omp target map (tofrom: a[x:1][0:m])
    a[x][3] = 5;
    #pragma omp target map (tofrom: a[0:x][0:m])
    a[x - 1][3] = 6;
  }
  check ("in mapped data", a[x][3] == 5 && a[x - 1][3] == 6);

  clear ();
  #pragma omp target enter data map (to: a[x:2][0:m])
  #pragma omp target map (alloc: a[x:2][0:m])
  a[x + 1][4] = 7;
  #pragma omp target exit data map (from: a[x:2][0:m])
  check ("with enter data", a[x + 1][4] == 7);
}

int
main (void)
{
  rows (table, 3, 4);
  others (boxes, m, table, 2, 1);
  mapped (table, 5);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
