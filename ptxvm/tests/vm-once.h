/* What a warp does once for all its lanes, and lane by lane: it must be the same.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Whatever a kernel does, it must be the same with and without vm_options.uniform:
   results, memory, reports, executed instructions.  */

#ifndef VM_ONCE_H
#define VM_ONCE_H

#include "vm-test.h"

#define WORDS 4096		/* Of the buffer.  */

struct outcome
{
  enum vm_result result;
  uint32_t word[WORDS];
  unsigned n_reports;
  char report[MAX_REPORTS][1024];
  struct vm_stats stats;
};

/* TEXT without the addresses, which differ from run to run.  */
static void
without_addresses (char *to, const char *text)
{
  while (*text)
    {
      if (text[0] == '0' && text[1] == 'x')
	{
	  *to++ = '@';
	  text += 2 + strspn (text + 2, "0123456789abcdef");
	}
      else
	*to++ = *text++;
    }
  *to = 0;
}

static void
run (struct outcome *x, const struct vm_options *options,
     enum vm_uniform uniform, enum vm_native native, const char *ptx,
     unsigned grid, const unsigned block[3])
{
  struct vm_options o = *options;
  struct machine m;
  memset (x, 0, sizeof *x);
  o.uniform = uniform;
  o.native = native;
  reports.n = 0;
  if (!machine_load (&m, &o, ptx))
    {
      printf ("  %s\n", last_message);
      x->result = VM_INVALID_PTX;
      return;
    }
  struct vm_kernel *k = vm_module_kernel (m.module, "k");
  const unsigned g[3] = { grid, 1, 1 };
  struct { uint64_t p; uint32_t n; uint32_t pad; } params = { 0, 7, 0 };
  for (unsigned i = 0; i < WORDS; i++)
    x->word[i] = i * 2654435761u >> 7;
  params.p = vm_alloc (m.vm, sizeof x->word, "buf");
  vm_write (m.vm, params.p, x->word, sizeof x->word);
  x->result = vm_launch (m.vm, k, g, block, 0, &params, sizeof params, NULL);
  vm_read (m.vm, x->word, params.p, sizeof x->word);
  vm_get_stats (m.vm, &x->stats);
  x->n_reports = reports.n;
  for (unsigned i = 0; i < reports.n && i < MAX_REPORTS; i++)
    without_addresses (x->report[i], reports.text[i]);
  machine_free (&m);
}

/* With PTXVM_NATIVE=always it is native code that must do the same.  */
static enum vm_native native = VM_NATIVE_OFF;

/* True if the kernel in PTX does the same both ways; says what differs.  */
static bool
same (const char *what, const struct vm_options *o, const char *ptx,
      unsigned grid, const unsigned block[3], struct outcome *once)
{
  static struct outcome each;
  run (&each, o, VM_UNIFORM_OFF, VM_NATIVE_OFF, ptx, grid, block);
  run (once, o, VM_UNIFORM_ALWAYS, native, ptx, grid, block);
  unsigned at = 0;
  while (at < WORDS && each.word[at] == once->word[at])
    at++;
  bool ok = false;
  if (each.result != once->result)
    printf ("  %s: result %d, done once %d\n", what, each.result,
	    once->result);
  else if (at < WORDS)
    printf ("  %s: word %u is 0x%x, done once 0x%x\n", what, at,
	    each.word[at], once->word[at]);
  else if (each.n_reports != once->n_reports
	   || memcmp (each.report, once->report, sizeof each.report))
    printf ("  %s: %u reports, \"%s\"; done once %u, \"%s\"\n", what,
	    each.n_reports, each.report[0], once->n_reports,
	    once->report[0]);
  else if (each.stats.warp_insns != once->stats.warp_insns
	   || each.stats.lane_insns != once->stats.lane_insns)
    printf ("  %s: %llu and %llu instructions, done once %llu and %llu\n",
	    what, (unsigned long long) each.stats.warp_insns,
	    (unsigned long long) each.stats.lane_insns,
	    (unsigned long long) once->stats.warp_insns,
	    (unsigned long long) once->stats.lane_insns);
  else
    ok = true;
  return ok;
}

static struct vm_options
options (void)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 64 << 20;
  o.time_limit = 20;
  o.threads = 1;		/* The order of blocks is the same then.  */
  o.stats = true;
  return o;
}

static const struct variant
{
  const char *name;
  enum vm_model model;
  enum vm_uninit uninit;
  bool race;
  uint64_t schedule;
  unsigned block[3];
} variants[] = {
  { "volta", VM_VOLTA, VM_UNINIT_OFF, false, 0, { 32, 2, 1 } },
  { "pascal", VM_PASCAL, VM_UNINIT_REPORT, false, 0, { 32, 2, 1 } },
  { "pascal-shared", VM_PASCAL_SHARED, VM_UNINIT_RANDOM, false, 3,
    { 32, 2, 1 } },
  { "race", VM_VOLTA, VM_UNINIT_ERROR, true, 0, { 32, 2, 1 } },
  { "schedule", VM_VOLTA, VM_UNINIT_RANDOM, false, 11, { 64, 1, 1 } },
  { "half warps", VM_VOLTA, VM_UNINIT_REPORT, true, 5, { 16, 3, 1 } }
};

static struct vm_options
variant_options (const struct variant *v)
{
  struct vm_options o = options ();
  o.model = v->model;
  o.uninit = v->uninit;
  o.race = v->race;
  o.schedule = v->schedule;
  if (native)
    {
      /* There is none else.  */
      o.uninit = VM_UNINIT_OFF;
      o.race = false;
    }
  return o;
}

/* The environment says what must do the same.  */
static void
start (void)
{
  const char *v = getenv ("PTXVM_NATIVE");
  if (v && !strcmp (v, "always"))
    native = VM_NATIVE_ALWAYS;
  unsetenv ("PTXVM_NATIVE");
  unsetenv ("PTXVM_UNIFORM");
}

#endif /* VM_ONCE_H */
