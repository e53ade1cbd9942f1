/* The parts of a document that the processes of a program leave.
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
