/* Accelfix: offloaded functions are not counted for coverage.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* With --coverage, -fprofile-arcs or -fprofile-generate a function counts in variables
   which the device does not have: GCC 11 to 16 end with an error at the link, "variable
   __gcov0.main._omp_fn.0 has been referenced in offloaded code".  So functions that are
   compiled for devices do not count, as if they had the attribute
   no_profile_instrument_function.  Where the program is compiled for no device, all
   count.

   The other flags of the host's are the device's plugin's business (../host-flags.cc).  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_functions ("functions that do not count for coverage");

/* Whether the program is compiled for a device, which gcc says in its environment.  */

static bool
for_devices_p (void)
{
  const char *names = getenv ("OFFLOAD_TARGET_NAMES");
  return ENABLE_OFFLOADING && names && *names;
}

/* See passes.h.  */

void
host_count_less (void *, void *)
{
  if (!accelfix_args.host_flags || !profile_arc_flag || !for_devices_p ())
    return;
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    if (node->offloadable
	&& !lookup_attribute ("no_profile_instrument_function",
			      DECL_ATTRIBUTES (node->decl)))
      {
	DECL_ATTRIBUTES (node->decl)
	  = tree_cons (get_identifier ("no_profile_instrument_function"), NULL_TREE,
		       DECL_ATTRIBUTES (node->decl));
	n_functions.value++;
      }
}
