/* The documents of counts by source line, of a whole program.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <errno.h>
#include <unistd.h>

#include "simt/base/parts.h"
#include "run-profile.h"

/* Open FILE, unless it is NULL, as document K of P.  */

static bool
open_document (struct simt_run_profile *p, int k, const char *file,
	       const char **bad)
{
  if (!file)
    return true;
  *bad = file;
  p->out[k] = simt_file_open (file, -1);
  return p->out[k] != NULL;
}

void
simt_run_profile_abandon (struct simt_run_profile *p)
{
  int err = errno;
  for (int k = 0; k < 2; k++)
    if (p->out[k])
      simt_file_abandon (p->out[k]);
  p->out[0] = p->out[1] = NULL;
  if (*p->name)
    unlink (p->name);
  *p->name = '\0';
  errno = err;
}

bool
simt_run_profile_start (struct simt_run_profile *p,
			const struct simt_tool *tool, const char **bad)
{
  if (!p->wanted)
    return true;
  bool ok = (open_document (p, 0, p->callgrind, bad)
	     && open_document (p, 1, p->coverage, bad));
  if (ok && !simt_parts_temporary (p->name, tool, "profile"))
    {
      *bad = p->name;
      ok = false;
    }
  if (!ok)
    simt_run_profile_abandon (p);
  return ok;
}

/* Close document K of P, which is FILE.  */

static bool
close_document (struct simt_run_profile *p, int k, const char *file,
		const char **bad)
{
  struct simt_file *out = p->out[k];
  p->out[k] = NULL;
  if (!out || simt_file_close (out))
    return true;
  *bad = file;
  return false;
}

bool
simt_run_profile_end (struct simt_run_profile *p, const struct simt_tool *tool,
		      const char *version, const char *program,
		      const char **bad)
{
  if (!p->wanted)
    return true;
  *bad = p->callgrind ? p->callgrind : p->coverage ? p->coverage : p->name;
  if (!simt_profile_read (p->name, &p->counts))
    {
      simt_run_profile_abandon (p);
      return false;
    }
  unlink (p->name);
  *p->name = '\0';
  p->sum = &p->counts;
  if (p->out[0])
    simt_profile_callgrind (simt_file_stream (p->out[0]), tool, version, program,
			    p->sum);
  if (p->out[1])
    simt_profile_lcov (simt_file_stream (p->out[1]), p->sum);
  bool ok = close_document (p, 0, p->callgrind, bad);
  return close_document (p, 1, p->coverage, bad) && ok;
}
