/* Options of NAME-run that are the same for all machines.
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


#include <string.h>

#include "run-options.h"

/* A switch of which is known whether it was given.  */

static bool
parse_require (const struct simt_option *d, void *to, const char *value)
{
  bool on;
  if (!simt_option_switch (d, &on, value))
    return false;
  *(enum simt_require *) to = on ? SIMT_REQUIRE_YES : SIMT_REQUIRE_NO;
  return true;
}

#define MEMBER(M) SIMT_MEMBER (struct simt_run_options, M)

const struct simt_option simt_run_option_table[] =
{
  { "require-launch", NULL,
    "fail with status 125 if no process of PROGRAM launched a kernel; on where\n"
    "      a report file is asked for; --no-require-launch says nothing of it",
    parse_require, MEMBER (require_launch), "0 or 1", 0, 0, NULL },
  { "error-exitcode", "N",
    "exit with status N if there was a report; 0 keeps PROGRAM's own status",
    simt_option_number, MEMBER (error_exitcode), "a number from 0 to 255",
    0, 255, NULL },
  { "suppressions", "FILE",
    "leave out the reports that FILE names, with a line RULE FUNCTION FILE for\n"
    "      each, patterns as the shell's",
    simt_option_text, MEMBER (suppressions), "a file name", 0, 0, NULL },
  { "gen-suppressions", NULL,
    "print, after each report, the line that suppresses it",
    simt_option_switch, MEMBER (gen_suppressions), "0 or 1", 0, 0, NULL },
  { NULL, NULL, NULL, NULL, 0, 0, NULL, 0, 0, NULL }
};
