/* The parts of a document that the processes of a program leave.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "parts.h"

bool
simt_parts_temporary (char *name, const struct simt_tool *tool,
		      const char *format)
{
  const char *tmp = getenv ("TMPDIR");
  char variable[64];
  snprintf (name, PATH_MAX, "%s/%s-%s.XXXXXX", tmp && *tmp ? tmp : "/tmp",
	    tool->name, format);
  snprintf (variable, sizeof variable, "%s_%s_RESULTS", tool->prefix, format);
  for (char *c = variable; *c; c++)
    *c = (char) toupper ((unsigned char) *c);
  int fd = mkstemp (name);
  if (fd >= 0)
    close (fd);
  if (fd >= 0 && setenv (variable, name, 1) == 0)
    return true;
  int err = errno;
  if (fd >= 0)
    unlink (name);
  errno = err;
  return false;
}

bool
simt_parts_start (struct simt_parts *p, const char *file,
		  const struct simt_tool *tool, const char *format,
		  const char **bad)
{
  *bad = file;
  p->out = simt_file_open (file, -1);
  if (!p->out)
    return false;
  *bad = p->name;
  if (simt_parts_temporary (p->name, tool, format))
    return true;
  int err = errno;
  simt_file_abandon (p->out);
  errno = err;
  return false;
}
