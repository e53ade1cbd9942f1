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

/* GCC's own control flow graph is not the one of the printed PTX: the jumps
   that neutering adds are no JUMP_INSNs and end no basic block, a barrier
   prints nothing so that a dead end falls into what follows it, and a noreturn
   call ends in "trap; exit".  This graph is built from the insn chain by what
   is printed for each insn, and nothing in it depends on GCC's graph.  */

#ifndef ACCELFIX_PTX_STREAM_H
#define ACCELFIX_PTX_STREAM_H

#include "ptx-insn.h"

struct ptx_edge
{
  int src, dest;
  rtx_insn *jump;		/* Null for a fallthrough.  */
  double freq;			/* See ptx_stream::estimate.  */
};

/* A stretch of insns that is entered only at its head and left only at its
   end.  Segment 0 is the function's entry and has no insn.  */
struct ptx_segment
{
  rtx_insn *head, *last;	/* LAST is no barrier.  */
  rtx_insn *branch;		/* The insn that ends it, or null.  */
  auto_vec<int, 2> preds, succs;	/* Numbers of edges.  */
  int component;		/* Number of the strongly connected part.  */
  bool in_cycle;
  bool reachable;
  bool dead_end;		/* Falls where GCC knows that nothing goes:
				   over a barrier or off the function.  */
  double freq;
};

class ptx_stream
{
public:
  ptx_stream ();
  ~ptx_stream ();

  bool known () const { return m_known; }

  /* Makes REACHABLE be what it is when no dead end falls through.  */
  void forget_falls ();

  /* Fills in component, in_cycle and freq.  */
  void estimate ();

  auto_vec<ptx_segment *> segments;
  auto_vec<ptx_edge> edges;

private:
  int new_segment (rtx_insn *head);
  void new_edge (int src, int dest, rtx_insn *jump);
  void find_reachable (bool over_dead_ends);
  void find_components ();

  bool m_known;
  auto_vec<int> m_order;	/* Reachable segments; components in reverse
				   topological order.  */
};

#endif /* ACCELFIX_PTX_STREAM_H */
