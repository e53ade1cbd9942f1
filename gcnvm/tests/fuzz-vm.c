/* Random programs on the machine.  No sanitizer may complain.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: fuzz-vm [COUNT [SEED]]
   Each program is a few random instructions, valid ones most of the time, in a
   kernel of one wave or two.  What must hold: the machine does not crash (it is
   built with the sanitizers), it refuses the code with a reason or runs it to
   an end, and an end that is no success was reported.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm.h"

enum { WORDS = 64, CODE_SIZE = 1024, PROBE_SIZE = 16, DATA_SIZE = 4096,
       PER_DEVICE = 200, END_OF_PROGRAM = (int) 0xbf810000 };

static uint64_t state;

static uint32_t
next (void)
{
  state += UINT64_C (0x9e3779b97f4a7c15);
  uint64_t z = state;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z >> 32;
}

static struct simt_mem mem;
static struct gcnvm *vm;
static enum gcn_cpu cpu;
static uint64_t code_at, probe_at, data_at;
static unsigned long refused, ended, stopped, reports;
static unsigned failed;

static void
count_report (void *closure, const struct simt_report *r)
{
  (void) closure;
  if (!r->text || !*r->text)
    failed++;
  reports++;
}

static bool
whole (void *closure, uint64_t address, const char **name, uint64_t *start,
       uint64_t *size)
{
  bool probe = address - probe_at < PROBE_SIZE;
  (void) closure;
  *name = "f";
  *start = probe ? probe_at : code_at;
  *size = probe ? PROBE_SIZE : CODE_SIZE;
  return true;
}

/* Have the code at AT, of SIZE bytes, loaded; null, with WHY, if the machine
   refuses it.  */

static struct gcnvm_code *
load (uint64_t at, uint64_t size, char *why, size_t why_size)
{
  const struct gcnvm_code_desc d =
    { .base = at, .size = size, .symbol = whole, .entries = &at,
      .n_entries = 1 };
  return gcnvm_code_load (vm, &d, why, why_size);
}

/* Does the machine have the instruction W, of N words?  */

static bool
known_p (const uint32_t *w, unsigned n)
{
  uint32_t *p = (uint32_t *) (uintptr_t) probe_at;
  char why[600];
  for (unsigned k = 0; k < PROBE_SIZE / 4; k++)
    p[k] = k < n ? w[k] : (uint32_t) END_OF_PROGRAM;
  struct gcnvm_code *c = load (probe_at, PROBE_SIZE, why, sizeof why);
  if (c)
    gcnvm_code_unload (vm, c);
  return c != NULL;
}

/* Another device, of any processor and with any options.  */

static void
new_device (void)
{
  static const enum gcn_cpu cpus[] = { GCN_GFX803, GCN_GFX900, GCN_GFX906,
				       GCN_GFX908, GCN_GFX90A };
  struct gcnvm_options o;
  gcnvm_options_init (&o);
  o.cpu = cpu = cpus[next () % 5];
  o.uninit = next () % 8 ? next () % 2 : GCNVM_UNINIT_ERROR;
  o.hazards = next () % 3;
  o.waitcnt = next () % 2;
  o.no_avx2 = next () % 2;
  o.threads = 1;
  o.insn_limit = 2000;
  o.time_limit = 20;
  vm = gcnvm_create (&o, &mem, count_report, NULL);
  if (!vm)
    exit (2);
}

/* One instruction of any kind into W; how many words.  */

static unsigned
instruction (uint32_t *w)
{
  static const uint32_t heads[] =
    {
      0x00000000, 0x20000000, 0x40000000, 0x7e000000, 0x7e000000, 0x7c000000,
      0x80000000, 0x80000000, 0x90000000, 0xb0000000, 0xbe800000, 0xbe800000,
      0xbf000000, 0xd0000000, 0xd1000000, 0xd1000000, 0xd2000000, 0xd2800000,
      0xd3800000
    };
  struct gcn_insn in;
  for (;;)
    {
      /* Few jumps and accesses: most of them end the program.  */
      static const uint32_t rare[] =
	{ 0xbf800000, 0xc0000000, 0xd8000000, 0xd8000000, 0xdc000000,
	  0xe0000000 };
      uint32_t h = (next () % 16 ? heads[next () % (sizeof heads
						    / sizeof *heads)]
		    : rare[next () % (sizeof rare / sizeof *rare)]);
      w[0] = h | (next () & (h < 0x70000000 ? 0x1fffffff
			     : h >> 28 == 0xd ? 0x3ffffff : 0x7fffff));
      w[1] = next ();
      /* Registers that a kernel has, most of the time.  */
      if (next () % 8 && h >= 0xd0000000)
	w[1] &= 0x1f1f1f1f | (next () & 0x01010101) << 8;
      bool bad = gcn_decode (w, 2, cpu, &in) != NULL;
      if (next () % 500 == 0 || (!bad && known_p (w, in.length / 4)))
	return in.length / 4;
    }
}

static void
trial (void)
{
  uint32_t *code = (uint32_t *) (uintptr_t) code_at;
  char why[600] = "";
  unsigned n = 0, many = 1 + next () % 24;
  while (many-- && n + 2 < WORDS)
    n += instruction (code + n);
  for (; n < CODE_SIZE / 4; n++)
    code[n] = (uint32_t) END_OF_PROGRAM;
  struct gcnvm_code *c = load (code_at, CODE_SIZE, why, sizeof why);
  if (!c)
    {
      refused++;
      failed += !*why;
      return;
    }
  struct gcnvm_dispatch run =
    {
      .kernel = "k", .entry = code_at,
      /* 4 * (N + 1) VGPRs, 16 * (N + 1) SGPRs; both kinds of denormals.  */
      .rsrc1 = (next () % 64) | 6 << 6 | (next () & 0xff) << 12,
      .rsrc2 = 1 | 8 << 1 | 1 << 7 | 2 << 11, .rsrc3 = next () % 64,
      .properties = 1 | 1 << 1 | 1 << 3,
      .grid = { 64 * (1 + next () % 2), 1, 1 }, .group = { 128, 1, 1 },
      .private_size = 64, .group_size = 512,
      .kernarg = data_at, .queue = data_at, .packet = data_at
    };
  unsigned long before = reports;
  enum gcnvm_result r = gcnvm_launch (vm, &run);
  ended += r == GCNVM_OK;
  stopped += r != GCNVM_OK;
  if (r != GCNVM_OK && reports == before && r != GCNVM_INVALID_DISPATCH)
    {
      printf ("FAIL: %s without a report\n", gcnvm_result_name (r));
      failed++;
    }
  gcnvm_code_unload (vm, c);
}

int
main (int argc, char **argv)
{
  unsigned long count = argc > 1 ? strtoul (argv[1], NULL, 0) : 2000;
  unsigned long first = argc > 2 ? strtoul (argv[2], NULL, 0) : 1;
  if (!simt_mem_init (&mem, (uint64_t) 64 << 20, 0))
    return 2;
  code_at = simt_mem_alloc (&mem, CODE_SIZE, 4096, "code", 0);
  probe_at = simt_mem_alloc (&mem, PROBE_SIZE, 4096, "code", 0);
  data_at = simt_mem_alloc (&mem, DATA_SIZE, 4096, "data", 0);
  for (unsigned long i = 0; i < count && failed < 10; i++)
    {
      state = (first + i / PER_DEVICE) << 32 | i % PER_DEVICE;
      if (i % PER_DEVICE == 0)
	{
	  if (vm)
	    gcnvm_destroy (vm);
	  new_device ();
	}
      trial ();
    }
  gcnvm_destroy (vm);
  simt_mem_destroy (&mem);
  if (!failed && (ended < count / 20 || stopped < count / 20))
    {
      printf ("FAIL: too few of them come to an end\n");
      failed++;
    }
  printf ("%s: random programs: %lu refused, %lu ended, %lu stopped, %lu "
	  "reports\n", failed ? "FAIL" : "PASS", refused, ended, stopped,
	  reports);
  printf ("%u passed, %u failed, 0 skipped\n", failed ? 0 : 1, failed);
  return failed != 0;
}
