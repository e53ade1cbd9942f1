/* Whether the plugin fits the compiler that loads it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"

/* A plugin reads the compiler's structures, and their layout changes with
   the target and the release.  What must be equal: base version, date stamp,
   phase and revision, and of the configuration the target and the host that
   it is an accelerator for.  The rest of the configuration (folders, bug
   address, languages) says nothing about layouts, and a distribution changes
   it from build to build.

   mkoffload, lto-wrapper and ld each add an error of their own below ours,
   so the first line must say everything.  */

/* The value of option NAME ("--target=") in the configure command CONF, put
   into BUF of SIZE bytes; or "none".  */

static const char *
configured (const char *conf, const char *name, char *buf, size_t size)
{
  size_t len = strlen (name);
  snprintf (buf, size, "none");
  for (const char *p = conf; (p = strstr (p, name)) != NULL; p += len)
    if (p == conf || p[-1] == ' ' || p[-1] == '\'')
      {
	size_t n = strcspn (p + len, " '");
	snprintf (buf, size, "%.*s", (int) n, p + len);
      }
  return buf;
}

/* Compares OURS with THEIRS.  Returns true when they are equal; otherwise
   reports the difference in the field WHAT and what to do about it.  */

static bool
same (const char *what, const char *ours, const char *theirs,
      const struct plugin_name_args *args, const char *remedy)
{
  if (strcmp (ours, theirs) == 0)
    return true;
  error ("%qs cannot be loaded: it was built for the %s %qs and this "
	 "compiler%'s is %qs; %s", args->full_name, what, ours, theirs,
	 remedy);
  return false;
}

/* Returns true when the plugin in ARGS was built for the compiler THEIRS,
   otherwise reports the first difference and returns false.  */

bool
accelfix_version_ok (const struct plugin_name_args *args,
		     const struct plugin_gcc_version *theirs)
{
  const struct plugin_gcc_version *ours = &gcc_version;
  char a[128], b[128];
  char remedy[256];

  configured (ours->configuration_arguments, "--target=", a, sizeof a);
  configured (theirs->configuration_arguments, "--target=", b, sizeof b);
  if (strcmp (a, b) != 0
      && !strstr (theirs->configuration_arguments,
		  "--enable-as-accelerator-for="))
    {
      snprintf (remedy, sizeof remedy, "pass it to the offload compiler with "
		"the flags that 'accelfix-config --flags' prints");
      return same ("target", a, b, args, remedy);
    }
  snprintf (remedy, sizeof remedy, "use the plugin for this compiler, which "
	    "'accelfix-config --target=%s --plugin' names", b);
  if (!same ("target", a, b, args, remedy))
    return false;
  configured (ours->configuration_arguments, "--enable-as-accelerator-for=",
	      a, sizeof a);
  configured (theirs->configuration_arguments, "--enable-as-accelerator-for=",
	      b, sizeof b);
  if (!same ("host", a, b, args, "build accelfix on this machine"))
    return false;

  int major = atoi (theirs->basever);
  if (ACCELFIX_HOST)
    snprintf (remedy, sizeof remedy, "use the plugin for this release, which "
	      "'accelfix-config --gcc=gcc-%d --flags' names, or build it with "
	      "the headers of the package gcc-%d-plugin-dev", major, major);
  else
    snprintf (remedy, sizeof remedy, "use the plugin for this release, which "
	      "'accelfix-config --gcc=gcc-%d --plugin' names, or build it with "
	      "headers that config/accel-headers makes", major);
  return (same ("version", ours->basever, theirs->basever, args, remedy)
	  && same ("date stamp", ours->datestamp, theirs->datestamp, args,
		   remedy)
	  && same ("phase", ours->devphase, theirs->devphase, args, remedy)
	  && same ("revision", ours->revision, theirs->revision, args,
		   remedy));
}
