/* The cheapest places for the initialisation of one register.
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
#include "uninit.h"
#include "place.h"

/* A register may be set to zero at a point P if no path from the entry to P
   writes it, because then nothing is lost whatever comes behind; elsewhere the
   move could destroy a value.  Every path from the entry to a read that does
   not write the register first must cross one such move.  So the places are a
   cut between the entry and

   - the reads that no write can precede, and
   - the edges that lead from points that no write can precede to points that
     one can, where the register is still wanted: beyond them it is too late,

   in the graph of the points that no write can precede and from which a read
   is reached.  The cheapest is a minimum cut, which is found as a maximum
   flow.  Of several the one nearest to the reads is taken, since it makes the
   shortest live ranges.

   Why a minimum cut and not lazy code motion, which GCC exports as
   pre_edge_lcm: lazy code motion inserts at most one evaluation on each path
   and never on one that did not have it, but it does not weigh a place by
   how often it is run, so that it takes three edges out of a switch where one
   place before the switch is as cheap to run and smaller.  A cut takes any
   cost.  The flow problems are small: they are made only for the registers
   that are read uninitialised, and only of the segments before their first
   write.

   What a place costs is the number of instructions that it adds to the mean
   run of the function; the estimate is ptx_stream::estimate's.  Places in
   cycles cost infinitely much: the entry is outside all, so that no loop gets
   longer, and no latch is touched.  A move on the edge of a jump needs a
   block of its own, and a jump out of it unless what lies before the label
   does not fall into it.  */

typedef HOST_WIDE_INT flow_t;
static const flow_t INFINITE = (flow_t) 1 << 50;

/* An arc of the network; the arc at index ^ 1 is its reverse.  */
struct arc
{
  int from, to;
  flow_t room;
  struct place where;
};

class network
{
public:
  network () : m_nodes (0) {}
  int node () { m_first.safe_push (-1); return m_nodes++; }
  void add (int from, int to, flow_t room, enum place_kind kind,
	    rtx_insn *insn);
  void solve (int source, int sink);
  void cut (int sink, vec<place> *);

private:
  bool augment (int source, int sink);

  int m_nodes;
  auto_vec<arc> m_arcs;
  auto_vec<int> m_first, m_next;	/* Chains of arcs by FROM.  */
};

void
network::add (int from, int to, flow_t room, enum place_kind kind,
	      rtx_insn *insn)
{
  arc a = { from, to, room, { kind, insn } };
  m_arcs.safe_push (a);
  m_next.safe_push (m_first[from]);
  m_first[from] = m_arcs.length () - 1;
  arc b = { to, from, 0, { kind, insn } };
  m_arcs.safe_push (b);
  m_next.safe_push (m_first[to]);
  m_first[to] = m_arcs.length () - 1;
}

/* Finds a shortest path from SOURCE to SINK that has room, and fills it.  */

bool
network::augment (int source, int sink)
{
  auto_vec<int> by, queue;	/* BY: the arc that reached a node, + 1.  */
  by.safe_grow_cleared (m_nodes);
  queue.safe_push (source);
  for (unsigned i = 0; i < queue.length () && !by[sink]; i++)
    for (int a = m_first[queue[i]]; a >= 0; a = m_next[a])
      {
	int to = m_arcs[a].to;
	if (m_arcs[a].room > 0 && !by[to] && to != source)
	  {
	    by[to] = a + 1;
	    queue.safe_push (to);
	  }
      }
  if (!by[sink])
    return false;
  flow_t room = INFINITE;
  for (int v = sink; v != source; v = m_arcs[by[v] - 1].from)
    room = MIN (room, m_arcs[by[v] - 1].room);
  for (int v = sink; v != source; v = m_arcs[by[v] - 1].from)
    {
      m_arcs[by[v] - 1].room -= room;
      m_arcs[(by[v] - 1) ^ 1].room += room;
    }
  return true;
}

void
network::solve (int source, int sink)
{
  while (augment (source, sink))
    continue;
}

/* After solve: puts the places of the minimum cut nearest to SINK into
   PLACES.  Those are the arcs into the set of nodes from which SINK can still
   be reached.  */

void
network::cut (int sink, vec<place> *places)
{
  auto_vec<bool> reaches;
  reaches.safe_grow_cleared (m_nodes);
  auto_vec<int> queue;
  queue.safe_push (sink);
  reaches[sink] = true;
  for (unsigned i = 0; i < queue.length (); i++)
    for (int a = m_first[queue[i]]; a >= 0; a = m_next[a])
      if (m_arcs[a ^ 1].room > 0 && !reaches[m_arcs[a].to])
	{
	  reaches[m_arcs[a].to] = true;
	  queue.safe_push (m_arcs[a].to);
	}
  for (unsigned a = 0; a < m_arcs.length (); a += 2)
    if (!reaches[m_arcs[a].from] && reaches[m_arcs[a].to])
      {
	gcc_assert (m_arcs[a].room == 0);
	places->safe_push (m_arcs[a].where);
      }
}

/* Whether the insns before LABEL do not fall into it, so that a block can be
   put there.  */

bool
place_label_is_open_p (rtx_insn *label)
{
  for (rtx_insn *insn = PREV_INSN (label); insn; insn = PREV_INSN (insn))
    {
      if (LABEL_P (insn))
	return false;
      if (!NONDEBUG_INSN_P (insn))
	continue;
      enum ptx_flow flow = ptx_insn_flow (insn);
      if (flow == FLOW_END || flow == FLOW_JUMP)
	return true;
      if (flow == FLOW_BRANCH || !ptx_prints_nothing (insn))
	return false;
    }
  return false;
}

/* Instructions for one run of the function that a place with frequency FREQ
   adds when it has COUNT instructions, as room in the network.  The one more
   makes fewer places win among equals.  */

static flow_t
cost (double freq, int count)
{
  return (flow_t) (MIN (freq, 1e6) * 4096) * count + count;
}

/* The cheapest places for setting UNIT, one of ANALYSIS's bad ones, in STREAM,
   whose frequencies are estimated.  They are added to PLACES.  */

void
place_unit (const ptx_stream *stream, const uninit_analysis *analysis,
	    int unit, vec<place> *places)
{
  int n = stream->segments.length ();
  auto_vec<const unit_event *> event;
  event.safe_grow_cleared (n);
  for (int i = analysis->last_event (unit); i >= 0;
       i = analysis->events[i].previous)
    event[analysis->events[i].segment] = &analysis->events[i];

  /* Segments that a write may precede.  */
  auto_vec<bool> late, wanted;
  auto_vec<int> work;
  late.safe_grow_cleared (n);
  for (int i = 0; i < n; i++)
    if (event[i] && event[i]->maybe_written)
      work.safe_push (i);
  while (!work.is_empty ())
    for (int e : stream->segments[work.pop ()]->succs)
      {
	int dest = stream->edges[e].dest;
	if (!late[dest])
	  {
	    late[dest] = true;
	    work.safe_push (dest);
	  }
      }

  /* Segments at whose start the register is wanted.  */
  wanted.safe_grow_cleared (n);
  for (int i = 0; i < n; i++)
    if (event[i] && event[i]->read)
      {
	wanted[i] = true;
	work.safe_push (i);
      }
  while (!work.is_empty ())
    for (int e : stream->segments[work.pop ()]->preds)
      {
	int src = stream->edges[e].src;
	if (!wanted[src] && !(event[src] && event[src]->written))
	  {
	    wanted[src] = true;
	    work.safe_push (src);
	  }
      }

  network net;
  int source = net.node (), sink = net.node ();
  auto_vec<int> in;		/* By segment: its node + 1.  */
  in.safe_grow_cleared (n);
  in[0] = source + 1;
  work.safe_push (0);
  while (!work.is_empty ())
    {
      int i = work.pop ();
      const ptx_segment *s = stream->segments[i];
      int out = source;
      if (i > 0)
	{
	  /* As late in the segment as it can be: before what reads or writes
	     the register, else before the jump at the end, else at the
	     end.  */
	  flow_t room = s->in_cycle ? INFINITE : cost (s->freq, 1);
	  bool last = event[i] && (event[i]->read || event[i]->maybe_written);
	  out = last ? sink : net.node ();
	  if (last)
	    net.add (in[i] - 1, out, room, PLACE_BEFORE, event[i]->first);
	  else if (s->branch)
	    net.add (in[i] - 1, out, room, PLACE_BEFORE, s->branch);
	  else
	    net.add (in[i] - 1, out, room, PLACE_AFTER, s->last);
	  if (last)
	    continue;
	}
      for (int e : s->succs)
	{
	  const ptx_edge *edge = &stream->edges[e];
	  if (!wanted[edge->dest])
	    continue;
	  int to = sink;
	  if (!late[edge->dest])
	    {
	      if (!in[edge->dest])
		{
		  in[edge->dest] = net.node () + 1;
		  work.safe_push (edge->dest);
		}
	      to = in[edge->dest] - 1;
	    }
	  bool cycle = (s->component
			== stream->segments[edge->dest]->component);
	  if (i == 0)
	    net.add (out, to, cost (1, 1), PLACE_ENTRY, NULL);
	  else if (!edge->jump)
	    net.add (out, to, cycle ? INFINITE : cost (edge->freq, 1),
		     PLACE_AFTER, s->branch ? s->branch : s->last);
	  else if (rtx ref = cycle ? NULL_RTX : ptx_jump_target (edge->jump))
	    {
	      rtx_insn *label = label_ref_label (ref);
	      net.add (out, to,
		       cost (edge->freq,
			     place_label_is_open_p (label) ? 1 : 2) + 1,
		       PLACE_EDGE, edge->jump);
	    }
	  else
	    /* In a cycle, or an asm goto.  */
	    net.add (out, to, INFINITE, PLACE_EDGE, edge->jump);
	}
    }
  net.solve (source, sink);
  net.cut (sink, places);
}
