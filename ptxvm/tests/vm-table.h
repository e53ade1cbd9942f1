/* Tests of the PTX machine as tables: a row is a kernel and what it must do.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_TABLE_H
#define VM_TABLE_H

#include "vm-test.h"

/* A word that may have any value.  */
#define ANY_WORD 0xa1100a11u

/* What must come of it under one model.  */
struct outcome
{
  bool wanted;
  enum vm_result result;
  uint32_t (*word) (unsigned);	/* NULL, or what word I of the buffer must be.  */
  const char *says[2];		/* Parts of reports; "=TEXT" is the whole first one.
				   Where all goes well and there are none, nothing
				   must be reported.  */
  unsigned n_reports;		/* 0: not looked at.  */
  bool loud;			/* Reports do not matter.  */
};

struct row
{
  const char *name;
  unsigned threads;		/* Of each of GRID blocks.  */
  const char *body;		/* What follows KERNEL_BEGIN.  "ret" comes after it,
				   unless it ends with that or "exit".  */
  struct outcome in[3];		/* By enum vm_model.  */
  const char *head;		/* NULL: HEADER.  */
  const char *before;		/* NULL, or functions and variables.  */
  unsigned grid;		/* 0: one block.  */
  unsigned words;		/* Of the buffer, zeros at first; 0: THREADS.  */
  void (*set) (struct vm_options *);	/* NULL, or sets more options.  */
  bool not_gpu;			/* A GPU need not do as this machine does.  */
};

#define VOLTA(...) .in[VM_VOLTA] = { true, __VA_ARGS__ }
#define PASCAL(...) .in[VM_PASCAL] = { true, __VA_ARGS__ }
#define PASCAL_SHARED(...) .in[VM_PASCAL_SHARED] = { true, __VA_ARGS__ }
#define BOTH(...) VOLTA (__VA_ARGS__), PASCAL (__VA_ARGS__)

static struct vm_options
table_options (void)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 64 << 20;
  o.time_limit = 20;
  return o;
}

static bool
ends_with (const char *text, const char *end)
{
  size_t n = strlen (text), m = strlen (end);
  return n >= m && !strcmp (text + n - m, end);
}

/* Run ROW under MODEL; FILE and LOC are directives ahead of its declarations and of
   its body.  */
static void
run_row (const struct row *row, enum vm_model model, const char *file,
	 const char *loc)
{
  static const char *const names[] = { "volta", "pascal", "pascal-shared" };
  const struct outcome *want = &row->in[model];
  static char ptx[20000];
  static uint32_t v[400];
  unsigned words = row->words ? row->words : row->threads, wrong = 0;
  unsigned failed_before = failed;
  announce (row->name);
  struct vm_options o = table_options ();
  o.model = model;
  if (row->set)
    row->set (&o);
  snprintf (ptx, sizeof ptx, "%s%s%s%s%s%s%s\n}\n",
	    row->head ? row->head : HEADER, file,
	    row->before ? row->before : "", KERNEL_BEGIN, loc, row->body,
	    ends_with (row->body, "ret;") || ends_with (row->body, "exit;")
	    ? "" : "\nret;");
  memset (v, 0, sizeof v);
  enum vm_result r = run_once (&o, ptx, row->grid ? row->grid : 1, row->threads,
			       v, words * sizeof *v);
  check (r == want->result, "%s, %s: %s, not %s", row->name, names[model],
	 vm_result_name (r), vm_result_name (want->result));
  for (unsigned k = 0; k < 2 && want->says[k]; k++)
    check (want->says[k][0] == '='
	   ? !strcmp (reports.text[0], want->says[k] + 1)
	   : reported (want->says[k]), "%s, %s: no report `%s'", row->name,
	   names[model], want->says[k]);
  if (want->n_reports
      || (want->result == VM_OK && !want->says[0] && !want->loud))
    check (reports.n == want->n_reports, "%s, %s: %u reports, not %u", row->name,
	   names[model], reports.n, want->n_reports);
  if (want->word)
    {
      for (unsigned k = 0; k < words; k++)
	{
	  uint32_t w = want->word (k);
	  if (w != ANY_WORD && v[k] != w && wrong++ < 3)
	    printf ("  %s: [%u] is %u, not %u\n", row->name, k, v[k], w);
	}
      check (wrong == 0, "%s, %s: %u of %u words are wrong", row->name,
	     names[model], wrong, words);
    }
  if (failed != failed_before)
    show_reports ();
}

/* What a GPU must do as this machine does: to end well, without reports.  */
static bool
for_gpu_p (const struct row *row, enum vm_model model)
{
  const struct outcome *want = &row->in[model];
  return model == VM_VOLTA && want->result == VM_OK && want->word
	 && !want->says[0] && !want->n_reports && !row->not_gpu;
}

static void
run_rows (const struct row *rows, size_t n, const char *file, const char *loc)
{
  for (size_t k = 0; k < n; k++)
    for (int model = 0; model < 3; model++)
      if (rows[k].in[model].wanted
	  && (!on_gpu || for_gpu_p (&rows[k], model)))
	run_row (&rows[k], model, file, loc);
}

#define RUN_ROWS(ROWS, FILE, LOC) \
  run_rows (ROWS, sizeof (ROWS) / sizeof *(ROWS), FILE, LOC)

#endif /* VM_TABLE_H */
