/* OpenMP: the default device where OMP_TARGET_OFFLOAD is mandatory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Where OMP_TARGET_OFFLOAD is "mandatory", libgomp of GCC 13 to 16 sets the number of the
   default device when it looks for devices (gomp_target_init in libgomp's target.c),
   which is at the first construct that needs one.  Until then it is INT_MIN.  Each thread
   of a parallel region gets a copy of it, and so does the thread that sets another of
   these variables, as by omp_set_num_threads.  A target construct after that stops:

     libgomp: OMP_TARGET_OFFLOAD is set to MANDATORY, but device not found

   In each unit that has a target construct, this adds a function that is called when the
   program starts: if the variable begins with "m", it asks libgomp for the number of
   devices, so that the default device is known before any thread has a copy.

   The device's code need not be registered by then, and with it what "requires" asks of
   devices (omp_requires_mask in target.c), so a unit with that directive stays as it
   is.  The others of such a program must have the same one.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "cgraph.h"
#include "omp-general.h"

static accelfix_counter n_units ("units that set the default device");

/* Whether the unit has a construct that needs a device.  */

static bool
has_target_p (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (!node->definition && node->callers)
      {
	const char *name = IDENTIFIER_POINTER (DECL_NAME (node->decl));
	if (startswith (name, "__builtin_"))
	  name += strlen ("__builtin_");
	if (startswith (name, "GOMP_target"))
	  return true;
      }
  return false;
}

static void
set_default_device (function *)
{
  if (!has_target_p ())
    return;
  static const char name[] = "OMP_TARGET_OFFLOAD";
  tree string = build_pointer_type (char_type_node);
  tree get = build_fn_decl ("getenv", build_function_type_list
    (string, const_ptr_type_node, NULL_TREE));
  tree value = save_expr (build_call_expr (get, 1, build_string_literal
    (sizeof name, name)));
  tree letter = fold_convert (integer_type_node, build_simple_mem_ref (value));
  letter = fold_build2 (BIT_IOR_EXPR, integer_type_node, letter,
			build_int_cst (integer_type_node, 'a' ^ 'A'));
  tree mandatory
    = build2 (TRUTH_ANDIF_EXPR, boolean_type_node,
	      fold_build2 (NE_EXPR, boolean_type_node, value,
			   build_zero_cst (string)),
	      fold_build2 (EQ_EXPR, boolean_type_node, letter,
			   build_int_cst (integer_type_node, 'm')));
  tree count = build_call_expr (build_fn_decl ("omp_get_num_devices",
    build_function_type_list (integer_type_node, NULL_TREE)), 0);
  tree body = NULL_TREE;
  append_to_statement_list (build3 (COND_EXPR, void_type_node, mandatory, count,
				    NULL_TREE), &body);
  cgraph_build_static_cdtor ('I', body, DEFAULT_INIT_PRIORITY);
  n_units.value++;
}

opt_pass *
make_accelfix_default_device (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-default-device", ctxt, set_default_device, []
			 {
			   const int asks = (OMP_REQUIRES_UNIFIED_ADDRESS
					     | OMP_REQUIRES_UNIFIED_SHARED_MEMORY
					     | OMP_REQUIRES_REVERSE_OFFLOAD);
			   return (ACCELFIX_COPIES_DEFAULT_DEVICE && flag_openmp
				   && !(omp_requires_mask & asks)
				   && accelfix_args.default_device);
			 });
}
