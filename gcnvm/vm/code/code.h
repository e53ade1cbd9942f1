/* What the files share that keep code and find it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_CODE_H
#define GCNVM_CODE_H

#include "vm-int.h"

static inline const uint32_t *
code_word (uint64_t address)
{
  return (const uint32_t *) (uintptr_t) address;
}

/* How many bytes an operand of type T, of REGS registers, has in memory.  */

static inline unsigned
memory_bytes (enum gcn_type t, unsigned regs)
{
  if (t >= GCN_T_b8 && t <= GCN_T_i8)
    return 1;
  if (t >= GCN_T_b16 && t <= GCN_T_i16)
    return 2;
  return 4 * regs;
}

/* decode.c.  Decodes the instruction of CODE at ADDRESS.  Gives what is wrong with
   it, or null.  */
extern const char *code_decode (const struct gcnvm_code *code, uint64_t address,
				struct gcn_insn *in);
/* The same.  Whether CODE, an operand of REGS registers, has a part of the pair PAIR;
   whether IN's destination has; and whether IN writes EXEC in any way.  */
extern bool in_pair_p (unsigned code, unsigned regs, unsigned pair);
extern bool writes_pair_p (const struct gcn_insn *in, unsigned pair);
extern bool writes_exec_p (const struct gcn_insn *in);
/* line-sites.c.  Put what a debugger wants before the instruction at AT of CODE's
   function [START, END), which begins a block if LEADER, into U; gives what
   follows.  */
extern struct uop *line_uop (const struct gcnvm_code *code, uint64_t start,
			     uint64_t end, uint64_t at, bool leader,
			     struct uop *u);
/* code.c.  Translates the function of CODE that ADDRESS is in.  Called with the lock
   held.  */
extern void code_translate (struct gcnvm_code *code, uint64_t address);
extern void code_free_translation (struct gcnvm_code *);

/* Where the branch IN at ADDRESS goes.  */

static inline uint64_t
branch_target (const struct gcn_insn *in, uint64_t address)
{
  return address + 4 + 4 * (int64_t) (int16_t) in->simm;
}

static inline bool
direct_branch_p (const struct gcn_insn *in)
{
  return in->row->flags & GCN_F_BRANCH && in->row->s[0] == GCN_T_label;
}

/* Whether IN ends a block.  */

static inline bool
block_end_p (const struct gcn_insn *in)
{
  return in->row->flags & (GCN_F_BRANCH | GCN_F_END);
}

#endif /* GCNVM_CODE_H */
