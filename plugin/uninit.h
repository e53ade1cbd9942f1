/* Which registers of the printed stream may be read before they are set.
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

#ifndef ACCELFIX_UNINIT_H
#define ACCELFIX_UNINIT_H

/* What one segment does to one unit, as far as its start matters.  */
struct unit_event
{
  int unit;
  int segment;
  rtx_insn *first;	/* The first insn that reads or may write it.  */
  bool read;		/* Read before it is certainly written.  */
  bool maybe_written;	/* Written, perhaps under a predicate.  */
  bool written;		/* Certainly written.  */
  int previous;		/* Number of the unit's event before it, or -1.  */
};

/* The reads and writes of all registers that printed insns define.  Left out
   are registers that printed text defines (accelfix_text_regs) and the hard
   registers that the function's head sets.  */

class uninit_analysis : public ptx_refs
{
public:
  explicit uninit_analysis (const ptx_stream *stream);

  auto_vec<ptx_unit> units;
  auto_vec<unit_event> events;	/* In the order of segments.  */

  /* The number of UNIT's last event, from which PREVIOUS leads to all.  */
  int last_event (int unit) const { return m_last_event[unit] - 1; }

  /* Units that some path reads before it sets them, in ascending order.  */
  auto_vec<int> bad;

  /* Whether REGNO belongs to those that are left out.  */
  static bool left_out_p (unsigned regno);

  virtual void read (unsigned regno, unsigned index);
  virtual void write (unsigned regno, unsigned index, bool certain);

private:
  int unit_of (unsigned regno, unsigned index);
  unit_event *event_of (int unit);
  void solve ();

  const ptx_stream *m_stream;
  auto_vec<int> m_base;		/* By register number: its first unit + 1, or
				   -1 when it is left out.  */
  auto_vec<int> m_last_event;	/* By unit: index into events + 1.  */
  int m_segment;
  rtx_insn *m_insn;
};

#endif /* ACCELFIX_UNINIT_H */
