/* The parts of a document that the processes of a program leave.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_PARTS_H
#define SIMT_PARTS_H

#include <limits.h>

#include "file.h"
#include "simt/base/tool.h"

/* The machine's library lives in the program, which may be several processes at once,
   and may die.  So each appends its lines to a temporary file as it goes, and
   NAME-run makes the document of them.  */
struct simt_parts
{
  char name[PATH_MAX];		/* The temporary file.  */
  struct simt_file *out;	/* The document.  */
};

/* Open FILE for the document, and make P's temporary file known to the processes
   to come in the variable TOOL's PREFIX_FORMAT_RESULTS; FORMAT is in small letters.
   False, with errno set and the file that cannot be written in *BAD, if that cannot
   be.  */
extern bool simt_parts_start (struct simt_parts *p, const char *file,
			      const struct simt_tool *tool, const char *format,
			      const char **bad);

/* Only the latter: put the name of a new temporary file into NAME, of PATH_MAX bytes,
   and make it known.  False with errno set if that cannot be.  */
extern bool simt_parts_temporary (char *name, const struct simt_tool *tool,
				  const char *format);

#endif /* SIMT_PARTS_H */
