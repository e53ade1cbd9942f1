/* Test of what kernels print, and of deadlines.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <unistd.h>

#include "simt/base/deadline.h"
#include "simt/base/output.h"
#include "test.h"

static FILE *file;
static int real_stdout;

/* Have standard output go to FILE.  */
static void
capture (void)
{
  file = tmpfile ();
  fflush (stdout);
  real_stdout = dup (1);
  if (!file || real_stdout < 0 || dup2 (fileno (file), 1) < 0)
    {
      perror ("capture");
      exit (1);
    }
}

/* Nothing goes there any more; it must have got WANT.  */
static void
captured (const char *want, const char *what)
{
  char got[200] = "";
  fflush (stdout);
  dup2 (real_stdout, 1);
  close (real_stdout);
  rewind (file);
  got[fread (got, 1, sizeof got - 1, file)] = '\0';
  fclose (file);
  check_text (got, want, what);
}

static void
order (void)
{
  struct simt_output o;
  simt_output_init (&o);
  capture ();
  simt_output_add (&o, "device\n", 7, 100);
  printf ("host\n");
  captured ("host\n", "before the flush");
  capture ();
  simt_output_flush (&o);
  simt_output_flush (&o);
  captured ("device\n", "after it");

  capture ();
  simt_output_add (&o, "123", 3, 5);
  captured ("", "less than kept");
  capture ();
  simt_output_add (&o, "456", 3, 5);
  captured ("123456", "more than kept");

  capture ();
  simt_output_add (&o, "rest", 4, 100);
  simt_output_destroy (&o);
  captured ("rest", "destroyed");
}

static struct simt_output shared;

static void *
writer (void *closure)
{
  for (unsigned k = 0; k < 1000; k++)
    simt_output_add (&shared, closure, 4, 100000);
  return NULL;
}

/* What threads print at once stays whole.  */
static void
threads (void)
{
  static char text[] = "abc\0def";
  pthread_t t[2];
  simt_output_init (&shared);
  pthread_create (&t[0], NULL, writer, text);
  pthread_create (&t[1], NULL, writer, text + 4);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  bool right = shared.n == 8000;
  for (unsigned k = 0; k < shared.n; k += 4)
    right &= !strcmp (shared.p + k, "abc") || !strcmp (shared.p + k, "def");
  check (right, "output of threads is mixed");
  shared.n = 0;
  simt_output_destroy (&shared);
}

static void
deadlines (void)
{
  struct simt_deadline d;
  simt_deadline_start (&d, 0);
  check (!simt_deadline_passed (&d), "no limit");
  simt_deadline_start (&d, 1e-9);
  usleep (1000);
  check (simt_deadline_passed (&d), "limit of a nanosecond");
  /* These are far away, however slow this runs.  */
  simt_deadline_start (&d, 1e6);
  check (!simt_deadline_passed (&d), "limit of ten days");
  simt_deadline_start (&d, 1e300);
  check (!simt_deadline_passed (&d), "limit that overflows");
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  simt_deadline_start (&d, 1000.75);
  double off = ((double) (d.at.tv_sec - now.tv_sec)
		+ (double) (d.at.tv_nsec - now.tv_nsec) / 1e9);
  check (off >= 1000.75 && d.at.tv_nsec >= 0 && d.at.tv_nsec < 1000000000,
	 "1000.75 seconds are %f", off);
}

int
main (void)
{
  order ();
  threads ();
  deadlines ();
  return finish_tests ();
}
