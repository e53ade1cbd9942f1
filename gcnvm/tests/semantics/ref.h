/* A reference of GCN3 and GFX9 semantics: plain, slow, lane by lane.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Written from AMD's manuals ("Graphics Core Next Architecture, Generation 3",
   "Vega" and "Vega 7nm", and "MI100" and "MI200" for CDNA, Instruction Set
   Architecture), for tests of the machine
   in vm/, of which it shares nothing but the table's names.  It executes what a
   test describes by struct gcn_insn, not words.

   Sections of the manuals are given as in the Vega one; the GCN3 manual has the
   same numbers up to chapter 11, and the instructions in its chapter 12.  */

#ifndef REF_H
#define REF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa.h"
#include "ref-fp.h"

/* VGPRs and after them AGPRs, as operand codes have them.  */
enum { REF_LANES = 64, REF_VGPRS = 512 };

/* Memory that the program may use: a copy, so that the machine's is left
   alone.  */
struct ref_region
{
  uint64_t base;
  size_t size;
  uint8_t *bytes;
};

/* What a register holds is known only nearly: V_RCP_F32 and the like, whose
   precision the manual gives.  */
struct ref_nearly
{
  const struct ref_format *format;	/* Null: known.  */
  uint64_t lanes, undefined;
  double want[REF_LANES];
  unsigned shift;		/* Where a half is in the register.  */
  double ulps;			/* Of the result's own exponent.  */
  double absolute;		/* Instead of it, if not zero.  */
  bool flushed;			/* A denormal may be a zero.  */
};

struct ref_program
{
  const struct gcn_insn *insns;
  unsigned n;
  uint64_t base;		/* Address of the first.  */
};

struct ref_wave
{
  enum gcn_cpu cpu;
  uint32_t s[128];		/* By operand code: VCC is 106 and 107.  */
  uint32_t v[REF_VGPRS][REF_LANES];
  struct ref_nearly nearly[REF_VGPRS];
  bool scc;
  uint32_t mode;
  unsigned n_vgprs;
  uint64_t pc, next_pc;
  bool ended;
  struct ref_region regions[4];
  unsigned n_regions;
  uint8_t *lds;
  uint32_t lds_size;
  uint64_t shared_base, private_base;	/* Apertures.  */
  struct ref_region scratch;	/* Of lane 0; the others follow it.  */
  uint32_t scratch_lane;	/* Bytes a lane.  */
  const char *trouble;		/* What the test should not have done.  */
};

/* Executes P on W up to s_endpgm or LIMIT instructions.  False, and a sentence
   in W->trouble, if the program does what the manual does not define.  */
extern bool ref_run (struct ref_wave *w, const struct ref_program *p,
		     unsigned limit);
/* Whether there is a reference for row OP on CPU.  */
extern bool ref_has (enum gcn_op op, enum gcn_cpu cpu);

/* ---- What the files of the reference share.  */

static inline uint64_t
ref_pair (const struct ref_wave *w, unsigned code)
{
  return w->s[code] | (uint64_t) w->s[code + 1] << 32;
}

static inline void
ref_set_pair (struct ref_wave *w, unsigned code, uint64_t x)
{
  w->s[code] = x;
  w->s[code + 1] = x >> 32;
}

static inline uint64_t
ref_exec (const struct ref_wave *w)
{
  return ref_pair (w, GCN_EXEC);
}

/* How a 64-bit operand takes a literal or constant (manual 5.2, 6.2.1).  */
enum ref_kind { REF_UNSIGNED, REF_SIGNED, REF_FLOAT };

/* A scalar source of BITS bits, of any code below 256.  */
extern uint64_t ref_scalar_source (struct ref_wave *w,
				   const struct gcn_insn *in, unsigned code,
				   unsigned bits, enum ref_kind kind);

/* Memory, little endian, of up to 8 bytes.  */
extern uint64_t ref_load (struct ref_wave *w, uint64_t address, unsigned size);
extern void ref_store (struct ref_wave *w, uint64_t address, unsigned size,
		       uint64_t value);

/* Each executes IN if it is of its class, and is asked by ref_run in turn.  */
extern bool ref_scalar (struct ref_wave *w, const struct gcn_insn *in);
extern bool ref_smem (struct ref_wave *w, const struct gcn_insn *in);
extern bool ref_cross (struct ref_wave *w, const struct gcn_insn *in);
extern bool ref_vector (struct ref_wave *w, const struct gcn_insn *in);
extern bool ref_packed (struct ref_wave *w, const struct gcn_insn *in);
extern bool ref_halves (struct ref_wave *w, const struct gcn_insn *in);
extern bool ref_vmem (struct ref_wave *w, const struct gcn_insn *in);
extern bool ref_lds (struct ref_wave *w, const struct gcn_insn *in);

/* Atomic operations on memory: NAME is what follows "atomic_", "ds_" and so on,
   SIZE 4 or 8.  The new value of OLD; false if there is no such operation.  */
extern bool ref_atomic (const char *name, unsigned size, uint64_t old,
			uint64_t data, uint64_t data2, uint64_t *result);

/* The row's number, and whether its name starts with S.  */
static inline enum gcn_op
ref_op (const struct gcn_insn *in)
{
  return in->row - gcn_rows;
}

/* ---- Vector instructions without memory: a function of one lane.  */

struct ref_lane
{
  const struct ref_wave *w;
  const struct gcn_insn *in;
  unsigned lane;
  uint64_t s[3];		/* Sources, modifiers and flushing done.  */
  uint64_t raw[3];		/* The same without flushing.  */
  uint64_t old;			/* What was there.  */
  uint64_t d;			/* In: what was there.  Out: the result.  */
  bool carry_in, carry_out;
  const struct ref_format *f;	/* Of the result, if it is a float.  */
  const struct ref_format *sf;	/* Of the first source.  */
  struct ref_fpmode m, sm;	/* Of both.  */
  bool pass;			/* Of comparisons.  */
  /* The result is only nearly that, or not defined.  */
  bool vague, flushed, undefined;
  double want, ulps, absolute;
};

typedef void ref_vop (struct ref_lane *);

/* One row.  SIG has a letter for the result and one for each source: h f d
   floats of 16, 32, 64 bits; w s unsigned and signed ones of 16, u i of 32, U I
   of 64; b 32 bits without a sign, W a signed one of 24, x two halves.  */
struct ref_row
{
  ref_vop *fn;
  const char *sig;
  unsigned flags;
};
enum
{
  REF_RAW = 1,			/* Sources are never flushed.  */
  REF_FLUSH = 2,		/* Sources and results always are.  */
  REF_HIGH = 4,			/* With op_sel; the other half is kept.  */
  REF_GFX9_FLUSH = 16,		/* Flushed by MODE on GFX9, never before.  */
  REF_CARRY_IN = 32,		/* From VCC or the third source.  */
  REF_CARRY_OUT = 64,
  REF_OLD = 128,		/* D is read.  */
  REF_VAGUE = 256		/* The result may be known only nearly.  */
};

extern const struct ref_row *ref_int_row (enum gcn_op);
extern const struct ref_row *ref_float_row (enum gcn_op);
extern const struct ref_row *ref_convert_row (enum gcn_op);
/* Of any of them, or null.  */
extern const struct ref_row *ref_vector_row (enum gcn_op);
/* What may be supplied to v_cmp and v_cmpx: the type that the name ends in.  */
extern bool ref_compare_lane (struct ref_lane *, const char *name);
extern const struct ref_format *ref_letter_format (char);

#endif /* REF_H */
