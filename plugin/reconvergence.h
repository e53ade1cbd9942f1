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

#ifndef ACCELFIX_RECONVERGENCE_H
#define ACCELFIX_RECONVERGENCE_H

/* The postdominators of a stream, dead ends left out.  Segments have the
   numbers that they have in the stream; exit () is that of a virtual one
   behind every ret.  */

class reconvergence
{
public:
  explicit reconvergence (ptx_stream *);
  int exit () const { return m_exit; }
  bool live (int segment) const { return m_live[segment]; }
  void postdominators (vec<int> *ipdom, int keep) const;

private:
  ptx_stream *m_stream;
  int m_exit;
  auto_vec<bool> m_live;		/* Reaches a ret.  */
};

#endif /* ACCELFIX_RECONVERGENCE_H */
