/* Flags of the host's that devices do not have.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The flags of gcc's command line go to the offload compiler as well, or have left
   their traces in the code that it reads.  With some that are common, of
   distributions and of debug builds, a program that offloads cannot be linked:

   - -fcf-protection and the flags of Graphite are errors there;
   - -fstack-protector-strong wants __stack_chk_fail, which needs what the device's
     libraries do not have (GCC 11, 12);
   - -fsanitize=undefined and -finstrument-functions call functions that only the
     host has.

   The device's code is compiled as if these had not been given: what is undefined is
   not looked for there, and nothing is told of its functions.  On the host all is as
   before.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_calls ("calls for the host's instrumentation removed");

/* See passes.h.  */

void
accelfix_forget_host_flags (void)
{
  if (!accelfix_args.host_flags)
    return;
  global_options.x_flag_cf_protection = CF_NONE;
  global_options.x_flag_graphite = 0;
  global_options.x_flag_graphite_identity = 0;
  global_options.x_flag_loop_nest_optimize = 0;
  global_options.x_flag_loop_parallelize_all = 0;
}

/* The operation that CALL executes and checks for overflow, or ERROR_MARK.  */

static tree_code
checked_operation (gcall *call)
{
  if (!gimple_call_internal_p (call))
    return ERROR_MARK;
  switch (gimple_call_internal_fn (call))
    {
    case IFN_UBSAN_CHECK_ADD: return PLUS_EXPR;
    case IFN_UBSAN_CHECK_SUB: return MINUS_EXPR;
    case IFN_UBSAN_CHECK_MUL: return MULT_EXPR;
    default: return ERROR_MARK;
    }
}

/* Whether CALL is only a check, or tells of a function's beginning or end.  */

static bool
instrumentation_p (gcall *call)
{
  if (gimple_call_internal_p (call))
    switch (gimple_call_internal_fn (call))
      {
      case IFN_UBSAN_NULL: case IFN_UBSAN_BOUNDS: case IFN_UBSAN_VPTR:
      case IFN_UBSAN_OBJECT_SIZE: case IFN_UBSAN_PTR:
	return true;
      default:
	return false;
      }
  tree fn = gimple_call_fndecl (call);
  if (!fn || !DECL_EXTERNAL (fn))
    return false;
  const char *name = accelfix_name_of (fn);
  return (!strncmp (name, "__ubsan_handle_", strlen ("__ubsan_handle_"))
	  || !strcmp (name, "__cyg_profile_func_enter")
	  || !strcmp (name, "__cyg_profile_func_exit"));
}

/* A name for VALUE, in a statement before the one at GSI.  */

static tree
name_for (gimple_stmt_iterator *gsi, tree value)
{
  if (is_gimple_val (value))
    return value;
  tree name = make_ssa_name (TREE_TYPE (value));
  gimple *set = gimple_build_assign (name, value);
  gimple_set_location (set, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, set, GSI_SAME_STMT);
  return name;
}

/* Has the call at GSI do CODE, modulo the size of the type, and no check.  */

static void
compute (gimple_stmt_iterator *gsi, tree_code code)
{
  gimple *call = gsi_stmt (*gsi);
  tree lhs = gimple_call_lhs (call);
  tree type = unsigned_type_for (TREE_TYPE (lhs));
  tree arg[2];
  for (int i = 0; i < 2; i++)
    arg[i] = name_for (gsi, fold_build1 (VIEW_CONVERT_EXPR, type,
					 gimple_call_arg (call, i)));
  tree value = name_for (gsi, fold_build2 (code, type, arg[0], arg[1]));
  gimple *set = gimple_build_assign (lhs, fold_build1 (VIEW_CONVERT_EXPR,
						       TREE_TYPE (lhs), value));
  gimple_set_location (set, gimple_location (call));
  gsi_replace (gsi, set, false);
}

/* Treats the call at GSI if it is the host's instrumentation.  Returns whether the
   statement is gone.  */

static bool
treat_call (gimple_stmt_iterator *gsi)
{
  gcall *call = as_a <gcall *> (gsi_stmt (*gsi));
  tree_code code = checked_operation (call);
  if (code != ERROR_MARK && gimple_call_lhs (call))
    {
      n_calls.value++;
      compute (gsi, code);
      return false;
    }
  if (code == ERROR_MARK && !instrumentation_p (call))
    return false;
  n_calls.value++;
  unlink_stmt_vdef (call);
  if (gimple_call_noreturn_p (call))
    {
      gcall *trap = gimple_build_call (builtin_decl_explicit (BUILT_IN_TRAP), 0);
      gimple_set_location (trap, gimple_location (call));
      gsi_replace (gsi, trap, false);
      return false;
    }
  gsi_remove (gsi, true);
  release_defs (call);
  return true;
}

static unsigned
forget_flags (function *fun)
{
  /* Those of Graphite are the function's own, too.  */
  accelfix_forget_host_flags ();
  fun->can_throw_non_call_exceptions = false;
  if (!lookup_attribute ("no_stack_protector", DECL_ATTRIBUTES (fun->decl)))
    DECL_ATTRIBUTES (fun->decl)
      = tree_cons (get_identifier ("no_stack_protector"), NULL_TREE,
		   DECL_ATTRIBUTES (fun->decl));
  unsigned long before = n_calls.value;
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (!is_gimple_call (gsi_stmt (gsi)) || !treat_call (&gsi))
	gsi_next (&gsi);
  return n_calls.value == before ? 0 : TODO_update_ssa | TODO_cleanup_cfg;
}

opt_pass *
make_accelfix_host_flags (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-host-flags", ctxt, forget_flags,
			   [] { return accelfix_args.host_flags != 0; });
}
