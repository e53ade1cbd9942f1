/* The PTX machine: what the files of watch/ share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_WATCH_PARTS_H
#define VM_WATCH_PARTS_H

#include "code/shadow.h"
#include "vm-int.h"

/* What is in the table, by file: see watch.h.  */

/* access.c  */
extern void *watch_access (struct warp *, const struct uop *, unsigned lane,
			   uint64_t addr, unsigned size, enum ptx_space,
			   enum access);
/* report.c  */
extern _Noreturn void watch_fault (struct warp *, const struct uop *,
				   unsigned lane, enum vm_result,
				   enum vm_report_kind, uint64_t addr,
				   const char *fmt, ...)
  __attribute__ ((format (printf, 7, 8)));
extern void watch_note (struct warp *, const struct uop *, unsigned lane,
			enum vm_report_kind, uint64_t addr, const char *reg,
			const char *fmt, ...)
  __attribute__ ((format (printf, 7, 8)));
extern void watch_launch_fault (struct launch *, enum vm_result,
				enum vm_report_kind, const char *fmt, ...)
  __attribute__ ((format (printf, 4, 5)));
extern void watch_others (struct warp *, uint32_t lanes);
extern void watch_uninit (struct warp *, const struct uop *, uint32_t lanes);
/* deadlock.c  */
extern _Noreturn void watch_deadlock (struct block *);
extern void watch_stands (struct block *);
/* race.c  */
extern void watch_race (struct warp *, const struct uop *, unsigned lane,
			bool own, const void *, unsigned size, enum access,
			bool silent, const uint64_t *value);
extern void watch_race_lanes (struct warp *, const struct uop *, unsigned lane,
			      unsigned other, const void *, unsigned size);
/* shadow-report.c  */
extern void watch_undefined (struct warp *, uint32_t hdr, const struct uop *,
			     uint32_t off, uint32_t lanes, unsigned use);
extern uint16_t watch_origin (struct warp *, const struct uop *, unsigned lane,
			      const struct shadow_bits *, uint64_t addr);
extern void watch_printed (struct warp *, const struct uop *, unsigned lane,
			   uint64_t addr, unsigned size);

/* stack-limit.c  */
extern void watch_alloca (struct warp *, const struct uop *, unsigned lane);

/* ---- Between them.  */

/* report.c: the next report of this host thread, by vm_note or vm_fault, is about
   the N places in R too.  They are not copied.  */
extern void report_relate (const struct simt_related *r, size_t n);

/* simt-stack.c: true if SIZE bytes at OFF of a lane's local memory may be accessed
   by the activation that W is in.  They are taken for used then.  */
extern bool local_ok (struct warp *w, uint64_t off, unsigned size);
/* The access of SIZE bytes at ADDR by LANE is not right.  If it has left a SIMD
   lane's stack, say that and do not return.  WHAT it is, as in "8-byte store".
   LOCAL: ADDR is in .local, not generic.  */
extern void simt_stack_check (struct warp *, const struct uop *,
			      unsigned lane, uint64_t addr, unsigned size,
			      bool local, const char *what);

/* stack-limit.c: true if what W runs may be beyond a device's stack, so that its
   windows are empty.  */
extern bool stack_deep_p (const struct warp *w);
/* Report the access WHAT ("4-byte load") at ADDR of SPACE by LANE if it is beyond
   that stack.  */
extern void stack_check (struct warp *, const struct uop *, unsigned lane,
			 uint64_t addr, enum ptx_space, const char *what);

#endif /* VM_WATCH_PARTS_H */
