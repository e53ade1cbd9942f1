// Members in OpenACC's regions, in functions of their class.
// { dg-host-mode "openacc" }
// { dg-accel-gcc "12 13 14 15 16" }
// { dg-host-without "crash right 14 right 15 right 16" }

#include "host.h"

template <typename T>
struct S
{
  int first;
  T v[20];
  T *p;
  int n;

  void one ()
  {
    #pragma acc parallel copy (v)
    for (int i = 0; i < 20; i++)
      v[i] += i;
    check ("one", v[3] == 3 && v[19] == 19);
    #pragma acc parallel copy (first) copy (n)
    {
      first = n;
      n = 10;
    }
    check ("two", first == 5 && n == 10);
    n = 5;
    #pragma acc kernels copy (v)
    for (int i = 0; i < 20; i++)
      v[i] += 1;
    check ("kernels", v[0] == 1 && v[3] == 4 && v[19] == 20);
    #pragma acc parallel copy (v)
    for (int i = 0; i < 20; i++)
      v[i] -= 1;
  }

  void sections ()
  {
    #pragma acc parallel copy (p[:n], v) copyin (n)
    for (int i = 0; i < n; i++)
      p[i] += v[i];
    check ("a section of a pointer", p[4] == 4);
    #pragma acc parallel loop copy (v[2:4])
    for (int i = 2; i < 6; i++)
      v[i] += 1;
    check ("a section", v[1] == 1 && v[2] == 3 && v[5] == 6 && v[6] == 6);
  }
};

int
main ()
{
  double q[5] = {};
  S<double> s = {};
  s.p = q;
  s.n = 5;
  s.one ();
  s.sections ();
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
