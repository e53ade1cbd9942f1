/* Tests of simt: counting.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Atomic unsigned passed, failed, skipped;

/* Count OK; where it is false, print what FORMAT says.  */
static void __attribute__ ((unused, format (printf, 2, 3)))
check (bool ok, const char *format, ...)
{
  if (ok)
    {
      passed++;
      return;
    }
  failed++;
  va_list ap;
  va_start (ap, format);
  fputs ("FAIL: ", stdout);
  vprintf (format, ap);
  putchar ('\n');
  va_end (ap);
}

static void __attribute__ ((unused))
check_text (const char *got, const char *want, const char *what)
{
  check (strcmp (got, want) == 0, "%s: `%s', expected `%s'", what, got, want);
}

/* Print the counts; give the exit status.  */
static int __attribute__ ((unused))
finish_tests (void)
{
  fflush (stdout);
  printf ("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
  return failed != 0;
}

#endif /* TESTS_TEST_H */
