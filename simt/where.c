/* Where in the host program an address is, as a source line.
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

/* libdw is loaded by name when it is first needed, so that nothing depends on
   it otherwise; its interface, of which this is a part, has been the same since
   elfutils 0.120.  Debug information in other files is not looked for, as libdw
   might ask a server for it.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "guard.h"
#include "where.h"

struct callbacks
{
  int (*find_elf) (void);
  int (*find_debuginfo) (void);
  int (*section_address) (void);
  char **debuginfo_path;
};

static struct
{
  void *(*begin) (const struct callbacks *);
  int (*proc_report) (void *, pid_t);
  int (*report_end) (void *, void *, void *);
  void *(*addrmodule) (void *, uint64_t);
  void *(*getsrc) (void *, uint64_t);
  const char *(*lineinfo) (void *, uint64_t *, int *, int *, uint64_t *,
			   uint64_t *);
  const char *(*addrname) (void *, uint64_t);
  void (*end) (void *);
  struct callbacks callbacks;
} dw;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int
no_debuginfo (void)
{
  return -1;
}

static bool
load_libdw (void)
{
  static bool tried, there;
  if (tried)
    return there;
  tried = true;
  void *lib = dlopen ("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!lib)
    return false;
#define GET(MEMBER, NAME) \
  (*(void **) &dw.MEMBER = dlsym (lib, "dwfl_" NAME)) != NULL
  there = (GET (begin, "begin") && GET (proc_report, "linux_proc_report")
	   && GET (report_end, "report_end") && GET (addrmodule, "addrmodule")
	   && GET (getsrc, "module_getsrc") && GET (lineinfo, "lineinfo")
	   && GET (addrname, "module_addrname") && GET (end, "end")
	   && GET (callbacks.find_elf, "linux_proc_find_elf"));
#undef GET
  dw.callbacks.find_debuginfo = no_debuginfo;
  return there;
}

static void
by_libdw (uintptr_t at, struct simt_where *w)
{
  void *d = dw.begin (&dw.callbacks);
  if (!d)
    return;
  if (dw.proc_report (d, getpid ()) == 0
      && dw.report_end (d, NULL, NULL) == 0)
    {
      void *module = dw.addrmodule (d, at);
      void *line = module ? dw.getsrc (module, at) : NULL;
      const char *name = module ? dw.addrname (module, at) : NULL;
      int n = 0;
      const char *file = (line ? dw.lineinfo (line, NULL, &n, NULL, NULL, NULL)
			  : NULL);
      if (name)
	snprintf (w->function, sizeof w->function, "%s", name);
      if (file && n > 0)
	{
	  snprintf (w->path, sizeof w->path, "%s", file);
	  w->line = (unsigned) n;
	}
    }
  dw.end (d);
}

bool
simt_where (const void *code, struct simt_where *w)
{
  /* The call is ahead of where it returns to.  */
  uintptr_t at = (uintptr_t) code - 1;
  Dl_info info;
  memset (w, 0, sizeof *w);
  if (!code || !dladdr ((void *) at, &info) || !info.dli_fname)
    return false;
  pthread_mutex_lock (&lock);
  if (load_libdw ())
    by_libdw (at, w);
  pthread_mutex_unlock (&lock);
  const char *path = *w->path ? w->path : info.dli_fname;
  const char *slash = strrchr (path, '/');
  const char *base = slash ? slash + 1 : path;
  if (!*w->function && info.dli_sname)
    snprintf (w->function, sizeof w->function, "%s", info.dli_sname);
  if (w->line)
    snprintf (w->text, sizeof w->text, "%.200s:%u%s%s%s", base, w->line,
	      *w->function ? " (" : "", w->function,
	      *w->function ? ")" : "");
  else
    snprintf (w->text, sizeof w->text, "%.200s+0x%llx%s%s%s", base,
	      (unsigned long long) (at - (uintptr_t) info.dli_fbase),
	      *w->function ? " (" : "", w->function,
	      *w->function ? ")" : "");
  return true;
}

bool
simt_where_variable (const void *host, char *buf, size_t size)
{
  char what[1500];
  if (!simt_describe_host (host, what, sizeof what) || *what != '`')
    return false;
  char *end = strchr (what, '\'');
  if (!end)
    return false;
  *end = '\0';
  snprintf (buf, size, "%s", what + 1);
  return true;
}
