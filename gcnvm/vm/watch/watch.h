/* What is called where something is wrong, or may be.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* code/, run/ and order/ call what is in watch/ by this table alone, from their slow
   paths.  Included by vm-int.h.  */

#ifndef GCNVM_WATCH_H
#define GCNVM_WATCH_H

struct place;

/* An access by a lane (-1: scalar) that is watched, between
   race_begin, before it is done, and race_end.  */
struct racing
{
  struct simt_race_access a;
  enum simt_race_op op;
  const uint8_t *p;
  unsigned size;		/* Of what it stores at P, in bytes.  */
  uint8_t before[64];
};

struct watch
{
  /* Reports what FORMAT says of W at the instruction of U, or with no W or U of
     the launch.  LANE is -1 for a scalar instruction.  A report that is not FATAL
     is given once for its place and kind.  */
  void (*report) (struct wave *w, const struct uop *u, enum gcnvm_report_kind,
		  bool fatal, int lane, uint64_t address, const char *reg,
		  const char *format, ...)
    __attribute__ ((format (printf, 8, 9)));
  /* The waves of G, whose launch was stopped, for its stands.  */
  void (*stands) (struct group *g);

  /* undef.c: undefined bits.  */
  uint64_t (*undef_scalar) (struct wave *, const struct uop *, enum undef_rule,
			    uint64_t a, uint64_t b, uint64_t va, uint64_t vb,
			    unsigned bits);
  /* Sources S of U are undefined in some lanes of EXEC: reports it or marks the
     same of register DST (-1u: none).  False if the wave ends.  */
  bool (*undef_vector) (struct wave *, const struct uop *u, uint64_t exec,
			const uint32_t *const s[3], unsigned dst);
  /* Vector comparison U of sources S reads undefined bits in some of the lanes in
     EXEC: those lanes.  Remembers what was compared.  */
  uint64_t (*undef_compare) (struct wave *, const struct uop *u, uint64_t exec,
			     const uint32_t *const s[3]);
  const struct uop *(*undef_use) (struct wave *, const struct uop *,
				  const char *what, unsigned code,
				  unsigned regs, int lane);
  bool (*undef_branch) (struct wave *, const struct uop *, unsigned code);

  /* initcheck.c: what of that comes from memory.  The first and the last call of
     a device that looks for it; false when out of memory.  */
  bool (*undef_start) (struct gcnvm *);
  void (*undef_end) (struct gcnvm *);
  /* See loaded_undefined (run/memory.h).  */
  void (*undef_loaded) (struct wave *, unsigned code, int lane,
			const struct place *p, unsigned k);
  /* Whether the undefined bits of operand CODE, of REGS registers, all come from
     memory, and computing with them is no error.  */
  bool (*undef_from_memory) (const struct wave *, unsigned code,
			     unsigned regs);
  /* Operand TO has undefined bits of operand FROM, of REGS registers.  */
  void (*undef_moved) (struct wave *, unsigned to, unsigned from,
		       unsigned regs);
  /* Atomic U by LANE at P, of REGS registers, in which something is undefined;
     as atomic_lane (run/memory.c).  */
  bool (*undef_atomic) (struct wave *, const struct uop *u, unsigned lane,
			const struct place *p, unsigned data, unsigned regs,
			unsigned second, unsigned out);

  /* race.c.  DATA is what it stores, of SIZE bytes in registers that are STRIDE
     words from each other, null for a load or an atomic.  */
  void (*race_begin) (struct wave *, const struct uop *, struct racing *,
		      int lane, const struct place *, unsigned size,
		      const uint32_t *data, unsigned stride);
  void (*race_end) (struct wave *, const struct uop *, struct racing *);
  bool (*race_group_new) (struct group *);
  void (*race_group_free) (struct group *);

  /* gcnvm_race_copy, where races are looked for.  */
  void (*copy) (struct gcnvm *, const struct simt_race_order *,
		uint64_t address, uint64_t n, bool store);

  /* stuck.c: waves that cannot go on.  */
  void (*stuck_check) (struct launch *, struct group *const *groups,
		       unsigned n);
  void (*stuck_thread_ends) (struct launch *);
  void (*stuck_barrier) (struct group *);
  bool (*stuck_napped_p) (const struct wave *);

  /* Micro-operations that translation puts before an instruction, or in its
     place.  */
  uop_fn *hazard_arm, *hazard_check, *wait_arm, *wait_check, *fence;
  /* Before what makes a frame on the stack, before a call.  */
  uop_fn *frame_made, *frames_gone;
};
/* The one that there is; gcnvm_create puts it into devices.  */
extern const struct watch gcnvm_watch;

#define wave_report(W, ...) ((W)->vm->watch->report ((W), __VA_ARGS__))

#endif /* GCNVM_WATCH_H */
