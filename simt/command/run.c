/* Run a program with a machine's library in front: NAME-run.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simt/base/file.h"
#include "simt/report/html.h"
#include "run.h"
#include "run-again.h"
#include "run-child.h"
#include "simt/base/run-options.h"
#include "simt/profile/run-profile.h"
#include "simt/report/run-sarif.h"
#include "simt/report/suppress.h"
#include "simt/base/tally.h"

static const struct simt_run *run;
static struct simt_run_options common;
static const char *sarif_file;		/* Of --sarif, or NULL.  */
static const char *html_file;		/* Of --html, or NULL.  */
static struct simt_run_profile profile;	/* Of --callgrind and --coverage.  */
static bool json_p;			/* --json was given.  */
static struct simt_tally *tally;	/* Once there is one.  */

/* Options that only NAME-run knows: files for documents.  */
static const struct { const char *name, *help; const char **file; } documents[] =
{
  { "sarif", "write the reports to FILE when PROGRAM is done, in SARIF 2.1.0",
    &sarif_file },
  { "html", "write the reports, with source lines, and the table of kernels to "
    "FILE when\n      PROGRAM is done, as a page of HTML; implies --stats; with "
    "--profile, the\n      source too, each line with its counts", &html_file },
  { "callgrind", "write the counts of --profile, which is implied, to FILE when "
    "PROGRAM is done,\n      for callgrind_annotate and KCachegrind",
    &profile.callgrind },
  { "coverage", "write how often each line is executed to FILE when PROGRAM is "
    "done, as a\n      tracefile of lcov; implies --profile", &profile.coverage }
};
#define N_DOCUMENTS (sizeof documents / sizeof documents[0])

/* The two tables of options, and what they are read into.  */
static struct { const struct simt_option *table; void *values; } options[2];

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
  if (tally)
    tally->not_run = 1;
  exit (SIMT_STATUS_FAILED);
}

static void
usage (void)
{
  printf ("Usage: %s-run [OPTION]... PROGRAM [ARGUMENT]...\n%s\n",
	  run->tool->name, run->about);
  for (int k = 0; k < 2; k++)
    for (const struct simt_option *d = options[k].table; d->name; d++)
      {
	char var[64];
	simt_option_variable (run->tool->prefix, d, var, sizeof var);
	printf ("  --%s%s%s\n      %s  [%s]\n", d->name,
		d->arg && *d->arg != '[' ? "=" : "",
		d->arg ? d->arg : "", d->help, var);
      }
  for (size_t k = 0; k < N_DOCUMENTS; k++)
    printf ("  --%s=FILE\n      %s\n", documents[k].name, documents[k].help);
  printf ("  --help\n      print this help\n"
	  "  --version\n      print the version\n\n"
	  "--no-NAME turns the switch --NAME off.  An option can also be given "
	  "as the\nenvironment variable in brackets (1 for a switch, 0 to turn "
	  "it off).\n\n"
	  "The exit status is PROGRAM's, but\n"
	  "  N    of --error-exitcode, if there was a report;\n"
	  "  125  if nothing was launched, with --require-launch;\n"
	  "  127  if PROGRAM cannot be run or a report cannot be written.\n");
  if (*run->bugurl)
    printf ("Report bugs to <%s>.\n", run->bugurl);
}

/* The option named by the N characters at NAME; *VALUES becomes where its value goes;
   NULL if there is none.  */

static const struct simt_option *
find_option (const char *name, size_t n, void **values)
{
  for (int k = 0; k < 2; k++)
    for (const struct simt_option *d = options[k].table; d->name; d++)
      if (!strncmp (name, d->name, n) && !d->name[n])
	{
	  *values = options[k].values;
	  return d;
	}
  return NULL;
}

/* Handle ARG, an option.  The value is put into the environment once it is
   known to be good.  */

static void
set_option (const char *arg)
{
  const char *equals = strchr (arg, '=');
  size_t len = equals ? (size_t) (equals - arg) : strlen (arg);
  char var[64], why[128];
  void *values = NULL;
  const char *value = equals ? equals + 1 : NULL;
  const struct simt_option *d = find_option (arg + 2, len - 2, &values);
  if (!d && !strncmp (arg, "--no-", 5))
    {
      d = find_option (arg + 5, len - 5, &values);
      if (d && d->arg)
	d = NULL;
      if (!equals)
	value = "0";
    }
  if (!d)
    simt_run_fail ("unknown option '%s'; try --help", arg);
  bool optional = d->arg && *d->arg == '[';
  if (d->arg && !optional && !equals)
    simt_run_fail ("%s needs a value: %s=%s", arg, arg, d->arg);
  if (!d->arg && equals)
    simt_run_fail ("%.*s takes no value", (int) len, arg);
  if (!value)
    value = optional ? "0" : "1";
  if (!simt_option_parse (d, values, value, why, sizeof why))
    simt_run_fail ("%s: %s", arg, why);
  simt_option_variable (run->tool->prefix, d, var, sizeof var);
  if (setenv (var, value, 1))
    simt_run_fail ("%s", strerror (errno));
}

/* True if ARG is the option of a document, whose file is set then.  */

static bool
document_option (const char *arg)
{
  for (size_t k = 0; k < N_DOCUMENTS; k++)
    {
      size_t n = strlen (documents[k].name);
      if (strncmp (arg, "--", 2) || strncmp (arg + 2, documents[k].name, n)
	  || (arg[2 + n] && arg[2 + n] != '='))
	continue;
      if (!arg[2 + n] || !arg[3 + n])
	simt_run_fail ("--%s needs a value: --%s=FILE", documents[k].name,
		       documents[k].name);
      *documents[k].file = arg + 3 + n;
      return true;
    }
  return false;
}

/* Read the options; give the index of the program in ARGV.  */

static int
read_options (int argc, char **argv)
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
    else if (document_option (argv[i]))
      ;
    else if (!strncmp (argv[i], "--", 2))
      set_option (argv[i]);
    else
      simt_run_fail ("unknown option '%s'; try --help", argv[i]);
  return i;
}

/* The program may change its directory, so make the name of the file in option
   NAME's variable absolute.  Gives it, or NULL if there is none.  */

static const char *
absolute (const char *name)
{
  char var[64];
  snprintf (var, sizeof var, "%s_%s", run->tool->prefix, name);
  const char *file = getenv (var);
  if (!file || *file == '/')
    return file;
  char *cwd = getcwd (NULL, 0), *full;
  if (!cwd || asprintf (&full, "%s/%s", cwd, file) < 0
      || setenv (var, full, 1))
    simt_run_fail ("%s", strerror (errno));
  free (full);
  free (cwd);
  return getenv (var);
}

/* Turn the switch OPTION on, which what is asked for implies; unless OVERRIDE is set,
   --no-OPTION stays.  */

static void
imply (const char *option, bool override)
{
  char var[64];
  snprintf (var, sizeof var, "%s_%s", run->tool->prefix, option);
  if (setenv (var, "1", override))
    simt_run_fail ("%s", strerror (errno));
}

/* True if lines are to be counted.  */

static bool
profile_p (void)
{
  char var[64];
  snprintf (var, sizeof var, "%s_PROFILE", run->tool->prefix);
  const char *value = getenv (var);
  return value && !strcmp (value, "1");
}

/* Say now if the file that the reports go to cannot be written.  */

static void
prepare_json (void)
{
  const char *file = absolute ("JSON");
  if (!file)
    return;
  int fd = simt_file_append (file);
  if (fd < 0)
    simt_run_fail ("cannot write %s: %s", file, strerror (errno));
  /* Else the reader of a FIFO would see its end before the program starts.  */
  struct stat st;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode))
    close (fd);
  json_p = true;
}

/* The same for what is to be left out.  */

static void
prepare_suppressions (void)
{
  char why[PATH_MAX + 200];
  const char *file = absolute ("SUPPRESSIONS");
  if (file && !simt_suppress_read (file, why, sizeof why))
    simt_run_fail ("%s", why);
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

/* Have the loader take in FILE of DIR first.  The address sanitizer's own library
   wants to be first itself, but need not be so here: ours have no function that
   it has, or call the next one of that name.  */

static void
preload (const char *dir, const char *file)
{
  char path[PATH_MAX];
  int n = snprintf (path, sizeof path, "%s/%s", dir, file);
  if (n < 0 || (size_t) n >= sizeof path || access (path, R_OK)
      || strpbrk (path, " :"))
    return;
  const char *old = getenv ("LD_PRELOAD"), *asan = getenv ("ASAN_OPTIONS");
  /* Under the other machine's NAME-run it is there already.  */
  if (old && *old && getenv ("ACCELFIX_CALLS") && strstr (old, file))
    return;
  char *value;
  if (asprintf (&value, "%s%s%s", path, old && *old ? ":" : "",
		old ? old : "") < 0
      || setenv ("LD_PRELOAD", value, 1))
    simt_run_fail ("%s", strerror (errno));
  free (value);
  if (asprintf (&value, "verify_asan_link_order=0%s%s",
		asan && *asan ? ":" : "", asan ? asan : "") < 0
      || setenv ("ASAN_OPTIONS", value, 1)
      || setenv ("ACCELFIX_CALLS", run->tool->prefix, 1))
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

/* A program that the loader does not trust with LD_LIBRARY_PATH would run with
   another library, or none.  */

static void
refuse_secure (const char *program)
{
  const char *is = simt_secure_program (program);
  if (is)
    simt_run_fail ("cannot run %s: it is %s, so the loader ignores "
		   "LD_LIBRARY_PATH and would not find %s; run a copy of it "
		   "that is not", program, is, run->library);
}

/* PROGRAM is done and nothing was launched: put the reason into BUF.  */

static void
say_no_launch (const char *program, char *buf, size_t size)
{
  const char *offload = getenv ("OMP_TARGET_OFFLOAD");
  int n = snprintf (buf, size, "nothing was launched: ");
  buf += n;
  size -= (size_t) n;
  if (tally->unified)
    snprintf (buf, size, "%s asked for unified memory, which the device has with "
	      "--unified-memory", program);
  else if (tally->processes)
    snprintf (buf, size, "%s used %s, but ran no kernel", program,
	      run->library);
  else if (offload && !strcasecmp (offload, "disabled"))
    snprintf (buf, size, "OMP_TARGET_OFFLOAD=disabled keeps %s on the host",
	      program);
  else if (simt_static_program_p (program))
    snprintf (buf, size, "%s is linked statically, so it cannot load %s",
	      program, run->library);
  else
    snprintf (buf, size, "%s never used %s (no offload code in it, host "
	      "fallback, or another driver?)", program, run->library);
}

/* The exit status of what ended with STATUS, as of waitpid; SUCCESS becomes
   whether the machine did all that it was to do, and WHY, of SIZE bytes, why it
   did not.  */

static int
judge (int status, const char *program, bool *success, char *why, size_t size)
{
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  bool required = (common.require_launch == SIMT_REQUIRE_YES
		   || (common.require_launch == SIMT_REQUIRE_DEFAULT
		       && (sarif_file || html_file || json_p
			   || profile.callgrind || profile.coverage)));
  *why = '\0';
  *success = code >= 0 && code != SIMT_STATUS_FAILED;
  if (tally->not_run)
    {
      snprintf (why, size, "%s cannot be run", program);
      return SIMT_STATUS_FAILED;
    }
  if (code < 0)
    snprintf (why, size, "%s died of signal %d", program, WTERMSIG (status));
  if (!tally->launches)
    {
      say_no_launch (program, why, size);
      if (common.require_launch != SIMT_REQUIRE_NO)
	fprintf (stderr, "%s-run: %s\n", run->tool->name, why);
      *success = false;
      if (code >= 0 && required)
	code = SIMT_STATUS_NO_LAUNCH;
    }
  else if (tally->findings && common.error_exitcode
	   && (code >= 0 || !simt_from_outside_p (WTERMSIG (status))))
    code = (int) common.error_exitcode;
  if (tally->lost)
    {
      snprintf (why, size, "reports were lost");
      fprintf (stderr, "%s-run: %" PRIu64 " report%s could not be written\n",
	       run->tool->name, tally->lost, tally->lost == 1 ? "" : "s");
      *success = false;
      if (code >= 0)
	code = SIMT_STATUS_FAILED;
    }
  return code;
}

/* Run JOB in a process of its own, and do what is to be done at the end.  */

static int
run_job (struct simt_job *job)
{
  const char *bad;
  int status;
  char why[PATH_MAX + 256];
  bool success;
  tally = simt_tally_create (run->tool->prefix);
  if (!tally)
    simt_run_fail ("cannot make a temporary file: %s", strerror (errno));
  bool html = !html_file || simt_html_start (html_file, run->tool, &bad);
  bool lines = html && simt_run_profile_start (&profile, run->tool, &bad);
  if (!lines
      || (sarif_file && !simt_run_sarif_start (sarif_file, run->tool, &bad)))
    {
      int err = errno;
      if (html && html_file)
	simt_html_abandon ();
      if (lines)
	simt_run_profile_abandon (&profile);
      simt_tally_end (tally);
      simt_run_fail ("cannot write %s: %s", bad, strerror (err));
    }
  if (!(common.schedules > 1
	? simt_run_times (run->tool, common.schedules, job->argv[0], tally,
			  become, job, &status)
	: simt_run_child (become, job, &status)))
    {
      fprintf (stderr, "%s-run: cannot start a process: %s\n",
	       run->tool->name, strerror (errno));
      tally->not_run = 1;
    }
  int code = judge (status, job->argv[0], &success, why, sizeof why);
  simt_tally_end (tally);
  if (sarif_file
      && !simt_run_sarif_end (run->tool, run->version, success,
			      *why ? why : NULL))
    simt_run_fail ("cannot write %s: %s", sarif_file, strerror (errno));
  bool counted = simt_run_profile_end (&profile, run->tool, run->version,
				       job->argv[0], &bad);
  int err = errno;
  if (html_file
      && !simt_html_end (run->tool, run->version, job->argv[0],
			 *why ? why : NULL, counted ? profile.sum : NULL))
    simt_run_fail ("cannot write %s: %s", html_file, strerror (errno));
  if (!counted)
    simt_run_fail ("cannot write %s: %s", bad, strerror (err));
  if (code >= 0)
    return code;
  simt_die_of (WTERMSIG (status));
  return 128 + WTERMSIG (status);
}

int
simt_run_main (const struct simt_run *r, int argc, char **argv)
{
  run = r;
  options[0].table = r->options;
  options[0].values = r->values;
  options[1].table = simt_run_option_table;
  options[1].values = &common;
  memset (r->values, 0, r->size);
  int i = read_options (argc, argv);
  if (i == argc)
    simt_run_fail ("no program given; try --help");

  /* Bad variables are reported here: the program might not show the message.  */
  char why[256], dir[PATH_MAX];
  memset (r->values, 0, r->size);
  memset (&common, 0, sizeof common);
  for (int k = 0; k < 2; k++)
    if (!simt_options_from_environment (r->tool->prefix, options[k].table,
					options[k].values, why, sizeof why))
      simt_run_fail ("%s", why);
  refuse_secure (argv[i]);
  prepare_json ();
  if (html_file)
    imply ("STATS", false);
  if (profile.callgrind || profile.coverage)
    imply ("PROFILE", true);
  profile.wanted = profile.callgrind || profile.coverage
		   || (html_file && profile_p ());
  prepare_suppressions ();
  find_library (dir, sizeof dir);
  prepend_library_path (dir);
  for (const struct simt_preload *p = r->preload; p && p->file; p++)
    if (p->needed (r->values))
      preload (dir, p->file);

  struct simt_job job = { dir, argc - i, argv + i };
  return run_job (&job);
}
