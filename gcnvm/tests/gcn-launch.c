/* Launch a kernel of a code object with any grid, through an HSA runtime.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: gcn-launch [--grid=X[,Y[,Z]]] [--group=X[,Y[,Z]]] [--lds=BYTES]
		     [--agent=N] [--stuck] FILE KERNEL [ARG]...

   The grid is in work items, 64 unless given, the group no larger than the grid
   and no larger than 64; LDS is what the kernel says and BYTES more.  With
   --stuck the program calls exit when the kernel has failed, from the callback
   of the queue, and never comes out of it, as libgomp can.  Each ARG
   is put into the block of kernel arguments at the next place that is aligned
   for it:

     i32=N i64=N f32=X f64=X	a number
     out=BYTES			the address of a buffer of zeros
     in=FILE			the address of a buffer with what is in FILE
     freed=BYTES		the address of a buffer that has been freed

   At the end each buffer of `out' is printed, as 32-bit words in hexadecimal,
   eight a line.  The runtime is libhsa-runtime64.so.1 as the dynamic linker
   finds it, or that of the variable HSA_RUNTIME_LIB: this one, or AMD's with a
   GPU.  The exit status is 1 if the kernel failed, 2 for a usage that is wrong,
   3 if the runtime cannot do what is needed.  */

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hsa-api.h"

static struct
{
#define HSA_ENTRY(TYPE, NAME, ARGS) TYPE (*NAME) ARGS;
#include "entries.def"
#undef HSA_ENTRY
} hsa;

static void __attribute__ ((noreturn, format (printf, 2, 3)))
die (int status, const char *format, ...)
{
  va_list ap;
  fflush (stdout);
  fputs ("gcn-launch: ", stderr);
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  fputc ('\n', stderr);
  exit (status);
}

static void
need (hsa_status_t r, const char *what)
{
  const char *text = "unknown status";
  if (r == HSA_STATUS_SUCCESS || r == HSA_STATUS_INFO_BREAK)
    return;
  hsa.hsa_status_string (r, &text);
  die (3, "%s: %s", what, text);
}

/* Only what is used must be there.  */

static void
load_runtime (void)
{
  const char *name = getenv ("HSA_RUNTIME_LIB");
  void *h = dlopen (name && *name ? name : "libhsa-runtime64.so.1", RTLD_NOW);
  if (!h)
    die (3, "%s", dlerror ());
#define HSA_ENTRY(TYPE, NAME, ARGS) \
  hsa.NAME = (TYPE (*) ARGS) dlsym (h, #NAME);
#include "entries.def"
#undef HSA_ENTRY
  if (!hsa.hsa_init || !hsa.hsa_queue_create)
    die (3, "the runtime lacks functions");
}

/* ---- The command line.  */

static uint32_t grid[3] = { 64, 1, 1 }, group[3] = { 0, 1, 1 }, lds;
static unsigned agent_number;
static bool stuck;

static uint64_t
number (const char *s, char **end)
{
  errno = 0;
  char *e;
  unsigned long long n = strtoull (s, &e, 0);
  if (e == s || errno || *s == '-' || (!end && *e))
    die (2, "`%s' is no number", s);
  if (end)
    *end = e;
  return n;
}

static void
dimensions (const char *s, uint32_t *to)
{
  to[0] = to[1] = to[2] = 1;
  for (int k = 0; k < 3; k++)
    {
      char *end;
      to[k] = (uint32_t) number (s, &end);
      if (!*end)
	return;
      if (*end != ',')
	break;
      s = end + 1;
    }
  die (2, "expected up to three numbers with commas between");
}

static int
options (int argc, char **argv)
{
  int i = 1;
  for (; i < argc && !strncmp (argv[i], "--", 2); i++)
    if (!strncmp (argv[i], "--grid=", 7))
      dimensions (argv[i] + 7, grid);
    else if (!strncmp (argv[i], "--group=", 8))
      dimensions (argv[i] + 8, group);
    else if (!strncmp (argv[i], "--lds=", 6))
      lds = (uint32_t) number (argv[i] + 6, NULL);
    else if (!strncmp (argv[i], "--agent=", 8))
      agent_number = (unsigned) number (argv[i] + 8, NULL);
    else if (!strcmp (argv[i], "--stuck"))
      stuck = true;
    else
      die (2, "unknown option %s", argv[i]);
  if (argc - i < 2)
    die (2, "expected a code object and the name of a kernel");
  if (!group[0])
    group[0] = grid[0] < 64 ? grid[0] : 64;
  return i;
}

/* ---- The runtime.  */

static hsa_agent_t gpu;
static hsa_region_t kernarg_region, device_region;
static hsa_status_t failure;

static hsa_status_t
find_gpu (hsa_agent_t a, void *data)
{
  uint32_t type = 0;
  unsigned *left = data;
  need (hsa.hsa_agent_get_info (a, HSA_AGENT_INFO_DEVICE, &type), "agent");
  if (type != HSA_DEVICE_TYPE_GPU || (*left)--)
    return HSA_STATUS_SUCCESS;
  gpu = a;
  return HSA_STATUS_INFO_BREAK;
}

static hsa_status_t
find_regions (hsa_region_t r, void *data)
{
  uint32_t segment = 0, flags = 0;
  (void) data;
  need (hsa.hsa_region_get_info (r, HSA_REGION_INFO_SEGMENT, &segment),
	"region");
  if (segment != HSA_REGION_SEGMENT_GLOBAL)
    return HSA_STATUS_SUCCESS;
  need (hsa.hsa_region_get_info (r, HSA_REGION_INFO_GLOBAL_FLAGS, &flags),
	"region");
  if (flags & HSA_REGION_GLOBAL_FLAG_KERNARG)
    kernarg_region = r;
  if (flags & HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED)
    device_region = r;
  return HSA_STATUS_SUCCESS;
}

static void
wait_for_ever (void)
{
  for (;;)
    pause ();
}

static void
failed (hsa_status_t status, hsa_queue_t *q, void *data)
{
  (void) q, (void) data;
  if (stuck)
    exit (0);
  failure = status;
}

static char *
read_file (const char *file, size_t *size)
{
  FILE *f = fopen (file, "rb");
  if (!f || fseek (f, 0, SEEK_END) != 0)
    die (2, "cannot read %s: %s", file, strerror (errno));
  *size = (size_t) ftell (f);
  rewind (f);
  char *p = malloc (*size + 1);
  if (!p || fread (p, 1, *size, f) != *size)
    die (2, "cannot read %s", file);
  fclose (f);
  return p;
}

struct kernel
{
  uint64_t object;
  uint32_t private_size, group_size;
};

static void
load_kernel (const char *file, const char *name, struct kernel *k)
{
  size_t size;
  char *data = read_file (file, &size), *symbol;
  hsa_executable_t e;
  hsa_code_object_t co;
  hsa_executable_symbol_t s;
  need (hsa.hsa_executable_create (HSA_PROFILE_FULL,
				   HSA_EXECUTABLE_STATE_UNFROZEN, "", &e),
	"executable");
  need (hsa.hsa_code_object_deserialize (data, size, "", &co), file);
  need (hsa.hsa_executable_load_code_object (e, gpu, co, ""), file);
  need (hsa.hsa_executable_freeze (e, ""), file);
  /* Before version 3 of code objects a kernel has its own name.  */
  if (asprintf (&symbol, "%s.kd", name) < 0)
    die (3, "out of memory");
  if (hsa.hsa_executable_get_symbol (e, NULL, symbol, gpu, 0, &s))
    need (hsa.hsa_executable_get_symbol (e, NULL, name, gpu, 0, &s), name);
  need (hsa.hsa_executable_symbol_get_info
	(s, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &k->object), name);
  need (hsa.hsa_executable_symbol_get_info
	(s, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE,
	 &k->private_size), name);
  need (hsa.hsa_executable_symbol_get_info
	(s, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE,
	 &k->group_size), name);
  free (symbol);
}

/* ---- Arguments.  */

struct buffer { uint32_t *p; size_t size; };

/* Allocate SIZE bytes in device memory.  */

static void *
device_memory (size_t size)
{
  void *p;
  need (hsa.hsa_memory_allocate (device_region, size, &p), "device memory");
  need (hsa.hsa_memory_assign_agent (p, gpu, HSA_ACCESS_PERMISSION_RW),
	"device memory");
  return p;
}

/* Put argument TEXT into the block TO of which *USED bytes are used.  A buffer
   that is to be printed goes to *B.  */

static void
argument (const char *text, char *to, size_t *used, struct buffer *b)
{
  union { uint64_t i; double d; float f; void *p; } v = { 0 };
  size_t size = 8, n;
  char *end = "";
  if (!strncmp (text, "i32=", 4) || !strncmp (text, "i64=", 4))
    {
      v.i = (uint64_t) strtoll (text + 4, &end, 0);
      size = text[1] == '3' ? 4 : 8;
    }
  else if (!strncmp (text, "f32=", 4))
    {
      v.f = strtof (text + 4, &end);
      size = 4;
    }
  else if (!strncmp (text, "f64=", 4))
    v.d = strtod (text + 4, &end);
  else if (!strncmp (text, "out=", 4))
    {
      b->size = number (text + 4, NULL);
      v.p = b->p = device_memory (b->size);
      char *zero = calloc (1, b->size);
      if (!zero)
	die (3, "out of memory");
      need (hsa.hsa_memory_copy (v.p, zero, b->size), text);
      free (zero);
    }
  else if (!strncmp (text, "freed=", 6))
    {
      v.p = device_memory (number (text + 6, NULL));
      need (hsa.hsa_memory_free (v.p), text);
    }
  else if (!strncmp (text, "in=", 3))
    {
      char *data = read_file (text + 3, &n);
      v.p = device_memory (n);
      need (hsa.hsa_memory_copy (v.p, data, n), text);
      free (data);
    }
  else
    die (2, "unknown argument %s", text);
  if (*end)
    die (2, "bad value in %s", text);
  *used = (*used + size - 1) / size * size;
  memcpy (to + *used, &v, size);
  *used += size;
}

static void
print_buffer (const struct buffer *b)
{
  uint32_t *copy = malloc (b->size + 4);
  if (!copy)
    die (3, "out of memory");
  need (hsa.hsa_memory_copy (copy, b->p, b->size), "copy");
  for (size_t k = 0; k < b->size / 4; k++)
    printf ("%08x%c", copy[k], k % 8 == 7 || k + 1 == b->size / 4 ? '\n' : ' ');
  free (copy);
}

/* ---- The launch.  */

static void
launch (const struct kernel *k, void *kernarg)
{
  hsa_queue_t *q;
  hsa_signal_t done;
  need (hsa.hsa_queue_create (gpu, 64, HSA_QUEUE_TYPE_SINGLE, failed, NULL,
			      UINT32_MAX, UINT32_MAX, &q), "queue");
  need (hsa.hsa_signal_create (1, 0, NULL, &done), "signal");
  hsa_kernel_dispatch_packet_t *p = q->base_address;
  memset ((char *) p + 4, 0, sizeof *p - 4);
  p->workgroup_size_x = (uint16_t) group[0];
  p->workgroup_size_y = (uint16_t) group[1];
  p->workgroup_size_z = (uint16_t) group[2];
  p->grid_size_x = grid[0];
  p->grid_size_y = grid[1];
  p->grid_size_z = grid[2];
  p->private_segment_size = k->private_size;
  p->group_segment_size = k->group_size + lds;
  p->kernel_object = k->object;
  p->kernarg_address = kernarg;
  p->completion_signal = done;
  uint32_t header
    = (HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE
       | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE
       | HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE
       | 3 << 16);
  hsa.hsa_queue_store_write_index_relaxed (q, 1);
  __atomic_store_n ((uint32_t *) p, header, __ATOMIC_RELEASE);
  hsa.hsa_signal_store_relaxed (q->doorbell_signal, 0);
  while (!failure
	 && hsa.hsa_signal_wait_acquire (done, HSA_SIGNAL_CONDITION_LT, 1,
					 1000000000, HSA_WAIT_STATE_BLOCKED))
    ;
  if (failure)
    {
      const char *text = "unknown status";
      hsa.hsa_status_string (failure, &text);
      die (1, "the kernel failed: %s", text);
    }
  hsa.hsa_signal_destroy (done);
  hsa.hsa_queue_destroy (q);
}

int
main (int argc, char **argv)
{
  int i = options (argc, argv);
  unsigned left = agent_number;
  struct kernel k;
  void *kernarg;
  load_runtime ();
  need (hsa.hsa_init (), "the runtime");
  if (stuck)
    atexit (wait_for_ever);
  need (hsa.hsa_iterate_agents (find_gpu, &left), "agents");
  if (!gpu.handle)
    die (3, "there is no GPU number %u", agent_number);
  need (hsa.hsa_agent_iterate_regions (gpu, find_regions, NULL), "regions");
  load_kernel (argv[i], argv[i + 1], &k);
  need (hsa.hsa_memory_allocate (kernarg_region, 4096, &kernarg),
	"kernel arguments");
  memset (kernarg, 0, 4096);
  int n = argc - i - 2;
  struct buffer *out = calloc ((size_t) n + 1, sizeof *out);
  size_t used = 0;
  if (!out || n > 500)
    die (2, "too many arguments");
  for (int a = 0; a < n; a++)
    argument (argv[i + 2 + a], kernarg, &used, &out[a]);
  launch (&k, kernarg);
  for (int a = 0; a < n; a++)
    if (out[a].p)
      print_buffer (&out[a]);
  free (out);
  hsa.hsa_shut_down ();
  return 0;
}
