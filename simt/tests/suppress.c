/* Suppressions, and the compiler's libraries.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <errno.h>
#include <unistd.h>

#include "simt/report/suppress.h"
#include "test.h"

static const char file[] = "tests/suppress.txt";

static bool
read_text (const char *text, char *why, size_t size)
{
  FILE *f = fopen (file, "w");
  fputs (text, f);
  fclose (f);
  return simt_suppress_read (file, why, size);
}

static void
none (void)
{
  check (!simt_suppressed ("race", "f", "a.c"), "without a file");
}

static void
bad (void)
{
  char why[300];
  check (!simt_suppress_read ("tests/no/such", why, sizeof why), "no such");
  check_text (why, "cannot read tests/no/such: No such file or directory",
	      "no such");
  check (!read_text ("# fine\n\nrace f a.c b.c\n", why, sizeof why), "four");
  check_text (why, "tests/suppress.txt:3: more than three words; expected KIND "
	      "FUNCTION FILE", "four");
}

static void
some (void)
{
  char why[300], line[300];
  check (read_text ("# a comment\nrace main* a.c\n  uninit\n* lib[0-9] \n"
		    "memory * */src/*.h", why, sizeof why), "%s", why);
  check (simt_suppressed ("race", "main$_omp_fn$0", "a.c"), "exact");
  check (simt_suppressed ("race", "main", "/x/y/a.c"), "folder");
  check (!simt_suppressed ("race", "main", "b.c"), "file");
  check (!simt_suppressed ("race", "main", NULL), "no file");
  check (!simt_suppressed ("race", "nomain", "a.c"), "function");
  check (!simt_suppressed ("races", "main", "a.c"), "rule");
  check (simt_suppressed ("uninit", NULL, NULL), "rule alone");
  check (simt_suppressed ("other", "lib7", "z.c"), "any rule");
  check (!simt_suppressed ("other", NULL, "z.c"), "no function");
  check (simt_suppressed ("memory", NULL, "/p/src/q.h"), "path");
  check (!simt_suppressed ("memory", NULL, "q.h"), "no folder");
  /* What is made suppresses that, and no more.  */
  simt_suppression ("trap", "f$1[a]*", "/x/my file.c", line, sizeof line);
  check_text (line, "trap f$1\\[a]\\* my?file.c", "made");
  check (read_text (line, why, sizeof why)
	 && simt_suppressed ("trap", "f$1[a]*", "/x/my file.c")
	 && !simt_suppressed ("trap", "f$1ab", "/x/my file.c"), "made: use");
  simt_suppression ("trap", NULL, NULL, line, sizeof line);
  check_text (line, "trap * *", "made of nothing");
}

static void
library (const char *function, const char *path, const char *unit,
	 const char *want)
{
  const char *got = simt_library_of (function, path, unit);
  check_text (got ? got : "none", want, path ? path : unit ? unit : function);
}

static void
libraries (void)
{
  library ("f", "../../../src-nvptx/libgomp/team.c", NULL, "libgomp");
  library ("f", "/b/newlib/libm/math/e_exp.c", NULL, "libm");
  library ("f", "../newlib/libc/string/strlen.c", NULL, "libc");
  library ("f", NULL, "/usr/lib/gcc/libgomp.a(bar.o)", "libgomp");
  library ("f", NULL, "libc.a(x.o)", "libc");
  library ("f", NULL, "mylibc.a(x.o)", "none");
  library ("gomp_malloc", NULL, NULL, "libgomp");
  library ("gomp_malloc", "user.c", NULL, "none");
  library ("main$_omp_fn$0", "libgomp.c", "input 1", "none");
  library (NULL, NULL, NULL, "none");
}

int
main (void)
{
  none ();
  bad ();
  some ();
  libraries ();
  unlink (file);
  return finish_tests ();
}
