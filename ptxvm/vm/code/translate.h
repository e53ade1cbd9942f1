/* The PTX machine: what the files of the translator share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_TRANSLATE_H
#define VM_TRANSLATE_H

#include <setjmp.h>

#include "vm-int.h"

/* Where a variable or parameter is; hangs on ptx_symbol.aux.  */
struct place
{
  enum { P_NONE, P_ADDRESS, P_SHARED, P_FRAME, P_REG, P_PARAM } kind;
  uint64_t where;		/* Address, offset or register.  */
  uint32_t size;
};

struct tr
{
  struct vm *vm;
  struct vfunc *f;
  struct ptx_function *p;
  struct ptx_diag *diag;
  struct ptx_cfg *cfg;
  jmp_buf fail;

  uint32_t *slot;		/* By PTX register; NO_REG if unused.  */
  uint8_t *cls;			/* enum slot_class.  */
  int32_t *undef_of;		/* By PTX register: index in f->undef or -1. */
  bool track;			/* Definedness is checked.  */
  bool gaps;			/* The frame has gaps.  */
  uint32_t top, temp, max;	/* Register file: bytes.  */
  uint32_t frame_bytes;		/* Of the local frame, so far.  */
  uint32_t frame_align;
  uint32_t cc;			/* The condition code's word, or NO_REG.  */

  struct uop *code;
  uint32_t n, alloc;
  uint32_t insn;		/* The one that is translated.  */
  uint32_t counter;		/* With --profile: of what is translated.  */
  uint32_t profile_code;	/* The first of the function.  */
  uint32_t fuse_from;		/* No fusing with what is before this.  */
  int32_t *block_pc;		/* By block: its first uop.  */
  bool *loop_exit;		/* By block, where races are looked for: what comes
				   after a loop begins there.  */
  bool *block_join;		/* A divergent branch's lanes may meet there. */

  struct fix { uint32_t uop; uint32_t block; uint8_t what; } *fixes;
  uint32_t n_fixes, alloc_fixes;
};

enum { FIX_REL, FIX_JOIN, FIX_JOIN_D, FIX_TABLE };

/* A destination being written: where the operation writes, and what must
   follow it.  */
struct dest
{
  uint32_t reg;
  uint32_t real;		/* NO_REG, or the wide register to extend to. */
  bool sign;
  bool pair;			/* REAL has two parts of 32 bits.  */
};

extern _Noreturn void tr_error (struct tr *, const char *fmt, ...)
  __attribute__ ((format (printf, 2, 3)));
extern _Noreturn void tr_unsupported (struct tr *);

extern struct uop *emit (struct tr *, unsigned op);
extern struct uop *emit3 (struct tr *, unsigned op, uint32_t d, uint32_t a,
			  uint32_t b);
extern struct uop *emit_imm (struct tr *, unsigned op, uint32_t d, uint32_t a,
			     int64_t imm);
extern uint32_t new_temp (struct tr *, enum slot_class);
extern enum slot_class type_class (enum ptx_type);
extern uint32_t class_bytes (enum slot_class);
extern enum ptx_type unsigned_type (enum ptx_type);
extern uint32_t src (struct tr *, const struct ptx_operand *, enum slot_class);
extern uint32_t src_pred (struct tr *, const struct ptx_operand *);
extern struct dest dest (struct tr *, const struct ptx_operand *,
			 enum ptx_type);
extern struct dest dest_part (struct tr *, const struct ptx_operand *,
			      enum ptx_type, unsigned part);
extern uint32_t src_part (struct tr *, const struct ptx_operand *,
			  enum slot_class, unsigned part);
extern void finish (struct tr *, struct dest);
extern uint32_t dest_pred (struct tr *, const struct ptx_operand *);
extern uint32_t reg_slot (struct tr *, int32_t reg);
/* translate-place.c.  The function that S stands for, or NULL with *BUILTIN set
   when the machine provides it; and what those are called.  */
extern struct vfunc *func_of (struct ptx_symbol *s, int *builtin);
extern const char *const builtin_name[N_BUILTINS];
extern void *tr_alloc (struct tr *, size_t);
extern void add_fix (struct tr *, uint32_t uop, uint32_t block, uint8_t what);

/* translate-place.c.  */
extern struct place *place_of (struct tr *, struct ptx_symbol *);
extern void place_locals (struct tr *);
extern uint32_t alloca_align (struct tr *, const struct ptx_insn *);

/* translate-defined.c.  */
extern void find_undefined (struct tr *);
extern void emit_checks (struct tr *, const struct ptx_insn *, bool write);

/* translate-alu.c: give the number of operands N and the class D of the result of
   INSN, an operation without flags on integers, or on floats with the usual
   rounding.  False if there is no such operation.  */
extern bool alu_row (const struct ptx_insn *, unsigned *n,
		     enum slot_class *d);
/* translate-compare.c: whether there is INSN's comparison of TYPE.  */
extern bool comparison_known_p (const struct ptx_insn *, enum ptx_type);
/* translate-cvt.c: whether S can be converted to D in every way.  */
extern bool conversion_known_p (enum ptx_type d, enum ptx_type s);

/* True if TYPE is a half-precision float, or two of them.  */
static inline bool
half_type_p (enum ptx_type type)
{
  return (type == PTX_F16 || type == PTX_F16X2 || type == PTX_BF16
	  || type == PTX_BF16X2);
}

/* By family.  Each returns false if it does not handle INSN.  */
extern bool translate_alu (struct tr *, const struct ptx_insn *);
extern bool translate_compare (struct tr *, const struct ptx_insn *);
extern bool translate_cvt (struct tr *, const struct ptx_insn *);
extern bool translate_mem (struct tr *, const struct ptx_insn *);
extern bool translate_mov (struct tr *, const struct ptx_insn *);
extern bool translate_flow (struct tr *, const struct ptx_insn *);
extern void forward_results (struct uop *, size_t n);
extern void emit_address (struct tr *, struct ptx_symbol *, int64_t,
			  uint32_t d);
extern unsigned bool_uop (struct tr *, unsigned sub);
extern void emit_flush (struct tr *, uint32_t d, uint32_t a);

/* What the n of OP_rnd_f32 and OP_rnd_f64 says.  */
enum rnd_kind { RND_ADD, RND_SUB, RND_MUL, RND_FMA, RND_DIV, RND_SQRT,
		RND_RCP };
#define RND_N(KIND, RND) ((uint16_t) ((KIND) | (RND) << 8))
enum approx_kind { APPROX_SIN, APPROX_COS, APPROX_LG2, APPROX_EX2,
		   APPROX_TANH, APPROX_RSQRT, APPROX_RCP_GROSS,
		   APPROX_RSQRT_GROSS };
enum half_kind { HALF_ADD, HALF_SUB, HALF_MUL, HALF_FMA, HALF_NEG, HALF_ABS,
		 HALF_MIN, HALF_MAX, HALF_EX2, HALF_TANH };

/* Operations of OP_sync, in n.  */
enum sync_kind
{
  SYNC_WARP, SYNC_SHFL_UP, SYNC_SHFL_DOWN, SYNC_SHFL_BFLY, SYNC_SHFL_IDX,
  SYNC_VOTE_ALL, SYNC_VOTE_ANY, SYNC_VOTE_UNI, SYNC_VOTE_BALLOT,
  SYNC_MATCH_ANY_4, SYNC_MATCH_ANY_8, SYNC_MATCH_ALL_4, SYNC_MATCH_ALL_8,
  SYNC_REDUX_ADD, SYNC_REDUX_MIN_U, SYNC_REDUX_MIN_S, SYNC_REDUX_MAX_U,
  SYNC_REDUX_MAX_S, SYNC_REDUX_AND, SYNC_REDUX_OR, SYNC_REDUX_XOR,
  SYNC_ELECT
};
#define SYNC_NOMASK 0x100	/* The form without .sync.  */
/* ptr of OP_sync and OP_bar.  */
struct sync_args
{
  uint32_t d, p;		/* Result and predicate result, or NO_REG.  */
  uint32_t a, b, c;		/* Sources.  */
  uint32_t members;		/* Register of the membermask, or NO_REG.  */
  enum ptx_sub op, red;		/* Barriers.  */
  bool aligned, popc;
};

/* With --profile (translate-profile.c): what comes next is counted by itself; the
   function, and the instruction I, which parts lanes by its guard if CONTROL is
   set, are here.  */
extern void profile_run (struct tr *);
extern void profile_start (struct tr *);
extern void profile_insn (struct tr *, const struct ptx_insn *i, bool control);
/* List the instructions of M, with counts of 0.  */
extern void profile_module (struct vm_module *m);

#endif /* VM_TRANSLATE_H */
