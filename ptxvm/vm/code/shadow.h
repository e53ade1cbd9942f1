/* Undefined values (--initcheck): what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Memory that nobody has written since it was allocated is undefined.  A bit for
   each byte of global, shared and local memory says whether it is defined; an
   activation's register file is followed by what is known of the registers:

     one word	     not 0 if any register may be undefined: the rest is valid
     masks	     a word for each 64 bytes of registers, with the lanes in which
		     the register that begins there is undefined
     values	     as large as the registers, at the same offsets: for a lane
		     that is in the mask, which bits are undefined
     origins	     the same: a number of 16 bits a lane, where they came from

   As long as all is defined, an instruction costs one look at that word.
   shadow-plan.c puts micro-operations into a function's code, which do the
   following: `shrun' computes what a run of operations on registers does to
   definedness (shadow-run.c, shadow-rules.c); `shld', `shst', `shatom' and others
   stand at accesses to memory (shadow-access.c).  Calls, shuffles and builtins
   are in shadow-call.c, what the host does to memory in shadow-mem.c.

   Copying undefined values and computing with them is no fault; deciding a
   branch, a guard or an address by one is, and so is giving it to the host.  The
   register then counts as defined, so that one fault makes one report.  The rules
   of propagation are those of Valgrind's Memcheck (Seward and Nethercote, "Using
   Valgrind to detect undefined value errors with bit-precision", 2005).  */

#ifndef VM_SHADOW_H
#define VM_SHADOW_H

#include <string.h>

#include "vm-int.h"

/* ---- Bits of memory: 1 for a defined byte.  */

struct shadow_bits
{
  uint64_t base, size;		/* The object: addresses of the process.  */
  uint8_t *bits;
};

/* A place where undefined bytes were loaded.  */
struct shadow_origin
{
  const struct uop *at;
  const void *object;		/* Tells allocations and frames apart.  */
  uint64_t size;		/* Of an allocation at OBJECT; or 0.  */
  char text[500];
};
#define MAX_ORIGINS 4096u	/* Origin 0 is an unknown one.  */

/* Of a device.  */
struct shadow
{
  struct shadow_bits arena;
  uint64_t *partial;		/* Bytes with some bits defined.  */
  pthread_mutex_t lock;		/* Of the origins.  */
  struct shadow_origin *origins;
  uint32_t n_origins;
  uint64_t launch;		/* The last one that began, and its kernel.  */
  char kernel[200];
};

/* Of a block.  */
struct shadow_block
{
  struct shadow_bits shared, local;
};

static inline bool
bits_hold (const struct shadow_bits *b, uint64_t addr, uint64_t n)
{
  return addr - b->base < b->size && n <= b->size - (addr - b->base);
}

/* For N bytes at ADDR, which are in B: true if all are defined; make them
   defined or undefined.  */
extern bool bits_all (const struct shadow_bits *b, uint64_t addr, uint64_t n);
extern void bits_set (const struct shadow_bits *b, uint64_t addr, uint64_t n,
		      bool defined);
/* The bits of N <= 16 bytes at ADDR, the first one's lowest.  */
extern uint32_t bits_get (const struct shadow_bits *b, uint64_t addr,
			  unsigned n);
/* The first byte at or after ADDR, before END, that is defined (or is not);
   END if there is none.  */
extern uint64_t bits_find (const struct shadow_bits *b, uint64_t addr,
			   uint64_t end, bool defined);

/* A byte with only some bits defined, as a bit-field leaves it, counts as undefined
   in the bits above; which ones are is kept for so many bytes of a device, by
   address.  The undefined bits of the byte at ADDR, which is undefined; make them V;
   and copy that.  */
#define N_PARTIAL 65536u
extern uint8_t partial_get (const struct shadow *, uint64_t addr);
extern void partial_put (struct shadow *, uint64_t addr, uint8_t v);
extern void partial_move (struct shadow *, uint64_t to, uint64_t from);

/* What holds SIZE bytes at ADDR of SPACE (0xff: of the frame) as LANE of W sees
   it; *ADDR becomes an address of the process.  NULL for what is always defined:
   constants, parameters, the host's memory; and for what is no memory.  */
extern const struct shadow_bits *
shadow_find (struct warp *w, unsigned lane, unsigned space, uint64_t *addr,
	     unsigned size);

/* ---- Registers.  */

/* The offset of each part after the registers; HDR is vfunc.shadow_off.  */
#define SHADOW_MASKS(HDR) ((HDR) + 64)
#define SHADOW_VALUES(HDR) \
  (SHADOW_MASKS (HDR) + (((HDR) / 16 + 63) & -(uint32_t) 64))
#define SHADOW_ORIGINS(HDR) (SHADOW_VALUES (HDR) + (HDR))
#define SHADOW_END(HDR) (SHADOW_ORIGINS (HDR) + (HDR))

/* Of the registers R with shadow at HDR: whether any may be undefined, and of the
   one at OFF.  */
#define SH_DIRTY(R, HDR) (*(uint32_t *) ((R) + (HDR)))
#define SH_MASK(R, HDR, OFF) \
  (*(uint32_t *) ((R) + SHADOW_MASKS (HDR) + (OFF) / 16))
#define SH_4(R, HDR, OFF, LANE) \
  (((uint32_t *) ((R) + SHADOW_VALUES (HDR) + (OFF)))[LANE])
#define SH_8(R, HDR, OFF, LANE) \
  (((uint64_t *) ((R) + SHADOW_VALUES (HDR) + (OFF)))[LANE])
#define SH_ORIGIN(R, HDR, OFF, LANE) \
  (((uint16_t *) ((R) + SHADOW_ORIGINS (HDR) + (OFF)))[LANE])

/* The undefined bits of the register OFF, of 4 bytes or WIDE, in LANE.  */
static inline uint64_t
shadow_value (const uint8_t *r, uint32_t hdr, uint32_t off, bool wide,
	      unsigned lane)
{
  if (!(SH_MASK (r, hdr, off) >> lane & 1))
    return 0;
  return wide ? SH_8 (r, hdr, off, lane) : SH_4 (r, hdr, off, lane);
}

/* Make them V, from ORIGIN.  */
extern void shadow_put (uint8_t *r, uint32_t hdr, uint32_t off, bool wide,
			unsigned lane, uint64_t v, uint16_t origin);

/* Some register of those at R will be undefined.  */
static inline void
shadow_dirty (uint8_t *r, uint32_t hdr)
{
  if (SH_DIRTY (r, hdr))
    return;
  memset (r + SHADOW_MASKS (hdr), 0, SHADOW_VALUES (hdr) - SHADOW_MASKS (hdr));
  SH_DIRTY (r, hdr) = 1;
}

/* True if nothing must be done for U, a shld or shst, in LANE of W, whose registers
   are at R: its registers and the bytes in memory are defined.  */
static inline bool
shadow_one_ok (const struct warp *w, const uint8_t *r, const struct uop *u,
	       unsigned lane)
{
  const struct shadow_bits *b = &w->vm->shadow->arena;
  unsigned size = u->n & 0xff, space = u->c;
  if (SH_DIRTY (r, u->e) || u->a == NO_REG || size > 8)
    return false;
  uint64_t at = ((const uint64_t *) (r + u->a))[lane]
		+ (uint64_t) (int64_t) u->rel;
  if (space == PTX_SHARED)
    b = &w->block->shadow->shared;
  else if (space == PTX_GENERIC || space == PTX_GLOBAL)
    {
      at -= b->base;
      if (at >= b->size && space == PTX_GENERIC)
	{
	  at += b->base;
	  b = &w->block->shadow->shared;
	  at -= b->base;
	}
    }
  else
    return false;
  if (at >= b->size || (at & (size - 1)))
    return false;
  unsigned m = (1u << size) - 1;
  return ((unsigned) __atomic_load_n (b->bits + at / 8, __ATOMIC_RELAXED)
	  >> (at & 7) & m) == m;
}

/* For a uniform activation: do what U, of operation OP, does, if nothing becomes
   undefined; false if that is so, and the lanes must do it.  */
extern bool shadow_once (struct warp *w, const struct uop *u, unsigned op);

/* ---- Runs of operations on registers.  */

/* What a run ends with that must be defined.  */
enum shadow_use
{
  USE_NONE, USE_BRANCH, USE_GUARD, USE_INDEX, USE_CALLEE, USE_VOTE,
  USE_ADDRESS, USE_STORE_ADDRESS, USE_CAS, USE_PRINT
};

struct shadow_reg { uint32_t off, size; };

struct shadow_run
{
  uint32_t n;			/* Operations after the shrun.  */
  uint32_t n_read, n_write;
  enum shadow_use use;
  uint32_t used;		/* Register.  */
  uint32_t save;		/* Bytes of what is written.  */
  uint32_t *read;		/* Before they are written.  */
  struct shadow_reg *write;
};
#define SHADOW_RUN 48u		/* The longest.  */

/* shadow-rules.c.  The operation of U without what it has to do with its
   neighbours.  */
extern unsigned shadow_plain_op (const struct uop *u);
/* True if U works on registers alone, lane by lane: it can be in a run.  */
extern bool shadow_pure_p (const struct uop *u);
/* The registers that U, a pure one, reads (at most 6), and those that it writes,
   at most 2.  Returns their numbers in *N_READ and *N_WRITE.  */
extern void shadow_regs (const struct uop *u, uint32_t *read, unsigned *n_read,
			 struct shadow_reg *write, unsigned *n_write);
/* Do to the shadow of W's registers what U, a pure one, is about to do to
   them.  */
extern void shadow_step (struct warp *w, uint32_t hdr, const struct uop *u);

/* ---- Hooks.  */

/* shadow-plan.c: put the checks into T's code.  */
struct tr;
extern void shadow_instrument (struct tr *t);

/* The place of S, a variable in the frame, there; false if it has none.  */
extern bool shadow_place (const struct ptx_symbol *s, uint64_t *at);
/* The shared variable of M that OFF is in, which begins at *AT; or NULL.  */
extern const struct ptx_symbol *shadow_shared (const struct vm_module *m,
					       uint64_t off, uint64_t *at);

/* shadow-mem.c.  */
extern struct shadow *shadow_create (const struct simt_mem *);
extern void shadow_destroy (struct shadow *);
extern bool shadow_block_new (struct block *);
extern void shadow_block_free (struct block *);
extern void shadow_set (struct vm *, uint64_t addr, uint64_t n, bool defined);
extern void shadow_move (struct vm *, uint64_t to, uint64_t from, uint64_t n);
extern void shadow_to_host (struct vm *, uint64_t from, uint64_t n);

/* shadow-call.c.  The frame of A, new for the lanes in MASK, is undefined.  */
extern void shadow_frame (struct warp *w, struct act *a, uint32_t mask);
extern void shadow_params (struct warp *w, struct act *from,
			   const struct vparam *src, struct act *to,
			   const struct vparam *dst, uint32_t n, uint32_t mask);
extern void shadow_builtin (struct warp *w, int builtin, const struct vcall *c,
			    uint32_t mask);
/* What lanes bring to a shuffle, vote or match.  */
struct shadow_meeting
{
  uint64_t a[WARP_SIZE];	/* Undefined bits.  */
  uint16_t origin[WARP_SIZE];
  uint32_t pred;		/* Lanes whose predicate is undefined.  */
  uint32_t here;		/* Lanes that came.  */
};
extern void shadow_bring (struct shadow_meeting *, const struct frag *,
			  const struct uop *);
extern void shadow_get (const struct shadow_meeting *, const uint8_t *from,
			struct frag *, const struct uop *);

#endif /* VM_SHADOW_H */
