/* Where the lanes of a warp that parted meet again.
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
#include "ptx-stream.h"
#include "reconvergence.h"

/* Finds the segments of STREAM from which control reaches a ret.  */

reconvergence::reconvergence (ptx_stream *stream)
  : m_stream (stream), m_exit (stream->segments.length ())
{
  int n = m_exit;
  auto_vec<int> work;
  m_live.safe_grow_cleared (n + 1);
  m_live[m_exit] = true;
  for (int i = 0; i < n; i++)
    {
      ptx_segment *s = m_stream->segments[i];
      if (s->reachable && s->branch && ANY_RETURN_P (PATTERN (s->branch)))
	{
	  m_live[i] = true;
	  work.safe_push (i);
	}
    }
  while (!work.is_empty ())
    for (int e : m_stream->segments[work.pop ()]->preds)
      {
	int src = m_stream->edges[e].src;
	if (!m_live[src] && m_stream->segments[src]->reachable)
	  {
	    m_live[src] = true;
	    work.safe_push (src);
	  }
      }
}

/* Fills IPDOM: by segment, its immediate postdominator among the live ones,
   and, if KEEP is not -1, KEEP and the dead segments that lead to it, with an
   edge from KEEP to the exit.  -1 for segments that are left out.  The method
   is that of Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
   Algorithm".  */

void
reconvergence::postdominators (vec<int> *ipdom, int keep) const
{
  int n = m_exit;
  auto_vec<bool> in;
  auto_vec<int> work;
  in.safe_grow_cleared (n + 1);
  for (int i = 0; i <= n; i++)
    in[i] = m_live[i];
  if (keep >= 0)
    {
      in[keep] = true;
      work.safe_push (keep);
      while (!work.is_empty ())
	for (int e : m_stream->segments[work.pop ()]->preds)
	  {
	    int src = m_stream->edges[e].src;
	    if (!in[src] && m_stream->segments[src]->reachable)
	      {
		in[src] = true;
		work.safe_push (src);
	      }
	  }
    }

  /* Postorder from the exit, against the edges.  */
  auto_vec<int> order, number, stack, next;
  number.safe_grow_cleared (n + 1);
  next.safe_grow_cleared (n + 1);
  auto_vec<bool> seen;
  seen.safe_grow_cleared (n + 1);
  auto_vec<int> to_exit;	/* Segments with an edge to the exit.  */
  for (int i = 0; i < n; i++)
    {
      ptx_segment *s = m_stream->segments[i];
      if (in[i]
	  && (i == keep
	      || (s->branch && ANY_RETURN_P (PATTERN (s->branch)))))
	to_exit.safe_push (i);
    }
  stack.safe_push (m_exit);
  seen[m_exit] = true;
  while (!stack.is_empty ())
    {
      int v = stack.last ();
      int k = next[v]++, to = -1;
      if (v == m_exit)
	to = k < (int) to_exit.length () ? to_exit[k] : -1;
      else
	{
	  ptx_segment *s = m_stream->segments[v];
	  to = (k < (int) s->preds.length ()
		? m_stream->edges[s->preds[k]].src : -1);
	}
      if (to < 0)
	{
	  number[v] = order.length ();
	  order.safe_push (v);
	  stack.pop ();
	}
      else if (in[to] && !seen[to])
	{
	  seen[to] = true;
	  stack.safe_push (to);
	}
    }

  ipdom->truncate (0);
  ipdom->safe_grow_cleared (n + 1);
  for (int i = 0; i <= n; i++)
    (*ipdom)[i] = -1;
  (*ipdom)[m_exit] = m_exit;
  bool changed;
  do
    {
      changed = false;
      for (int i = order.length () - 2; i >= 0; i--)
	{
	  int v = order[i], best = -1;
	  ptx_segment *s = m_stream->segments[v];
	  bool ends = (v == keep
		       || (s->branch && ANY_RETURN_P (PATTERN (s->branch))));
	  for (int k = ends ? -1 : 0; k < (int) s->succs.length (); k++)
	    {
	      int w = k < 0 ? m_exit : m_stream->edges[s->succs[k]].dest;
	      if (!seen[w] || (*ipdom)[w] < 0)
		continue;
	      if (best < 0)
		{
		  best = w;
		  continue;
		}
	      int a = w, b = best;
	      while (a != b)
		{
		  while (number[a] < number[b])
		    a = (*ipdom)[a];
		  while (number[b] < number[a])
		    b = (*ipdom)[b];
		}
	      best = a;
	    }
	  if (best >= 0 && (*ipdom)[v] != best)
	    {
	      (*ipdom)[v] = best;
	      changed = true;
	    }
	}
    }
  while (changed);
}
