// delete [] of objects that `this' has to be mapped for.
// { dg-accel-gcc "12 13 14" }
// { dg-host-without "crash" }
// { dg-host-refused "22 GCC does not map 'this' where 'new []' or 'delete []' of objects with destructors is in a target region" }
// { dg-accel-levels "-O1 -O2" }

struct counted
{
  int a;
  counted () : a (5) {}
  ~counted () { a = 0; }
};

struct member
{
  counted *held;

  void
  end ()
  {
    #pragma omp target
    delete[] held;
  }
};

int
main ()
{
  member m;
  m.held = 0;
  m.end ();
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
