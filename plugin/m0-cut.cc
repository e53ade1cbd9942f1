/* Minimum cuts, for placing insns where they cost least.
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

/* Dinic's algorithm: shortest augmenting paths, found level by level.  The
   graphs are small (a node for each stretch of code between two insns that
   mean something to the client), so that its bound of V*V*E is of no
   concern.  */

#include "gcc-compat.h"
#include "m0-cut.h"

#if ACCELFIX_GCN

/* More than all edges that can be cut cost together.  */
const gcov_type m0_cut::UNCUTTABLE = (gcov_type) 1 << 60;

m0_cut::m0_cut ()
{
  new_node ();
  new_node ();
}

/* Returns the number of a new node.  */

int
m0_cut::new_node ()
{
  m_first.safe_push (-1);
  return m_first.length () - 1;
}

/* Makes an edge FROM -> TO that costs COST to cut, and returns its number
   for cut_p.  */

int
m0_cut::new_edge (int from, int to, gcov_type cost)
{
  int id = m_arcs.length ();
  arc there = { to, m_first[from], cost };
  m_arcs.safe_push (there);
  m_first[from] = id;
  arc back = { from, m_first[to], 0 };
  m_arcs.safe_push (back);
  m_first[to] = id + 1;
  return id;
}

/* Numbers the nodes by their distance from the source.  Returns whether the
   sink can be reached.  */

bool
m0_cut::levels ()
{
  auto_vec<int> queue;
  for (unsigned i = 0; i < m_first.length (); i++)
    {
      m_level[i] = -1;
      m_at[i] = m_first[i];
    }
  m_level[SOURCE] = 0;
  queue.safe_push (SOURCE);
  for (unsigned i = 0; i < queue.length (); i++)
    for (int a = m_first[queue[i]]; a >= 0; a = m_arcs[a].next)
      if (m_arcs[a].left > 0 && m_level[m_arcs[a].to] < 0)
	{
	  m_level[m_arcs[a].to] = m_level[queue[i]] + 1;
	  queue.safe_push (m_arcs[a].to);
	}
  return m_level[SINK] >= 0;
}

/* Sends up to LIMIT from NODE to the sink along rising levels, and returns
   how much arrived.  The path is kept in a vector: a function may have more
   blocks than the host's stack has frames.  */

gcov_type
m0_cut::push (int node, gcov_type limit)
{
  auto_vec<int> path;
  for (;;)
    {
      if (node == SINK)
	{
	  for (int a : path)
	    limit = MIN (limit, m_arcs[a].left);
	  for (int a : path)
	    {
	      m_arcs[a].left -= limit;
	      m_arcs[a ^ 1].left += limit;
	    }
	  return limit;
	}
      int a = m_at[node];
      if (a < 0)
	{
	  if (path.is_empty ())
	    return 0;
	  /* A blind end: back by one, and never here again.  */
	  int last = path.pop ();
	  node = m_arcs[last ^ 1].to;
	  m_at[node] = m_arcs[m_at[node]].next;
	}
      else if (m_arcs[a].left > 0
	       && m_level[m_arcs[a].to] == m_level[node] + 1)
	{
	  path.safe_push (a);
	  node = m_arcs[a].to;
	}
      else
	m_at[node] = m_arcs[a].next;
    }
}

/* Finds a cut of least cost; of several, the one that is nearest to the
   sink.  */

void
m0_cut::solve ()
{
  unsigned n = m_first.length ();
  m_level.safe_grow (n, true);
  m_at.safe_grow (n, true);
  while (levels ())
    while (push (SOURCE, UNCUTTABLE) > 0)
      continue;

  /* The sink's side: what can still reach it.  */
  auto_vec<int> queue;
  for (unsigned i = 0; i < n; i++)
    m_to_sink.safe_push (false);
  m_to_sink[SINK] = true;
  queue.safe_push (SINK);
  for (unsigned i = 0; i < queue.length (); i++)
    for (int a = m_first[queue[i]]; a >= 0; a = m_arcs[a].next)
      if (m_arcs[a ^ 1].left > 0 && !m_to_sink[m_arcs[a].to])
	{
	  m_to_sink[m_arcs[a].to] = true;
	  queue.safe_push (m_arcs[a].to);
	}
}

/* Whether EDGE is in the cut that solve found.  */

bool
m0_cut::cut_p (int edge) const
{
  return m_to_sink[m_arcs[edge].to] && !m_to_sink[m_arcs[edge ^ 1].to];
}

#endif /* ACCELFIX_GCN */
