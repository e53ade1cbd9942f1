/* Where in the host program an address is, as a source line.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "dw.h"
#include "simt/base/guard.h"
#include "where.h"

/* The line and the function of AT, which MODULE has, into *CLOSURE.  */

static void
by_libdw (const struct simt_dw *dw, void *module, uintptr_t at, void *closure)
{
  struct simt_where *w = closure;
  void *line = dw->dwfl_module_getsrc (module, at);
  const char *name = dw->dwfl_module_addrname (module, at);
  int n = 0;
  const char *file = (line ? dw->dwfl_lineinfo (line, NULL, &n, NULL, NULL, NULL)
		      : NULL);
  if (name)
    snprintf (w->function, sizeof w->function, "%s", name);
  if (file && n > 0)
    {
      snprintf (w->path, sizeof w->path, "%s", file);
      w->line = (unsigned) n;
    }
}

bool
simt_where (const void *code, struct simt_where *w)
{
  /* The call is before where it returns to.  */
  uintptr_t at = (uintptr_t) code - 1;
  Dl_info info;
  memset (w, 0, sizeof *w);
  if (!code || !dladdr ((void *) at, &info) || !info.dli_fname)
    return false;
  simt_dw_at (at, by_libdw, w);
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
