/* Fortran: the clause depend of combined target constructs.
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
   the region itself, without nowait.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "gimple-iterator.h"

static accelfix_counter n_regions ("regions whose depend was lost");

/* The text of a directive behind its sentinel, !$omp, c$omp or *$omp, if LINE begins with
   one; else NULL.  */

static const char *
behind_sentinel (const char *line)
{
  while (ISBLANK (*line))
    line++;
  return (*line && strchr ("!cC*", *line) && strncasecmp (line + 1, "$omp", 4) == 0
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

/* Whether there is a clause depend in [TEXT, END).  */

static bool
has_depend_p (const char *text, const char *end)
{
  static const char word[] = "depend";
  const size_t n = sizeof word - 1;
  for (const char *p = text; p + n < end; p++)
    if (strncasecmp (p, word, n) == 0 && !ISIDNUM (p[-1]))
      {
	const char *q = p + n;
	while (q < end && ISBLANK (*q))
	  q++;
	if (*q == '(')
	  return true;
      }
  return false;
}

/* Whether the directive of which LOC is a part has a clause depend; gfortran gives the
   place of a construct's last clause.  In free form a directive goes on in the next line
   if it ends in an ampersand; in fixed form, if the next line has something but 0
   in column 6.  Empty lines and comments may be between.  */

static bool
written_with_depend_p (location_t loc)
{
  expanded_location at = expand_location (loc);
  FILE *file = at.file ? fopen (at.file, "r") : NULL;
  char *line = NULL;
  size_t size = 0;
  bool found = false, goes_on = false;
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
	  found = false;
	}
      if (text)
	found |= has_depend_p (text, end_of (text));
      goes_on = text && end_of (text) > text && end_of (text)[-1] == '&';
    }
  free (line);
  if (file)
    fclose (file);
  return found;
}

/* Visits the statement at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || gimple_omp_target_kind (target) != GF_OMP_TARGET_KIND_REGION)
    return false;
  location_t loc = gimple_location (target);
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  if (omp_find_clause (*clauses, OMP_CLAUSE_DEPEND) || !written_with_depend_p (loc))
    return false;
  for (tree *p = clauses; *p;)
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
			     return (flag_openmp && accelfix_args.target_depend
				     && lang_GNU_Fortran ());
			   });
}
