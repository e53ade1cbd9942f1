// Sections of arrays of arrays that do not begin with the first one, in C++.
// { dg-host-without "right wrong 14 wrong 15 wrong 16" }
// { dg-host-off "map-section=0" }
#include "host.h"

template <int M>
static void
update (double (*grid)[M], int from, int rows)
{
#pragma omp target teams distribute parallel for collapse(2) \
  map (tofrom: grid[from:rows][0:M])
  for (int i = from; i < from + rows; i++)
    for (int j = 0; j < M; j++)
      grid[i][j] = 10 * i + j;
}

class field
{
  double (*cells)[8];
public:
  field (double (*c)[8]) : cells (c) {}
  void set (int row)
  {
    double (*c)[8] = cells;
#pragma omp target map (from: c[row:1][0:8])
    for (int j = 0; j < 8; j++)
      c[row][j] = -j;
  }
};

int
main ()
{
  static double grid[20][8];
  update (grid, 6, 5);
  bool right = true;
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 8; j++)
      right &= grid[i][j] == (i >= 6 && i < 11 ? 10 * i + j : 0);
  check ("a part of a grid", right);
  field f (grid);
  f.set (7);
  check ("a row", grid[7][3] == -3 && grid[7][7] == -7 && grid[14][7] == 0);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
