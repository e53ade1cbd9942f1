/* What keeps a simd loop from the lanes of a warp.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "simd.h"
#include "functions.h"

/* What rules SIMT out for a loop without a look at its variables: the shapes
   of regions and the calls that are known to be right are told one by one, and
   everything else goes without SIMT.  simd-private.cc lists the reasons.  */

/* Why STMT, in the copy for SIMT, is not for lanes, or null: GCC's own calls
   for simd loops and those of libgomp are known one by one.  */

static const char *
find_call_obstacle (gcall *call)
{
  if (gimple_call_internal_p (call))
    switch (gimple_call_internal_fn (call))
      {
      case IFN_GOMP_USE_SIMT:
      case IFN_GOMP_SIMT_ENTER:
      case IFN_GOMP_SIMT_ENTER_ALLOC:
      case IFN_GOMP_SIMT_EXIT:
      case IFN_GOMP_SIMT_LANE:
      case IFN_GOMP_SIMT_VF:
      case IFN_GOMP_SIMT_LAST_LANE:
      case IFN_GOMP_SIMT_VOTE_ANY:
      case IFN_GOMP_SIMT_XCHG_BFLY:
      case IFN_GOMP_SIMT_XCHG_IDX:
      case IFN_GOMP_SIMD_LANE:
      case IFN_GOMP_SIMD_VF:	/* See simd_find_linear.  */
	return NULL;
      case IFN_GOMP_SIMT_ORDERED_PRED:
      case IFN_GOMP_SIMD_ORDERED_START:
      case IFN_GOMP_SIMD_ORDERED_END:
	return "it has an ordered construct";
      default:
	{
	  const char *name
	    = internal_fn_name (gimple_call_internal_fn (call));
	  return (startswith (name, "GOMP_") || startswith (name, "GOACC_")
		  || strcmp (name, "UNIQUE") == 0
		  || strcmp (name, "ABNORMAL_DISPATCHER") == 0
		  ? "it has code for lanes that is not known" : NULL);
	}
      }
  if (gimple_call_flags (call) & ECF_RETURNS_TWICE)
    return "it calls a function that returns twice";
  tree decl = gimple_call_fndecl (call);
  return (decl && libgomp_p (decl)
	  ? "it calls libgomp, which synchronises threads" : NULL);
}

/* Why LOOP, one of ALL, is not for lanes as a whole, or null.  */

static const char *
find_obstacle_around (simd_loops *all, simd_loop *loop)
{
  if (loop->no_simt)
    return loop->no_simt;
  if (all->region_of (loop->use_simt))
    return "it is in the region of another simd loop";
  bool lanes = false;
  for (simd_copy *copy : loop->simt)
    for (basic_block bb : copy->blocks)
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	  {
	    lanes |= simd_call_p (call, IFN_GOMP_SIMT_LANE);
	    if (const char *why = find_call_obstacle (call))
	      return why;
	  }
  if (lanes && loop->regions.is_empty ())
    return "its if clause is not constant";
  for (simt_region *r : loop->regions)
    {
      if (r->fault)
	return r->fault;
      if (!r->enter)
	return "its region has no list of variables";
    }
  return NULL;
}

/* Whether STMT exchanges between lanes what no register holds, as for an
   aggregate in a lastprivate clause.  The back end stops at that, or the lanes
   share the copies.  */

static bool
bulky_exchange_p (gimple *stmt)
{
  if (!simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_IDX)
      && !simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_BFLY))
    return false;
  tree type = TREE_TYPE (gimple_call_arg (stmt, 0));
  if (!is_gimple_reg_type (type))
    return true;
  return !accelfix_exchange_mode_p (TYPE_MODE (type));
}

/* Whether STMT, in R, exchanges between lanes where not all of them need be.  GCC
   11 does so for && and ||: it asks for the other lane's value only if that
   decides.  Known is a loop that has an exchange in each round.  */

static bool
partial_exchange_p (simt_region *r, gimple *stmt)
{
  basic_block bb = gimple_bb (stmt);
  if (!simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_BFLY))
    return false;
  return (!simd_region_loop (r, bb) || !bb->loop_father->latch
	  || !dominated_by_p (CDI_DOMINATORS, bb->loop_father->latch, bb));
}

/* Whether NAME, set in R, is for expand a variable in the frame, as vectors
   without a mode are, and is used outside R.  */

static bool
escapes_p (simt_region *r, tree name)
{
  return (TREE_CODE (name) == SSA_NAME && !virtual_operand_p (name)
	  && TYPE_MODE (TREE_TYPE (name)) == BLKmode && r->leaves_p (name));
}

/* As find_obstacle_around, for what is in region R.  */

static const char *
find_obstacle_within (simt_region *r)
{
  bool takes = false, frames = false;
  for (basic_block bb : r->blocks)
    {
      if (bitmap_bit_p (r->starts, bb->index))
	for (gphi_iterator pi = gsi_start_phis (bb); !gsi_end_p (pi);
	     gsi_next (&pi))
	  if (escapes_p (r, gimple_phi_result (pi.phi ())))
	    return "a vector that no register holds leaves its region";
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  gimple *stmt = gsi_stmt (gsi);
	  if (!r->has (stmt))
	    continue;
	  if (gcall *call = dyn_cast<gcall *> (stmt))
	    {
	      takes |= alloca_call_p (call);
	      frames |= callee_has_frame_p (call);
	      if (takes && (frames || accelfix_args.simt_stack < 0))
		return "it has an array of variable size";
	      if (const char *why = call_obstacle (call))
		return why;
	    }
	  if (partial_exchange_p (r, stmt))
	    return "not all lanes exchange what they have in it";
	  if (bulky_exchange_p (stmt))
	    return "an aggregate is lastprivate in it";
	  tree lhs = gimple_get_lhs (stmt);
	  if (lhs && escapes_p (r, lhs))
	    return "a vector that no register holds leaves its region";
	}
    }
  return NULL;
}

/* See simd.h.  */

const char *
simd_find_obstacle (simd_loops *all, simd_loop *loop)
{
  const char *why = find_obstacle_around (all, loop);
  for (simt_region *r : loop->regions)
    if (!why)
      why = find_obstacle_within (r);
  return why;
}
