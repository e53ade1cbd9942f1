/* Test of the HSA runtime: agents, memory, signals, executables.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <unistd.h>

#include "code-object.h"
#include "hsa-test.h"
#include "simt/memory/mem.h"

static void
before_init (void)
{
  hsa_agent_t a = { 1 };
  uint32_t v;
  void *p;
  hsa_signal_t s;
  const char *text = NULL;
  STATUS (hsa_shut_down (), ERROR_NOT_INITIALIZED);
  STATUS (hsa_iterate_agents (take_agent, NULL), ERROR_NOT_INITIALIZED);
  STATUS (hsa_agent_get_info (a, 0, &v), ERROR_NOT_INITIALIZED);
  STATUS (hsa_memory_allocate ((hsa_region_t) { 1 }, 1, &p),
	  ERROR_NOT_INITIALIZED);
  STATUS (hsa_signal_create (1, 0, NULL, &s), ERROR_NOT_INITIALIZED);
  STATUS (hsa_memory_copy (&v, &v, 4), ERROR_NOT_INITIALIZED);
  OK (hsa_status_string (HSA_STATUS_ERROR_INVALID_AGENT, &text));
  check (text && !strcmp (text, "HSA_STATUS_ERROR_INVALID_AGENT: The agent is "
			  "invalid."), "status text: %s", text);
  STATUS (hsa_status_string ((hsa_status_t) 12345, &text),
	  ERROR_INVALID_ARGUMENT);
  STATUS (hsa_status_string (HSA_STATUS_SUCCESS, NULL),
	  ERROR_INVALID_ARGUMENT);
}

static void
agents (void)
{
  char name[64] = "", vendor[64] = "", uuid[21] = "";
  uint32_t v = 0, other = 0;
  uint16_t dim[3] = { 0 };
  check (n_gpus == 2 && cpu.handle, "%u GPUs", n_gpus);
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_NAME, name));
  check (!strcmp (name, "gfx803"), "first GPU: %s", name);
  OK (hsa_agent_get_info (gpu[1], HSA_AGENT_INFO_NAME, name));
  check (!strcmp (name, "gfx906"), "second GPU: %s", name);
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_VENDOR_NAME, vendor));
  check (!strcmp (vendor, "AMD"), "vendor: %s", vendor);
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_FEATURE, &v));
  check (v == HSA_AGENT_FEATURE_KERNEL_DISPATCH, "features: %u", v);
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_QUEUE_TYPE, &v));
  check (v == HSA_QUEUE_TYPE_MULTI, "queue type: %u", v);
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_WAVEFRONT_SIZE, &v));
  check (v == 64, "wavefront size: %u", v);
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_WORKGROUP_MAX_DIM, dim));
  check (dim[0] == 1024 && dim[1] == 1024 && dim[2] == 1024, "group: %u %u %u",
	 dim[0], dim[1], dim[2]);
  OK (hsa_agent_get_info (gpu[0], HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT, &v));
  check (v == 3, "compute units: %u", v);
  OK (hsa_agent_get_info (gpu[0], HSA_AMD_AGENT_INFO_UUID, uuid));
  check (!strcmp (uuid, "GPU-XX"), "uuid: %s", uuid);
  OK (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_NODE, &v));
  OK (hsa_agent_get_info (gpu[1], HSA_AGENT_INFO_NODE, &other));
  check (v != other && v && other, "nodes %u and %u", v, other);
  OK (hsa_agent_get_info (cpu, HSA_AGENT_INFO_FEATURE, &v));
  check (v == 0, "features of the CPU: %u", v);
  STATUS (hsa_agent_get_info (gpu[0], 0x7777, &v), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_agent_get_info (gpu[0], HSA_AGENT_INFO_NODE, NULL),
	  ERROR_INVALID_ARGUMENT);
  STATUS (hsa_agent_get_info ((hsa_agent_t) { gpu[0].handle + 8 },
			      HSA_AGENT_INFO_NODE, &v), ERROR_INVALID_AGENT);
}

static void
instruction_sets (void)
{
  hsa_isa_t isa, other;
  char name[80] = "";
  uint32_t n = 0;
  bool same = false;
  OK (hsa_agent_get_info (gpu[1], HSA_AGENT_INFO_ISA, &isa));
  OK (hsa_isa_get_info_alt (isa, HSA_ISA_INFO_NAME_LENGTH, &n));
  OK (hsa_isa_get_info_alt (isa, HSA_ISA_INFO_NAME, name));
  check (n == strlen (name) + 1
	 && !strncmp (name, "amdgcn-amd-amdhsa--gfx906", 25), "%s, %u", name,
	 n);
  OK (hsa_isa_from_name ("amdgcn-amd-amdhsa--gfx906", &other));
  OK (hsa_isa_compatible (other, isa, &same));
  check (same, "compatible");
  OK (hsa_isa_from_name ("amdgcn-amd-amdhsa--gfx803", &other));
  OK (hsa_isa_compatible (other, isa, &same));
  check (!same, "not compatible");
  STATUS (hsa_isa_from_name ("amdgcn-amd-amdhsa--gfx999", &other),
	  ERROR_INVALID_ISA_NAME);
  STATUS (hsa_isa_get_info (isa, 3, 1, &n), ERROR_INVALID_INDEX);
  OK (hsa_isa_get_info (isa, 3, 0, &n));
  check (n == 64, "wavefront size: %u", n);
  STATUS (hsa_isa_get_info_alt ((hsa_isa_t) { 8 }, 0, &n), ERROR_INVALID_ISA);
}

static hsa_status_t
count_regions (hsa_region_t r, void *data)
{
  (void) r;
  ++*(unsigned *) data;
  return HSA_STATUS_SUCCESS;
}

/* Adds the size of R to *DATA if it is LDS.  */

static hsa_status_t
add_lds (hsa_region_t r, void *data)
{
  uint32_t segment = 0;
  size_t size = 0;
  OK (hsa_region_get_info (r, HSA_REGION_INFO_SEGMENT, &segment));
  OK (hsa_region_get_info (r, HSA_REGION_INFO_SIZE, &size));
  if (segment == HSA_REGION_SEGMENT_GROUP)
    *(size_t *) data += size;
  return HSA_STATUS_SUCCESS;
}

static void
regions (void)
{
  unsigned n = 0;
  size_t size = 0;
  bool yes = false;
  hsa_region_t kernarg = region_with (gpu[0], HSA_REGION_GLOBAL_FLAG_KERNARG);
  hsa_region_t device
    = region_with (gpu[0], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED);
  check (kernarg.handle && device.handle && kernarg.handle != device.handle,
	 "regions of a GPU");
  check (region_with (cpu, HSA_REGION_GLOBAL_FLAG_KERNARG).handle
	 == kernarg.handle, "the CPU's region for arguments");
  OK (hsa_agent_iterate_regions (gpu[0], count_regions, &n));
  check (n == 3, "%u regions", n);
  OK (hsa_region_get_info (device, HSA_REGION_INFO_SIZE, &size));
  check (size == 64 << 20, "size %zu", size);
  OK (hsa_region_get_info (device, HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED,
			   &yes));
  check (yes, "allocation is allowed");
  STATUS (hsa_region_get_info (device, 99, &size), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_region_get_info ((hsa_region_t) { 4 }, 0, &size),
	  ERROR_INVALID_REGION);
}

static void
memory_of_all_kinds (void)
{
  hsa_region_t region
    = region_with (gpu[0], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED);
  char *a = allocate (gpu[0], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED, 100);
  char *b = allocate (gpu[1], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED, 100);
  char local[100];
  void *p = NULL;
  check (a && b && (uintptr_t) a % 256 == 0, "allocated %p, %p", (void *) a,
	 (void *) b);
  memset (local, 7, sizeof local);
  OK (hsa_memory_copy (a, local, 100));
  OK (hsa_memory_copy (b, a, 100));
  memset (local, 0, sizeof local);
  OK (hsa_memory_copy (local, b, 100));
  check (local[0] == 7 && local[99] == 7, "copies");
  OK (hsa_memory_copy (a, local, 0));
  STATUS (hsa_memory_copy (a, local, 101), ERROR_INVALID_ARGUMENT);
  static const char constant[100];
  STATUS (hsa_memory_copy ((void *) constant, a, 100), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_memory_copy (a, (void *) 4096, 100), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_memory_copy (local, a + 1, 100), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_memory_copy (NULL, a, 1), ERROR_INVALID_ARGUMENT);
  OK (hsa_memory_assign_agent (a, gpu[0], HSA_ACCESS_PERMISSION_RW));
  STATUS (hsa_memory_assign_agent (a, gpu[0], 9), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_memory_assign_agent (local, gpu[0], 3), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_memory_assign_agent (a, (hsa_agent_t) { 3 }, 3),
	  ERROR_INVALID_AGENT);
  OK (hsa_memory_free (a));
  STATUS (hsa_memory_free (a), ERROR_INVALID_ALLOCATION);
  STATUS (hsa_memory_free (b + 16), ERROR_INVALID_ALLOCATION);
  STATUS (hsa_memory_free (local), ERROR_INVALID_ALLOCATION);
  OK (hsa_memory_free (NULL));
  STATUS (hsa_memory_copy (local, a, 1), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_memory_allocate (region, 0, &p), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_memory_allocate (region, (size_t) 65 << 20, &p),
	  ERROR_INVALID_ALLOCATION);
  STATUS (hsa_memory_allocate ((hsa_region_t) { 2 }, 1, &p),
	  ERROR_INVALID_REGION);
  OK (hsa_memory_allocate (region, 60 << 20, &p));
  void *q = NULL;
  STATUS (hsa_memory_allocate (region, 60 << 20, &q),
	  ERROR_OUT_OF_RESOURCES);
  OK (hsa_memory_free (p));

  OK (hsa_amd_memory_fill (b, 0x01020304, 25));
  check (b[0] == 4 && b[99] == 1, "fill");
  STATUS (hsa_amd_memory_fill (b, 0, 26), ERROR_INVALID_ARGUMENT);
  STATUS (hsa_amd_memory_fill (b + 1, 0, 1), ERROR_INVALID_ARGUMENT);
  OK (hsa_memory_free (b));
}

static void
host_memory (void)
{
  static char mine[64];
  void *p = NULL;
  hsa_amd_pointer_info_t info = { .size = sizeof info };
  OK (hsa_amd_pointer_info (mine, &info, NULL, NULL, NULL));
  check (info.type == HSA_EXT_POINTER_TYPE_UNKNOWN, "type %u", info.type);
  OK (hsa_amd_memory_lock (mine, sizeof mine, gpu, 1, &p));
  check (p == mine, "locked at %p", p);
  OK (hsa_amd_pointer_info (mine + 9, &info, NULL, NULL, NULL));
  check (info.type == HSA_EXT_POINTER_TYPE_LOCKED
	 && info.agentBaseAddress == mine && info.sizeInBytes == 64
	 && info.agentOwner.handle == cpu.handle, "locked: type %u",
	 info.type);
  OK (hsa_amd_memory_unlock (mine));
  STATUS (hsa_amd_memory_unlock (mine), ERROR_INVALID_ARGUMENT);
  OK (hsa_memory_register (mine, 10));
  OK (hsa_memory_deregister (mine, 10));
  STATUS (hsa_memory_register (NULL, 10), ERROR_INVALID_ARGUMENT);

  /* Whether an agent can access it, and access for one.  */
  hsa_amd_svm_attribute_pair_t ask
    = { HSA_AMD_SVM_ATTRIB_ACCESS_QUERY, gpu[0].handle };
  hsa_amd_svm_attribute_pair_t give
    = { HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, gpu[0].handle };
  OK (hsa_amd_svm_attributes_get (mine, 64, &ask, 1));
  check (ask.attribute == HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS, "not given");
  OK (hsa_amd_svm_attributes_set (mine, 64, &give, 1));
  ask.attribute = HSA_AMD_SVM_ATTRIB_ACCESS_QUERY;
  OK (hsa_amd_svm_attributes_get (mine, 64, &ask, 1));
  check (ask.attribute == HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, "given");
  ask.attribute = HSA_AMD_SVM_ATTRIB_ACCESS_QUERY;
  OK (hsa_amd_svm_attributes_get (mine, 65, &ask, 1));
  check (ask.attribute == HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS, "one more byte");
  give.attribute = HSA_AMD_SVM_ATTRIB_AGENT_NO_ACCESS;
  OK (hsa_amd_svm_attributes_set (mine, 64, &give, 1));
  ask = (hsa_amd_svm_attribute_pair_t)
    { HSA_AMD_SVM_ATTRIB_ACCESS_QUERY, cpu.handle };
  OK (hsa_amd_svm_attributes_get (mine, 64, &ask, 1));
  check (ask.attribute == HSA_AMD_SVM_ATTRIB_AGENT_ACCESSIBLE, "the host's own");
  STATUS (hsa_amd_svm_attributes_get ((void *) 4096, 1, &ask, 1), ERROR);
  STATUS (hsa_amd_svm_attributes_set (mine, 0, &give, 1), ERROR_INVALID_ARGUMENT);
  give.value = 77;
  STATUS (hsa_amd_svm_attributes_set (mine, 64, &give, 1), ERROR_INVALID_AGENT);
  give.attribute = 99;
  STATUS (hsa_amd_svm_attributes_set (mine, 64, &give, 1), ERROR_INVALID_ARGUMENT);

  char *d = allocate (gpu[0], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED, 100);
  STATUS (hsa_amd_svm_attributes_get (d, 100, &ask, 1), ERROR);
  uint32_t n = 0;
  hsa_agent_t *who = NULL;
  OK (hsa_amd_pointer_info (d + 50, &info, malloc, &n, &who));
  check (info.type == HSA_EXT_POINTER_TYPE_HSA && info.hostBaseAddress == d
	 && info.sizeInBytes == 100 && n == 3 && who, "device: type %u",
	 info.type);
  free (who);
  /* An older program's struct is shorter.  */
  info.size = 16;
  info.hostBaseAddress = mine;
  OK (hsa_amd_pointer_info (d, &info, NULL, NULL, NULL));
  check (info.size == 16 && info.hostBaseAddress == mine, "short struct");
  OK (hsa_memory_free (d));
}

static void
boxes (void)
{
  unsigned char from[4][8], *to
    = allocate (gpu[0], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED, 64);
  for (unsigned k = 0; k < 32; k++)
    from[k / 8][k % 8] = (unsigned char) k;
  memset (to, 99, 64);
  hsa_pitched_ptr_t src = { from, 8, 32 }, dst = { to, 16, 64 };
  hsa_dim3_t at = { 2, 1, 0 }, there = { 4, 1, 0 }, range = { 3, 2, 1 };
  hsa_signal_t done, bad = { 7 };
  OK (hsa_signal_create (1, 0, NULL, &done));
  OK (hsa_amd_memory_async_copy_rect (&dst, &there, &src, &at, &range, gpu[0],
				      1, 0, NULL, done));
  check (hsa_signal_load_relaxed (done) == 0, "the signal is set");
  bool right = true;
  for (unsigned k = 0; k < 64; k++)
    {
      unsigned x = k % 16, y = k / 16;
      bool in = x >= 4 && x < 7 && y >= 1 && y < 3;
      right &= to[k] == (in ? y * 8 + (x - 4 + 2) : 99);
    }
  check (right, "copied box");
  /* A byte beyond the end, in the last row.  */
  there.x = 14, there.y = 2;
  STATUS (hsa_amd_memory_async_copy_rect (&dst, &there, &src, &at, &range,
					  gpu[0], 1, 0, NULL, done),
	  ERROR_INVALID_ARGUMENT);
  there.x = 4, there.y = 1;
  range.y = 4;
  STATUS (hsa_amd_memory_async_copy_rect (&dst, &there, &src, &at, &range,
					  gpu[0], 1, 0, NULL, done),
	  ERROR_INVALID_ARGUMENT);
  STATUS (hsa_amd_memory_async_copy_rect (&dst, &there, &src, &at, &range,
					  gpu[0], 1, 0, NULL, bad),
	  ERROR_INVALID_SIGNAL);
  OK (hsa_signal_destroy (done));
  OK (hsa_memory_free (to));
}

static void
signal_values (void)
{
  hsa_signal_t s;
  OK (hsa_signal_create (-5, 0, NULL, &s));
  check (hsa_signal_load_acquire (s) == -5, "first value");
  hsa_signal_store_relaxed (s, 12);
  hsa_signal_add_acq_rel (s, 3);
  hsa_signal_subtract_relaxed (s, 1);
  check (hsa_signal_load_scacquire (s) == 14, "add and subtract");
  hsa_signal_and_screlease (s, 6);
  hsa_signal_or_acquire (s, 9);
  hsa_signal_xor_scacq_screl (s, 5);
  check (hsa_signal_load_relaxed (s) == (((14 & 6) | 9) ^ 5), "and, or, xor");
  check (hsa_signal_exchange_relaxed (s, 40) == (((14 & 6) | 9) ^ 5)
	 && hsa_signal_load_relaxed (s) == 40, "exchange");
  check (hsa_signal_cas_relaxed (s, 41, 1) == 40
	 && hsa_signal_load_relaxed (s) == 40
	 && hsa_signal_cas_acq_rel (s, 40, 1) == 40
	 && hsa_signal_load_relaxed (s) == 1, "compare and swap");
  check (hsa_signal_wait_relaxed (s, HSA_SIGNAL_CONDITION_EQ, 1, 0, 0) == 1
	 && hsa_signal_wait_acquire (s, HSA_SIGNAL_CONDITION_NE, 0, 0, 1) == 1
	 && hsa_signal_wait_relaxed (s, HSA_SIGNAL_CONDITION_LT, 2, 0, 0) == 1
	 && hsa_signal_wait_relaxed (s, HSA_SIGNAL_CONDITION_GTE, 1, 0, 0) == 1,
	 "waits that are over");
  /* With nothing running the timeout is kept: these end.  */
  check (hsa_signal_wait_relaxed (s, HSA_SIGNAL_CONDITION_EQ, 7, 1000, 0) == 1
	 && hsa_signal_wait_relaxed (s, HSA_SIGNAL_CONDITION_GTE, 2, 0, 0) == 1,
	 "timeouts");
  OK (hsa_signal_destroy (s));
  STATUS (hsa_signal_destroy (s), ERROR_INVALID_SIGNAL);
  STATUS (hsa_signal_destroy ((hsa_signal_t) { 0 }), ERROR_INVALID_ARGUMENT);
  /* These are reported, and do nothing.  */
  hsa_signal_store_relaxed (s, 3);
  check (hsa_signal_load_relaxed (s) == 0, "a signal that was destroyed");
}

/* Not in hsa-api.h, as it is not supported.  */
extern hsa_status_t hsa_signal_group_create (void);

static void
the_system (void)
{
  uint16_t major = 0, minor = 9;
  uint64_t hz = 0, then = 0, now = 0;
  bool yes = true;
  OK (hsa_system_get_info (HSA_SYSTEM_INFO_VERSION_MAJOR, &major));
  OK (hsa_system_get_info (HSA_SYSTEM_INFO_VERSION_MINOR, &minor));
  check (major == 1 && minor == 1, "version %u.%u", major, minor);
  OK (hsa_system_get_info (HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &hz));
  OK (hsa_system_get_info (HSA_SYSTEM_INFO_TIMESTAMP, &then));
  OK (hsa_system_get_info (HSA_SYSTEM_INFO_TIMESTAMP, &now));
  check (hz == 1000000000 && now >= then && then, "timestamps");
  STATUS (hsa_system_get_info (77, &hz), ERROR_INVALID_ARGUMENT);
  OK (hsa_system_extension_supported (1, 1, 0, &yes));
  check (!yes, "no extension");
  STATUS (hsa_signal_group_create (), ERROR);
}

/* What cards have.  */

static void
cards (void)
{
  static const uint32_t attribute[] =
    {
      HSA_AGENT_INFO_WAVEFRONT_SIZE, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT,
      HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU, HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU,
      HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES
    };
  static const struct { uint32_t n[5], cache[3]; } want[] =
    {
      { { 32, 80, 2, 32, 4 }, { 16 << 10, 4 << 20, 128 << 20 } },
      { { 64, 304, 4, 32, 32 }, { 32 << 10, 4 << 20, 256 << 20 } },
      { { 64, 120, 4, 40, 8 }, { 16 << 10, 8 << 20, 0 } }
    };
  setenv ("GCNVM_DEVICE", "gfx1030,gfx942,gfx908,gfx950", 1);
  setenv ("GCNVM_COMPUTE_UNITS", "0", 1);
  start_runtime ();
  for (unsigned g = 0; g < 3; g++)
    {
      uint32_t v, cache[4];
      for (unsigned k = 0; k < 5; k++)
	{
	  OK (hsa_agent_get_info (gpu[g], attribute[k], &v));
	  check (v == want[g].n[k], "GPU %u, attribute 0x%x: %u, not %u", g,
		 attribute[k], v, want[g].n[k]);
	}
      OK (hsa_agent_get_info (gpu[g], HSA_AGENT_INFO_CACHE_SIZE, cache));
      check (!memcmp (cache, want[g].cache, sizeof want[g].cache),
	     "GPU %u, caches: %u %u %u", g, cache[0], cache[1], cache[2]);
    }
  for (unsigned g = 0; g < 4; g++)
    {
      size_t lds = 0;
      OK (hsa_agent_iterate_regions (gpu[g], add_lds, &lds));
      check (lds == (g == 3 ? 163840 : 65536), "GPU %u, %zu bytes of LDS", g,
	     lds);
    }
  OK (hsa_shut_down ());
}

/* ---- Copies while a launch is alone (simt/memory/alone.h).  */

extern struct simt_mem memory;
static uint32_t *of_device;
static _Atomic int copied, turn;

static void *
copy_two (void *unused)
{
  uint32_t five = 5;
  OK (hsa_memory_copy (of_device, &five, 4));
  copied++;
  while (turn < 1)
    usleep (100);
  OK (hsa_amd_memory_fill (of_device + 1, 6, 1));
  copied++;
  return unused;
}

static void
copies_beside_launches (void)
{
  hsa_region_t kernarg = region_with (gpu[0], HSA_REGION_GLOBAL_FLAG_KERNARG);
  hsa_region_t device
    = region_with (gpu[0], HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED);
  void *p, *shared;
  uint32_t seven = 7;
  pthread_t t;
  alarm (60);
  OK (hsa_memory_allocate (device, 64, &p));
  OK (hsa_memory_allocate (kernarg, 64, &shared));
  of_device = p;
  check (simt_mem_own_p (&memory, (uintptr_t) p)
	 && !simt_mem_own_p (&memory, (uintptr_t) shared),
	 "the host shares memory for arguments alone");
  for (int k = 0; k < 2; k++)
    {
      bool alone = simt_alone_begin (&memory.alone, true);
      check (alone, "a launch alone");
      turn = k;
      /* To where it waits for nobody.  */
      OK (hsa_memory_copy (shared, &seven, 4));
      OK (hsa_memory_copy (&seven, p, 0));
      if (k == 0)
	pthread_create (&t, NULL, copy_two, NULL);
      while (!simt_alone_disturbed_p (&memory.alone))
	usleep (100);
      usleep (2000);
      check (copied == k, "copy %d waits for the launch: %d", k, copied);
      simt_alone_give_up (&memory.alone, &alone);
      if (k == 0)
	while (copied < 1)
	  usleep (100);
      else
	pthread_join (t, NULL);
      simt_alone_end (&memory.alone, alone);
    }
  check (copied == 2 && of_device[0] == 5 && of_device[1] == 6
	 && *(uint32_t *) shared == 7, "copies");
  check (simt_alone_launches (&memory.alone) == 0, "none was alone to its end");
  OK (hsa_memory_free (p));
  OK (hsa_memory_free (shared));
  alarm (0);
}

int
main (void)
{
  before_init ();
  setenv ("GCNVM_DEVICE", "gfx803,gfx906", 1);
  setenv ("GCNVM_MEMORY", "64M", 1);
  setenv ("GCNVM_COMPUTE_UNITS", "3", 1);
  setenv ("GCNVM_THREADS", "x", 1);
  STATUS (hsa_init (), ERROR);
  unsetenv ("GCNVM_THREADS");
  start_runtime ();
  OK (hsa_init ());
  agents ();
  instruction_sets ();
  the_system ();
  regions ();
  memory_of_all_kinds ();
  host_memory ();
  boxes ();
  copies_beside_launches ();
  signal_values ();
  OK (hsa_shut_down ());
  OK (hsa_shut_down ());
  STATUS (hsa_shut_down (), ERROR_NOT_INITIALIZED);
  /* And once more.  */
  start_runtime ();
  memory_of_all_kinds ();
  OK (hsa_shut_down ());
  cards ();
  return finish_tests ();
}
