/* Reports as a page of HTML.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_HTML_H
#define SIMT_HTML_H

#include "simt/profile/profile-rows.h"
#include "report.h"

/* Put S as text, or at most N bytes of it: what has a meaning in HTML by name,
   control characters, which it may not have, and a line's end as spaces.  */
extern void simt_html_text (FILE *to, const char *s);
extern void simt_html_bytes (FILE *to, const char *s, size_t n);

/* In a process of the run: write to TO, without the line's end, the report R of
   TOOL, in the compiler's library LIBRARY unless that is NULL; and a row for the
   kernel NAME, of ALL_SECONDS that all kernels of the process took.  */
extern void simt_html_report (FILE *to, const struct simt_tool *tool,
			      const struct simt_report *r,
			      const char *library);
extern void simt_html_kernel (FILE *to, const char *name,
			      const struct simt_kernel_run *r,
			      double all_seconds);

/* In NAME-run: as simt_run_sarif_start and simt_run_sarif_end (run-sarif.h);
   PROGRAM is what was run, WHY what went wrong or NULL, PROFILE what was counted or
   NULL.  */
extern bool simt_html_start (const char *file, const struct simt_tool *tool,
			     const char **bad);
extern bool simt_html_end (const struct simt_tool *tool, const char *version,
			   const char *program, const char *why,
			   const struct simt_profile *profile);
/* Instead of the latter: write nothing.  */
extern void simt_html_abandon (void);

/* Put the sources that P has counts for, each line with its own, and its share as a
   colour; and the style that this needs.  */
extern void simt_html_heat (FILE *to, const struct simt_tool *tool,
			    const struct simt_profile *p);
extern const char simt_html_heat_style[];

#endif /* SIMT_HTML_H */
