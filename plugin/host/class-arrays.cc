/* C++: arrays of objects with destructors in OpenMP's target regions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* At the end of a target region, the C++ front end of GCC 12 to 14 walks over
   the region's body and looks at the variables of each block
   (finish_omp_target_clauses_r in cp/semantics.cc).  The loop that destroys the
   elements of an array is a BIND_EXPR without a block (build_vec_delete_1 in
   cp/init.cc), and g++ stops with a segmentation fault.

   This gives such a loop an empty block, when the declaration of the array ends:
   its cleanup is among the statements by then.  When the function has been parsed
   it takes the block away, so that nothing else is changed.  For "new []" and
   "delete []" see vector-new.cc.  */

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

static accelfix_counter n_arrays ("arrays of objects in target regions");

/* What only cc1plus has.  */
#pragma weak current_stmt_tree
#pragma weak scope_chain

/* The blocks, and the function and the array of each.  They are compared and not
   read before the function has been parsed: one that is dropped after an error
   takes its own along.  */
struct added_block { tree function, block, array; };
static auto_vec<added_block> blocks;

/* For walk_tree: gives the BIND_EXPR at *TP a block, if it has none.  ARRAY is the
   array.  */

static tree
add_block (tree *tp, int *, void *array)
{
  if (TREE_CODE (*tp) == BIND_EXPR && !BIND_EXPR_BLOCK (*tp))
    {
      tree block = make_node (BLOCK);
      BIND_EXPR_BLOCK (*tp) = block;
      blocks.safe_push ({ current_function_decl, block, (tree) array });
    }
  return NULL_TREE;
}

/* For walk_tree: takes the block of the BIND_EXPR at *TP away, if add_block has
   given it to it, in the function FN_.  */

static tree
remove_block (tree *tp, int *, void *fn_)
{
  if (TREE_CODE (*tp) == BIND_EXPR && BIND_EXPR_BLOCK (*tp))
    for (const added_block &b : blocks)
      if (b.function == (tree) fn_ && b.block == BIND_EXPR_BLOCK (*tp))
	{
	  BIND_EXPR_BLOCK (*tp) = NULL_TREE;
	  break;
	}
  return NULL_TREE;
}

/* For walk_tree: says at the BIND_EXPR at *TP, which is in a target region, that it
   has a block of ours.  LAST is the array that was named last.  */

static tree
name_array (tree *tp, int *, void *last)
{
  if (TREE_CODE (*tp) == BIND_EXPR && BIND_EXPR_BLOCK (*tp))
    for (const added_block &b : blocks)
      if (b.block == BIND_EXPR_BLOCK (*tp) && b.array != *(tree *) last)
	{
	  *(tree *) last = b.array;
	  n_arrays.value++;
	  host_repaired (DECL_SOURCE_LOCATION (b.array),
			 "the loop that destroys %T has a block", b.array,
			 "target-array-destructor");
	}
  return NULL_TREE;
}

/* For walk_tree: looks for target regions.  */

static tree
find_target (tree *tp, int *walk_subtrees, void *last)
{
  if (TREE_CODE (*tp) == OMP_TARGET)
    {
      walk_tree_without_duplicates (&OMP_TARGET_BODY (*tp), name_array, last);
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

/* See passes.h.  */

void
host_finish_function (void *fn, void *)
{
  bool any = false;
  for (const added_block &b : blocks)
    any |= b.function == (tree) fn;
  if (!any)
    return;
  tree *body = &DECL_SAVED_TREE ((tree) fn), last = NULL_TREE;
  walk_tree_without_duplicates (body, find_target, &last);
  walk_tree_without_duplicates (body, remove_block, fn);
  for (unsigned i = blocks.length (); i-- > 0; )
    if (blocks[i].function == (tree) fn)
      blocks.unordered_remove (i);
}

/* See host.h.  */

bool
host_in_region_p (void)
{
  for (cp_binding_level *b = current_binding_level; b; b = b->level_chain)
    if (b->kind == sk_omp)
      return true;
    else if (b->kind == sk_function_parms || b->kind == sk_namespace)
      break;
  return false;
}

/* See passes.h.  */

void
host_finish_decl (void *decl_, void *)
{
  tree decl = (tree) decl_;
  if (tree list = host_end_vector ())
    walk_tree_without_duplicates (&list, add_block, decl);
  if (!ACCELFIX_WALKS_BLOCKS || !flag_openmp || !accelfix_args.class_arrays
      || !&current_stmt_tree
      || !&scope_chain || !scope_chain || !current_function_decl
      || !VAR_P (decl) || TREE_CODE (TREE_TYPE (decl)) != ARRAY_TYPE
      || processing_template_decl || !building_stmt_list_p ()
      || !host_in_region_p ())
    return;

  /* The last list is what the cleanup is around, and empty; the one before has the
     declaration and the cleanup.  */
  vec<tree, va_gc> *stack = stmt_list_stack;
  for (unsigned i = stack->length (), lists = 2; i > 0 && lists > 0; lists--)
    {
      tree_stmt_iterator at = tsi_last ((*stack)[--i]);
      for (; !tsi_end_p (at); tsi_prev (&at))
	{
	  walk_tree_without_duplicates (tsi_stmt_ptr (at), add_block, decl);
	  if (TREE_CODE (tsi_stmt (at)) == DECL_EXPR)
	    break;
	}
    }
}
