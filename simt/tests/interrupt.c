/* Test of signals that come while a device works, or between.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simt/report/interrupt.h"
#include "test.h"

static volatile sig_atomic_t mine;

static void
note (int sig)
{
  mine = sig;
}

static void
work (void)
{
  simt_interrupt_enter ();
  simt_interrupt_leave ();
}

/* Each is called in a process of its own with a signal, and ends it by that, or by the
   status that it returns.  */

static int
between (int sig)
{
  work ();
  raise (sig);
  return 1;
}

static int
before_any (int sig)
{
  raise (sig);
  return 1;
}

static int
inside (int sig)
{
  work ();
  simt_interrupt_enter ();
  if (simt_interrupted ())
    return 1;
  raise (sig);
  /* A second one at once is the same.  */
  raise (sig);
  if (simt_interrupted () != sig)
    return 2;
  /* Another thread's work goes on.  */
  simt_interrupt_enter ();
  simt_interrupt_leave ();
  simt_interrupt_leave ();
  return 3;
}

static int
ignored (int sig)
{
  signal (sig, SIG_IGN);
  simt_interrupt_enter ();
  raise (sig);
  if (simt_interrupted ())
    return 1;
  simt_interrupt_leave ();
  raise (sig);
  return signal (sig, SIG_DFL) == SIG_IGN ? 77 : 2;
}

static int
own_handler (int sig)
{
  work ();
  signal (sig, note);
  simt_interrupt_enter ();
  raise (sig);
  if (mine != sig || simt_interrupted ())
    return 1;
  simt_interrupt_leave ();
  return signal (sig, SIG_DFL) == note ? 77 : 2;
}

/* The program's handler is gone again.  */
static int
own_for_a_time (int sig)
{
  work ();
  signal (sig, note);
  work ();
  signal (sig, SIG_DFL);
  simt_interrupt_enter ();
  raise (sig);
  if (mine || simt_interrupted () != sig)
    return 1;
  simt_interrupt_leave ();
  return 2;
}

/* What waitpid says of FN's process with SIG.  */
static int
status_of (int (*fn) (int), int sig)
{
  int status = -1;
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    _exit (fn (sig));
  if (pid < 0 || waitpid (pid, &status, 0) != pid)
    return -1;
  return status;
}

static void
ends_by (const char *what, int (*fn) (int), int sig)
{
  int status = status_of (fn, sig);
  check (WIFSIGNALED (status) && WTERMSIG (status) == sig,
	 "%s, signal %d: status 0x%x", what, sig, status);
}

static void
goes_on (const char *what, int (*fn) (int), int sig)
{
  int status = status_of (fn, sig);
  check (WIFEXITED (status) && WEXITSTATUS (status) == 77,
	 "%s, signal %d: status 0x%x", what, sig, status);
}

int
main (void)
{
  static const int sigs[] = { SIGINT, SIGTERM, SIGHUP };
  for (int k = 0; k < 3; k++)
    signal (sigs[k], SIG_DFL);
  for (int k = 0; k < 3; k++)
    {
      ends_by ("ahead of all work", before_any, sigs[k]);
      ends_by ("between", between, sigs[k]);
      ends_by ("while the device works", inside, sigs[k]);
      goes_on ("ignored", ignored, sigs[k]);
      goes_on ("the program's handler", own_handler, sigs[k]);
      ends_by ("the program's handler, for a time", own_for_a_time, sigs[k]);
    }
  return finish_tests ();
}
