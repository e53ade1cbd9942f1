// A virtual function of an object that is made in a target region.
#include <stdio.h>

struct Shape
{
  virtual int area () const = 0;
};

struct Square : Shape
{
  int side;
  Square (int s) : side (s) {}
  int area () const override { return side * side; }
};

struct Circle : Shape
{
  int radius;
  Circle (int r) : radius (r) {}
  int area () const override { return 3 * radius * radius; }
};

int
main ()
{
  int sum = 0;

  #pragma omp target map(tofrom: sum)
  {
    Square s (3);
    Circle c (2);
    const Shape *shapes[2] = { &s, &c };
    for (int i = 0; i < 8; i++)
      sum += shapes[i & 1]->area ();
  }
  printf ("%d\n", sum);
  return sum != 84;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
