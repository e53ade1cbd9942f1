// A reduction of a reference to an array in OpenACC is refused at its line.
// { dg-host-mode "openacc" }
// { dg-host-refused "10 a reduction of an array is not supported in OpenACC" }
// { dg-host-without "crash" }

template <typename T>
static T
sum (T (&s)[4])
{
  #pragma acc serial loop reduction (+: s)
  for (int i = 0; i < 8; i++)
    s[i & 3] += i;
  return s[3];
}

int
main ()
{
  int a[4] = {};
  return sum (a) != 10;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
