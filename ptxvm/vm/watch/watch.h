/* The PTX machine: what is called where something is wrong, or may be.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* run/ and order/ call what is in watch/ by this table alone, from their slow
   paths.  Included by vm-int.h.  */

#ifndef VM_WATCH_H
#define VM_WATCH_H

struct shadow_bits;

struct watch
{
  /* Host address of what LANE accesses at ADDR in SPACE, or no return.  */
  void *(*access) (struct warp *, const struct uop *, unsigned lane,
		   uint64_t addr, unsigned size, enum ptx_space, enum access);
  /* Say what is wrong where LANE executes U, and end the launch with RESULT.  */
  void (*fault) (struct warp *, const struct uop *, unsigned lane,
		 enum vm_result, enum vm_report_kind, uint64_t addr,
		 const char *fmt, ...)
    __attribute__ ((noreturn, format (printf, 7, 8)));
  /* The same, and go on.  */
  void (*note) (struct warp *, const struct uop *, unsigned lane,
		enum vm_report_kind, uint64_t addr, const char *reg,
		const char *fmt, ...)
    __attribute__ ((format (printf, 7, 8)));
  /* A launch of L failed before it had a warp: what of L's kernel FMT says.  */
  void (*launch_fault) (struct launch *l, enum vm_result, enum vm_report_kind,
			const char *fmt, ...)
    __attribute__ ((format (printf, 4, 5)));
  /* The next report of W is about where the other threads of its block are too,
     and, unless they are LANES of W, its own.  */
  void (*others) (struct warp *w, uint32_t lanes);
  /* No warp of the block can go on.  */
  void (*deadlock) (struct block *) __attribute__ ((noreturn));
  /* Where the warps of B, whose launch was stopped, are, for its stands.  */
  void (*stands) (struct block *b);
  /* LANES read the register that U, an OP_chkdef, checks, unwritten.  */
  void (*uninit) (struct warp *, const struct uop *u, uint32_t lanes);
  /* LANE has got memory by U, an alloca, and may have more stack now than a device
     has.  */
  void (*alloca) (struct warp *, const struct uop *u, unsigned lane);

  /* Races.  An access to SIZE bytes at P; OWN: each lane is a thread of its own;
     VALUE is what is stored, if it is known.  */
  void (*race) (struct warp *, const struct uop *, unsigned lane, bool own,
		const void *p, unsigned size, enum access, bool silent,
		const uint64_t *value);
  /* LANE and OTHER store different values of SIZE bytes to P.  */
  void (*race_lanes) (struct warp *, const struct uop *, unsigned lane,
		      unsigned other, const void *p, unsigned size);

  /* --initcheck: the register OFF, undefined in LANES, is put to
     USE (enum shadow_use) by U.  */
  void (*undefined) (struct warp *w, uint32_t hdr, const struct uop *u,
		     uint32_t off, uint32_t lanes, unsigned use);
  /* The number of the origin: U, executed by LANE, has loaded undefined bytes,
     the first one at ADDR in B.  */
  uint16_t (*origin) (struct warp *w, const struct uop *u, unsigned lane,
		      const struct shadow_bits *b, uint64_t addr);
  /* LANE prints SIZE bytes at ADDR by U, a call of vprintf.  */
  void (*printed) (struct warp *w, const struct uop *u, unsigned lane,
		   uint64_t addr, unsigned size);
};
/* The one that there is; vm_create puts it into devices.  */
extern const struct watch vm_watch;

#define vm_fault(W, ...) ((W)->vm->watch->fault ((W), __VA_ARGS__))
#define vm_note(W, ...) ((W)->vm->watch->note ((W), __VA_ARGS__))

/* The current fragment of W needs memory that the host does not have.  */
static inline _Noreturn void
vm_no_memory (struct warp *w, const char *what)
{
  vm_fault (w, w->pc, first_lane (w->cur->mask), VM_OUT_OF_MEMORY,
	    VM_R_LIMIT, 0, "out of memory on the host: %s", what);
}

/* True the first time for (WHERE, WHAT) in this process.  */
static inline bool
report_first (struct vm *vm, const void *where, uint32_t what)
{
  return simt_sites_first (&vm->sites, where, what);
}

#endif /* VM_WATCH_H */
