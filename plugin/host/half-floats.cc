/* Numbers of 16 bits in offloaded code are an error.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* x86-64 has _Float16 and __bf16, and the compilers for nvptx and amdgcn do not: there
   float16_type_node and bfloat16_type_node are null.  What is streamed for the device
   names these types by their number, as all that the compiler knows from its start
   (preload_common_nodes in tree-streamer.cc), so that a number in offloaded code has no
   type there, and lto1 stops with an internal error ("in make_ssa_name_fn", or a
   segmentation fault) that names no place.  GCC 12 to 16.

   Memory with such numbers in it may be mapped and copied; only a number by itself, in a
   variable, an expression or a parameter, stops it.  It is an error at its line.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

/* Whether TYPE, or what it is a vector or a complex number of, has 16 bits and a point.  */

static bool
half_type_p (const_tree type)
{
  if (VECTOR_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE)
    type = TREE_TYPE (type);
  return SCALAR_FLOAT_TYPE_P (type) && TYPE_PRECISION (type) == 16;
}

/* For walk_gimple_op: ends the walk at a number of 16 bits.  */

static tree
find_half (tree *tp, int *subtrees, void *)
{
  if (TYPE_P (*tp))
    *subtrees = 0;
  else if (TREE_TYPE (*tp) && TYPE_P (TREE_TYPE (*tp)) && half_type_p (TREE_TYPE (*tp)))
    return *tp;
  return NULL_TREE;
}

/* Reports the statement at GSI, of offloaded code, if it has such a number, unless SAID_
   says that one was reported in this function.  */

static bool
visit_offloaded (gimple_stmt_iterator *gsi, void *said_)
{
  bool *said = (bool *) said_;
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  gimple *stmt = gsi_stmt (*gsi);
  if (*said || gimple_has_substatements (stmt))
    return false;
  tree half = walk_gimple_op (stmt, find_half, &wi);
  if (!half)
    return false;
  tree type = TREE_TYPE (half);
  error_at (gimple_location (stmt),
	    "%qT is not supported in offloaded code: the compilers for devices have no "
	    "such type; use %<float%>",
	    SCALAR_FLOAT_TYPE_P (type) ? type : TREE_TYPE (type));
  *said = true;
  return false;
}

/* See host.h.  */

void
host_refuse_half_floats (void)
{
  const char *targets = getenv ("OFFLOAD_TARGET_NAMES");
  bool said = false;
  if (ENABLE_OFFLOADING && targets && *targets)
    host_visit_offloaded (visit_offloaded, &said);
}
