/* Run a program with ptxvm as its CUDA driver.
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


/* ptxvm-run checks its options, puts them into PTXVM_* variables and the
   folder of our libcuda.so.1 in front of LD_LIBRARY_PATH, and becomes the
   program.  A program that is itself PTX text, as the nvptx linker makes, is
   given to nvptx-none-run, or, where that is not installed, run from here.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "options.h"
#include "ptx-load.h"
#include "run-sarif.h"

#ifndef PKGVERSION
# define PKGVERSION "accelfix"
# define BUGURL ""
#endif
#ifndef DRIVERDIR		/* Where the library gets installed.  */
# define DRIVERDIR "/usr/local/lib/accelfix/ptxvm"
#endif
#ifndef BINDIR			/* Where we get installed.  */
# define BINDIR "/usr/local/bin"
#endif

static void __attribute__ ((noreturn, format (printf, 1, 2)))
fail (const char *format, ...)
{
  va_list ap;
  fputs ("ptxvm-run: ", stderr);
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  fputc ('\n', stderr);
  exit (127);
}

static void
usage (void)
{
  printf ("Usage: ptxvm-run [OPTION]... PROGRAM [ARGUMENT]...\n"
	  "Run PROGRAM with a CUDA driver that executes PTX on the CPU.\n"
	  "PROGRAM is anything that uses the driver, such as nvptx-none-run or"
	  "\na program with OpenMP or OpenACC offloading, or a linked nvptx\n"
	  "executable.\n\n");
  for (const struct option_desc *d = option_table; d->name; d++)
    {
      char var[64];
      option_variable (d, var, sizeof var);
      printf ("  --%s%s%s\n      %s  [%s]\n", d->name, d->arg ? "=" : "",
	      d->arg ? d->arg : "", d->help, var);
    }
  printf ("  --sarif=FILE\n      write the reports to FILE when PROGRAM is "
	  "done, in SARIF 2.1.0\n");
  printf ("  --help\n      print this help\n"
	  "  --version\n      print the version\n\n"
	  "An option can also be given as the environment variable in "
	  "brackets\n(1 for one without a value).\n"
	  "The exit status is PROGRAM's, or 127 if it cannot be run.\n");
  if (*BUGURL)
    printf ("Report bugs to <%s>.\n", BUGURL);
}

/* Handle ARG, an option.  The value is put into the environment once it is
   known to be good.  */

static void
set_option (struct options *o, const char *arg)
{
  const char *equals = strchr (arg, '=');
  size_t len = equals ? (size_t) (equals - arg) : strlen (arg);
  for (const struct option_desc *d = option_table; d->name; d++)
    if (!strncmp (arg + 2, d->name, len - 2) && !d->name[len - 2])
      {
	char var[64], why[128];
	const char *value = equals ? equals + 1 : "1";
	if (d->arg && !equals)
	  fail ("%s needs a value: %s=%s", arg, arg, d->arg);
	if (!d->arg && equals)
	  fail ("%.*s takes no value", (int) len, arg);
	if (!d->parse (o, value, why, sizeof why))
	  fail ("%s: %s", arg, why);
	option_variable (d, var, sizeof var);
	if (setenv (var, value, 1))
	  fail ("%s", strerror (errno));
	return;
      }
  fail ("unknown option '%s'; try --help", arg);
}

/* The program may change its directory, so make FILE's name absolute; and say
   now if it cannot be written.  */

static void
prepare_json (const char *file)
{
  int fd = open (file, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (fd < 0)
    fail ("cannot write %s: %s", file, strerror (errno));
  close (fd);
  if (*file == '/')
    return;
  char *cwd = getcwd (NULL, 0), *full;
  if (!cwd || asprintf (&full, "%s/%s", cwd, file) < 0
      || setenv ("PTXVM_JSON", full, 1))
    fail ("%s", strerror (errno));
  free (full);
  free (cwd);
}

static bool
has_library_p (const char *dir)
{
  char path[PATH_MAX];
  snprintf (path, sizeof path, "%s/libcuda.so.1", dir);
  return access (path, R_OK) == 0;
}

/* Find the folder of libcuda.so.1: our own (the build tree), the one that
   lies to our own folder as the configured ones lie to each other, or the
   configured one.  */

static void
find_library (char *dir, size_t size)
{
  char self[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  /* A plain chroot has no /proc; the kernel also hands over the name that the
     program was started by.  */
  const char *name = (const char *) getauxval (AT_EXECFN);
  if (n > 0)
    self[n] = '\0';
  else if (name && realpath (name, self))
    n = strlen (self);
  if (n > 0)
    {
      *strrchr (self, '/') = '\0';
      snprintf (dir, size, "%s", self);
      if (has_library_p (dir))
	return;
      /* Take the common start off both, and climb what is left of
	 BINDIR.  */
      const char *b = BINDIR, *l = DRIVERDIR, *common_b = b,
	*common_l = l;
      for (size_t i = 0; b[i] && b[i] == l[i]; i++)
	if (b[i] == '/')
	  {
	    common_b = b + i + 1;
	    common_l = l + i + 1;
	  }
      bool climbed = true;
      for (const char *p = common_b; climbed && p; )
	{
	  char *slash = strrchr (self, '/');
	  climbed = slash != NULL;
	  if (slash)
	    *slash = '\0';
	  p = strchr (p, '/');
	  if (p)
	    p++;
	}
      int len = snprintf (dir, size, "%s/%s", self, common_l);
      if (climbed && len > 0 && (size_t) len < size && has_library_p (dir))
	return;
    }
  snprintf (dir, size, "%s", DRIVERDIR);
  if (!has_library_p (dir))
    fail ("cannot find libcuda.so.1 in %s; is accelfix installed?", dir);
}

static void
prepend_library_path (const char *dir)
{
  const char *old = getenv ("LD_LIBRARY_PATH");
  char *value;
  if (asprintf (&value, "%s%s%s", dir, old && *old ? ":" : "",
		old ? old : "") < 0
      || setenv ("LD_LIBRARY_PATH", value, 1))
    fail ("%s", strerror (errno));
  free (value);
}

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

/* What is to be run, and with the driver in which folder.  */

struct job
{
  const char *dir;
  int argc;
  char **argv;
};

/* Become the program of JOB, a struct job; returns only where it was run from
   here, with its exit status.  */

static int
become (void *closure)
{
  const struct job *job = closure;
  char **args = job->argv;
  if (ptx_file_p (args[0]))
    {
      const char *runner = getenv ("NVPTX_NONE_RUN");
      char **more = calloc (job->argc + 2, sizeof *more);
      if (!more)
	fail ("%s", strerror (errno));
      more[0] = (char *) (runner && *runner ? runner : "nvptx-none-run");
      memcpy (more + 1, args, job->argc * sizeof *args);
      args = more;
    }
  execvp (args[0], args);
  int err = errno;
  if (args != job->argv && err == ENOENT && !strchr (args[0], '/'))
    return ptx_load (job->dir, job->argc, args + 1);
  if (args != job->argv)
    fail ("%s is PTX, and %s, which runs it, cannot be run: %s", args[1],
	  args[0], strerror (err));
  if (err == ENOENT && !strchr (args[0], '/') && !access (args[0], X_OK))
    fail ("there is no program %s in PATH; for the one in this folder, write"
	  " ./%s", args[0], args[0]);
  fail ("cannot run %s: %s", args[0], strerror (err));
}

int
main (int argc, char **argv)
{
  struct options o;
  const char *sarif = NULL;
  memset (&o, 0, sizeof o);
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++)
    if (!strcmp (argv[i], "--"))
      {
	i++;
	break;
      }
    else if (!strcmp (argv[i], "--help"))
      {
	usage ();
	return fflush (stdout) ? 127 : 0;
      }
    else if (!strcmp (argv[i], "--version"))
      {
	printf ("ptxvm-run (%s)\n", PKGVERSION);
	return fflush (stdout) ? 127 : 0;
      }
    else if (!strncmp (argv[i], "--sarif=", 8) && argv[i][8])
      sarif = argv[i] + 8;
    else if (!strcmp (argv[i], "--sarif") || !strcmp (argv[i], "--sarif="))
      fail ("--sarif needs a value: --sarif=FILE");
    else if (!strncmp (argv[i], "--", 2))
      set_option (&o, argv[i]);
    else
      fail ("unknown option '%s'; try --help", argv[i]);
  if (i == argc)
    fail ("no program given; try --help");

  /* Bad variables are told here, as the program might not show it.  */
  char why[256];
  memset (&o, 0, sizeof o);
  if (!options_from_environment (&o, why, sizeof why))
    fail ("%s", why);
  if (o.json)
    prepare_json (o.json);

  char dir[PATH_MAX];
  find_library (dir, sizeof dir);
  prepend_library_path (dir);

  struct job job = { dir, argc - i, argv + i };
  return sarif ? run_with_sarif (sarif, become, &job) : become (&job);
}
