/* Fortran: the clauses of combined target constructs that gfortran loses.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* !$omp target parallel do depend(in: a) nowait

   gfortran gives each clause of a combined construct to the construct that it belongs to
   (gfc_split_omp_clauses in fortran/trans-openmp.cc), and nobody gets depend: the region
   waits for nothing, and nothing waits for it.  GCC 11 to 16.  "target" alone, and
   what is about data, keep theirs.

   The clause is gone before a plugin sees the construct, so it is looked for in the
   directive's source.  Of the variables in it only the text is there.  But depend
   orders a region among the tasks of its own parent, no others (OpenMP 5.0, 2.17.11), so
   the program may as well wait for all of these before the region (taskwait), and for
   the region itself, without nowait.

   GCC 12 loses has_device_addr as well.  The array is mapped then, by an address that is
   not the host's: libgomp stops, or the region gets a copy of what is not there.  That
   is an error.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "gimple-iterator.h"

static accelfix_counter n_regions ("regions whose depend was lost");

/* The text of a directive behind its sentinel, !$omp, c$omp or *$omp, or one with $acc, if
   LINE begins with one; else NULL.  */

static const char *
behind_sentinel (const char *line)
{
  while (ISBLANK (*line))
    line++;
  return (*line && strchr ("!cC*", *line)
	  && (strncasecmp (line + 1, "$omp", 4) == 0
	      || strncasecmp (line + 1, "$acc", 4) == 0)
	  ? line + 5 : NULL);
}

/* The end of TEXT, before a comment.  */

static const char *
end_of (const char *text)
{
  const char *end = text + strcspn (text, "!\n");
  while (end > text && ISSPACE (end[-1]))
    end--;
  return end;
}

/* The length of the word at TEXT.  */

static size_t
word_length (const char *text)
{
  size_t n = 0;
  while (ISIDNUM (text[n]))
    n++;
  return n;
}

/* Whether TEXT, of a directive, has a clause NAME with an argument.  */

static bool
has_clause_p (const char *text, const char *name)
{
  const size_t n = strlen (name);
  for (const char *p = text; *p; )
    {
      size_t length = word_length (p);
      const char *q = p + length;
      while (ISBLANK (*q))
	q++;
      if (length == n && *q == '(' && strncasecmp (p, name, n) == 0)
	return true;
      p += length ? length : 1;
    }
  return false;
}

/* Whether TEXT, of a directive that begins a target region, has other constructs.  */

static bool
combined_p (const char *text)
{
  static const char *const names[] = { "teams", "parallel", "simd", "loop" };
  while (ISBLANK (*text))
    text++;
  text += word_length (text);
  while (ISBLANK (*text))
    text++;
  size_t n = word_length (text);
  for (const char *name : names)
    if (strlen (name) == n && strncasecmp (text, name, n) == 0)
      return true;
  return false;
}

/* The text of the directive of which LOC is a part, without its sentinels, to be freed;
   NULL if it cannot be read.  gfortran gives the place of a construct's last clause.  In
   free form a directive goes on in the next line if it ends in an ampersand; in fixed
   form, if the next line has something but 0 in column 6.  Empty lines and comments may
   be between.  */

static char *
directive_at (location_t loc)
{
  expanded_location at = expand_location (loc);
  FILE *file = at.file ? fopen (at.file, "r") : NULL;
  char *line = NULL, *all = NULL;
  size_t size = 0;
  bool goes_on = false;
  for (int k = 1; file && getline (&line, &size, file) >= 0; k++)
    {
      const char *text = behind_sentinel (line);
      if (!text && strchr ("!\n", line[strspn (line, " \t")]))
	continue;
      if (!text && strchr ("cC*", line[0]) && !ISALPHA (line[1]))
	continue;
      bool column_6 = text == line + 5 && !ISSPACE (*text) && *text != '0';
      if (!text || !(goes_on || column_6))
	{
	  if (k > at.line)
	    break;
	  free (all);
	  all = NULL;
	}
      goes_on = false;
      if (text)
	{
	  /* An ampersand may begin a line that goes on, too.  */
	  const char *end = end_of (text);
	  if (all && *text == '&')
	    text++;
	  else if (all && column_6)
	    text++;
	  goes_on = end > text && end[-1] == '&';
	  char *more = xasprintf ("%s %.*s", all ? all : "",
				  (int) (end - text - goes_on), text);
	  free (all);
	  all = more;
	}
    }
  free (line);
  if (file)
    fclose (file);
  return all;
}

/* See host.h.  */

bool
host_directive_names_p (location_t loc, const char *name)
{
  char *text = directive_at (loc);
  const size_t n = strlen (name);
  bool found = !text;
  for (const char *p = text; p && *p && !found; )
    {
      size_t length = word_length (p);
      found = length == n && strncasecmp (p, name, n) == 0;
      p += length ? length : 1;
    }
  free (text);
  return found;
}

/* Orders TARGET, at GSI, among all tasks.  */

static void
wait_for_all (gomp_target *target, gimple_stmt_iterator *gsi)
{
  location_t loc = gimple_location (target);
  for (tree *p = gimple_omp_target_clauses_ptr (target); *p;)
    if (OMP_CLAUSE_CODE (*p) == OMP_CLAUSE_NOWAIT)
      *p = OMP_CLAUSE_CHAIN (*p);
    else
      p = &OMP_CLAUSE_CHAIN (*p);
  gcall *wait
    = gimple_build_call (builtin_decl_explicit (BUILT_IN_GOMP_TASKWAIT), 0);
  gimple_set_location (wait, loc);
  gsi_insert_before (gsi, wait, GSI_SAME_STMT);
  n_regions.value++;
  host_repaired (loc, "gfortran loses depend here; the program waits for all tasks "
		 "before this region, and for the region");
}

/* Visits the statement at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = host_target_region (gsi_stmt (*gsi));
  if (!target)
    return false;
  location_t loc = gimple_location (target);
  char *text = directive_at (loc);
  if (!text)
    return false;
  if (accelfix_args.target_depend && has_clause_p (text, "depend")
      && !omp_find_clause (gimple_omp_target_clauses (target),
			   OMP_CLAUSE_DEPEND))
    wait_for_all (target, gsi);
  if (ACCELFIX_LOSES_DEVICE_ADDR && accelfix_args.refuse && combined_p (text)
      && has_clause_p (text, "has_device_addr"))
    {
      error_at (loc, "gfortran loses %<has_device_addr%> of this construct");
      inform (loc, "write %<target has_device_addr(...)%> and the other constructs "
	      "inside");
    }
  free (text);
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
}

opt_pass *
make_accelfix_target_depend (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-target-depend", ctxt, visit_function,
			   []
			   {
			     return (flag_openmp && lang_GNU_Fortran ()
				     && (accelfix_args.target_depend
					 || accelfix_args.refuse));
			   });
}
