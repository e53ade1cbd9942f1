/* Inside the HSA runtime: what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Layers, each of which calls only those before it here: options and reports;
   agents; signals; memory; code objects; loading; executables; queues; the
   runtime.  Host and device have one address space: what HSA functions give and
   take as pointers are addresses in the arena of MEMORY, and the device reaches
   nothing else, but for host memory that was registered or locked.  */

#ifndef RUNTIME_H
#define RUNTIME_H

#include <pthread.h>

#include "hsa-api.h"
#include "options.h"
#include "simt/base/handles.h"
#include "simt/host/host-objects.h"
#include "simt/memory/mem.h"
#include "simt/race/race.h"
#include "vm.h"

/* ---- State of the process (state.c; runtime.c sets it up).  */

extern struct options hsa_options;
extern struct simt_mem memory;
/* True while hsa_init was called more often than hsa_shut_down.  */
extern _Atomic bool runtime_up;

/* First thing in an entry point: fail if the runtime is not up.  */
#define NEED_RUNTIME() \
  do { if (!runtime_up) return HSA_STATUS_ERROR_NOT_INITIALIZED; } while (0)

/* Owners of allocations in MEMORY.  */
enum { OWNER_PROGRAM, OWNER_RUNTIME };

/* Objects that the program has handles of; a handle is their address.  */
enum handle_kind { HANDLE_SIGNAL, HANDLE_QUEUE, HANDLE_CODE_OBJECT,
		   HANDLE_READER, HANDLE_EXECUTABLE, HANDLE_SYMBOL };
extern struct simt_handles handles;

static inline bool
handle_p (uint64_t handle, enum handle_kind kind)
{
  return simt_handle_valid_p (&handles, (void *) (uintptr_t) handle, kind);
}

/* ---- Reports (report.c).  */

extern bool report_init (void (*collect) (struct gcnvm_stats *), char *why,
			 size_t why_size);
/* Report a call that failed, or a code object that cannot be loaded.  */
extern void report_call (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
extern void report_load (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));
extern void report_dispatch (const char *kernel);	/* Count one.  */
/* Report what the host does wrong with memory at ADDRESS; that it copies undefined
   bytes from there.  */
extern void report_memory (uint64_t address, const char *text);
extern void report_undefined (uint64_t address, const char *text);

/* ---- Objects (objects.c).  */

/* Look for calls.so (simt/host/host-call.h); the options are known.  */
extern void objects_init (void);
/* The kernel of L, which may be NULL, starts with the segment ARGUMENTS.  */
extern void objects_launch (const struct simt_launched *l,
			    const void *arguments);
/* Set when a dispatch has failed: then nothing is freed any more, and nothing is
   a leak.  */
extern _Atomic bool objects_failed;
/* At exit: report leaks, if that is wanted.  */
extern void objects_leaks (void);

/* ---- Agents (agent.c): the CPU, then one for each device.  */

struct agent
{
  unsigned node;		/* 0 is the CPU.  */
  const struct processor *processor;
  struct gcnvm *vm;		/* NULL for the CPU.  */
};

extern bool agents_init (void);
extern void agents_end (void);
extern struct agent *agent_of (hsa_agent_t);	/* NULL if it is not one.  */
extern hsa_agent_t agent_handle (const struct agent *);
/* How many compute units a GPU that is C is said to have.  */
extern unsigned agent_compute_units (const struct processor *c);
extern struct agent *agent_number (unsigned);	/* NULL behind the last.  */
/* How often waves slept on all devices; see gcnvm_sleeps.  */
extern uint64_t agents_sleeps (void);
extern void agents_stats (struct gcnvm_stats *);

/* ---- What is before what, for races (order.c).  Clocks are NULL, and nothing is
   done, without --race.  */

struct order_queue
{
  uint32_t number, count;
  uint32_t tasks;		/* The first of the numbers of OpenMP's regions
				   with nowait, or 0.  */
  struct simt_clocks *done;	/* What is done with the last packet.  */
};

/* Look for sync.so; the options are known.  */
extern void order_init (void);
/* What the calling thread knows to be done: a new reference.  */
extern struct simt_clocks *order_now (void);
/* True if what the calling thread dispatches is an OpenMP region with nowait.  */
extern bool order_task_p (void);
/* The calling thread knows from now on that WHAT is done.  */
extern void order_known (struct simt_clocks *what);
/* Add WHAT to *TO.  */
extern void order_add (struct simt_clocks **to, struct simt_clocks *what);
/* Q's thread starts a launch, which a thread has asked for that knew KNOWN; TASK: as
   order_task_p says.  The reference in ORDER is the caller's.  */
extern void order_dispatch (struct order_queue *q, struct simt_clocks *known,
			    bool task, struct simt_race_order *order);
/* The calling thread is about to copy N bytes to P, if STORE, or from there.  */
extern void order_copy (const void *p, size_t n, bool store);

/* ---- Signals (signal.c).  A handle is the address of an amd_signal_t in
   MEMORY, as AMD's runtime has it.  */

/* What is told when a doorbell is rung.  */
struct bell
{
  void (*ring) (struct bell *);
};

struct signal
{
  int64_t kind;			/* SIGNAL_USER, SIGNAL_DOORBELL.  */
  _Atomic int64_t value;
  uint64_t mailbox;
  uint32_t event, reserved1;
  uint64_t start_time, end_time;
  struct bell *bell;		/* Of a doorbell.  */
  _Atomic uint32_t failed;	/* Of a dispatch that failed and whose queue has
				   no callback.  */
  uint32_t reserved2;
  struct simt_clocks *done;	/* What it says: order.c.  */
};
enum { SIGNAL_USER = 1, SIGNAL_DOORBELL = -1 };

/* BELL is NULL for one of SIGNAL_USER.  */
extern struct signal *signal_new (int64_t value, struct bell *bell);
extern bool signal_free (struct signal *);
extern struct signal *signal_of (hsa_signal_t);	/* NULL if it is not one.  */
/* What SIGNAL stands for is done: count it down, unless the program has
   destroyed it.  If FAILED, hsa_signal_destroy is to say so.  Who sees that
   knows that DONE is done.  */
extern void signal_complete (hsa_signal_t signal, bool failed,
			     struct simt_clocks *done);
/* Add what SIGNAL says to be done, if it is one, to *TO.  */
extern void signal_add_done (hsa_signal_t signal, struct simt_clocks **to);
/* Wait until COND says so of CLOSURE; it is asked again when a signal changes,
   and now and then.  */
extern void signal_wait_for (bool (*cond) (void *), void *closure);
/* Have all waits of the program's that have a timeout end, and give it a short
   time to do what it does after one, such as to print what a kernel has left in
   a buffer.  */
extern void signal_let_look (void);
/* Have all that wait look again.  */
extern void signal_changed (void);
/* How many queues there are that have something to do.  */
extern _Atomic unsigned queues_busy;

/* ---- Code objects (code-object.c reads, load.c loads).  */

/* An implicit argument of a kernel, whose value is not the program's.  Those of
   the three axes stand together.  */
enum implicit_kind { IMPLICIT_NONE, IMPLICIT_BLOCKS_X, IMPLICIT_BLOCKS_Y,
		     IMPLICIT_BLOCKS_Z, IMPLICIT_GROUP_X, IMPLICIT_GROUP_Y,
		     IMPLICIT_GROUP_Z, IMPLICIT_REST_X, IMPLICIT_REST_Y,
		     IMPLICIT_REST_Z, IMPLICIT_DIMS, IMPLICIT_PRIVATE_BASE,
		     IMPLICIT_SHARED_BASE, IMPLICIT_QUEUE,
		     IMPLICIT_DYNAMIC_LDS, IMPLICIT_ZERO };
#define IMPLICIT_MOST 65536	/* Bytes of a segment of arguments.  */

struct implicit_arg
{
  enum implicit_kind kind;
  uint32_t offset, size;	/* Bytes, 1 to 8.  */
};

/* What the metadata say of a kernel that has implicit arguments.  */
struct kernel_meta
{
  char *symbol;			/* "main.kd"; NULL if not said.  */
  uint32_t size;		/* Of the segment, bytes; 0: not said.  */
  uint32_t own_end;		/* Where the arguments that the program gives
				   end.  */
  struct implicit_arg *args;
  size_t n_args;
};

struct elf_symbol
{
  const char *name;
  uint64_t value, size;
  unsigned type, bind;
  bool defined;
};

/* A code object in host memory, DATA, which it points into.  */
struct code_object
{
  const unsigned char *data;
  void *owned;			/* Freed with it; NULL for none.  */
  size_t size;
  const struct processor *processor;
  unsigned abi;			/* Of e_ident: 0 is version 2.  */
  uint64_t low, high;		/* Addresses of its segments.  */
  struct segment { uint64_t offset, address, file_size, size, flags; }
    *segments;
  size_t n_segments;
  struct elf_symbol *symbols;	/* .symtab if there is one, else .dynsym.  */
  size_t n_symbols;
  struct elf_symbol *dynamic;	/* .dynsym.  */
  size_t n_dynamic;
  struct relocation { uint64_t address; uint32_t type, symbol; int64_t addend; }
    *relocations;		/* Symbols are of DYNAMIC.  */
  size_t n_relocations;
  struct code_range { uint64_t address, size; } *code;	/* Executable
							   sections.  */
  size_t n_code;
  struct kernel_meta *meta;	/* Of kernels with implicit arguments.  */
  size_t n_meta;
  const unsigned char *debug_line, *line_str, *debug_str;
  size_t debug_line_size, line_str_size, debug_str_size;
  unsigned gcc;			/* The newest release of GCC that made a part
				   of it; 0 if that is not known.  */
};

/* Read SIZE bytes at DATA, which must stay.  NULL, with what is wrong in WHY,
   if that is no code object that can be loaded.  */
extern struct code_object *code_object_read (const void *data, size_t size,
					     char *why, size_t why_size);
extern void code_object_free (struct code_object *);
/* metadata.c: adds what the SIZE bytes of notes at P say to O.  */
extern void metadata_read (struct code_object *o, const unsigned char *p,
			   size_t size);
extern void metadata_free (struct code_object *);
/* Of the kernel with SYMBOL, or NULL.  */
extern const struct kernel_meta *metadata_find (const struct code_object *,
						const char *symbol);

/* ---- Loaded code objects (load.c).  */

struct kernel_props		/* Of a descriptor, or amd_kernel_code_t.  */
{
  uint64_t entry;
  uint32_t rsrc1, rsrc2, rsrc3, properties;
  uint32_t group_size, private_size, kernarg_size;
  const struct kernel_meta *meta;	/* NULL: no implicit arguments.  */
};

struct loaded
{
  struct loaded *next;
  struct agent *agent;
  struct code_object *object;
  uint64_t base;		/* Added to its addresses.  */
  uint64_t memory;		/* Where it is allocated.  */
  struct gcn_lines *lines;
  struct elf_symbol *functions;	/* Sorted by value.  */
  size_t n_functions;
  struct gcnvm_code **code;
  size_t n_code;
};

/* A variable that the program defined.  */
struct defined
{
  struct defined *next;
  struct agent *agent;		/* NULL: for all.  */
  char *name;
  uint64_t address;
};

/* Put OBJECT, which is taken over, into memory for AGENT.  NULL, with the error
   in *STATUS and reported, if that cannot be.  */
extern struct loaded *code_load (struct code_object *, struct agent *,
				 const struct defined *,
				 hsa_status_t *status);
extern void code_unload (struct loaded *);
/* Is symbol S of L a kernel?  Then give what its descriptor says.  */
extern bool kernel_p (const struct loaded *, const struct elf_symbol *);
/* The kernel whose object is at ADDRESS for AGENT: its properties, and its name
   in NAME, of SIZE bytes, as far as there is room.  False if there is none.  */
extern bool kernel_find (const struct agent *, uint64_t address,
			 struct kernel_props *, char *name, size_t size);

/* What the kernel at ADDRESS of L says.  */
extern void kernel_read (const struct loaded *l, uint64_t address,
			 struct kernel_props *);

/* ---- Executables (executable.c, symbol.c).  */

/* A symbol that the program has a handle of.  */
struct symbol
{
  struct symbol *next;		/* Of the same executable.  */
  const struct loaded *loaded;	/* NULL: a variable the program defined.  */
  const struct elf_symbol *elf;
  const struct defined *defined;
};

/* ---- Queues (queue.c).  */

enum { QUEUES_MAX = 128, QUEUE_MIN_SIZE = 64, QUEUE_MAX_SIZE = 4096 };

/* A packet of the queue, whose signal is COMPLETION, failed: call CALLBACK with
   the status and DATA.  True when it has returned; false if it used a queue
   before that: COMPLETION is then set later.  */
extern bool callback_run (hsa_queue_fn *callback, hsa_status_t,
			  hsa_queue_t *, void *data, hsa_signal_t completion);
/* To be called where the program uses a queue, perhaps from a callback.  */
extern void callback_uses_queue (void);

/* implicit.c: gives the kernel of D, which is K, its implicit arguments: a segment
   of arguments of its own, which is returned, to be freed when it is done; 0 if D
   stays as it is.  DIMS: dimensions of the packet.  */
extern uint64_t implicit_fill (struct gcnvm_dispatch *d,
			       const struct kernel_props *k, unsigned dims,
			       const struct gcnvm *vm);
extern void implicit_free (uint64_t segment);

/* End all of them, and the kernels that they run.  */
extern void queues_end (void);

#endif /* RUNTIME_H */
