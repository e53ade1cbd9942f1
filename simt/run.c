/* Run a program with a machine's library in front: NAME-run.
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

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "run.h"
#include "run-sarif.h"

static const struct simt_run *run;

void
simt_run_fail (const char *format, ...)
{
  va_list ap;
  fflush (stdout);
  fprintf (stderr, "%s-run: ", run->tool->name);
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  fputc ('\n', stderr);
  exit (127);
}

static void
usage (void)
{
  printf ("Usage: %s-run [OPTION]... PROGRAM [ARGUMENT]...\n%s\n",
	  run->tool->name, run->about);
  for (const struct simt_option *d = run->options; d->name; d++)
    {
      char var[64];
      simt_option_variable (run->tool->prefix, d, var, sizeof var);
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
  if (*run->bugurl)
    printf ("Report bugs to <%s>.\n", run->bugurl);
}

/* Handle ARG, an option.  The value is put into the environment once it is
   known to be good.  */

static void
set_option (const char *arg)
{
  const char *equals = strchr (arg, '=');
  size_t len = equals ? (size_t) (equals - arg) : strlen (arg);
  for (const struct simt_option *d = run->options; d->name; d++)
    if (!strncmp (arg + 2, d->name, len - 2) && !d->name[len - 2])
      {
	char var[64], why[128];
	const char *value = equals ? equals + 1 : "1";
	if (d->arg && !equals)
	  simt_run_fail ("%s needs a value: %s=%s", arg, arg, d->arg);
	if (!d->arg && equals)
	  simt_run_fail ("%.*s takes no value", (int) len, arg);
	if (!simt_option_parse (d, run->values, value, why, sizeof why))
	  simt_run_fail ("%s: %s", arg, why);
	simt_option_variable (run->tool->prefix, d, var, sizeof var);
	if (setenv (var, value, 1))
	  simt_run_fail ("%s", strerror (errno));
	return;
      }
  simt_run_fail ("unknown option '%s'; try --help", arg);
}

/* Read the options; give the index of the program in ARGV, and put the file of
   --sarif into *SARIF, if there is one.  */

static int
read_options (int argc, char **argv, const char **sarif)
{
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++)
    if (!strcmp (argv[i], "--"))
      return i + 1;
    else if (!strcmp (argv[i], "--help"))
      {
	usage ();
	exit (fflush (stdout) ? 127 : 0);
      }
    else if (!strcmp (argv[i], "--version"))
      {
	printf ("%s-run (%s)\n", run->tool->name, run->pkgversion);
	exit (fflush (stdout) ? 127 : 0);
      }
    else if (!strncmp (argv[i], "--sarif=", 8) && argv[i][8])
      *sarif = argv[i] + 8;
    else if (!strcmp (argv[i], "--sarif") || !strcmp (argv[i], "--sarif="))
      simt_run_fail ("--sarif needs a value: --sarif=FILE");
    else if (!strncmp (argv[i], "--", 2))
      set_option (argv[i]);
    else
      simt_run_fail ("unknown option '%s'; try --help", argv[i]);
  return i;
}

/* The program may change its directory, so make the name of the file that the
   reports go to absolute; and say now if it cannot be written.  */

static void
prepare_json (void)
{
  char var[64];
  snprintf (var, sizeof var, "%s_JSON", run->tool->prefix);
  const char *file = getenv (var);
  if (!file)
    return;
  int fd = open (file, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (fd < 0)
    simt_run_fail ("cannot write %s: %s", file, strerror (errno));
  close (fd);
  if (*file == '/')
    return;
  char *cwd = getcwd (NULL, 0), *full;
  if (!cwd || asprintf (&full, "%s/%s", cwd, file) < 0
      || setenv (var, full, 1))
    simt_run_fail ("%s", strerror (errno));
  free (full);
  free (cwd);
}

/* ---- The library.  */

static bool
has_library_p (const char *dir)
{
  char path[PATH_MAX];
  int n = snprintf (path, sizeof path, "%s/%s", dir, run->library);
  return (n > 0 && (size_t) n < sizeof path && access (path, R_OK) == 0);
}

/* Put into SELF, of PATH_MAX bytes, the folder that this program is in; false
   if that is not known.  */

static bool
own_folder (char *self)
{
  ssize_t n = readlink ("/proc/self/exe", self, PATH_MAX - 1);
  /* A plain chroot has no /proc; the kernel also hands over the name that the
     program was started by.  */
  const char *name = (const char *) getauxval (AT_EXECFN);
  if (n > 0)
    self[n] = '\0';
  else if (!name || !realpath (name, self))
    return false;
  *strrchr (self, '/') = '\0';
  return true;
}

/* Turn SELF, a folder that lies like the configured bindir, into the one that
   lies like the configured libdir: climb what is left of the former when their
   common start is taken off both.  */

static bool
beside (char *self, char *dir, size_t size)
{
  const char *b = run->bindir, *l = run->libdir, *common_b = b, *common_l = l;
  for (size_t i = 0; b[i] && b[i] == l[i]; i++)
    if (b[i] == '/')
      {
	common_b = b + i + 1;
	common_l = l + i + 1;
      }
  for (const char *p = common_b; p; )
    {
      char *slash = strrchr (self, '/');
      if (!slash)
	return false;
      *slash = '\0';
      p = strchr (p, '/');
      if (p)
	p++;
    }
  int len = snprintf (dir, size, "%s/%s", self, common_l);
  return len > 0 && (size_t) len < size;
}

/* Find the folder of the library: our own (the build tree), the one that lies
   to our own folder as the configured ones lie to each other, or the configured
   one.  */

static void
find_library (char *dir, size_t size)
{
  char self[PATH_MAX];
  if (own_folder (self))
    {
      snprintf (dir, size, "%s", self);
      if (has_library_p (dir))
	return;
      if (beside (self, dir, size) && has_library_p (dir))
	return;
    }
  snprintf (dir, size, "%s", run->libdir);
  if (!has_library_p (dir))
    simt_run_fail ("cannot find %s in %s; is accelfix installed?",
		   run->library, run->libdir);
}

static void
prepend_library_path (const char *dir)
{
  const char *old = getenv ("LD_LIBRARY_PATH");
  char *value;
  if (asprintf (&value, "%s%s%s", dir, old && *old ? ":" : "",
		old ? old : "") < 0
      || setenv ("LD_LIBRARY_PATH", value, 1))
    simt_run_fail ("%s", strerror (errno));
  free (value);
}

/* ---- The program.  */

void
simt_run_exec (char **argv)
{
  execvp (argv[0], argv);
  int err = errno;
  if (err == ENOENT && !strchr (argv[0], '/') && !access (argv[0], X_OK))
    simt_run_fail ("there is no program %s in PATH; for the one in this folder,"
		   " write ./%s", argv[0], argv[0]);
  simt_run_fail ("cannot run %s: %s", argv[0], strerror (err));
}

static int
become (void *closure)
{
  const struct simt_job *job = closure;
  if (run->start)
    return run->start (job);
  simt_run_exec (job->argv);
}

int
simt_run_main (const struct simt_run *r, int argc, char **argv)
{
  const char *sarif = NULL;
  run = r;
  memset (r->values, 0, r->size);
  int i = read_options (argc, argv, &sarif);
  if (i == argc)
    simt_run_fail ("no program given; try --help");

  /* Bad variables are told here, as the program might not show it.  */
  char why[256], dir[PATH_MAX];
  memset (r->values, 0, r->size);
  if (!simt_options_from_environment (r->tool->prefix, r->options, r->values,
				      why, sizeof why))
    simt_run_fail ("%s", why);
  prepare_json ();
  find_library (dir, sizeof dir);
  prepend_library_path (dir);

  struct simt_job job = { dir, argc - i, argv + i };
  return (sarif ? simt_run_with_sarif (sarif, r->tool, r->version, become, &job)
	  : become (&job));
}
