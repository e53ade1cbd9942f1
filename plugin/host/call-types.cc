/* Constants in calls get the types that the functions' parameters have.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For "select case" with strings, gfc_trans_character_select (trans-stmt.cc of
   gfortran) calls _gfortran_select_string, whose second parameter is an int, with a
   constant of 64 bits.  Where arguments are in registers nobody sees that.  In
   PTX a call has the types of its arguments, and the driver does not link it
   with a function that has others: "Cannot map target functions".  GCC 11 to
   16.

   This pass gives a constant argument in offloaded code the type of the
   parameter.  Types of less than 32 bits are left alone, since they are passed
   as an int.

   For "matmul", gfc_conv_intrinsic_funcall passes three arguments more than the
   declaration of the library's function has, so that PTX has a call with three
   arguments.  The pass adds the missing parameters to the declaration.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_constants ("arguments with their parameters' types");
static accelfix_counter n_parameters ("functions with parameters for all arguments");

/* The widths in which a constant of TYPE may be passed and linked wrongly.  */

static bool
wide_integer_p (tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_PRECISION (type) >= 32;
}

/* Declares what CALL calls, a function of a library, with a parameter for each
   argument.  */

static void
add_parameters (gcall *call)
{
  tree decl = gimple_call_fndecl (call), type = gimple_call_fntype (call);
  unsigned n_args = gimple_call_num_args (call), n = 0;
  if (!decl || !DECL_EXTERNAL (decl) || fndecl_built_in_p (decl)
      || !prototype_p (type) || stdarg_p (type))
    return;
  auto_vec <tree> types;
  for (tree p = TYPE_ARG_TYPES (type); p != void_list_node; p = TREE_CHAIN (p))
    types.safe_push (TREE_VALUE (p));
  for (n = types.length (); n < n_args; n++)
    types.safe_push (TREE_TYPE (gimple_call_arg (call, n)));
  if (types.length () == (unsigned) type_num_arguments (type))
    return;
  tree full = build_function_type_array (TREE_TYPE (type), types.length (),
					 types.address ());
  full = build_type_attribute_variant (full, TYPE_ATTRIBUTES (type));
  TREE_TYPE (decl) = full;
  gimple_call_set_fntype (call, full);
  n_parameters.value++;
  host_repaired (gimple_location (call), "%T has a parameter for each argument",
		 decl, "nvptx-matmul");
}

/* Corrects the arguments of the call at GSI, if it is one.  */

static bool
visit_call (gimple_stmt_iterator *gsi, void *)
{
  gcall *call = dyn_cast <gcall *> (gsi_stmt (*gsi));
  if (!call || gimple_call_internal_p (call))
    return false;
  unsigned i = 0;
  for (tree p = TYPE_ARG_TYPES (gimple_call_fntype (call));
       p && i < gimple_call_num_args (call); p = TREE_CHAIN (p), i++)
    {
      tree arg = gimple_call_arg (call, i), type = TREE_VALUE (p);
      if (TREE_CODE (arg) != INTEGER_CST
	  || !wide_integer_p (type) || !wide_integer_p (TREE_TYPE (arg))
	  || TYPE_PRECISION (type) == TYPE_PRECISION (TREE_TYPE (arg))
	  || !int_fits_type_p (arg, type))
	continue;
      gimple_call_set_arg (call, i, fold_convert (type, arg));
      n_constants.value++;
      host_repaired (gimple_location (call),
		     "an argument of %T has the parameter's type",
		     gimple_call_fn (call), "nvptx-select-string");
    }
  add_parameters (call);
  return false;
}

static void
visit_function (function *)
{
  host_visit_offloaded (visit_call, NULL);
}

static bool
wanted_p (void)
{
  return (flag_openmp || flag_openacc) && accelfix_args.call_types;
}

opt_pass *
make_accelfix_call_types (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-call-types", ctxt, visit_function,
			   wanted_p);
}
