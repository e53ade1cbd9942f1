/* The variables stdout and stderr in offloaded code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A target region that writes to stderr is handed the host's pointer, as it is any
   pointer that no clause names, and the device follows it.  Here the variables of the C
   library are taken for variables of the device: regions name them directly, as functions
   of "declare target" do.  The device's compiler, where ../streams.cc sees that, has no
   need of them.  Nothing else changes: they are no variables of this unit, and there
   is no entry for them in the table of those that devices have.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

/* PLUGIN_FINISH_DECL.  */

void
host_finish_stream (void *decl_, void *)
{
  tree decl = (tree) decl_;
  if (!accelfix_args.streams || !(flag_openmp || flag_openacc) || !ENABLE_OFFLOADING
      || !VAR_P (decl) || !DECL_EXTERNAL (decl) || !TREE_PUBLIC (decl)
      || !DECL_NAME (decl) || !POINTER_TYPE_P (TREE_TYPE (decl)))
    return;
  const char *name = IDENTIFIER_POINTER (DECL_NAME (decl));
  const char *target = "omp declare target";
  if ((!strcmp (name, "stdout") || !strcmp (name, "stderr"))
      && !lookup_attribute (target, DECL_ATTRIBUTES (decl)))
    DECL_ATTRIBUTES (decl) = tree_cons (get_identifier (target), NULL_TREE,
					DECL_ATTRIBUTES (decl));
}
