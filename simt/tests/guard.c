/* Guarded copies.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simt/base/guard.h"
#include "test.h"

static const char constant[40] = "it stays";
static char variable[40];
static long page;

static void
has (const char *text, const char *part)
{
  check (strstr (text, part) != NULL, "no `%s' in `%s'", part, text);
}

static void
right (void)
{
  char why[200] = "", a[] = "abcdef";
  check (simt_guarded_copy (variable, constant, 9, why, sizeof why), "%s", why);
  check_text (variable, "it stays", "copy");
  check (simt_guarded_copy (a + 1, a, 5, why, sizeof why), "%s", why);
  check_text (a, "aabcde", "overlap");
}

static void
wrong (void)
{
  char why[2000];
  check (!simt_guarded_copy ((void *) constant, variable, 8, why, sizeof why),
	 "a constant was written");
  has (why, "is read-only memory: `constant' (40 bytes) of ");
  check_text (constant, "it stays", "constant");
  char *p = mmap (NULL, 3 * page, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap (p + page, page);
  mprotect (p + 2 * page, page, PROT_NONE);
  char want[100];
  snprintf (want, sizeof want, "%p is not mapped", p + page);
  check (!simt_guarded_copy (p, p + page, 8, why, sizeof why), "unmapped");
  check_text (why, want, "from");
  check (!simt_guarded_copy (p + page - 4, p, 8, why, sizeof why), "unmapped");
  has (why, " is not mapped");
  check (!simt_guarded_copy (variable, p + 2 * page, 8, why, sizeof why),
	 "unreadable");
  has (why, "is memory that cannot be read");
  check (!simt_guarded_copy (variable, (void *) (UINTPTR_MAX / 2 + 8), 8, why,
			     sizeof why), "no address");
  munmap (p, page);
  munmap (p + 2 * page, page);
  check (simt_describe_host (variable, why, sizeof why)
	 && strstr (why, "`variable' (40 bytes) of "), "describe: %s", why);
  check (!simt_describe_host (NULL, why, sizeof why) && !*why, "NULL: %s", why);
}

/* The program's own handler gets what is its own, and is there afterwards.  */

static sigjmp_buf own;

static void
own_handler (int sig)
{
  (void) sig;
  siglongjmp (own, 1);
}

static void *
copies (void *bad)
{
  char why[2000];
  for (int k = 0; k < 2000; k++)
    simt_guarded_copy (bad, variable, 8, why, sizeof why);
  return NULL;
}

static void
handlers (void)
{
  struct sigaction now;
  pthread_t t[2];
  volatile unsigned caught = 0;
  char *bad = mmap (NULL, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal (SIGSEGV, own_handler);
  for (int k = 0; k < 2; k++)
    pthread_create (&t[k], NULL, copies, bad);
  for (volatile int k = 0; k < 2000; k++)
    if (sigsetjmp (own, 1) == 0)
      *(volatile char *) bad = 1;
    else
      caught++;
  for (int k = 0; k < 2; k++)
    pthread_join (t[k], NULL);
  check (caught == 2000, "%u of 2000 caught", caught);
  sigaction (SIGSEGV, NULL, &now);
  check (now.sa_handler == own_handler, "another handler is there");
  signal (SIGSEGV, SIG_DFL);
  /* Without a handler it dies, as it would have.  */
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    {
      char why[200];
      signal (SIGSEGV, SIG_DFL);
      simt_guarded_copy (bad, variable, 8, why, sizeof why);
      *(volatile char *) bad = 1;
      _exit (0);
    }
  int status;
  waitpid (pid, &status, 0);
  check (WIFSIGNALED (status) && WTERMSIG (status) == SIGSEGV, "status 0x%x",
	 status);
  munmap (bad, page);
}

int
main (void)
{
  page = sysconf (_SC_PAGESIZE);
  right ();
  wrong ();
  handlers ();
  return finish_tests ();
}
