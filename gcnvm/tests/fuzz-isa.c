/* Feeds random words to the decoder and the printer.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: fuzz-isa [COUNT]
   Whatever the words, the decoder must give an instruction whose length is
   there and whose text fits, or an error with a text; it must not read behind
   the words, and must do the same twice.  The rules of wait states must want no
   more than they say.  Built with the sanitizers.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hazards.h"

static uint64_t state = 1;

static uint32_t
next (void)
{
  state += UINT64_C (0x9e3779b97f4a7c15);
  uint64_t z = state;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z >> 32;
}

/* Whether the rules keep to what they say of IN, and of what has been at stake
   for CPU before.  */

static bool
rules_ok (const struct gcn_insn *in, enum gcn_cpu cpu)
{
  enum { N_CPUS = 9 };
  static struct gcn_hazard_use open[GCN_N_HAZARDS][N_CPUS][GCN_HAZARD_USES];
  unsigned c = __builtin_ctz (cpu), most = gcn_hazard_max_states (cpu);
  bool ok = true;
  for (unsigned rule = 0; rule < GCN_N_HAZARDS; rule++)
    {
      struct gcn_hazard_use use[GCN_HAZARD_USES];
      unsigned states = gcn_hazard_states (rule, cpu);
      for (unsigned u = 0; u < GCN_HAZARD_USES; u++)
	{
	  struct gcn_hazard_use *o = &open[rule][c][u];
	  if (!o->states)
	    continue;
	  unsigned then = gcn_hazard_then (rule, in, cpu, o);
	  ok &= then <= o->states;
	  if (gcn_hazard_kills (rule, in, cpu, o))
	    o->states = 0;
	}
      unsigned n = gcn_hazard_first (rule, in, cpu, use);
      ok &= n <= GCN_HAZARD_USES && (states || !n) && states <= most;
      for (unsigned u = 0; u < n; u++)
	{
	  ok &= use[u].states && use[u].states <= states;
	  open[rule][c][u] = use[u];
	}
      if (!ok)
	{
	  char text[200];
	  printf ("FAIL: rule %s: %s\n", gcn_hazard_rules[rule].name,
		  gcn_print (in, cpu, text, sizeof text));
	  return false;
	}
    }
  unsigned worth = gcn_wait_states (in);
  for (unsigned rule = 0; rule < GCN_N_HAZARDS; rule++)
    if (gcn_hazard_endless_p (rule) ? gcn_hazard_worth (rule, in) > 1
	: gcn_hazard_worth (rule, in) != worth)
      return false;
  return worth >= 1 && worth <= 16;
}

/* One trial of N words at W for CPU.  Returns false for a failure.  */

static bool
trial (const uint32_t *w, size_t n, enum gcn_cpu cpu, unsigned long *known)
{
  struct gcn_insn in, again;
  char text[200];
  const char *error = gcn_decode (w, n, cpu, &in);
  gcn_print (&in, cpu, text, sizeof text);
  const char *error2 = gcn_decode (w, n, cpu, &again);
  bool ok = in.length >= 4 && in.length % 4 == 0 && in.length <= 4 * n
	    && in.length <= (cpu & GCN_RDNA ? 12 : 8)
	    && (error ? !in.row && *error : in.row != NULL)
	    && error == error2 && memcmp (&in, &again, sizeof in) == 0
	    && strlen (text) < sizeof text - 1 && text[0];
  if (!ok)
    printf ("FAIL: %08x %08x, %zu words: length %u, %s, '%s'\n", w[0],
	    n > 1 ? w[1] : 0, n, in.length, error ? error : "no error", text);
  *known += !error;
  /* What fits only half is cut off.  */
  gcn_print (&in, cpu, text, 8);
  return ok && strlen (text) < 8 && (error || rules_ok (&in, cpu));
}

int
main (int argc, char **argv)
{
  unsigned long count = argc > 1 ? strtoul (argv[1], NULL, 0) : 300000;
  static const enum gcn_cpu cpus[] = { GCN_GFX803, GCN_GFX900, GCN_GFX906,
					GCN_GFX908, GCN_GFX90A, GCN_GFX942,
					GCN_GFX950, GCN_GFX1030,
					GCN_GFX1100 };
  unsigned failed = 0;
  unsigned long known = 0;
  for (unsigned long i = 0; i < count && failed < 10; i++)
    {
      /* On the heap, so that a read behind them is noticed.  */
      size_t n = next () % 4 ? 2 + next () % 2 : 1;
      uint32_t *w = malloc (n * sizeof *w);
      for (size_t k = 0; k < n; k++)
	w[k] = next ();
      /* Half of them in the encodings that random words hit rarely.  */
      if (i & 1)
	{
	  static const uint32_t heads[] =
	  {
	    0x7e000000, 0x7c000000, 0xbe800000, 0xbf000000, 0xbf800000,
	    0xd0000000, 0xd1000000, 0xd2000000, 0xd3800000, 0xd8000000,
	    0xdc000000, 0xe0000000, 0xe8000000, 0xf0000000, 0xc0000000,
	    0xc4000000, 0xd4000000
	  };
	  uint32_t h = heads[next () % (sizeof heads / sizeof *heads)];
	  w[0] = h | (w[0] & ((h & 0x1ff0000) || h >> 28 != 0xd ? 0x7fffff
			      : 0x3ffffff));
	  if (next () % 4 == 0)
	    w[0] = (w[0] & ~0x1ffu) | (249 + next () % 2);
	}
      if (!trial (w, n, cpus[next () % 9], &known))
	failed++;
      free (w);
    }
  printf ("%s: random words: %lu, of which %lu are instructions\n",
	  failed ? "FAIL" : "PASS", count, known);
  if (known < count / 10)
    {
      printf ("FAIL: too few of them are\n");
      failed++;
    }
  printf ("%u passed, %u failed, 0 skipped\n", failed ? 0 : 1, failed);
  return failed != 0;
}
