// Arrays of pointers in classes and templates.
// { dg-accel-gcc "12 13 14 15 16" }
// { dg-host-without "wrong" }
#include "host.h"

class matrix
{
  int n, m;
  double **row;

public:
  matrix (int rows, int columns)
  : n (rows), m (columns), row (new double *[rows])
  {
    for (int i = 0; i < n; i++)
      {
	row[i] = new double[m];
	for (int j = 0; j < m; j++)
	  row[i][j] = 10 * i + j;
      }
#pragma omp target enter data map(to: this[:1])
#pragma omp target enter data map(to: row[:n])
    for (int i = 0; i < n; i++)
      {
#pragma omp target enter data map(to: row[i][:m])
      }
  }

  ~matrix ()
  {
    for (int i = 0; i < n; i++)
      {
#pragma omp target exit data map(release: row[i][:m])
      }
#pragma omp target exit data map(release: row[:n])
#pragma omp target exit data map(release: this[:1])
    for (int i = 0; i < n; i++)
      delete[] row[i];
    delete[] row;
  }

  void
  scale (double f)
  {
#pragma omp target teams distribute parallel for collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
	row[i][j] *= f;
    for (int i = 0; i < n; i++)
      {
#pragma omp target update from(row[i][:m])
      }
  }

  double at (int i, int j) const { return row[i][j]; }
};

template <class T>
static void
increase (T **p, int n, T by)
{
#pragma omp target enter data map(to: p[:n])
  for (int i = 0; i < n; i++)
    {
#pragma omp target enter data map(to: p[i][:4])
    }
#pragma omp target
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 4; j++)
      p[i][j] += by;
  for (int i = 0; i < n; i++)
    {
#pragma omp target exit data map(from: p[i][:4])
    }
#pragma omp target exit data map(release: p[:n])
}

struct table
{
  int n;
  long *rows[3];
};

static void
in_structure ()
{
  table x;
  x.n = 3;
  for (int i = 0; i < 3; i++)
    {
      x.rows[i] = new long[4];
      for (int j = 0; j < 4; j++)
	x.rows[i][j] = i * j;
    }
#pragma omp target enter data map(to: x)
  for (int i = 0; i < 3; i++)
    {
#pragma omp target enter data map(to: x.rows[i][1:3])
    }
#pragma omp target
  for (int i = 0; i < x.n; i++)
    for (int j = 1; j < 4; j++)
      x.rows[i][j] += 5;
  for (int i = 0; i < 3; i++)
    {
#pragma omp target exit data map(from: x.rows[i][1:3])
    }
#pragma omp target exit data map(release: x)
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      check ("structure", x.rows[i][j] == i * j + (j ? 5 : 0));
}

int
main ()
{
  matrix a (3, 4);
  a.scale (3);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      check ("class", a.at (i, j) == 3 * (10 * i + j));
  float *q[2];
  for (int i = 0; i < 2; i++)
    q[i] = new float[4] ();
  increase (q, 2, 2.5f);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 4; j++)
      check ("template", q[i][j] == 2.5f);
  in_structure ();
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
