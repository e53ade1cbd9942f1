/* A fuzz target: the command lines of ptxvm-run and ptxcheck.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* fuzz-options [-nITERATIONS] [-sSEED] FOLDER-OF-PROGRAMS FILE-OR-FOLDER...

   A file has the program in its first line, then an argument, or a variable
   of the environment (NAME=VALUE, for PTXVM_ names), in each line; `@' stands
   for a PTX file, `@a' for an archive.  The files are run, then random ones.

   What must hold: the program is not ended by a signal, its exit status is
   one that its manual names, and a status of failure comes with a message that
   begins with the program's name, or with a file's and "error".  The programs are best built with the
   sanitizers.  Everything runs in a folder of its own below tests/tmp.  */

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char programs[PATH_MAX];
static unsigned passed, failed, refused;
static uint64_t state = 88172645463325252u;

static unsigned
rnd (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned) (state >> 20) % n;
}

/* Run TEXT, as in a file.  */
static void
run_text (const char *what, char *text)
{
  char *args[64], path[PATH_MAX + 32], *env[64];
  unsigned n = 0, n_env = 0;
  char *save = NULL;
  for (char *l = strtok_r (text, "\n", &save); l && n < 60 && n_env < 60;
       l = strtok_r (NULL, "\n", &save))
    if (n && strncmp (l, "PTXVM_", 6) == 0)
      env[n_env++] = l;
    else
      args[n++] = strcmp (l, "@") == 0 ? "in.ptx"
		  : strcmp (l, "@a") == 0 ? "in.a" : l;
  args[n] = NULL;
  if (!n || strchr (args[0], '/'))
    return;
  const char *name = args[0];
  bool run = strcmp (name, "ptxvm-run") == 0;
  snprintf (path, sizeof path, "%s/%s", programs, name);
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    {
      int in = open ("/dev/null", O_RDONLY);
      int out = open ("out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
      int err = open ("err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
      dup2 (in, 0), dup2 (out, 1), dup2 (err, 2);
      setenv ("ASAN_OPTIONS", "exitcode=99", 1);
      setenv ("UBSAN_OPTIONS", "exitcode=99", 1);
      for (unsigned k = 0; k < n_env; k++)
	putenv (env[k]);
      alarm (20);
      execv (path, args);
      _exit (98);
    }
  int status = 0;
  char message[200] = "", begin[64];
  if (pid < 0 || waitpid (pid, &status, 0) < 0)
    {
      perror (path);
      exit (1);
    }
  FILE *f = fopen ("err", "r");
  if (f)
    {
      if (!fgets (message, sizeof message, f))
	message[0] = 0;
      fclose (f);
    }
  snprintf (begin, sizeof begin, "%s: ", name);
  int code = WIFEXITED (status) ? WEXITSTATUS (status) : -1;
  /* 125: a report file was asked for, and nothing was launched.  */
  bool ok = (run ? code == 0 || code == 125 || code == 127
	     : code >= 0 && code <= 2);
  bool bad = run ? code >= 125 : code == 2;
  refused += bad;
  if (ok && bad)
    ok = (strncmp (message, begin, strlen (begin)) == 0
	  || strstr (message, ": error: ") != NULL);
  if (ok)
    {
      passed++;
      return;
    }
  failed++;
  printf ("FAIL: %s: status 0x%x, message \"%s\":", what, status, message);
  for (unsigned k = 0; k < n_env; k++)
    printf (" %s", env[k]);
  for (unsigned k = 0; k < n; k++)
    printf (" '%s'", args[k]);
  printf ("\n");
}

static void
run_path (const char *path)
{
  DIR *d = opendir (path);
  if (!d)
    {
      static char text[8192];
      FILE *f = fopen (path, "r");
      if (!f)
	{
	  perror (path);
	  exit (1);
	}
      text[fread (text, 1, sizeof text - 1, f)] = 0;
      fclose (f);
      run_text (path, text);
      return;
    }
  for (struct dirent *e; (e = readdir (d)) != NULL;)
    if (e->d_name[0] != '.')
      {
	char file[PATH_MAX];
	snprintf (file, sizeof file, "%s/%s", path, e->d_name);
	run_path (file);
      }
  closedir (d);
}

static void
copy_file (const char *from, const char *to)
{
  char buf[65536];
  FILE *a = fopen (from, "rb"), *b = fopen (to, "wb");
  size_t n = a ? fread (buf, 1, sizeof buf, a) : 0;
  if (!n || !b || fwrite (buf, 1, n, b) != n || fclose (b))
    {
      fprintf (stderr, "cannot copy %s to %s\n", from, to);
      exit (1);
    }
  fclose (a);
}

static void
random_text (char *text, size_t size)
{
  static const char *const words[] = {
    "--uninit=", "--uninit", "--model=", "--device=", "--multiprocessors=",
    "--race", "--json=", "--json", "--threads=", "--time-limit=",
    "--insn-limit=", "--memory=", "--stats", "--help", "--version", "--",
    "--summary", "--dot=", "--strict", "--undefined", "--no-undefined",
    "--fix", "-o", "-", "-x", "", "@", "@a", "no/such/file", "true",
    "PTXVM_UNINIT=", "PTXVM_MEMORY=", "PTXVM_TIME_LIMIT=", "PTXVM_MODEL=",
    "PTXVM_DEVICE=", "--sarif", "--sarif=", "--html", "--html=", "--format=", "--require-launch",
    "--no-require-launch", "--error-exitcode=", "--schedule=",
    "--suppressions=", "--gen-suppressions", "PTXVM_REQUIRE_LAUNCH=",
    "PTXVM_TALLY=", "--initcheck", "--initcheck-strict", "--no-initcheck",
    "PTXVM_INITCHECK="
  };
  static const char *const values[] = {
    "off", "report", "error", "random", "random:1", "random:x", "volta",
    "pascal", "sm_70", "sm_99", "0", "1", "-1", "4294967296", "1e9", "nan",
    "0x10", "512M", "1K", "99999999999999999999", "16G", "8T", "f", "main",
    "out.ptx", "dir", "/", "", " ", "%s%n", "\377\376", "--"
  };
  bool run = rnd (2);
  size_t n = (size_t) snprintf (text, size, "%s\n",
				run ? "ptxvm-run" : "ptxcheck");
  for (unsigned k = rnd (7); k > 0; k--)
    {
      const char *w = words[rnd (sizeof words / sizeof *words)];
      const char *v = (*w && w[strlen (w) - 1] == '=') || rnd (12) == 0
		      ? values[rnd (sizeof values / sizeof *values)] : "";
      n += (size_t) snprintf (text + n, size - n, "%s%s\n", w, v);
    }
  if (run)			/* So that something harmless is run.  */
    n += (size_t) snprintf (text + n, size - n, "/bin/true\n");
  else if (rnd (4))
    n += (size_t) snprintf (text + n, size - n, "@\n");
  /* Now and then, other bytes.  */
  for (unsigned k = rnd (8) ? 0 : rnd (6); k > 0; k--)
    {
      size_t at = 10 + rnd ((unsigned) n);
      if (at < n && text[at] != '\n' && text[at] != '/')
	text[at] = (char) ("=-:.,0 9zZ\001\200"[rnd (12)]);
    }
}

int
main (int argc, char **argv)
{
  unsigned long iterations = 0;
  char seeds[PATH_MAX], *paths[64];
  unsigned n_paths = 0;
  for (int i = 1; i < argc; i++)
    if (strncmp (argv[i], "-n", 2) == 0)
      iterations = strtoul (argv[i] + 2, NULL, 10);
    else if (strncmp (argv[i], "-s", 2) == 0)
      state = strtoull (argv[i] + 2, NULL, 10) * 0x9e3779b97f4a7c15u | 1;
    else if (!programs[0])
      {
	if (!realpath (argv[i], programs))
	  {
	    perror (argv[i]);
	    return 1;
	  }
      }
    else if (n_paths < 64 && !(paths[n_paths++] = realpath (argv[i], NULL)))
      {
	perror (argv[i]);
	return 1;
      }
  if (!n_paths)
    {
      fputs ("usage: fuzz-options [-nITERATIONS] [-sSEED] PROGRAMS "
	     "FILE-OR-FOLDER...\n", stderr);
      return 2;
    }
  /* The PTX files lie beside the first folder of command lines.  */
  snprintf (seeds, sizeof seeds, "%.*s/seeds",
	    (int) (strrchr (paths[0], '/') - paths[0]), paths[0]);
  mkdir ("tests", 0777), mkdir ("tests/tmp", 0777);
  mkdir ("tests/tmp/fuzz-options", 0777);
  if (chdir ("tests/tmp/fuzz-options"))
    {
      perror ("tests/tmp/fuzz-options");
      return 1;
    }
  mkdir ("dir", 0777);
  char from[PATH_MAX + 16];
  snprintf (from, sizeof from, "%s/uninit.ptx", seeds);
  copy_file (from, "in.ptx");
  snprintf (from, sizeof from, "%s/archive", seeds);
  copy_file (from, "in.a");
  setenv ("NVPTX_NONE_RUN", "/bin/true", 1);

  for (unsigned k = 0; k < n_paths; k++)
    {
      run_path (paths[k]);
      free (paths[k]);
    }
  for (unsigned long k = 0; k < iterations; k++)
    {
      char text[8192], what[64];
      random_text (text, sizeof text);
      snprintf (what, sizeof what, "random line %lu", k);
      run_text (what, text);
    }
  printf ("%u command lines refused\n", refused);
  if (iterations > 20 && (refused < iterations / 10
			  || refused > iterations * 9 / 10))
    {
      puts ("FAIL: the command lines are all alike");
      failed++;
    }
  printf ("%u passed, %u failed, 0 skipped\n", passed, failed);
  return failed != 0;
}
