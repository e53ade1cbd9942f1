/* C++: "new []" and "delete []" in OpenMP's target regions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The loops of "new []" and "delete []" that destroy objects are BIND_EXPRs without a
   block, as those of class-arrays.cc are, and g++ 12 to 14 stop at them when a
   target region ends, in finish_omp_target_clauses_r (cp/semantics.cc).  No event
   tells a plugin that such a statement ends.  But the front end asks the target how
   many bytes in front of an array hold its length, once for each of the two
   (build_new_1 and build_vec_delete_1 in cp/init.cc), before the statement becomes part
   of the region.

   So when it asks, a list of statements is opened, as the front end opens one for what
   follows a variable with a destructor: it takes the rest of the block, and closes with
   it (pop_stmt_list in c-family/c-semantics.c).  It is the operand of a
   SIZEOF_EXPR, into which that walk does not look.  When the function has been
   parsed, the list's statements take its place.  A declaration ends it earlier: the
   loops in it get blocks then.

   The walk looks for `this', for the variables of the lambda function that it is in,
   and for lambda functions, since these have to be mapped.  Where the list has one of
   these, that is an error.  */

#include "gcc-plugin.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "tm.h"
#include "target.h"
#include "cp/cp-tree.h"
#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_vectors ("new [] and delete [] in target regions");

/* What only cc1plus has.  */
#pragma weak current_stmt_tree
#pragma weak scope_chain
#pragma weak cp_unevaluated_operand
#pragma weak is_this_parameter
#pragma weak push_stmt_list

/* The lists, and the functions in which they are.  They are compared and not read
   before the function has been parsed.  */
struct hidden_list { tree function, list; };
static auto_vec<hidden_list> hidden;

static tree (*size_of_cookie) (tree);

/* Whether T is the SIZEOF_EXPR of a list of ours.  */

static bool
hides_p (tree t)
{
  if (TREE_CODE (t) == SIZEOF_EXPR)
    for (const hidden_list &h : hidden)
      if (h.list == TREE_OPERAND (t, 0))
	return true;
  return false;
}

/* Whether a statement that is parsed now becomes part of a region's body.  */

static bool
in_body_p ()
{
  if (!ACCELFIX_WALKS_BLOCKS || !flag_openmp || !accelfix_args.class_arrays
      || !&current_stmt_tree || !&scope_chain || !scope_chain
      || !current_function_decl || processing_template_decl
      || cp_unevaluated_operand || !building_stmt_list_p ()
      || !host_in_region_p ())
    return false;
  /* The last statement of a statement expression is its value.  */
  for (tree list : *stmt_list_stack)
    if (STATEMENT_LIST_STMT_EXPR (list))
      return false;
  return true;
}

/* The hook get_cookie_size of TYPE.  */

static tree
open_list (tree type)
{
  tree element = strip_array_types (type);
  if (MAYBE_CLASS_TYPE_P (element)
      && TYPE_HAS_NONTRIVIAL_DESTRUCTOR (element) && in_body_p ())
    {
      tree hider = build1 (SIZEOF_EXPR, size_type_node, NULL_TREE);
      SET_EXPR_LOCATION (hider, input_location);
      TREE_SIDE_EFFECTS (hider) = 1;
      append_to_statement_list_force (hider, &cur_stmt_list);
      tree list = push_stmt_list ();
      TREE_OPERAND (hider, 0) = list;
      hidden.safe_push ({ current_function_decl, list });
    }
  return size_of_cookie (type);
}

/* See passes.h.  */

void
host_follow_vectors (void)
{
  size_of_cookie = targetm.cxx.get_cookie_size;
  targetm.cxx.get_cookie_size = open_list;
}

/* For walk_tree: whether *TP is something that the front end has to map in a target
   region.  LOCALS_ has the region's own variables.  */

static tree
find_mapped (tree *tp, int *walk_subtrees, void *locals_)
{
  hash_set<tree> *locals = (hash_set<tree> *) locals_;
  tree t = *tp;
  tree type = DECL_P (t) ? TREE_TYPE (t) : NULL_TREE;
  if (type && TYPE_REF_P (type))
    type = TREE_TYPE (type);
  if (TYPE_P (t))
    *walk_subtrees = 0;
  else if (TREE_CODE (t) == DECL_EXPR)
    locals->add (DECL_EXPR_DECL (t));
  else if (is_this_parameter (t))
    return t;
  else if (VAR_P (t) && DECL_HAS_VALUE_EXPR_P (t)
	   && LAMBDA_FUNCTION_P (current_function_decl))
    return t;
  else if (type && LAMBDA_TYPE_P (type) && !locals->contains (t))
    return t;
  return NULL_TREE;
}

/* For walk_tree: puts a list of ours into the place of the SIZEOF_EXPR at *TP.  IN_
   are the local variables of the target region that this is in, or NULL.  */

static tree
show_list (tree *tp, int *walk_subtrees, void *in_)
{
  hash_set<tree> *in = (hash_set<tree> *) in_;
  if (TREE_CODE (*tp) == OMP_TARGET && !in)
    {
      hash_set<tree> locals;
      walk_tree_without_duplicates (&OMP_TARGET_BODY (*tp), show_list, &locals);
      *walk_subtrees = 0;
    }
  else if (in && TREE_CODE (*tp) == DECL_EXPR)
    in->add (DECL_EXPR_DECL (*tp));
  else if (hides_p (*tp))
    {
      location_t loc = EXPR_LOCATION (*tp);
      *tp = TREE_OPERAND (*tp, 0);
      if (!in)
	return NULL_TREE;
      n_vectors.value++;
      if (tree t = walk_tree_without_duplicates (tp, find_mapped, in))
	{
	  error_at (loc, "GCC does not map %qD where %<new []%> or %<delete []%> "
		    "of objects with destructors is in a target region", t);
	  inform (loc, "write it in a function that the region calls");
	}
      else
	host_repaired (loc, "new [] or delete [] of objects with destructors",
		       NULL_TREE, "target-array-destructor");
    }
  return NULL_TREE;
}

/* See host.h.  */

tree
host_end_vector (void)
{
  if (hidden.is_empty () || !in_body_p () || cur_stmt_list != hidden.last ().list)
    return NULL_TREE;
  tree list = cur_stmt_list;
  tree outer = (*stmt_list_stack)[stmt_list_stack->length () - 2];
  tree_stmt_iterator at = tsi_last (outer);
  if (tsi_end_p (at) || !hides_p (tsi_stmt (at))
      || TREE_OPERAND (tsi_stmt (at), 0) != list)
    return NULL_TREE;
  stmt_list_stack->pop ();
  *tsi_stmt_ptr (at) = list;
  hidden.pop ();
  n_vectors.value++;
  return list;
}

/* See passes.h.  */

void
host_finish_vectors (void *fn, void *)
{
  bool any = false;
  for (const hidden_list &h : hidden)
    any |= h.function == (tree) fn;
  if (!any)
    return;
  walk_tree_without_duplicates (&DECL_SAVED_TREE ((tree) fn), show_list, NULL);
  for (unsigned i = hidden.length (); i-- > 0; )
    if (hidden[i].function == (tree) fn)
      hidden.unordered_remove (i);
}
