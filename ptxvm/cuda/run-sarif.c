/* A program's reports as one SARIF document.
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

/* The driver lives in the program, of which there may be several at once, and
   which may die.  So each report goes to a temporary file as it is made, as a
   SARIF result in a line, and the document around them is written here, by the
   parent, at the end.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report-rules.h"
#include "run-sarif.h"

#ifndef VERSION
# define VERSION "0"
#endif

static volatile sig_atomic_t child;

static void
pass_on (int sig)
{
  if (child > 0)
    kill (child, sig);
}

static int
cannot_write (const char *file)
{
  fprintf (stderr, "ptxvm-run: cannot write %s: %s\n", file, strerror (errno));
  return 127;
}

/* Write to OUT the results that are in file FROM.  A line that the program's
   death cut off is left out.  */

static void
put_results (FILE *out, const char *from)
{
  FILE *in = fopen (from, "re");
  char *line = NULL;
  size_t size = 0;
  ssize_t n;
  bool first = true;
  while (in && (n = getline (&line, &size, in)) > 0)
    if (n > 2 && line[0] == '{' && line[n - 2] == '}' && line[n - 1] == '\n')
      {
	if (!first)
	  fputs (",\n", out);
	first = false;
	fwrite (line, 1, n - 1, out);
      }
  free (line);
  if (in)
    fclose (in);
}

int
run_with_sarif (const char *file, int (*run) (void *closure), void *closure)
{
  const char *tmp = getenv ("TMPDIR");
  char results[PATH_MAX];
  snprintf (results, sizeof results, "%s/ptxvm-sarif.XXXXXX",
	    tmp && *tmp ? tmp : "/tmp");
  int fd = mkstemp (results);
  if (fd < 0)
    return cannot_write (results);
  close (fd);
  /* Opened before the run, so that a file that cannot be written is known.  */
  FILE *out = sarif_open (file);
  if (!out || setenv ("PTXVM_SARIF_RESULTS", results, 1) != 0)
    {
      int status = cannot_write (file);
      unlink (results);
      return status;
    }

  static const int passed_on[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
  enum { N = sizeof passed_on / sizeof passed_on[0] };
  struct sigaction act = { .sa_handler = pass_on }, old[N];
  sigemptyset (&act.sa_mask);
  for (int i = 0; i < N; i++)
    sigaction (passed_on[i], &act, &old[i]);
  int status = 0;
  pid_t pid = fork ();
  if (pid == 0)
    {
      for (int i = 0; i < N; i++)
	sigaction (passed_on[i], &old[i], NULL);
      exit (run (closure));
    }
  child = pid;
  if (pid < 0)
    fprintf (stderr, "ptxvm-run: %s\n", strerror (errno));
  else
    while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
      ;
  for (int i = 0; i < N; i++)
    sigaction (passed_on[i], &old[i], NULL);

  sarif_start (out, "ptxvm", VERSION, report_rules, N_REPORT_RULES);
  put_results (out, results);
  sarif_end (out, pid > 0 && WIFEXITED (status) && WEXITSTATUS (status) != 127);
  unlink (results);
  if (!sarif_close (out, file))
    return cannot_write (file);
  if (pid < 0)
    return 127;
  if (WIFSIGNALED (status))
    {
      signal (WTERMSIG (status), SIG_DFL);
      raise (WTERMSIG (status));
      return 128 + WTERMSIG (status);
    }
  return WEXITSTATUS (status);
}
