/* Native code: the compiler.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
/* This is a shared object of its own, native-compile.so, that is loaded where native
   code is wanted: what executes code for GPUs has nothing to start programs with.

   The program whose threads these are may wait for its children, or count them: the
   compiler must not be one.  So a process that shares memory with this one, whose end
   the kernel reports to nobody, starts the compiler and waits for it, while the
   thread here sleeps (clone (2), CLONE_VFORK).  */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simt/native/native.h"

/* The compiler that runs, a process group; 0 for none, -1 when none may start.  */
static _Atomic pid_t running;

__attribute__ ((visibility ("default"))) void
simt_native_stop_compiler (bool for_good)
{
  pid_t pid = (for_good ? atomic_exchange (&running, -1)
	       : atomic_load (&running));
  if (pid > 0)
    kill (-pid, SIGKILL);
}

struct task
{
  const char *path;
  char **argv, **envp;
  int in;
  bool ok;
};

/* Start the compiler of the task ARG and wait for it.  */
static int
run_compiler (void *arg)
{
  struct task *t = arg;
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attr;
  sigset_t none, all;
  pid_t pid, idle = 0;
  int status = -1;
  sigemptyset (&none);
  sigfillset (&all);
  /* The program goes on meanwhile; of this process alone.  */
  setpriority (PRIO_PROCESS, 0, 10);
  if (posix_spawn_file_actions_init (&files))
    return 0;
  if (!posix_spawnattr_init (&attr))
    {
      posix_spawn_file_actions_adddup2 (&files, t->in, 0);
      posix_spawn_file_actions_addopen (&files, 1, "/dev/null", O_WRONLY, 0);
      posix_spawn_file_actions_addopen (&files, 2, "/dev/null", O_WRONLY, 0);
      posix_spawn_file_actions_addclosefrom_np (&files, 3);
      posix_spawnattr_setpgroup (&attr, 0);
      posix_spawnattr_setsigmask (&attr, &none);
      posix_spawnattr_setsigdefault (&attr, &all);
      posix_spawnattr_setflags (&attr, POSIX_SPAWN_SETPGROUP
				| POSIX_SPAWN_SETSIGMASK
				| POSIX_SPAWN_SETSIGDEF);
      if (!posix_spawn (&pid, t->path, &files, &attr, t->argv, t->envp))
	{
	  if (!atomic_compare_exchange_strong (&running, &idle, pid))
	    kill (-pid, SIGKILL);
	  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
	    continue;
	  atomic_compare_exchange_strong (&running, &pid, 0);
	  t->ok = WIFEXITED (status) && WEXITSTATUS (status) == 0;
	}
      posix_spawnattr_destroy (&attr);
    }
  posix_spawn_file_actions_destroy (&files);
  return 0;
}

/* Run T in a process of its own that nobody hears of.  */
static void
run_apart (struct task *t)
{
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
  /* They cannot follow a process that shares its memory.  */
  run_compiler (t);
#else
  enum { STACK = 256 << 10 };
  char *stack = mmap (NULL, STACK, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED)
    return;
  sigset_t all, old;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &old);
  pid_t pid = clone (run_compiler, stack + STACK, CLONE_VM | CLONE_VFORK, t);
  if (pid > 0)
    while (waitpid (pid, NULL, __WALL) < 0 && errno == EINTR)
      continue;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  munmap (stack, STACK);
#endif
}

__attribute__ ((visibility ("default"))) bool
simt_native_compile (const char *path, const char *const *flags,
		     char *const *env, int in, const char *out)
{
  enum { MOST = 64 };
  const char *argv[MOST];
  char *envp[4] = { (char *) "LC_ALL=C", NULL, NULL, NULL };
  size_t n = 0, e = 1;
  argv[n++] = path;
  for (size_t i = 0; flags[i] && n < MOST - 8; i++)
    argv[n++] = flags[i];
  argv[n++] = "-xc";
  argv[n++] = "-";
  argv[n++] = "-o";
  argv[n++] = out;
  argv[n] = NULL;
  /* Nothing that we or the user preload is for the compiler.  */
  for (int i = 0; i < 2; i++)
    if (env[i])
      envp[e++] = env[i];
  struct task t = { path, (char **) argv, envp, in, false };
  run_apart (&t);
  return t.ok;
}
