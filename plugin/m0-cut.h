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

#ifndef ACCELFIX_M0_CUT_H
#define ACCELFIX_M0_CUT_H

/* A directed graph with a source (node 0) and a sink (node 1).  */
class m0_cut
{
public:
  static const int SOURCE = 0, SINK = 1;
  static const gcov_type UNCUTTABLE;

  m0_cut ();
  int new_node ();
  int new_edge (int from, int to, gcov_type cost);
  void solve ();
  bool cut_p (int edge) const;

private:
  struct arc { int to, next; gcov_type left; };
  auto_vec<arc> m_arcs;		/* Arc I's reverse is I ^ 1.  */
  auto_vec<int> m_first, m_level, m_at;
  auto_vec<bool> m_to_sink;

  bool levels ();
  gcov_type push (int, gcov_type);
};

#endif /* ACCELFIX_M0_CUT_H */
