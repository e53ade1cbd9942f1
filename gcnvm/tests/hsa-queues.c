/* Test of the HSA runtime: queues, packets, waiting, failures.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "code-object.h"
#include "hsa-test.h"

/* Arguments of the kernel, as the machine of the tests takes them.  */
struct args
{
  uint64_t ms, sleeps, result;
  uint64_t count;		/* Address to add 1 to.  */
  uint64_t stop;		/* Address of what ends it; or 0.  */
};
/* Results that it may give (vm.h).  */
enum { RESULT_OK = 0, RESULT_INVALID_DISPATCH = 3, RESULT_ILLEGAL_ADDRESS = 4,
       RESULT_TIMEOUT = 10, RESULT_ILLEGAL_INSN = 11 };

static hsa_executable_t executable;
static uint64_t kernel;
static _Atomic uint64_t *counter;	/* In device memory.  */

static void
load_kernel (void)
{
  static struct code_object_image o;
  hsa_code_object_t co;
  hsa_executable_symbol_t s;
  image_make (&o, 0x2a);
  OK (hsa_executable_create (HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN,
			     "", &executable));
  OK (hsa_code_object_deserialize (o.bytes, OBJECT_SIZE, NULL, &co));
  OK (hsa_executable_load_code_object (executable, gpu[0], co, ""));
  OK (hsa_executable_freeze (executable, ""));
  OK (hsa_executable_get_symbol (executable, NULL, "k.kd", gpu[0], 0, &s));
  OK (hsa_executable_symbol_get_info
      (s, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
  counter = allocate (gpu[0], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED, 8);
  *counter = 0;
}

static hsa_queue_t *
new_queue (hsa_queue_fn *callback, void *data)
{
  hsa_queue_t *q = NULL;
  OK (hsa_queue_create (gpu[0], 64, HSA_QUEUE_TYPE_MULTI, callback, data,
			UINT32_MAX, UINT32_MAX, &q));
  return q;
}

static struct args *
new_args (uint64_t ms, uint64_t sleeps, uint64_t result)
{
  struct args *a = allocate (gpu[0], HSA_REGION_GLOBAL_FLAG_KERNARG,
			     sizeof *a);
  *a = (struct args) { ms, sleeps, result, (uintptr_t) counter, 0 };
  return a;
}

/* Reserve the next packet of Q.  */
static hsa_kernel_dispatch_packet_t *
next_packet (hsa_queue_t *q, uint64_t *index)
{
  *index = hsa_queue_add_write_index_release (q, 1);
  while (*index - hsa_queue_load_read_index_acquire (q) >= q->size)
    ;
  hsa_kernel_dispatch_packet_t *p
    = (hsa_kernel_dispatch_packet_t *) q->base_address + *index % q->size;
  memset ((char *) p + 4, 0, sizeof *p - 4);
  return p;
}

/* Make P, number INDEX of Q, valid with TYPE and SETUP, and ring.  */
static void
submit (hsa_queue_t *q, void *p, uint64_t index, unsigned type,
	unsigned setup)
{
  __atomic_store_n ((uint32_t *) p, type | setup << 16, __ATOMIC_RELEASE);
  hsa_signal_store_release (q->doorbell_signal, (int64_t) index);
}

/* Run the kernel with A; DONE may be no signal.  */
static void
dispatch (hsa_queue_t *q, struct args *a, hsa_signal_t done)
{
  uint64_t index;
  hsa_kernel_dispatch_packet_t *p = next_packet (q, &index);
  p->workgroup_size_x = p->grid_size_x = 1;
  p->workgroup_size_y = p->grid_size_y = 64;
  p->workgroup_size_z = p->grid_size_z = 1;
  p->kernel_object = kernel;
  p->kernarg_address = a;
  p->completion_signal = done;
  submit (q, p, index, HSA_PACKET_TYPE_KERNEL_DISPATCH, 3);
}

static hsa_signal_t
new_signal (int64_t value)
{
  hsa_signal_t s = { 0 };
  OK (hsa_signal_create (value, 0, NULL, &s));
  return s;
}

/* Wait, however long, until S is zero.  */
static void
wait_zero (hsa_signal_t s)
{
  hsa_signal_wait_scacquire (s, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX, 0);
}

static void
creation (void)
{
  hsa_queue_t *q = NULL;
  STATUS (hsa_queue_create (gpu[0], 65, 0, NULL, NULL, 0, 0, &q),
	  ERROR_INVALID_ARGUMENT);
  STATUS (hsa_queue_create (gpu[0], 32, 0, NULL, NULL, 0, 0, &q),
	  ERROR_INVALID_ARGUMENT);
  STATUS (hsa_queue_create (gpu[0], 1 << 20, 0, NULL, NULL, 0, 0, &q),
	  ERROR_INVALID_ARGUMENT);
  STATUS (hsa_queue_create (gpu[0], 64, 0, NULL, NULL, 0, 0, NULL),
	  ERROR_INVALID_ARGUMENT);
  STATUS (hsa_queue_create (cpu, 64, 0, NULL, NULL, 0, 0, &q),
	  ERROR_INVALID_QUEUE_CREATION);
  STATUS (hsa_queue_create ((hsa_agent_t) { 5 }, 64, 0, NULL, NULL, 0, 0, &q),
	  ERROR_INVALID_AGENT);
  uint32_t max = 0;
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_QUEUE_MAX_SIZE, &max));
  OK (hsa_queue_create (gpu[0], max, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, 0, 0,
			&q));
  check (q->size == max && q->type == HSA_QUEUE_TYPE_SINGLE
	 && (uintptr_t) q->base_address % 64 == 0, "the largest queue");
  /* What kernels read: the LDS aperture at 64, the private one at 68.  */
  uint32_t *words = (uint32_t *) q;
  check (words[16] == 0x10000 && words[17] == 0x20000, "apertures 0x%x, 0x%x",
	 words[16], words[17]);
  OK (hsa_queue_destroy (q));
  STATUS (hsa_queue_destroy (q), ERROR_INVALID_QUEUE);
  STATUS (hsa_queue_destroy (NULL), ERROR_INVALID_QUEUE);
}

/* More packets than there is room for, in order.  */
static void
many (void)
{
  hsa_queue_t *q = new_queue (NULL, NULL);
  struct args *a = new_args (0, 0, 0);
  hsa_signal_t s = new_signal (200);
  uint64_t before = *counter;
  for (unsigned k = 0; k < 200; k++)
    dispatch (q, a, s);
  wait_zero (s);
  check (*counter == before + 200, "%llu of 200 kernels",
	 (unsigned long long) (*counter - before));
  check (hsa_queue_load_read_index_relaxed (q) == 200
	 && hsa_queue_load_write_index_relaxed (q) == 200, "indices");
  OK (hsa_signal_destroy (s));
  OK (hsa_queue_destroy (q));
  OK (hsa_memory_free (a));
}

/* Completion signals that are destroyed before, while and after a queue sets
   them.  A signal made since, perhaps in the same place, is left alone.  */
static void
forgotten (void)
{
  hsa_queue_t *q = new_queue (NULL, NULL);
  struct args *a = new_args (0, 0, 0), *slow = new_args (20, 0, 0);
  uint64_t before = *counter;
  hsa_signal_t early = new_signal (1), last = new_signal (1);
  dispatch (q, slow, early);
  OK (hsa_signal_destroy (early));
  hsa_signal_t other = new_signal (7);
  for (unsigned k = 0; k < 200; k++)
    {
      hsa_signal_t s = new_signal (1);
      dispatch (q, a, s);
      OK (hsa_signal_destroy (s));
      STATUS (hsa_signal_destroy (s), ERROR_INVALID_SIGNAL);
    }
  dispatch (q, a, last);
  wait_zero (last);
  check (*counter == before + 202, "%llu of 202 kernels",
	 (unsigned long long) (*counter - before));
  check (hsa_signal_load_scacquire (other) == 7, "another signal was set");
  OK (hsa_signal_destroy (last));
  OK (hsa_signal_destroy (other));
  OK (hsa_queue_destroy (q));
  OK (hsa_memory_free (a));
  OK (hsa_memory_free (slow));
}

/* Packets may be made valid in any order; the doorbell as well.  */
static void
out_of_order (void)
{
  hsa_queue_t *q = new_queue (NULL, NULL);
  struct args *a = new_args (0, 0, 0);
  hsa_signal_t s = new_signal (2);
  uint64_t index[2], before = *counter;
  hsa_kernel_dispatch_packet_t *p[2];
  for (int k = 0; k < 2; k++)
    {
      p[k] = next_packet (q, &index[k]);
      p[k]->workgroup_size_x = p[k]->grid_size_x = 1;
      p[k]->kernel_object = kernel;
      p[k]->kernarg_address = a;
      p[k]->completion_signal = s;
    }
  submit (q, p[1], index[1], HSA_PACKET_TYPE_KERNEL_DISPATCH, 1);
  usleep (2000);
  check (hsa_signal_load_relaxed (s) == 2, "the second ran before the first");
  submit (q, p[0], index[0], HSA_PACKET_TYPE_KERNEL_DISPATCH, 1);
  wait_zero (s);
  check (*counter == before + 2, "both ran");
  OK (hsa_signal_destroy (s));
  OK (hsa_queue_destroy (q));
  OK (hsa_memory_free (a));
}

/* Several threads of the program use one queue, and one each.  */
static hsa_queue_t *shared_queue;

static void *
user (void *closure)
{
  hsa_queue_t *q = closure ? new_queue (NULL, NULL) : shared_queue;
  struct args *a = new_args (0, 0, 0);
  for (unsigned k = 0; k < 100; k++)
    {
      hsa_signal_t s = { 0 };
      if (hsa_signal_create (1, 0, NULL, &s) != HSA_STATUS_SUCCESS)
	break;
      dispatch (q, a, s);
      wait_zero (s);
      hsa_signal_destroy (s);
    }
  hsa_memory_free (a);
  if (closure)
    hsa_queue_destroy (q);
  return NULL;
}

static void
threads (void)
{
  pthread_t t[4];
  uint64_t before = *counter;
  shared_queue = new_queue (NULL, NULL);
  for (uintptr_t k = 0; k < 4; k++)
    pthread_create (&t[k], NULL, user, (void *) (k % 2));
  for (int k = 0; k < 4; k++)
    pthread_join (t[k], NULL);
  uint64_t n = *counter - before;
  check (n == 400, "%llu of 400 kernels", (unsigned long long) n);
  OK (hsa_queue_destroy (shared_queue));
}

static void
barriers (void)
{
  hsa_queue_t *q = new_queue (NULL, NULL);
  struct args *a = new_args (0, 0, 0);
  for (int any = 0; any < 2; any++)
    {
      hsa_signal_t x = new_signal (1), y = new_signal (1);
      hsa_signal_t passed_it = new_signal (1), done = new_signal (1);
      uint64_t index;
      hsa_barrier_and_packet_t *b = (void *) next_packet (q, &index);
      b->dep_signal[1] = x;
      b->dep_signal[4] = y;
      b->completion_signal = passed_it;
      submit (q, b, index, (any ? HSA_PACKET_TYPE_BARRIER_OR
			    : HSA_PACKET_TYPE_BARRIER_AND), 0);
      dispatch (q, a, done);
      usleep (2000);
      check (hsa_signal_load_relaxed (done) == 1, "before the signals");
      hsa_signal_store_relaxed (x, 0);
      if (!any)
	{
	  usleep (2000);
	  check (hsa_signal_load_relaxed (done) == 1, "one of two");
	  hsa_signal_store_relaxed (y, 0);
	}
      wait_zero (done);
      check (hsa_signal_load_relaxed (passed_it) == 0, "its own signal");
      OK (hsa_signal_destroy (x));
      OK (hsa_signal_destroy (y));
      OK (hsa_signal_destroy (passed_it));
      OK (hsa_signal_destroy (done));
    }
  OK (hsa_queue_destroy (q));
  OK (hsa_memory_free (a));
}

/* While a kernel computes, a wait goes on beyond its timeout; where the waves
   sleep, as when they wait for the host, it does not.  */
static void
patience (void)
{
  hsa_queue_t *q = new_queue (NULL, NULL);
  static _Atomic uint64_t stop;
  for (unsigned sleeps = 0; sleeps < 2; sleeps++)
    {
      bool early = false;
      struct args *a = new_args (1 << 30, sleeps, 0);
      hsa_signal_t s = new_signal (1);
      uint64_t before = 0, after = 0;
      a->stop = (uintptr_t) &stop;
      stop = 0;
      dispatch (q, a, s);
      /* 100 ms is how long it waits at least; if the waves sleep, one of many
	 waits at least is over sooner, however busy this machine is.  */
      for (int k = 0; k < (sleeps ? 50 : 1) && !early; k++)
	{
	  OK (hsa_system_get_info (HSA_SYSTEM_INFO_TIMESTAMP, &before));
	  int64_t v = hsa_signal_wait_relaxed (s, HSA_SIGNAL_CONDITION_LT, 1,
					       1000000, HSA_WAIT_STATE_ACTIVE);
	  OK (hsa_system_get_info (HSA_SYSTEM_INFO_TIMESTAMP, &after));
	  check (v == 1, "the kernel ended by itself");
	  early = after - before < 100000000;
	}
      check (early == sleeps, "the wait ended after %llu ns",
	     (unsigned long long) (after - before));
      stop = 1;
      wait_zero (s);
      OK (hsa_signal_destroy (s));
      OK (hsa_memory_free (a));
    }
  OK (hsa_queue_destroy (q));
}

/* ---- Failures.  */

static hsa_status_t told;
static hsa_queue_t *told_queue;

static void
callback (hsa_status_t status, hsa_queue_t *q, void *data)
{
  told = status;
  told_queue = q;
  check (data == &told, "the callback's data");
}

static void
failures (void)
{
  static const struct { uint64_t result; hsa_status_t status; } cases[] =
    {
      { RESULT_ILLEGAL_ADDRESS, HSA_STATUS_ERROR_MEMORY_FAULT },
      { RESULT_ILLEGAL_INSN, HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION },
      { RESULT_INVALID_DISPATCH, HSA_STATUS_ERROR_INVALID_PACKET_FORMAT },
      { RESULT_TIMEOUT, HSA_STATUS_ERROR_EXCEPTION }
    };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
      hsa_queue_t *q = new_queue (callback, &told);
      struct args *a = new_args (0, 0, cases[k].result);
      hsa_signal_t s = new_signal (1);
      dispatch (q, a, s);
      wait_zero (s);
      check (told == cases[k].status && told_queue == q, "told 0x%x", told);
      OK (hsa_signal_destroy (s));
      OK (hsa_queue_destroy (q));
      OK (hsa_memory_free (a));
    }

  /* Nobody can be told: the signals are set, and the next calls fail.  */
  hsa_queue_t *q = new_queue (NULL, NULL);
  struct args *bad = new_args (0, 0, RESULT_ILLEGAL_ADDRESS);
  struct args *good = new_args (0, 0, 0);
  hsa_signal_t s = new_signal (1), later = new_signal (1);
  dispatch (q, bad, s);
  wait_zero (s);
  uint64_t before = *counter;
  dispatch (q, good, later);
  wait_zero (later);
  check (*counter == before, "a kernel ran after one that failed");
  STATUS (hsa_signal_destroy (s), ERROR_EXCEPTION);
  STATUS (hsa_signal_destroy (later), ERROR_EXCEPTION);
  STATUS (hsa_queue_destroy (q), ERROR_EXCEPTION);
  OK (hsa_memory_free (bad));
  OK (hsa_memory_free (good));
}

/* A program that empties a kernel's buffer whenever its wait has timed out, as
   libgomp does with what a kernel prints, does so once more before it is told
   of a failure, even if the kernel fails before the program waits.  */
static _Atomic unsigned emptied;

static void
end_of_output (hsa_status_t status, hsa_queue_t *q, void *data)
{
  (void) status;
  (void) q;
  check (emptied > 0, "told of a failure after %s milliseconds,"
	 " before the program could look", (const char *) data);
}

static void
last_output (void)
{
  static const char *const pauses[] = { "0", "5", "20", "60" };
  for (size_t k = 0; k < sizeof pauses / sizeof pauses[0]; k++)
    {
      hsa_queue_t *q = new_queue (end_of_output, (void *) pauses[k]);
      struct args *bad = new_args (0, 0, RESULT_ILLEGAL_ADDRESS);
      hsa_signal_t s = new_signal (1);
      emptied = 0;
      dispatch (q, bad, s);
      usleep (1000 * (unsigned) atoi (pauses[k]));
      while (hsa_signal_wait_acquire (s, HSA_SIGNAL_CONDITION_LT, 1, 1000000,
				      HSA_WAIT_STATE_BLOCKED) != 0)
	emptied++;
      OK (hsa_signal_destroy (s));
      OK (hsa_queue_destroy (q));
      OK (hsa_memory_free (bad));
    }
}

/* A callback that uses the queue that failed, as libgomp's does on its way to
   the process's end: what it submits comes to its end, without being run.  */
static _Atomic bool reentered;

static void
reenter (hsa_status_t status, hsa_queue_t *q, void *data)
{
  hsa_signal_t s = new_signal (1);
  (void) status;
  dispatch (q, data, s);
  wait_zero (s);
  OK (hsa_signal_destroy (s));
  if (((struct args *) data)->ms)
    OK (hsa_queue_destroy (q));
  reentered = true;
}

static void
reentrance (void)
{
  for (unsigned destroy = 0; destroy < 2; destroy++)
    {
      struct args *bad = new_args (0, 0, RESULT_ILLEGAL_ADDRESS);
      struct args *good = new_args (destroy, 0, 0);
      hsa_queue_t *q = new_queue (reenter, good);
      hsa_signal_t s = new_signal (1);
      uint64_t before = *counter;
      reentered = false;
      dispatch (q, bad, s);
      wait_zero (s);
      check (reentered, "the signal was set before the callback's return");
      check (*counter == before + 1, "a kernel ran after one that failed");
      OK (hsa_signal_destroy (s));
      if (!destroy)
	OK (hsa_queue_destroy (q));
      STATUS (hsa_queue_destroy (q), ERROR_INVALID_QUEUE);
      OK (hsa_memory_free (bad));
      OK (hsa_memory_free (good));
    }
}

/* Submit a packet that SET changes from a good one: STATUS must come of it.  */
static void
bad_packet (const char *what, unsigned type, unsigned setup,
	    void (*set) (hsa_kernel_dispatch_packet_t *), hsa_status_t status)
{
  hsa_queue_t *q = new_queue (callback, &told);
  struct args *a = new_args (0, 0, 0);
  hsa_signal_t s = new_signal (1);
  uint64_t index;
  hsa_kernel_dispatch_packet_t *p = next_packet (q, &index);
  p->workgroup_size_x = p->workgroup_size_y = p->workgroup_size_z = 1;
  p->grid_size_x = p->grid_size_y = p->grid_size_z = 1;
  p->kernel_object = kernel;
  p->kernarg_address = a;
  p->completion_signal = s;
  told = HSA_STATUS_SUCCESS;
  set (p);
  submit (q, p, index, type, setup);
  wait_zero (s);
  check (told == status, "%s: 0x%x", what, told);
  OK (hsa_signal_destroy (s));
  OK (hsa_queue_destroy (q));
  OK (hsa_memory_free (a));
}

static void
nothing (hsa_kernel_dispatch_packet_t *p)
{
  (void) p;
}

static void
no_kernel (hsa_kernel_dispatch_packet_t *p)
{
  p->kernel_object += 4;
}

static void
large_group (hsa_kernel_dispatch_packet_t *p)
{
  p->workgroup_size_x = 33;
  p->workgroup_size_y = 32;
}

static void
no_group (hsa_kernel_dispatch_packet_t *p)
{
  p->workgroup_size_y = 0;
}

static void
no_grid (hsa_kernel_dispatch_packet_t *p)
{
  p->grid_size_z = 0;
}

static void
much_lds (hsa_kernel_dispatch_packet_t *p)
{
  p->group_segment_size = 65537;
}

static void
bad_arguments (hsa_kernel_dispatch_packet_t *p)
{
  p->kernarg_address = (void *) 64;
}

static void
bad_packets (void)
{
  const unsigned run = HSA_PACKET_TYPE_KERNEL_DISPATCH;
  const hsa_status_t bad = HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
  bad_packet ("all right", run, 3, nothing, HSA_STATUS_SUCCESS);
  bad_packet ("one dimension", run, 1, no_group, HSA_STATUS_SUCCESS);
  bad_packet ("no kernel", run, 3, no_kernel,
	      HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
  bad_packet ("no dimensions", run, 0, nothing, bad);
  bad_packet ("large group", run, 3, large_group, bad);
  bad_packet ("no group", run, 3, no_group, bad);
  bad_packet ("no grid", run, 3, no_grid, bad);
  bad_packet ("much LDS", run, 3, much_lds, bad);
  bad_packet ("arguments", run, 3, bad_arguments,
	      HSA_STATUS_ERROR_MEMORY_FAULT);
  bad_packet ("agent dispatch", HSA_PACKET_TYPE_AGENT_DISPATCH, 0, nothing,
	      bad);
  bad_packet ("vendor's", HSA_PACKET_TYPE_VENDOR_SPECIFIC, 0, nothing, bad);
}

/* hsa_queue_destroy waits for a kernel; hsa_shut_down ends it.  */
static void
endings (void)
{
  hsa_queue_t *q = new_queue (NULL, NULL);
  struct args *a = new_args (20, 0, 0), *forever = new_args (1 << 30, 0, 0);
  hsa_signal_t s = new_signal (1);
  uint64_t before = *counter;
  dispatch (q, a, s);
  while (hsa_queue_load_read_index_relaxed (q) == 0 && *counter == before)
    usleep (100);
  OK (hsa_queue_destroy (q));
  check (*counter == before + 1, "a kernel was cut off");
  q = new_queue (NULL, NULL);
  dispatch (q, forever, s);
  usleep (1000);
  OK (hsa_queue_inactivate (q));
  OK (hsa_shut_down ());
}

int
main (void)
{
  setenv ("GCNVM_DEVICE", "gfx803", 1);
  setenv ("GCNVM_MEMORY", "64M", 1);
  start_runtime ();
  load_kernel ();
  creation ();
  many ();
  forgotten ();
  out_of_order ();
  threads ();
  barriers ();
  patience ();
  failures ();
  last_output ();
  reentrance ();
  bad_packets ();
  endings ();
  return finish_tests ();
}
