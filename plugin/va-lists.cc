/* Lists of variable arguments, which devices keep in another way than the host.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The code that a device's compiler is given has the host's va_list: on x86-64 an array of
   one structure of 24 bytes (ix86_build_builtin_va_list_64).  On the devices va_list
   is a pointer to the next argument (std_build_builtin_va_list), and GCC stops with an
   internal error at the first va_arg: "in build2, at tree.cc".

   The structure stays, as a place for the device's pointer: its first eight bytes have it.
   So va_arg is told that the list is a pointer, va_copy copies one, and va_start writes one
   by itself.  A function of the program that is handed the list gets the structure's address
   as before; a function of the C library gets the pointer, as it was compiled for the
   device.  GCC 11 to 16.  */

#include "gcc-compat.h"
#include "cgraph.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_lists ("uses of the host's va_list");

/* Whether TYPE is a pointer to the host's structure, or to an array of it.  */

static bool
host_list_p (tree type)
{
  if (!POINTER_TYPE_P (type))
    return false;
  type = TREE_TYPE (type);
  if (TREE_CODE (type) == ARRAY_TYPE)
    type = TREE_TYPE (type);
  if (TREE_CODE (type) != RECORD_TYPE || !TYPE_NAME (type))
    return false;
  tree name = TYPE_NAME (type);
  if (TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  return name && id_equal (name, "__va_list_tag");
}

/* The device's list, which is where LIST points to.  */

static tree
device_list (tree list)
{
  return build2 (MEM_REF, ptr_type_node, list,
		 build_zero_cst (build_pointer_type (ptr_type_node)));
}

/* Puts a read of the device's list where LIST points to before the statement at GSI, and
   gives what it reads.  */

static tree
read_list (gimple_stmt_iterator *gsi, tree list)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree value = make_ssa_name (ptr_type_node);
  gassign *read = gimple_build_assign (value, device_list (list));
  gimple_set_location (read, gimple_location (stmt));
  gimple_set_vuse (read, gimple_vuse (stmt));
  gsi_insert_before (gsi, read, GSI_SAME_STMT);
  return value;
}

/* STMT, va_arg, reads a list of the device (expand_ifn_va_arg_1: the type that the third
   argument points to).  */

static void
change_arg (gimple *stmt)
{
  tree pointer = build_pointer_type (ptr_type_node);
  if (TREE_TYPE (gimple_call_arg (stmt, 2)) == pointer)
    return;
  gimple_call_set_arg (stmt, 2, build_zero_cst (pointer));
  n_lists.value++;
}

/* va_copy at GSI: an assignment.  */

static void
change_copy (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree value = read_list (gsi, gimple_call_arg (stmt, 1));
  gassign *write
    = gimple_build_assign (device_list (gimple_call_arg (stmt, 0)), value);
  gimple_set_location (write, gimple_location (stmt));
  gimple_move_vops (write, stmt);
  gsi_replace (gsi, write, false);
  n_lists.value++;
}

/* What the function without a body that STMT, at GSI, calls is to be handed as argument
   I.  */

tree
accelfix_list_argument (gimple_stmt_iterator *gsi, unsigned i)
{
  gimple *stmt = gsi_stmt (*gsi);
  tree arg = gimple_call_arg (stmt, i), type = gimple_call_fntype (stmt);
  tree t = type ? TYPE_ARG_TYPES (type) : NULL_TREE;
  for (unsigned k = 0; t && k < i; k++)
    t = TREE_CHAIN (t);
  if (!accelfix_args.va_lists || !t || !host_list_p (TREE_VALUE (t)))
    return arg;
  n_lists.value++;
  return read_list (gsi, arg);
}

/* The call at GSI, of a function without a body here.  */

static void
change_call (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
    {
      tree arg = accelfix_list_argument (gsi, i);
      if (arg == gimple_call_arg (stmt, i))
	continue;
      gimple_call_set_arg (stmt, i, arg);
      update_stmt (stmt);
    }
}

static void
change_lists (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_call_internal_p (stmt, IFN_VA_ARG))
	change_arg (stmt);
      else if (gimple_call_builtin_p (stmt, BUILT_IN_VA_COPY)
	       && host_list_p (TREE_TYPE (gimple_call_arg (stmt, 0))))
	change_copy (&gsi);
      else if (is_gimple_call (stmt) && gimple_call_fntype (stmt))
	{
	  tree fn = gimple_call_fndecl (stmt);
	  cgraph_node *node = fn ? cgraph_node::get (fn) : NULL;
	  if (fn && (!node || !node->definition)
	      && !gimple_call_builtin_p (stmt, BUILT_IN_VA_START)
	      && !gimple_call_builtin_p (stmt, BUILT_IN_VA_END))
	    change_call (&gsi);
	}
    });
}

opt_pass *
make_accelfix_va_lists (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-va-lists", ctxt, change_lists,
			   [] { return accelfix_args.va_lists != 0; });
}
