/* Inside the driver: what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef DRIVER_H
#define DRIVER_H

#include <pthread.h>
#include <time.h>

#include "cuda-api.h"
#include "options.h"
#include "ptx.h"
#include "simt/base/handles.h"
#include "simt/race/race.h"
#include "vm.h"

/* Give function NAME its older name OLDER.  */
#define DRIVER_ALIAS(OLDER, NAME) \
  extern __typeof (NAME) OLDER \
    __attribute__ ((alias (#NAME), visibility ("default")))

/* ---- Handles.  */

enum handle_kind { HANDLE_CONTEXT, HANDLE_STREAM, HANDLE_EVENT,
		   HANDLE_MODULE, HANDLE_FUNCTION, HANDLE_LINK };

extern struct simt_handles driver_handles;

static inline bool
handle_add (const void *p, enum handle_kind kind)
{
  return simt_handle_add (&driver_handles, p, kind);
}

static inline void
handle_remove (const void *p, enum handle_kind kind)
{
  simt_handle_remove (&driver_handles, p, kind);
}

static inline bool
handle_valid_p (const void *p, enum handle_kind kind)
{
  return simt_handle_valid_p (&driver_handles, p, kind);
}

/* ---- Process-wide state (state.c).  */

extern struct options driver_options;
extern bool driver_initialised;	/* cuInit has succeeded.  */

/* ---- How an entry point begins (current.c).  */

/* First thing in every entry point.  driver_enter also gives the calling
   thread's current context, which must be usable: not destroyed and without
   an error of an earlier launch.  Errors: CUDA_ERROR_NOT_PERMITTED inside a
   stream callback, _NOT_INITIALIZED, _INVALID_CONTEXT,
   _CONTEXT_IS_DESTROYED, or the launch error.  driver_enter_any leaves out
   the test for a launch error.  */
extern CUresult driver_enter_global (void);
extern CUresult driver_enter_any (struct cu_context **);
extern CUresult driver_enter (struct cu_context **);

extern CUresult driver_result (enum vm_result);	/* Of a launch.  */
extern CUresult driver_memory_result (enum vm_result);	/* Of a copy.  */

/* ---- Contexts (context.c).  A context has a machine of its own.  It is
   never freed, only marked destroyed: other threads may have it current.  */

struct cu_context
{
  struct vm *vm;
  CUdevice device;
  unsigned flags;
  bool destroyed;
  bool primary;
  CUfunc_cache cache_config;
  int shared_config;
  /* Guarded by stream_lock.  PENDING is the error of a launch that no
     synchronising call has told yet, STICKY what every call tells.  */
  CUresult pending, sticky;
  /* Callbacks that were told of the error and have not returned, and since
     when the last one of them runs.  */
  unsigned telling;
  struct timespec told_at;
  struct cu_stream *streams;	/* All, the legacy stream first.  */
  struct cu_module *modules;	/* Guarded by module_lock.  */
  struct host_block *host_blocks;	/* Guarded by host_lock.  */
  struct soft_stacks *stacks;	/* stacks.c's; or NULL.  */
  struct cu_context *next;	/* Of all that were ever made.  */
};

/* The calling thread's contexts, the current one last (current.c).  */
struct context_stack
{
  struct cu_context **ctx;
  size_t n, alloc;
};

/* The calling thread's; NULL if there is no memory.  */
extern struct context_stack *context_stack (void);
/* Make CTX the current one.  False if there is no memory.  */
extern bool context_push (struct cu_context *ctx);
extern struct cu_context *context_current (void);
extern void context_all_stats (void);	/* report_stats of all living ones.  */
extern CUresult device_check (CUdevice);

/* ---- Streams (stream.c) and what is queued on them.  One lock and one
   condition for all: an operation is done when its DONE is set under the
   lock and the condition was broadcast.  */

/* Where an operation stands among others (order.c).  */
struct op_order
{
  struct simt_race_order race;
  struct simt_clocks *done;	/* What is done with it: RACE.before, and it.  */
  bool awaited;			/* The host waits for it at once.  */
  bool task;			/* Of a task of the host's.  */
};

struct stream_op
{
  struct stream_op *next;	/* In its stream's queue.  */
  unsigned refs;
  bool done;
  bool always;			/* Runs after a failed launch too.  */
  struct stream_op **deps;	/* In other streams, all queued earlier.  */
  unsigned n_deps;
  struct cu_context *ctx;
  struct timespec end;
  struct op_order order;
  /* The work.  Called without the lock; an error is the context's.  */
  CUresult (*run) (struct stream_op *);
  void (*drop) (struct stream_op *);	/* Free what the op owns; or NULL.  */
};

struct cu_stream
{
  struct cu_stream *next;	/* In the context's list.  */
  struct cu_context *ctx;
  unsigned flags;
  int priority;
  bool legacy;			/* The NULL stream.  */
  bool per_thread;
  pthread_t owner;		/* Of a per-thread stream.  */
  struct stream_op *head, **tail;
  struct stream_op *last;	/* The newest, queued or done; or NULL.  */
  bool started, quit;
  uint32_t number, count;	/* order.c's, as DONE: of operations until now.  */
  struct simt_clocks *done;
};

extern pthread_mutex_t stream_lock;
extern pthread_cond_t stream_cond;
extern _Thread_local bool in_callback;

/* A new operation of SIZE bytes, whose first member is a stream_op, with one
   reference, which stream_submit takes over.  NULL when out of memory.  */
extern void *stream_op_new (size_t size, struct cu_context *,
			    CUresult (*run) (struct stream_op *),
			    void (*drop) (struct stream_op *));
extern void stream_op_unref (struct stream_op *);	/* With the lock.  */

/* Turn HANDLE (NULL, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD or a stream of
   CTX) into *STREAM.  */
extern CUresult stream_resolve (struct cu_context *ctx, CUstream handle,
				struct cu_stream **stream);

enum submit_mode { SUBMIT_ASYNC,	/* Return at once.  */
		   SUBMIT_QUICK,	/* The same, but run it here if nothing
					   is in its way.  */
		   SUBMIT_WAIT };	/* Return when it is done, with the
					   error if there was one.  */
extern CUresult stream_submit (struct cu_stream *, struct stream_op *,
			       enum submit_mode);

/* Queue OP on STREAM with the lock held.  */
extern CUresult stream_queue (struct cu_stream *, struct stream_op *);
/* Wait, with the lock held, for OP, which is its context's, or until
   stream_wait says that there is no use.  */
extern void stream_op_wait (struct stream_op *);
/* Wait, with the lock held, for a change in CTX's streams.  False if there is
   no use in waiting: a callback was told that a launch had failed and does not
   return.  */
extern bool stream_wait (struct cu_context *ctx);

/* Free S, which is in no list any more, with the lock held.  What it did counts
   as known to the host.  */
extern void stream_free (struct cu_stream *s);
/* True if S is one of the streams that wait for the legacy default stream, and
   it for them.  */
static inline bool
stream_blocking_p (const struct cu_stream *s)
{
  return !s->legacy && !(s->flags & CU_STREAM_NON_BLOCKING);
}

/* Note, with the lock held, that OP comes next in stream S; before that, that it
   comes after EARLIER.  */
extern void order_submit (struct cu_stream *s, struct stream_op *op);
extern void order_after (struct stream_op *op, const struct stream_op *earlier);
/* The host knows that OP, or all that S has been given, is done.  */
extern void order_known (const struct stream_op *op);
extern void order_known_stream (const struct cu_stream *s);
/* OP, which runs, is about to store N bytes at ADDR, or to load them.  */
extern void order_access (struct stream_op *op, CUdeviceptr addr, size_t n,
			  bool store);
/* OP is freed.  */
extern void order_drop (struct stream_op *op);
/* Look for tasks.so (simt/host/host-task.h); the options are known.  */
extern void order_init (void);


/* Wait until STREAM, or the whole context, has nothing left to do.  Tells
   and makes sticky the error of any launch so far.  */
extern CUresult stream_drain (struct cu_stream *);
extern CUresult context_drain (struct cu_context *);
/* With the lock held: tell errors, and print what kernels printed.  */
extern CUresult context_settle (struct cu_context *);

extern void context_streams_init (struct cu_context *, struct cu_stream *);
extern bool context_streams_end (struct cu_context *);

/* ---- Events (event.c).  */

struct cu_event
{
  struct cu_context *ctx;
  unsigned flags;
  struct stream_op *op;		/* Of the last record, or NULL.  */
};

/* ---- Host memory known to the device (hostmem.c).  */

enum host_kind { HOST_NONE, HOST_ALLOCATED, HOST_REGISTERED, HOST_MANAGED };

struct host_block
{
  struct host_block *next;
  char *base;
  size_t size;
  enum host_kind kind;
  unsigned flags;
};

extern CUresult host_alloc (struct cu_context *, size_t, enum host_kind,
			    unsigned flags, void **);
extern CUresult host_free (struct cu_context *, void *, enum host_kind);
/* What ADDR belongs to; HOST_NONE for ordinary host memory and for device
   memory.  BLOCK may be NULL.  */
extern enum host_kind host_find (struct cu_context *, const void *addr,
				 struct host_block *block);
extern void host_free_all (struct cu_context *);

/* ---- Just-in-time compilation (jit.c): log buffers, parsing, and the image
   that cuLinkComplete gives.  */

struct jit
{
  char *info, *error;		/* The program's buffers, or NULL.  */
  size_t info_size, error_size, info_used, error_used;
  void **info_slot, **error_slot, **time_slot;	/* Option values to update.  */
  bool verbose;
  struct timespec start;
  unsigned n_errors;
  const char *name;		/* Of the piece at hand.  */
  unsigned line_base;
};

extern CUresult jit_init (struct jit *, unsigned n, CUjit_option *, void **);
extern void jit_error (struct jit *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
extern void jit_finish (struct jit *);	/* Updates the option values.  */
extern struct ptx_diag jit_diag (struct jit *);

/* Parse PTX text as one more piece; NULL with the log filled otherwise.  */
extern struct ptx_unit *jit_parse (struct jit *, const char *text, size_t len,
				   const char *name, unsigned line_base);

/* An image: pieces of PTX text with a header, all in one block of memory
   that can be copied and kept in a file.  */
struct image_piece
{
  const char *text, *name;
  size_t len;
  unsigned line_base;
};
extern void *image_make (const struct image_piece *, size_t n, size_t *size);
extern bool image_p (const void *);
/* Give the N pieces of IMAGE, pointing into it; free *PIECES.  LIMIT is its
   size if known, else 0.  False if it is damaged.  */
extern bool image_pieces (const void *image, size_t limit,
			  struct image_piece **pieces, size_t *n);

/* ---- Modules (link.c, module.c).  */

struct cu_function
{
  struct cu_function *next;
  struct cu_module *module;
  struct vm_kernel *kernel;
  const struct vm_kernel_info *info;
  int max_dynamic_shared;	/* As set, or -1.  */
  int carveout;
};

struct cu_module
{
  struct cu_module *next;
  struct cu_context *ctx;
  struct vm_module *vm_module;
  struct cu_function *functions;
};

extern pthread_mutex_t module_lock;
/* The linked module behind an image that a living link state owns, or NULL;
   takes it away from there.  */
extern struct ptx_module *link_take_module (const void *image);
/* Load text, one of our images, or say what it is instead.  LEN 0: by its
   own end.  */
extern CUresult module_load (struct cu_context *, const void *image,
			     size_t len, const char *name, struct jit *,
			     struct cu_module **);
extern void module_unload_all (struct cu_context *);

extern unsigned function_regs (const struct cu_function *);
extern unsigned function_max_threads (const struct cu_function *);
extern uint64_t function_shared_limit (const struct cu_function *);
extern CUresult function_check (struct cu_context *, CUfunction);
/* Read all of FILE (file.c), with a NUL behind it; NULL with errno otherwise.  */
extern char *file_read (const char *file, size_t *len);

/* ---- Objects (objects.c).  */

struct simt_launched;

/* Look for the preloaded library (simt/host/host-call.h).  */
extern void objects_init (void);
/* Note that the caller of the driver has allocated, or is about to free, the
   block at ADDR.  */
extern void objects_made (struct cu_context *, CUdeviceptr addr);
extern void objects_gone (struct cu_context *, CUdeviceptr addr);
/* The kernel starts that simt_host_capture gave the second argument for, or NULL.
   PARAMS is its parameter block, of N bytes.  */
extern void objects_launch (struct vm *, const struct simt_launched *,
			    const void *params, uint64_t n);
/* The caller frees the block at ADDR, which there is not: report it if that was
   freed before.  */
extern void objects_free_failed (struct cu_context *, CUdeviceptr addr);
/* Let the launch of an OpenMP kernel have stacks with gaps between them
   (stacks.c): change its parameters.  */
extern void stacks_launch (struct cu_context *, struct vm_kernel *,
			   void *params, const unsigned *grid,
			   const unsigned *block);
extern void stacks_free (struct cu_context *);
/* Report the leaks of a context, unless a launch in it has failed: then nothing
   could be freed any more.  */
extern void objects_leaks (struct cu_context *);

/* ---- The device (device.c).  */

extern int device_attribute (CUdevice_attribute, bool *known);

/* ---- Reports (report.c).  */

/* Start, from the options.  LIVING is called at exit and is to add the figures
   of the machines that there still are.  */
extern bool report_init (void (*living) (void), char *why, size_t why_size);
extern void report_launch (void);	/* Count one launch.  */
/* Report what is the matter with host memory at ADDR.  */
extern void report_host (const void *addr, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
extern void report_stats (struct vm *);	/* Add a machine's figures.  */

#endif /* DRIVER_H */
