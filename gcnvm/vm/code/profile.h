/* The GCN machine: counting by source line, for --profile.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_PROFILE_H
#define GCNVM_PROFILE_H

#include "code/code.h"

/* While a function is translated.  */
struct profile
{
  uint32_t counter;		/* Of what is translated; 0: none yet.  */
  uint32_t code;		/* The first.  */
};

/* Puts what counts the waves that come to PC of CODE to U, if a basic block begins
   there, as LEADER says, or a function.  Returns the place after it.  */
extern struct uop *profile_before (struct profile *p,
				   const struct gcnvm_code *code, uint64_t pc,
				   bool leader, struct uop *u);
/* Says that the instruction IN at PC is counted; puts what counts those after it to
   U, if it writes EXEC.  Returns the place after that.  */
extern struct uop *profile_after (struct profile *p,
				  const struct gcnvm_code *code,
				  const struct gcn_insn *in, uint64_t pc,
				  struct uop *u);
/* Lists the instructions of CODE, with counts of 0.  */
extern void profile_code (const struct gcnvm_code *code);

#endif /* GCNVM_PROFILE_H */
