/* Test of libcuda.so.1: when it has a compiler started.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The compiler is a script that leaves a mark, and fails.  */

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver-test.h"

static const char ptx[] = PTX_HEAD
  ".visible .entry k (.param .u64 p, .param .u32 n)\n{\n"
  ".reg .u64 %p; .reg .u32 %i, %n, %x; .reg .pred %q;\n"
  "ld.param.u64 %p, [p]; ld.param.u32 %n, [n]; mov.u32 %i, 0; mov.u32 %x, 1;\n"
  "L: mad.lo.u32 %x, %x, 1664525, 7; xor.b32 %x, %x, %i; add.u32 %x, %x, 3;\n"
  "add.u32 %i, %i, 1; setp.lt.u32 %q, %i, %n; @%q bra L;\n"
  "st.global.u32 [%p], %x; ret; }\n";

static char folder[] = "/tmp/driver-native-XXXXXX";
static char mark[100];

static void
say (const char *name, const char *value)
{
  if (value)
    setenv (name, value, 1);
  else
    unsetenv (name);
}

/* Run a kernel long enough, with VALUE for the option, and, until the mark is there,
   LONGER; true if it is.  In a process of its own, since options are read once.  */
static bool
started (int argc, char **argv, const char *value, bool longer)
{
  int status = -1;
  unlink (mark);
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    {
      CUcontext ctx;
      CUmodule mod;
      CUfunction f;
      CUdeviceptr p;
      unsigned n = 4000000, right = 1, x;
      say ("PTXVM_NATIVE", value);
      load_driver (argc, argv);
      NEED (cu.cuInit (0));
      NEED (cu.cuCtxCreate_v2 (&ctx, 0, 0));
      NEED (cu.cuModuleLoadData (&mod, ptx));
      NEED (cu.cuModuleGetFunction (&f, mod, "k"));
      NEED (cu.cuMemAlloc_v2 (&p, 4));
      for (unsigned i = 0; i < n; i++)
	right = ((right * 1664525 + 7) ^ i) + 3;
      for (unsigned k = 0; k < (longer ? 200 : 1) && access (mark, F_OK); k++)
	{
	  void *params[] = { &p, &n };
	  NEED (cu.cuLaunchKernel (f, 1, 1, 1, 32, 1, 1, 0, NULL, params, NULL));
	  NEED (cu.cuMemcpyDtoH_v2 (&x, p, 4));
	  if (x != right)
	    _exit (1);
	}
      if (!longer)
	usleep (300000);
      exit (n_failed != 0);
    }
  waitpid (pid, &status, 0);
  CHECK_EQ (status, 0);
  return !access (mark, F_OK);
}

int
main (int argc, char **argv)
{
  char name[200], path[5000];
  if (!mkdtemp (folder))
    return 1;
  snprintf (mark, sizeof mark, "%s/mark", folder);
  snprintf (name, sizeof name, "%s/gcc", folder);
  FILE *f = fopen (name, "w");
  fprintf (f, "#! /bin/sh\n: > %s\nexit 1\n", mark);
  fclose (f);
  chmod (name, 0755);
  snprintf (path, sizeof path, "%s:%s", folder, getenv ("PATH"));
  setenv ("PATH", path, 1);
  setenv ("XDG_CACHE_HOME", folder, 1);
  CHECK (started (argc, argv, NULL, true));
  CHECK (started (argc, argv, "on", true));
  CHECK (!started (argc, argv, "off", false));
  say ("PTXVM_RACE", "1");
  CHECK (!started (argc, argv, NULL, false));
  say ("PTXVM_RACE", NULL);
  char command[200];
  snprintf (command, sizeof command, "rm -rf %s", folder);
  CHECK (!system (command));
  finish ();
}
