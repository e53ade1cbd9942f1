/* Tests of the PTX front end: counting, and what was said about a text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef TESTS_PTX_TEST_H
#define TESTS_PTX_TEST_H

#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

static unsigned n_passed, n_failed;

static void
check (bool ok, const char *file, int line, const char *what)
{
  if (ok)
    n_passed++;
  else
    {
      n_failed++;
      printf ("FAIL: %s:%d: %s\n", file, line, what);
    }
}

#define CHECK(COND) check (COND, __FILE__, __LINE__, #COND)

/* ---- Messages are collected in a string.  */

static char messages[20000];

static void
collect (void *closure, enum ptx_severity severity, const char *unit,
	 unsigned line, const char *text)
{
  size_t n = strlen (messages);

  (void) closure;
  (void) severity;
  snprintf (messages + n, sizeof messages - n, "%s:%u: %s\n", unit, line,
	    text);
}

static struct ptx_diag diag = { collect, NULL, 0, 0 };

#define HEAD ".version 7.0\n.target sm_70\n.address_size 64\n"
#define FUNC(BODY) HEAD ".func f\n{\n" BODY "\n}\n"
#define REGS ".reg .pred %p<4>; .reg .u32 %r<9>; .reg .u64 %d<4>; " \
  ".reg .f32 %f<4>; .reg .f64 %e<4>; .reg .b16 %h<4>; .reg .v2 .u32 %v;\n"

static struct ptx_unit *
parse (const char *text)
{
  messages[0] = '\0';
  return ptx_parse (text, strlen (text), "t", &diag);
}

#endif /* TESTS_PTX_TEST_H */
