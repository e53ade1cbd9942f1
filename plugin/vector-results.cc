/* Functions that return vectors have the device's mode.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The plugin of gcc and g++ sends the result of a function, if it is a vector, without
   the host's mode (host/vector-results.cc): it gets that of the device here, before the
   function is compiled.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

static accelfix_counter n_results ("results of vector types that got a mode");

static bool
needed_p ()
{
  tree result = DECL_RESULT (current_function_decl);
  return (result && DECL_MODE (result) == VOIDmode
	  && VECTOR_TYPE_P (TREE_TYPE (result)));
}

static void
set_mode (function *fun)
{
  tree result = DECL_RESULT (fun->decl);
  SET_DECL_MODE (result, TYPE_MODE (TREE_TYPE (result)));
  n_results.value++;
}

opt_pass *
make_accelfix_vector_results (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-vector-results", ctxt, set_mode, needed_p);
}
