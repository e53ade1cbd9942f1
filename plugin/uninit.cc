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

#include "gcc-compat.h"
#include "accelfix.h"
#include "ptx-stream.h"
#include "uninit.h"

/* GCC's must-initialised problem (df_mir) would answer a similar question, but
   it takes clobbers and the state of GCC's own graph into account, which the
   printed text does not have, and knows no halves of registers.  The analysis
   here costs one walk over the insns and, for registers that live across
   segments, one forward problem on bitmaps.  */

/* Hard registers: the head of the function sets all that GCC uses but
   %value, which the return reads, and %chain where the function calls nested
   functions without being one (nvptx_declare_function_name).  */

static bool
hard_reg_set_by_head_p (unsigned regno)
{
  if (regno == NVPTX_RETURN_REGNUM)
    return !ptx_return_reads_value ();
  if (regno == STATIC_CHAIN_REGNUM)
    return DECL_STATIC_CHAIN (cfun->decl);
  return true;
}

bool
uninit_analysis::left_out_p (unsigned regno)
{
  if (regno <= LAST_VIRTUAL_REGISTER)
    return !HARD_REGISTER_NUM_P (regno) || hard_reg_set_by_head_p (regno);
  rtx text[ACCELFIX_MAX_TEXT_REGS];
  int n = accelfix_text_regs (text);
  for (int i = 0; i < n; i++)
    if (REGNO (text[i]) == regno)
      return true;
  return false;
}

/* The unit INDEX of REGNO, or -1 if REGNO is left out.  */

int
uninit_analysis::unit_of (unsigned regno, unsigned index)
{
  int base = m_base[regno];
  if (base == 0)
    {
      if (left_out_p (regno))
	base = -1;
      else
	{
	  base = units.length () + 1;
	  unsigned n = (HARD_REGISTER_NUM_P (regno) ? 1
			: ptx_units_of_mode (PSEUDO_REGNO_MODE (regno)));
	  for (unsigned i = 0; i < n; i++)
	    {
	      ptx_unit u = { regno, (unsigned char) i, (unsigned char) n };
	      units.safe_push (u);
	      m_last_event.safe_push (0);
	    }
	}
      m_base[regno] = base;
    }
  if (base < 0)
    return -1;
  /* A reference in another mode than the register's own.  */
  unsigned count = units[base - 1].count;
  return base - 1 + MIN (index, count - 1);
}

/* The event of UNIT in the present segment, made if it is new.  */

unit_event *
uninit_analysis::event_of (int unit)
{
  int last = m_last_event[unit];
  if (last && events[last - 1].segment == m_segment)
    return &events[last - 1];
  unit_event e = { unit, m_segment, m_insn, false, false, false, last - 1 };
  events.safe_push (e);
  m_last_event[unit] = events.length ();
  return &events.last ();
}

void
uninit_analysis::read (unsigned regno, unsigned index)
{
  int unit = unit_of (regno, index);
  if (unit < 0)
    return;
  unit_event *e = event_of (unit);
  if (!e->written)
    e->read = true;
}

void
uninit_analysis::write (unsigned regno, unsigned index, bool certain)
{
  int unit = unit_of (regno, index);
  if (unit < 0)
    return;
  unit_event *e = event_of (unit);
  e->maybe_written = true;
  if (certain)
    e->written = true;
}

uninit_analysis::uninit_analysis (const ptx_stream *stream)
  : m_stream (stream), m_segment (0), m_insn (NULL)
{
  m_base.safe_grow_cleared (max_reg_num ());
  for (unsigned i = 1; i < stream->segments.length (); i++)
    {
      const ptx_segment *s = stream->segments[i];
      if (!s->reachable)
	continue;
      m_segment = i;
      for (m_insn = s->head; ; m_insn = NEXT_INSN (m_insn))
	{
	  if (NONDEBUG_INSN_P (m_insn))
	    ptx_scan_insn (m_insn, this);
	  if (m_insn == s->last)
	    break;
	}
    }
  solve ();
}

/* Finds `bad': a forward problem "certainly written on every path" over the
   units that are read at the start of some segment.  */

void
uninit_analysis::solve ()
{
  auto_vec<int> candidate;		/* By unit: its number + 1.  */
  auto_vec<int> unit_of_candidate;
  candidate.safe_grow_cleared (units.length ());
  for (const unit_event &e : events)
    if (e.read && !candidate[e.unit])
      {
	unit_of_candidate.safe_push (e.unit);
	candidate[e.unit] = unit_of_candidate.length ();
      }
  int n = unit_of_candidate.length ();
  if (!n)
    return;

  int n_segments = m_stream->segments.length ();
  sbitmap *out = sbitmap_vector_alloc (n_segments, n);
  sbitmap *gen = sbitmap_vector_alloc (n_segments, n);
  bitmap_vector_clear (gen, n_segments);
  bitmap_vector_ones (out, n_segments);
  bitmap_clear (out[0]);
  for (const unit_event &e : events)
    if (e.written && candidate[e.unit])
      bitmap_set_bit (gen[e.segment], candidate[e.unit] - 1);

  /* The order of the chain is near to a topological one.  */
  auto_sbitmap in (n);
  bool changed;
  do
    {
      changed = false;
      for (int i = 1; i < n_segments; i++)
	{
	  const ptx_segment *s = m_stream->segments[i];
	  if (!s->reachable)
	    continue;
	  bitmap_ones (in);
	  for (int e : s->preds)
	    if (m_stream->segments[m_stream->edges[e].src]->reachable)
	      bitmap_and (in, in, out[m_stream->edges[e].src]);
	  bitmap_ior (in, in, gen[i]);
	  if (!bitmap_equal_p (in, out[i]))
	    {
	      bitmap_copy (out[i], in);
	      changed = true;
	    }
	}
    }
  while (changed);

  auto_sbitmap bad_candidates (n);
  bitmap_clear (bad_candidates);
  for (const unit_event &e : events)
    if (e.read)
      {
	int c = candidate[e.unit] - 1;
	if (bitmap_bit_p (bad_candidates, c))
	  continue;
	for (int p : m_stream->segments[e.segment]->preds)
	  {
	    int src = m_stream->edges[p].src;
	    if (m_stream->segments[src]->reachable
		&& !bitmap_bit_p (out[src], c))
	      {
		bitmap_set_bit (bad_candidates, c);
		break;
	      }
	  }
      }
  for (unsigned u = 0; u < units.length (); u++)
    if (candidate[u] && bitmap_bit_p (bad_candidates, candidate[u] - 1))
      bad.safe_push (u);

  sbitmap_vector_free (out);
  sbitmap_vector_free (gen);
}
