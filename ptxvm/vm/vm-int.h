/* The PTX machine: what its own files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A warp executes micro-operations (struct uop) over its lanes.  Lanes that
   stand at the same place form a fragment; a warp that never diverged has
   one.  Fragments are scheduled by sched.c; interp-scalar.c runs one that
   has a single lane, interp-warp.c any other.  */

#ifndef VM_INT_H
#define VM_INT_H

#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

#include "code/uop.h"
#include "run/bounds.h"
#include "run/lock-wait.h"
#include "simt/base/deadline.h"
#include "simt/profile/kernels.h"
#include "simt/memory/mem.h"
#include "simt/memory/plain-atomic.h"
#include "simt/base/output.h"
#include "simt/race/race.h"
#include "simt/report/report.h"
#include "simt/report/sites.h"
#include "simt/report/stands.h"
#include "vm.h"

/* Interpreters for this processor are chosen when the program starts, where
   there are some.  The sanitizers' builds have the one for any processor: it
   is the same source, and their code at the end of functions is in the way of
   handlers that jump to each other.  */
#if defined __x86_64__ && !defined __SANITIZE_ADDRESS__ \
    && !defined __SANITIZE_THREAD__
# define HAVE_ISAS 1
#else
# define HAVE_ISAS 0
#endif

#define WARP_SIZE 32
#define FULL_MASK 0xffffffffu

#ifndef ARRAY_SIZE
# define ARRAY_SIZE(A) (sizeof (A) / sizeof *(A))
#endif

/* ---- Functions.  */

/* Where a parameter is: in a register, or in memory in the local frame.  */
struct vparam
{
  uint32_t size;		/* Bytes in all.  */
  bool in_reg;
  uint8_t parts;		/* In a register: 1, 2 or 4 of them, which
				   follow each other; 0 for a predicate.  */
  uint32_t where;		/* Register, or offset in the frame.  */
};

/* Whose a call is, as far as malloc's caller goes (run/builtin.c).  */
enum call_by { CALL_BY_UNKNOWN, CALL_BY_PROGRAM, CALL_BY_LIBRARY };

/* The caller's side of a call.  */
struct vcall
{
  struct vfunc *func;		/* NULL when indirect.  */
  uint32_t target;		/* Register that has the address.  */
  struct vparam *arg, *ret;
  uint32_t n_arg, n_ret;
  int builtin;			/* enum vbuiltin, or 0.  */
  _Atomic enum call_by by;
};

enum vbuiltin
{
  VB_NONE, VB_VPRINTF, VB_MALLOC, VB_FREE, VB_ASSERTFAIL, N_BUILTINS
};

struct undef_reg		/* May be read before it is written.  */
{
  uint32_t reg;			/* ptx_reg.  */
  uint32_t off;			/* Slot.  */
  uint8_t cls;			/* enum slot_class.  */
};

enum slot_class { SLOT_NONE, SLOT_P, SLOT_4, SLOT_8, SLOT_16 };

struct vfunc
{
  struct ptx_function *ptx;
  struct vm_module *module;
  const char *name;
  struct uop *code;
  uint32_t n_code;
  uint32_t reg_bytes;		/* Of the register file.  */
  uint32_t frame_bytes;		/* Of the local frame, a lane.  */
  uint32_t frame_align;		/* The largest there, 16 or more.  */
  uint32_t sp_off;		/* Register: bytes of the frame in use, by lane;
				   NO_REG if there is no alloca.  */
  uint32_t simt_off, simt_size;	/* Of %simtstack_ar in the frame; the size is
				   0 where there is none (simt-stack.c).  */
  uint32_t stack_reg;		/* Register: GCC's %stack; NO_REG for none.  */
  uint32_t saved_reg;		/* Register: what a simd loop has saved of it,
				   or 0.  */
  struct vparam *param, *ret;
  uint32_t n_param, n_ret;
  uint32_t index;		/* In vm->funcs; gives its address.  */
  struct undef_reg *undef;
  uint32_t n_undef;
  uint32_t def_off;		/* Definedness words, one an undef_reg.  */
  uint32_t temp_off;		/* Registers from here on are temporaries: of one
				   PTX instruction each.  */
  /* With --initcheck (shadow.h).  */
  uint32_t shadow_off;		/* What is known of the registers' definedness;
				   0 without.  */
  uint32_t soft_stack, soft_prev;	/* Registers: the soft stack's ends of this
				   call's frame; NO_REG for none.  */
  uint32_t frame_reg;		/* Register: %frame, where notes say what is in
				   the frame; NO_REG for none.  */
  const uint32_t *slots;	/* With options.debug: where registers are, by
				   number, or NO_REG.  */
  struct uniform_plan *_Atomic plan;	/* uniform.h; made when first
				   called.  */
  uint32_t number;		/* In its module.  */
  bool own_stack;		/* Has variables in .local, or alloca.  */
  _Atomic uint32_t stack_fixed;	/* stack_fixed's result and 1; 0: not known.  */
  int builtin;
  _Atomic bool ready;		/* Translated.  */
  struct vm_kernel *kernel;	/* Entries only.  */
  void **allocs;		/* What translation allocated for code.  */
  uint32_t n_allocs;
};

struct vm_kernel
{
  struct vm_kernel_info info;
  bool measured;		/* INFO has all; by vm->lock.  */
  _Atomic int recursive;	/* 1: stack_recursive_p; -1: not; 0: not known.  */
  _Atomic bool stack_told;	/* Its stack's overflow is reported.  */
  struct vfunc *func;
  struct vm_module *module;
};

struct vm_module
{
  struct vm *vm;
  struct ptx_module *ptx;
  struct vm_kernel *kernels;
  uint32_t n_kernels;
  struct vfunc **funcs;
  uint32_t n_funcs;
  uint64_t shared_bytes;	/* Of all statically sized variables.  */
  uint64_t shared_plain;	/* From here on there are red zones in it; how many
				   bytes of 8 each are valid:  */
  uint8_t *shared_valid;
  bool frame_gaps;		/* Some frame has gaps (frames.h).  */
  bool lanes_apart;		/* Lanes that do the same are not one thread's, as
				   they are in OpenMP.  */
  uint64_t const_bytes;
  uint32_t turn;		/* Slices that a fragment has in a row.  */
  uint64_t *allocs;		/* Addresses to free.  */
  uint32_t n_allocs;
};

/* ---- A device.  */

struct warp;

/* Who steps through kernels (debug/).  Called by the thread that runs the only
   warp which is being executed.  */
struct debugger
{
  /* The current fragment of W has come to U, an OP_line.  */
  void (*line) (struct warp *w, const struct uop *u);
  /* What LANE did at U was reported.  */
  void (*reported) (struct warp *w, const struct uop *u, unsigned lane);
};

struct vm
{
  struct vm_options opt;
  const struct debugger *debugger;	/* Or NULL.  */
  const struct watch *watch;	/* watch/watch.h.  */
  const struct meetings *meetings;
  bool fma;			/* The interpreters use it.  */
  simt_report_fn *report;
  void *closure;

  struct simt_mem mem;
  struct { uint64_t base, stride, size, n; } stacks;	/* vm_set_stacks.  */

  _Atomic bool gaps_made;	/* On the stacks (frames.c).  */

  pthread_mutex_t lock;		/* Of everything up to report_lock.  */
  struct vfunc **funcs;		/* By index.  */
  uint32_t n_funcs, alloc_funcs;
  struct vfunc *builtin[N_BUILTINS];

  pthread_mutex_t translate_lock;

  pthread_mutex_t report_lock;
  struct simt_sites sites;

  struct stack_chains *chains;	/* Of races (stack.h); made when needed.  */
  struct simt_race *race;	/* NULL unless races are looked for.  */
  struct shadow *shadow;	/* NULL without --initcheck.  */

  struct simt_output output;

  _Atomic uint64_t launches;	/* So far.  */
  _Atomic uint64_t warp_insns, lane_insns;
  _Atomic uint64_t native;	/* Functions with native code, so far.  */
  _Atomic uint64_t helped;	/* Slices run by helpers in crews.  */
  _Atomic uint64_t local_used;	/* Bytes of local memory of all blocks.  */
  struct spares *spares;	/* Of host threads that run no block now; by
				   LOCK.  */
};

/* Function addresses: below anything that is mapped.  */
#define CODE_BASE 0x1000
#define CODE_STEP 16

#include "run/warp.h"

/* Hand R to whom VM was made for.  */
static inline void
vm_report (struct vm *vm, const struct simt_report *r)
{
  pthread_mutex_lock (&vm->report_lock);
  if (vm->report)
    vm->report (vm->closure, r);
  pthread_mutex_unlock (&vm->report_lock);
}

/* A number for a launch of VM, from 1, or for what counts as one.  */
static inline uint64_t
launch_new_id (struct vm *vm)
{
  return atomic_fetch_add (&vm->launches, 1) + 1;
}

/* What the lanes ARRIVED of W count for: a warp that is there with all its
   live lanes counts as a whole one.  */
static inline uint32_t
barrier_share (const struct warp *w, uint32_t arrived)
{
  if (arrived == 0)
    return 0;
  return ((arrived & w->live) == w->live ? WARP_SIZE
	  : (uint32_t) __builtin_popcount (arrived));
}

/* How many threads barrier ID has, and how many it waits for.  */
static inline void
barrier_count (struct block *b, uint32_t id, uint32_t *there, uint32_t *need)
{
  const struct barrier *bar = &b->bar[id];
  *there = bar->count;
  *need = bar->need;
  for (uint32_t i = 0; i < b->n_warps; i++)
    {
      *there += (bar->need ? barrier_share (&b->warps[i], bar->arrived[i])
		 : (uint32_t) __builtin_popcount (bar->arrived[i]));
      if (!bar->need)
	*need += (uint32_t) __builtin_popcount (b->warps[i].live);
    }
}

typedef void uop_fn (struct warp *, const struct uop *);

/* Tables by enum uop_code, up to OP_N_FN.  */
extern uop_fn *const warp_mask_base[], *const warp_mask_avx2[];
extern uop_fn *const warp_mask_avx512[], *const *warp_mask;
extern uop_fn *const rare_table[OP_N_FN];

/* Run a whole warp from a micro-operation on, and return the one at which
   interp_warp must see what is to be done.  */
typedef const struct uop *full_run (struct warp *, const struct uop *);
extern full_run warp_full_base, warp_full_avx2, warp_full_avx512;
extern full_run *warp_full;
#define RARE(ID, ...) extern uop_fn rare_##ID;
#include "code/rare-ops.def"

extern void interp_scalar_base (struct warp *);
extern void interp_scalar_fma (struct warp *);
extern void (*interp_scalar) (struct warp *);
extern bool interp_warp (struct warp *);
extern void warp_spread_mask (struct warp *, uint32_t mask);

/* ---- Activations (run/activation.c).  */

/* In which of a warp's lists an activation of BYTES in all is kept.  */
#define ACT_MIN_CLASS 9		/* 512 bytes.  */
static inline uint32_t
act_size_class (size_t bytes)
{
  if (bytes <= (size_t) 1 << ACT_MIN_CLASS)
    return 0;
  return 64 - (uint32_t) __builtin_clzll (bytes - 1) - ACT_MIN_CLASS;
}

extern struct act *act_push (struct warp *, struct vfunc *,
			     struct act *parent, uint32_t mask);
/* A of W has no lane left.  */
static inline void
act_free (struct warp *w, struct act *a)
{
  a->parent = w->free_act[a->size_class];
  w->free_act[a->size_class] = a;
}
extern void act_free_all (struct warp *);
extern void act_copy_params (struct warp *, struct act *from,
			     const struct vparam *src, struct act *to,
			     const struct vparam *dst, uint32_t n,
			     uint32_t mask);

/* ---- Control (control.c).  Each gives the next micro-operation for the
   current fragment, or NULL when the scheduler must choose again.  */
extern const struct uop *ctl_op (struct warp *, const struct uop *);
extern const struct uop *ctl_diverge (struct warp *, const struct uop *,
				      uint32_t taken);
extern bool ctl_slice (struct warp *, const struct uop *);
extern void warp_free_memory (struct warp *);
extern struct frag *frag_new (struct warp *, uint32_t mask);
extern void frag_free (struct warp *, struct frag *);
extern void rdv_leave (struct warp *, struct rdv *from, struct rdv *to,
		       uint32_t mask);
extern void frag_release (struct warp *, struct frag *);
extern void frag_unite (struct warp *, struct frag *into, struct frag *);

/* What is done where lanes wait for each other, by order/: the next
   micro-operation, as above.  */
struct meetings
{
  const struct uop *(*barrier) (struct warp *, const struct uop *);
  const struct uop *(*sync) (struct warp *, const struct uop *);
  /* The lanes in MASK, all of them of the current fragment, end.  */
  void (*exit) (struct warp *, uint32_t mask);
};
extern const struct meetings vm_meetings;

/* builtin.c.  */
extern const struct uop *ctl_builtin (struct warp *, const struct uop *,
				      int builtin, const struct vcall *);

/* ---- Memory accesses by lanes.  */
enum access { ACCESS_LOAD = 0, ACCESS_STORE = 1, ACCESS_ATOMIC = 2 };

/* ---- The stacks of SIMD lanes (watch/simt-stack.c).  */

/* Red zones below and above such a stack, bytes, and room for them in a
   thread's local memory: for four stacks, one called from another's region.
   Where there is nothing below or room is used up, there is none.  */
#define SIMT_ZONE_BELOW 4096u
#define SIMT_ZONE_ABOVE 256u
#define SIMT_ROOM (4 * (SIMT_ZONE_BELOW + SIMT_ZONE_ABOVE))
/* A thread has at most 512 KiB of local memory (CUDA programming guide,
   "Technical Specifications per Compute Capability").  */
#define MAX_LOCAL (512u << 10)
/* Where its first frame begins: no variable is at 0.  */
#define LOCAL_BOTTOM 16u

/* True if S is GCC's array for them.  */
extern bool simt_stack_p (const struct ptx_symbol *s);
/* The activation whose stack for SIMD lanes is in use in A, or NULL.  */
static inline const struct act *
simt_of (const struct warp *w, const struct act *a)
{
  return w->simt_room ? a->simt : NULL;
}

extern void simt_window (struct warp *, const struct act *);

/* W's local memory is as the activation A has it.  Without a frame, nothing below
   it is accessed without a further look: local_ok takes note of what is.  */
static inline void
set_window (struct warp *w, const struct act *a)
{
  uint32_t top = a->lbase + a->top;
  w->window_size = w->local_size = top > LOCAL_BOTTOM ? top : 0;
  if (__builtin_expect (w->simt_room != 0, 0))
    simt_window (w, a);
  if (__builtin_expect (w->block->frame_gaps, 0))
    {
      w->whole_window = w->window_size;
      w->whole_local = w->local_size;
      w->window_size = w->local_size = 0;
    }
  /* Perhaps beyond a device's stack (watch/stack-limit.c).  */
  if (__builtin_expect (top > w->stack_limit, 0) && w->window_size | w->local_size)
    {
      w->whole_window = w->window_size;
      w->whole_local = w->local_size;
      w->window_size = w->local_size = 0;
    }
}

/* The end of what A has of a lane's local memory.  */
static inline uint32_t
local_top (const struct act *a)
{
  return a->lbase + a->top;
}

/* True if N bytes at OFF of B's shared memory, of elements of SIZE bytes, are
   aligned and in no red zone.  */
static inline bool
shared_range_ok (const struct block *b, uint64_t off, unsigned n, unsigned size)
{
  return shared_extent_ok (b->shared_size, b->shared_plain, b->shared_static,
			   b->shared_valid, off, n, size);
}

/* True if nobody else writes what is at P, a place in the arena perhaps, in this slice
   of W.  */
static inline bool
alone_at (const struct warp *w, const void *p)
{
  return w->alone && simt_mem_arena_p (&w->vm->mem, (uint64_t) (uintptr_t) p);
}

/* What W did before is done before what it does next, for all who look on.  The warps of
   a launch that is alone take turns on one host thread.  */
static inline void
warp_fence (const struct warp *w)
{
  FENCE_IF (w->fences);
}

/* ---- Translation.  */
extern bool translate (struct vm *, struct vfunc *, struct ptx_diag *);
/* translate-later.c: whether translation of the function, whose module's
   variables have their places, succeeds for certain, so that it can wait until
   the function is called; and what must be known of its frame earlier (false if
   it has to be translated now).  */
extern bool translate_later_p (const struct vm *, const struct vfunc *);
extern bool translate_frame (struct vm *, struct vfunc *);
/* Translate the function, unless another thread has just done so.  */
extern void func_translate (struct vfunc *);

/* To be called before anything of F but its frame is used.  */
static inline void
func_ready (struct vfunc *f)
{
  if (__builtin_expect (!atomic_load_explicit (&f->ready,
					       memory_order_acquire), 0))
    func_translate (f);
}

/* ---- Shared memory (shared.c).  */

/* Bytes of the .shared variables that KERNEL uses.  */
extern uint64_t shared_use (const struct ptx_function *kernel);
/* Place S, a variable of M's: from now on, with red zones around it if it is the
   program's own (PLAIN: only variables of the compiler and its libraries are
   placed, and without).  */
extern void shared_place (struct vm_module *m, struct ptx_symbol *s,
			  bool plain);
/* All are placed.  False if there is no memory.  */
extern bool shared_zones (struct vm_module *m);
/* The name of the variable that OFF in W's shared memory is in; *IN: bytes from
   its start.  NULL if OFF is in none.  */
extern const char *shared_variable (const struct warp *, uint64_t off,
				    uint64_t *in);
/* If SIZE bytes at OFF are not all in a variable, say that in TEXT, of N bytes:
   which one is next to them.  */
extern bool shared_zone (const struct warp *, uint64_t off, unsigned size,
			 char *text, size_t n);
/* False, with a message to DIAG, if a kernel of M uses more than there is.  */
extern bool shared_ok (const struct vm_module *m, struct ptx_diag *diag);

/* ---- Scheduling.  */

/* Backward branches and calls in a slice.  */
#define SLICE 2000
enum warp_state { WARP_READY, WARP_BLOCKED, WARP_DONE };

/* How much of its last slice W has used for work.  */
static inline uint64_t
slice_work (const struct warp *w)
{
  return (uint64_t) (SLICE - w->budget - w->lost);
}

/* W waits for something, which costs it BRANCHES of its slice.  */
static inline void
slice_give (struct warp *w, int64_t branches)
{
  w->budget -= branches;
  w->lost += branches;
}

/* ---- Races.  */

/* W does something that synchronises.  */
static inline void
race_sync (struct warp *w)
{
  simt_race_sync (w->block->race, w->index);
}

/* run/exec-misc.c: U in a warp whose lanes do the same.  */
extern void race_once (struct warp *, const struct uop *);

/* The lanes of W, or some of them, have met: what one did before is before what
   others do from now on.  */
static inline void
race_lanes_meet (struct warp *w)
{
  if (w->block->race)
    simt_race_lanes_meet (w->block->race, w->index);
}

static inline uint32_t
lane_bit (unsigned lane)
{
  return (uint32_t) 1 << lane;
}

static inline unsigned
first_lane (uint32_t mask)
{
  return (unsigned) __builtin_ctz (mask);
}

/* Registers of one lane.  */
#define R4P(W, OFF, LANE) ((uint32_t *) ((W)->R + (OFF)) + (LANE))
#define R8P(W, OFF, LANE) ((uint64_t *) ((W)->R + (OFF)) + (LANE))
#define PREDW(W, OFF) (*(uint32_t *) ((W)->R + (OFF)))

#include "watch/watch.h"

#endif /* VM_INT_H */
