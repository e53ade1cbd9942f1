/* ptxcheck: static checks of PTX programs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* ptxcheck reads PTX texts, linked nvptx executables, archives and the host
   programs that linked executables are embedded in, and reports
   reads of registers that some path leaves unwritten, ends of blocks that run
   on, undefined symbols, type errors, and stacks of SIMD lanes that are too
   small; or it lists the frames of functions.  Exit status: 0 nothing found,
   1 something found, 2 an input that cannot be read.  */

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "finding.h"
#include "input.h"
#include "ptx-int.h"
#include "simt/report/suppress.h"

#ifndef PKGVERSION
# define PKGVERSION "accelfix"
#endif
#ifndef BUGURL
# define BUGURL ""
#endif

/* ---- Options.  */

static bool opt_json, opt_summary, opt_fix, opt_strict, opt_frames,
  opt_tasks;
static int opt_undefined = -1;	/* -1: where the input is a whole program.  */
static const char *opt_dot, *opt_out, *opt_sarif;

static unsigned long n_functions, n_insns;	/* In the file at hand.  */
static bool dot_found;

/* ---- One function.  */

/* Findings of a function that are given with a path.  */
#define MAX_PATHS 1000

static void
report_read (const struct flow *flow, const struct bad_read *r,
	     bool want_path)
{
  const struct ptx_reg *reg = &flow->func->regs[r->reg];
  struct finding f = { .kind = r->never ? K_NEVER : K_MAYBE, .flow = flow };
  char parts[8] = "", *text;
  int32_t *path = NULL;
  size_t size = strlen (reg->name) + 80;

  if (reg->vec > 1 && r->parts != (1u << reg->vec) - 1)
    {
      char *p = parts;

      *p++ = '.';
      for (int i = 0; i < 4; i++)
	if (r->parts >> i & 1)
	  *p++ = "xyzw"[i];
      *p = '\0';
    }
  place_finding (&f, flow->func, r->insn);
  f.reg = reg->name;
  f.parts = parts;
  text = ptx_xrealloc (NULL, size);
  snprintf (text, size, r->never ? "%s%s is read but never written"
	    : "%s%s may be read uninitialised", reg->name, parts);
  f.text = text;
  if (want_path && !finding_quiet)
    f.path_len = bad_read_path (flow, r, &path);
  f.path = path;
  print_finding (&f);
  free (path);
  free (text);
}

static void
report_end (const struct flow *flow, const struct bad_end *e)
{
  const struct ptx_function *func = flow->func;
  struct finding f = { .kind = e->kind == END_FALLS_OFF ? K_FALLS_OFF
			       : K_DEAD_END };
  char text[700], into[300];

  if (e->into >= 0)
    snprintf (into, sizeof into, "into `%s'", func->labels[e->into].name);
  else
    snprintf (into, sizeof into, "on");
  place_finding (&f, func, e->insn);
  switch (e->kind)
    {
    case END_FALLS_OFF:
      snprintf (text, sizeof text,
		"control runs off the end of the function");
      break;
    case END_NORETURN_CALL:
      snprintf (text, sizeof text, "`%.200s' does not return, but control runs "
		"%s behind the call: `exit' is missing",
		func->insns[e->insn].operand[1].sym->name, into);
      break;
    case END_TRAP:
      snprintf (text, sizeof text, "`trap' does not end a block before PTX "
		"8.3, and control runs %s: `exit' is missing", into);
      break;
    }
  f.text = text;
  print_finding (&f);
}

static void
report_simt (const struct ptx_function *func)
{
  struct simt_faults faults = { 0 };

  find_simt_faults (func, &faults);
  for (size_t i = 0; i < faults.n; i++)
    {
      struct finding f = { .kind = K_SIMD_STACK, .text = faults.v[i].text };

      place_finding (&f, func, faults.v[i].insn);
      print_finding (&f);
      free (faults.v[i].text);
    }
  free (faults.v);
}

static void
check_function (const struct ptx_function *func)
{
  struct flow *flow = flow_build (func, opt_strict);
  struct bad_reads reads = { 0 };
  struct bad_ends ends = { 0 };

  n_functions++;
  n_insns += func->n_insns;
  find_bad_reads (flow, &reads);
  find_bad_ends (flow, &ends);
  for (size_t i = 0; i < reads.n; i++)
    report_read (flow, &reads.v[i], i < MAX_PATHS);
  for (size_t i = 0; i < ends.n; i++)
    report_end (flow, &ends.v[i]);
  report_simt (func);
  if (opt_dot && strcmp (opt_dot, func->sym->name) == 0)
    {
      write_dot (stdout, flow, &reads, &ends);
      dot_found = true;
    }
  free (reads.v);
  free (ends.v);
  flow_free (flow);
}

/* ---- Messages of the front end.  */

struct message
{
  char *unit, *text;
  unsigned line;
};

struct messages
{
  struct message *v;
  size_t n, alloc;
};

static void
keep_message (void *closure, enum ptx_severity severity, const char *unit,
	      unsigned line, const char *text)
{
  struct messages *m = closure;

  if (severity != PTX_ERROR)
    return;
  PTX_GROW (m->v, m->n, m->alloc);
  m->v[m->n++] = (struct message) { strdup (unit), strdup (text), line };
}

static void
report_messages (struct messages *m, enum kind kind)
{
  for (size_t i = 0; i < m->n; i++)
    {
      struct finding f = { .kind = kind, .unit = m->v[i].unit,
			   .line = m->v[i].line, .text = m->v[i].text };

      if (kind == K_UNDEFINED && strstr (m->v[i].text, "defined twice"))
	f.kind = K_DUPLICATE;
      print_finding (&f);
      free (m->v[i].unit);
      free (m->v[i].text);
    }
  free (m->v);
  memset (m, 0, sizeof *m);
}

/* ---- One file.  */

/* True if UNITS are a program to be loaded as it is, so that nothing may be
   undefined: there is a kernel, and either several pieces were linked or the
   text is not an object as the compiler leaves it for the linker.  */

static bool
whole_program_p (const struct ptx_units *units)
{
  bool entry = false;

  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->unit[i]->n_functions; k++)
      entry |= units->unit[i]->functions[k]->entry;
  if (!entry)
    return false;
  return (units->n > 1
	  || strncmp (units->unit[0]->text, "// BEGIN PREAMBLE", 17) != 0);
}

static void
summary (FILE *out, const char *file)
{
  const unsigned long *n = finding_count;

  fprintf (out, "%s: %lu functions, %lu instructions: %lu maybe, %lu never, "
	   "%lu falling off the end, %lu dead ends, %lu undefined, "
	   "%lu type errors, %lu small lane stacks\n", file, n_functions,
	   n_insns, n[K_MAYBE], n[K_NEVER], n[K_FALLS_OFF], n[K_DEAD_END],
	   n[K_UNDEFINED] + n[K_UNDECLARED] + n[K_DUPLICATE], n[K_TYPE],
	   n[K_SIMD_STACK]);
}

/* Check FILE; 0, 1 or 2 as the exit status.  */

static int
check_file (const char *file, bool first)
{
  struct messages messages = { 0 };
  struct ptx_diag diag = { keep_message, &messages, 0, 0 };
  struct ptx_units units = { 0 };
  size_t len;
  int status = 0;

  memset (finding_count, 0, sizeof finding_count);
  n_functions = n_insns = 0;
  finding_file = file;
  finding_first = true;
  char *data = ptx_slurp (file, &len, &diag);
  bool archive = data && ptx_archive_p (data, len);
  finding_library_file = archive;
  bool ok = data && ptx_read_data (file, data, len, &units, &diag);
  free (data);
  if (opt_json)
    {
      printf ("%s\n  {\"file\": ", first ? "" : ",");
      print_json_string (file);
      printf (", \"findings\": [");
    }
  if (!ok && diag.n_undeclared && diag.n_undeclared == diag.n_errors)
    report_messages (&messages, K_UNDECLARED);
  else if (!ok)
    {
      for (size_t i = 0; i < messages.n; i++)
	{
	  ptx_diag_print (stderr, PTX_ERROR, messages.v[i].unit,
			  messages.v[i].line, messages.v[i].text);
	  free (messages.v[i].unit);
	  free (messages.v[i].text);
	}
      free (messages.v);
      memset (&messages, 0, sizeof messages);
      status = 2;
    }

  for (size_t i = 0; i < units.n; i++)
    ptx_check_types (units.unit[i], &diag);
  report_messages (&messages, K_TYPE);

  bool whole = (opt_undefined >= 0 ? opt_undefined
		: ok && units.n && !archive && whole_program_p (&units));
  struct ptx_module *m = ptx_link_only (units.unit, units.n, !whole, &diag);
  if (!whole)
    for (size_t i = 0; i < messages.n; i++)
      {
	free (messages.v[i].unit);
	free (messages.v[i].text);
      }
  if (!whole)
    messages.n = 0;
  report_messages (&messages, K_UNDEFINED);
  find_noreturn (m);
  struct frames *frames = frames_build (m);
  for (size_t i = 0; i < m->n_units; i++)
    for (uint32_t k = 0; k < m->units[i]->n_functions; k++)
      check_function (m->units[i]->functions[k]);
  if (opt_json)
    {
      printf ("%s], \"readable\": %s, \"functions\": %lu, "
	      "\"instructions\": %lu", finding_first ? "" : "\n  ",
	      status ? "false" : "true", n_functions, n_insns);
      for (int k = 0; k < N_KINDS; k++)
	printf (", \"%s\": %lu", finding_kind[k], finding_count[k]);
      putchar ('}');
    }
  else if (opt_summary && status < 2)
    summary (stdout, file);
  for (int k = 0; k < N_KINDS && status == 0; k++)
    if (finding_count[k])
      status = 1;
  frames_free (frames);
  ptx_module_free (m);
  free (units.unit);
  return status;
}

/* ---- The command line.  */

static void
usage (FILE *out)
{
  fputs ("\
Usage: ptxcheck [OPTION]... FILE...\n\
       ptxcheck --fix -o OUT FILE\n\
       ptxcheck --frames FILE...\n\
Check PTX texts, linked nvptx executables, archives and host programs that GCC\n\
linked with offloading (a.out) without running them.  ptxcheck finds registers\n\
that may be read uninitialised, control that runs past the end of a function or\n\
past a dead end, undefined symbols, type errors, and stacks of SIMD lanes that\n\
are too small.\n\
\n\
  --json            print the findings as JSON\n\
  --sarif=FILE      write the findings to FILE as well, in SARIF 2.1.0\n\
  --summary         print only the counts of each file\n\
  --dot=FUNCTION    print the control flow graph of FUNCTION for Graphviz, with\n\
                    the paths to its findings in colour\n\
  --strict          count no predicated write as a write, not even for a later\n\
                    read with the same guard\n\
  --undefined       report undefined symbols in every file\n\
  --no-undefined    report them in none (default: in whole programs)\n\
  --suppressions=FILE  leave out the findings that FILE names: a line KIND\n\
                    FUNCTION SOURCE for each, with patterns like the shell's\n\
  --gen-suppressions  print the line that suppresses it after each finding\n\
  --fix             write FILE to OUT with the missing initialisations and\n\
                    terminators inserted and nothing else changed; with several\n\
                    FILEs, OUT is a folder\n\
  --tasks           with --fix: replace the functions of the barrier in which\n\
                    tasks hang, in libgomp of GCC 11 and 12\n\
  -o OUT            the file or folder that --fix writes\n\
  --frames          print how much of the soft stack each function in FILEs takes:\n\
                    name, visibility, its own bytes, bytes with its callees,\n\
                    flags, unit, with TABs between them\n\
  --help            print this help\n\
  --version         print the version\n\
\n\
Exit status: 0 if nothing is found, 1 if something is, 2 if a file cannot be\n\
read or written.\n", out);
  if (*BUGURL)
    fprintf (out, "Report bugs to <%s>.\n", BUGURL);
}

static int
fix_files (char **files, int n)
{
  int status = 0;

  for (int i = 0; i < n; i++)
    {
      struct ptx_diag diag = { ptx_diag_print, stderr, 0, 0 };
      struct fix_result result = { .tasks = opt_tasks };
      const char *out = opt_out, *base = strrchr (files[i], '/');
      char *joined = NULL;

      if (n > 1)
	{
	  size_t size;

	  base = base ? base + 1 : files[i];
	  size = strlen (opt_out) + strlen (base) + 2;
	  joined = ptx_xrealloc (NULL, size);
	  snprintf (joined, size, "%s/%s", opt_out, base);
	  out = joined;
	}
      if (n > 1 && mkdir (opt_out, 0777) != 0 && errno != EEXIST)
	{
	  fprintf (stderr, "ptxcheck: cannot make the folder `%s': %s\n",
		   opt_out, strerror (errno));
	  return 2;
	}
      if (!fix_file (files[i], out, &diag, &result))
	status = 2;
      else if (opt_summary)
	{
	  printf ("%s: %u initialisations inserted in %u functions", files[i],
		  result.n_moves, result.n_functions);
	  if (opt_tasks)
	    printf (", %u functions replaced", result.n_replaced);
	  putchar ('\n');
	}
      free (joined);
    }
  return status;
}

/* Print the frames of the functions in all FILES.  */

static int
print_frames (char **files, int n)
{
  struct ptx_diag diag = { ptx_diag_print, stderr, 0, 0 };
  struct ptx_units units = { 0 };
  int status = 0;

  for (int i = 0; i < n; i++)
    if (!ptx_read_file (files[i], &units, &diag))
      status = 2;
  /* Libraries may define a name twice: the first is the one that is linked.  */
  struct ptx_module *m = ptx_link_only (units.unit, units.n, true, NULL);
  struct frames *frames = frames_build (m);
  frames_print (stdout, frames);
  frames_free (frames);
  ptx_module_free (m);
  free (units.unit);
  return status;
}

/* True, and the standard output is written out, if that works.  */

static bool
flush_output (void)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return true;
  fprintf (stderr, "ptxcheck: cannot write: %s\n", strerror (errno));
  return false;
}

int
main (int argc, char **argv)
{
  enum { O_JSON = 256, O_SARIF, O_SUMMARY, O_DOT, O_STRICT, O_UNDEF, O_NO_UNDEF, O_FIX,
	 O_FRAMES, O_TASKS, O_SUPPRESS, O_GEN, O_HELP, O_VERSION };
  static const struct option options[] =
    {
      { "json", no_argument, NULL, O_JSON },
      { "sarif", required_argument, NULL, O_SARIF },
      { "summary", no_argument, NULL, O_SUMMARY },
      { "dot", required_argument, NULL, O_DOT },
      { "strict", no_argument, NULL, O_STRICT },
      { "undefined", no_argument, NULL, O_UNDEF },
      { "no-undefined", no_argument, NULL, O_NO_UNDEF },
      { "fix", no_argument, NULL, O_FIX },
      { "frames", no_argument, NULL, O_FRAMES },
      { "suppressions", required_argument, NULL, O_SUPPRESS },
      { "gen-suppressions", no_argument, NULL, O_GEN },
      { "tasks", no_argument, NULL, O_TASKS },
      { "output", required_argument, NULL, 'o' },
      { "help", no_argument, NULL, O_HELP },
      { "version", no_argument, NULL, O_VERSION },
      { NULL, 0, NULL, 0 }
    };
  int c, status = 0;
  char why[1200];

  while ((c = getopt_long (argc, argv, "o:", options, NULL)) != -1)
    switch (c)
      {
      case O_JSON: opt_json = true; break;
      case O_SARIF: opt_sarif = optarg; break;
      case O_SUMMARY: opt_summary = true; break;
      case O_DOT: opt_dot = optarg; break;
      case O_STRICT: opt_strict = true; break;
      case O_UNDEF: opt_undefined = 1; break;
      case O_NO_UNDEF: opt_undefined = 0; break;
      case O_FIX: opt_fix = true; break;
      case O_FRAMES: opt_frames = true; break;
      case O_GEN: finding_gen = true; break;
      case O_SUPPRESS:
	if (!simt_suppress_read (optarg, why, sizeof why))
	  {
	    fprintf (stderr, "ptxcheck: %s\n", why);
	    return 2;
	  }
	break;
      case O_TASKS: opt_tasks = true; break;
      case 'o': opt_out = optarg; break;
      case O_HELP:
	usage (stdout);
	return 0;
      case O_VERSION:
	printf ("ptxcheck (%s)\n", PKGVERSION);
	return 0;
      default:
	fputs ("Try `ptxcheck --help'.\n", stderr);
	return 2;
      }
  if (optind == argc)
    {
      fputs ("ptxcheck: no input file\nTry `ptxcheck --help'.\n", stderr);
      return 2;
    }
  if (opt_fix != !!opt_out)
    {
      fprintf (stderr, "ptxcheck: %s\n", opt_fix
	       ? "--fix needs -o OUT: the input is never overwritten"
	       : "-o goes with --fix");
      return 2;
    }
  if (opt_fix && (opt_json || opt_dot || opt_sarif))
    {
      fputs ("ptxcheck: --fix does not go with --json, --sarif or --dot\n",
	     stderr);
      return 2;
    }
  if (opt_tasks && !opt_fix)
    {
      fputs ("ptxcheck: --tasks goes with --fix only\n", stderr);
      return 2;
    }
  if (opt_dot && opt_json)
    {
      fputs ("ptxcheck: --dot does not go with --json\n", stderr);
      return 2;
    }
  if (opt_frames && (opt_fix || opt_json || opt_dot || opt_sarif
		     || opt_summary))
    {
      fputs ("ptxcheck: --frames does not go with --fix, --json, --sarif, "
	     "--summary or --dot\n", stderr);
      return 2;
    }
  if (opt_frames)
    {
      status = print_frames (argv + optind, argc - optind);
      return flush_output () ? status : 2;
    }
  if (opt_fix)
    return fix_files (argv + optind, argc - optind);

  if (opt_sarif)
    {
      if (!open_sarif (opt_sarif))
	{
	  fprintf (stderr, "ptxcheck: cannot write %s: %s\n", opt_sarif,
		   strerror (errno));
	  return 2;
	}
    }
  finding_json = opt_json;
  finding_quiet = opt_summary || opt_dot;
  if (opt_json)
    printf ("[");
  for (int i = optind; i < argc; i++)
    {
      int s = check_file (argv[i], i == optind);

      if (s > status)
	status = s;
    }
  if (opt_json)
    printf ("\n]\n");
  if (opt_sarif && !close_sarif (status < 2))
    {
      fprintf (stderr, "ptxcheck: cannot write %s: %s\n", opt_sarif,
	       strerror (errno));
      status = 2;
    }
  fflush (stdout);		/* What follows is about that.  */
  if (finding_suppressed)
    fprintf (stderr, "ptxcheck: %lu finding%s suppressed\n",
	     finding_suppressed, finding_suppressed == 1 ? "" : "s");
  if (finding_in_libraries && !opt_json)
    fprintf (stderr, "ptxcheck: %lu finding%s in the compiler's libraries; "
	     "accelfix-config --treat-libs repairs these\n",
	     finding_in_libraries, finding_in_libraries == 1 ? "" : "s");
  if (opt_dot && !dot_found)
    {
      fprintf (stderr, "ptxcheck: no function `%s' with a body\n", opt_dot);
      status = 2;
    }
  return flush_output () ? status : 2;
}
