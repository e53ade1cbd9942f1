/* Mark what of the frame belongs to the lanes of SIMT regions.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "simd.h"

/* Expansion lays out the variables of the frame first, and makes temporaries as
   it meets the need: copies of arguments that are passed by reference
   (structures, vectors, __int128), places for results that are returned in
   memory, memory to view a value as one of another type.  In a SIMT region
   each lane needs its own of those, and of what expansion takes for a register
   and finds none that is wide enough for.  simd-temps.cc gives them that.  In
   the insns all of these are places in the frame, by number.

   So that one can be told from another, and from an address that lies outside
   its variable, such as the one behind the last element of an array that a
   loop stops at, whatever belongs to a lane gets a number of its own: 2^40
   bytes for each are farther from each other than any address can be from its
   variable.  The temporaries have one together.  They come from frame_offset,
   which is set up by that much at the moment when expansion is done with the
   variables (targetm.calls.internal_arg_pointer).

   The pass stands behind "optimized", the last one before "expand" that always
   runs.  It takes out what simd-rewrite.cc and simd-exits.cc left in the code,
   and says for which functions all this is done.  */

/* Whether the function that is about to be expanded has SIMT regions, and the
   bytes of the largest object that a statement of it has: no temporary is
   larger.  */
static bool has_regions;
static unsigned HOST_WIDE_INT largest;

/* The places that have been marked in it; the first is for temporaries.  Empty
   while none is.  */
static vec<simd_place> places;

/* The target's own hook.  */
static rtx (*own_arg_pointer) (void);

/* See simd.h.  */

const vec<simd_place> &
simd_places (void)
{
  return places;
}

/* See simd.h.  */

unsigned HOST_WIDE_INT
simd_largest_object (void)
{
  return largest;
}

/* See simd.h.  */

bool
simd_frame_address_p (const_rtx x, HOST_WIDE_INT *offset)
{
  *offset = 0;
  if (GET_CODE (x) == PLUS && CONST_INT_P (XEXP (x, 1)))
    {
      *offset = INTVAL (XEXP (x, 1));
      x = XEXP (x, 0);
    }
  return x == virtual_stack_vars_rtx;
}

/* Marks the memory X of SIZE bytes, if it is in the frame and has not been
   marked.  */

static void
mark_memory (rtx x, tree size)
{
  HOST_WIDE_INT offset;
  if (!x || !MEM_P (x) || !simd_frame_address_p (XEXP (x, 0), &offset)
      || simd_place_of (offset) || !size || !tree_fits_shwi_p (size))
    return;
  places.safe_push ({ offset, tree_to_shwi (size), MEM_ALIGN (x) });
  XEXP (x, 0) = plus_constant (Pmode, virtual_stack_vars_rtx,
			       offset + places.length () * simd_place_distance);
}

/* Marks what of the frame, as it is, belongs to a lane.  No insn refers to it
   yet.  */

static void
mark_variables (void)
{
  unsigned i;
  tree decl;
  FOR_EACH_LOCAL_DECL (cfun, i, decl)
    if (VAR_P (decl) && simd_lane_var_p (decl) && DECL_RTL_SET_P (decl))
      mark_memory (DECL_RTL (decl), DECL_SIZE_UNIT (decl));
  /* What the passes on GIMPLE take for a register.  */
  for (i = 1; i < num_ssa_names; i++)
    if (tree name = ssa_name (i))
      {
	int part = var_to_partition (SA.map, name);
	if (part != NO_PARTITION)
	  mark_memory (SA.partition_to_pseudo[part],
		       TYPE_SIZE_UNIT (TREE_TYPE (name)));
      }
}

/* targetm.calls.internal_arg_pointer: the frame is laid out.  */

static rtx
after_layout (void)
{
  if (has_regions)
    {
      places.safe_push ({ 0, 0, 0 });
      mark_variables ();
      frame_offset += simd_place_distance;
      /* No temporary shall fill a hole between variables.  */
      crtl->frame_space_list = NULL;
    }
  return own_arg_pointer ();
}

/* See simd.h.  */

void
simd_unmark (void)
{
  frame_offset -= simd_place_distance;
  crtl->frame_space_list = NULL;
  places.truncate (0);
  has_regions = false;
  /* Those that expansion left for use again have marked addresses.  */
  init_temp_slots ();
}

/* Notes an object of TYPE.  */

static void
note_type (tree type)
{
  tree size = type && COMPLETE_TYPE_P (type) ? TYPE_SIZE_UNIT (type) : NULL_TREE;
  if (size && tree_fits_uhwi_p (size))
    largest = MAX (largest, tree_to_uhwi (size));
}

/* Callback of walk_gimple_op: notes *TP and its parts.  */

static tree
note_operand (tree *tp, int *walk_subtrees, void *)
{
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else
    note_type (TREE_TYPE (*tp));
  return NULL_TREE;
}

/* Looks for SIMT regions in the current function, and for its largest
   object.  */

static void
find_regions (void)
{
  for_each_stmt (cfun, [] (gimple_stmt_iterator &gsi)
    {
      has_regions |= simd_call_p (gsi_stmt (gsi), IFN_GOMP_SIMT_ENTER_ALLOC);
    });
  if (has_regions)
    for_each_stmt (cfun, [] (gimple_stmt_iterator &gsi)
      {
	simd_walk_op (gsi_stmt (gsi), note_operand, NULL);
	/* A result may be asked for by nobody.  */
	if (gcall *call = dyn_cast<gcall *> (gsi_stmt (gsi)))
	  if (!gimple_call_internal_p (call))
	    note_type (gimple_call_return_type (call));
      });
}

static unsigned
prepare (function *)
{
  if (!own_arg_pointer)
    {
      own_arg_pointer = targetm.calls.internal_arg_pointer;
      targetm.calls.internal_arg_pointer = after_layout;
    }
  simd_take_out_calls ();
  simd_take_out_marks ();
  find_regions ();
  return TODO_update_ssa;
}

static bool
begin_function (void)
{
  has_regions = false;
  largest = 0;
  places.truncate (0);
  return simd_on_p ();
}

opt_pass *
make_accelfix_simd_frames (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-simd-frames", ctxt, prepare,
			   begin_function);
}
