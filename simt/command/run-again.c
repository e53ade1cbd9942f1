/* NAME-run --schedules: the program several times.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run-again.h"
#include "run-child.h"
#include "simt/report/seen.h"
#include "simt/base/tally.h"

/* What a run is given.  */
struct run
{
  int (*run) (void *closure);
  void *closure;
  off_t input;			/* Where standard input was; -1: it is no file.  */
  bool first;
};

/* Have descriptor FD be /dev/null.  */

static void
to_nothing (int fd, int flags)
{
  int nothing = open ("/dev/null", flags);
  if (nothing >= 0 && nothing != fd)
    {
      dup2 (nothing, fd);
      close (nothing);
    }
}

/* In the child.  */

static int
start (void *arg)
{
  struct run *r = arg;
  if (!r->first)
    {
      if (r->input < 0 || lseek (STDIN_FILENO, r->input, SEEK_SET) < 0)
	to_nothing (STDIN_FILENO, O_RDONLY);
      to_nothing (STDOUT_FILENO, O_WRONLY);
    }
  return r->run (r->closure);
}

/* What STATUS, as of waitpid, says, in BUF.  */

static const char *
describe (int status, char *buf, size_t size)
{
  if (WIFEXITED (status))
    snprintf (buf, size, "with status %d", WEXITSTATUS (status));
  else
    snprintf (buf, size, "by signal %d", WTERMSIG (status));
  return buf;
}

/* Whether STATUS is what a user's interrupt leaves.  */

static bool
interrupted_p (int status)
{
  return WIFSIGNALED (status) && simt_from_outside_p (WTERMSIG (status));
}

/* Give the next run the order of SEED.  */

static bool
set_seed (const struct simt_tool *tool, uint64_t seed, bool first)
{
  char name[64], value[24];
  snprintf (value, sizeof value, "%" PRIu64, seed);
  snprintf (name, sizeof name, "%s_SCHEDULE", tool->prefix);
  if (setenv (name, value, 1))
    return false;
  snprintf (name, sizeof name, "%s_SEEN_SEED", tool->prefix);
  return setenv (name, first ? "" : value, 1) == 0;
}

bool
simt_run_times (const struct simt_tool *tool, unsigned times,
		const char *program, const struct simt_tally *tally,
		int (*run) (void *closure), void *closure, int *status)
{
  char name[64], is[40], was[40];
  snprintf (name, sizeof name, "%s_SCHEDULE", tool->prefix);
  const char *given = getenv (name);
  uint64_t seed = given ? strtoull (given, NULL, 10) : 0, usual = 0;
  struct run r = { run, closure, lseek (STDIN_FILENO, 0, SEEK_CUR), true };
  int usual_status = 0;
  unsigned k;
  bool ok = simt_seen_create (tool);
  *status = 0;
  for (k = 0; ok && k < times; k++)
    {
      int now;
      r.first = k == 0;
      ok = set_seed (tool, seed + k, r.first)
	   && simt_run_child (start, &r, &now);
      if (!ok)
	break;
      if (r.first)
	{
	  usual = tally->findings;
	  usual_status = now;
	}
      else if (now != usual_status && !interrupted_p (now))
	fprintf (stderr, "%s-run: %s ended %s with --schedule=%" PRIu64
		 ", %s with --schedule=%" PRIu64 "\n", tool->name, program,
		 describe (now, is, sizeof is), seed + k,
		 describe (usual_status, was, sizeof was), seed);
      if (!*status)
	*status = now;
      if (interrupted_p (now) || tally->not_run)
	{
	  k++;
	  break;
	}
    }
  int err = errno;
  if (ok && !tally->not_run)
    fprintf (stderr, "%s-run: %u run%s, each with another order: %" PRIu64
	     " report%s, of which the first run had %" PRIu64 "\n",
	     tool->name, k, k == 1 ? "" : "s", (uint64_t) tally->findings,
	     tally->findings == 1 ? "" : "s", usual);
  simt_seen_end ();
  errno = err;
  return ok;
}
