/* Wait states that are missing.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_SITES_H
#define GCNVM_SITES_H

#include "hazards.h"
#include "vm-int.h"

/* Two instructions that come too near on some path.  */
struct hazard_site
{
  uint16_t rule, use;		/* Which of the uses of the first one.  */
  uint16_t code, regs;		/* The register.  */
  unsigned states;		/* Wait states that there have to be.  */
  /* Of endless rules: how many of what they count come between, at least, and
     how many wait states, as a bit each: one path or more.  */
  unsigned between;
  uint64_t distances;
  uint32_t first, then;		/* Instructions of the function.  */
  bool vm, lgkm;		/* Of WAIT_RULE: which counts are awaited.  */
  uint64_t first_pc;
  const struct uop *first_uop;
};

/* A load whose registers are used too early is such a pair too.  */
enum { WAIT_RULE = 100 };

struct hazard_sites
{
  struct hazard_site *sites;
  size_t n;
};

/* Rules that count other things than instructions are followed so far.  */
enum { FARTHEST_ENDLESS = 64 };

/* Of one rule, in a wave: its first half as it was last done.  */
struct wave_hazard
{
  uint64_t pc, states;		/* Wait states of the wave by then, plus one.  */
  unsigned rule;
  uint32_t scalar[4], mode;
  uint32_t vector[4][LANES];
};

extern void hazards_find (const struct gcn_insn *, size_t n, enum gcn_cpu,
			  struct hazard_sites *);
extern void waits_find (const struct gcn_insn *, size_t n, enum gcn_cpu,
			struct hazard_sites *);
/* How many may be open at the end of s_waitcnt IN: vmcnt, lgkmcnt.  */
extern void wait_limits (const struct gcn_insn *in, enum gcn_cpu cpu,
			 unsigned *vm, unsigned *lgkm);

#endif /* GCNVM_SITES_H */
