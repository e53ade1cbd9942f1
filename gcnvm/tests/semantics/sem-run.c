/* The test of semantics: a program on the machine and on the reference.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sem.h"

enum { CODE_WORDS = 4096 };

struct sem_machine
{
  enum gcn_cpu cpu;
  struct simt_mem *mem;
  bool shares_mem;		/* With another, whose CODE and BLOCKS it has.  */
  struct gcnvm *vm;
  uint64_t code, blocks;
  char report[400];
};

static void
keep_report (void *closure, const struct simt_report *r)
{
  struct sem_machine *m = closure;
  /* That a wave reads lanes without EXEC is no fault here.  */
  if (r->fatal || r->kind == GCNVM_R_UNINIT)
    snprintf (m->report, sizeof m->report, "%s", r->text);
}

const enum gcn_cpu sem_cpus[] =
{
  GCN_GFX803, GCN_GFX900, GCN_GFX906, GCN_GFX908, GCN_GFX90A, GCN_GFX942,
  GCN_GFX950, 0
};
const char *const sem_cpu_names[] =
{
  "gfx803", "gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"
};

/* P, which is null if there is no memory.  */

static void *
needed (void *p)
{
  if (p)
    return p;
  fprintf (stderr, "semantics: out of memory\n");
  exit (2);
}

static struct gcnvm *
new_vm (struct sem_machine *m, bool no_avx2, bool uninit, bool native)
{
  struct gcnvm_options o;
  gcnvm_options_init (&o);
  o.cpu = m->cpu;
  o.uninit = uninit ? GCNVM_UNINIT_REPORT : GCNVM_UNINIT_OFF;
  o.hazards = GCNVM_HAZARDS_OFF;
  o.waitcnt = GCNVM_WAITCNT_OFF;
  o.threads = 1;
  o.no_avx2 = no_avx2;
  o.native = native ? GCNVM_NATIVE_ALWAYS : GCNVM_NATIVE_OFF;
  return gcnvm_create (&o, m->mem, keep_report, m);
}

struct sem_machine *
sem_open (enum gcn_cpu cpu, bool no_avx2, bool uninit, bool native)
{
  struct sem_machine *m = needed (calloc (1, sizeof *m));
  m->mem = needed (malloc (sizeof *m->mem));
  if (!simt_mem_init (m->mem, (uint64_t) 64 << 20, 0))
    needed (NULL);
  m->cpu = cpu;
  m->vm = new_vm (m, no_avx2, uninit, native);
  m->code = simt_mem_alloc (m->mem, 4 * CODE_WORDS, 4096, "code", 0);
  m->blocks = simt_mem_alloc (m->mem, SEM_GROUPS * SEM_STRIDE, 1 << 20,
			      "blocks", 0);
  return m;
}

struct sem_machine *
sem_open_beside (const struct sem_machine *other, bool no_avx2, bool uninit)
{
  struct sem_machine *m = needed (malloc (sizeof *m));
  *m = *other;
  m->shares_mem = true;
  m->vm = new_vm (m, no_avx2, uninit, false);
  return m;
}

struct gcnvm_stats
sem_stats (const struct sem_machine *m)
{
  struct gcnvm_stats s;
  gcnvm_get_stats (m->vm, &s);
  return s;
}

void
sem_close (struct sem_machine *m)
{
  gcnvm_destroy (m->vm);
  if (!m->shares_mem)
    {
      simt_mem_destroy (m->mem);
      free (m->mem);
    }
  free (m);
}

/* What the groups start with.  */

static struct sem_state starts[SEM_GROUPS];

uint32_t
sem_shared (const struct sem_machine *m)
{
  return gcnvm_shared_aperture (m->vm);
}

static struct sem_state *
block (struct sem_machine *m, unsigned group, bool out)
{
  return (struct sem_state *) (uintptr_t) (m->blocks + group * SEM_STRIDE
					   + (out ? SEM_OUT : 0));
}

/* Runs P's first N instructions on the machine.  *START is their address.  1 if
   it ends well, 0 if not, -1 if there is no such instruction.  */

static int
run_machine (struct sem_machine *m, const struct sem_program *p, unsigned n,
	     uint32_t mode, uint64_t *start, char *text, size_t size)
{
  uint32_t *w = (uint32_t *) (uintptr_t) m->code;
  unsigned at = sem_prologue (m->cpu, w);
  *start = m->code + 4 * at;
  for (unsigned i = 0; i < n; i++)
    {
      memcpy (w + at, p->insns[i].word, p->insns[i].length);
      at += p->insns[i].length / 4;
    }
  at += sem_epilogue (m->cpu, w + at);
  struct gcnvm_code_desc d = { .base = m->code, .size = 4 * at,
			       .entries = &m->code, .n_entries = 1 };
  m->report[0] = 0;
  struct gcnvm_code *code = gcnvm_code_load (m->vm, &d, text, size);
  if (!code)
    return -1;
  struct gcnvm_dispatch l =
  {
    .kernel = "semantics", .entry = m->code,
    /* 64 VGPRs and, on gfx908 and gfx90a, 64 AGPRs; 104 SGPRs; MODE's bits 7
       to 0, 8 and 9.  */
    .rsrc1 = 15 | 12 << 6 | (mode & 0xff) << 12 | (mode >> 8 & 1) << 21
	     | (mode >> 9 & 1) << 23,
    .rsrc2 = 2 << 1 | 1 << 7, .rsrc3 = 15,
    .properties = 1 << 3,
    .grid = { 64 * SEM_GROUPS, 1, 1 }, .group = { 64, 1, 1 },
    .group_size = SEM_LDS, .kernarg = m->blocks
  };
  enum gcnvm_result r = gcnvm_launch (m->vm, &l);
  gcnvm_code_unload (m->vm, code);
  if (r == GCNVM_OK && !m->report[0])
    return 1;
  snprintf (text, size, "%s: %s", gcnvm_result_name (r), m->report);
  return 0;
}

/* The reference's wave from STATE.  LDS and DATA are copies.  */

static void
set_up (struct ref_wave *w, struct sem_machine *m, struct sem_state *state,
	unsigned group, uint32_t mode, uint64_t start)
{
  memset (w, 0, sizeof *w);
  w->cpu = m->cpu;
  memcpy (w->s, state->s, sizeof state->s);
  memcpy (&w->s[GCN_VCC], state->vcc, 8);
  memcpy (&w->s[GCN_EXEC], state->exec, 8);
  w->s[GCN_M0] = state->m0;
  w->scc = state->scc != 0;
  w->mode = mode;
  for (unsigned lane = 0; lane < REF_LANES; lane++)
    for (unsigned d = 0; d < SEM_VGPRS; d++)
      w->v[d][lane] = state->v[lane][d];
  for (unsigned lane = 0; lane < REF_LANES; lane++)
    for (unsigned d = 0; d < SEM_AGPRS; d++)
      w->v[GCN_AGPR - GCN_VGPR + d][lane] = state->a[lane][d];
  w->n_vgprs = 64;
  w->pc = start;
  w->lds = (uint8_t *) state->lds;
  w->lds_size = SEM_LDS;
  w->n_regions = 2;
  w->regions[1].base = (uint64_t) sem_shared (m) << 32;
  w->regions[1].size = SEM_LDS;
  w->regions[1].bytes = (uint8_t *) state->lds;
  w->regions[0].base = (m->blocks + group * SEM_STRIDE
			+ offsetof (struct sem_state, data));
  w->regions[0].size = SEM_DATA;
  w->regions[0].bytes = state->data;
}

/* Whether X fits what is known of register D's LANE.  */

static bool
near_p (const struct ref_nearly *n, unsigned lane, uint64_t x)
{
  const struct ref_format *f = n->format;
  if (f == &ref_f16)
    x = x >> n->shift & 0xffff;
  double got = ref_double (f, x), want = n->want[lane];
  if (isnan (want))
    return isnan (got);
  int bias = (1 << (f->exponent - 1)) - 1, e;
  double largest = ldexp (2 - ldexp (1, -(int) f->fraction), bias);
  double smallest = ldexp (1, 1 - bias);
  if (isinf (want) || isinf (got))
    return got == want || (fabs (want) >= largest && isinf (got)
			   && signbit (got) == signbit (want));
  /* Too large, rounded towards zero.  */
  if (fabs (want) > largest)
    return fabs (got) == largest && signbit (got) == signbit (want);
  if (n->flushed && fabs (want) < smallest && got == 0)
    return true;
  if (n->absolute)
    return fabs (got - want) <= n->absolute;
  frexp (fabs (want) < smallest ? smallest : want, &e);
  /* The reference's own error is far below.  */
  return fabs (got - want) <= ldexp (n->ulps * 1.0001, e - 1
				     - (int) f->fraction);
}

/* What OUT has of register D of LANE, AGPRs after the VGPRs.  */

static uint32_t
got (const struct sem_state *out, unsigned d, unsigned lane)
{
  const unsigned first = GCN_AGPR - GCN_VGPR;
  return d < first ? out->v[lane][d] : out->a[lane][d - first];
}

/* Compares register D; WIDE results that are known nearly have two.  */

static int
vgpr_differs (const struct ref_wave *w, const struct sem_state *out,
	      unsigned d)
{
  for (unsigned lane = 0; lane < REF_LANES; lane++)
    {
      uint64_t bit = UINT64_C (1) << lane;
      uint64_t x = got (out, d, lane);
      bool high = d && w->nearly[d - 1].format == &ref_f64;
      const struct ref_nearly *n = &w->nearly[d];
      const struct ref_nearly *below = &w->nearly[d ? d - 1 : 0];
      if (n->undefined & bit)
	continue;
      if (high && (below->lanes | below->undefined) & bit)
	continue;
      if (n->lanes & bit)
	{
	  if (n->format == &ref_f64)
	    x |= (uint64_t) got (out, d + 1, lane) << 32;
	  if (!near_p (n, lane, x))
	    return lane;
	}
      else if (x != w->v[d][lane])
	return lane;
    }
  return -1;
}

/* The first VGPR, or AGPR, in which W and OUT differ, with TEXT of SIZE that says
   how; false if there is none.  */

static bool
vgprs_differ (const struct ref_wave *w, const struct sem_state *out,
	      char *text, size_t size)
{
  const unsigned first = GCN_AGPR - GCN_VGPR;
  unsigned n = SEM_VGPRS + (sem_agprs_p (w->cpu) ? SEM_AGPRS : 0);
  for (unsigned i = 0; i < n; i++)
    {
      unsigned d = i < SEM_VGPRS ? i : first + i - SEM_VGPRS;
      char letter = d < first ? 'v' : 'a';
      int lane = vgpr_differs (w, out, d);
      if (lane < 0)
	continue;
      if (w->nearly[d].lanes >> lane & 1)
	snprintf (text, size, "%c%u of lane %d is %#x, not near %.17g", letter,
		  d % first, lane, got (out, d, lane),
		  w->nearly[d].want[lane]);
      else
	snprintf (text, size, "%c%u of lane %d is %#x, not %#x", letter,
		  d % first, lane, got (out, d, lane), w->v[d][lane]);
      return true;
    }
  return false;
}

/* The first difference between wave W, memory WANT and OUT, DATA; false if
   there is none.  */

static bool
difference (const struct ref_wave *w, const struct sem_state *want,
	    const struct sem_state *out, const uint8_t *data, char *text,
	    size_t size)
{
  static const struct { const char *name; unsigned code, n; size_t at; }
  scalars[] =
  {
    { "s", 0, SEM_SGPRS, offsetof (struct sem_state, s) },
    { "vcc.", GCN_VCC, 2, offsetof (struct sem_state, vcc) },
    { "exec.", GCN_EXEC, 2, offsetof (struct sem_state, exec) },
    { "m0.", GCN_M0, 1, offsetof (struct sem_state, m0) }
  };
  for (unsigned i = 0; i < 4; i++)
    for (unsigned k = 0; k < scalars[i].n; k++)
      {
	uint32_t x;
	memcpy (&x, (const char *) out + scalars[i].at + 4 * k, 4);
	if (x == w->s[scalars[i].code + k])
	  continue;
	snprintf (text, size, "%s%u is %#x, not %#x", scalars[i].name, k, x,
		  w->s[scalars[i].code + k]);
	return true;
      }
  if (out->scc != w->scc || out->mode != w->mode)
    {
      snprintf (text, size, "scc is %u, not %u; mode is %#x, not %#x",
		out->scc, w->scc, out->mode, w->mode);
      return true;
    }
  if (vgprs_differ (w, out, text, size))
    return true;
  for (unsigned i = 0; i < SEM_LDS / 4; i++)
    if (out->lds[i] != want->lds[i])
      {
	snprintf (text, size, "LDS at %#x is %#x, not %#x", 4 * i,
		  out->lds[i], want->lds[i]);
	return true;
      }
  for (unsigned i = 0; i < SEM_DATA; i++)
    if (data[i] != want->data[i])
      {
	snprintf (text, size, "byte %#x is %#x, not %#x", i, data[i],
		  want->data[i]);
	return true;
      }
  return false;
}

/* Prints the sources of IN as W has them, for LANE.  */

static void
print_sources (const struct ref_wave *w, const struct gcn_insn *in, int lane)
{
  for (unsigned i = 0; i < 4; i++)
    {
      unsigned code = i < 3 ? in->src[i] : in->dst;
      if (code == GCN_NO_OPERAND || (i < 3 && !in->row->s[i] && code == 0))
	continue;
      if (code >= GCN_VGPR && code < GCN_VGPR + REF_VGPRS - 1)
	printf ("    %c%u = %#x %08x\n", code < GCN_AGPR ? 'v' : 'a',
		(code - GCN_VGPR) % (GCN_AGPR - GCN_VGPR),
		w->v[code - GCN_VGPR + 1][lane], w->v[code - GCN_VGPR][lane]);
      else if (code < 127)
	printf ("    s%u = %#x %08x\n", code, w->s[code + 1], w->s[code]);
    }
  printf ("    exec = %#x %08x, vcc = %#x %08x, scc = %u, mode = %#x\n",
	  w->s[GCN_EXEC + 1], w->s[GCN_EXEC], w->s[GCN_VCC + 1],
	  w->s[GCN_VCC], w->scc, w->mode);
}

/* Runs P's first N instructions on both.  As sem_compare, silently.  On a
   difference *GROUP, *WAVE and TEXT tell of it, *WAVE as it was before the last
   instruction.  */

static int
compare_prefix (struct sem_machine *m, const struct sem_program *p, unsigned n,
		uint32_t mode, char *text, size_t size, unsigned *group,
		struct ref_wave *before)
{
  static struct sem_state after;
  static struct ref_wave w;
  uint64_t at;
  for (unsigned g = 0; g < SEM_GROUPS; g++)
    {
      *block (m, g, false) = starts[g];
      memset (block (m, g, true), 0xa5, sizeof after);
    }
  *group = 0;
  int r = run_machine (m, p, n, mode, &at, text, size);
  if (r < 1)
    return r;
  for (unsigned g = 0; g < SEM_GROUPS; g++)
    {
      struct ref_program rp = { p->insns, n, at };
      struct ref_program most = { p->insns, n ? n - 1 : 0, at };
      after = starts[g];
      set_up (&w, m, &after, g, mode, at);
      bool ok = ref_run (&w, &rp, 10000);
      if (!ok)
	snprintf (text, size, "the reference: %s", w.trouble);
      if (!ok || difference (&w, &after, block (m, g, true),
			     block (m, g, false)->data, text, size))
	{
	  *group = g;
	  after = starts[g];
	  set_up (before, m, &after, g, mode, at);
	  ref_run (before, &most, 10000);
	  return 0;
	}
    }
  return 1;
}

/* Whether one of the REGS VGPRs from CODE is not known exactly in W.  */

static bool
open_p (const struct ref_wave *w, unsigned code, unsigned regs)
{
  if (code < GCN_VGPR || code == GCN_NO_OPERAND)
    return false;
  for (unsigned d = code - GCN_VGPR; d < code - GCN_VGPR + regs; d++)
    if (w->nearly[d].lanes | w->nearly[d].undefined)
      return true;
  return false;
}

static bool
uses_open_p (const struct ref_wave *w, const struct gcn_insn *in)
{
  const struct gcn_row *r = in->row;
  for (unsigned i = 0; i < 3; i++)
    if (r->s[i] && open_p (w, in->src[i], gcn_type_regs (r->s[i], w->cpu)))
      return true;
  return open_p (w, in->dst, gcn_type_regs (r->d, w->cpu));
}

/* Whether an instruction before P's N-th jumps to one after it.  */

static bool
crossed_p (const struct sem_program *p, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    {
      const struct gcn_insn *in = &p->insns[i];
      int words = (int16_t) in->simm;
      unsigned k = i + 1;
      if (in->row->s[0] != GCN_T_label)
	continue;
      for (; k < p->n && words > 0; k++)
	words -= p->insns[k].length / 4;
      if (k > n)
	return true;
    }
  return false;
}

/* How many of P's instructions can be compared: up to the first that uses what
   is not known exactly.  */

static unsigned
comparable (struct sem_machine *m, const struct sem_program *p, uint32_t mode)
{
  static struct sem_state state;
  static struct ref_wave w;
  unsigned most = p->n;
  for (unsigned g = 0; g < SEM_GROUPS; g++)
    {
      state = starts[g];
      set_up (&w, m, &state, g, mode, 0);
      struct ref_program rp = { p->insns, p->n, 0 };
      uint64_t at = 0;
      for (unsigned i = 0; i < most; i++)
	{
	  if (uses_open_p (&w, &p->insns[i]))
	    most = i;
	  /* What a branch jumps over has no part in it.  */
	  else if (w.pc == at && !ref_run (&w, &rp, 1))
	    break;
	  at += p->insns[i].length;
	}
    }
  while (most && crossed_p (p, most))
    most--;
  return most;
}

int
sem_compare (struct sem_machine *m, const struct sem_program *p,
	     uint32_t mode, uint64_t seed, char *text, size_t size)
{
  static struct ref_wave before;
  char name[256];
  unsigned group, n = 1;
  for (unsigned g = 0; g < SEM_GROUPS; g++)
    {
      struct sem_random r = { seed + g };
      memset (&starts[g], 0, sizeof starts[g]);
      sem_fill (&r, &starts[g], (uintptr_t) block (m, g, false)->data, g);
    }
  unsigned most = comparable (m, p, mode);
  int r = compare_prefix (m, p, most, mode, text, size, &group, &before);
  if (r)
    return r;
  /* The shortest beginning that differs: its last instruction is to blame.  */
  while (n < most && (crossed_p (p, n)
		      || compare_prefix (m, p, n, mode, text, size, &group,
					 &before)))
    n++;
  compare_prefix (m, p, n, mode, text, size, &group, &before);
  const char *lane = strstr (text, "of lane ");
  unsigned cpu = 0;
  while (sem_cpus[cpu] != m->cpu)
    cpu++;
  printf ("  %s, group %u, instruction %u of %u: %s\n    %s\n",
	  sem_cpu_names[cpu], group, n, p->n,
	  gcn_print (&p->insns[n - 1], m->cpu, name, sizeof name), text);
  print_sources (&before, &p->insns[n - 1], lane ? atoi (lane + 8) : 0);
  return 0;
}
