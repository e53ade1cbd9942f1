/* Shared objects that are beside a machine's library.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"

void *
simt_beside (const char *file)
{
  static const char *const places[] = { "", "../" };
  char self[PATH_MAX], path[PATH_MAX + 64];
  Dl_info info;
  void *so = NULL;
  if (!dladdr ((void *) simt_beside, &info) || !info.dli_fname
      || !realpath (info.dli_fname, self))
    return NULL;
  *strrchr (self, '/') = '\0';
  for (int k = 0; !so && k < 2; k++)
    {
      snprintf (path, sizeof path, "%s/%s%s", self, places[k], file);
      so = dlopen (path, RTLD_NOW | RTLD_LOCAL);
    }
  return so;
}
