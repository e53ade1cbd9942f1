/* Variables without a name that GCC puts into LDS (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* OpenACC: a variable whose address is taken in a loop over gangs is put into LDS, by
   the target's hook adjust_private_decl.  In GCC 12 the hook for amdgcn copies the
   variable's name, and the compiler crashes where there is none: compilers make
   variables without a name for expressions that are passed by reference, as in
   Fortran's

     call scale (x, 0.5 * i)

   This pass gives each such variable a name before GCC's pass oaccdevlow.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "workers.h"

#if ACCELFIX_GCN

static accelfix_counter n_named ("variables named that have no name");

static void
name_variables (function *fun)
{
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      for_each_private_variable (gsi_stmt (gsi), [] (tree variable)
	{
	  if (!VAR_P (variable) || DECL_NAME (variable))
	    return;
	  DECL_NAME (variable) = create_tmp_var_name ("private");
	  n_named.value++;
	});
    });
}

opt_pass *
make_accelfix_lds_names (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-lds-names", ctxt, name_variables,
			   [] { return (flag_openacc
					&& accelfix_args.lds != LDS_OWN); });
}

#endif /* ACCELFIX_GCN */
