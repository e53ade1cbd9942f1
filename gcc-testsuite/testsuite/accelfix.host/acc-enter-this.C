// OpenACC's enter data maps a structure after a section whose pointer is in it.
// { dg-accel-gcc "12 13 14 15 16" }
// { dg-host-mode "openacc" }
// { dg-host-without "wrong" }
#include <stdio.h>

struct row
{
  int n;
  double *d;

  row (int n_) : n (n_), d (new double[n_])
  {
    for (int i = 0; i < n; i++)
      d[i] = i;
    #pragma acc enter data copyin(this[0:1], d[0:n])
  }

  void
  scale (double f)
  {
    #pragma acc parallel loop present(this[0:1], d[0:n])
    for (int i = 0; i < n; i++)
      d[i] *= f;
  }

  ~row ()
  {
    #pragma acc exit data delete(d[0:n], this[0:1])
    delete[] d;
  }

  double
  sum ()
  {
    #pragma acc update self(d[0:n])
    double s = 0;
    for (int i = 0; i < n; i++)
      s += d[i];
    return s;
  }
};

struct pair
{
  int *a, *b;
};

int
main ()
{
  row r (10);
  r.scale (3);
  if (r.sum () != 135)
    {
      printf ("wrong: this, %g\n", r.sum ());
      return 1;
    }
  int a[8] = { 0, 1, 2, 3, 4, 5, 6, 7 }, b[8] = { 0 };
  pair q = { a, b }, *p = &q;
  #pragma acc enter data copyin(p->a[0:8], p->b[0:8], p[0:1])
  #pragma acc parallel loop present(p[0:1])
  for (int i = 0; i < 8; i++)
    p->b[i] = p->a[i] + 1;
  #pragma acc exit data copyout(p->b[0:8]) delete(p->a[0:8], p[0:1])
  for (int i = 0; i < 8; i++)
    if (b[i] != i + 1)
      {
	printf ("wrong: p, %d\n", b[i]);
	return 1;
      }
  return 0;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
