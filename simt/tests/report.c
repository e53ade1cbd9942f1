/* Test of reports: text, JSON, SARIF, the summary, and sites.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simt/report/report.h"
#include "simt/report/sites.h"
#include "test.h"

static const struct sarif_rule rules[] =
{
  { "fault", "error", "A fault.", "fault" },
  { "race", "warning", "A race.", "data race" },
  { "other", "note", "Another.", "other" }
};
static const struct simt_kernel_words words = { "runs", "heaps", "rows",
						"big steps" };
static const struct simt_tool tool = { "toy", "TOY", rules, 3, &words };

static const struct simt_figure figures[] =
{
  { "launches", "launch", "launches", true },
  { "steps", "step", "steps", false }
};

static void
collect (uint64_t *values)
{
  values[0] = 1;
  values[1] = 5000000000;
}

static const char json[] = "tests/report.json", sarif[] = "tests/report.sarif",
  text[] = "tests/report.text";

static void *
thread (void *closure)
{
  for (unsigned k = 0; k < 100; k++)
    simt_report_add (closure);
  return NULL;
}

static void
make_reports (void)
{
  struct simt_report fault =
    {
      .kind = 0, .text = "it is broken", .function = "f", .path = "x.c",
      .line = 3
    };
  const struct simt_report race = { .kind = 1, .text = "they race" };
  pthread_t t[2];
  simt_fact_text (&fault, "kernel", "kernel", "k\"");
  simt_fact_text (&fault, "none", "none", NULL);
  simt_fact_number (&fault, "pc", NULL, 7);
  simt_fact_number (&fault, NULL, "wave", 3);
  simt_fact_vector (&fault, "group", "group", (const unsigned[]) { 1, 2, 3 });
  simt_fact_address (&fault, "address", "at", 0xabcdef0123);
  simt_report_add (&fault);
  pthread_create (&t[0], NULL, thread, (void *) &race);
  pthread_create (&t[1], NULL, thread, (void *) &race);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
}

/* A process of its own, as there is one summary a process, and with its own
   child, which has none.  */
static void
run (bool stats, bool reports)
{
  unlink (json);
  unlink (sarif);
  fclose (fopen (sarif, "w"));
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    {
      char why[100];
      FILE *err = fopen (text, "w");
      if (!err || dup2 (fileno (err), 2) < 0)
	_exit (2);
      setenv ("TOY_SARIF_RESULTS", sarif, 1);
      if (!simt_report_init (&tool, json, figures, 2, stats, false, collect, why,
			     sizeof why))
	_exit (3);
      if (reports)
	{
	  static const struct simt_kernel_run runs[] =
	    { { 1, 2, 3, 4, 0.25 }, { 1, 20, 30, 40, 1 }, { 5, 1, 1, 1, 0.5 } };
	  make_reports ();
	  simt_kernels_add ("short", &runs[0]);
	  simt_kernels_add ("another", &runs[1]);
	  simt_kernels_add ("short", &runs[2]);
	}
      pid_t child = fork ();
      if (child == 0)
	exit (0);
      waitpid (child, NULL, 0);
      exit (0);
    }
  int status;
  waitpid (pid, &status, 0);
  check (WIFEXITED (status) && WEXITSTATUS (status) == 0, "status 0x%x",
	 status);
}

/* Read line number N (from 1) of FILE, with numbers behind "pid": as 0.  */
static const char *
line_of (const char *file, unsigned n)
{
  static char line[1000];
  FILE *f = fopen (file, "r");
  line[0] = '\0';
  while (f && n--)
    if (!fgets (line, sizeof line, f))
      line[0] = '\0';
  if (f)
    fclose (f);
  line[strcspn (line, "\n")] = '\0';
  char *pid = strstr (line, "\"pid\":");
  if (pid)
    {
      size_t digits = strspn (pid + 6, "0123456789");
      pid[6] = '0';
      memmove (pid + 7, pid + 6 + digits, strlen (pid + 6 + digits) + 1);
    }
  return line;
}

static void
whole (const char *program)
{
  char want[1000];
  run (true, true);
  check_text (line_of (text, 1), "toy: it is broken", "text");
  check_text (line_of (text, 201), "toy: they race", "last text");
  check_text (line_of (text, 202),
	      "toy: 201 reports (fault 1, data race 200)", "count");
  check_text (line_of (text, 203), "toy: 1 launch, 5000000000 steps", "stats");
  check_text (line_of (text, 204), "toy: kernel        runs      heaps       "
	      "rows          big steps   seconds", "heads");
  check_text (line_of (text, 205), "toy: another          1         20         "
	      "30                 40     1.000", "the longest kernel");
  check_text (line_of (text, 206), "toy: short            6          3         "
	      " 4                  5     0.750", "a sum");
  check_text (line_of (text, 207), "", "nothing more");
  snprintf (want, sizeof want, "{\"type\":\"report\",\"kind\":\"fault\","
	    "\"text\":\"it is broken\",\"kernel\":\"k\\\"\",\"pc\":7,"
	    "\"group\":[1,2,3],\"address\":\"0xabcdef0123\","
	    "\"program\":\"%s\",\"pid\":0}", program);
  check_text (line_of (json, 1), want, "JSON");
  snprintf (want, sizeof want, "{\"type\":\"report\",\"kind\":\"race\","
	    "\"text\":\"they race\",\"program\":\"%s\",\"pid\":0}", program);
  check_text (line_of (json, 201), want, "last JSON");
  snprintf (want, sizeof want, "{\"type\":\"kernel\",\"kernel\":\"short\","
	    "\"runs\":6,\"heaps\":3,\"rows\":4,\"big_steps\":5,"
	    "\"seconds\":0.750000,\"program\":\"%s\",\"pid\":0}", program);
  check_text (line_of (json, 203), want, "JSON of a kernel");
  snprintf (want, sizeof want, "{\"type\":\"summary\",\"program\":\"%s\","
	    "\"pid\":0,\"launches\":1,\"reports\":201,\"steps\":5000000000}",
	    program);
  check_text (line_of (json, 204), want, "JSON summary");
  check_text (line_of (json, 205), "", "no more JSON");
  check (strstr (line_of (sarif, 1), "\"properties\":{\"kernel\":\"k\\\"\","
		 "\"wave\":\"3\",\"group\":\"1,2,3\",\"at\":\"0xabcdef0123\","
		 "\"program\":") != NULL, "SARIF: %s", line_of (sarif, 1));
  check (strstr (line_of (sarif, 1), "{\"startLine\":3}") != NULL,
	 "SARIF line: %s", line_of (sarif, 1));
  check (strstr (line_of (sarif, 201), "{\"ruleId\":\"race\"") != NULL
	 && !line_of (sarif, 202)[0], "last SARIF");
}

static void
little (const char *program)
{
  char want[1000];
  run (false, false);
  check_text (line_of (text, 1), "", "nothing to report");
  snprintf (want, sizeof want, "{\"type\":\"summary\",\"program\":\"%s\","
	    "\"pid\":0,\"launches\":1,\"reports\":0}", program);
  check_text (line_of (json, 1), want, "JSON summary");
}

static void
cannot (void)
{
  char why[100];
  check (!simt_report_init (&tool, "tests/no/such", figures, 2, false, false, NULL,
			    why, sizeof why), "no such folder");
  check_text (why, "cannot write tests/no/such: No such file or directory",
	      "why");
}

static void
sites (void)
{
  struct simt_sites s;
  static char place[1000];
  bool right = true;
  simt_sites_init (&s);
  for (unsigned k = 0; k < 1000; k++)
    right &= simt_sites_first (&s, &place[k], k % 3);
  for (unsigned k = 0; k < 1000; k++)
    right &= (!simt_sites_first (&s, &place[k], k % 3)
	      && simt_sites_first (&s, &place[k], 3 + k % 5)
	      && !simt_sites_first (&s, &place[k], 3 + k % 5));
  check (right && s.n == 2000, "sites: %u", (unsigned) s.n);
  simt_sites_destroy (&s);
}

int
main (int argc, char **argv)
{
  const char *slash = strrchr (argv[0], '/');
  const char *program = argc && slash ? slash + 1 : argv[0];
  whole (program);
  little (program);
  cannot ();
  sites ();
  unlink (json);
  unlink (sarif);
  unlink (text);
  return finish_tests ();
}
