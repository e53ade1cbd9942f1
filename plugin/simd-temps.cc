/* Give each SIMD lane the temporaries that expansion makes.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "simd-insns.h"
#include "simd-loops.h"
#include "simd-temps.h"

/* Expansion to RTL makes variables of its own in the frame: copies of
   arguments that are passed by reference (structures, vectors, __int128),
   places for results that are returned in memory (those, and complex
   numbers), memory to view a value as one of another type, and vectors in SSA
   names that no mode is wide enough for.  In a SIMT region each lane needs
   its own, as of every other variable, and no pass before expansion can see
   them.  GCC has them shared, and so the lanes pass each other's arguments.

   This pass stands right after "expand", while a place in the frame is still
   written as (plus virtual-stack-vars N), and before anything has moved such
   an address out of the region.  A place that no variable in memory has is a
   temporary.  Those that a region refers to get room in the lane's stack
   behind the record that GOMP_SIMT_ENTER makes, whose pointer is live
   throughout the region.

   Slots of temporaries are used again by later statements, in a region or not;
   only what is in the region is changed.  A vector in an SSA name is different:
   it may be set before the region.  Its place is copied on entry.  That it is
   not used behind the region, simd-private.cc has seen to.

   An address that is computed as N bytes before or behind a variable might be
   that of a temporary to the eye: simd-hide.cc keeps those apart.  */

static accelfix_counter n_temps ("temporaries made private to SIMD lanes");

/* A piece of the frame that is no variable's.  */
struct piece
{
  HOST_WIDE_INT start, end;	/* Bytes from virtual-stack-vars.  */
  unsigned align;		/* Bits.  */
  bool temporary;		/* Made by assign_stack_local.  */
  bool used;			/* In the region at hand.  */
  bool outside;			/* Also outside all regions.  */
  HOST_WIDE_INT lane;		/* Bytes from the record's start.  */
};

static piece
make_piece (HOST_WIDE_INT start, HOST_WIDE_INT end, unsigned align,
	    bool temporary)
{
  return { start, end, align, temporary, false, false, 0 };
}

/* If X is an address in the frame at a constant offset, puts that into
   *OFFSET.  */

static bool
frame_address_p (const_rtx x, HOST_WIDE_INT *offset)
{
  if (x == virtual_stack_vars_rtx)
    {
      *offset = 0;
      return true;
    }
  if (GET_CODE (x) == PLUS && XEXP (x, 0) == virtual_stack_vars_rtx
      && CONST_INT_P (XEXP (x, 1)))
    {
      *offset = INTVAL (XEXP (x, 1));
      return true;
    }
  return false;
}

/* Whether X is a sum of an address in the frame and something that is not
   constant.  Temporaries are not referred to by such.  */

static bool
frame_sum_p (const_rtx x)
{
  while (GET_CODE (x) == PLUS)
    {
      if (XEXP (x, 1) == virtual_stack_vars_rtx)
	return true;
      x = XEXP (x, 0);
    }
  return x == virtual_stack_vars_rtx;
}

static int
compare_starts (const void *a, const void *b)
{
  HOST_WIDE_INT x = ((const piece *) a)->start, y = ((const piece *) b)->start;
  return x < y ? -1 : x > y;
}

/* Adds to TAKEN the place of DECL, if it is a variable in the frame.  What
   the passes on GIMPLE take for a register is none, wherever it is, nor is a
   temporary that one of them made.  */

static void
add_variable (tree decl, vec<piece> *taken)
{
  HOST_WIDE_INT offset;
  if (!DECL_RTL_SET_P (decl) || is_gimple_reg (decl)
      || (DECL_ARTIFICIAL (decl) && simd_late_var_p (decl))
      || !MEM_P (DECL_RTL (decl))
      || !frame_address_p (XEXP (DECL_RTL (decl), 0), &offset)
      || !DECL_SIZE_UNIT (decl) || !tree_fits_shwi_p (DECL_SIZE_UNIT (decl)))
    return;
  HOST_WIDE_INT size = MAX (tree_to_shwi (DECL_SIZE_UNIT (decl)), 1);
  taken->safe_push (make_piece (offset, offset + size, 0, false));
}

/* Puts into PIECES, in order, what in the frame belongs to no variable.  */

static void
find_pieces (vec<piece> *pieces)
{
  auto_vec<piece> taken, slots;
  for (tree v = simd_frame_variables (); v; v = TREE_CHAIN (v))
    add_variable (TREE_VALUE (v), &taken);
  for (tree arg = DECL_ARGUMENTS (cfun->decl); arg; arg = DECL_CHAIN (arg))
    add_variable (arg, &taken);
  taken.qsort (compare_starts);

  /* The temporaries, without those that are an argument's place.  */
  HOST_WIDE_INT offset, frame_end = get_frame_size ().to_constant ();
  unsigned n;
  rtx slot;
  FOR_EACH_VEC_SAFE_ELT (stack_slot_list, n, slot)
    if (MEM_P (slot) && frame_address_p (XEXP (slot, 0), &offset))
      slots.safe_push (make_piece (offset, frame_end, MEM_ALIGN (slot), true));
  slots.qsort (compare_starts);
  for (unsigned k = 0; k + 1 < slots.length (); k++)
    slots[k].end = slots[k + 1].start;

  /* What lies between the variables, up to the first temporary.  */
  HOST_WIDE_INT at = 0;
  HOST_WIDE_INT rest = slots.is_empty () ? frame_end : slots[0].start;
  unsigned align = MAX (crtl->stack_alignment_needed, BIGGEST_ALIGNMENT);
  taken.safe_push (make_piece (rest, rest, 0, false));
  for (const piece &t : taken)
    {
      HOST_WIDE_INT end = MIN (t.start, rest);
      at = ROUND_UP (at, UNITS_PER_WORD);
      if (at < end)
	pieces->safe_push (make_piece (at, end, align, false));
      at = MAX (at, t.end);
    }
  for (const piece &s : slots)
    {
      bool variable = false;
      for (const piece &t : taken)
	variable |= t.start < s.end && s.start < t.end;
      if (!variable && s.start < s.end)
	pieces->safe_push (s);
    }
}

/* The piece of PIECES that OFFSET is in, or null.  */

static piece *
piece_at (vec<piece> *pieces, HOST_WIDE_INT offset)
{
  unsigned low = 0, high = pieces->length ();
  while (low < high)
    {
      unsigned mid = (low + high) / 2;
      if ((*pieces)[mid].end <= offset)
	low = mid + 1;
      else
	high = mid;
    }
  return (low < pieces->length () && (*pieces)[low].start <= offset
	  ? &(*pieces)[low] : NULL);
}

/* Calls FN (piece, DATA) for each address in INSN that is in a piece.  */

template <typename F>
static void
for_each_piece (rtx_insn *insn, vec<piece> *pieces, F fn)
{
  subrtx_iterator::array_type array;
  rtx parts[] = { PATTERN (insn),
		  CALL_P (insn) ? CALL_INSN_FUNCTION_USAGE (insn) : NULL_RTX };
  for (rtx part : parts)
    if (part)
      FOR_EACH_SUBRTX (it, array, part, NONCONST)
	{
	  HOST_WIDE_INT offset;
	  if (!*it)
	    continue;
	  if (frame_address_p (*it, &offset))
	    {
	      if (piece *p = piece_at (pieces, offset))
		fn (p);
	      it.skip_subrtxes ();
	    }
	  else if (GET_CODE (*it) == PLUS && frame_sum_p (*it))
	    it.skip_subrtxes ();
	}
}

/* What replace_address is told.  */
struct lane_places
{
  vec<piece> *pieces;
  rtx record;
};

/* Callback of simplify_replace_fn_rtx: for an address in a piece, its place
   in the lane's stack.  */

static rtx
replace_address (rtx x, const_rtx, void *data)
{
  lane_places *places = (lane_places *) data;
  HOST_WIDE_INT offset;
  if (!x)
    return NULL_RTX;
  if (!frame_address_p (x, &offset))
    return GET_CODE (x) == PLUS && frame_sum_p (x) ? x : NULL_RTX;
  piece *p = piece_at (places->pieces, offset);
  if (!p)
    return x;
  return plus_constant (Pmode, places->record, p->lane + offset - p->start);
}

/* Replaces the addresses in INSN.  */

static void
move_to_lane (rtx_insn *insn, lane_places *places)
{
  rtx pat = simplify_replace_fn_rtx (PATTERN (insn), NULL_RTX,
				     replace_address, places);
  if (pat != PATTERN (insn))
    {
      PATTERN (insn) = pat;
      INSN_CODE (insn) = -1;
      if (NONDEBUG_INSN_P (insn) && GET_CODE (pat) != USE
	  && GET_CODE (pat) != CLOBBER && asm_noperands (pat) < 0
	  && recog_memoized (insn) < 0)
	fatal_insn_not_found (insn);
      if (dump_file && (dump_flags & TDF_DETAILS))
	fprintf (dump_file, "insn %d refers to the lane's stack\n",
		 INSN_UID (insn));
    }
  if (CALL_P (insn) && CALL_INSN_FUNCTION_USAGE (insn))
    CALL_INSN_FUNCTION_USAGE (insn)
      = simplify_replace_fn_rtx (CALL_INSN_FUNCTION_USAGE (insn), NULL_RTX,
				 replace_address, places);
  for (rtx note = REG_NOTES (insn); note; note = XEXP (note, 1))
    if (REG_NOTE_KIND (note) == REG_EQUAL || REG_NOTE_KIND (note) == REG_EQUIV)
      XEXP (note, 0) = simplify_replace_fn_rtx (XEXP (note, 0), NULL_RTX,
						replace_address, places);
}

/* Counts the PIECES that are in use, and marks as used what may lie behind a
   temporary that is: from places that are next to each other and free,
   assign_stack_temp_for_type makes one, which no list tells.  */

static void
mark_neighbours (vec<piece> *pieces)
{
  HOST_WIDE_INT reach = -1;
  for (piece &p : *pieces)
    {
      n_temps.value += p.used;
      if (!p.temporary)
	continue;
      if (p.used)
	reach = p.end + simd_largest_object () - 1;
      else if (p.start < reach)
	p.used = true;
    }
}

/* The largest alignment, in bytes, of FIRST in PIECES and the temporaries
   behind it that stay where they are to it.  */

static unsigned
run_align (const vec<piece> *pieces, const piece *first)
{
  unsigned align = first->align;
  const piece *before = first;
  for (const piece &p : *pieces)
    if (p.used && p.start > before->start)
      {
	if (!before->temporary || !p.temporary || before->end != p.start)
	  break;
	align = MAX (align, p.align);
	before = &p;
      }
  return align / BITS_PER_UNIT;
}

/* Gives the pieces that are in use in the region of ENTRY room behind its
   record, and copies those that were set before.  Returns whether there are
   any.  */

static bool
make_room (const simt_entry &entry, vec<piece> *pieces)
{
  unsigned HOST_WIDE_INT size = UINTVAL (*entry.size);
  unsigned HOST_WIDE_INT align = MAX (UINTVAL (*entry.align), 1);
  bool any = false;
  const piece *before = NULL;
  mark_neighbours (pieces);
  for (piece &p : *pieces)
    {
      if (!p.used)
	continue;
      unsigned a = MAX (p.align / BITS_PER_UNIT, 8);
      align = MAX (align, a);
      if (before && before->temporary && p.temporary && before->end == p.start)
	/* One object may lie in both.  */
	p.lane = before->lane + (p.start - before->start);
      else
	{
	  a = MAX (a, run_align (pieces, &p));
	  p.lane = ROUND_UP (size, a) + p.start % a;
	}
      size = p.lane + ROUND_UP (p.end - p.start, UNITS_PER_WORD);
      before = &p;
      any = true;
    }
  if (!any)
    return false;
  size = ROUND_UP (size, align);
  *entry.size = GEN_INT (size);
  *entry.align = GEN_INT (align);
  INSN_CODE (entry.insn) = -1;
  cfun->machine->simt_stack_size
    = MAX (cfun->machine->simt_stack_size, ROUND_UP (size, 8));
  cfun->machine->simt_stack_align
    = MAX (cfun->machine->simt_stack_align, align);

  start_sequence ();
  for (piece &p : *pieces)
    if (p.used && p.outside && !p.temporary)
      for (HOST_WIDE_INT k = 0; k < p.end - p.start; k += UNITS_PER_WORD)
	{
	  machine_mode mode = word_mode;
	  rtx from = gen_rtx_MEM (mode, plus_constant (Pmode,
						       virtual_stack_vars_rtx,
						       p.start + k));
	  rtx to = gen_rtx_MEM (mode, plus_constant (Pmode, entry.record,
						     p.lane + k));
	  set_mem_align (from, BITS_PER_WORD);
	  set_mem_align (to, BITS_PER_WORD);
	  emit_move_insn (to, from);
	}
  rtx_insn *copies = accelfix_end_sequence ();
  if (copies)
    emit_insn_after (copies, entry.insn);
  return true;
}

/* The pass.  */

static void
move_temporaries (void)
{
  auto_vec<simt_entry> entries;
  simt_find_entries (&entries);
  auto_vec<piece> pieces;
  find_pieces (&pieces);
  if (entries.is_empty () || pieces.is_empty ())
    return;

  /* What is used outside all regions.  */
  auto_delete_vec<hash_set<rtx_insn *>> regions;
  for (const simt_entry &entry : entries)
    {
      hash_set<rtx_insn *> *insns = new hash_set<rtx_insn *>;
      simt_find_insns (entry, insns);
      regions.safe_push (insns);
    }
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      {
	bool inside = false;
	for (hash_set<rtx_insn *> *insns : regions)
	  inside |= insns->contains (insn);
	if (!inside)
	  for_each_piece (insn, &pieces, [] (piece *p) { p->outside = true; });
      }

  for (unsigned i = 0; i < entries.length (); i++)
    {
      for (piece &p : pieces)
	p.used = false;
      for (rtx_insn *insn : *regions[i])
	if (NONDEBUG_INSN_P (insn))
	  for_each_piece (insn, &pieces, [] (piece *p) { p->used = true; });
      if (!CONST_INT_P (*entries[i].size) || !make_room (entries[i], &pieces))
	continue;
      lane_places places = { &pieces, entries[i].record };
      for (rtx_insn *insn : *regions[i])
	if (INSN_P (insn))
	  move_to_lane (insn, &places);
    }
}

namespace {

const pass_data pass_data_accelfix_simd_temps =
{
  RTL_PASS, /* type */
  "accelfix-simd-temps", /* name */
  OPTGROUP_OMP, /* optinfo_flags */
  TV_EXPAND, /* tv_id */
  0, /* properties_required */
  0, /* properties_provided */
  0, /* properties_destroyed */
  0, /* todo_flags_start */
  0, /* todo_flags_finish */
};

class pass_accelfix_simd_temps : public rtl_opt_pass
{
public:
  pass_accelfix_simd_temps (gcc::context *ctxt)
    : rtl_opt_pass (pass_data_accelfix_simd_temps, ctxt)
  {}

  bool gate (function *) override
  {
    return accelfix_args.simd_private && cfun->machine->has_simtreg;
  }
  unsigned int execute (function *) override
  {
    move_temporaries ();
    return 0;
  }
};

} // anon namespace

opt_pass *
make_accelfix_simd_temps (gcc::context *ctxt)
{
  return new pass_accelfix_simd_temps (ctxt);
}
