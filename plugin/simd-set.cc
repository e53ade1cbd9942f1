/* Variables that each iteration of a simd loop sets before it reads them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

/* A temporary serves one evaluation of an expression, so that nothing is read
   of it that an earlier iteration has set.  But what has no name in the source
   need not be one: in C++ a reference that is declared before the loop extends
   the life of an object without a name, which the lanes share as any
   other, and which keeps values from one execution of the loop to the next:

     S &&s = S ();
     ...
     #pragma omp simd
     for (i = 0; i < n; i++)
       s.a[i] += 3;

   So it is asked of each which of its bytes every path from the start of an
   iteration sets.  Whatever reads others, or lets their address out, may see
   what is older; only padding does not count, and where no address is let out,
   bytes that nothing sets.  */

/* What one question is about.  */
struct set_walk
{
  tree decl;
  HOST_WIDE_INT size;		/* Its bytes.  */
  bitmap sets;			/* The bytes that the path has set.  */
  bitmap matter;		/* Those that may have a value.  */
  bool older;			/* Others of these are read.  */
};

/* Puts the first byte of REF, if W's variable is its base, into *START, and
   the one behind the last into *END.  *EXACT becomes whether it has these in
   full.  */

static bool
bytes_of (const set_walk *w, tree ref, HOST_WIDE_INT *start, HOST_WIDE_INT *end,
	  bool *exact)
{
  if (get_base_address (ref) != w->decl)
    return false;
  HOST_WIDE_INT offset, size;
  bool reverse;
  bool known = (get_ref_base_and_extent_hwi (ref, &offset, &size, &reverse)
		== w->decl
		&& offset >= 0 && offset + size <= w->size * BITS_PER_UNIT);
  *start = known ? offset / BITS_PER_UNIT : 0;
  *end = known ? CEIL (offset + size, BITS_PER_UNIT) : w->size;
  *exact = known && offset % BITS_PER_UNIT == 0 && size % BITS_PER_UNIT == 0;
  return true;
}

/* Notes that the bytes of W's variable from START to END are read.  */

static void
note_read (set_walk *w, HOST_WIDE_INT start, HOST_WIDE_INT end)
{
  for (HOST_WIDE_INT k = start; k < end && !w->older; k++)
    w->older = bitmap_bit_p (w->matter, k) && !bitmap_bit_p (w->sets, k);
}

/* Callbacks of walk_stmt_load_store_addr_ops.  */

static bool
visit_load (gimple *, tree, tree ref, void *data)
{
  set_walk *w = (set_walk *) data;
  HOST_WIDE_INT start, end;
  bool exact;
  if (bytes_of (w, ref, &start, &end, &exact))
    note_read (w, start, end);
  return false;
}

static bool
visit_store (gimple *, tree, tree ref, void *data)
{
  set_walk *w = (set_walk *) data;
  HOST_WIDE_INT start, end;
  bool exact;
  if (bytes_of (w, ref, &start, &end, &exact) && exact && end > start)
    bitmap_set_range (w->sets, start, end - start);
  return false;
}

/* Whether BASE, visited as an address in operand REF of STMT, is W's variable.
   Where a result in memory goes is no argument.  */

static bool
lets_out_p (const set_walk *w, gimple *stmt, tree base, tree ref)
{
  return (get_base_address (base) == w->decl
	  && !(is_gimple_call (stmt) && ref == gimple_call_lhs (stmt)));
}

static bool
visit_address (gimple *stmt, tree base, tree ref, void *data)
{
  set_walk *w = (set_walk *) data;
  if (lets_out_p (w, stmt, base, ref))
    note_read (w, 0, w->size);
  return false;
}

/* As the last two, for what matters of a variable.  */

static bool
visit_any_store (gimple *, tree, tree ref, void *data)
{
  set_walk *w = (set_walk *) data;
  HOST_WIDE_INT start, end;
  bool exact;
  if (bytes_of (w, ref, &start, &end, &exact) && end > start)
    bitmap_set_range (w->matter, start, end - start);
  return false;
}

static bool
visit_any_address (gimple *stmt, tree base, tree ref, void *data)
{
  set_walk *w = (set_walk *) data;
  w->older |= lets_out_p (w, stmt, base, ref);
  return false;
}

/* Fills W->MATTER for V.  */

static void
find_what_matters (set_walk *w, const simd_var *v)
{
  w->older = !v->phis.is_empty ();
  for (gimple *stmt : v->refs)
    walk_stmt_load_store_addr_ops (stmt, w, NULL, visit_any_store,
				   visit_any_address);
  if (w->older)
    {
      auto_vec<unsigned char> mask;
      mask.safe_grow (w->size);
      memset (mask.address (), 255, w->size);
      clear_type_padding_in_mask (TREE_TYPE (w->decl), mask.address ());
      for (HOST_WIDE_INT k = 0; k < w->size; k++)
	if (mask[k])
	  bitmap_set_bit (w->matter, k);
    }
  w->older = false;
}

/* See simd.h.  */

bool
simd_set_first_p (simt_region *r, const simd_var *v)
{
  /* More takes long, and is no temporary.  */
  const HOST_WIDE_INT most = 65536;
  set_walk w;
  w.decl = v->decl;
  w.size = tree_to_uhwi (DECL_SIZE_UNIT (v->decl));
  if (w.size > most)
    return false;
  auto_bitmap sets, matter;
  w.sets = sets;
  w.matter = matter;
  find_what_matters (&w, v);

  simd_var_sets of (v);

  /* What all paths have set that reach the start of a block; it only becomes
     less.  */
  auto_delete_vec<auto_bitmap> all;
  hash_map<basic_block, bitmap> starts;
  auto_vec<basic_block> work;
  work.safe_push (gimple_bb (r->alloc));
  while (!work.is_empty ())
    {
      basic_block bb = work.pop ();
      bool inside = bitmap_bit_p (r->starts, bb->index);
      bitmap_clear (sets);
      if (bitmap *start = starts.get (bb))
	bitmap_copy (sets, *start);
      for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	   gsi_next (&gsi))
	{
	  gimple *stmt = gsi_stmt (gsi);
	  if (stmt == r->alloc)
	    {
	      inside = true;
	      bitmap_clear (sets);
	    }
	  else if (inside && r->exit_p (stmt))
	    inside = false;
	  else if (inside && of.clobbers.contains (stmt))
	    bitmap_set_range (sets, 0, w.size);
	  else if (inside && of.refs.contains (stmt))
	    {
	      walk_stmt_load_store_addr_ops (stmt, &w, visit_load, NULL,
					     visit_address);
	      walk_stmt_load_store_addr_ops (stmt, &w, NULL, visit_store, NULL);
	    }
	}
      edge e;
      edge_iterator ei;
      if (bitmap_bit_p (r->ends, bb->index))
	FOR_EACH_EDGE (e, ei, bb->succs)
	  {
	    if (of.phis.contains (e))
	      note_read (&w, 0, w.size);
	    bool anew = ((e->flags & EDGE_IRREDUCIBLE_LOOP)
			 || simd_next_iteration_p (r, e));
	    bool there;
	    bitmap &b = starts.get_or_insert (e->dest, &there);
	    bool less = true;
	    if (!there)
	      {
		all.safe_push (new auto_bitmap);
		b = *all.last ();
		if (!anew)
		  bitmap_copy (b, sets);
	      }
	    else if (!anew)
	      less = bitmap_and_into (b, sets);
	    else if ((less = !bitmap_empty_p (b)))
	      bitmap_clear (b);
	    if (less)
	      work.safe_push (e->dest);
	  }
      if (w.older)
	return false;
    }
  return true;
}
