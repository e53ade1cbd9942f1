/* The instructions of a function as they will be printed (amdgcn).
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

#ifndef ACCELFIX_GCN_STREAM_H
#define ACCELFIX_GCN_STREAM_H

#if ACCELFIX_GCN

#include "isa/read.h"

typedef hash_map<rtx, unsigned> gcn_label_map;

/* Calls FUNCTION with what LABELS has for each label that INSN may jump to.  */
template <typename F>
void
gcn_for_each_target (rtx_insn *insn, gcn_label_map &labels, F function)
{
  if (!JUMP_P (insn))
    return;
  unsigned *to;
  if (rtx ops = extract_asm_operands (PATTERN (insn)))
    for (int k = 0; k < ASM_OPERANDS_LABEL_LENGTH (ops); k++)
      {
	if ((to = labels.get (XEXP (ASM_OPERANDS_LABEL (ops, k), 0))))
	  function (*to);
      }
  else if (JUMP_LABEL (insn) && LABEL_P (JUMP_LABEL (insn)))
    {
      if ((to = labels.get (JUMP_LABEL (insn))))
	function (*to);
    }
  else if (computed_jump_p (insn))
    for (const auto &l : labels)
      if (LABEL_PRESERVE_P (l.first))
	function (l.second);
}

/* The insns of a function that may be one of a pair that wants wait states:
   those of which one side is rare, and all that are at most STATES before or
   after it.  ALL: all insns.  */
class gcn_windows
{
public:
  gcn_windows (unsigned states, bool all);

  auto_vec<rtx_insn *> insns;	/* All that are printed.  */
  auto_vec<bool> near;

private:
  bool raise (vec<unsigned char> &, unsigned, unsigned);
  bool spread_forward (unsigned);
  bool spread_back (unsigned);

  gcn_label_map label_index;
  /* The states left before and after each insn.  */
  auto_vec<unsigned char> before, behind;
};

/* One instruction.  */
struct gcn_step
{
  rtx_insn *insn;		/* The insn that prints it.  */
  unsigned index;		/* Which instruction of INSN's it is.  */
  bool far;			/* Nothing near: it was not read.  */
  size_t text;			/* Its text: from here in gcn_stream::text,  */
  size_t length;		/* and how long.  */
  size_t offset;		/* Where it is in the template of an asm.  */
  bool known;			/* Whether IN was read.  */
  bool open;			/* From elsewhere code may come here in a way
				   that is not to be seen.  */
  bool ends;			/* Control never goes on to the next one.  */
  bool last;			/* The last one of INSN.  */
  struct gcn_insn in;
};

/* A function's instructions in the order in which they are printed, and the
   ways between them.  */
class gcn_stream
{
public:
  gcn_stream (enum gcn_cpu cpu, const gcn_windows &);
  ~gcn_stream ();

  /* Calls FUNCTION with the index of each step that may come right before step
     I, and with -1 where others may that are not in the stream.  */
  template <typename F> void for_each_before (unsigned i, F function) const;

  auto_vec<gcn_step> steps;
  char *text;

private:
  void print (const gcn_windows &);
  void read_insn (rtx_insn *, char *, char *);
  void add_statement (rtx_insn *, const char *, size_t, size_t offset,
		      bool open);
  void connect ();
  void add_far (rtx_insn *);

  enum gcn_cpu cpu;
  /* What is at each label, and the steps that jump to it.  */
  gcn_label_map label_step;
  hash_map<int_hash<unsigned, UINT_MAX, UINT_MAX - 1>, auto_vec<unsigned> *>
    jumpers;
};

template <typename F>
void
gcn_stream::for_each_before (unsigned i, F function) const
{
  if (steps[i].open || (i == 0 && accelfix_normal_function_p ()))
    function (-1);
  if (i > 0 && !steps[i - 1].ends)
    function ((int) i - 1);
  auto *list = const_cast<gcn_stream *> (this)->jumpers.get (i);
  if (list)
    for (unsigned from : **list)
      function ((int) from);
}

/* Whether INSN is printed.  */
extern bool gcn_printed_p (rtx_insn *insn);

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_GCN_STREAM_H */
