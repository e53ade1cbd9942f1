/* Where a frame's variables are, told to ptxvm.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* PTX has one array for a function's frame, or a piece of OpenMP's soft stack.
   Which variable is where is known here alone.  With frames=names, or -g, each
   function begins with comments that say it,

     // accelfix: frame OFFSET SIZE LINE NAME FILE

   in bytes from %frame; ptxvm reads them for its reports.  Neither ptxas nor the
   tools between GCC and it look at comments, and mkoffload keeps them.  Up to -O1 and
   with -Og, a register that holds a variable alone has one as well, for ptxvm's
   debugger, with the register's number in place of the offset:

     // accelfix: reg NUMBER SIZE LINE NAME FILE

   and so has one that holds the address of a parameter, as a structure is handed over:

     // accelfix: ref NUMBER SIZE LINE NAME FILE

   OpenACC's gang-private variables, which GCC has side by side in one array of
   shared memory, have one with their offset there:

     // accelfix: shared OFFSET SIZE LINE NAME FILE

   With frames=gaps, each variable is followed by some bytes that belong to
   nobody, and so is the frame's start.  The comment `// accelfix: gap OFFSET
   SIZE' has ptxvm report whoever touches them.  No two variables share their
   place then, as one's gap would be the other's bytes.

   Expansion lays out the frame between two of the target's hooks,
   expand_to_rtl_hook and internal_arg_pointer.  In between, the sizes of the
   declarations are larger; later they must not be, as aggregates are copied by
   that size (expr_size).

   The pass that prints stands last, when no insn is added that could use the
   frame.  The one that takes the ends of lifetimes out (a clobber of the
   variable) stands behind "optimized", the last one before expansion.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "frame-notes.h"

/* Bytes of a gap: of a small variable, of a large one, and where that begins.  */
const HOST_WIDE_INT SMALL_GAP = 32;
const HOST_WIDE_INT LARGE_GAP = 128;
const HOST_WIDE_INT LARGE = 1024;

static accelfix_counter gaps_made ("gaps in frames");

/* The variables of the function that is expanded, up to the last pass.  */
static vec<tree, va_gc> *variables;

/* Their sizes while declarations have larger ones, in the same order; null where
   nothing was changed.  */
static vec<tree, va_gc> *sizes;

/* Variables of it in shared memory, and their offsets there, in the same order.  */
static vec<tree, va_gc> *shared_variables;
static auto_vec<HOST_WIDE_INT> shared_offsets;

static const struct ggc_root_tab roots[] =
{
  { &variables, 1, sizeof variables, &gt_ggc_mx_vec_tree_va_gc_,
    &gt_pch_nx_vec_tree_va_gc_ },
  { &sizes, 1, sizeof sizes, &gt_ggc_mx_vec_tree_va_gc_,
    &gt_pch_nx_vec_tree_va_gc_ },
  { &shared_variables, 1, sizeof shared_variables,
    &gt_ggc_mx_vec_tree_va_gc_, &gt_pch_nx_vec_tree_va_gc_ },
  LAST_GGC_ROOT_TAB
};

/* The target's own hooks.  */
static void (*own_expand_hook) (void);
static rtx (*own_arg_pointer) (void);

/* Where the gap ahead of all variables is, or -1.  */
static HOST_WIDE_INT front_gap = -1;

/* What a frame holds: SIZE bytes at OFFSET, and GAP bytes behind them.  */
struct frame_var
{
  tree decl;
  HOST_WIDE_INT offset, size, gap;
};

static bool
want_gaps (void)
{
  return accelfix_args.frames == FRAMES_GAPS;
}

/* True if every repair for nvptx is off: what is printed is then GCC's own, to the
   byte, with -g too.  */

static bool
repairs_off_p (void)
{
  return (accelfix_args.init_regs == 0 && accelfix_args.exit_level == 0
	  && accelfix_args.simd_private == 0 && accelfix_args.simt_stack == 0);
}

static bool
want_notes (void)
{
  return (accelfix_args.frames == FRAMES_AUTO
	  ? debug_info_level > DINFO_LEVEL_NONE && !repairs_off_p ()
	  : accelfix_args.frames != FRAMES_OFF);
}

/* The bytes of a gap behind DECL, a variable of SIZE bytes, which end at a multiple
   of 8, as ptxvm's memory of what is valid needs it.  */

static HOST_WIDE_INT
gap_of (HOST_WIDE_INT size)
{
  HOST_WIDE_INT gap = size < LARGE ? SMALL_GAP : LARGE_GAP;
  return ROUND_UP (size + gap, 8) - size;
}

/* Whether DECL may get a place in the frame, and a gap.  */

static bool
frame_variable_p (tree decl, HOST_WIDE_INT *size)
{
  if (!VAR_P (decl) || is_global_var (decl) || DECL_HARD_REGISTER (decl)
      || DECL_HAS_VALUE_EXPR_P (decl) || is_gimple_reg (decl)
      || !DECL_SIZE_UNIT (decl) || !tree_fits_shwi_p (DECL_SIZE_UNIT (decl)))
    return false;
  *size = tree_to_shwi (DECL_SIZE_UNIT (decl));
  return *size > 0 && *size < HOST_WIDE_INT_1 << 28;
}

/* targetm.expand_to_rtl_hook: the frame is about to be laid out.  */

static void
before_layout (void)
{
  own_expand_hook ();
  unsigned i;
  tree decl;
  vec_safe_truncate (variables, 0);
  vec_safe_truncate (sizes, 0);
  vec_safe_truncate (shared_variables, 0);
  shared_offsets.truncate (0);
  front_gap = -1;
  FOR_EACH_LOCAL_DECL (cfun, i, decl)
    {
      HOST_WIDE_INT size;
      tree was = NULL_TREE;
      if (!VAR_P (decl))
	continue;
      if (want_gaps () && frame_variable_p (decl, &size))
	{
	  HOST_WIDE_INT all = size + gap_of (size);
	  was = DECL_SIZE_UNIT (decl);
	  DECL_SIZE_UNIT (decl) = build_int_cst (TREE_TYPE (was), all);
	  if (DECL_ALIGN_UNIT (decl) < 8)
	    SET_DECL_ALIGN (decl, 64);
	}
      vec_safe_push (variables, decl);
      vec_safe_push (sizes, was);
    }
  if (!want_gaps () || vec_safe_is_empty (variables))
    return;
  rtx x = assign_stack_local (BLKmode, SMALL_GAP, 64);
  x = XEXP (x, 0);
  if (x == virtual_stack_vars_rtx)
    front_gap = 0;
  else if (GET_CODE (x) == PLUS && XEXP (x, 0) == virtual_stack_vars_rtx
	   && CONST_INT_P (XEXP (x, 1)))
    front_gap = INTVAL (XEXP (x, 1));
}

/* targetm.calls.internal_arg_pointer: the frame is laid out.  */

static rtx
after_layout (void)
{
  for (unsigned i = 0; i < vec_safe_length (sizes); i++)
    if ((*sizes)[i])
      DECL_SIZE_UNIT ((*variables)[i]) = (*sizes)[i];
  return own_arg_pointer ();
}

#if BUILDING_GCC_MAJOR >= 12
static rtx (*own_expand_var) (tree);

/* targetm.goacc.expand_var_decl: the code refers to DECL, which may be in shared
   memory (nvptx.cc, nvptx_goacc_expand_var_decl).  */

static rtx
expand_var (tree decl)
{
  rtx x = own_expand_var (decl);
  if (x && MEM_P (x) && !vec_safe_contains (shared_variables, decl))
    {
      rtx base = XEXP (x, 0);
      poly_int64 offset;
      HOST_WIDE_INT at;
      base = strip_offset (base, &offset);
      if (GET_CODE (base) == SYMBOL_REF && offset.is_constant (&at))
	{
	  vec_safe_push (shared_variables, decl);
	  shared_offsets.safe_push (at);
	}
    }
  return x;
}
#endif

/* Has GCC call these.  */

static void
take_hooks (void)
{
  if (own_expand_hook)
    return;
  register_callback ("accelfix", PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     const_cast<struct ggc_root_tab *> (roots));
  own_expand_hook = targetm.expand_to_rtl_hook;
  own_arg_pointer = targetm.calls.internal_arg_pointer;
  targetm.expand_to_rtl_hook = before_layout;
  targetm.calls.internal_arg_pointer = after_layout;
#if BUILDING_GCC_MAJOR >= 12
  own_expand_var = targetm.goacc.expand_var_decl;
  if (own_expand_var)
    targetm.goacc.expand_var_decl = expand_var;
#endif
}

/* If ADDRESS is a place in the frame, puts its offset into *OFFSET.  */

static bool
frame_offset_p (const_rtx address, HOST_WIDE_INT *offset)
{
  *offset = 0;
  if (GET_CODE (address) == PLUS && CONST_INT_P (XEXP (address, 1)))
    {
      *offset = INTVAL (XEXP (address, 1));
      address = XEXP (address, 0);
    }
  return (address == frame_pointer_rtx || address == virtual_stack_vars_rtx);
}

/* Whether DECL is in shared memory.  There may be two of one variable, the one that was
   written and the one that a private clause makes.  */

static bool
shared_variable_p (tree decl)
{
  for (unsigned i = 0; i < vec_safe_length (shared_variables); i++)
    {
      tree other = (*shared_variables)[i];
      if (other == decl
	  || (DECL_NAME (other) == DECL_NAME (decl)
	      && DECL_SOURCE_LOCATION (other) == DECL_SOURCE_LOCATION (decl)))
	return true;
    }
  return false;
}

/* Adds DECL to VARS if it is in the frame; WAS is its size if it has a gap.  */

static void
add_variable (vec<frame_var> *vars, tree decl, tree was)
{
  frame_var v = { decl, 0, 0, 0 };
  if (shared_variable_p (decl))
    return;
  rtx x = DECL_RTL_SET_P (decl) ? DECL_RTL (decl) : NULL_RTX;
  if (!x || !MEM_P (x) || !frame_offset_p (XEXP (x, 0), &v.offset)
      || !DECL_SIZE_UNIT (decl) || !tree_fits_shwi_p (DECL_SIZE_UNIT (decl)))
    return;
  v.size = tree_to_shwi (DECL_SIZE_UNIT (decl));
  v.gap = was ? gap_of (v.size) : 0;
  for (const frame_var &w : *vars)
    if (w.decl == decl)
      return;
  vars->safe_push (v);
}

/* A piece of the frame that is nobody's.  */
struct frame_gap
{
  HOST_WIDE_INT start, end;
};

/* What other variables' sizes leave of V's gap, to GAPS.  */

static void
add_gap (vec<frame_gap> *gaps, const vec<frame_var> &vars, const frame_var &v)
{
  frame_gap g = { v.offset + v.size, v.offset + v.size + v.gap };
  for (const frame_var &w : vars)
    if (w.offset < g.end && w.offset + w.size > g.start)
      {
	/* It lies in one place with V.  */
	if (w.offset > g.start)
	  g.end = w.offset;
	else
	  g.start = MIN (w.offset + w.size, g.end);
      }
  if (g.start < g.end)
    gaps->safe_push (g);
}

/* Whether MEM is an access to one of VARS, right or wrong.  */

static bool
access_to_variable_p (const vec<frame_var> &vars, const_rtx mem)
{
  tree base = MEM_EXPR (mem) ? get_base_address (MEM_EXPR (mem)) : NULL_TREE;
  if (base && TREE_CODE (base) == MEM_REF
      && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = TREE_OPERAND (TREE_OPERAND (base, 0), 0);
  for (const frame_var &v : vars)
    if (v.decl == base)
      return true;
  return false;
}

/* Takes away from GAPS what the code uses for something else than one of VARS: a
   temporary of GCC's may have its place with a variable.  */

static void
drop_used (vec<frame_gap> *gaps, const vec<frame_var> &vars)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      {
	/* Nothing is at the frame's very start, so this is where all of it is
	   handed to other lanes or workers (nvptx.cc, nvptx_propagate).  */
	if (GET_CODE (PATTERN (insn)) == SET
	    && SET_SRC (PATTERN (insn)) == frame_pointer_rtx)
	  {
	    gaps->truncate (0);
	    return;
	  }
	subrtx_iterator::array_type array;
	FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
	  {
	    const_rtx x = *iter;
	    HOST_WIDE_INT offset, size = 1;
	    if (!MEM_P (x) || !frame_offset_p (XEXP (x, 0), &offset)
		|| access_to_variable_p (vars, x))
	      continue;
	    if (!MEM_SIZE_KNOWN_P (x) || !MEM_SIZE (x).is_constant (&size))
	      size = HOST_WIDE_INT_1 << 28;
	    for (unsigned i = gaps->length (); i-- > 0;)
	      if (offset < (*gaps)[i].end && offset + size > (*gaps)[i].start)
		gaps->unordered_remove (i);
	  }
      }
}

/* See frame-notes.h.  */

void
frame_add_note (rtx_insn **after, char *text)
{
  for (char *p = text; *p; p++)
    if ((unsigned char) *p < ' ')
      *p = '_';
  *after = emit_insn_after_noloc (accelfix_gen_comment (text), *after,
				  BLOCK_FOR_INSN (*after));
  free (text);
}

/* See frame-notes.h.  */

void
frame_note_variable (rtx_insn **after, const char *where, HOST_WIDE_INT offset,
		     HOST_WIDE_INT size, tree decl)
{
  expanded_location at = expand_location (DECL_SOURCE_LOCATION (decl));
  if (!DECL_NAME (decl))
    return;
  frame_add_note (after,
		  xasprintf ("%s " HOST_WIDE_INT_PRINT_DEC " "
			     HOST_WIDE_INT_PRINT_DEC " %d %s%s%s", where,
			     offset, size, at.file ? at.line : 0,
			     IDENTIFIER_POINTER (DECL_NAME (decl)),
			     at.file ? " " : "", at.file ? at.file : ""));
}

/* Where comments go: behind the note that begins the function, or its last one
   ahead of any code.  */

static rtx_insn *
function_start (void)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_FUNCTION_BEG)
	return insn;
      if (INSN_P (insn) || LABEL_P (insn))
	return PREV_INSN (insn);
    }
  return NULL;
}

/* Adds notes of the registers that the code sets and that hold a variable.  Where the
   variable was divided into several, as with SSA names that could not share one, each has
   a note.  */

static void
note_registers (rtx_insn **after)
{
  auto_bitmap set;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      {
	subrtx_iterator::array_type array;
	FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
	  if (GET_CODE (*iter) == SET && REG_P (SET_DEST (*iter))
	      && !HARD_REGISTER_P (SET_DEST (*iter)))
	    bitmap_set_bit (set, REGNO (SET_DEST (*iter)));
      }
  unsigned regno;
  bitmap_iterator bi;
  EXECUTE_IF_SET_IN_BITMAP (set, 0, regno, bi)
    {
      rtx reg = regno_reg_rtx[regno];
      tree decl = reg ? REG_EXPR (reg) : NULL_TREE;
      if (decl && DECL_P (decl) && known_eq (REG_OFFSET (reg), 0)
	  && GET_MODE (reg) == DECL_MODE (decl))
	frame_note_variable (after, "reg", regno,
			     GET_MODE_SIZE (GET_MODE (reg)).to_constant (), decl);
    }
}

/* Adds notes of the parameters of FUN whose addresses are in registers.  */

static void
note_addresses (rtx_insn **after, function *fun)
{
  for (tree p = DECL_ARGUMENTS (fun->decl); p; p = DECL_CHAIN (p))
    {
      rtx place = DECL_RTL_SET_P (p) ? DECL_RTL (p) : NULL_RTX;
      HOST_WIDE_INT size = int_size_in_bytes (TREE_TYPE (p));
      if (place && MEM_P (place) && REG_P (XEXP (place, 0)) && size > 0
	  && !HARD_REGISTER_P (XEXP (place, 0)))
	frame_note_variable (after, "ref", REGNO (XEXP (place, 0)), size, p);
    }
}

static void
note_frames (function *fun)
{
  auto_vec<frame_var> vars;
  auto_vec<frame_gap> gaps;
  rtx_insn *after = function_start ();
  for (unsigned i = 0; i < vec_safe_length (variables); i++)
    add_variable (&vars, (*variables)[i], (*sizes)[i]);
  for (tree p = DECL_ARGUMENTS (fun->decl); p; p = DECL_CHAIN (p))
    add_variable (&vars, p, NULL_TREE);
  vec_safe_truncate (variables, 0);
  vec_safe_truncate (sizes, 0);
  if (!after)
    return;
  for (const frame_var &v : vars)
    if (v.gap)
      add_gap (&gaps, vars, v);
  if (front_gap >= 0 && !gaps.is_empty ())
    gaps.safe_push ({ front_gap, front_gap + SMALL_GAP });
  drop_used (&gaps, vars);
  for (const frame_var &v : vars)
    frame_note_variable (&after, "frame", v.offset, v.size, v.decl);
  for (unsigned i = 0; i < vec_safe_length (shared_variables); i++)
    frame_note_variable (&after, "shared", shared_offsets[i],
			 int_size_in_bytes (TREE_TYPE ((*shared_variables)[i])),
			 (*shared_variables)[i]);
  vec_safe_truncate (shared_variables, 0);
  if (optimize <= 1)
    {
      note_registers (&after);
      note_addresses (&after, fun);
    }
  for (const frame_gap &g : gaps)
    {
      frame_add_note (&after, xasprintf ("gap " HOST_WIDE_INT_PRINT_DEC " "
					 HOST_WIDE_INT_PRINT_DEC, g.start,
					 g.end - g.start));
      gaps_made.value++;
    }
  gaps_made.value += frame_note_lanes (&after);
  note_atomics (after);
}

/* Takes the ends of lifetimes out of FUN.  */

static void
keep_apart (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      {
	gimple *stmt = gsi_stmt (gsi);
	if (gimple_clobber_p (stmt) && VAR_P (gimple_assign_lhs (stmt)))
	  {
	    unlink_stmt_vdef (stmt);
	    gsi_remove (&gsi, true);
	    release_defs (stmt);
	  }
	else
	  gsi_next (&gsi);
      }
}

static bool
want_gaps_or_hooks (void)
{
  if (want_notes ())
    take_hooks ();
  return want_gaps ();
}

opt_pass *
make_accelfix_frame_gaps (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-frame-gaps", ctxt, keep_apart,
			   want_gaps_or_hooks);
}

opt_pass *
make_accelfix_frame_notes (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-frame-notes", ctxt, note_frames, want_notes);
}
