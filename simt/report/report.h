/* Reports of what a machine finds: text, JSON and SARIF.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A machine gives each finding once, as a struct simt_report.  It goes to
   standard error as one line of text and, where the user asks for it, to a file
   as one JSON object a line:

     {"type":"report","kind":"race","text":"...",FACTS,"program":"prog",
      "pid":1234}

   A call stack and other places (places.h) are further lines of text, indented,
   and the members "stack" and "related" of the object.

   At exit there is one line of text with the number of reports of each kind, if
   there were any, and in the JSON file one object for the process:

     {"type":"summary","program":"prog","pid":1234,FIGURES,"reports":1,FIGURES}

   Each line is one write to a file opened for appending, so several processes
   may share the file.

   For --sarif (run-sarif.h) each report is also written as a SARIF result, one
   a line, to the file that the variable PREFIX_SARIF_RESULTS names; the parent
   makes the document of them when the program is done.  */

#ifndef SIMT_REPORT_H
#define SIMT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sarif.h"
#include "simt/base/places.h"
#include "simt/base/tool.h"
#include "simt/profile/kernels.h"

/* Something that is known of a finding, for the files.  A text that is NULL is
   left out.  */
enum simt_fact_type { SIMT_TEXT, SIMT_NUMBER, SIMT_VECTOR, SIMT_ADDRESS };
struct simt_fact
{
  const char *json, *sarif;	/* Its names there; NULL: not there.  */
  enum simt_fact_type type;
  const char *text;		/* SIMT_TEXT.  */
  uint64_t n[3];		/* Numbers, three for SIMT_VECTOR.  */
};

enum { SIMT_MAX_FACTS = 20 };

struct simt_mem;

struct simt_report
{
  size_t kind;			/* Index into the tool's rules.  */
  bool fatal;			/* The launch ends because of it.  */
  const char *text;		/* The whole line, without "ptxvm: ".  */
  const char *function;		/* These three are SARIF's location, as in
				   struct sarif_result.  */
  const char *path;
  unsigned line;
  uint64_t address;		/* Of memory, where the report is about some.  */
  struct simt_mem *mem;		/* NULL, or what knows where ADDRESS was
				   allocated.  */
  const void *launcher;		/* NULL, or where the host launched the kernel, as
				   simt_host_launcher takes it.  */
  struct simt_fact facts[SIMT_MAX_FACTS];
  size_t n_facts;
  struct simt_places places;	/* The first of its stack is the same as those
				   three.  */
};

/* Called for each finding, by any host thread, one at a time.  */
typedef void simt_report_fn (void *closure, const struct simt_report *);

/* Add a fact, named JSON and SARIF in the files, to R (facts.c).  A text that is NULL
   is left out.  */
extern void simt_fact_text (struct simt_report *r, const char *json,
			    const char *sarif, const char *text);
extern void simt_fact_number (struct simt_report *r, const char *json,
			      const char *sarif, uint64_t n);
extern void simt_fact_vector (struct simt_report *r, const char *json,
			      const char *sarif, const unsigned n[3]);
extern void simt_fact_address (struct simt_report *r, const char *json,
			       const char *sarif, uint64_t address);
/* The source file of R, without its folder, and its line.  */
extern void simt_fact_source (struct simt_report *r);

/* Figures of the whole run, for the end.  The line of text has all, with
   --stats only; the JSON object those that are ALWAYS there, and the others
   with --stats.  */
struct simt_figure
{
  const char *json;
  const char *one, *many;	/* As in "1 launch", "2 launches".  */
  bool always;
};

/* Start to report for TOOL, to the file JSON too unless that is NULL.  At exit
   COLLECT puts the values of the N_FIGURES FIGURES into an array; STATS says
   whether the user wants them, PROFILE whether counts by source line (profile.h).
   What the arguments point to is not copied.
   False, with one sentence in WHY, if a file cannot be written.  */
extern bool simt_report_init (const struct simt_tool *tool, const char *json,
			      const struct simt_figure *figures,
			      size_t n_figures, bool stats, bool profile,
			      void (*collect) (uint64_t *),
			      char *why, size_t why_size);

/* Report R.  May be called by several host threads.  */
extern void simt_report_add (const struct simt_report *r);

/* Print a line of text that is no report.  */
extern void simt_report_note (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* Do now what is done at exit, where the process dies of a signal.  */
extern void simt_report_end (void);

/* Somebody asked whether the device has unified memory, and it has not, for NAME-run
   (tally.h).  */
extern void simt_report_no_unified (void);

/* Count a launch, for NAME-run (tally.h).  */
extern void simt_report_launch (void);

#endif /* SIMT_REPORT_H */
