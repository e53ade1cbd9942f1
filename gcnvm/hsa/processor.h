/* Processors that code objects are for, and those that there is a machine for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_PROCESSOR_H
#define GCNVM_PROCESSOR_H

#include "isa.h"

/* What a code object's e_flags names in its low byte.  What follows CPU is that
   of a card of the kind, as its agent tells it.  */
struct processor
{
  unsigned mach;
  const char *name;		/* "gfx906".  */
  enum gcn_cpu cpu;		/* Whose instructions it has; zero: it is not
				   executed.  */
  const char *isa, *product;	/* Null for one that stands for several.  */
  uint32_t chip;		/* Its PCI device; for several: their enum gcn_cpu,
				   as a set.  */
  uint32_t clock, memory_clock, memory_width;
  bool fast_f16;
  uint16_t compute_units, shader_engines;
  uint32_t cache[3];		/* KiB, of a compute unit; of level 2, where there
				   are several chips on a card that of each; of
				   level 3, or zero.  */
};

/* How many lanes a wave has by default, how many SIMD units a compute unit has, and
   how many waves it holds.  */
extern unsigned processor_wave (const struct processor *p);
extern unsigned processor_simds (const struct processor *p);
extern unsigned processor_waves (const struct processor *p);

/* The processor of number MACH, or null.  */
extern const struct processor *processor_by_mach (unsigned mach);
/* The executed one that is called NAME, "fiji" being gfx803, or null.  */
extern const struct processor *processor_by_name (const char *name);
/* Number K of all, null after the last.  */
extern const struct processor *processor_number (unsigned k);
/* Whether P can be a GPU here.  */
extern bool processor_gpu_p (const struct processor *p);
/* Whether code for CODE runs on a GPU that is P: its own, or generic code for
   the processors that P is one of.  */
extern bool processor_runs_p (const struct processor *p,
			      const struct processor *code);
/* The GPU that is chosen for code of CODE: itself, or one that runs it; null if
   there is none.  */
extern const struct processor *processor_for (const struct processor *code);
/* The GPUs' names, as in "gfx803, gfx900 or gfx906".  */
extern const char processor_names[];

#endif /* GCNVM_PROCESSOR_H */
