/* C++: virtual functions of objects that are made on a device.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC marks for devices, by itself, what offloaded functions call, and what that calls
   (omp_discover_implicit_declare_target).  A constructor of a class with virtual
   functions is among it, but the table of these functions, which the constructor's object
   points to, is data and is not marked, and nothing calls what is in the table.  So a
   program

     #pragma omp target
     {
       Circle c (2);
       Shape *s = &c;
       area = s->area ();
     }

   is not linked, or the device's compiler stops, or, if GCC puts the constructor's code
   into the region, the host's table is mapped and the call jumps to an address of the
   host.  GCC 11 to 16.

   When GCC is done with that search, and no function has been lowered yet, this looks for
   the tables that offloaded code names, marks them, the functions in them, and what
   describes the class's type; then it lets GCC search again, since the functions may call
   others and make objects of other classes.  The tables need no entry in libgomp's own
   list of variables, as nobody maps them.

   A class whose first virtual function that is not inline is defined in another unit has
   its table there.  That unit marks the table if the class stands between "declare
   target" and its end.  */

#include "gcc-plugin.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "tm.h"
#include "cp/cp-tree.h"
#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "langhooks.h"
#include "omp-offload.h"
#include "symbol-summary.h"
#include "symtab-thunks.h"

static accelfix_counter n_tables ("tables of virtual functions for devices");

/* What GCC does at the end of its search.  */
static void (*finish_search) (void);

/* The tables and descriptions of types that were found.  */
static hash_set<tree> *found;
static auto_vec<tree> tables;

/* The virtual functions that the program itself has marked.  */
static auto_vec<tree> marked_functions;

/* Whether DECL is marked for devices.  */

static bool
marked_p (tree decl)
{
  return lookup_attribute ("omp declare target", DECL_ATTRIBUTES (decl));
}

/* Marks DECL, a function or variable.  */

static void
mark (tree decl)
{
  if (marked_p (decl)
      || lookup_attribute ("omp declare target host", DECL_ATTRIBUTES (decl)))
    return;
  host_send_to_devices (VAR_P (decl)
			? (symtab_node *) varpool_node::get_create (decl)
			: (symtab_node *) cgraph_node::get_create (decl));
}

/* What NODE, a function, is another name of; null if it is none.  */

static tree
other_name (cgraph_node *node)
{
  tree target = node->alias_target;
  if (node->alias && node->analyzed)
    target = node->get_alias_target ()->decl;
  return target && TREE_CODE (target) == FUNCTION_DECL ? target : NULL_TREE;
}

/* Marks function FN of a table: itself, what it is another name of, and what it hands
   over to after it has adjusted "this", or before it adjusts the result.  */

static void
mark_function (tree fn)
{
  while (fn)
    {
      mark (fn);
      cgraph_node *node = cgraph_node::get (fn);
      if (!node)
	break;
      thunk_info *thunk = node->thunk ? thunk_info::get (node) : NULL;
      fn = thunk ? thunk->alias : other_name (node);
    }
}

/* For walk_tree: collects the tables that are named at *TP.  */

static tree
find_table (tree *tp, int *walk_subtrees, void *)
{
  if (VAR_P (*tp) && is_global_var (*tp) && (DECL_VIRTUAL_P (*tp) || DECL_TINFO_P (*tp))
      && !marked_p (*tp))
    {
      if (!found->add (*tp))
	tables.safe_push (*tp);
    }
  else if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return NULL_TREE;
}

/* For walk_tree: looks for regions.  */

static tree
find_region (tree *tp, int *walk_subtrees, void *)
{
  if (TREE_CODE (*tp) == OMP_TARGET)
    {
      walk_tree_without_duplicates (&OMP_TARGET_BODY (*tp), find_table, NULL);
      *walk_subtrees = 0;
    }
  else if (TYPE_P (*tp))
    *walk_subtrees = 0;
  return NULL_TREE;
}

/* For walk_tree: marks the functions of a table at *TP, and collects other tables and
   what describes types.  */

static tree
look_through (tree *tp, int *walk_subtrees, void *)
{
  tree t = *tp;
  if (TREE_CODE (t) == FUNCTION_DECL)
    mark_function (t);
  else if (VAR_P (t) && is_global_var (t))
    {
      if (!found->add (t))
	tables.safe_push (t);
    }
  else if (TYPE_P (t))
    *walk_subtrees = 0;
  return NULL_TREE;
}

/* Collects the tables of the classes that the program has marked, if they are made in this
   unit.  */

static void
find_marked_classes (void)
{
  for (tree fn : marked_functions)
    for (tree t = CLASSTYPE_VTABLES (DECL_CONTEXT (fn)); t; t = DECL_CHAIN (t))
      if (varpool_node *node = varpool_node::get (t))
	if (node->definition && !marked_p (t) && !found->add (t))
	  tables.safe_push (t);
}

/* Collects the tables that offloaded code names, and marks the functions in those from
   number *SEEN on, which becomes how many there are.  Returns whether there were any.  */

static bool
find_tables (unsigned *seen)
{
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    {
      tree *body = &DECL_SAVED_TREE (node->decl);
      function *fun = DECL_STRUCT_FUNCTION (node->decl);
      if (*body && marked_p (node->decl))
	walk_tree_without_duplicates (body, find_table, NULL);
      else if (*body && fun && fun->has_omp_target)
	walk_tree_without_duplicates (body, find_region, NULL);
    }
  unsigned before = *seen;
  for (; *seen < tables.length (); ++*seen)
    {
      tree *init = &DECL_INITIAL (tables[*seen]);
      if (*init && *init != error_mark_node)
	walk_tree_without_duplicates (init, look_through, NULL);
    }
  return *seen > before;
}

/* GCC's search has ended.  */

static void
search_tables (void)
{
  /* The search below ends here, too.  */
  static bool searching;
  if (searching)
    return;
  searching = true;
  if (ENABLE_OFFLOADING && flag_openmp && lang_GNU_CXX () && !errorcount && !sorrycount)
    {
      hash_set<tree> set;
      unsigned seen = 0;
      found = &set;
      find_marked_classes ();
      while (find_tables (&seen))
	omp_discover_implicit_declare_target ();
      /* Were they marked before, that search would take them for variables of the
	 program, which are in the list of those that can be mapped.  */
      for (tree t : tables)
	{
	  if (DECL_VTABLE_OR_VTT_P (t) && !DECL_EXTERNAL (t))
	    {
	      n_tables.value++;
	      host_repaired (DECL_SOURCE_LOCATION (t),
			     "the virtual functions of %T are on devices",
			     TYPE_NAME (DECL_CONTEXT (t)), "virtual-table");
	    }
	  mark (t);
	}
      tables.release ();
      found = NULL;
    }
  searching = false;
  finish_search ();
}

/* See passes.h.  */

void
host_note_virtual (void *fn_, void *)
{
  tree fn = (tree) fn_;
  if (flag_openmp && DECL_VIRTUAL_P (fn) && marked_p (fn)
      && CLASS_TYPE_P (DECL_CONTEXT (fn)))
    marked_functions.safe_push (fn);
}

/* See passes.h.  */

void
host_follow_search (void)
{
  if (!accelfix_args.virtual_tables)
    return;
  finish_search = lang_hooks.decls.omp_finish_decl_inits;
  lang_hooks.decls.omp_finish_decl_inits = search_tables;
}
