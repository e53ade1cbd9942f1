/* OpenMP: asynchronous copies, which the libgomp of GCC 11 and 12 lacks.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* OpenMP 5.1 has omp_target_memcpy_async and omp_target_memcpy_rect_async; libgomp
   has them since GCC 13, and a program that calls them does not link before.

   It is right to copy at once, after the tasks that the copy may depend on:

     omp_target_memcpy_async (to, from, ..., n, list)
       ->  taskwait; omp_target_memcpy (to, from, ...)

   A task depends on tasks of the same parent only, which is what taskwait waits
   for.  This pass writes the calls so.  A library in front of libgomp would do as
   well, but the program would need it wherever it runs, and linker options in
   front of the objects, where the flags of accelfix-config stand, do not find
   functions in an archive.  The other routines that only later releases have
   (omp_get_mapped_ptr, omp_target_is_accessible, omp_in_explicit_task) ask what
   libgomp alone knows.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_copies ("asynchronous copies that are done at once");

/* The routines, and how many arguments the two kinds have.  */

static const struct routine
{
  const char *name, *at_once;
  unsigned args, args_at_once;
} routines[] =
{
  { "omp_target_memcpy_async", "omp_target_memcpy", 9, 7 },
  { "omp_target_memcpy_rect_async", "omp_target_memcpy_rect", 13, 11 }
};

/* The routine that STMT calls, or NULL.  */

static const routine *
called (gimple *stmt)
{
  if (!is_gimple_call (stmt))
    return NULL;
  tree fn = gimple_call_fndecl (stmt);
  if (!fn || !DECL_NAME (fn) || !TREE_PUBLIC (fn) || !DECL_EXTERNAL (fn))
    return NULL;
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (fn));
  for (const routine &r : routines)
    if (strcmp (name, r.name) == 0 && gimple_call_num_args (stmt) == r.args)
      return &r;
  return NULL;
}

/* The type of argument I of routine R.  */

static tree
argument_type (const routine *r, unsigned i)
{
  if (r == &routines[0])
    return i < 2 ? ptr_type_node : i < 5 ? size_type_node : integer_type_node;
  return (i < 2 || (i > 3 && i < 9) ? ptr_type_node
	  : i == 2 ? size_type_node : integer_type_node);
}

/* Replaces the call at GSI, if it is one of those.  */

static bool
visit_call (gimple_stmt_iterator *gsi, void *)
{
  gimple *call = gsi_stmt (*gsi);
  const routine *r = called (call);
  if (!r)
    return false;
  gbind *bind = gimple_build_bind (NULL_TREE, NULL, make_node (BLOCK));
  gimple_seq body = NULL;
  auto_vec<tree> args, types;
  for (unsigned i = 0; i < r->args_at_once; i++)
    {
      tree type = argument_type (r, i), arg = gimple_call_arg (call, i);
      /* A call without a declaration may have it otherwise.  */
      if (!useless_type_conversion_p (type, TREE_TYPE (arg)))
	{
	  tree var = host_new_variable (bind, type, "accelfix");
	  gimple_seq_add_stmt (&body, gimple_build_assign
	    (var, build1 (NOP_EXPR, type, arg)));
	  arg = var;
	}
      args.safe_push (arg);
      types.safe_push (type);
    }
  gimple_seq_add_stmt (&body, gimple_build_call
    (builtin_decl_explicit (BUILT_IN_GOMP_TASKWAIT), 0));
  tree type = build_function_type_array (integer_type_node, types.length (),
					 types.address ());
  gcall *copy = gimple_build_call_vec (build_fn_decl (r->at_once, type), args);
  gimple_call_set_lhs (copy, gimple_call_lhs (call));
  gimple_seq_add_stmt (&body, copy);
  gimple_seq_set_location (body, gimple_location (call));
  gimple_set_location (bind, gimple_location (call));
  host_repaired (gimple_location (call), "this copies at once");
  gimple_bind_set_body (bind, body);
  gsi_replace (gsi, bind, false);
  n_copies.value++;
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_call, NULL);
}

opt_pass *
make_accelfix_async_copies (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-async-copies", ctxt, visit_function,
			   [] { return (ACCELFIX_LACKS_ASYNC_COPIES && flag_openmp
					&& accelfix_args.async_copies); });
}
