/* The PTX machine: what the CUDA driver interface and tests call.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A struct vm is one device: its memory, its loaded modules, its options.
   Loading, allocation and look-ups may be called by several host threads;
   vm_launch runs one grid to its end (on several host threads of its own)
   and may be called by several host threads at once as well.  */

#ifndef VM_H
#define VM_H

#include "ptx.h"
#include "simt/base/places.h"
#include "simt/report/report.h"

/* VM_PASCAL_SHARED is VM_PASCAL with ptx_cfg_share_dead_ends.  */
enum vm_model { VM_VOLTA, VM_PASCAL, VM_PASCAL_SHARED };
enum vm_uninit { VM_UNINIT_OFF, VM_UNINIT_REPORT, VM_UNINIT_ERROR,
		 VM_UNINIT_RANDOM };
/* VM_UNIFORM_ALWAYS: in functions, too, where it does not pay, for tests.  */
enum vm_uniform { VM_UNIFORM_OFF, VM_UNIFORM_ON, VM_UNIFORM_ALWAYS };
/* VM_NATIVE_ALWAYS: every function, before its first operation, for tests.  */
enum vm_native { VM_NATIVE_OFF, VM_NATIVE_ON, VM_NATIVE_ALWAYS };

struct vm_options
{
  enum vm_model model;
  enum vm_uninit uninit;
  uint64_t seed;		/* Of VM_UNINIT_RANDOM.  */
  bool race;			/* Look for data races.  */
  bool initcheck;		/* Look for uses of undefined values.  */
  bool unified;			/* Kernels can access all memory of the host.  */
  bool initcheck_strict;	/* Padding that goes to the host counts too.  */
  unsigned sm;			/* 35, 61, 70, 80, 90.  */
  unsigned n_multiprocessors;	/* As the device attributes say.  */
  unsigned threads;		/* Host threads for blocks and warps; 0: one a
				   core.  */
  uint64_t insn_limit;		/* Instructions a launch and warp; 0: none.  */
  double time_limit;		/* Seconds a launch; 0: none.  */
  unsigned call_limit;		/* Calls within each other.  */
  uint64_t schedule;		/* Seed of the order of warps; 0: as usual.  */
  uint64_t memory;		/* Device memory in bytes.  */
  /* These may be changed while others use them.  */
  _Atomic uint64_t stack_size;	/* Of each thread, bytes (CU_LIMIT_STACK_SIZE).  */
  _Atomic uint64_t heap_size;	/* Of device malloc.  */
  _Atomic uint64_t printf_size;
  bool stats;			/* Count executed instructions.  */
  bool profile;			/* Count them by source line.  */
  unsigned redzone;		/* Bytes around objects; 0: none.  */
  enum vm_uniform uniform;	/* Do once what all lanes of a warp do
				   alike.  */
  enum vm_native native;	/* Compile that where it is hot.  */
  bool debug;			/* Stop at source lines (vm_set_debugger).  */
};

/* Results; the driver maps them to CUresult.  */
enum vm_result
{
  VM_OK,
  VM_OUT_OF_MEMORY,
  VM_INVALID_VALUE,
  VM_NOT_FOUND,
  VM_INVALID_PTX,
  VM_ILLEGAL_ADDRESS,		/* Out of bounds, freed, wrong space.  */
  VM_MISALIGNED,
  VM_TRAP,			/* `trap', or brkpt.  */
  VM_UNINIT,			/* --uninit=error.  */
  VM_DIVERGENT_BARRIER,		/* Pascal: part of a warp at a barrier.  */
  VM_DEADLOCK,
  VM_TIMEOUT,			/* insn_limit or time_limit.  */
  VM_STACK_OVERFLOW,
  VM_ASSERT,			/* __assertfail.  */
  VM_ILLEGAL_INSN		/* Indirect call to no function, ...  */
};
extern const char *vm_result_name (enum vm_result);

/* What is found while running.  Text reports go to standard error as
     ptxvm: uninitialised register %r25 read in foo (pr53465.c:9),
     block (0,0,0) thread (0,0,0), PTX line 214
   on one line; each site is reported once a process.  The JSON writer and
   the tests take the same facts from here.  */
enum vm_report_kind
{
  VM_R_UNINIT, VM_R_MEMORY, VM_R_MISALIGNED, VM_R_BARRIER, VM_R_SHUFFLE,
  VM_R_DEADLOCK, VM_R_RACE, VM_R_TRAP, VM_R_LIMIT, VM_R_INITCHECK,
  VM_R_OTHER, VM_R_LEAK
};

struct vm;
struct vm_module;
struct vm_kernel;

extern void vm_options_init (struct vm_options *);	/* Defaults.  */
extern struct vm *vm_create (const struct vm_options *, simt_report_fn *, void *);
extern void vm_destroy (struct vm *);
extern struct vm_options *vm_get_options (struct vm *);	/* Stack and heap
							   limits may change
							   between launches. */

/* Memory.  Device addresses are 64 bits.  vm_alloc gives zero when memory is used
   up.  NAME is for reports and may be NULL.  */
extern uint64_t vm_alloc (struct vm *, uint64_t size, const char *name);
extern enum vm_result vm_free (struct vm *, uint64_t addr);
/* True if [ADDR, ADDR + N) lies in one living allocation or in known host
   memory.  */
extern bool vm_range_p (struct vm *, uint64_t addr, uint64_t n);
extern enum vm_result vm_read (struct vm *, void *to, uint64_t from,
			       uint64_t n);
extern enum vm_result vm_write (struct vm *, uint64_t to, const void *from,
				uint64_t n);
extern enum vm_result vm_copy (struct vm *, uint64_t to, uint64_t from,
			       uint64_t n);
extern enum vm_result vm_fill8 (struct vm *, uint64_t to, uint8_t value,
				uint64_t n);
/* For a caller that copies by itself: the host has written N bytes at TO, or read
   those at FROM.  vm_write and vm_read call them.  */
extern void vm_host_wrote (struct vm *, uint64_t to, uint64_t n);
extern void vm_host_read (struct vm *, uint64_t from, uint64_t n);
/* Thread Y of block X of OpenMP kernels has its stack, SIZE bytes, at the end of
   the STRIDE bytes with number X * ntid.y + Y of N at BASE: for reports.  */
extern void vm_set_stacks (struct vm *, uint64_t base, uint64_t stride,
			   uint64_t size, uint64_t n);
/* No frame is on those stacks now: none of their bytes is in a gap.  */
extern void vm_renew_stacks (struct vm *);
/* Host memory made known to the device (cuMemAllocHost and its kin): its
   device address is the host address.  */
extern enum vm_result vm_register_host (struct vm *, void *p, uint64_t n);
extern enum vm_result vm_unregister_host (struct vm *, void *p);
/* The allocation that holds ADDR; false if none does.  */
extern bool vm_find (struct vm *, uint64_t addr, uint64_t *base,
		     uint64_t *size);
/* True if ADDR is where device memory is, allocated or not.  */
extern bool vm_device_p (struct vm *, uint64_t addr);
extern void vm_memory_info (struct vm *, uint64_t *free, uint64_t *total);
/* The memory itself (simt/memory/mem.h), for what is known of allocations.  */
struct simt_mem;
extern struct simt_mem *vm_memory (struct vm *);

/* Modules.  vm_module_load takes MODULE over, gives each variable memory,
   applies initialisers, and translates every function; an instruction that
   the machine lacks is an error that names it, at its line.  */
extern struct vm_module *vm_module_load (struct vm *, struct ptx_module *,
					 struct ptx_diag *);
extern void vm_module_unload (struct vm_module *);

/* The entry NAME of the module, or a visible function of it, which cannot be
   launched but can be asked about: libgomp looks up the functions by which
   a reverse offload is known, and these are no entries.  */
extern struct vm_kernel *vm_module_kernel (struct vm_module *,
					   const char *name);
extern bool vm_module_global (struct vm_module *, const char *name,
			      uint64_t *addr, uint64_t *size);

struct vm_kernel_info
{
  const char *name;
  bool entry;			/* It can be launched.  */
  unsigned n_params;
  const uint64_t *param_offset, *param_size;
  uint64_t param_bytes;		/* Of the whole parameter block.  */
  uint64_t shared_bytes, local_bytes, const_bytes;
  unsigned n_regs, max_threads;
  unsigned ptx_version, sm;
};
extern const struct vm_kernel_info *vm_kernel_get_info (struct vm_kernel *);

/* Run a grid.  PARAMS is the parameter block, laid out by param_offset.  ORDER
   says, for races, which launches are before it (simt/race/race.h); NULL: all that
   have started.  Returns when the last block has ended.  */
struct simt_race_order;
extern enum vm_result vm_launch (struct vm *, struct vm_kernel *,
				 const unsigned grid[3],
				 const unsigned block[3],
				 uint64_t dynamic_shared, const void *params,
				 uint64_t param_bytes,
				 const struct simt_race_order *order);

/* What is not done by the functions here is about to write memory of VM's; it has
   done so.  Kernels' atomic operations may be plain else.  */
extern void vm_host_writes (struct vm *);
extern void vm_host_writes_end (struct vm *);

/* The host, or a copy in a stream, stores N bytes at ADDR, or loads them; ORDER
   as for vm_launch.  To be called before it is done; reports races.  */
extern void vm_race_copy (struct vm *, const struct simt_race_order *order,
			  uint64_t addr, uint64_t n, bool store);

/* What was done until now with the N bytes at ADDR races with nothing that comes: they
   are used for something else.  */
extern void vm_race_forget (struct vm *, uint64_t addr, uint64_t n);

/* Write what kernels have printed since the last call to standard output.  It
   is kept until then, or until it passes options.printf_size.  */
extern void vm_flush_printf (struct vm *);

/* With options.debug, before modules are loaded: who is asked at each source line,
   and gets the reports (vm-int.h).  */
struct debugger;
extern void vm_set_debugger (struct vm *, const struct debugger *);

/* Figures of all launches so far (with options.stats).  */
struct vm_stats
{
  uint64_t warp_insns, lane_insns;
  uint64_t helped;		/* Slices of warps that other host threads ran
				   than the one that has their block.  */
  uint64_t native;		/* Functions that were made native code.  */
  uint64_t alone;		/* Launches during which nobody else wrote the
				   device's memory, as was known ahead.  */
};
extern void vm_get_stats (struct vm *, struct vm_stats *);

#endif /* VM_H */
