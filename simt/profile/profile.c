/* Counts by source line: what a process has counted.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simt/base/file.h"
#include "simt/base/json.h"
#include "simt/base/process.h"
#include "profile.h"
#include "profile-rows.h"
#include "simt/base/text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct simt_tool *tool;	/* NULL: there is no profile.  */
static const char *results;	/* NAME-run's file, or NULL.  */

/* ---- Counters.  */

/* What a host thread has counted: only it writes.  When it ends, the next that
   starts goes on with its table.  */
struct counts
{
  _Atomic uint64_t (*c)[3];	/* Warps, lanes, splits.  */
  uint32_t n;
  bool used;
  struct counts *next;
};

static struct counts *all;
static _Atomic uint32_t n_counters = 1;
static _Thread_local struct counts *mine;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
thread_ends (void *p)
{
  pthread_mutex_lock (&lock);
  ((struct counts *) p)->used = false;
  pthread_mutex_unlock (&lock);
}

static void
make_key (void)
{
  pthread_key_create (&key, thread_ends);
}

uint32_t
simt_profile_counter (void)
{
  uint32_t n = atomic_load (&n_counters);
  while (n != UINT32_MAX && !atomic_compare_exchange_weak (&n_counters, &n, n + 1))
    ;
  return n != UINT32_MAX ? n : 0;
}

/* Have this thread's table hold COUNTER; NULL when out of memory.  */

static struct counts *
grow (uint32_t counter)
{
  struct counts *m = mine;
  uint32_t n = counter + counter / 2 + 256;
  pthread_once (&once, make_key);
  pthread_mutex_lock (&lock);
  if (!m)
    {
      for (m = all; m && m->used; m = m->next)
	;
      if (!m && (m = calloc (1, sizeof *m)))
	{
	  m->next = all;
	  all = m;
	}
      if (m)
	{
	  m->used = true;
	  pthread_setspecific (key, m);
	  mine = m;
	}
    }
  if (m && counter >= m->n)
    {
      void *c = realloc (m->c, (size_t) n * sizeof *m->c);
      if (c)
	{
	  m->c = c;
	  memset (m->c + m->n, 0, (size_t) (n - m->n) * sizeof *m->c);
	  m->n = n;
	}
      else
	m = NULL;
    }
  pthread_mutex_unlock (&lock);
  return m;
}

static void
add (_Atomic uint64_t *to, uint64_t n)
{
  atomic_store_explicit (to, atomic_load_explicit (to, memory_order_relaxed) + n,
			 memory_order_relaxed);
}

void
simt_profile_count (uint32_t counter, unsigned lanes, bool split)
{
  struct counts *m = mine;
  if (!m || counter >= m->n)
    {
      m = grow (counter);
      if (!m)
	return;
    }
  add (&m->c[counter][0], 1);
  add (&m->c[counter][1], lanes);
  if (split)
    add (&m->c[counter][2], 1);
}

/* What all threads have counted, under the lock: an array with three numbers for
   each counter, to be freed; NULL when out of memory.  */

static uint64_t (*
sum_counts (void)) [3]
{
  uint32_t n = atomic_load (&n_counters);
  uint64_t (*s)[3] = calloc (n, sizeof *s);
  for (struct counts *t = s ? all : NULL; t; t = t->next)
    for (uint32_t k = 1; k < n && k < t->n; k++)
      for (int j = 0; j < 3; j++)
	s[k][j] += atomic_load_explicit (&t->c[k][j], memory_order_relaxed);
  return s;
}

/* ---- Places: each once, by a hash table with open addressing.  */

static struct simt_profile_row *rows;
static uint32_t n_rows, alloc_rows;
static uint32_t *table;		/* 1 more than the row's number, or 0.  */
static uint32_t table_size;	/* A power of two, or 0.  */

/* What is known of an instruction is kept as long as the process lives, as a module
   may be unloaded before the end.  */
static struct insn
{
  uint32_t row, code, issued, done, parts;
  uint16_t read, written;
  uint8_t width;
  bool start;			/* A function begins here.  */
} *insns;
static size_t n_insns, alloc_insns;

/* S, or a copy of it that is never freed.  */

static const char *
keep (const char *s)
{
  return s ? strdup (s) : NULL;
}

static uint32_t
hash (const struct simt_profile_place *p)
{
  uint32_t h = p->line * 0x9e3779b1u;
  for (const char *s = p->function; s && *s; s++)
    h = (h ^ (unsigned char) *s) * 0x01000193u;
  for (const char *s = p->path; s && *s; s++)
    h = (h ^ (unsigned char) *s) * 0x01000193u;
  return h ^ h >> 15;
}

static bool
grow_table (void)
{
  uint32_t size = table_size ? 2 * table_size : 256;
  uint32_t *t = calloc (size, sizeof *t);
  if (!t)
    return false;
  free (table);
  table = t;
  table_size = size;
  for (uint32_t k = 0; k < n_rows; k++)
    {
      uint32_t h = hash (&rows[k].place);
      while (table[h & (size - 1)])
	h++;
      table[h & (size - 1)] = k + 1;
    }
  return true;
}

/* The number of P's row, or UINT32_MAX when out of memory; under the lock.  */

static uint32_t
row_of (const struct simt_profile_place *p)
{
  if (2 * (n_rows + 1) > table_size && !grow_table ())
    return UINT32_MAX;
  uint32_t h = hash (p);
  for (;; h++)
    {
      uint32_t k = table[h & (table_size - 1)];
      if (!k)
	break;
      const struct simt_profile_place *q = &rows[k - 1].place;
      if (q->line == p->line
	  && !simt_profile_compare (q->function, p->function)
	  && !simt_profile_compare (q->path, p->path))
	return k - 1;
    }
  if (n_rows == alloc_rows)
    {
      uint32_t n = alloc_rows ? 2 * alloc_rows : 256;
      struct simt_profile_row *more = realloc (rows, n * sizeof *rows);
      if (!more)
	return UINT32_MAX;
      rows = more;
      alloc_rows = n;
    }
  rows[n_rows] = (struct simt_profile_row)
    { .place = { keep (p->function), keep (p->path), p->line,
		 keep (p->library) } };
  table[h & (table_size - 1)] = n_rows + 1;
  return n_rows++;
}

static void
add_insn (const struct simt_profile_place *p, struct insn i)
{
  pthread_mutex_lock (&lock);
  i.row = row_of (p);
  if (i.row != UINT32_MAX && n_insns == alloc_insns)
    {
      size_t n = alloc_insns ? 2 * alloc_insns : 1024;
      struct insn *more = realloc (insns, n * sizeof *insns);
      if (more)
	{
	  insns = more;
	  alloc_insns = n;
	}
    }
  if (i.row != UINT32_MAX && n_insns < alloc_insns)
    insns[n_insns++] = i;
  pthread_mutex_unlock (&lock);
}

void
simt_profile_insn (const struct simt_profile_insn *i)
{
  add_insn (&i->place,
	    (struct insn) { .code = i->code, .issued = i->issued,
			    .done = i->done, .parts = i->parts,
			    .read = (uint16_t) i->read,
			    .written = (uint16_t) i->written,
			    .width = (uint8_t) i->width });
}

void
simt_profile_function (const struct simt_profile_place *p, uint32_t counter)
{
  add_insn (p, (struct insn) { .issued = counter, .done = counter,
			       .start = true });
}

/* ---- The end.  */

static int
by_code (const void *a, const void *b)
{
  const struct insn *i = a, *j = b;
  return i->code < j->code ? -1 : i->code > j->code;
}

/* A line is executed as often as that of its instructions which is executed most
   often, in each of the translations that its function has.  */

static void
note_executed (struct simt_profile_row *r, uint32_t code, uint64_t lanes)
{
  if (r->code_seen != code)
    r->most = 0;
  r->code_seen = code;
  if (lanes > r->most)
    {
      r->executed += lanes - r->most;
      r->most = lanes;
    }
}

/* Put what was counted into the rows; under the lock.  False when out of
   memory.  */

static bool
fill_rows (void)
{
  uint64_t (*c)[3] = sum_counts ();
  if (!c)
    return false;
  if (n_insns)
    qsort (insns, n_insns, sizeof *insns, by_code);
  for (size_t k = 0; k < n_insns; k++)
    {
      const struct insn *i = &insns[k];
      struct simt_profile_row *r = &rows[i->row];
      uint64_t n = c[i->issued][0], lanes = c[i->done][1];
      if (i->start)
	{
	  r->starts = true;
	  r->calls += lanes;
	  continue;
	}
      uint64_t times = i->width ? lanes : n;
      r->code = true;
      r->insns += n;
      r->slots += n * i->width;
      r->lanes += i->width ? lanes : 0;
      r->read += times * i->read;
      r->written += times * i->written;
      r->splits += c[i->parts][2];
      note_executed (r, i->code, lanes);
    }
  free (c);
  return true;
}

static void
json_rows (int fd)
{
  for (uint32_t k = 0; k < n_rows; k++)
    {
      const struct simt_profile_row *r = &rows[k];
      struct simt_text t;
      if (!r->insns || !simt_text_open (&t))
	continue;
      fputs ("{\"type\":\"line\"", t.out);
      json_member (t.out, "function", r->place.function);
      json_member (t.out, "file", r->place.path);
      if (r->place.line)
	fprintf (t.out, ",\"line\":%u", r->place.line);
      json_member (t.out, "library", r->place.library);
      fprintf (t.out, ",\"executed\":%" PRIu64 ",\"instructions\":%" PRIu64
	       ",\"lane_slots\":%" PRIu64 ",\"lanes\":%" PRIu64 ",\"read\":%"
	       PRIu64 ",\"written\":%" PRIu64 ",\"splits\":%" PRIu64,
	       r->executed, r->insns, r->slots, r->lanes, r->read, r->written,
	       r->splits);
      simt_process_json (t.out);
      fputs ("}\n", t.out);
      if (simt_text_close (&t))
	simt_write_all (fd, t.p, t.n);
      free (t.p);
    }
}

/* Append the rows to NAME-run's file, in one write.  */

static void
write_results (void)
{
  struct simt_text t;
  int fd = open (results, O_WRONLY | O_APPEND | O_CLOEXEC);
  bool ok = fd >= 0 && simt_text_open (&t);
  if (ok)
    {
      for (uint32_t k = 0; k < n_rows; k++)
	simt_profile_put_row (t.out, &rows[k]);
      ok = simt_text_close (&t) && simt_write_all (fd, t.p, t.n);
      free (t.p);
    }
  if (!ok)
    fprintf (stderr, "%s: cannot write %s: %s; the profile is lost\n", tool->name,
	     results, strerror (errno));
  if (fd >= 0)
    close (fd);
}

void
simt_profile_end (int json)
{
  if (!tool)
    return;
  pthread_mutex_lock (&lock);
  if (!fill_rows ())
    fprintf (stderr, "%s: no memory for the profile\n", tool->name);
  else
    {
      if (json >= 0)
	json_rows (json);
      if (results)
	write_results ();
      else
	simt_profile_text (stderr, tool, rows, n_rows);
    }
  tool = NULL;
  pthread_mutex_unlock (&lock);
}

bool
simt_profile_init (const struct simt_tool *t, bool profile, char *why,
		   size_t size)
{
  char name[64];
  if (!profile)
    return true;
  snprintf (name, sizeof name, "%s_PROFILE_RESULTS", t->prefix);
  results = getenv (name);
  if (results && !*results)
    results = NULL;
  if (results && access (results, W_OK) != 0)
    {
      snprintf (why, size, "cannot write %s: %s", results, strerror (errno));
      return false;
    }
  tool = t;
  return true;
}
