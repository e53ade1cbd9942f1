/* The instruction stream of a function as nvptx prints it.
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

int
ptx_stream::new_segment (rtx_insn *head)
{
  ptx_segment *s = new ptx_segment;
  s->head = s->last = head;
  s->branch = NULL;
  s->component = -1;
  s->in_cycle = false;
  s->reachable = false;
  s->dead_end = false;
  s->freq = 0;
  segments.safe_push (s);
  return segments.length () - 1;
}

void
ptx_stream::new_edge (int src, int dest, rtx_insn *jump)
{
  ptx_edge e;
  e.src = src;
  e.dest = dest;
  e.jump = jump;
  e.freq = 0;
  edges.safe_push (e);
  segments[src]->succs.safe_push (edges.length () - 1);
  segments[dest]->preds.safe_push (edges.length () - 1);
}

/* Cuts the insn chain of the current function into segments.  A function with
   a jump that is not understood has known () false; nvptx has no computed or
   tabled jump.  */

ptx_stream::ptx_stream ()
  : m_known (true)
{
  auto_vec<int> segment_of_label;
  segment_of_label.safe_grow_cleared (max_label_num () + 1);

  new_segment (NULL);
  int current = -1;
  bool starts = true;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (BARRIER_P (insn))
	{
	  /* Labels on both sides of a barrier are two segments: what is
	     before it is a dead end, what is behind it goes on.  */
	  if (current > 0)
	    {
	      segments[current]->dead_end = true;
	      starts = true;
	    }
	  continue;
	}
      if (starts || (LABEL_P (insn) && !LABEL_P (segments[current]->last)))
	{
	  current = new_segment (insn);
	  starts = false;
	}
      segments[current]->last = insn;
      if (LABEL_P (insn))
	segment_of_label[CODE_LABEL_NUMBER (insn)] = current;
      switch (ptx_insn_flow (insn))
	{
	case FLOW_NEXT:
	  continue;
	case FLOW_UNKNOWN:
	  m_known = false;
	  return;
	default:
	  segments[current]->branch = insn;
	  starts = true;
	}
    }

  /* So far dead_end says that a barrier follows.  */
  int n = segments.length ();
  if (n > 1)
    {
      new_edge (0, 1, NULL);
      segments[n - 1]->dead_end = true;
    }
  for (int i = 1; i < n; i++)
    {
      rtx_insn *branch = segments[i]->branch;
      enum ptx_flow flow = branch ? ptx_insn_flow (branch) : FLOW_NEXT;
      if (flow == FLOW_NEXT || flow == FLOW_BRANCH)
	{
	  if (i + 1 < n)
	    new_edge (i, i + 1, NULL);
	}
      else
	segments[i]->dead_end = false;
      if (flow != FLOW_BRANCH && flow != FLOW_JUMP)
	continue;
      if (rtx ref = ptx_jump_target (branch))
	{
	  rtx_insn *label = label_ref_label (ref);
	  new_edge (i, segment_of_label[CODE_LABEL_NUMBER (label)], branch);
	}
      else
	{
	  rtx op = extract_asm_operands (PATTERN (branch));
	  for (int j = 0; j < ASM_OPERANDS_LABEL_LENGTH (op); j++)
	    {
	      rtx label = XEXP (ASM_OPERANDS_LABEL (op, j), 0);
	      new_edge (i, segment_of_label[CODE_LABEL_NUMBER (label)],
			branch);
	    }
	}
    }
  find_reachable (true);
}

ptx_stream::~ptx_stream ()
{
  for (ptx_segment *s : segments)
    delete s;
}

void
ptx_stream::forget_falls ()
{
  for (ptx_segment *s : segments)
    s->reachable = false;
  find_reachable (false);
}

void
ptx_stream::find_reachable (bool over_dead_ends)
{
  auto_vec<int> work;
  work.safe_push (0);
  segments[0]->reachable = true;
  while (!work.is_empty ())
    {
      ptx_segment *s = segments[work.pop ()];
      for (int e : s->succs)
	if (!segments[edges[e].dest]->reachable
	    && (over_dead_ends || edges[e].jump || !s->dead_end))
	  {
	    segments[edges[e].dest]->reachable = true;
	    work.safe_push (edges[e].dest);
	  }
    }
}

/* Tarjan's algorithm, without recursion: the strongly connected parts of what
   is reachable.  Each part gets a number smaller than those of the parts that
   lead to it.  */

void
ptx_stream::find_components ()
{
  int n = segments.length ();
  auto_vec<int> index, low, next, stack, path;
  index.safe_grow_cleared (n);
  low.safe_grow_cleared (n);
  next.safe_grow_cleared (n);
  auto_vec<bool> on_stack;
  on_stack.safe_grow_cleared (n);
  int counter = 0, components = 0;

  index[0] = low[0] = ++counter;
  stack.safe_push (0);
  on_stack[0] = true;
  path.safe_push (0);
  while (!path.is_empty ())
    {
      int v = path.last ();
      ptx_segment *s = segments[v];
      if (next[v] < (int) s->succs.length ())
	{
	  int w = edges[s->succs[next[v]++]].dest;
	  if (!index[w])
	    {
	      index[w] = low[w] = ++counter;
	      stack.safe_push (w);
	      on_stack[w] = true;
	      path.safe_push (w);
	    }
	  else if (on_stack[w])
	    low[v] = MIN (low[v], index[w]);
	  continue;
	}
      path.pop ();
      if (!path.is_empty ())
	low[path.last ()] = MIN (low[path.last ()], low[v]);
      if (low[v] != index[v])
	continue;
      int w, members = 0;
      do
	{
	  w = stack.pop ();
	  on_stack[w] = false;
	  segments[w]->component = components;
	  m_order.safe_push (w);
	  members++;
	}
      while (w != v);
      components++;
      bool cycle = members > 1;
      for (int e : s->succs)
	cycle |= edges[e].dest == v;
      if (cycle)
	for (int i = 0; i < members; i++)
	  segments[m_order[m_order.length () - 1 - i]]->in_cycle = true;
    }
}

/* How often each segment and edge is executed for one execution of the
   function, cycles taken as if they ran once.  Block counts cannot be used:
   they do not exist at -O0, and are not kept for what the machine
   reorganisation adds; the notes at the branches are.  */

void
ptx_stream::estimate ()
{
  find_components ();
  auto_vec<double> into;	/* Of a component.  */
  auto_vec<int> exits;
  into.safe_grow_cleared (segments.length ());
  exits.safe_grow_cleared (segments.length ());
  for (ptx_edge &e : edges)
    if (segments[e.src]->reachable
	&& segments[e.src]->component != segments[e.dest]->component)
      exits[segments[e.src]->component]++;

  into[segments[0]->component] = 1;
  for (int i = m_order.length () - 1; i >= 0; i--)
    {
      ptx_segment *s = segments[m_order[i]];
      s->freq = into[s->component];
      int n = s->succs.length ();
      for (int j = 0; j < n; j++)
	{
	  ptx_edge &e = edges[s->succs[j]];
	  if (segments[e.dest]->component == s->component)
	    e.freq = s->freq;
	  else
	    {
	      double part = 1.0 / n;
	      if (s->in_cycle)
		part = 1.0 / exits[s->component];
	      else if (n == 2 && s->branch)
		{
		  part = ptx_taken_probability (s->branch)
			 / (double) REG_BR_PROB_BASE;
		  if (!e.jump)
		    part = 1 - part;
		}
	      e.freq = s->freq * part;
	      into[segments[e.dest]->component] += e.freq;
	    }
	}
    }
}
