/* Give each SIMD lane the temporaries that expansion makes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "simd.h"

/* Right after "expand" what belongs to a lane stands in the insns as a marked
   place in the frame (simd-frames.cc).  In each SIMT region this pass puts what
   the region refers to into the lane's stack, behind the record that
   GOMP_SIMT_ENTER makes, whose pointer is live throughout the region; elsewhere
   such a place becomes one in the frame.  It stands before anything could move
   an address out of the region.

   Slots of temporaries are used again by later statements, in a region or not;
   only what is in the region is changed.  The temporaries between the first
   and the last that a region refers to stay where they are to each other, as
   one object may lie in several slots.  A variable is different: it may be set
   before the region.  It is copied on entry.  That it is not used behind the
   region, simd-private.cc has seen to.

   Arguments and the result that are in memory lie among the temporaries and
   are shared.

   An element of a temporary may be at an index that is not constant.  Expand
   adds the index to the frame's address first then, and what is constant after
   that:

     r1 = virtual-stack-vars + r0;  mem [r1 + 2^40 + 16]  */

static accelfix_counter n_temps ("temporaries made private to SIMD lanes");

/* What a region refers to of one place.  */
struct lane_part
{
  bool used;
  bool outside;			/* No region has it alone.  */
  HOST_WIDE_INT start, end;	/* Bytes from virtual-stack-vars.  */
  HOST_WIDE_INT lane;		/* Bytes from the record's start.  */
};

/* Some bytes of the frame, marked.  */
struct frame_bytes
{
  HOST_WIDE_INT start, end;
};

/* What the pass works on.  */
struct lane_frame
{
  auto_vec<lane_part> parts;	/* By number of the place, from 1 on.  */
  auto_vec<frame_bytes> shared;	/* Arguments, in the temporaries' place.  */
  auto_vec<HOST_WIDE_INT> slots;	/* Where places for temporaries start, in
				   order, without marks.  */
  unsigned temp_align;		/* Of all temporaries, in bytes.  */
  HOST_WIDE_INT end;		/* Of the frame.  */
  rtx record;			/* Of the region at hand; null elsewhere.  */
  auto_bitmap sums;		/* Registers that hold the frame's address and
				   something more.  */
  rtx_insn *at;			/* The insn to be rewritten.  */

  lane_frame ();
  void find_sums ();
  bool address_p (const_rtx x, HOST_WIDE_INT *offset);
  lane_part *part_of (HOST_WIDE_INT offset);
  void find_parts (const vec<rtx_insn *> &insns);
  bool make_room (const simt_entry &entry);
  void rewrite (rtx_insn *insn);

private:
  void add_shared (tree decl);
  HOST_WIDE_INT temporary_end (HOST_WIDE_INT at);
  void emit_copies (const simt_entry &entry);
};

/* DECL is shared, if it is in the frame.  */

void
lane_frame::add_shared (tree decl)
{
  HOST_WIDE_INT offset;
  if (decl && DECL_RTL_SET_P (decl) && MEM_P (DECL_RTL (decl))
      && simd_frame_address_p (XEXP (DECL_RTL (decl), 0), &offset)
      && simd_place_of (offset) == 1 && DECL_SIZE_UNIT (decl)
      && tree_fits_shwi_p (DECL_SIZE_UNIT (decl)))
    shared.safe_push ({ offset,
			offset + tree_to_shwi (DECL_SIZE_UNIT (decl)) });
}

static int
compare_starts (const void *a, const void *b)
{
  HOST_WIDE_INT x = *(const HOST_WIDE_INT *) a, y = *(const HOST_WIDE_INT *) b;
  return x < y ? -1 : x > y;
}

lane_frame::lane_frame ()
  : temp_align (BIGGEST_ALIGNMENT / BITS_PER_UNIT),
    end (frame_offset.to_constant () - simd_place_distance), record (NULL_RTX)
{
  parts.safe_grow_cleared (simd_places ().length () + 1);
  for (tree arg = DECL_ARGUMENTS (cfun->decl); arg; arg = DECL_CHAIN (arg))
    add_shared (arg);
  add_shared (DECL_RESULT (cfun->decl));
  unsigned i;
  rtx slot;
  HOST_WIDE_INT offset;
  FOR_EACH_VEC_SAFE_ELT (stack_slot_list, i, slot)
    if (MEM_P (slot) && simd_frame_address_p (XEXP (slot, 0), &offset)
	&& simd_place_of (offset) == 1)
      {
	temp_align = MAX (temp_align, MEM_ALIGN (slot) / BITS_PER_UNIT);
	slots.safe_push (offset - simd_place_distance);
      }
  slots.qsort (compare_starts);
}

/* Where the temporary that byte AT of the frame is of ends at the latest.  It
   has one slot, or several that were free and next to each other.  */

HOST_WIDE_INT
lane_frame::temporary_end (HOST_WIDE_INT at)
{
  unsigned low = 0, high = slots.length ();
  while (low < high)
    {
      unsigned mid = (low + high) / 2;
      if (slots[mid] <= at)
	low = mid + 1;
      else
	high = mid;
    }
  HOST_WIDE_INT next = low < slots.length () ? slots[low] : end;
  return MIN (end, MAX (next, at + (HOST_WIDE_INT) simd_largest_object ()));
}

/* What the marked OFFSET is of, if it can belong to a lane; otherwise
   null.  */

lane_part *
lane_frame::part_of (HOST_WIDE_INT offset)
{
  HOST_WIDE_INT n = simd_place_of (offset);
  if (n == 1)
    for (const frame_bytes &b : shared)
      if (b.start <= offset && offset < b.end)
	return NULL;
  return n > 0 && n < parts.length () ? &parts[n] : NULL;
}

/* Fills SUMS.  */

void
lane_frame::find_sums ()
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONJUMP_INSN_P (insn))
      {
	rtx set = single_set (insn);
	if (!set || !REG_P (SET_DEST (set)))
	  continue;
	rtx src = SET_SRC (set);
	rtx a = GET_CODE (src) == PLUS ? XEXP (src, 0) : src;
	rtx b = GET_CODE (src) == PLUS ? XEXP (src, 1) : NULL_RTX;
	bool sum = b && REG_P (a) && REG_P (b)
		   && (a == virtual_stack_vars_rtx
		       || b == virtual_stack_vars_rtx);
	sum |= REG_P (a) && bitmap_bit_p (sums, REGNO (a));
	sum |= b && REG_P (b) && bitmap_bit_p (sums, REGNO (b));
	if (sum)
	  bitmap_set_bit (sums, REGNO (SET_DEST (set)));
      }
}

/* If X is an address in the frame with a marked offset, besides which it may
   have what is not constant, puts that into *OFFSET.  */

bool
lane_frame::address_p (const_rtx x, HOST_WIDE_INT *offset)
{
  if (GET_CODE (x) != PLUS || !CONST_INT_P (XEXP (x, 1))
      || !REG_P (XEXP (x, 0)))
    return false;
  *offset = INTVAL (XEXP (x, 1));
  return (simd_place_of (*offset) != 0
	  && (XEXP (x, 0) == virtual_stack_vars_rtx
	      || bitmap_bit_p (sums, REGNO (XEXP (x, 0)))));
}

/* Calls FN (OFFSET) for each marked address in INSN.  */

template <typename F>
static void
for_each_offset (lane_frame *frame, rtx_insn *insn, F fn)
{
  subrtx_iterator::array_type array;
  rtx roots[] = { PATTERN (insn),
		  CALL_P (insn) ? CALL_INSN_FUNCTION_USAGE (insn) : NULL_RTX };
  for (rtx root : roots)
    if (root)
      FOR_EACH_SUBRTX (it, array, root, NONCONST)
	{
	  HOST_WIDE_INT offset;
	  if (*it && frame->address_p (*it, &offset))
	    {
	      fn (offset);
	      it.skip_subrtxes ();
	    }
	}
}

/* Finds what INSNS, those of a region, refer to.  Which temporary an address is
   of is not known, so that room is made for the largest that may be there.  */

void
lane_frame::find_parts (const vec<rtx_insn *> &insns)
{
  for (lane_part &p : parts)
    p.used = false;
  for (rtx_insn *insn : insns)
    if (NONDEBUG_INSN_P (insn))
      for_each_offset (this, insn, [this] (HOST_WIDE_INT offset)
	{
	  lane_part *p = part_of (offset);
	  if (!p)
	    return;
	  HOST_WIDE_INT n = p - parts.address ();
	  const simd_place &place = simd_places ()[n - 1];
	  HOST_WIDE_INT from = offset - n * simd_place_distance;
	  HOST_WIDE_INT to;
	  if (n == 1)
	    to = temporary_end (from);
	  else
	    {
	      from = place.start;
	      to = place.start + place.size;
	    }
	  p->start = p->used ? MIN (p->start, from) : from;
	  p->end = MAX (p->used ? MAX (p->end, to) : to, from + 1);
	  p->used = true;
	});
}

/* Puts what was set before the region of ENTRY into the lane's stack.  */

void
lane_frame::emit_copies (const simt_entry &entry)
{
  start_sequence ();
  for (unsigned n = 2; n < parts.length (); n++)
    {
      const lane_part &p = parts[n];
      if (!p.used || !p.outside)
	continue;
      for (HOST_WIDE_INT k = 0; k < p.end - p.start; k += UNITS_PER_WORD)
	{
	  rtx at = plus_constant (Pmode, virtual_stack_vars_rtx, p.start + k);
	  rtx from = gen_rtx_MEM (word_mode, at);
	  rtx to = gen_rtx_MEM (word_mode,
				plus_constant (Pmode, record, p.lane + k));
	  set_mem_align (from, BITS_PER_WORD);
	  set_mem_align (to, BITS_PER_WORD);
	  emit_move_insn (to, from);
	}
    }
  rtx_insn *copies = accelfix_end_sequence ();
  if (copies)
    emit_insn_after (copies, entry.insn);
}

/* Gives what is in use in the region of ENTRY room behind its record.  Returns
   whether there is any.  */

bool
lane_frame::make_room (const simt_entry &entry)
{
  bool any = false;
  for (const lane_part &p : parts)
    any |= p.used;
  if (!any)
    return false;
  /* Lanes would share them.  */
  gcc_assert (CONST_INT_P (*entry.size) && CONST_INT_P (*entry.align));
  unsigned HOST_WIDE_INT size = UINTVAL (*entry.size);
  unsigned HOST_WIDE_INT align = MAX (UINTVAL (*entry.align), 1);
  for (unsigned n = 1; n < parts.length (); n++)
    {
      lane_part &p = parts[n];
      if (!p.used)
	continue;
      unsigned HOST_WIDE_INT a
	= n == 1 ? temp_align : simd_places ()[n - 1].align / BITS_PER_UNIT;
      a = MAX (a, (unsigned HOST_WIDE_INT) UNITS_PER_WORD);
      align = MAX (align, a);
      p.lane = ROUND_UP (size, a) + p.start % a;
      size = p.lane + ROUND_UP (p.end - p.start, UNITS_PER_WORD);
      n_temps.value++;
    }
  size = ROUND_UP (size, align);
  *entry.size = GEN_INT (size);
  *entry.align = GEN_INT (align);
  INSN_CODE (entry.insn) = -1;
  machine_function *m = cfun->machine;
  m->simt_stack_size = MAX (m->simt_stack_size, ROUND_UP (size, 8));
  m->simt_stack_align = MAX (m->simt_stack_align, align);
  record = entry.record;
  emit_copies (entry);
  return true;
}

/* BASE, the frame's address and more, with the record's in place of the
   frame's.  Insns for that go before INSN.  */

static rtx
exchange_base (rtx base, rtx record, rtx_insn *insn)
{
  if (base == virtual_stack_vars_rtx)
    return record;
  start_sequence ();
  rtx more = expand_simple_binop (Pmode, MINUS, base, virtual_stack_vars_rtx,
				  NULL_RTX, 1, OPTAB_DIRECT);
  rtx sum = expand_simple_binop (Pmode, PLUS, more, record, NULL_RTX, 1,
				 OPTAB_DIRECT);
  emit_insn_before (accelfix_end_sequence (), insn);
  return sum;
}

/* Callback of simplify_replace_fn_rtx: the address that takes the place of X,
   one that is marked.  */

static rtx
replace_address (rtx x, const_rtx, void *data)
{
  lane_frame *frame = (lane_frame *) data;
  HOST_WIDE_INT offset;
  if (!x || !frame->address_p (x, &offset))
    return NULL_RTX;
  HOST_WIDE_INT in_frame
    = offset - simd_place_of (offset) * simd_place_distance;
  rtx base = XEXP (x, 0);
  lane_part *p = frame->record ? frame->part_of (offset) : NULL;
  if (!p || !p->used || (DEBUG_INSN_P (frame->at)
			 && base != virtual_stack_vars_rtx))
    return plus_constant (Pmode, base, in_frame);
  return plus_constant (Pmode, exchange_base (base, frame->record, frame->at),
			p->lane + in_frame - p->start);
}

/* Replaces the marked addresses in INSN.  */

void
lane_frame::rewrite (rtx_insn *insn)
{
  at = insn;
  rtx pat = simplify_replace_fn_rtx (PATTERN (insn), NULL_RTX,
				     replace_address, this);
  if (pat != PATTERN (insn))
    {
      PATTERN (insn) = pat;
      INSN_CODE (insn) = -1;
      if (NONDEBUG_INSN_P (insn) && GET_CODE (pat) != USE
	  && GET_CODE (pat) != CLOBBER && asm_noperands (pat) < 0
	  && recog_memoized (insn) < 0)
	fatal_insn_not_found (insn);
      if (record && dump_file && (dump_flags & TDF_DETAILS))
	fprintf (dump_file, "insn %d refers to the lane's stack\n",
		 INSN_UID (insn));
    }
  if (CALL_P (insn) && CALL_INSN_FUNCTION_USAGE (insn))
    CALL_INSN_FUNCTION_USAGE (insn)
      = simplify_replace_fn_rtx (CALL_INSN_FUNCTION_USAGE (insn), NULL_RTX,
				 replace_address, this);
  for (rtx note = REG_NOTES (insn); note; note = XEXP (note, 1))
    if (REG_NOTE_KIND (note) == REG_EQUAL || REG_NOTE_KIND (note) == REG_EQUIV)
      XEXP (note, 0) = simplify_replace_fn_rtx (XEXP (note, 0), NULL_RTX,
						replace_address, this);
}

/* Takes the mark from the address of X, what stands for a variable.  */

static void
unmark_memory (rtx x)
{
  HOST_WIDE_INT offset;
  if (x && MEM_P (x) && simd_frame_address_p (XEXP (x, 0), &offset)
      && simd_place_of (offset))
    XEXP (x, 0)
      = plus_constant (Pmode, virtual_stack_vars_rtx,
		       offset - simd_place_of (offset) * simd_place_distance);
}

/* Takes the marks from what GCC has noted besides the insns.  */

static void
unmark_variables (void)
{
  unsigned i;
  tree decl;
  rtx slot;
  FOR_EACH_LOCAL_DECL (cfun, i, decl)
    if (VAR_P (decl) && !is_global_var (decl) && DECL_RTL_SET_P (decl))
      unmark_memory (DECL_RTL (decl));
  for (decl = DECL_ARGUMENTS (cfun->decl); decl; decl = DECL_CHAIN (decl))
    if (DECL_RTL_SET_P (decl))
      unmark_memory (DECL_RTL (decl));
  decl = DECL_RESULT (cfun->decl);
  if (decl && DECL_RTL_SET_P (decl))
    unmark_memory (DECL_RTL (decl));
  FOR_EACH_VEC_SAFE_ELT (stack_slot_list, i, slot)
    unmark_memory (slot);
}

/* The pass.  */

static void
move_temporaries (function *)
{
  lane_frame frame;
  frame.find_sums ();
  auto_vec<simt_entry> entries;
  simt_find_entries (&entries);

  /* What is used outside all regions.  */
  auto_delete_vec<auto_vec<rtx_insn *> > regions;
  hash_set<rtx_insn *> inside;
  for (const simt_entry &entry : entries)
    {
      regions.safe_push (new auto_vec<rtx_insn *>);
      simt_find_insns (entry, regions.last ());
      for (rtx_insn *insn : *regions.last ())
	inside.add (insn);
    }
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && !inside.contains (insn))
      for_each_offset (&frame, insn, [&frame] (HOST_WIDE_INT offset)
	{
	  if (lane_part *p = frame.part_of (offset))
	    p->outside = true;
	});

  for (unsigned i = 0; i < entries.length (); i++)
    {
      frame.find_parts (*regions[i]);
      if (frame.make_room (entries[i]))
	for (rtx_insn *insn : *regions[i])
	  if (INSN_P (insn))
	    frame.rewrite (insn);
      frame.record = NULL_RTX;
    }
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (INSN_P (insn))
      frame.rewrite (insn);
  unmark_variables ();
  simd_unmark ();
}

opt_pass *
make_accelfix_simd_temps (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-simd-temps", ctxt, move_temporaries,
			[] { return !simd_places ().is_empty (); });
}
