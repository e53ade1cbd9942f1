/* Feed the HSA runtime damaged code objects and random calls.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* fuzz-hsa [-nITERATIONS] [-sSEED]

   Half of the iterations load a code object of which some bytes are changed;
   the others make a few random calls with handles that are living, dead or
   none, and attributes of any value.  What must hold: nothing crashes (the
   program is built with the sanitizers), each call gives a status that there is
   a text for, and a code object that is refused has been reported with a
   reason.  */

#include <unistd.h>

#include "code-object.h"
#include "hsa-test.h"

static uint64_t state = 88172645463325252u;

static unsigned
rnd (unsigned n)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (unsigned) (state >> 20) % n;
}

static unsigned accepted, refused;

static void
known (hsa_status_t r, const char *what)
{
  const char *text = NULL;
  check (hsa_status_string (r, &text) == HSA_STATUS_SUCCESS && text,
	 "%s: status 0x%x", what, r);
}

/* ---- Code objects.  */

static void
change (unsigned char *p, size_t n)
{
  static const uint64_t values[] = { 0, 1, 0x7f, 0xff, 0xffff, 0x7fffffff,
				     0xffffffff, 1u << 31, UINT64_MAX,
				     UINT64_MAX / 2, OBJECT_SIZE, 64, 4096 };
  unsigned size = 1u << rnd (4);
  uint64_t v = values[rnd (sizeof values / sizeof values[0])];
  size_t at = rnd ((unsigned) (n / size)) * size;
  switch (rnd (4))
    {
    case 0:
      p[at] ^= (unsigned char) (1u << rnd (8));
      break;
    case 1:
      p[at] = (unsigned char) rnd (256);
      break;
    case 2:
      memcpy (p + at, &v, size);
      break;
    case 3:
      v = 0;
      memcpy (&v, p + at, size);
      v += rnd (2) ? 1 : (uint64_t) -1;
      memcpy (p + at, &v, size);
      break;
    }
}

static hsa_status_t
ask (hsa_executable_t e, hsa_executable_symbol_t s, void *data)
{
  uint64_t value[16];
  uint32_t n = 0;
  (void) e, (void) data;
  hsa_executable_symbol_get_info (s, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH,
				  &n);
  char *name = malloc (n + 1);
  if (name)
    hsa_executable_symbol_get_info (s, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name);
  free (name);
  for (uint32_t k = 3; k < 30; k++)
    known (hsa_executable_symbol_get_info (s, k, value), "symbol");
  return HSA_STATUS_SUCCESS;
}

static void
code_object (void)
{
  struct code_object_image o;
  hsa_executable_t e;
  hsa_code_object_t co;
  size_t size = OBJECT_SIZE;
  image_make (&o, 0x2a);
  for (unsigned k = rnd (5); k; k--)
    image_relocate (&o, DATA + 8 * rnd (12), rnd (14), rnd (N_SYMS + 1),
		    (int64_t) rnd (100));
  for (unsigned k = rnd (3); k; k--)
    change (o.bytes, rnd (3) ? OBJECT_SIZE : 64);
  if (rnd (8) == 0)
    size = 1 + rnd (OBJECT_SIZE);
  /* Of its own, so that an access beyond its end is seen.  */
  unsigned char *copy = malloc (size);
  memcpy (copy, o.bytes, size);
  OK (hsa_executable_create (rnd (2), 0, "", &e));
  if (rnd (2))
    OK (hsa_executable_global_variable_define (e, "ext", (void *) 4096));
  OK (hsa_code_object_deserialize (copy, size, NULL, &co));
  hsa_status_t r = hsa_executable_load_code_object (e, gpu[rnd (2)], co, "");
  known (r, "load");
  accepted += r == HSA_STATUS_SUCCESS;
  refused += r != HSA_STATUS_SUCCESS;
  OK (hsa_code_object_destroy (co));
  free (copy);
  if (r == HSA_STATUS_SUCCESS)
    OK (hsa_executable_iterate_symbols (e, ask, NULL));
  OK (hsa_executable_destroy (e));
}

/* ---- Calls.  */

enum { N = 8 };
static hsa_signal_t signals[N];
static hsa_queue_t *queues[N];
static void *blocks[N];
static hsa_executable_t executables[N];

static uint64_t
any_handle (uint64_t good)
{
  static const uint64_t bad[] = { 0, 1, 8, UINT64_MAX, UINT64_C (1) << 47 };
  return rnd (8) ? good : bad[rnd (sizeof bad / sizeof bad[0])];
}

static hsa_agent_t
any_agent (void)
{
  return (hsa_agent_t) { any_handle (rnd (4) ? gpu[rnd (2)].handle
				     : cpu.handle) };
}

static hsa_status_t
take_any_region (hsa_region_t r, void *data)
{
  *(hsa_region_t *) data = r;
  return rnd (2) ? HSA_STATUS_INFO_BREAK : HSA_STATUS_SUCCESS;
}

static hsa_status_t
call_objects (unsigned k, unsigned which)
{
  uint64_t value[32];
  hsa_region_t region = { 0 };
  hsa_signal_t s = { any_handle (signals[k].handle) };
  switch (which)
    {
    case 0:
      return hsa_agent_get_info (any_agent (), rnd (2) ? rnd (30)
				 : 0xa000 + rnd (30), value);
    case 1:
      return hsa_system_get_info (rnd (2) ? rnd (10) : 0x200 + rnd (4), value);
    case 2:
      hsa_agent_iterate_regions (any_agent (), take_any_region, &region);
      region.handle = any_handle (region.handle);
      return hsa_region_get_info (region, rnd (12), value);
    case 3:
      hsa_agent_iterate_regions (any_agent (), take_any_region, &region);
      if (blocks[k])
	hsa_memory_free (blocks[k]);
      blocks[k] = NULL;
      return hsa_memory_allocate (region, rnd (4) ? rnd (5000) : SIZE_MAX,
				  &blocks[k]);
    case 4:
      return hsa_memory_copy (blocks[k], blocks[rnd (N)], rnd (6000));
    case 5:
      return hsa_amd_memory_fill (blocks[k], 7, rnd (3000));
    case 6:
      if (signals[k].handle)
	hsa_signal_destroy (signals[k]);
      return hsa_signal_create (rnd (5), rnd (2), &cpu, &signals[k]);
    case 7:
      hsa_signal_store_relaxed (s, rnd (5));
      hsa_signal_add_acq_rel (s, rnd (5));
      hsa_signal_wait_relaxed (s, rnd (6), rnd (5), rnd (2000), 0);
      return HSA_STATUS_SUCCESS;
    case 8:
      return hsa_signal_destroy ((hsa_signal_t) { any_handle (0x1000) });
    default:
      return hsa_memory_free (rnd (2) ? NULL : (void *) (uintptr_t)
			      any_handle (0x5000));
    }
}

/* One packet of any kind.  */

static void
submit (hsa_queue_t *q, hsa_signal_t done)
{
  uint64_t index = hsa_queue_add_write_index_relaxed (q, 1);
  while (index - hsa_queue_load_read_index_acquire (q) >= q->size)
    usleep (50);
  uint64_t *p = (uint64_t *) q->base_address + index % q->size * 8;
  for (int k = 1; k < 7; k++)
    p[k] = rnd (3) ? 0 : rnd (1000);
  p[7] = done.handle;
  /* A barrier for a signal that nobody sets would not end.  */
  static const unsigned types[] = { 0, 2, 2, 4, 7, 200 };
  __atomic_store_n ((uint32_t *) p, types[rnd (6)] | rnd (4) << 16,
		    __ATOMIC_RELEASE);
  hsa_signal_store_release (q->doorbell_signal, (int64_t) index);
}

static void
callback (hsa_status_t status, hsa_queue_t *q, void *data)
{
  (void) status, (void) q, (void) data;
}

static hsa_status_t
call_queues (unsigned k, unsigned which)
{
  switch (which)
    {
    case 0:
      if (queues[k])
	hsa_queue_destroy (queues[k]);
      queues[k] = NULL;
      return hsa_queue_create (any_agent (), 1u << rnd (14), rnd (4),
			       rnd (2) ? callback : NULL, NULL, 0, 0,
			       &queues[k]);
    case 1:
      if (queues[k])
	submit (queues[k], signals[rnd (N)]);
      return HSA_STATUS_SUCCESS;
    case 2:
      return hsa_queue_destroy (rnd (2) ? NULL : (hsa_queue_t *) blocks[k]);
    case 3:
      return hsa_queue_inactivate (queues[k]);
    case 4:
      if (executables[k].handle)
	hsa_executable_destroy (executables[k]);
      executables[k].handle = 0;
      return hsa_executable_create (rnd (3), rnd (3), NULL, &executables[k]);
    case 5:
      return hsa_executable_global_variable_define
	       ((hsa_executable_t) { any_handle (executables[k].handle) },
		rnd (2) ? "x" : "y", blocks[k]);
    case 6:
      return hsa_executable_freeze ((hsa_executable_t)
				    { any_handle (executables[k].handle) },
				    NULL);
    default:
      {
	hsa_executable_symbol_t s = { 0 };
	hsa_agent_t a = any_agent ();
	hsa_executable_get_symbol (executables[k], NULL, rnd (2) ? "x" : "z",
				   a, 0, &s);
	uint64_t value[16];
	return hsa_executable_symbol_get_info
		 ((hsa_executable_symbol_t) { any_handle (s.handle) },
		  rnd (30), value);
      }
    }
}

int
main (int argc, char **argv)
{
  unsigned n = 2000;
  for (int i = 1; i < argc; i++)
    if (!strncmp (argv[i], "-n", 2))
      n = (unsigned) atoi (argv[i] + 2);
    else if (!strncmp (argv[i], "-s", 2))
      state ^= strtoull (argv[i] + 2, NULL, 0) * 2654435761u;
  setenv ("GCNVM_DEVICE", "gfx803,gfx906", 1);
  setenv ("GCNVM_MEMORY", "64M", 1);
  /* What is reported does not matter; that it can be does.  The sanitizers
     write to the descriptor.  */
  stderr = fopen ("/dev/null", "w");
  start_runtime ();
  for (unsigned k = 0; k < n; k++)
    if (k % 2)
      code_object ();
    else
      for (unsigned c = rnd (8); c; c--)
	known (rnd (2) ? call_objects (rnd (N), rnd (10))
	       : call_queues (rnd (N), rnd (8)), "call");
  OK (hsa_shut_down ());
  printf ("%u code objects loaded, %u refused\n", accepted, refused);
  return finish_tests ();
}
