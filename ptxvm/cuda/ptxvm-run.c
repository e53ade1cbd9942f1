/* Run a program with ptxvm as its CUDA driver.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What simt/command/run.h does.  A program that is itself PTX text, as the nvptx linker
   makes, is given to nvptx-none-run, or, where that is not installed, run from
   here.  */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "options.h"
#include "ptx-load.h"
#include "simt/command/run.h"

#ifndef PKGVERSION
# define PKGVERSION "accelfix"
# define BUGURL ""
#endif
#ifndef VERSION
# define VERSION "0"
#endif
#ifndef DRIVERDIR		/* Where the library gets installed.  */
# define DRIVERDIR "/usr/local/lib/accelfix/ptxvm"
#endif
#ifndef BINDIR			/* Where we get installed.  */
# define BINDIR "/usr/local/bin"
#endif

/* Is FILE PTX text?  Comments and space, then a directive .version.  */

static bool
ptx_file_p (const char *file)
{
  char buf[4096];
  int fd = open (file, O_RDONLY);
  if (fd < 0)
    return false;
  ssize_t n = read (fd, buf, sizeof buf - 1);
  close (fd);
  if (n <= 0)
    return false;
  buf[n] = '\0';
  const char *p = buf;
  for (;;)
    {
      p += strspn (p, " \t\r\n");
      if (p[0] == '/' && p[1] == '/')
	p += strcspn (p, "\n");
      else if (p[0] == '/' && p[1] == '*' && strstr (p + 2, "*/"))
	p = strstr (p + 2, "*/") + 2;
      else
	return !strncmp (p, ".version", 8);
    }
}

static struct options options;	/* Of the command line.  */

/* Become the program of JOB; returns only where it was run from here, with its
   exit status.  A file of PTX may be a stranger's, which no compiler is run for
   unless that is asked for.  */

static int
start (const struct simt_job *job)
{
  /* So that it can be repeated (simt/debug/back.c); where it is not allowed, it is said
     when it is needed.  */
  if (options.vm.debug || options.commands || options.debug_output
      || options.debug_types)
    personality (ADDR_NO_RANDOMIZE);
  if (!ptx_file_p (job->argv[0]))
    simt_run_exec (job->argv);
  setenv ("PTXVM_NATIVE", "off", 0);
  const char *runner = getenv ("NVPTX_NONE_RUN");
  char **args = calloc (job->argc + 2, sizeof *args);
  if (!args)
    simt_run_fail ("%s", strerror (errno));
  args[0] = (char *) (runner && *runner ? runner : "nvptx-none-run");
  memcpy (args + 1, job->argv, job->argc * sizeof *args);
  execvp (args[0], args);
  if (errno == ENOENT && !strchr (args[0], '/'))
    return ptx_load (job->dir, job->argc, args + 1);
  simt_run_fail ("%s is PTX, and %s, which runs it, cannot be run: %s",
		 args[1], args[0], strerror (errno));
}

/* Objects are known only where libgomp's calls are.  */

static bool
calls_p (const void *values)
{
  const struct options *o = values;
  (void) o;
  return !getenv ("PTXVM_REDZONE") || o->vm.redzone || o->leak_check;
}

/* What of the host's tasks waits for what.  */

static bool
tasks_p (const void *values)
{
  const struct options *o = values;
  return o->vm.race;
}

int
main (int argc, char **argv)
{
  static const struct simt_preload preload[]
    = { { "calls.so", calls_p }, { "tasks.so", tasks_p }, { NULL, NULL } };
  const struct simt_run run =
    {
      .tool = &ptxvm_tool,
      .about = "Run PROGRAM with a CUDA driver that executes PTX on the CPU.\n"
	       "PROGRAM is anything that uses the driver, such as "
	       "nvptx-none-run or\n"
	       "a program with OpenMP or OpenACC offloading, or a linked "
	       "nvptx\nexecutable.\n",
      .library = "libcuda.so.1",
      .preload = preload,
      .libdir = DRIVERDIR,
      .bindir = BINDIR,
      .version = VERSION,
      .pkgversion = PKGVERSION,
      .bugurl = BUGURL,
      .options = option_table,
      .values = &options,
      .size = sizeof options,
      .start = start
    };
  return simt_run_main (&run, argc, argv);
}
