/* C++: what a clause calls is on devices, too.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC marks for devices, by itself, what OpenMP's target regions call, and what that
   calls (omp_discover_implicit_declare_target).  It searches the text of the program.
   What a clause calls for an object of a class is not in it: constructors and
   destructors, for "private", "firstprivate" and "reduction", and the assignment, for
   "lastprivate", are called by statements that are made when the construct is lowered
   (lower_rec_input_clauses, lower_lastprivate_clauses).  If the program does not call
   the function in a region by itself, and nothing has put its code in the place of the
   call, the device's compiler says that the function "has been referenced in offloaded
   code but hasn't been marked to be included in the offloaded code", or the link, that
   its symbol is not defined.  GCC 11 to 16.

   This pass looks at what offloaded functions refer to when everything is lowered, and
   marks what GCC would have: functions that this unit defines, under all names that
   they have, and, of a class with virtual functions, the table of these and what it
   names (virtual-tables.cc).  Constants are const-data.cc's; other variables need a
   directive, as those do that a region's own functions use.  OpenACC has no such search:
   there, functions need a directive, too.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_functions ("functions for devices that clauses call");

/* Whether the program, or GCC, has said where NODE has to be.  */

static bool
placed_p (symtab_node *node)
{
  tree attributes = DECL_ATTRIBUTES (node->decl);
  return (node->offloadable || lookup_attribute ("omp declare target", attributes)
	  || lookup_attribute ("omp declare target host", attributes)
	  || lookup_attribute ("omp declare target link", attributes));
}

/* Marks VAR, which offloaded code refers to, if the compiler made it for a class: the
   table of its virtual functions, or what describes it.  Returns whether it was not
   marked.  */

static bool
mark_variable (varpool_node *var)
{
  if (placed_p (var) || !var->definition || DECL_EXTERNAL (var->decl)
      || !DECL_ARTIFICIAL (var->decl) || !TREE_READONLY (var->decl))
    return false;
  host_send_to_devices (var);
  return true;
}

/* Marks NODE, which offloaded code refers to.  Returns whether it was not.  */

static bool
mark_function (cgraph_node *node)
{
  if (placed_p (node) || !node->definition || node->inlined_to)
    return false;
  host_send_to_devices (node);
  if (!node->alias && !node->thunk && !DECL_ARTIFICIAL (node->decl))
    {
      n_functions.value++;
      host_repaired (DECL_SOURCE_LOCATION (node->decl),
		     "%T is on devices: a clause calls it", node->decl,
		     "clause-functions");
    }
  return true;
}

/* Marks what NODE refers to, and puts it into WORK.  */

static void
mark_used (symtab_node *node, vec <symtab_node *> *work)
{
  ipa_ref *ref;
  for (unsigned i = 0; node->iterate_reference (i, ref); i++)
    if (varpool_node *var = dyn_cast <varpool_node *> (ref->referred))
      {
	if (mark_variable (var))
	  work->safe_push (var);
      }
    else if (mark_function (as_a <cgraph_node *> (ref->referred)))
      work->safe_push (ref->referred);
  cgraph_node *function = dyn_cast <cgraph_node *> (node);
  for (cgraph_edge *e = function ? function->callees : NULL; e; e = e->next_callee)
    if (mark_function (e->callee))
      work->safe_push (e->callee);
}

/* The pass: what OpenMP's offloaded functions use, and what that uses.  */

static void
mark_clause_calls (function *)
{
  auto_vec <symtab_node *> work;
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    if (node->offloadable && !node->inlined_to
	&& !oacc_get_fn_attrib (node->decl))
      work.safe_push (node);
  while (!work.is_empty ())
    mark_used (work.pop (), &work);
}

opt_pass *
make_accelfix_clause_calls (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-clause-calls", ctxt, mark_clause_calls, []
			 {
			   return (accelfix_args.clause_calls && ENABLE_OFFLOADING
				   && flag_openmp);
			 });
}
