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

#ifndef ACCELFIX_PLACE_H
#define ACCELFIX_PLACE_H

/* A place in the stream.  */
enum place_kind
{
  PLACE_ENTRY,		/* Before everything.  */
  PLACE_BEFORE,		/* Before INSN.  */
  PLACE_AFTER,		/* After INSN, on the way that falls through.  */
  PLACE_EDGE		/* On the way from the jump INSN to its label.  */
};

struct place
{
  enum place_kind kind;
  rtx_insn *insn;
};

extern bool place_label_is_open_p (rtx_insn *label);
extern void place_unit (const ptx_stream *, const uninit_analysis *, int unit,
			vec<place> *);

#endif /* ACCELFIX_PLACE_H */
