/* What a machine is called.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_TOOL_H
#define SIMT_TOOL_H

#include <stddef.h>

struct sarif_rule;
struct simt_kernel_words;

/* What a machine is called, and the kinds of its reports.  */
struct simt_tool
{
  const char *name;		/* "ptxvm"; begins each line of text.  */
  const char *prefix;		/* "PTXVM"; begins its variables.  */
  const struct sarif_rule *rules;
  size_t n_rules;
  const struct simt_kernel_words *kernel_words;	/* NULL: no such table.  */
};

#endif /* SIMT_TOOL_H */
