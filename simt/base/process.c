/* Which process of a run this is, for reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "process.h"

const char *
simt_rank (void)
{
  /* Open MPI's, PMIx's, those of MPICH and of Slurm.  */
  static const char *const names[]
    = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID" };
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    {
      const char *v = getenv (names[k]);
      size_t n = v ? strspn (v, "0123456789") : 0;
      if (n && n < 10 && !v[n])
	return v;
    }
  return NULL;
}

void
simt_process_json (FILE *out)
{
  const char *rank = simt_rank ();
  json_member (out, "program", program_invocation_short_name);
  if (rank)
    fprintf (out, ",\"rank\":%d", atoi (rank));
  fprintf (out, ",\"pid\":%d", (int) getpid ());
}
