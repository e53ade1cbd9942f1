/* Wait states that code has to insert: which, and between what.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The rules alone, for three users: gcnvm's machine, gcncheck and the plugin
   for GCC, which is C++.  Nothing here allocates, and nothing depends on how
   instructions were come by: a decoded `struct gcn_insn', or one that was
   filled in from the text of the assembler, whose fields

     row, form, dst, sdst, src[], simm, saddr, soffset, srsrc, ssamp, r128,
     gds, lds, dst_sel, op_sel, idxen, offen, cbsz, blgp

   are those that the rules look at.

   How to use them: for each RULE below GCN_N_HAZARDS and each instruction,
   gcn_hazard_first gives what is at stake (often nothing).  Follow the code
   from there; gcn_hazard_then says of each later instruction how many wait
   states there must be between the two; gcn_hazard_worth is what each one in
   between is worth; gcn_hazard_kills ends the search early.  Where
   gcn_hazard_endless_p, instructions may be worth nothing, so that the search
   has to look out for loops.  */

#ifndef GCN_HAZARDS_H
#define GCN_HAZARDS_H

#include "isa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* GCN_HAZARD_wide_store, ...: the rules.  */
enum gcn_hazard
{
#define HAZARD(ID, V, N, R908, R90A, R942, R950, R10, R11, FIRST, THEN, \
	       EFFECT, MANUAL, TEXT) GCN_HAZARD_##ID,
#include "hazards.def"
  GCN_N_HAZARDS
};

/* What the second instruction does when it comes too early, as far as it can
   be told: it sees the registers as they were; or the first one takes what the
   second one wrote.  */
enum gcn_hazard_effect
{
  GCN_EFFECT_NONE, GCN_EFFECT_OLD, GCN_EFFECT_AGAIN
};

struct gcn_hazard_rule
{
  const char *name;		/* "wide-store".  */
  const char *text;		/* "FIRST, then THEN", for messages.  */
  const char *manual;		/* Where it comes from.  */
  uint8_t states[8];		/* By processor; see gcn_hazard_states.  */
  uint8_t effect;		/* enum gcn_hazard_effect.  */
};
extern const struct gcn_hazard_rule gcn_hazard_rules[GCN_N_HAZARDS];

/* What a first instruction has at stake.  */
struct gcn_hazard_use
{
  uint16_t code, regs;		/* Operand code of the first register, and how
				   many; for s_setreg the hardware register's
				   number, and zero.  */
  uint16_t states;		/* The most that any second one may want.  */
  uint16_t detail, passes;	/* For the rules themselves.  */
  struct { uint16_t code; uint8_t regs, at; } later[3];
};
enum { GCN_HAZARD_USES = 2 };	/* Of one instruction, at most.  */

/* Whether there are rules for CPU.  */
extern bool gcn_hazards_known (enum gcn_cpu cpu);

/* The most wait states that RULE may want on CPU; zero: no such rule there.
   And the most of all rules.  */
extern unsigned gcn_hazard_states (unsigned rule, enum gcn_cpu cpu);
extern unsigned gcn_hazard_max_states (enum gcn_cpu cpu);

/* Whether IN is a first instruction of RULE on CPU: returns the number of
   entries of USE that were filled, 0 to GCN_HAZARD_USES.  */
extern unsigned gcn_hazard_first (unsigned rule, const struct gcn_insn *in,
				  enum gcn_cpu cpu,
				  struct gcn_hazard_use use[]);

/* Whether IN is a second instruction of RULE on CPU for USE: returns how many
   wait states there must be between the two; zero: any.  */
extern unsigned gcn_hazard_then (unsigned rule, const struct gcn_insn *in,
				 enum gcn_cpu cpu,
				 const struct gcn_hazard_use *use);

/* Whether after IN, which is worth its wait states like any other, nothing
   of USE is at stake any more for RULE, as IN wrote the registers anew.
   Takes them out of *USE where IN wrote a part, and notes there what else
   the rule wants to know of the instructions between the two.  */
extern bool gcn_hazard_kills (unsigned rule, const struct gcn_insn *in,
			      enum gcn_cpu cpu, struct gcn_hazard_use *use);

/* The wait states that IN is worth: one, or what s_nop says, 1 to 16.  */
extern unsigned gcn_wait_states (const struct gcn_insn *in);

/* The same for RULE: some count vector instructions alone.  */
extern unsigned gcn_hazard_worth (unsigned rule, const struct gcn_insn *in);
extern bool gcn_hazard_endless_p (unsigned rule);
/* Whether that is so for all instructions.  */
extern bool gcn_hazard_countless_p (unsigned rule);
/* Whether nothing is at stake for endless RULE after IN, whatever it was.  */
extern bool gcn_hazard_ends_p (unsigned rule, const struct gcn_insn *in);

/* How IN, for CPU, writes SGPR or VCC CODE: 1, as a scalar instruction; 2, as a
   vector one; 0: not at all, or otherwise.  */
extern unsigned gcn_writes_scalar (const struct gcn_insn *in, enum gcn_cpu cpu,
				   unsigned code);

/* What to put before THEN, a second instruction of RULE, instead of wait states:
   sets *WORD to an instruction.  Returns false where it is s_nop with as many
   as are missing.  */
extern bool gcn_hazard_cure (unsigned rule, const struct gcn_insn *then,
			     uint32_t *word);

#ifdef __cplusplus
}
#endif

#endif /* GCN_HAZARDS_H */
