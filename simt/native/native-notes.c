/* Native code: what earlier runs have noted.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "native-int.h"

/* ---- Numbers.  */

/* A file of one.  It is only a hint, so that nothing is lost with one that is not whole or
   that another process writes.  */
struct note
{
  char magic[4];
  uint32_t number;
};
#define NOTE_MAGIC "note"

/* Open the file of KEY that ends with SUFFIX, whose name goes to NAME, and the folder as *DIR;
   made if MAKE.  A negative number if there is none; the folder may be open then.  */
static int
open_note (const struct simt_native_key *key, const char *suffix, char name[NATIVE_NAME],
	   int *dir, bool make)
{
  *dir = simt_native_folder (make);
  simt_native_name (name, key, suffix);
  return (*dir < 0 ? -1
	  : openat (*dir, name,
		    (make ? O_WRONLY | O_CREAT : O_RDONLY) | O_NOFOLLOW | O_CLOEXEC
		    | O_NONBLOCK, 0600));
}

static void
close_both (int fd, int dir)
{
  if (fd >= 0)
    close (fd);
  if (dir >= 0)
    close (dir);
}

uint32_t
simt_native_note (const struct simt_native_key *key)
{
  char name[NATIVE_NAME];
  struct note h;
  int dir, fd = open_note (key, ".note", name, &dir, false);
  bool ok = (fd >= 0 && pread (fd, &h, sizeof h, 0) == (ssize_t) sizeof h
	     && !memcmp (h.magic, NOTE_MAGIC, sizeof h.magic));
  close_both (fd, dir);
  return ok ? h.number : 0;
}

void
simt_native_keep_note (const struct simt_native_key *key, uint32_t number)
{
  char name[NATIVE_NAME];
  struct note h = { NOTE_MAGIC, number };
  int dir, fd = open_note (key, ".note", name, &dir, number > 0);
  if (fd >= 0 && number)
    (void) !pwrite (fd, &h, sizeof h, 0);
  else if (fd >= 0)
    unlinkat (dir, name, 0);
  close_both (fd, dir);
}

/* ---- Which text it was.  */

/* A file of one; SUM is of all else, and of what it is called by.  */
struct known
{
  char magic[4];
  uint32_t length;
  struct simt_native_key text;
  struct simt_native_key sum;
};
#define KNOWN_MAGIC "text"

/* What the file for BY is called by goes to *NAMED.  False if there is no compiler.  */
static bool
name_known (const struct simt_native_key *by, struct simt_native_key *named)
{
  *named = (struct simt_native_key) { 0, 0 };
  simt_native_sum (named, by, sizeof *by);
  return simt_native_add_compiler (named);
}

/* The sum of K in the file that is called by NAMED.  */
static struct simt_native_key
sum_known (struct simt_native_key named, const struct known *k)
{
  simt_native_sum (&named, k, offsetof (struct known, sum));
  return named;
}

bool
simt_native_find (const struct simt_native_key *by, struct simt_native_key *text,
		  uint32_t *length)
{
  char name[NATIVE_NAME];
  struct known k = { .length = 0 };
  struct simt_native_key named, sum;
  int dir;
  if (!name_known (by, &named))
    return false;
  int fd = open_note (&named, ".text", name, &dir, false);
  bool ok = (fd >= 0 && pread (fd, &k, sizeof k, 0) == (ssize_t) sizeof k
	     && !memcmp (k.magic, KNOWN_MAGIC, sizeof k.magic));
  close_both (fd, dir);
  sum = sum_known (named, &k);
  ok = ok && !memcmp (&sum, &k.sum, sizeof sum);
  *text = k.text;
  *length = k.length;
  return ok;
}

void
simt_native_keep (const struct simt_native_key *by, const struct simt_native_key *text,
		  uint32_t length)
{
  char name[NATIVE_NAME];
  struct known k = { KNOWN_MAGIC, length, *text, { 0, 0 } };
  struct simt_native_key named;
  int dir;
  if (!name_known (by, &named))
    return;
  k.sum = sum_known (named, &k);
  int fd = open_note (&named, ".text", name, &dir, true);
  if (fd >= 0)
    (void) !pwrite (fd, &k, sizeof k, 0);
  close_both (fd, dir);
}
