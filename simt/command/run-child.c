/* NAME-run's child: the program, in a process of its own.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "run-child.h"

static volatile sig_atomic_t child;

/* A signal of the terminal (SI_KERNEL) goes to the whole process group, so the
   child has it already.  */

static void
pass_on (int sig, siginfo_t *info, void *context)
{
  (void) context;
  int err = errno;
  if (child > 0 && info->si_code <= 0)
    kill (child, sig);
  errno = err;
}

bool
simt_run_child (int (*run) (void *closure), void *closure, int *status)
{
  static const int passed_on[]
    = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2 };
  enum { N = sizeof passed_on / sizeof passed_on[0] };
  struct sigaction act = { .sa_sigaction = pass_on, .sa_flags = SA_SIGINFO };
  struct sigaction dfl = { .sa_handler = SIG_DFL }, old[N], old_chld;
  sigset_t block, mask;
  pid_t self = getpid ();
  sigemptyset (&act.sa_mask);
  sigemptyset (&dfl.sa_mask);
  sigemptyset (&block);
  for (int i = 0; i < N; i++)
    sigaddset (&block, passed_on[i]);
  /* One that comes now waits until the child is known.  */
  sigprocmask (SIG_BLOCK, &block, &mask);
  for (int i = 0; i < N; i++)
    sigaction (passed_on[i], &act, &old[i]);
  /* Where it is ignored there is no status to wait for.  */
  sigaction (SIGCHLD, &dfl, &old_chld);
  fflush (NULL);
  pid_t pid = fork ();
  int err = errno;
  child = pid;
  if (pid == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      if (getppid () != self)
	raise (SIGKILL);
      for (int i = 0; i < N; i++)
	sigaction (passed_on[i], &old[i], NULL);
      sigaction (SIGCHLD, &old_chld, NULL);
    }
  sigprocmask (SIG_SETMASK, &mask, NULL);
  if (pid == 0)
    exit (run (closure));
  *status = 0;
  while (pid > 0 && waitpid (pid, status, 0) < 0 && errno == EINTR)
    ;
  for (int i = 0; i < N; i++)
    sigaction (passed_on[i], &old[i], NULL);
  sigaction (SIGCHLD, &old_chld, NULL);
  errno = err;
  return pid > 0;
}

bool
simt_from_outside_p (int sig)
{
  return (sig == SIGHUP || sig == SIGINT || sig == SIGQUIT || sig == SIGTERM
	  || sig == SIGKILL);
}

void
simt_die_of (int sig)
{
  const struct rlimit none = { 0, 0 };
  sigset_t set;
  fflush (NULL);
  setrlimit (RLIMIT_CORE, &none);
  signal (sig, SIG_DFL);
  sigemptyset (&set);
  sigaddset (&set, sig);
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  raise (sig);
}

/* ---- The program.  */

bool
simt_find_program (const char *program, char *path, size_t size)
{
  const char *dirs = getenv ("PATH");
  if (strchr (program, '/') || !dirs)
    {
      int n = snprintf (path, size, "%s", program);
      return n > 0 && (size_t) n < size && access (path, F_OK) == 0;
    }
  for (const char *d = dirs;; d++)
    {
      size_t len = strcspn (d, ":");
      int n = snprintf (path, size, "%.*s/%s", len ? (int) len : 1,
			len ? d : ".", program);
      struct stat st;
      if (n > 0 && (size_t) n < size && access (path, X_OK) == 0
	  && stat (path, &st) == 0 && S_ISREG (st.st_mode))
	return true;
      d += len;
      if (!*d)
	return false;
    }
}

const char *
simt_secure_program (const char *program)
{
  char path[PATH_MAX], start[2] = "";
  struct stat st;
  struct statvfs fs;
  if (!simt_find_program (program, path, sizeof path) || stat (path, &st) != 0
      || !S_ISREG (st.st_mode) || prctl (PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1
      || (statvfs (path, &fs) == 0 && (fs.f_flag & ST_NOSUID)))
    return NULL;
  /* The kernel takes no notice of the bits of a script.  */
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read (fd, start, sizeof start) : 0;
  if (fd >= 0)
    close (fd);
  if (n == 2 && start[0] == '#' && start[1] == '!')
    return NULL;
  if ((st.st_mode & S_ISUID) && st.st_uid != getuid ())
    return "set-user-ID";
  if ((st.st_mode & S_ISGID) && (st.st_mode & S_IXGRP)
      && st.st_gid != getgid ())
    return "set-group-ID";
  if (getuid () != 0 && getxattr (path, "security.capability", NULL, 0) > 0)
    return "a program with capabilities";
  return NULL;
}

bool
simt_static_program_p (const char *program)
{
  char path[PATH_MAX];
  Elf64_Ehdr e;
  bool is_static = false;
  int fd = (simt_find_program (program, path, sizeof path)
	    ? open (path, O_RDONLY | O_CLOEXEC) : -1);
  if (fd < 0)
    return false;
  if (read (fd, &e, sizeof e) == (ssize_t) sizeof e
      && !memcmp (e.e_ident, ELFMAG, SELFMAG)
      && e.e_ident[EI_CLASS] == ELFCLASS64
      && (e.e_type == ET_EXEC || e.e_type == ET_DYN)
      && e.e_phentsize == sizeof (Elf64_Phdr))
    {
      is_static = true;
      for (unsigned k = 0; k < e.e_phnum; k++)
	{
	  Elf64_Phdr p;
	  off_t at = (off_t) (e.e_phoff + k * sizeof p);
	  if (pread (fd, &p, sizeof p, at) != (ssize_t) sizeof p
	      || p.p_type == PT_INTERP)
	    is_static = false;
	}
    }
  close (fd);
  return is_static;
}
