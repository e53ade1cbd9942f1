/* C++: lambda functions without captures in OpenMP's target regions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* At the end of a target region, the C++ front end of GCC 12 takes each expression whose
   type is that of a lambda function for an object that has to be mapped
   (finish_omp_target_clauses_r in cp/semantics.cc), and stops with a segmentation fault
   at the clause.  There are two that are no objects: the EMPTY_CLASS_EXPR that stands
   for an empty object which is handed to a function by value, and the constant that a
   variable begins with:

     #pragma omp target
     {
       std::sort (p, p + n, [] (int a, int b) { return a > b; });
       auto f = [] (int a) { return a + 1; };

   A lambda function with captures has neither.  This gives one without, in a region, a
   member that nobody uses, when its body has been parsed: its class is laid out after
   that, and has one byte, as before.  A variable of such a class begins with nothing.  */

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

static accelfix_counter n_lambdas ("lambda functions in target regions");

/* What only cc1plus has.  */
#pragma weak scope_chain
#pragma weak cp_global_trees

/* Whether this is g++, at something in a region of OpenMP.  */

static bool
relevant_p (void)
{
  return (ACCELFIX_MAPS_EMPTY_CLASSES && flag_openmp && accelfix_args.class_arrays
	  && &scope_chain && scope_chain && host_in_region_p ());
}

/* See passes.h.  */

void
host_finish_lambda (void *fn_, void *)
{
  tree fn = (tree) fn_;
  if (TREE_CODE (fn) != FUNCTION_DECL || !relevant_p ()
      || !DECL_LANG_SPECIFIC (fn) || !LAMBDA_FUNCTION_P (fn))
    return;
  tree type = DECL_CONTEXT (fn);
  if (COMPLETE_TYPE_P (type)
      || LAMBDA_EXPR_CAPTURE_LIST (CLASSTYPE_LAMBDA_EXPR (type)))
    return;
  for (tree field = TYPE_FIELDS (type); field; field = DECL_CHAIN (field))
    if (TREE_CODE (field) == FIELD_DECL)
      return;
  tree field = build_decl (DECL_SOURCE_LOCATION (fn), FIELD_DECL, NULL_TREE,
			   char_type_node);
  DECL_ARTIFICIAL (field) = 1;
  DECL_CONTEXT (field) = type;
  DECL_CHAIN (field) = TYPE_FIELDS (type);
  TYPE_FIELDS (type) = field;
  n_lambdas.value++;
  host_repaired (DECL_SOURCE_LOCATION (fn),
		 "the lambda function may be handed on in the target region", NULL_TREE,
		 "target-lambda");
}

/* See passes.h.  */

void
host_finish_lambda_variable (void *decl_, void *)
{
  tree decl = (tree) decl_;
  if (!VAR_P (decl) || !relevant_p () || !LAMBDA_TYPE_P (TREE_TYPE (decl))
      || LAMBDA_EXPR_CAPTURE_LIST (CLASSTYPE_LAMBDA_EXPR (TREE_TYPE (decl)))
      || !DECL_INITIAL (decl) || TREE_CODE (DECL_INITIAL (decl)) != CONSTRUCTOR
      || TREE_STATIC (decl) || DECL_DECLARED_CONSTEXPR_P (decl))
    return;
  DECL_INITIAL (decl) = NULL_TREE;
}
