/* A signal that would end the process ends what the device does first.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "interrupt.h"
#include "report.h"

enum { N = 3 };
static const int signals[N] = { SIGINT, SIGTERM, SIGHUP };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned n_inside;
static struct sigaction before[N];
static bool ours[N];		/* The handler is set up.  */
static _Atomic int came;

/* Those that come within this time are one: timeout sends its signal to its
   child and to the whole process group, and NAME-run hands its own on.  */
#define SAME_SECONDS 1

static struct timespec first_at;

static void
handler (int sig)
{
  struct timespec now;
  int err = errno, none = 0;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (atomic_compare_exchange_strong (&came, &none, sig))
    first_at = now;
  else if (now.tv_sec > first_at.tv_sec + SAME_SECONDS)
    {
      signal (sig, SIG_DFL);
      raise (sig);
    }
  errno = err;
}

void
simt_interrupt_enter (void)
{
  struct sigaction act = { .sa_handler = handler, .sa_flags = SA_RESTART };
  sigemptyset (&act.sa_mask);
  pthread_mutex_lock (&lock);
  if (n_inside++ == 0)
    for (int k = 0; k < N; k++)
      ours[k] = (sigaction (signals[k], NULL, &before[k]) == 0
		 && !(before[k].sa_flags & SA_SIGINFO)
		 && before[k].sa_handler == SIG_DFL
		 && sigaction (signals[k], &act, NULL) == 0);
  pthread_mutex_unlock (&lock);
}

void
simt_interrupt_leave (void)
{
  sigset_t set;
  pthread_mutex_lock (&lock);
  if (--n_inside == 0)
    {
      int sig = atomic_load (&came);
      /* Another of the same kind must not cut the summary off.  */
      if (sig)
	simt_report_end ();
      for (int k = 0; k < N; k++)
	{
	  struct sigaction now;
	  if (ours[k] && sigaction (signals[k], NULL, &now) == 0
	      && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == handler)
	    sigaction (signals[k], &before[k], NULL);
	}
      if (sig)
	{
	  signal (sig, SIG_DFL);
	  sigemptyset (&set);
	  sigaddset (&set, sig);
	  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
	  raise (sig);
	}
    }
  pthread_mutex_unlock (&lock);
}

int
simt_interrupted (void)
{
  return atomic_load_explicit (&came, memory_order_relaxed);
}

const char *
simt_interrupt_name (int sig)
{
  return sig == SIGINT ? "SIGINT" : sig == SIGTERM ? "SIGTERM" : "SIGHUP";
}
