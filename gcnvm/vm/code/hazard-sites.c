/* Pairs of instructions that may come too near to each other.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>

#include "code/sites.h"

static void
add_site (struct hazard_sites *h, const struct hazard_site *site)
{
  for (size_t i = 0; i < h->n; i++)
    if (h->sites[i].rule == site->rule && h->sites[i].first == site->first
	&& h->sites[i].then == site->then && h->sites[i].use == site->use)
      {
	h->sites[i].distances |= site->distances;
	if (site->between < h->sites[i].between)
	  h->sites[i].between = site->between;
	return;
      }
  struct hazard_site *q = realloc (h->sites, (h->n + 1) * sizeof *q);
  if (!q)
    return;
  h->sites = q;
  h->sites[h->n++] = *site;
}

/* Where a walk is.  */
struct walk
{
  const struct gcn_insn *insns;
  const uint32_t *index_of;	/* Instruction at each word, plus one.  */
  const uint32_t *word_of;
  size_t n, words;
  enum gcn_cpu cpu;
  struct hazard_sites *sites;
};

/* Follows the code from instruction I on, LEFT wait states being lacking after
   the first instruction of SITE, which has USE at stake.  */

static void
follow (const struct walk *k, const struct hazard_site *site, unsigned i,
	int left, struct gcn_hazard_use use)
{
  struct hazard_site found = *site;
  while (left > 0 && i < k->n)
    {
      const struct gcn_insn *in = &k->insns[i];
      if (!in->row)
	return;
      /* What came between the two, and what there has to be.  */
      unsigned between = use.states - left;
      found.states = gcn_hazard_then (site->rule, in, k->cpu, &use);
      if (found.states > between)
	{
	  found.then = i;
	  add_site (k->sites, &found);
	}
      if (gcn_hazard_kills (site->rule, in, k->cpu, &use))
	return;
      left -= gcn_wait_states (in);
      uint64_t f = in->row->flags;
      if (f & GCN_F_BRANCH && in->row->s[0] == GCN_T_label
	  && !(f & GCN_F_CALL) && left > 0)
	{
	  int64_t to = (int64_t) k->word_of[i] + in->length / 4
		       + (int16_t) in->simm;
	  if (to >= 0 && (size_t) to < k->words && k->index_of[to])
	    follow (k, site, k->index_of[to] - 1, left, use);
	}
      if (f & (GCN_F_JUMP | GCN_F_END | GCN_F_CALL))
	return;
      i++;
    }
}

/* The same for a rule that does not count instructions, of which BETWEEN that
   count and FAR wait states came after the first one.  */

static void
follow_endless (const struct walk *k, const struct hazard_site *site, unsigned i,
		unsigned between, unsigned far, struct gcn_hazard_use use)
{
  struct hazard_site found = *site;
  while (between < use.states && far < FARTHEST_ENDLESS && i < k->n)
    {
      const struct gcn_insn *in = &k->insns[i];
      if (!in->row)
	return;
      found.states = gcn_hazard_then (site->rule, in, k->cpu, &use);
      if (found.states > between)
	{
	  found.then = i;
	  found.between = between;
	  found.distances = UINT64_C (1) << far;
	  add_site (k->sites, &found);
	}
      if (gcn_hazard_kills (site->rule, in, k->cpu, &use))
	return;
      between += gcn_hazard_worth (site->rule, in);
      far += gcn_wait_states (in);
      uint64_t f = in->row->flags;
      if (f & GCN_F_BRANCH && in->row->s[0] == GCN_T_label
	  && !(f & GCN_F_CALL))
	{
	  int64_t to = (int64_t) k->word_of[i] + in->length / 4
		       + (int16_t) in->simm;
	  if (to >= 0 && (size_t) to < k->words && k->index_of[to])
	    follow_endless (k, site, k->index_of[to] - 1, between, far, use);
	}
      if (f & (GCN_F_JUMP | GCN_F_END | GCN_F_CALL))
	return;
      i++;
    }
}

/* Finds the pairs among the N instructions at INSNS, of CPU, into H.  */

void
hazards_find (const struct gcn_insn *insns, size_t n, enum gcn_cpu cpu,
	      struct hazard_sites *h)
{
  size_t words = 0;
  h->sites = NULL;
  h->n = 0;
  for (size_t i = 0; i < n; i++)
    words += insns[i].length / 4;
  uint32_t *index_of = calloc (words + 1, sizeof *index_of);
  uint32_t *word_of = calloc (n + 1, sizeof *word_of);
  if (index_of && word_of)
    {
      size_t w = 0;
      for (size_t i = 0; i < n; i++)
	{
	  index_of[w] = i + 1;
	  word_of[i] = w;
	  w += insns[i].length / 4;
	}
      struct walk k = { insns, index_of, word_of, n, words, cpu, h };
      for (size_t i = 0; i < n; i++)
	for (unsigned r = 0; r < GCN_N_HAZARDS; r++)
	  {
	    struct gcn_hazard_use use[GCN_HAZARD_USES];
	    /* Rules about masks would tell of nearly all code.  */
	    unsigned uses = (gcn_hazard_countless_p (r) ? 0
			     : gcn_hazard_first (r, &insns[i], cpu, use));
	    for (unsigned u = 0; u < uses; u++)
	      {
		struct hazard_site site = { .rule = r, .use = u, .first = i,
					    .code = use[u].code,
					    .regs = use[u].regs };
		if (gcn_hazard_endless_p (r))
		  follow_endless (&k, &site, i + 1, 0, 0, use[u]);
		else
		  follow (&k, &site, i + 1, use[u].states, use[u]);
	      }
	  }
    }
  free (index_of);
  free (word_of);
}

/* ---- While running.  */

/* The state of the rule of S in a wave.  */
