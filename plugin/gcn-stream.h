/* The instructions of a function as they will be printed (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_GCN_STREAM_H
#define ACCELFIX_GCN_STREAM_H

#if ACCELFIX_GCN

#include "isa/gcn/read.h"

/* One instruction.  */
struct gcn_step
{
  rtx_insn *insn;		/* The insn that prints it.  */
  unsigned index;		/* Which instruction of INSN's it is.  */
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
  explicit gcn_stream (enum gcn_cpu cpu);
  ~gcn_stream ();

  /* Calls FUNCTION with the index of each step that may come right before step
     I, and with -1 where others may that are not in the stream.  */
  template <typename F> void for_each_before (unsigned i, F function) const;

  auto_vec<gcn_step> steps;
  char *text;

private:
  void print ();
  void read_insn (rtx_insn *, char *, char *);
  void add_statement (rtx_insn *, const char *, size_t, size_t offset,
		      bool open);
  void add_branch (rtx_insn *);
  void add_jump (unsigned from, rtx label);
  void add_jumps (unsigned from);
  void connect ();

  enum gcn_cpu cpu;
  /* What is at each label, and the steps that jump to it.  */
  hash_map<rtx, unsigned> label_step;
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

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_GCN_STREAM_H */
