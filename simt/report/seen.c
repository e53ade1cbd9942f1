/* What earlier runs of a program have found.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "simt/base/file.h"
#include "report.h"
#include "seen.h"

static char file[PATH_MAX];	/* In NAME-run: the file.  */
static int to = -1;		/* In a run: the file, for what is new.  */
static uint64_t *known;		/* What earlier runs have found, in order.  */
static size_t n_known;
static const char *seed;

static void
variable (const struct simt_tool *tool, char *buf, size_t size)
{
  snprintf (buf, size, "%s_SEEN", tool->prefix);
}

bool
simt_seen_create (const struct simt_tool *tool)
{
  const char *tmp = getenv ("TMPDIR");
  char name[64];
  snprintf (file, sizeof file, "%s/accelfix-seen.XXXXXX",
	    tmp && *tmp == '/' ? tmp : "/tmp");
  int fd = mkostemp (file, O_CLOEXEC);
  if (fd < 0)
    return false;
  close (fd);
  variable (tool, name, sizeof name);
  if (setenv (name, file, 1) == 0)
    return true;
  simt_seen_end ();
  errno = ENOMEM;
  return false;
}

void
simt_seen_end (void)
{
  unlink (file);
}

static int
compare_keys (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

void
simt_seen_read (const struct simt_tool *tool)
{
  char name[64];
  size_t room = 0;
  variable (tool, name, sizeof name);
  const char *path = getenv (name);
  FILE *in = path && *path ? fopen (path, "re") : NULL;
  if (!in)
    return;
  uint64_t key;
  while (fscanf (in, "%" SCNx64, &key) == 1)
    {
      if (n_known == room)
	{
	  size_t more = room ? 2 * room : 64;
	  uint64_t *p = realloc (known, more * sizeof *p);
	  if (!p)
	    break;
	  known = p;
	  room = more;
	}
      known[n_known++] = key;
    }
  fclose (in);
  if (n_known)
    qsort (known, n_known, sizeof *known, compare_keys);
  to = open (path, O_WRONLY | O_APPEND | O_CLOEXEC);
  snprintf (name, sizeof name, "%s_SEEN_SEED", tool->prefix);
  seed = getenv (name);
}

/* Fowler, Noll and Vo's hash of S, which may be null, after H.  With WORDS, without
   its numbers.  */

static uint64_t
hash_text (uint64_t h, const char *s, bool words)
{
  for (; s && *s; s++)
    {
      if (words && isxdigit ((unsigned char) *s)
	  && (isdigit ((unsigned char) *s) || isdigit ((unsigned char) s[1])))
	continue;
      h = (h ^ (unsigned char) *s) * UINT64_C (0x100000001b3);
    }
  return (h ^ 0xff) * UINT64_C (0x100000001b3);
}

static const uint64_t EMPTY = UINT64_C (0xcbf29ce484222325);

static uint64_t
hash_place (const char *function, const char *path, uint64_t line)
{
  uint64_t h = hash_text (EMPTY, function, false);
  h = hash_text (h, path, false);
  for (; line; line >>= 8)
    h = (h ^ (line & 255)) * UINT64_C (0x100000001b3);
  return h;
}

/* The place of R: its source line, or else where it is in the code.  */

static uint64_t
hash_own (const struct simt_report *r)
{
  uint64_t at = r->line;
  for (size_t k = 0; !r->path && k < r->n_facts; k++)
    {
      const struct simt_fact *f = &r->facts[k];
      if (f->json && f->type == SIMT_NUMBER
	  && (!strcmp (f->json, "offset") || !strcmp (f->json, "ptx_line")))
	at = f->n[0];
    }
  return hash_place (r->function, r->path, at);
}

/* What stands for R.  Places are added up, so that it does not matter which
   access of a race came first.  */

static uint64_t
key_of (const struct simt_tool *tool, const struct simt_report *r)
{
  uint64_t sum = hash_own (r);
  for (size_t k = 0; k < r->places.n_related; k++)
    if (r->places.related[k].n_stack)
      {
	const struct simt_place *p = r->places.related[k].stack;
	sum += hash_place (p->function, p->path, p->line);
      }
  if (!r->function)
    sum = hash_text (sum, r->text, true);
  return hash_text (sum, tool->rules[r->kind].id, false);
}

bool
simt_seen (const struct simt_tool *tool, const struct simt_report *r)
{
  char line[24];
  if (to < 0)
    return false;
  uint64_t key = key_of (tool, r);
  if (n_known
      && bsearch (&key, known, n_known, sizeof *known, compare_keys))
    return true;
  int n = snprintf (line, sizeof line, "%016" PRIx64 "\n", key);
  /* If it cannot be written, it is reported again.  */
  simt_write_all (to, line, (size_t) n);
  return false;
}

const char *
simt_seen_seed (void)
{
  return seed && *seed ? seed : NULL;
}
