/* Dead ends that several divergent regions share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "ptx-insn.h"
#include "ptx-asm.h"
#include "functions.h"
#include "flow.h"
#include "graphds.h"

/* What exit=2 does beyond exit=1, and beyond what LLVM does.

   Take

	if (a[tid] < 0) abort ();	// region 1
	__syncthreads ();
	if (b[tid] < 0) abort ();	// region 2
	__syncthreads ();

   GCC's jump passes merge equal code (crossjumping, tail merging), so that
   PTX has one "call abort; trap; exit" to which both regions jump.  Where one
   region owns its dead end, the threads that take it leave, and the others
   reconverge behind the if.  A dead end that two regions share is no part of
   either: seen from region 1 it is a block behind region 2, and the first point
   that all ways of region 1 have in common is the end of the function.  The
   reconvergence point moves there, and the warp reaches __syncthreads in
   parts, which Pascal and older chips do not allow.

   The review of LLVM's pass (D152789) left this open: it says that `exit' may
   not suffice when the block has been merged with others before, and LLVM 22
   still has one block with jumps from both regions.  It is less exposed,
   since NVPTX asks for a structured CFG, which keeps the merging passes off;
   GCC does not.  What is known from chips: CUDAnative.jl #4 (sm_61, ptxas 8.0)
   found neither a ret nor a branch behind a shared trap to help, and a trap
   block for each of its predecessors to do so.

   So this pass gives each region its own copy again.  When, is decided by
   postdominators.  "After" is the immediate postdominator of the branch when
   all dead ends are left out, which is where the source reconverges; "before"
   is the one when the shared dead end counts as a block that leads to the end
   of the function.  A dead end is split where the branches that lead to it
   have different reconvergence points, and for those regions whose point the
   sharing moves past an instruction that must be reached by all: a barrier,
   a shuffle, a vote, or a call that may hold one, which is every call of a
   function that was not compiled before and is no builtin.  What stands in the
   dead end itself does not count: only lanes that have parted from the others
   for good come to it, shared or not.  (GCC 13 and later unroll a loop with a
   dead end eightfold at -O2; a copy for each round of it would be no use.)
   Branches that are uniform need no reconvergence and count for nothing.  A
   dead end of several blocks is copied as a whole.  The copies are bounded by
   exit-growth-limit, in percent of the function's instructions, but never to
   less than 16.

   Alternatives, not taken: to prevent the merging (the passes that do it stand
   long before, and serve the size of all other code), and a copy for each
   predecessor, as GPUCompiler.jl did for a while (copies for branches of the
   same region gain nothing).  */

/* Insns that any function may grow by, unless exit-growth-limit is 0.  */
enum { LEAST_LIMIT = 16 };

static accelfix_counter n_copies ("copies of dead ends made by exit=2");
static accelfix_counter n_refused ("dead ends left shared by exit=2, for "
				   "their size");

class splitter
{
public:
  explicit splitter (int budget);
  bool step ();

private:
  void regions_of_edge (edge, vec<int> *regions);
  bool consider (basic_block dead);
  bool split (basic_block dead, const vec<basic_block> &part, int region,
	      const vec<edge> &in_edges);

  int m_budget;
  auto_bitmap m_live;		/* Blocks that reach a ret.  */
  auto_vec<int> m_after;	/* By block; see above.  */
  auto_bitmap m_given_up;	/* Dead ends, by block.  */
};

/* Adds the blocks from which control comes to those of BLOCKS.  */

static void
add_leading_blocks (bitmap blocks)
{
  auto_vec<int> start;
  unsigned i;
  bitmap_iterator bi;
  EXECUTE_IF_SET_IN_BITMAP (blocks, 0, i, bi)
    start.safe_push (i);
  while (!start.is_empty ())
    {
      edge e;
      edge_iterator ei;
      FOR_EACH_EDGE (e, ei, BASIC_BLOCK_FOR_FN (cfun, start.pop ())->preds)
	if (bitmap_set_bit (blocks, e->src->index))
	  start.safe_push (e->src->index);
    }
}

/* Fills IPDOM: by block, its immediate postdominator in the graph of the blocks
   IN, the exit block among them, in which KEEP, if not negative, leads to the
   exit.  GCC's CDI_POST_DOMINATORS does not serve, because there every dead end
   leads to the exit, and what is asked here is what there would be without
   them.  */

static void
find_postdominators (const_bitmap in, int keep, vec<int> *ipdom)
{
  int n = last_basic_block_for_fn (cfun);
  struct graph *g = new_graph (n);
  for (int i = 0; i < n; i++)
    {
      if (i == EXIT_BLOCK)
	continue;
      /* What is left out is put under the exit.  */
      if (!bitmap_bit_p (in, i) || i == keep)
	add_edge (g, EXIT_BLOCK, i);
      edge e;
      edge_iterator ei;
      if (bitmap_bit_p (in, i))
	FOR_EACH_EDGE (e, ei, BASIC_BLOCK_FOR_FN (cfun, i)->succs)
	  if (bitmap_bit_p (in, e->dest->index))
	    add_edge (g, e->dest->index, i);
    }
  auto_vec<int> son, brother;
  ipdom->safe_grow (n);
  son.safe_grow (n);
  brother.safe_grow (n);
  graphds_domtree (g, EXIT_BLOCK, ipdom->address (), son.address (),
		   brother.address ());
  free_graph (g);
}

splitter::splitter (int budget)
  : m_budget (budget)
{
  bitmap_set_bit (m_live, EXIT_BLOCK);
  add_leading_blocks (m_live);
  find_postdominators (m_live, -1, &m_after);
}

/* Whether X, in INSN's pattern, has the same value in all lanes: constants and
   what one insn computes from them.  */

static bool
uniform_value_p (rtx x)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, x, NONCONST)
    if (REG_P (*iter) || MEM_P (*iter) || GET_CODE (*iter) == UNSPEC
	|| GET_CODE (*iter) == UNSPEC_VOLATILE)
      return false;
  return true;
}

/* Whether the lanes of a warp may part at the end of BB.  Not at "bra.uni", and
   not where the condition is computed from constants right before the branch,
   as in code that is not optimised.  */

static bool
branch_diverges_p (basic_block bb)
{
  rtx_insn *branch = BB_END (bb);
  if (!JUMP_P (branch) || !ptx_falls_through_p (branch))
    return false;
  rtx set = pc_set (branch);
  if (!set)
    return true;
  rtx value = XEXP (XEXP (SET_SRC (set), 0), 0);
  if (GET_CODE (value) == UNSPEC)
    return XINT (value, 1) != UNSPEC_BR_UNIFIED;
  for (rtx_insn *insn = PREV_INSN (branch); insn != BB_HEAD (bb);
       insn = PREV_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && reg_set_p (value, insn))
      {
	set = single_set (insn);
	return !set || !uniform_value_p (SET_SRC (set));
      }
  return true;
}

/* Adds the reconvergence points of the divergent branches from which E, into a
   dead block, is taken, to REGIONS.  */

void
splitter::regions_of_edge (edge e, vec<int> *regions)
{
  auto_vec<edge> work;
  hash_set<edge> seen;
  work.safe_push (e);
  while (!work.is_empty ())
    {
      e = work.pop ();
      if (seen.add (e) || e->flags & EDGE_FAKE)
	continue;
      int src = e->src->index;
      if (!bitmap_bit_p (m_live, src))
	{
	  edge_iterator ei;
	  FOR_EACH_EDGE (e, ei, e->src->preds)
	    work.safe_push (e);
	}
      else if (branch_diverges_p (e->src)
	       && !regions->contains (m_after[src]))
	regions->safe_push (m_after[src]);
    }
}

/* For dfs_enumerate_from: whether BB is not in AVOID, a bitmap of blocks.  */

static bool
not_avoided_p (const_basic_block bb, const void *avoid)
{
  return !bitmap_bit_p ((const_bitmap) avoid, bb->index);
}

/* Puts BB and the blocks that are reached from it, except those of AVOID, into
   BLOCKS.  */

static void
reached_from (basic_block bb, const_bitmap avoid, vec<basic_block> *blocks)
{
  int n = n_basic_blocks_for_fn (cfun);
  blocks->safe_grow (n);
  blocks->truncate (dfs_enumerate_from (bb, false, not_avoided_p,
					blocks->address (), n, avoid));
}

/* Whether a convergent insn can be reached from block FROM without coming to
   block TO or those of PART.  */

static bool
moved_past_convergent_p (int from, int to, const vec<basic_block> &part)
{
  auto_bitmap avoid;
  bitmap_set_bit (avoid, EXIT_BLOCK);
  bitmap_set_bit (avoid, to);
  for (basic_block bb : part)
    bitmap_set_bit (avoid, bb->index);
  if (bitmap_bit_p (avoid, from))
    return false;
  auto_vec<basic_block> blocks;
  reached_from (BASIC_BLOCK_FOR_FN (cfun, from), avoid, &blocks);
  for (basic_block bb : blocks)
    {
      rtx_insn *insn;
      FOR_BB_INSNS (bb, insn)
	if (convergent_insn_p (insn))
	  return true;
    }
  return false;
}

/* How many insns the blocks of PART print, which control does not leave, or -1
   if they may not be copied.  */

static int
copy_size (const vec<basic_block> &part)
{
  int size = 0;
  bool ends = false;
  for (basic_block bb : part)
    {
      if (bb == EXIT_BLOCK_PTR_FOR_FN (cfun) || !can_duplicate_block_p (bb))
	return -1;
      rtx_insn *insn;
      FOR_BB_INSNS (bb, insn)
	if (NONDEBUG_INSN_P (insn))
	  {
	    /* A label of an asm's cannot be there twice.  */
	    if (const char *text = accelfix_asm_text (PATTERN (insn)))
	      {
		struct ptx_asm_effects effects;
		ptx_scan_asm_text (text, &effects);
		if (effects.label || JUMP_P (insn))
		  return -1;
	      }
	    size += !ptx_prints_nothing (insn);
	  }
      ends |= EDGE_COUNT (bb->succs) == 0;
    }
  /* An endless loop is no dead end.  */
  return ends ? size : -1;
}

/* Makes a copy of the blocks PART, the first of which the edges IN_EDGES lead
   to, and turns those to the copy.  */

static void
copy_part (const vec<basic_block> &part, const vec<edge> &in_edges)
{
  initialize_original_copy_tables ();
  for (basic_block bb : part)
    set_bb_copy (bb, duplicate_block (bb, NULL, NULL));
  for (basic_block bb : part)
    {
      edge e;
      edge_iterator ei;
      bb = get_bb_copy (bb);
      if (!find_fallthru_edge (bb->succs))
	emit_barrier_after_bb (bb);
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (e->flags & EDGE_FALLTHRU)
	  redirect_edge_succ (e, get_bb_copy (e->dest));
	else
	  redirect_edge_and_branch_force (e, get_bb_copy (e->dest));
    }
  /* A block that does not follow the one that falls into it.  */
  for (basic_block bb : part)
    {
      edge e = find_fallthru_edge (get_bb_copy (bb)->succs);
      if (e && e->src->next_bb != e->dest)
	force_nonfallthru (e);
    }
  basic_block head = get_bb_copy (part[0]);
  free_original_copy_tables ();
  for (edge e : in_edges)
    redirect_edge_and_branch_force (e, head);
  if (accelfix_args.comment)
    emit_insn_after_noloc (accelfix_gen_comment ("exit=2"), bb_note (head),
			   head);
  n_copies.value++;
  if (dump_file)
    fprintf (dump_file, "dead end with insn %d copied to block %d for %d "
	     "jumps\n", INSN_UID (BB_HEAD (part[0])), head->index,
	     (int) in_edges.length ());
}

/* Copies PART, the blocks of the dead end DEAD, for the edges IN_EDGES, which
   come from REGION, if that moves REGION's reconvergence point back and the
   budget allows it.  Returns whether it did.  */

bool
splitter::split (basic_block dead, const vec<basic_block> &part, int region,
		 const vec<edge> &in_edges)
{
  auto_bitmap in;
  auto_vec<int> before;
  bitmap_copy (in, m_live);
  bitmap_set_bit (in, dead->index);
  add_leading_blocks (in);
  find_postdominators (in, dead->index, &before);

  bool moved = false;
  for (edge e : in_edges)
    moved |= (!bitmap_bit_p (m_live, e->src->index)
	      || before[e->src->index] != m_after[e->src->index]);
  int to = EXIT_BLOCK;
  if (bitmap_bit_p (m_live, in_edges[0]->src->index))
    to = before[in_edges[0]->src->index];
  if (!moved || !moved_past_convergent_p (region, to, part))
    return false;

  int size = copy_size (part);
  if (size < 0 || size > m_budget)
    {
      bitmap_set_bit (m_given_up, dead->index);
      n_refused.value++;
      if (dump_file)
	fprintf (dump_file, "dead end with insn %d stays shared: size %d, "
		 "allowed %d\n", INSN_UID (BB_HEAD (dead)), size, m_budget);
      return false;
    }
  m_budget -= size;
  copy_part (part, in_edges);
  return true;
}

/* Splits block DEAD once if that moves a reconvergence point back.  Returns
   whether it did.  */

bool
splitter::consider (basic_block dead)
{
  /* The region of each edge; -1 for an edge that has none or several.  */
  auto_vec<int> region_of, regions;
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, dead->preds)
    {
      auto_vec<int> r;
      regions_of_edge (e, &r);
      for (int x : r)
	if (!regions.contains (x))
	  regions.safe_push (x);
      region_of.safe_push (r.length () == 1 ? r[0] : -1);
    }
  if (regions.length () < 2)
    return false;

  auto_vec<basic_block> part;
  auto_bitmap none;
  reached_from (dead, none, &part);
  for (int region : regions)
    {
      /* The edges of this region, unless it has the one that falls through,
	 which keeps the original.  */
      auto_vec<edge> in_edges;
      bool jumps = true;
      FOR_EACH_EDGE (e, ei, dead->preds)
	if (region_of[ei.index] == region)
	  {
	    jumps &= !(e->flags & EDGE_FALLTHRU) && pc_set (BB_END (e->src));
	    in_edges.safe_push (e);
	  }
      if (jumps && !in_edges.is_empty ()
	  && in_edges.length () != EDGE_COUNT (dead->preds)
	  && region != EXIT_BLOCK && split (dead, part, region, in_edges))
	return true;
      if (bitmap_bit_p (m_given_up, dead->index))
	return false;
    }
  return false;
}

/* Splits one dead end.  Returns false when there is none to split.  */

bool
splitter::step ()
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    if (!bitmap_bit_p (m_live, bb->index)
	&& !bitmap_bit_p (m_given_up, bb->index)
	&& EDGE_COUNT (bb->preds) > 1 && consider (bb))
      return true;
  return false;
}

/* Splits the shared dead ends of the current function.  */

void
split_dead_ends (void)
{
  int insns = 0;
  bool convergent = false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      insns += !ptx_prints_nothing (insn);
      convergent |= convergent_insn_p (insn);
    }
  note_convergent_function (convergent);
  if (!convergent)
    return;

  /* In a small function a percentage would allow nothing.  */
  HOST_WIDE_INT limit
    = CEIL ((HOST_WIDE_INT) insns * accelfix_args.exit_growth, 100);
  splitter s (accelfix_args.exit_growth ? MAX (limit, LEAST_LIMIT) : 0);
  while (s.step ())
    continue;
}
