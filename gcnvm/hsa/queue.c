/* Queues, and the threads that work on them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each queue has a thread of its own, which takes its packets in order, one
   after another, as if each had the barrier bit: kernels of one queue do not
   overlap, those of several do.  The thread looks when the doorbell is rung; it
   goes on while the next packet's header is valid, so that it does not matter
   in which order several threads of the program ring.  */

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"
#include "simt/race/clocks.h"

/* amd_queue_t, which kernels read: the layout is AMD's.  */
struct amd_queue
{
  hsa_queue_t hsa;
  uint32_t reserved1[4];
  _Atomic uint64_t write_index;
  uint32_t shared_aperture, private_aperture;
  uint32_t max_cu_id, max_wave_id;
  uint64_t max_legacy_doorbell;
  uint32_t legacy_doorbell_lock, reserved2[9];
  _Atomic uint64_t read_index;
  uint32_t read_index_offset, tmpring_size;
  uint32_t scratch_descriptor[4];
  uint64_t scratch_location, scratch_size;
  uint32_t scratch_lane_size, properties, reserved3[2];
  hsa_signal_t inactive_signal;
  uint32_t reserved4[14];
};
_Static_assert (offsetof (struct amd_queue, write_index) == 56
		&& offsetof (struct amd_queue, shared_aperture) == 64
		&& offsetof (struct amd_queue, read_index) == 128
		&& offsetof (struct amd_queue, inactive_signal) == 192
		&& sizeof (struct amd_queue) == 256, "amd_queue_t");
#define PROPERTIES_64_BITS 2u	/* Pointers are.  */

struct queue
{
  struct bell bell;		/* First.  */
  struct queue *next;		/* Of all that there are.  */
  struct amd_queue *amd;	/* In MEMORY; its address is the handle.  */
  struct agent *agent;
  struct signal *doorbell;
  uint64_t rung_until;		/* The doorbell was rung for packets before this.  */
  hsa_queue_fn *callback;
  void *data;
  pthread_t thread;
  pthread_mutex_t lock;		/* Held while the thread looks for packets.  */
  pthread_cond_t rung;
  bool busy;			/* Counted in queues_busy.  */
  _Atomic bool quit;
  _Atomic bool inactive;	/* Takes no more packets.  */
  _Atomic bool failed;		/* For an error that nobody was told of.  */
  /* By place: who rang for packet INDEX, and what that thread knew to be done;
     or NULL.  */
  struct launcher
  {
    uint64_t index;
    struct simt_launched *l;
    struct simt_clocks *known;
    bool task;			/* An OpenMP region with nowait.  */
  } *launchers;
  struct order_queue order;	/* The thread's.  */
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct queue *list;

/* The status in which a dispatch fails that ends with R.  */

static hsa_status_t
status_of (enum gcnvm_result r)
{
  switch (r)
    {
    case GCNVM_OUT_OF_MEMORY:
      return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    case GCNVM_INVALID_DISPATCH:
      return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
    case GCNVM_INVALID_CODE:
    case GCNVM_ILLEGAL_INSN:
      return HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION;
    case GCNVM_ILLEGAL_ADDRESS:
    case GCNVM_MISALIGNED:
      return HSA_STATUS_ERROR_MEMORY_FAULT;
    default:
      return HSA_STATUS_ERROR_EXCEPTION;
    }
}

/* ---- Packets.  */

/* Take who launches packet INDEX out of Q; all NULL if that is not known.  */

static struct launcher
take_launcher (struct queue *q, uint64_t index)
{
  struct launcher l = { .index = index };
  pthread_mutex_lock (&q->lock);
  struct launcher *x = &q->launchers[index & (q->amd->hsa.size - 1)];
  if (x->index == index)
    {
      l = *x;
      x->l = NULL;
      x->known = NULL;
    }
  pthread_mutex_unlock (&q->lock);
  return l;
}

/* Run the kernel of packet P, number INDEX, which BY launches.  */

static hsa_status_t
dispatch (struct queue *q, const hsa_kernel_dispatch_packet_t *p,
	  uint64_t index, const struct launcher *by)
{
  const struct simt_launched *l = by->l;
  struct kernel_props k;
  char kernel[256];
  unsigned dims = p->setup & 3;
  if (!kernel_find (q->agent, p->kernel_object, &k, kernel, sizeof kernel))
    {
      report_call ("dispatch: 0x%llx is no kernel of the agent",
		   (unsigned long long) p->kernel_object);
      return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    }
  size_t n = strlen (kernel);
  if (n > 3 && !strcmp (kernel + n - 3, ".kd"))
    kernel[n - 3] = '\0';
  /* Dimensions beyond the number given are 1.  */
  struct gcnvm_dispatch d =
    {
      .kernel = kernel, .entry = k.entry, .rsrc1 = k.rsrc1, .rsrc2 = k.rsrc2,
      .rsrc3 = k.rsrc3, .properties = k.properties,
      .grid = { p->grid_size_x, dims > 1 ? p->grid_size_y : 1,
		dims > 2 ? p->grid_size_z : 1 },
      .group = { p->workgroup_size_x, dims > 1 ? p->workgroup_size_y : 1,
		 dims > 2 ? p->workgroup_size_z : 1 },
      .private_size = p->private_segment_size,
      .group_size = p->group_segment_size,
      .kernarg = (uintptr_t) p->kernarg_address,
      .queue = (uintptr_t) q->amd, .packet = (uintptr_t) p,
      .dispatch_id = index, .launcher = l
    };
  uint64_t items = (uint64_t) d.group[0] * d.group[1] * d.group[2];
  uint32_t lds = gcnvm_lds_bytes (q->agent->processor->cpu);
  if (!dims || !items || items > 1024 || !d.grid[0] || !d.grid[1]
      || !d.grid[2] || d.group_size > lds)
    {
      report_call ("dispatch of %s: %u dimensions, grid (%u,%u,%u), group "
		   "(%u,%u,%u), %u bytes of LDS: a group has 1 to 1024 work "
		   "items and at most %u bytes", kernel, dims, d.grid[0],
		   d.grid[1], d.grid[2], d.group[0], d.group[1], d.group[2],
		   d.group_size, lds);
      return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
    }
  report_dispatch (kernel);
  objects_launch (l, p->kernarg_address);
  uint64_t segment = implicit_fill (&d, &k, dims, q->agent->vm);
  struct simt_race_order order;
  order_dispatch (&q->order, by->known, by->task, &order);
  d.order = order.queue ? &order : NULL;
  enum gcnvm_result r = gcnvm_launch (q->agent->vm, &d);
  simt_clocks_drop (order.before);
  implicit_free (segment);
  return r == GCNVM_OK ? HSA_STATUS_SUCCESS : status_of (r);
}

/* What a barrier packet waits for.  */
struct barrier
{
  struct queue *queue;
  const hsa_barrier_and_packet_t *packet;
  bool any;			/* Or all.  */
};

static bool
barrier_over (void *closure)
{
  const struct barrier *b = closure;
  unsigned n = 0, zero = 0;
  if (b->queue->quit)
    return true;
  for (int k = 0; k < 5; k++)
    {
      struct signal *s = signal_of (b->packet->dep_signal[k]);
      n += s != NULL;
      zero += s && atomic_load (&s->value) == 0;
    }
  return b->any ? zero || !n : zero == n;
}

/* A kernel failed with STATUS.  Nothing but the callback of hsa_queue_create
   can be told so; libgomp's ends the process at once, so what the kernel has
   printed until then is fetched first.  Where there is none, as with gcn-run, the completion signal
   is set all the same, so that the program goes on and prints what the kernel
   has printed, but its next use of the queue or of the signal fails.  False if
   the signal, COMPLETION, is not to be set here.  */

static bool
fail (struct queue *q, hsa_status_t status, hsa_signal_t completion)
{
  q->inactive = true;
  objects_failed = true;
  if (q->callback)
    {
      signal_let_look ();
      return callback_run (q->callback, status, &q->amd->hsa, q->data,
			   completion);
    }
  q->failed = true;
  return true;
}

/* Work off packet number INDEX, which is there.  */

static void
work (struct queue *q, uint64_t index)
{
  hsa_kernel_dispatch_packet_t *p
    = ((hsa_kernel_dispatch_packet_t *) q->amd->hsa.base_address
       + (index & (q->amd->hsa.size - 1)));
  hsa_status_t status = HSA_STATUS_SUCCESS;
  bool complete = true;
  unsigned type = p->header & 0xff;
  if (q->inactive)
    ;
  else if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH)
    {
      struct launcher by = take_launcher (q, index);
      status = dispatch (q, p, index, &by);
      free (by.l);
      simt_clocks_drop (by.known);
    }
  else if (type == HSA_PACKET_TYPE_BARRIER_AND
	   || type == HSA_PACKET_TYPE_BARRIER_OR)
    {
      struct barrier b = { q, (const hsa_barrier_and_packet_t *) p,
			   type == HSA_PACKET_TYPE_BARRIER_OR };
      signal_wait_for (barrier_over, &b);
      for (int k = 0; k < 5; k++)
	signal_add_done (b.packet->dep_signal[k], &q->order.done);
    }
  else
    {
      report_call ("packet %llu is of type %u, which is not supported",
		   (unsigned long long) index, type);
      status = HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
    }
  if (status != HSA_STATUS_SUCCESS)
    complete = fail (q, status, p->completion_signal);
  /* The slot is the program's again once the index has moved on.  */
  hsa_signal_t done = p->completion_signal;
  __atomic_store_n (&p->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
  atomic_fetch_add (&q->amd->read_index, 1);
  if (complete)
    signal_complete (done, q->failed, q->order.done);
}

/* Is the next packet there?  With --race it is not before the doorbell was rung for it:
   what the thread that rings knows is not here before that, and the queue's thread,
   which has done the packet before, may find the next one earlier.  */

static bool
ready (const struct queue *q)
{
  uint64_t index = atomic_load (&q->amd->read_index);
  if (hsa_options.vm.race && index >= q->rung_until)
    return false;
  const hsa_kernel_dispatch_packet_t *p
    = ((const hsa_kernel_dispatch_packet_t *) q->amd->hsa.base_address
       + (index & (q->amd->hsa.size - 1)));
  return ((__atomic_load_n (&p->header, __ATOMIC_ACQUIRE) & 0xff)
	  != HSA_PACKET_TYPE_INVALID);
}

static void
set_busy (struct queue *q, bool busy)
{
  if (busy && !q->busy)
    atomic_fetch_add (&queues_busy, 1);
  if (!busy && q->busy)
    atomic_fetch_sub (&queues_busy, 1);
  q->busy = busy;
}

static void *
worker (void *closure)
{
  struct queue *q = closure;
  pthread_mutex_lock (&q->lock);
  while (!q->quit)
    if (ready (q))
      {
	set_busy (q, true);
	pthread_mutex_unlock (&q->lock);
	work (q, atomic_load (&q->amd->read_index));
	pthread_mutex_lock (&q->lock);
      }
    else
      {
	set_busy (q, false);
	pthread_cond_wait (&q->rung, &q->lock);
      }
  set_busy (q, false);
  pthread_mutex_unlock (&q->lock);
  return NULL;
}

static void
ring (struct bell *bell)
{
  struct queue *q = (struct queue *) bell;
  callback_uses_queue ();
  struct launcher old = { 0 };
  struct launcher new = { .l = simt_host_capture (), .known = order_now (),
			  .task = order_task_p () };
  uint64_t index = (uint64_t) atomic_load (&q->doorbell->value);
  pthread_mutex_lock (&q->lock);
  if (index >= q->rung_until)
    q->rung_until = index + 1;
  if (new.l || new.known)
    {
      struct launcher *x = &q->launchers[index & (q->amd->hsa.size - 1)];
      new.index = index;
      old = *x;
      *x = new;
    }
  if (ready (q))
    set_busy (q, true);
  pthread_cond_signal (&q->rung);
  pthread_mutex_unlock (&q->lock);
  free (old.l);
  simt_clocks_drop (old.known);
}

/* ---- Queues.  */

static struct queue *
queue_of (const hsa_queue_t *h)
{
  struct queue *found = NULL;
  pthread_mutex_lock (&list_lock);
  for (struct queue *q = list; q && !found; q = q->next)
    if (&q->amd->hsa == h)
      found = q;
  pthread_mutex_unlock (&list_lock);
  return found;
}

static void
queue_free (struct queue *q)
{
  if (q->doorbell)
    signal_free (q->doorbell);
  for (uint32_t k = 0; q->launchers && k < q->amd->hsa.size; k++)
    {
      free (q->launchers[k].l);
      simt_clocks_drop (q->launchers[k].known);
    }
  simt_clocks_drop (q->order.done);
  free (q->launchers);
  if (q->amd)
    {
      simt_mem_free (&memory, (uintptr_t) q->amd->hsa.base_address,
		     SIMT_OWNER (OWNER_RUNTIME));
      simt_mem_free (&memory, (uintptr_t) q->amd,
		     SIMT_OWNER (OWNER_RUNTIME));
    }
  pthread_mutex_destroy (&q->lock);
  pthread_cond_destroy (&q->rung);
  free (q);
}

static void *
in_memory (size_t size, const char *name)
{
  return (void *) (uintptr_t) simt_mem_alloc (&memory, size, 4096, name,
					      SIMT_OWNER (OWNER_RUNTIME) | SIMT_SHARED);
}

/* Make what Q, of SIZE packets and TYPE, has in memory.  */

static bool
queue_init (struct queue *q, uint32_t size, uint32_t type)
{
  static _Atomic uint64_t ids;
  q->amd = in_memory (sizeof *q->amd, "queue");
  if (!q->amd)
    return false;
  memset (q->amd, 0, sizeof *q->amd);
  hsa_kernel_dispatch_packet_t *p = in_memory (size * sizeof *p,
					       "packets of a queue");
  q->amd->hsa.base_address = p;
  q->doorbell = signal_new (-1, &q->bell);
  q->amd->hsa.size = size;
  q->launchers = calloc (size, sizeof *q->launchers);
  if (!p || !q->doorbell || !q->launchers)
    return false;
  memset (p, 0, size * sizeof *p);
  for (uint32_t k = 0; k < size; k++)
    p[k].header = HSA_PACKET_TYPE_INVALID;
  q->amd->hsa.type = type;
  q->amd->hsa.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
  q->amd->hsa.doorbell_signal.handle = (uintptr_t) q->doorbell;
  q->amd->hsa.id = ids++;
  q->amd->shared_aperture = gcnvm_shared_aperture (q->agent->vm);
  q->amd->private_aperture = gcnvm_private_aperture (q->agent->vm);
  q->amd->max_cu_id = agent_compute_units (q->agent->processor) - 1;
  q->amd->max_wave_id = processor_waves (q->agent->processor) - 1;
  q->amd->read_index_offset = offsetof (struct amd_queue, read_index);
  q->amd->properties = PROPERTIES_64_BITS;
  return true;
}

hsa_status_t
hsa_queue_create (hsa_agent_t agent, uint32_t size, uint32_t type,
		  hsa_queue_fn *callback, void *data, uint32_t private_size,
		  uint32_t group_size, hsa_queue_t **queue)
{
  (void) private_size, (void) group_size;
  NEED_RUNTIME ();
  struct agent *a = agent_of (agent);
  if (!a)
    return HSA_STATUS_ERROR_INVALID_AGENT;
  if (!queue || size < QUEUE_MIN_SIZE || size > QUEUE_MAX_SIZE
      || size & (size - 1) || type > HSA_QUEUE_TYPE_COOPERATIVE)
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (!a->node || type == HSA_QUEUE_TYPE_COOPERATIVE)
    return HSA_STATUS_ERROR_INVALID_QUEUE_CREATION;
  struct queue *q = calloc (1, sizeof *q);
  if (!q)
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  q->agent = a;
  q->callback = callback;
  q->data = data;
  pthread_mutex_init (&q->lock, NULL);
  pthread_cond_init (&q->rung, NULL);
  q->bell.ring = ring;
  if (!queue_init (q, size, type)
      || pthread_create (&q->thread, NULL, worker, q) != 0)
    {
      queue_free (q);
      return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
    }
  pthread_mutex_lock (&list_lock);
  q->next = list;
  list = q;
  pthread_mutex_unlock (&list_lock);
  *queue = &q->amd->hsa;
  return HSA_STATUS_SUCCESS;
}

/* Have Q's thread end; a kernel that runs is run to its end.  Then free Q.  */

static void
queue_end (struct queue *q)
{
  callback_uses_queue ();
  pthread_mutex_lock (&q->lock);
  q->quit = true;
  pthread_cond_signal (&q->rung);
  pthread_mutex_unlock (&q->lock);
  signal_changed ();
  pthread_join (q->thread, NULL);
  queue_free (q);
}

hsa_status_t
hsa_queue_destroy (hsa_queue_t *queue)
{
  NEED_RUNTIME ();
  struct queue *q = NULL;
  pthread_mutex_lock (&list_lock);
  for (struct queue **p = &list; *p && !q; p = &(*p)->next)
    if (&(*p)->amd->hsa == queue)
      {
	q = *p;
	*p = q->next;
	break;
      }
  pthread_mutex_unlock (&list_lock);
  if (!q)
    return HSA_STATUS_ERROR_INVALID_QUEUE;
  bool failed = q->failed;
  queue_end (q);
  return failed ? HSA_STATUS_ERROR_EXCEPTION : HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_queue_inactivate (hsa_queue_t *queue)
{
  NEED_RUNTIME ();
  struct queue *q = queue_of (queue);
  if (!q)
    return HSA_STATUS_ERROR_INVALID_QUEUE;
  q->inactive = true;
  return HSA_STATUS_SUCCESS;
}

void
queues_end (void)
{
  for (;;)
    {
      pthread_mutex_lock (&list_lock);
      struct queue *q = list;
      list = q ? q->next : NULL;
      pthread_mutex_unlock (&list_lock);
      if (!q)
	break;
      q->inactive = true;
      gcnvm_cancel (q->agent->vm);
      queue_end (q);
    }
}

/* ---- Indices.  The queue is not looked up: programs do this for each packet,
   and have dereferenced the pointer themselves.  */

static struct amd_queue *
amd_of (const hsa_queue_t *q)
{
  return (struct amd_queue *) q;
}

#define LOAD(KIND, ORDER)						\
  uint64_t								\
  hsa_queue_load_##KIND##_index_##ORDER (const hsa_queue_t *q)		\
  {									\
    return atomic_load (&amd_of (q)->KIND##_index);			\
  }
LOAD (read, relaxed)
LOAD (read, acquire)
LOAD (read, scacquire)
LOAD (write, relaxed)
LOAD (write, acquire)
LOAD (write, scacquire)

#define STORE(KIND, ORDER)						\
  void									\
  hsa_queue_store_##KIND##_index_##ORDER (const hsa_queue_t *q,		\
					  uint64_t value)		\
  {									\
    atomic_store (&amd_of (q)->KIND##_index, value);			\
  }
STORE (read, relaxed)
STORE (read, release)
STORE (read, screlease)
STORE (write, relaxed)
STORE (write, release)
STORE (write, screlease)

#define ORDERS(X)							\
  X (relaxed) X (acquire) X (scacquire) X (release) X (screlease)	\
  X (acq_rel) X (scacq_screl)
#define ADD(ORDER)							\
  uint64_t								\
  hsa_queue_add_write_index_##ORDER (const hsa_queue_t *q,		\
				     uint64_t value)			\
  {									\
    return atomic_fetch_add (&amd_of (q)->write_index, value);		\
  }
ORDERS (ADD)
#define CAS(ORDER)							\
  uint64_t								\
  hsa_queue_cas_write_index_##ORDER (const hsa_queue_t *q,		\
				     uint64_t expected, uint64_t value)	\
  {									\
    atomic_compare_exchange_strong (&amd_of (q)->write_index, &expected, \
				    value);				\
    return expected;							\
  }
ORDERS (CAS)
