/* What the host's C headers express by functions that devices lack.  */
/* { dg-host-without "crash" } */
/* { dg-host-off "libc-names=0" } */
/* { dg-options "-D_GNU_SOURCE -foffload=-lm -Wl,--no-as-needed -lm" } */

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

/* What each function of ctype.h says of character C, and what tolower and toupper give.  */

#pragma omp declare target
struct said
{
  unsigned classes;
  int lower, upper;
};

static struct said
ask (int c)
{
  struct said s;
  int all[] = { isalnum (c), isalpha (c), iscntrl (c), isdigit (c), isgraph (c), islower (c),
		isprint (c), ispunct (c), isspace (c), isupper (c), isxdigit (c), isblank (c) };
  s.classes = 0;
  for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
    s.classes |= (all[k] != 0) << k;
  s.lower = tolower (c);
  s.upper = toupper (c);
  return s;
}

static __attribute__ ((noipa)) int
checked (int x)
{
  assert (x > 0);
  return 2 * x;
}
#pragma omp end declare target

int
main (int argc, char **argv)
{
  enum { FIRST = -1, COUNT = 257 };
  static struct said said[COUNT];
  int twice = 0, error = 0, copied = 0, joined = 0, blank = 0;
  double even = 0;
  float narrow = 0;
  long read = 0, n = argc;
  char text[40] = "", large[40] = "";

  #pragma omp target teams distribute parallel for map (from: said)
  for (int k = 0; k < COUNT; k++)
    said[k] = ask (k + FIRST);
  for (int k = 0; k < COUNT; k++)
    {
      struct said here = ask (k + FIRST);
      if (memcmp (&here, &said[k], sizeof here) != 0)
	{
	  printf ("wrong: %d is %x, %d, %d and should be %x, %d, %d\n", k + FIRST,
		  said[k].classes, said[k].lower, said[k].upper, here.classes, here.lower,
		  here.upper);
	  failed = 1;
	}
    }

  #pragma omp target map (to: n) \
    map (tofrom: twice, error, copied, joined, read, even, narrow, blank, text, large)
  {
    char line[] = "17 and 25";
    line[1] += n - 1;
    twice = checked (n + 20);
    errno = 0;
    read = strtol ("99999999999999999999999", NULL, 10);
    error = errno;
    even = roundeven (n + 1.5) + 10 * roundeven (n + 3.25);
    narrow = roundevenf (n + 0.5f);
    copied = (char *) mempcpy (text, line, n + 1) - text;
    joined = stpcpy (stpcpy (text + 2, line + 2), "!") - text;
    for (int k = 0; line[k]; k++)
      {
	large[k] = toupper ((unsigned char) line[k]);
	blank += isblank (line[k]) != 0;
      }
  }
  check ("an assertion that holds", twice == 2 * (argc + 20));
  check ("errno", error == ERANGE && read == LONG_MAX);
  check ("roundeven", even == 42 && narrow == 2);
  check ("mempcpy", copied == 2 && !strncmp (text, "17", 2));
  check ("stpcpy", joined == 10 && !strcmp (text, "17 and 25!"));
  check ("toupper", !strcmp (large, "17 AND 25"));
  check ("isblank", blank == 2);
  return failed;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
