/* The PTX machine: call stacks for reports.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_STACK_H
#define VM_STACK_H

#include "vm-int.h"

/* What a report says of calls: so many frames, so many groups of threads, and
   so many bytes of their texts, at most.  What is more is left out.  */
#define STACK_FRAMES 64
#define STACK_GROUPS 40

/* Put where PC of A is and who called it, innermost first, into P, of N places;
   give how many there are.  PC may be NULL.  Names of the compiler's libraries
   come too.  */
extern size_t stack_places (const struct act *a, const struct uop *pc,
			    struct simt_place *p, size_t n);

/* Put into P where the kernel K, a target region, begins; false if its source is
   not known.  */
extern bool stack_region (const struct vfunc *k, struct simt_place *p);

/* The frame of A, or the nearest caller, that is the program's own and not of
   the compiler's libraries, with its place in *PC; NULL if there is none.  */
extern const struct act *stack_user (const struct act *a,
				     const struct uop **pc);

/* A call chain that lasts longer than its activations: for races.  Chains are
   the same object if they are the same.  */
struct stack_chain
{
  const struct vfunc *func;
  const struct stack_chain *caller;
  const struct uop *call;	/* In the caller.  */
  struct stack_chain *next;	/* In the table.  */
};

/* That of A, NULL if out of memory.  */
extern const struct stack_chain *stack_chain_of (struct vm *, struct act *a);
extern size_t stack_chain_places (const struct stack_chain *, uint32_t insn,
				  struct simt_place *p, size_t n);
extern void stack_chains_free (struct vm *);
/* race.c: vm_race_copy, where races are looked for.  */
struct simt_race_order;
extern void race_copy (struct vm *, const struct simt_race_order *,
		       uint64_t addr, uint64_t n, bool store);

/* Where the threads of a block are, for a report of B's.  */
struct stack_groups
{
  unsigned n;
  struct simt_related related[STACK_GROUPS];
  struct stack_group
  {
    char text[400];
    struct simt_place places[STACK_FRAMES];
  } group[STACK_GROUPS];
};

/* Fill G, all but what LANES of warp ME do.  */
extern void stack_groups (struct stack_groups *g, struct block *b,
			  const struct warp *me, uint32_t lanes);

#endif /* VM_STACK_H */
