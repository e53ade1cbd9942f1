/* Dead ends that several divergent regions share.
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
#include "ptx-stream.h"
#include "ptx-asm.h"
#include "convergent.h"
#include "reconvergence.h"
#include "dead-ends.h"

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
  explicit splitter (int budget)
    : m_stream (NULL), m_meet (NULL), m_budget (budget) {}
  bool step ();

private:
  bool branch_diverges_p (int segment);
  void regions_of_edge (int edge, vec<int> *regions);
  bool moved_past_convergent_p (int from, int to, const vec<int> &part);
  int part_of (int dead, vec<int> *part);
  bool consider (int dead);
  void copy (const vec<int> &part, const vec<int> &in_edges);

  ptx_stream *m_stream;
  reconvergence *m_meet;
  int m_budget;
  auto_vec<int> m_after;		/* See above.  */
  auto_vec<int> m_given_up;		/* UIDs of heads.  */
};

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

/* Whether the lanes of a warp may part at the end of SEGMENT.  Not at
   "bra.uni", and not where the condition is computed from constants right
   before the branch, as in code that is not optimised.  */

bool
splitter::branch_diverges_p (int segment)
{
  ptx_segment *s = m_stream->segments[segment];
  if (!s->branch || ptx_insn_flow (s->branch) != FLOW_BRANCH)
    return false;
  if (!ptx_jump_target (s->branch))
    return true;
  rtx pat = PATTERN (s->branch);
  if (GET_CODE (pat) != SET || GET_CODE (SET_SRC (pat)) != IF_THEN_ELSE)
    return true;
  rtx value = XEXP (XEXP (SET_SRC (pat), 0), 0);
  if (GET_CODE (value) == UNSPEC)
    return XINT (value, 1) != UNSPEC_BR_UNIFIED;
  for (rtx_insn *insn = PREV_INSN (s->branch); insn && insn != s->head;
       insn = PREV_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && reg_set_p (value, insn))
      {
	rtx set = single_set (insn);
	return !set || !uniform_value_p (SET_SRC (set));
      }
  return true;
}

/* Adds the reconvergence points of the divergent branches from which EDGE,
   into a dead segment, is taken, to REGIONS.  */

void
splitter::regions_of_edge (int edge, vec<int> *regions)
{
  auto_vec<int> work;
  auto_vec<bool> seen;
  seen.safe_grow_cleared (m_stream->edges.length ());
  work.safe_push (edge);
  while (!work.is_empty ())
    {
      int e = work.pop ();
      if (seen[e])
	continue;
      seen[e] = true;
      int src = m_stream->edges[e].src;
      if (!m_stream->segments[src]->reachable)
	continue;
      if (m_meet->live (src))
	{
	  if (branch_diverges_p (src) && !regions->contains (m_after[src]))
	    regions->safe_push (m_after[src]);
	}
      else
	for (int p : m_stream->segments[src]->preds)
	  work.safe_push (p);
    }
}

/* Whether a convergent insn can be reached from segment FROM without coming to
   segment TO or those of PART.  */

bool
splitter::moved_past_convergent_p (int from, int to, const vec<int> &part)
{
  auto_vec<int> work;
  auto_vec<bool> seen;
  seen.safe_grow_cleared (m_meet->exit () + 1);
  seen[to] = true;
  for (int i : part)
    seen[i] = true;
  work.safe_push (from);
  while (!work.is_empty ())
    {
      int i = work.pop ();
      if (seen[i] || i == m_meet->exit ())
	continue;
      seen[i] = true;
      ptx_segment *s = m_stream->segments[i];
      for (rtx_insn *insn = s->head; ; insn = NEXT_INSN (insn))
	{
	  if (convergent_insn_p (insn))
	    return true;
	  if (insn == s->last)
	    break;
	}
      for (int e : s->succs)
	work.safe_push (m_stream->edges[e].dest);
    }
  return false;
}

/* Lets JUMP, which has one label, go to LABEL.  */

static void
redirect (rtx_insn *jump, rtx_code_label *label)
{
  rtx ref = ptx_jump_target (jump);
  LABEL_NUSES (label_ref_label (ref))--;
  LABEL_NUSES (label)++;
  set_label_ref_label (ref, label);
  if (JUMP_P (jump))
    JUMP_LABEL (jump) = label;
}

/* How many insns segment S prints, or -1 if it may not be copied.  */

static int
copy_size (const ptx_segment *s)
{
  int size = 0;
  for (rtx_insn *insn = s->head; ; insn = NEXT_INSN (insn))
    {
      if (NONDEBUG_INSN_P (insn))
	{
	  /* A label of an asm's cannot be there twice.  */
	  if (const char *text = ptx_asm_text (insn))
	    {
	      struct ptx_asm_effects effects;
	      ptx_scan_asm_text (text, &effects);
	      if (effects.label || JUMP_P (insn))
		return -1;
	    }
	  if (targetm.cannot_copy_insn_p && targetm.cannot_copy_insn_p (insn))
	    return -1;
	  size += !ptx_prints_nothing (insn);
	}
      if (insn == s->last)
	return size;
    }
}

/* Puts the segments to which control comes from segment DEAD, itself first,
   into PART, in the order of the chain but for that.  Returns how many insns
   they print, or -1 if they may not be copied.  */

int
splitter::part_of (int dead, vec<int> *part)
{
  auto_vec<bool> in;
  auto_vec<int> work;
  in.safe_grow_cleared (m_meet->exit ());
  in[dead] = true;
  work.safe_push (dead);
  while (!work.is_empty ())
    for (int e : m_stream->segments[work.pop ()]->succs)
      {
	int dest = m_stream->edges[e].dest;
	if (m_stream->edges[e].jump
	    && !ptx_jump_target (m_stream->edges[e].jump))
	  return -1;
	if (!in[dest])
	  {
	    in[dest] = true;
	    work.safe_push (dest);
	  }
      }
  int size = 0;
  bool ends = false;
  part->safe_push (dead);
  for (int i = 1; i < m_meet->exit (); i++)
    if (in[i])
      {
	ptx_segment *s = m_stream->segments[i];
	int n = copy_size (s);
	if (n < 0)
	  return -1;
	size += n;
	ends |= s->branch && ptx_insn_flow (s->branch) == FLOW_END;
	if (i != dead)
	  part->safe_push (i);
      }
  /* An endless loop is no dead end.  */
  return ends ? size : -1;
}

/* Makes a copy of the segments PART behind the last of them, and turns the
   jumps of IN_EDGES to the first.  */

void
splitter::copy (const vec<int> &part, const vec<int> &in_edges)
{
  int last_in_chain = part[0];
  auto_vec<rtx_code_label *> label;	/* By segment; null where control only
					   falls into it.  */
  label.safe_grow_cleared (m_meet->exit ());
  label[part[0]] = gen_label_rtx ();
  for (unsigned k = 0; k < part.length (); k++)
    {
      last_in_chain = MAX (last_in_chain, part[k]);
      for (int e : m_stream->segments[part[k]]->succs)
	{
	  int dest = m_stream->edges[e].dest;
	  bool falls = (!m_stream->edges[e].jump && k + 1 < part.length ()
			&& part[k + 1] == dest);
	  if (!falls && !label[dest])
	    label[dest] = gen_label_rtx ();
	}
    }
  rtx_insn *after = m_stream->segments[last_in_chain]->last;
  while (NEXT_INSN (after) && (BARRIER_P (NEXT_INSN (after))
			       || NOTE_P (NEXT_INSN (after))))
    after = NEXT_INSN (after);

  for (unsigned k = 0; k < part.length (); k++)
    {
      ptx_segment *s = m_stream->segments[part[k]];
      if (label[part[k]])
	after = emit_label_after (label[part[k]], after);
      if (k == 0 && accelfix_args.comment)
	after = emit_insn_after_noloc (accelfix_gen_comment ("exit=2"), after,
				       NULL);
      for (rtx_insn *insn = s->head; ; insn = NEXT_INSN (insn))
	{
	  if (NONDEBUG_INSN_P (insn))
	    after = emit_copy_of_insn_after (insn, after);
	  if (insn == s->last)
	    break;
	}
      rtx_insn *branch = after;
      bool falls = false;
      for (int e : s->succs)
	{
	  int dest = m_stream->edges[e].dest;
	  if (m_stream->edges[e].jump)
	    redirect (branch, label[dest]);
	  else
	    {
	      falls = true;
	      if (k + 1 == part.length () || part[k + 1] != dest)
		{
		  after = emit_jump_insn_after_noloc
		    (targetm.gen_jump (label[dest]), after);
		  JUMP_LABEL (after) = label[dest];
		  LABEL_NUSES (label[dest])++;
		  falls = false;
		}
	    }
	}
      if (!falls)
	after = emit_barrier_after (after);
    }

  for (int e : in_edges)
    redirect (m_stream->edges[e].jump, label[part[0]]);
  n_copies.value++;
  if (dump_file)
    fprintf (dump_file, "dead end with insn %d copied to label %d for %d "
	     "jumps\n", INSN_UID (m_stream->segments[part[0]]->head),
	     INSN_UID (label[part[0]]), (int) in_edges.length ());
}

/* Splits segment DEAD once if that moves a reconvergence point back.  Returns
   whether it did; the stream is old then.  */

bool
splitter::consider (int dead)
{
  ptx_segment *s = m_stream->segments[dead];
  if (s->preds.length () < 2 || m_given_up.contains (INSN_UID (s->head)))
    return false;

  /* The region of each edge; -1 for an edge that has none or several.  */
  auto_vec<int> region_of, regions;
  for (int e : s->preds)
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

  auto_vec<int> before, part;
  m_meet->postdominators (&before, dead);
  int size = part_of (dead, &part);
  for (int region : regions)
    {
      /* The edges of this region.  The one that falls through keeps the
	 original.  */
      auto_vec<int> in_edges;
      bool ours = true, moved = false;
      for (unsigned i = 0; i < s->preds.length (); i++)
	{
	  if (region_of[i] != region)
	    continue;
	  const ptx_edge &e = m_stream->edges[s->preds[i]];
	  if (!e.jump || !ptx_jump_target (e.jump))
	    {
	      ours = false;
	      continue;
	    }
	  in_edges.safe_push (s->preds[i]);
	  int u = e.src;
	  if (!m_meet->live (u))
	    moved = true;
	  else
	    moved |= before[u] != m_after[u];
	}
      if (!ours || !moved || in_edges.is_empty ()
	  || in_edges.length () == s->preds.length ()
	  || region == m_meet->exit ())
	continue;
      int to = m_meet->exit ();
      if (m_meet->live (m_stream->edges[in_edges[0]].src))
	to = before[m_stream->edges[in_edges[0]].src];
      if (to < 0 || !moved_past_convergent_p (region, to, part))
	continue;

      if (size < 0 || size > m_budget)
	{
	  m_given_up.safe_push (INSN_UID (s->head));
	  n_refused.value++;
	  if (dump_file)
	    fprintf (dump_file, "dead end with insn %d stays shared: size %d, "
		     "allowed %d\n", INSN_UID (s->head), size, m_budget);
	  return false;
	}
      m_budget -= size;
      copy (part, in_edges);
      return true;
    }
  return false;
}

/* Splits one dead end.  Returns false when there is none to split.  */

bool
splitter::step ()
{
  ptx_stream stream;
  if (!stream.known ())
    return false;
  m_stream = &stream;
  reconvergence meet (&stream);
  m_meet = &meet;
  bool any = false, computed = false;
  for (unsigned i = 1; i < stream.segments.length () && !any; i++)
    {
      ptx_segment *s = stream.segments[i];
      if (!s->reachable || m_meet->live (i) || s->preds.length () < 2)
	continue;
      if (!computed)
	{
	  meet.postdominators (&m_after, -1);
	  computed = true;
	}
      any = consider (i);
    }
  m_stream = NULL;
  m_meet = NULL;
  return any;
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
