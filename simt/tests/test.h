/* Tests of simt: counting.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
