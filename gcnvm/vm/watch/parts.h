/* What the files of watch/ share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_WATCH_PARTS_H
#define GCNVM_WATCH_PARTS_H

#include "run/memory.h"
#include "vm-int.h"

/* What is in the table, by file: see watch.h.  */

/* report.c  */
extern void watch_report (struct wave *, const struct uop *,
			  enum gcnvm_report_kind, bool fatal, int lane,
			  uint64_t address, const char *reg,
			  const char *format, ...)
  __attribute__ ((format (printf, 8, 9)));
/* places.c  */
extern void watch_stands (struct group *);
/* undef-rules.c.  */
extern uint64_t undef_result_bits (enum undef_rule rule, uint64_t a, uint64_t b,
				   uint64_t c, uint64_t va, uint64_t vb, uint64_t vc, unsigned bits,
				   bool *bad);
extern uint64_t undef_scalar_bfe (uint64_t va, uint64_t b, unsigned bits,
				  bool sign);
extern uint64_t undef_memory_bits (enum undef_rule rule, uint64_t v);
extern bool undef_compare_known_p (const char *name, struct simt_partly a,
				   struct simt_partly b, unsigned bits);

/* undef.c, undef-vector.c.  */
extern uint64_t watch_undef_scalar (struct wave *, const struct uop *,
				    enum undef_rule, uint64_t a, uint64_t b,
				    uint64_t va, uint64_t vb, unsigned bits);
extern bool watch_undef_vector (struct wave *, const struct uop *,
				uint64_t exec, const uint32_t *const s[3],
				unsigned dst);
extern uint64_t watch_undef_compare (struct wave *, const struct uop *,
				     uint64_t exec,
				     const uint32_t *const s[3]);
extern const struct uop *watch_undef_use (struct wave *, const struct uop *,
					  const char *what, unsigned code,
					  unsigned regs, int lane);
extern bool watch_undef_branch (struct wave *, const struct uop *,
				unsigned code);
/* initcheck.c  */
extern bool watch_undef_start (struct gcnvm *);
extern void watch_undef_end (struct gcnvm *);
extern void watch_undef_loaded (struct wave *, unsigned code, int lane,
				const struct place *, unsigned k);
extern bool watch_from_memory (const struct wave *, unsigned code,
			       unsigned regs);
extern void watch_undef_moved (struct wave *, unsigned to, unsigned from,
			       unsigned regs);
extern bool watch_undef_atomic (struct wave *, const struct uop *,
				unsigned lane, const struct place *,
				unsigned data, unsigned regs, unsigned second,
				unsigned out);
extern uop_fn frame_made, frames_gone;
/* race.c  */
extern void watch_race_begin (struct wave *, const struct uop *,
			      struct racing *, int lane, const struct place *,
			      unsigned size, const uint32_t *data,
			      unsigned stride);
extern void watch_race_end (struct wave *, const struct uop *,
			    struct racing *);
extern bool watch_race_group_new (struct group *);
extern void watch_race_group_free (struct group *);
extern void watch_copy (struct gcnvm *, const struct simt_race_order *,
			uint64_t address, uint64_t n, bool store);
extern uop_fn op_fence;
/* stuck.c  */
extern void watch_stuck (struct launch *, struct group *const *groups,
			 unsigned n);
extern void watch_thread_ends (struct launch *);
extern void watch_barrier (struct group *);
extern bool watch_napped_p (const struct wave *);
/* hazards.c, waitcnt.c  */
extern uop_fn hazard_arm, hazard_check, wait_arm, wait_check;

/* ---- Between them.  */

/* initcheck.c.  The load that the undefined bits of operand CODE of W, of REGS
   registers, come from; 0 if some register of them was never written.  */
extern unsigned wave_origin (const struct wave *w, unsigned code,
			     unsigned regs);
/* Report that U uses, for WHAT, as in undef_use, what came undefined from load
   ORIGIN, which is not 0.  */
extern void wave_report_memory (struct wave *, const struct uop *,
				const char *what, int lane, unsigned origin);

/* report.c.  The next report of the calling thread is about the N places in R too,
   until this is called with none.  They are not copied.  */
extern void wave_relate (const struct simt_related *r, size_t n);
/* True once for each KEY: the race that it stands for is to be reported.  */
extern bool wave_first_race (struct wave *, uint64_t key);
/* Report TEXT, once for each KEY: something at ADDRESS races, by no wave, with
   what OTHER is about, which may be NULL.  */
extern void host_report_race (struct gcnvm *, uint64_t key, uint64_t address,
			      const struct simt_related *other,
			      const char *text);
/* Like wave_report, of an access that races with O; each time.  */
extern void wave_report_race (struct wave *, const struct uop *, int lane,
			      uint64_t address, const struct access_site *o,
			      const char *format, ...)
  __attribute__ ((format (printf, 6, 7)));

/* places.c.  Puts into BUF, of N bytes, who called the function that W is in at PC,
   from the inside out; where W stands and what it does there.  */
extern void wave_callers (struct wave *w, uint64_t pc, char *buf, size_t n);
extern void wave_place (struct wave *w, char *buf, size_t n);

#endif /* GCNVM_WATCH_PARTS_H */
