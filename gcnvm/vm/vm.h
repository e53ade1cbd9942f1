/* The GCN3, GFX9 and CDNA machine: what the HSA layer and tests call.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A struct gcnvm is one device: its processor, its memory, its code, its
   options.  Device addresses are host addresses of the arena of simt/memory/mem.h, or
   of host memory made known to it.  All functions may be called by several
   host threads at once; gcnvm_launch runs one dispatch to its end, on several
   host threads of its own.  */

#ifndef GCNVM_VM_H
#define GCNVM_VM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa.h"
#include "lines.h"
#include "simt/memory/mem.h"
#include "simt/base/places.h"
#include "simt/report/report.h"

enum gcnvm_uninit { GCNVM_UNINIT_OFF, GCNVM_UNINIT_REPORT,
		    GCNVM_UNINIT_ERROR };
enum gcnvm_hazards { GCNVM_HAZARDS_OFF, GCNVM_HAZARDS_REPORT,
		     GCNVM_HAZARDS_APPLY };
enum gcnvm_waitcnt { GCNVM_WAITCNT_OFF, GCNVM_WAITCNT_REPORT };
enum gcnvm_native { GCNVM_NATIVE_OFF, GCNVM_NATIVE_ON, GCNVM_NATIVE_ALWAYS };
enum gcnvm_alignment { GCNVM_ALIGNMENT_HARDWARE, GCNVM_ALIGNMENT_STRICT };

struct gcnvm_options
{
  enum gcn_cpu cpu;
  enum gcnvm_uninit uninit;
  enum gcnvm_hazards hazards;
  enum gcnvm_waitcnt waitcnt;	/* Reads of what s_waitcnt has not waited
				   for.  */
  enum gcnvm_alignment alignment; /* Strict: report what the hardware does,
				   too.  */
  unsigned threads;		/* Host threads for groups; 0: one a core.  */
  uint64_t insn_limit;		/* Instructions a wave; 0: none.  */
  uint64_t schedule;		/* Seed of the order of waves; 0: as usual.  */
  double time_limit;		/* Seconds a launch; 0: none.  */
  bool stats;
  bool profile;			/* Count instructions by source line.  */
  bool race;			/* Look for data races.  */
  bool initcheck;		/* Look for uses of memory that is not written. */
  bool initcheck_strict;	/* Padding that goes to the host counts too.  */
  unsigned redzone;		/* Bytes around objects; 0: whole allocations
				   only, and waves' stacks side by side.  */
  enum gcnvm_native native;	/* Compile what is hot.  */
  bool debug;			/* Stop at source lines (gcnvm_set_debugger); one host
				   thread, no native code.  */
  bool debug_insns;		/* At each instruction, too.  */
  bool no_avx2;			/* For tests.  */
};
extern void gcnvm_options_init (struct gcnvm_options *);	/* Defaults.  */

enum gcnvm_result
{
  GCNVM_OK,
  GCNVM_OUT_OF_MEMORY,
  GCNVM_INVALID_CODE,		/* An instruction that is unknown or lacking.  */
  GCNVM_INVALID_DISPATCH,
  GCNVM_ILLEGAL_ADDRESS,	/* Out of bounds, freed, no memory, LDS.  */
  GCNVM_MISALIGNED,
  GCNVM_TRAP,			/* s_trap.  */
  GCNVM_UNINIT,
  GCNVM_HAZARD,			/* Reserved.  */
  GCNVM_DEADLOCK,
  GCNVM_TIMEOUT,		/* insn_limit or time_limit.  */
  GCNVM_ILLEGAL_INSN,		/* A jump to no code, past a function's end.  */
  GCNVM_CANCELLED		/* gcnvm_cancel.  */
};
extern const char *gcnvm_result_name (enum gcnvm_result);

/* What is found while running.  */
enum gcnvm_report_kind
{
  GCNVM_R_UNINIT, GCNVM_R_MEMORY, GCNVM_R_MISALIGNED, GCNVM_R_STACK,
  GCNVM_R_LDS, GCNVM_R_HAZARD, GCNVM_R_WAITCNT, GCNVM_R_EXEC, GCNVM_R_END,
  GCNVM_R_DEADLOCK, GCNVM_R_TRAP, GCNVM_R_LIMIT, GCNVM_R_INSN, GCNVM_R_RACE,
  GCNVM_R_INITCHECK,
  GCNVM_N_REPORT_KINDS
};

struct gcnvm;
struct gcnvm_code;

/* Each site is reported once for a kind.  MEM is the memory that it shares with the host and other devices; it must
   outlive the device.  Null when out of memory.  */
extern struct gcnvm *gcnvm_create (const struct gcnvm_options *,
				   struct simt_mem *mem, simt_report_fn *,
				   void *closure);
extern void gcnvm_destroy (struct gcnvm *);
extern struct simt_mem *gcnvm_memory (struct gcnvm *);
/* Bytes of LDS that a group may have on CPU: 160 KiB on gfx950 ("LDS" in the
   manual of CDNA 4), else 64.  */
static inline uint32_t
gcnvm_lds_bytes (enum gcn_cpu cpu)
{
  return cpu == GCN_GFX950 ? 160 * 1024 : 64 * 1024;
}

/* The upper words of the apertures through which FLAT instructions reach LDS
   and private memory.  On gfx803 the HSA layer puts them into amd_queue_t (at
   64 and 68).  */
static inline uint32_t
gcnvm_shared_aperture (const struct gcnvm *vm)
{
  (void) vm;
  return 0x10000;
}

static inline uint32_t
gcnvm_private_aperture (const struct gcnvm *vm)
{
  (void) vm;
  return 0x20000;
}

/* ---- Code.  */

/* A range of device memory that holds code, with relocations applied.  The
   functions may be null; what they give must live as long as the code.  */
struct gcnvm_code_desc
{
  uint64_t base, size;		/* Multiples of four.  */
  void *closure;
  /* The function that ADDRESS is in: false if there is none.  SIZE zero: up to
     the next one.  */
  bool (*symbol) (void *closure, uint64_t address, const char **name,
		  uint64_t *start, uint64_t *size);
  /* It does not know all of them, as the file is stripped: one that it does not know may follow
     each that it knows.  */
  bool stripped;
  bool (*line) (void *closure, uint64_t address, const char **file,
		unsigned *line);
  /* The run of code of one line that ADDRESS is in: for a debugger.  */
  bool (*row) (void *closure, uint64_t address, struct gcn_line_row *);
  /* The ELF file that it is from, with its debug information, and what is to be added
     to addresses there; or null.  It must live as long as the code.  */
  const void *image;
  size_t image_size;
  uint64_t image_base;
  /* The variable that ADDRESS is in, anywhere; null like the others.  */
  bool (*variable) (void *closure, uint64_t address, const char **name,
		    uint64_t *start);
  /* Starts of functions, all that are known: from them each instruction that
     can be reached is checked.  */
  const uint64_t *entries;
  size_t n_entries;
  bool exec_zero;		/* EXEC may be zero where nothing needs it: no
				   GCNVM_R_EXEC.  */
};
/* Make code known.  Null, and a sentence in ERROR that names function, offset
   and instruction, if it has one that the machine lacks.  */
extern struct gcnvm_code *gcnvm_code_load (struct gcnvm *,
					   const struct gcnvm_code_desc *,
					   char *error, size_t error_size);
/* Not while it runs.  */
extern void gcnvm_code_unload (struct gcnvm *, struct gcnvm_code *);

/* ---- Dispatches.  */

struct gcnvm_dispatch
{
  const char *kernel;		/* Name, for reports.  */
  uint64_t entry;		/* Address of the first instruction.  */
  /* From amd_kernel_code_t or the kernel descriptor: COMPUTE_PGM_RSRC1, 2
     and 3, and the enable_sgpr_* bits as they are in both (bit 0: private segment
     buffer, ... bit 6: private segment size, 7 to 9: group counts).  */
  uint32_t rsrc1, rsrc2;
  uint32_t rsrc3;		/* From gfx90a on: where AGPRs begin.  */
  uint32_t properties;
  /* From the dispatch packet.  */
  uint32_t grid[3];		/* Work items.  */
  uint16_t group[3];
  uint32_t private_size;	/* Bytes a work item.  */
  uint32_t group_size;		/* Bytes of LDS, static and dynamic.  */
  uint64_t kernarg, queue, packet;	/* Device addresses.  */
  uint64_t dispatch_id;
  const void *launcher;		/* For reports; the machine does not look.  */
  /* For races: which launches are before it (simt/race/race.h); NULL: all that have
     started.  */
  const struct simt_race_order *order;
};
extern enum gcnvm_result gcnvm_launch (struct gcnvm *,
				       const struct gcnvm_dispatch *);
/* The host stores N bytes at ADDRESS, or loads them; ORDER as of a dispatch.  To
   be called before it is done; reports races.  */
extern void gcnvm_race_copy (struct gcnvm *, const struct simt_race_order *order,
			     uint64_t address, uint64_t n, bool store);
/* How often waves have executed s_sleep, as they do where they wait for the
   host.  */
extern uint64_t gcnvm_sleeps (const struct gcnvm *);
/* End all launches that are running with GCNVM_CANCELLED, soon.  */
extern void gcnvm_cancel (struct gcnvm *);

struct gcnvm_stats
{
  uint64_t waves, insns, vector_insns, lanes;	/* LANES: active lanes of
						   vector instructions.  */
  uint64_t shared_rounds;	/* Of a group's waves, with the help of other host
				   threads.  */
  uint64_t native;		/* Functions that were made native code.  */
};
extern void gcnvm_get_stats (struct gcnvm *, struct gcnvm_stats *);

/* D, which must stay, is called from now on.  */
struct debugger;
extern void gcnvm_set_debugger (struct gcnvm *, const struct debugger *d);
/* Put the variable that ADDRESS, in the private memory of a wave of W's group or in its
   LDS, is in into BUF, of N bytes, as in "byte 0 of f's local variable `x' (4 bytes)".  W
   is at PC.  False if it is not known.  */
struct wave;
typedef bool gcnvm_namer_fn (struct wave *w, uint64_t pc, uint64_t address, char *buf,
			     size_t n);
extern void gcnvm_set_namer (struct gcnvm *, gcnvm_namer_fn *namer);

#endif /* GCNVM_VM_H */
