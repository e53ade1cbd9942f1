/* Run a program with gcnvm as its HSA runtime.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What simt/command/run.h does.  A program that is itself a code object, as the amdgcn
   linker makes, is given to gcn-run, which GCC's offload packages have in a
   folder of their own.  The GPU is the one that the program has code for,
   unless the user says which.  */

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#include "find-code.h"
#include "options.h"
#include "runtime.h"
#include "simt/command/run.h"

#ifndef PKGVERSION
# define PKGVERSION "accelfix"
# define BUGURL ""
#endif
#ifndef VERSION
# define VERSION "0"
#endif
#ifndef RUNTIMEDIR		/* Where the library gets installed.  */
# define RUNTIMEDIR "/usr/local/lib/accelfix/gcnvm"
#endif
#ifndef BINDIR			/* Where we get installed.  */
# define BINDIR "/usr/local/bin"
#endif

/* ---- Which GPU.  */

/* Put into PATH where PROGRAM is, as execvp looks for it.  False if it is
   nowhere.  */

static bool
find_program (const char *program, char *path, size_t size)
{
  const char *dirs = getenv ("PATH");
  if (strchr (program, '/') || !dirs)
    {
      int n = snprintf (path, size, "%s", program);
      return n > 0 && (size_t) n < size && access (path, R_OK) == 0;
    }
  for (const char *d = dirs;; d++)
    {
      size_t len = strcspn (d, ":");
      int n = snprintf (path, size, "%.*s/%s", (int) len, len ? d : ".",
			program);
      if (n > 0 && (size_t) n < size && access (path, X_OK) == 0)
	return true;
      d += len;
      if (!*d)
	return false;
    }
}

/* Choose the GPU for ARGV, if the user has not: of the first argument that is a
   code object, else of what the program has in it.  If that is nothing, it may start
   another one, for which the runtime chooses.  */

static void
choose_device (char **argv)
{
  const char *name = NULL;
  char path[PATH_MAX];
  if (getenv ("GCNVM_DEVICE"))
    return;
  for (char **p = argv; *p && !name; p++)
    name = code_of_file (*p, false);
  if (!name && find_program (argv[0], path, sizeof path))
    name = code_of_file (path, true);
  if (name && *name && setenv ("GCNVM_DEVICE", name, 1))
    simt_run_fail ("%s", strerror (errno));
}

/* ---- gcn-run.  */

/* The release of GCC that the gcn-run called NAME belongs to, by its folder; 0 if
   that does not say.  */

static unsigned
release_of_gcn_run (const char *name)
{
  char path[PATH_MAX], real[PATH_MAX];
  const char *tail = "/accel/amdgcn-amdhsa/gcn-run";
  if (!find_program (name, path, sizeof path) || !realpath (path, real))
    return 0;
  char *end = strstr (real, tail);
  if (!end)
    return 0;
  *end = '\0';
  const char *slash = strrchr (real, '/');
  return slash ? (unsigned) strtoul (slash + 1, NULL, 10) : 0;
}

/* The gcn-run that the offload package of RELEASE has installed, or else the
   newest, in memory that is never freed; NULL if there is none.  */

static const char *
installed_gcn_run (unsigned release)
{
  glob_t g;
  const char *best = NULL;
  if (glob ("/usr/lib*/gcc/*/*/accel/amdgcn-amdhsa/gcn-run", 0, NULL, &g))
    return NULL;
  for (size_t k = 0; k < g.gl_pathc; k++)
    if (access (g.gl_pathv[k], X_OK) == 0)
      {
	if (release && release_of_gcn_run (g.gl_pathv[k]) == release)
	  return g.gl_pathv[k];
	if (!best || strverscmp (g.gl_pathv[k], best) > 0)
	  best = g.gl_pathv[k];
      }
  return best;
}

/* From GCC 13 on a program finds its stack by the kernel's arguments.  Say so if
   FILE, of RELEASE, is run by NAME, the gcn-run of another kind.  */

static void
hint_gcn_run (const char *file, unsigned release, const char *name)
{
  enum { CHANGED = 13 };
  unsigned other = release_of_gcn_run (name);
  if (release && other && (release >= CHANGED) != (other >= CHANGED))
    fprintf (stderr, "gcnvm-run: note: %s is by GCC %u, and %s of GCC %u passes "
	     "other arguments to it; set GCN_RUN to the gcn-run of "
	     "gcc-%u-offload-amdgcn\n", file, release, name, other, release);
}

/* Which gcn-run to run for a program of RELEASE: that of the variable GCN_RUN,
   that in PATH, that of RELEASE, the newest one that is installed.  */

static const char *
gcn_run (unsigned release)
{
  char path[PATH_MAX];
  const char *name = getenv ("GCN_RUN");
  if (name && *name)
    return name;
  if (!find_program ("gcn-run", path, sizeof path))
    {
      name = installed_gcn_run (release);
      if (name)
	return name;
    }
  return "gcn-run";
}

/* libgomp's plugin takes the library that HSA_RUNTIME_LIB names, if there is
   such a variable: have that be ours, in folder DIR.  */

static void
set_runtime (const char *dir)
{
  char path[PATH_MAX];
  int n = snprintf (path, sizeof path, "%s/libhsa-runtime64.so.1", dir);
  if (getenv ("HSA_RUNTIME_LIB") && n > 0 && (size_t) n < sizeof path
      && setenv ("HSA_RUNTIME_LIB", path, 1))
    simt_run_fail ("%s", strerror (errno));
}

static struct options options;	/* Of the command line.  */

static int
start (const struct simt_job *job)
{
  /* So that it can be repeated (simt/debug/back.c); where it is not allowed, it is said
     when it is needed.  */
  if (options.vm.debug || options.commands || options.debug_output)
    personality (ADDR_NO_RANDOMIZE);
  choose_device (job->argv);
  set_runtime (job->dir);
  bool object = code_of_file (job->argv[0], false) != NULL;
  if (!object && strcmp (job->argv[0], "gcn-run"))
    simt_run_exec (job->argv);
  char **args = calloc ((size_t) job->argc + 2, sizeof *args);
  if (!args)
    simt_run_fail ("%s", strerror (errno));
  unsigned release = object ? code_release (job->argv[0]) : 0;
  args[0] = (char *) gcn_run (release);
  if (object)
    hint_gcn_run (job->argv[0], release, args[0]);
  memcpy (args + 1, job->argv + !object,
	  (size_t) (job->argc - !object) * sizeof *args);
  execvp (args[0], args);
  int err = errno;
  if (object)
    simt_run_fail ("%s is a code object, and %s, which runs it, cannot be run: "
		   "%s; gcc-N-offload-amdgcn has it", job->argv[0], args[0],
		   strerror (err));
  simt_run_fail ("cannot run %s: %s; gcc-N-offload-amdgcn has it", args[0],
		 strerror (err));
}

/* Objects are known only where libgomp's calls are.  */

static bool
calls_p (const void *values)
{
  const struct options *o = values;
  return !getenv ("GCNVM_REDZONE") || o->vm.redzone || o->leak_check;
}

/* What orders the queues of libgomp's plugin.  */

static bool
sync_p (const void *values)
{
  const struct options *o = values;
  return o->vm.race;
}

int
main (int argc, char **argv)
{
  static const struct simt_preload preload[]
    = { { "calls.so", calls_p }, { "sync.so", sync_p }, { NULL, NULL } };
  const struct simt_run run =
    {
      .tool = &gcnvm_tool,
      .about = "Run PROGRAM with an HSA runtime that executes code for AMD "
	       "GPUs on the CPU.\n"
	       "PROGRAM is anything that uses the runtime, such as gcn-run or a"
	       " program\n"
	       "with OpenMP or OpenACC offloading, or a linked amdgcn"
	       " executable.\n"
	       "A program with code for nvptx as well runs on both machines "
	       "with\n"
	       "  ptxvm-run gcnvm-run PROGRAM\n",
      .library = "libhsa-runtime64.so.1",
      .preload = preload,
      .libdir = RUNTIMEDIR,
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
