/* OpenACC's workers on amdgcn: what the passes for them ask of a statement.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Included after gcn-compat.h and accelfix.h.  */

#ifndef ACCELFIX_WORKERS_H
#define ACCELFIX_WORKERS_H

#if ACCELFIX_GCN

#include "gomp-constants.h"
#include "omp-general.h"

/* The gate of these passes.  */
static inline bool
accelfix_workers_wanted ()
{
  return ACCELFIX_GCN_WORKERS && flag_openacc && accelfix_args.workers > 0;
}

/* The dimension that STMT is a marker of KIND for, or -1.  */
static inline int
accelfix_marker_dimension (gimple *stmt, ifn_unique_kind kind)
{
  if (!gimple_call_internal_p (stmt, IFN_UNIQUE)
      || TREE_INT_CST_LOW (gimple_call_arg (stmt, 0)) != (unsigned) kind)
    return -1;
  return TREE_INT_CST_LOW (gimple_call_arg (stmt, 2));
}

/* Whether a loop over workers begins, or ends, at STMT.  */
static inline bool
accelfix_worker_fork_p (gimple *stmt)
{
  return (accelfix_marker_dimension (stmt, IFN_UNIQUE_OACC_FORK)
	  == GOMP_DIM_WORKER);
}

static inline bool
accelfix_worker_join_p (gimple *stmt)
{
  return (accelfix_marker_dimension (stmt, IFN_UNIQUE_OACC_JOIN)
	  == GOMP_DIM_WORKER);
}

/* Calls VISIT with each variable that STMT says may be put into LDS.  */
template <typename F>
static inline void
for_each_private_variable (gimple *stmt, F visit)
{
  if (accelfix_private_marker_p (stmt))
    for (unsigned i = 3; i < gimple_call_num_args (stmt); i++)
      if (TREE_CODE (gimple_call_arg (stmt, i)) == ADDR_EXPR)
	visit (TREE_OPERAND (gimple_call_arg (stmt, i), 0));
}

#endif /* ACCELFIX_GCN */

#endif /* ACCELFIX_WORKERS_H */
