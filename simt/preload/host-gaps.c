/* Gaps between the variables that a construct maps.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For a construct that maps several variables libgomp allocates one block and puts
   each variable at the next multiple of its alignment, which is part of the kind
   (gomp_map_vars_internal in libgomp's target.c).  A gap separates arrays that lie
   side by side there: the alignments in the kinds are made larger, such that no
   variable's size comes close to a multiple of the next one's.  libgomp does all the
   rest as ever.  A construct whose kinds would put a variable where its size and the
   host's address may need more is left alone, so that an access fails there as it
   does on a GPU.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host-gaps.h"

uint64_t gap_redzone;
static uint64_t budget;		/* What all gaps of a call may take.  */
_Atomic bool gap_profiled;	/* The program sees libgomp's blocks.  */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static uint64_t
number_of (const char *var, uint64_t otherwise)
{
  const char *s = getenv (var);
  char *end;
  if (!s || *s < '0' || *s > '9')
    return otherwise;
  uint64_t v = strtoull (s, &end, 10);
  switch (*end)
    {
    case 'K': return v << 10;
    case 'M': return v << 20;
    case 'G': return v << 30;
    default: return v;
    }
}

/* NAME-run has checked the variables.  */

static void
read_settings (void)
{
  const char *name = getenv ("ACCELFIX_CALLS");	/* The machine's prefix.  */
  char var[64];
  snprintf (var, sizeof var, "%.32s_REDZONE", name ? name : "PTXVM");
  gap_redzone = number_of (var, 64);
  snprintf (var, sizeof var, "%.32s_MEMORY", name ? name : "PTXVM");
  budget = number_of (var, (uint64_t) 4 << 30) / 16;
}

/* Does entry I of CALL take a place in the block that begins at a multiple of the
   alignment in its kind?  *SIZE becomes how many bytes it takes, if that is
   known.  */

bool
gap_placed_p (const struct simt_host_call *c, size_t i, uint64_t *size)
{
  if (!c->hosts[i])
    return false;
  *size = c->sizes[i];
  switch (simt_map_class (c->kinds[i]))
    {
    case SIMT_MAP_OBJECT:
    case SIMT_MAP_DESCRIPTOR:
    case SIMT_MAP_PRIVATE:
      return true;
    case SIMT_MAP_POINTER:
      *size = sizeof (void *);
      return true;
    case SIMT_MAP_STRUCT:
      *size = 0;
      if (c->sizes[i] && i + c->sizes[i] < c->n)
	{
	  size_t last = i + c->sizes[i];
	  *size = ((uintptr_t) c->hosts[last] + c->sizes[last]
		   - (uintptr_t) c->hosts[i]);
	}
      return true;
    default:
      return false;
    }
}

/* For how many of the entries of C there is a gap if all are aligned to ALIGN;
   *N becomes how many there are.  TABLE bytes come first.  */

static size_t
gaps (const struct simt_host_call *c, uint64_t table, uint64_t align,
      size_t *n)
{
  size_t good = 0;
  uint64_t size;
  *n = 0;
  if (table)
    {
      (*n)++;
      good += table % align && align - table % align >= gap_redzone;
    }
  for (size_t i = 0; i < c->n; i++)
    {
      if (gap_placed_p (c, i, &size) && size)
	{
	  (*n)++;
	  good += size % align && align - size % align >= gap_redzone;
	}
      if (simt_map_class (c->kinds[i]) == SIMT_MAP_STRUCT)
	i += c->sizes[i];
    }
  return good;
}

/* The alignment that N bytes at ADDRESS may need if nobody knows what they are.  */

static uint64_t
natural_alignment (uint64_t address, uint64_t n)
{
  uint64_t bits = address | n | 8;
  return bits & -bits;
}

/* Whether libgomp puts a variable of C that is mapped as bytes, by the alignment in its
   kind, where it is aligned less than it may need; TABLE bytes come first.  */

static bool
badly_aligned_p (const struct simt_host_call *c, uint64_t table)
{
  uint64_t at = table, size;
  for (size_t i = 0; i < c->n; i++)
    {
      if (gap_placed_p (c, i, &size) && size)
	{
	  uint64_t align = (uint64_t) 1 << (c->kinds[i] >> 8 & 63);
	  at = (at + align - 1) & -align;
	  if (align < 4 && at % natural_alignment ((uintptr_t) c->hosts[i], size))
	    return true;
	  at += size;
	}
      if (simt_map_class (c->kinds[i]) == SIMT_MAP_STRUCT)
	i += c->sizes[i];
    }
  return false;
}

/* The base-2 logarithm of the alignment that gives most variables of C a gap;
   0 for none.  */

static unsigned
choose_alignment (const struct simt_host_call *c, uint64_t table)
{
  unsigned best = 0;
  size_t most = 0, n = 0;
  for (unsigned k = 6; k < 34; k++)
    {
      size_t good = gaps (c, table, (uint64_t) 1 << k, &n);
      if (n < 2)		/* It has no neighbour.  */
	return 0;
      if (k > 6 && (n + 1) << k > budget)
	break;
      if (good > most)
	{
	  best = k;
	  most = good;
	}
      if (most == n)
	break;
    }
  return best;
}

/* Copy C's kinds to TO, with alignments that leave gaps.  A firstprivate
   variable is copied to the host's stack under the same alignment, where the
   region runs there, so that one stays small.  */

void
gap_spread (struct simt_host_call *c, uint64_t table, unsigned short *to)
{
  unsigned k = badly_aligned_p (c, table) ? 0 : choose_alignment (c, table);
  memcpy (to, c->kinds, c->n * sizeof *to);
  c->kinds = to;
  for (size_t i = 0; i < c->n; i++)
    {
      enum simt_map_class class = simt_map_class (to[i]);
      unsigned shift = to[i] >> 8, want = k;
      uint64_t size;
      if (class == SIMT_MAP_PRIVATE && want > 10)
	want = 10;
      if (gap_placed_p (c, i, &size) && shift < want)
	to[i] = (unsigned short) ((to[i] & 0xff) | want << 8);
      if (class == SIMT_MAP_STRUCT)
	i += c->sizes[i];
    }
}

/* Does it make sense to spread C's variables?  */

bool
gap_wanted_p (const struct simt_host_call *c)
{
  pthread_once (&once, read_settings);
  return gap_redzone && c->n && c->n <= MOST_ENTRIES && !gap_profiled;
}

/* May libgomp be asked where the variables of C, an OpenACC construct, are?  Each
   look-up moves what it finds to the root of libgomp's tree, and of two fields of
   one structure libgomp of GCC 12 later takes the one that it meets first
   (deep-copy-7.c of its tests fails then).  */

bool
gap_ask_p (const struct simt_host_call *c)
{
  for (size_t i = 0; i < c->n; i++)
    if (simt_map_class (c->kinds[i]) == SIMT_MAP_STRUCT)
      return false;
  return gap_wanted_p (c);
}
