/* What the files of the test of semantics share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A program of the test starts from a block of memory, struct sem_state, and
   ends with one.  The words around it that fetch and store it are in
   sem-frame.c, random values in sem-fill.c, random instructions in sem-gen.c,
   written ones in sem-special.c, sequences that GCC emits in sem-idiom.c, the
   comparison with the reference in sem-run.c, the list of tests in
   semantics.c.  */

#ifndef SEM_H
#define SEM_H

#include "ref.h"
#include "vm.h"

enum
{
  SEM_SGPRS = 32, SEM_VGPRS = 56, SEM_AGPRS = 16, SEM_LDS = 4096, SEM_DATA = 4096,
  /* Where programs do not write: addresses, and what follows.  */
  SEM_ADDRESS = 32,		/* v[32:33]: 64 bytes of data of each lane.  */
  SEM_OFFSET = 34,		/* The same, beginning at s[28:29].  */
  SEM_LDS_ADDRESS = 35,		/* 64 bytes of LDS.  */
  SEM_LANE_ADDRESS = 36,	/* Random ones, for ds_bpermute_b32.  */
  SEM_FAR_ADDRESS = 38,		/* v[38:39]: SEM_ADDRESS plus SEM_FAR.  */
  SEM_FAR = 1000,
  SEM_BUFFER = 24,		/* s[24:27]: a descriptor of the data.  */
  SEM_BASE = 28,		/* s[28:29]: the data.  */
  SEM_SCALAR_OFFSET = 30,
  SEM_LANE = 31,
  SEM_WRITABLE_SGPRS = 24,
  SEM_MAX_INSNS = 64,
  SEM_GROUPS = 4,
  SEM_STRIDE = 65536, SEM_OUT = 32768	/* Bytes from block to block.  */
};

struct sem_state
{
  uint32_t s[SEM_SGPRS];
  uint32_t vcc[2], exec[2], m0, scc, mode;
  uint32_t pad[64 - SEM_SGPRS - 7];
  uint32_t v[REF_LANES][SEM_VGPRS];
  uint32_t a[REF_LANES][SEM_AGPRS];	/* Of processors that have them.  */
  uint32_t lds[SEM_LDS / 4];
  uint8_t data[SEM_DATA];
};

struct sem_program
{
  uint32_t words[2 * SEM_MAX_INSNS];
  struct gcn_insn insns[SEM_MAX_INSNS];
  unsigned n;			/* Instructions.  */
};

struct sem_random
{
  uint64_t state;
};
extern uint32_t sem_next (struct sem_random *);
/* A number below N.  */
extern uint32_t sem_below (struct sem_random *, uint32_t n);
/* True once in N times.  */
extern bool sem_one_in (struct sem_random *, uint32_t n);

/* Edge values and others: 32 bits, or a number of a format.  */
extern uint32_t sem_int (struct sem_random *);
extern uint64_t sem_float (struct sem_random *, const struct ref_format *);
extern void sem_fill (struct sem_random *, struct sem_state *,
		      uint64_t data_address, unsigned group);

/* Whether CPU has AGPRs.  */
static inline bool
sem_agprs_p (enum gcn_cpu cpu)
{
  return cpu & GCN_FROM_908;
}

/* ---- sem-frame.c: words; each returns how many there are.  */
extern unsigned sem_prologue (enum gcn_cpu, uint32_t *words);
extern unsigned sem_epilogue (enum gcn_cpu, uint32_t *words);

/* ---- sem-gen.c.  */

/* The forms that row OP has.  */
extern bool sem_form_p (enum gcn_op, enum gcn_cpu, enum gcn_form);
/* Adds a random instruction of row OP to P; false if none could be made.  */
extern bool sem_add (struct sem_random *, struct sem_program *p, enum gcn_op,
		     enum gcn_cpu, enum gcn_form);
/* Adds instruction of WORDS.  */
extern bool sem_add_words (struct sem_program *p, enum gcn_cpu,
			   const uint32_t words[2]);
/* Directs branches to instructions that follow, once the program is whole.  */
extern void sem_fix_branches (struct sem_random *, struct sem_program *p,
			      enum gcn_cpu);

/* ---- sem-idiom.c.  Adds to P what GCC's code is full of, if there is room.  */
extern void sem_idiom (struct sem_random *, struct sem_program *p,
		       enum gcn_cpu);

/* ---- sem-special.c: programs for what random ones cannot do.  SHARED is the
   upper half of LDS's addresses.  */
extern unsigned sem_n_special;
/* Whether number I is for CPU.  */
extern bool sem_special_p (unsigned i, enum gcn_cpu cpu);
extern const char *sem_special (unsigned i, enum gcn_cpu, uint32_t shared,
				struct sem_program *);

/* ---- sem-run.c.  */

struct sem_machine;
/* Processors that are tested, ending with zero; their names.  */
extern const enum gcn_cpu sem_cpus[];
extern const char *const sem_cpu_names[];
/* NATIVE: all that can be is native code.  */
extern struct sem_machine *sem_open (enum gcn_cpu, bool no_avx2, bool uninit,
				     bool native);
/* Another one without native code, in the same memory: addresses, which programs
   compute with, are the same.  It is closed first.  */
extern struct sem_machine *sem_open_beside (const struct sem_machine *,
					    bool no_avx2, bool uninit);
/* What it has done so far, and how many functions were made native code.  */
extern struct gcnvm_stats sem_stats (const struct sem_machine *);
extern void sem_close (struct sem_machine *);
extern uint32_t sem_shared (const struct sem_machine *);
/* Runs P on machine and reference with MODE as the MODE register's bits 9 to 0.
   1: equal, 0: not, with the difference printed; -1: the machine does not have
   an instruction, and TEXT of SIZE says which.  */
extern int sem_compare (struct sem_machine *, const struct sem_program *p,
			uint32_t mode, uint64_t seed, char *text, size_t size);

#endif /* SEM_H */
