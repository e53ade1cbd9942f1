/* Options of NAME-run that are the same for all machines.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "run-options.h"

/* A switch, and whether it was given.  */

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
    "exit with status 125 if PROGRAM and its children launched no kernel; on by\n"
    "      default with options that write a file; --no-require-launch also leaves out\n"
    "      the line that says so",
    parse_require, MEMBER (require_launch), "0 or 1", 0, 0, NULL },
  { "error-exitcode", "N",
    "exit with status N if there was a report (default 0, PROGRAM's own status)",
    simt_option_number, MEMBER (error_exitcode), "a number from 0 to 255",
    0, 255, NULL },
  { "suppressions", "FILE",
    "leave out the reports that FILE names: a line KIND FUNCTION FILE for each,\n"
    "      with patterns like the shell's",
    simt_option_text, MEMBER (suppressions), "a file name", 0, 0, NULL },
  { "gen-suppressions", NULL,
    "print the line that suppresses it after each report",
    simt_option_switch, MEMBER (gen_suppressions), "0 or 1", 0, 0, NULL },
  { "library-reports", NULL,
    "report each place in the compiler's libraries that lacks wait states, which one\n"
    "      line counts otherwise",
    simt_option_switch, MEMBER (library_reports), "0 or 1", 0, 0, NULL },
  { "schedules", "N",
    "run PROGRAM N times, with --schedule=0, 1, 2 and so on, and report each fault\n"
    "      once, for --race above all; it must be a program that can run again",
    simt_option_number, MEMBER (schedules), "a number from 1 to 10000",
    1, 10000, NULL },
  { NULL, NULL, NULL, NULL, 0, 0, NULL, 0, 0, NULL }
};
