/* OpenACC: one worker calls a routine for vectors (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Outside of loops over workers one worker executes the code for all.  A routine
   that has loops over workers must be called by all of them, and it lets one execute
   what is outside of those loops.  GCC's pass omp_oacc_neuter_broadcast has all
   workers call each routine but the sequential ones
   (omp_sese_active_worker_call), also one of "acc routine vector", which takes it
   for granted that a single worker, or each with work of its own, calls it:

     #pragma acc routine vector
     void scale (double *p) { #pragma acc loop vector ... p[i] *= 2; }

   So p[i] is doubled once for each worker, by all at once.

   While GCC's pass looks at a function, the routines for vectors that it calls lack
   the attribute that makes them routines: the pass takes them for sequential ones
   then, which one worker calls, and hands on what they return.  The attribute has
   another name in that time, where the garbage collector finds it.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "attribs.h"
#include "functions.h"
#include "workers.h"

#if ACCELFIX_GCN

static accelfix_counter n_calls ("calls of vector routines made by one worker");

#define ATTRIBUTE_NAME "oacc function"
#define HIDDEN_NAME "accelfix oacc function"

/* Calls VISIT with each function that FUN calls.  */

template <typename F>
static void
for_each_callee (function *fun, F visit)
{
  for_each_stmt (fun, [=] (gimple_stmt_iterator &gsi)
    {
      tree callee = (is_gimple_call (gsi_stmt (gsi))
		     ? gimple_call_fndecl (gsi_stmt (gsi)) : NULL_TREE);
      if (callee)
	visit (callee);
    });
}

/* Gives FROM's attributes of FN the name TO.  There may be two, of which the first
   counts.  */

static void
rename_attributes (tree fn, const char *from, const char *to)
{
  for (tree a = DECL_ATTRIBUTES (fn); a; a = TREE_CHAIN (a))
    if (is_attribute_p (from, get_attribute_name (a)))
      TREE_PURPOSE (a) = get_identifier (to);
}

static void
hide_routines (function *fun)
{
  if (!oacc_get_fn_attrib (fun->decl))
    return;
  for_each_callee (fun, [=] (tree callee)
    {
      tree attribute = oacc_get_fn_attrib (callee);
      if (attribute && callee != fun->decl
	  && accelfix_routine_level (attribute) == GOMP_DIM_VECTOR)
	rename_attributes (callee, ATTRIBUTE_NAME, HIDDEN_NAME);
      if (lookup_attribute (HIDDEN_NAME, DECL_ATTRIBUTES (callee)))
	n_calls.value++;
    });
}

static void
show_routines (function *fun)
{
  for_each_callee (fun, [] (tree callee)
    {
      rename_attributes (callee, HIDDEN_NAME, ATTRIBUTE_NAME);
    });
}

opt_pass *
make_accelfix_worker_calls (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-worker-calls", ctxt, hide_routines,
			   accelfix_workers_wanted);
}

opt_pass *
make_accelfix_worker_calls_end (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-worker-calls-end", ctxt, show_routines,
			   accelfix_workers_wanted);
}

#endif /* ACCELFIX_GCN */
