/* Where the waves of an interrupted launch stand.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* One line for neighbours of a group that stand at the same place, up to a
   limit.  */

#ifndef SIMT_STANDS_H
#define SIMT_STANDS_H

#include "simt/base/text.h"

#define SIMT_STANDS_LINES 40

struct simt_stands
{
  const char *wave;		/* What a wave is called: "warp".  */
  char group[64], text[1600];	/* Of the last ones.  */
  unsigned first, n;		/* Which those are.  */
  unsigned lines;
  struct simt_text kept;	/* The lines so far.  */
};

extern void simt_stands_start (struct simt_stands *, const char *wave);
/* Wave NUMBER of GROUP, as in "block (0,0,0)", stands as FORMAT says.  */
extern void simt_stands_add (struct simt_stands *, const char *group,
			     unsigned number, const char *format, ...)
  __attribute__ ((format (printf, 4, 5)));
extern void simt_stands_end (struct simt_stands *);

#endif /* SIMT_STANDS_H */
