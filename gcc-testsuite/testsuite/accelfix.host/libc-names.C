// What the host's headers express in C++ by functions that devices lack.
// { dg-host-without "crash" }
// { dg-host-off "libc-names=0" }
// { dg-options "-D_GLIBCXX_ASSERTIONS" }

#include <array>
#include <cassert>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include "host.h"

#pragma omp declare target
static int
digits (const char *text)
{
  int n = 0;
  for (; *text; text++)
    n += std::isdigit (*text) != 0;
  return n;
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  std::array<int, 4> a = { 1, 2, 3, 4 };
  int element = 0, count = 0;
  long number = 0, large = 0;
  char text[] = "12ab345";

  #pragma omp target map (to: a, text) map (from: element, count, number, large)
  {
    assert (a[1] == 2);
    element = a[argc + 1];
    count = digits (text);
    number = std::strtol (text + 4, NULL, 10);
    large = std::strtoull ("0x100000000", NULL, 16) >> 30;
  }
  check ("an element", element == 3);
  check ("isdigit", count == 5);
  check ("strtol", number == 345);
  check ("strtoull", large == 4);
  return failed;
}

// Copyright (C) 2026 The accelfix authors.
// This file is part of accelfix, free software under the GNU General Public
// License, version 3 or later; see the file COPYING.
