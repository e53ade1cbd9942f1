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

/* The handlers stay when the device has stopped to work: to set them up and to take them
   away each time is a tenth of what an empty target region takes.  When one is called then,
   the process ends as it would have without it.  */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic unsigned n_inside;
static _Atomic int came;

/* Those that come within this time are one: timeout sends its signal to its
   child and to the whole process group, and NAME-run hands its own on.  */
#define SAME_SECONDS 1

static struct timespec first_at;

/* End the process by SIG, as soon as that may be.  */
static void
end_by (int sig)
{
  signal (sig, SIG_DFL);
  raise (sig);
}

static void
handler (int sig)
{
  struct timespec now;
  int err = errno, none = 0;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (!atomic_load (&n_inside) && !atomic_load (&came))
    end_by (sig);
  else if (atomic_compare_exchange_strong (&came, &none, sig))
    first_at = now;
  else if (now.tv_sec > first_at.tv_sec + SAME_SECONDS)
    end_by (sig);
  errno = err;
}

/* Set up the handler of SIG, unless the program has one or ignores it.  */
static void
set_up (int sig)
{
  struct sigaction now, act = { .sa_handler = handler, .sa_flags = SA_RESTART };
  sigemptyset (&act.sa_mask);
  if (sigaction (sig, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO)
      && now.sa_handler == SIG_DFL)
    sigaction (sig, &act, NULL);
}

void
simt_interrupt_enter (void)
{
  pthread_mutex_lock (&lock);
  if (atomic_fetch_add (&n_inside, 1) == 0)
    for (int k = 0; k < N; k++)
      set_up (signals[k]);
  pthread_mutex_unlock (&lock);
}

void
simt_interrupt_leave (void)
{
  sigset_t set;
  pthread_mutex_lock (&lock);
  int sig = atomic_fetch_sub (&n_inside, 1) == 1 ? atomic_load (&came) : 0;
  if (sig)
    {
      /* Another of the same kind does not cut the summary off.  */
      simt_report_end ();
      signal (sig, SIG_DFL);
      sigemptyset (&set);
      sigaddset (&set, sig);
      pthread_sigmask (SIG_UNBLOCK, &set, NULL);
      raise (sig);
    }
  pthread_mutex_unlock (&lock);
}

/* The handlers are the library's, which is unloaded, or the process ends.  */
static void __attribute__ ((destructor))
take_away (void)
{
  for (int k = 0; k < N; k++)
    {
      struct sigaction now;
      if (sigaction (signals[k], NULL, &now) == 0
	  && !(now.sa_flags & SA_SIGINFO) && now.sa_handler == handler)
	signal (signals[k], SIG_DFL);
    }
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
