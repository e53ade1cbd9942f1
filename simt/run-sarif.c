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

/* The machine's library lives in the program, of which there may be several at
   once, and which may die.  So each report goes to a temporary file as it is
   made, as a SARIF result in a line, and the document around them is written
   here, by the parent, at the end.  */

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run-sarif.h"

static volatile sig_atomic_t child;

static void
pass_on (int sig)
{
  if (child > 0)
    kill (child, sig);
}

static int
cannot_write (const struct simt_tool *tool, const char *file)
{
  fprintf (stderr, "%s-run: cannot write %s: %s\n", tool->name, file,
	   strerror (errno));
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

/* Fork; call RUN with CLOSURE in the child, and pass signals on to it.  Gives
   the child's process number, or -1 with errno set, and its *STATUS.  */

static pid_t
run_child (int (*run) (void *closure), void *closure, int *status)
{
  static const int passed_on[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
  enum { N = sizeof passed_on / sizeof passed_on[0] };
  struct sigaction act = { .sa_handler = pass_on }, old[N];
  sigemptyset (&act.sa_mask);
  for (int i = 0; i < N; i++)
    sigaction (passed_on[i], &act, &old[i]);
  pid_t pid = fork ();
  if (pid == 0)
    {
      for (int i = 0; i < N; i++)
	sigaction (passed_on[i], &old[i], NULL);
      exit (run (closure));
    }
  int err = errno;
  child = pid;
  *status = 0;
  while (pid > 0 && waitpid (pid, status, 0) < 0 && errno == EINTR)
    ;
  for (int i = 0; i < N; i++)
    sigaction (passed_on[i], &old[i], NULL);
  errno = err;
  return pid;
}

int
simt_run_with_sarif (const char *file, const struct simt_tool *tool,
		     const char *version, int (*run) (void *closure),
		     void *closure)
{
  const char *tmp = getenv ("TMPDIR");
  char results[PATH_MAX], variable[64];
  snprintf (results, sizeof results, "%s/%s-sarif.XXXXXX",
	    tmp && *tmp ? tmp : "/tmp", tool->name);
  snprintf (variable, sizeof variable, "%s_SARIF_RESULTS", tool->prefix);
  int fd = mkstemp (results);
  if (fd < 0)
    return cannot_write (tool, results);
  close (fd);
  /* Opened before the run, so that a file that cannot be written is known.  */
  FILE *out = sarif_open (file);
  if (!out || setenv (variable, results, 1) != 0)
    {
      int status = cannot_write (tool, file);
      unlink (results);
      return status;
    }

  int status;
  pid_t pid = run_child (run, closure, &status);
  if (pid < 0)
    fprintf (stderr, "%s-run: %s\n", tool->name, strerror (errno));

  sarif_start (out, tool->name, version, tool->rules, tool->n_rules);
  put_results (out, results);
  sarif_end (out, pid > 0 && WIFEXITED (status) && WEXITSTATUS (status) != 127);
  unlink (results);
  if (!sarif_close (out, file))
    return cannot_write (tool, file);
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
