/* Archives of object files: members are given new contents.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* The format is that of ar(5): a magic string, then for each member a header of
   60 bytes and its contents, padded to an even length.  Headers stay as they
   are but for the size, so names, dates, owners and modes do; the symbol table,
   GNU's with words of 4 or 8 bytes or BSD's, is corrected where members have
   moved.  It names global symbols only, which no repair adds.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "gcncheck.h"
#include "fix.h"

static const char magic[] = "!<arch>\n", thin_magic[] = "!<thin>\n";
enum { MAGIC = 8, HEADER = 60, SIZE_AT = 48, SIZE_DIGITS = 10 };

struct moved { size_t from, to; };	/* Where a header went.  */

struct archive
{
  const char *file;
  const unsigned char *data;
  size_t size;
  unsigned char *out;
  size_t n, alloc;
  struct moved *moved;
  size_t n_moved;
  const char *names;		/* GNU's table of long names.  */
  size_t names_size;
  size_t table, table_size;	/* The symbol table's contents in OUT.  */
  enum { NO_TABLE, GNU_32, GNU_64, BSD_32 } table_kind;
};

/* One member, as the header has it.  */
struct member
{
  size_t header, data, size;	/* DATA, SIZE: without a name before it.  */
  size_t name_size;		/* Of that name.  */
  char name[256];
};

bool
archive_p (const unsigned char *data, size_t size)
{
  return size >= MAGIC && (memcmp (data, magic, MAGIC) == 0
			   || memcmp (data, thin_magic, MAGIC) == 0);
}

static void
put (struct archive *a, const void *p, size_t n)
{
  if (a->n + n > a->alloc)
    {
      while (a->n + n > a->alloc)
	a->alloc = a->alloc ? a->alloc * 2 : 65536;
      a->out = xgrow (a->out, a->alloc, 1);
    }
  if (n)
    memcpy (a->out + a->n, p, n);
  a->n += n;
}

/* The decimal number of up to N digits at P; false if there is none.  */

static bool
decimal (const unsigned char *p, size_t n, size_t *value)
{
  size_t i = 0;
  *value = 0;
  for (; i < n && p[i] >= '0' && p[i] <= '9'; i++)
    *value = *value * 10 + (p[i] - '0');
  return i > 0;
}

/* Copies a name of up to N characters, that ends in one of STOPS, to M.  */

static void
copy_name (struct member *m, const char *p, size_t n, const char *stops)
{
  size_t i = 0;
  for (; i < n && i + 1 < sizeof m->name && p[i] && !strchr (stops, p[i]); i++)
    m->name[i] = p[i];
  m->name[i] = 0;
}

/* Reads the header at AT into *M.  Returns false where it is damaged.  */

static bool
read_member (const struct archive *a, size_t at, struct member *m)
{
  const unsigned char *h = a->data + at;
  size_t number;
  memset (m, 0, sizeof *m);
  m->header = at;
  m->data = at + HEADER;
  if (a->size - at < HEADER || h[58] != '`' || h[59] != '\n'
      || !decimal (h + SIZE_AT, SIZE_DIGITS, &m->size)
      || m->size > a->size - m->data)
    return false;
  if (memcmp (h, "#1/", 3) == 0)
    {
      if (!decimal (h + 3, 13, &m->name_size) || m->name_size > m->size)
	return false;
      copy_name (m, (const char *) a->data + m->data, m->name_size, "");
      m->data += m->name_size;
      m->size -= m->name_size;
    }
  else if (h[0] == '/' && decimal (h + 1, 15, &number))
    {
      if (number >= a->names_size)
	return false;
      copy_name (m, a->names + number, a->names_size - number, "/\n");
    }
  else if (h[0] == '/')
    copy_name (m, (const char *) h, 16, " ");
  else
    copy_name (m, (const char *) h, 16, memchr (h, '/', 16) ? "/" : " ");
  return true;
}

/* Notes symbol tables and the names' table.  Returns false for a member that is
   one like the others.  */

static bool
special_member (struct archive *a, const struct member *m, size_t data_at)
{
  static const struct { const char *name; int kind; } names[] = {
    { "/", GNU_32 }, { "/SYM64/", GNU_64 }, { "//", NO_TABLE },
    { "__.SYMDEF", BSD_32 }, { "__.SYMDEF SORTED", BSD_32 }
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (m->name, names[i].name) == 0)
      {
	if (names[i].kind == NO_TABLE)
	  {
	    a->names = (const char *) a->data + m->data;
	    a->names_size = m->size;
	    return true;
	  }
	a->table = data_at;
	a->table_size = m->size;
	a->table_kind = names[i].kind;
	return true;
      }
  return false;
}

/* Copies member M, with new contents where FN has some.  Returns false after an
   error that FN has reported, or with one in ERROR.  */

static bool
copy_member (struct archive *a, const struct member *m, member_fn *fn,
	     void *closure, char *error, size_t error_size)
{
  unsigned char *new = NULL;
  size_t new_size = 0, header_at = a->n;
  char digits[32];
  a->moved = xgrow (a->moved, a->n_moved + 1, sizeof *a->moved);
  a->moved[a->n_moved++] = (struct moved) { m->header, a->n };
  put (a, a->data + m->header, m->data - m->header);
  if (!special_member (a, m, a->n)
      && !fn (closure, m->name, a->data + m->data, m->size, &new, &new_size))
    return false;
  if (!new)
    put (a, a->data + m->data, m->size);
  else
    {
      put (a, new, new_size);
      free (new);
      size_t n = snprintf (digits, sizeof digits, "%-10zu",
			   new_size + m->name_size);
      if (n != SIZE_DIGITS)
	{
	  snprintf (error, error_size, "%s: member '%s' gets too large",
		    a->file, m->name);
	  return false;
	}
      memcpy (a->out + header_at + SIZE_AT, digits, SIZE_DIGITS);
    }
  size_t end = m->data + m->size;
  if ((a->n - header_at) % 2)
    put (a, (end - m->header) % 2 && end < a->size ? a->data + end
	 : (const void *) "\n", 1);
  return true;
}

/* Where the member whose header was at FROM has it now, or zero.  */

static size_t
moved_to (const struct archive *a, size_t from)
{
  size_t low = 0, high = a->n_moved;
  while (low < high)
    {
      size_t mid = (low + high) / 2;
      if (a->moved[mid].from < from)
	low = mid + 1;
      else
	high = mid;
    }
  return low < a->n_moved && a->moved[low].from == from ? a->moved[low].to
	 : 0;
}

/* Corrects the symbol table: an array of offsets, big-endian after their
   number, in GNU's; pairs of a name and an offset, after their size in bytes,
   in BSD's.  */

static bool
fix_table (struct archive *a)
{
  unsigned char *p = a->out + a->table, bytes[8];
  size_t word = a->table_kind == GNU_64 ? 8 : 4, step = word, first = word;
  uint64_t count = 0;
  if (a->table_kind == NO_TABLE || a->table_size == 0)
    return true;
  if (a->table_size < word)
    return false;
  if (a->table_kind == BSD_32)
    {
      count = get_number (p, 4) / 8;
      step = 8;
      first = 8;
    }
  else
    for (size_t i = 0; i < word; i++)
      count = count << 8 | p[i];
  if (count > (a->table_size - word) / step)
    return false;
  for (uint64_t k = 0; k < count; k++)
    {
      unsigned char *q = p + first + k * step;
      bool big = a->table_kind != BSD_32;
      for (size_t i = 0; i < word; i++)
	bytes[big ? word - 1 - i : i] = q[i];
      size_t to = moved_to (a, get_number (bytes, word));
      if (!to || (word == 4 && to > UINT32_MAX))
	return false;
      put_number (bytes, to, word);
      for (size_t i = 0; i < word; i++)
	q[i] = bytes[big ? word - 1 - i : i];
    }
  return true;
}

/* Makes of the archive of SIZE bytes at DATA, which FILE held, one whose members
   are what FN makes of them: *OUT, of *OUT_SIZE bytes.  Returns false after an
   error, with the reason in ERROR, or with an empty ERROR where FN failed.  */

bool
rewrite_archive (const char *file, const unsigned char *data, size_t size,
		 member_fn *fn, void *closure, unsigned char **out,
		 size_t *out_size, char *error, size_t error_size)
{
  struct archive a = { .file = file, .data = data, .size = size };
  struct member m;
  bool ok = true;
  *error = 0;
  if (memcmp (data, thin_magic, MAGIC) == 0)
    {
      snprintf (error, error_size, "%s: is a thin archive, which holds no "
		"objects: treat these", file);
      return false;
    }
  put (&a, data, MAGIC);
  for (size_t at = MAGIC; ok && at < size; at = m.data + m.size,
       at += (at - MAGIC) % 2)
    {
      ok = read_member (&a, at, &m);
      if (!ok)
	snprintf (error, error_size, "%s: damaged archive: its member at %zu "
		  "has no valid header", file, at);
      else
	ok = copy_member (&a, &m, fn, closure, error, error_size);
    }
  if (ok && !fix_table (&a))
    {
      snprintf (error, error_size, "%s: damaged archive: its symbol table "
		"names no members; run ranlib on it", file);
      ok = false;
    }
  free (a.moved);
  if (!ok)
    {
      free (a.out);
      return false;
    }
  *out = a.out;
  *out_size = a.n;
  return true;
}
