/* Empty structures that functions take and return.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* On x86 an empty class of C++, as most function objects are, takes no space as an
   argument, and is nowhere as a result (TARGET_EMPTY_RECORD_P).  The type says so
   (TYPE_EMPTY_P), and is handed to the device's compiler with that, where neither
   nvptx nor amdgcn has such a rule.  On nvptx a function then declares that it gets
   the address of its result, for it asks for the type's class alone (nvptx.c,
   pass_in_memory), while calls of it expect a value in a register (function.c,
   aggregate_value_p):

     .func make (.param.u64 %in_ar0)
     ...
     call (%value_in), make;

   The driver refuses that.  std::sort, for one, calls such functions where they are
   not inlined, at -O0.  On both targets code that was compiled for the device alone,
   as libstdc++ since GCC 15, has another idea of where arguments lie that follow an
   empty one.  Up to GCC 15; 16 reads the types as here (PR 120308).

   This pass takes the mark away from the types of all functions, before any of them is
   expanded.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"

static accelfix_counter n_types ("empty structures that are as the device has them");

/* Makes TYPE one that takes space.  */

static void
unmark (tree type)
{
  if (!type || !RECORD_OR_UNION_TYPE_P (type) || !TYPE_EMPTY_P (type))
    return;
  for (tree t = TYPE_MAIN_VARIANT (type); t; t = TYPE_NEXT_VARIANT (t))
    TYPE_EMPTY_P (t) = 0;
  TYPE_EMPTY_P (type) = 0;
  n_types.value++;
}

/* Makes what functions return and take such types.  The bodies of functions have not
   been read yet; what is called in them by a pointer is one of these, too.  */

static void
unmark_all (function *)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    {
      tree fntype = TREE_TYPE (node->decl);
      unmark (TREE_TYPE (fntype));
      for (tree arg = TYPE_ARG_TYPES (fntype); arg; arg = TREE_CHAIN (arg))
	unmark (TREE_VALUE (arg));
    }
}

opt_pass *
make_accelfix_empty_types (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-empty-types", ctxt, unmark_all,
			 [] { return accelfix_args.struct_return != 0; });
}
