/* Warps whose lanes do the same.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC's OpenMP code for nvptx has all 32 lanes of a warp do the same work
   outside of simd loops (-muniform-simt).  An activation whose lanes are all
   there and have the same arguments is uniform until they come apart:

   - uniform-plan.c says, for each function, which registers have the same value
     in all lanes then, and gives the micro-operations that work on these a form
     that is done once, for lane 0.  What lanes do differently stays as it is.
   - uniform-code.c writes the plan's code, in which uniform-fuse.c makes pairs of
     neighbours (pair-ops.def).
   - interp-uniform.c executes such a plan.  Where the lanes part (at a branch that
     only some take, or a load from local memory, since each lane has its own) it
     calls uniform_leave, and interp-warp.c continues from there.
   - uniform.c widens: writes the value of lane 0 for the other lanes, when an
     activation stops being uniform, and when it calls or returns.
   - native/ has plans compiled.
   - uniform-call.c and uniform-call.h call and return where both sides are uniform.

   The program counter of a fragment is in vfunc.code always; the code of a plan
   has the same micro-operations at the same indices.  */

#ifndef VM_UNIFORM_H
#define VM_UNIFORM_H

#include "code/translate.h"
#include "vm-int.h"

/* The first operation on memory: those before it are lane-ops.def's.  */
#define OP_FIRST_MEM OP_ld_generic_u8

/* Micro-operations of plans alone: two or more that are done as one.  */
enum uniform_op
{
  OP_BEFORE_PAIRS = 3 * OP_N - 1,
#define PAIR(A, B) OP_##A##__##B,
#define PAIR_TEST(A, B) OP_##A##__##B##_bra,
#define PAIR_BRA(A) OP_##A##__bra,
#include "code/pair-ops.def"
  /* An OP_guard and the atomic addition, of integers of 4 or 8 bytes, that most
     often one lane does.  */
  OP_guard_add_4, OP_guard_add_8,
  OP_guard_atom,		/* The same with others, of b bytes.  */
  OP_guard_fence,		/* An OP_guard and a fence, which is needed if b.  */
  OP_some_call,			/* An OP_brac around a call of a built-in function: the
				   lanes that do not branch call it.  */
  OP_shuffle_1,			/* A shuffle of one lane's value to all, with the rel
				   operations before it that load constants.  */
  OP_outside,			/* d = a & %laneid, in all lanes, where a is 0: the
				   lanes part if it is not (uniform-plan.c).  */
  OP_native,			/* Native code may be entered (native/native.h); what
				   it stands for is there.  */
  OP_N_PLAN
};

/* What is known of a register while its activation is uniform.  */
enum uniform_class
{
  UC_ONCE,			/* One value, in lane 0's place.  */
  UC_ALL,			/* One value, in every lane's place.  */
  UC_OWN			/* Each lane may have another.  */
};

struct uniform_reg { uint32_t off, size; };

/* A call between two uniform activations whose arguments and results need no
   look: what is copied, lane 0's to lane 0's place or to every lane's.  */
struct uniform_copy
{
  uint32_t from, to;
  bool wide;			/* 8 bytes, else 4.  */
  bool all;
};

struct uniform_copies
{
  struct uniform_copies *next;	/* Of the same place, for other functions.  */
  struct vfunc *func;		/* What is called.  */
  bool useful;			/* False: control.c does it.  */
  uint32_t n_arg, n_ret;
  uint32_t size_class;		/* Of the function's activations.  */
  bool plain;			/* They are made without act_push.  */
  bool init;			/* Registers need a value before the
				   arguments.  */
  uint32_t frame_bytes, frame_align;	/* As in FUNC.  */
  const struct uop *plan_code;	/* Of FUNC's plan.  */
  struct uniform_copy copy[];	/* The arguments, then the results.  */
};

/* In a plan's code, what OP_ONCE (OP_call) has in ptr.  */
struct uniform_call
{
  const struct vcall *call;
  struct uniform_copies *_Atomic copies;	/* Made by the first call of
						   each function.  */
};

struct uniform_plan
{
  bool useful;			/* False: it is better to do all as usual.  */
  struct uop *code;		/* As many as in vfunc.code.  */
  uint8_t *cls;			/* enum uniform_class, by offset / 64.  */
  struct uniform_reg *once;	/* The registers of UC_ONCE.  */
  uint32_t n_once;
  struct uniform_call *calls;	/* Those that are OP_ONCE (OP_call).  */
  uint32_t n_calls;
  struct uop *guarded;		/* What comes after guards that lanes pass
				   one by one, each with an OP_end; the guard
				   has it in ptr.  */
  uint32_t n_guarded;
  struct native *native;	/* NULL: no such code is wanted.  */
};

/* uniform-plan.c.  */

/* The plan of F, which is made on the first call.  */
extern const struct uniform_plan *uniform_plan (struct vfunc *f);
extern void uniform_plan_free (struct uniform_plan *);

/* The plan of F, which has a uniform activation.  */
static inline const struct uniform_plan *
uniform_plan_of (const struct vfunc *f)
{
  return atomic_load_explicit (&f->plan, memory_order_relaxed);
}

/* A parameter that is in one register of up to 8 bytes a lane.  */
static inline bool
simple_param_p (const struct vparam *v)
{
  return v->in_reg && v->parts == 1 && v->size <= 8;
}

/* uniform-copies.c.  */

/* The copies of the call U in F of FN; made now if this is the first one.  NULL if
   control.c does it.  */
extern const struct uniform_copies *uniform_copies_of (const struct vfunc *f,
						       struct uniform_call *u,
						       struct vfunc *fn);

/* uniform.c.  */

/* True if A, whose registers hold nothing but arguments, can be uniform.  */
extern bool uniform_launch_p (const struct vm *, const unsigned block[3]);
/* True if what is copied from SRC in FROM to DST, of F, is the same in all
   lanes wherever F's plan relies on it.  */
extern bool uniform_params_p (const struct act *from, const struct vparam *src,
			      const struct vfunc *f, const struct vparam *dst,
			      uint32_t n);
/* As act_copy_params, for two activations that are not both plain: one or both are
   uniform.  */
extern void uniform_copy_params (struct warp *, struct act *from,
				 const struct vparam *src, struct act *to,
				 const struct vparam *dst, uint32_t n,
				 uint32_t mask);
/* A is uniform no more.  */
extern void uniform_leave (struct act *);
/* True if no lane does anything else than the others at U, a control operation,
   in the uniform activation A.  */
extern bool uniform_control_p (const struct act *a, const struct uop *u);

/* uniform-call.c.  */

/* Enter the function that U calls, an OP_ONCE (OP_call) of the plan of W's
   activation.  False, and nothing is done, if ctl_op has to.  */
extern bool uniform_enter (struct warp *w, const struct uop *u);
/* interp-uniform.c.  */
extern bool interp_uniform_base (struct warp *);
extern bool interp_uniform_fma (struct warp *);
extern bool (*interp_uniform) (struct warp *);

#endif /* VM_UNIFORM_H */
