/* Input files: texts, linked executables, archives.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input.h"
#include "ptx-int.h"

#define AR_MAGIC "!<arch>\n"
#define AR_THIN "!<thin>\n"
#define AR_HEADER 60

/* Read all of FILE; NULL with a message when it cannot be read.  */

char *
ptx_slurp (const char *file, size_t *len, struct ptx_diag *diag)
{
  FILE *f = fopen (file, "rb");
  struct stat st;
  char *text = NULL;
  size_t n = 0, alloc = 0;

  if (!f)
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0, "cannot open: %s",
		    strerror (errno));
      return NULL;
    }
  if (fstat (fileno (f), &st) == 0 && S_ISDIR (st.st_mode))
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0, "cannot read: is a directory");
      fclose (f);
      return NULL;
    }
  for (;;)
    {
      if (alloc - n < 65536)
	{
	  alloc = alloc ? alloc * 2 : 262144;
	  text = ptx_xrealloc (text, alloc);
	}
      size_t got = fread (text + n, 1, alloc - n, f);
      n += got;
      if (got == 0)
	break;
    }
  if (ferror (f))
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0, "cannot read: %s",
		    strerror (errno));
      fclose (f);
      free (text);
      return NULL;
    }
  fclose (f);
  *len = n;
  return text;
}

/* Call FN for each NUL-separated piece of TEXT that is not blank.  */

bool
ptx_for_each_piece (const char *text, size_t len, ptx_piece_fn fn,
		    void *closure)
{
  const char *end = text + len;
  unsigned line_base = 0;
  bool ok = true;

  while (text < end)
    {
      const char *nul = memchr (text, '\0', end - text);
      const char *stop = nul ? nul : end;
      unsigned lines = 0;
      bool blank = true;

      for (const char *s = text; s < stop; s++)
	if (*s == '\n')
	  lines++;
	else if (*s != ' ' && *s != '\t' && *s != '\r')
	  blank = false;
      if (!blank && !fn (closure, text, stop - text, line_base))
	ok = false;
      line_base += lines;
      text = stop + 1;
    }
  return ok;
}

/* The archive member whose header is at offset *AT of DATA.  Fills in *M and
   moves *AT to the next header.  Returns 1, 0 at the end, -1 after an
   error.  NAMES is the member of long names, once it was seen.  */

static int
next_member (const char *file, const char *data, size_t len, size_t *at,
	     struct ptx_ar_member *m, const char **names, size_t *names_len,
	     struct ptx_diag *diag)
{
  const char *h = data + *at;
  char number[11];
  char *stop;

  if (*at >= len)
    return 0;
  if (len - *at < AR_HEADER || h[58] != '`' || h[59] != '\n')
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0,
		    "damaged archive: no member header at offset %zu", *at);
      return -1;
    }
  memcpy (number, h + 48, 10);
  number[10] = '\0';
  errno = 0;
  unsigned long long size = strtoull (number, &stop, 10);
  while (*stop == ' ')
    stop++;
  if (stop == number || *stop || number[0] == '-' || number[0] == '+'
      || size > len - *at - AR_HEADER)
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0,
		    "damaged archive: member at offset %zu says it has "
		    "`%s' bytes", *at, number);
      return -1;
    }
  m->header = *at;
  m->data = *at + AR_HEADER;
  m->size = size;
  m->special = false;
  m->name_at_start = 0;
  *at += AR_HEADER + size + (size & 1);

  size_t n = 0;
  if (h[0] == '/' && h[1] == '/' && h[2] == ' ')
    {
      *names = data + m->data;
      *names_len = size;
      m->special = true;
    }
  else if ((h[0] == '/' && h[1] == ' ')
	   || memcmp (h, "/SYM64/ ", 8) == 0
	   || memcmp (h, "__.SYMDEF", 9) == 0)
    m->special = true;
  else if (h[0] == '/' && h[1] >= '0' && h[1] <= '9')
    {
      unsigned long long off = strtoull (h + 1, NULL, 10);

      if (!*names || off >= *names_len)
	{
	  ptx_diagnose (diag, PTX_ERROR, file, 0,
			"damaged archive: member at offset %zu has no name",
			m->header);
	  return -1;
	}
      const char *s = *names + off, *e = *names + *names_len;
      while (s + n < e && s[n] != '\n' && n < sizeof m->name - 1)
	n++;
      memcpy (m->name, s, n);
      while (n && m->name[n - 1] == '/')
	n--;
    }
  else if (memcmp (h, "#1/", 3) == 0)
    {
      /* BSD: the name is the beginning of the data.  */
      unsigned long long l = strtoull (h + 3, NULL, 10);

      if (l > size)
	{
	  ptx_diagnose (diag, PTX_ERROR, file, 0,
			"damaged archive: member at offset %zu has no name",
			m->header);
	  return -1;
	}
      const char *s = data + m->data;
      while (n < l && s[n] && n < sizeof m->name - 1)
	n++;
      memcpy (m->name, s, n);
      m->name_at_start = l;
      m->data += l;
      m->size -= l;
      if (n >= 9 && memcmp (m->name, "__.SYMDEF", 9) == 0)
	m->special = true;
    }
  else
    {
      while (n < 16 && h[n] != '/' && h[n] != ' ')
	n++;
      memcpy (m->name, h, n);
    }
  m->name[n] = '\0';
  return 1;
}

bool
ptx_archive_p (const char *data, size_t len)
{
  return len >= 8 && memcmp (data, AR_MAGIC, 8) == 0;
}

bool
ptx_for_each_member (const char *file, const char *data, size_t len,
		     ptx_member_fn fn, void *closure, struct ptx_diag *diag)
{
  size_t at = 8, names_len = 0;
  const char *names = NULL;
  struct ptx_ar_member m;
  bool ok = true;
  int r;

  while ((r = next_member (file, data, len, &at, &m, &names, &names_len,
			   diag)) > 0)
    if (!fn (closure, &m))
      ok = false;
  return ok && r == 0;
}

/* ---- Host programs.  */

/* GCC's mkoffload puts the linked nvptx program into the host's read-only data,
   each piece a string of its own that begins with the comment which
   nvptx-none's compilers begin their output with.  Return those pieces of LEN
   bytes at DATA, an ELF file, as a linked executable has them, NUL between
   them, and put their size into *SIZE; free them.  NULL if there are none.  */

static char *
embedded_ptx (const char *data, size_t len, size_t *size)
{
  static const char mark[] = "// BEGIN PREAMBLE\n";
  const char *end = data + len, *at = data, *piece;
  char *pieces = NULL;
  size_t n = 0;

  while ((piece = memmem (at, end - at, mark, sizeof mark - 1)))
    {
      const char *nul = memchr (piece, '\0', end - piece);

      at = piece + 1;
      if (piece[-1] != '\0' || !nul)
	continue;
      pieces = ptx_xrealloc (pieces, n + (nul - piece) + 1);
      memcpy (pieces + n, piece, nul - piece + 1);
      n += nul - piece + 1;
      at = nul;
    }
  *size = n;
  return pieces;
}

/* The number of N bytes at P, least significant first.  */

static uint64_t
number_at (const char *p, unsigned n)
{
  uint64_t v = 0;

  while (n--)
    v = v << 8 | (unsigned char) p[n];
  return v;
}

/* A + B, or the most there is.  */

static uint64_t
sum (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

/* The bytes that LEN bytes at DATA, the start of an ELF file, say that the file
   has: up to the end of its tables, segments and sections, as far as they are
   there (System V ABI, "Object Files").  LEN for a file of most significant
   byte first, of which this does not know.  */

static uint64_t
elf_size (const char *data, size_t len)
{
  bool wide = len > 4 && data[4] == 2;
  unsigned word = wide ? 8 : 4, header = wide ? 64 : 52;
  uint64_t size = header;

  if (len > 5 && data[5] != 1)
    return len;
  if (len < header)
    return size;
  for (int sections = 0; sections < 2; sections++)
    {
      const char *counts = data + (wide ? 54 : 42) + 4 * sections;
      uint64_t table = number_at (data + (wide ? 32 : 28) + word * sections,
				  word);
      uint64_t entry = number_at (counts, 2), n = number_at (counts + 2, 2);

      if (!table || !n)
	continue;
      uint64_t end = sum (table, n * entry);
      if (end > size)
	size = end;
      if (end > len)
	continue;
      for (uint64_t i = 0; i < n && entry >= 8 * word - (wide ? 8 : 0); i++)
	{
	  /* p_offset, p_filesz; sh_offset, sh_size, sh_type.  */
	  const char *e = data + table + i * entry;
	  unsigned at = sections ? (wide ? 24 : 16) : (wide ? 8 : 4);
	  unsigned extent = sections ? at + word : wide ? 32 : 16;

	  end = sum (number_at (e + at, word), number_at (e + extent, word));
	  if (sections && (number_at (e + 4, 4) == 8	/* SHT_NOBITS.  */
			   || number_at (e + 4, 4) == 0))
	    continue;
	  if (end > size)
	    size = end;
	}
    }
  return size;
}

/* True if LEN bytes at DATA are all of an ELF file; else say that they are
   not.  */

static bool
elf_complete_p (const char *file, const char *data, size_t len,
		struct ptx_diag *diag)
{
  uint64_t size = elf_size (data, len);

  if (size <= len)
    return true;
  ptx_diagnose (diag, PTX_ERROR, file, 0, "truncated: an ELF file that says it "
		"has %llu bytes or more, of which %zu are there",
		(unsigned long long) size, len);
  return false;
}

/* ---- ptx_read_file.  */

/* Errors in one file after which the rest of it is not read.  */
#define MAX_ERRORS 20

struct reader
{
  const char *file, *data;
  const char *name;		/* Of the unit: file or file(member).  */
  struct ptx_units *units;
  struct ptx_diag *diag;
  bool any_order;
  unsigned before;		/* Errors before this file.  */
  bool stopped;			/* At MAX_ERRORS.  */
  unsigned n_members, n_objects;	/* Of an archive: those with anything
					   in them; ELF files without PTX.  */
};

static bool
read_piece (void *closure, const char *text, size_t len, unsigned line_base)
{
  struct reader *r = closure;
  struct ptx_unit *u;

  if (r->diag && r->diag->n_errors - r->before >= MAX_ERRORS)
    {
      if (!r->stopped)
	ptx_diagnose (r->diag, PTX_ERROR, r->file, 0,
		      "too many errors; the rest of the file is not read");
      r->stopped = true;
      return false;
    }
  u = ptx_parse_piece (text, len, r->name, line_base, r->any_order, r->diag);
  if (!u)
    return false;
  PTX_GROW (r->units->unit, r->units->n, r->units->alloc);
  r->units->unit[r->units->n++] = u;
  return true;
}

/* Read the PTX in the LEN bytes of an ELF file at DATA, if there is any; put
   into *ANY whether there is.  */

static bool
read_elf (struct reader *r, const char *data, size_t len, bool *any)
{
  size_t size;
  char *pieces = embedded_ptx (data, len, &size);
  bool ok = true;

  *any = pieces != NULL;
  if (pieces)
    ok = ptx_for_each_piece (pieces, size, read_piece, r);
  free (pieces);
  return ok;
}

static bool
elf_p (const char *data, size_t len)
{
  return len >= 4 && memcmp (data, "\177ELF", 4) == 0;
}

static bool
read_member (void *closure, const struct ptx_ar_member *m)
{
  struct reader *r = closure;
  size_t size = strlen (r->file) + strlen (m->name) + 3;
  const char *data = r->data + m->data;
  char *name;
  bool ok, any = true;

  if (m->special || m->size == 0)
    return true;
  r->n_members++;
  name = ptx_xrealloc (NULL, size);
  snprintf (name, size, "%s(%s)", r->file, m->name);
  r->name = name;
  r->any_order = ptx_for_assembler_p (data, m->size);
  if (elf_p (data, m->size))
    ok = read_elf (r, data, m->size, &any);
  else
    ok = ptx_for_each_piece (data, m->size, read_piece, r);
  r->n_objects += !any;
  free (name);
  return ok;
}

static bool
read_archive (struct reader *r, size_t len)
{
  bool ok = ptx_for_each_member (r->file, r->data, len, read_member, r,
				 r->diag);

  if (!r->n_objects)
    return ok;
  ptx_diagnose (r->diag, PTX_ERROR, r->file, 0,
		"%u of %u members are ELF objects without PTX in them: give "
		"the accelerator's archive", r->n_objects, r->n_members);
  return false;
}

bool
ptx_read_data (const char *file, const char *data, size_t len,
	       struct ptx_units *units, struct ptx_diag *diag)
{
  struct reader r = { .file = file, .data = data, .name = file,
		      .units = units, .diag = diag,
		      .before = diag ? diag->n_errors : 0 };

  if (ptx_archive_p (data, len))
    return read_archive (&r, len);
  if (len >= 8 && memcmp (data, AR_THIN, 8) == 0)
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0,
		    "a thin archive: give its members instead");
      return false;
    }
  if (elf_p (data, len))
    {
      bool any, ok = (elf_complete_p (file, data, len, diag)
		      && read_elf (&r, data, len, &any));

      if (!ok || any)
	return ok;
      ptx_diagnose (diag, PTX_ERROR, file, 0,
		    "an ELF file without PTX in it: link it with "
		    "-foffload=nvptx-none, or give the accelerator's "
		    "output (-save-temps)");
      return false;
    }
  size_t before = units->n;
  r.any_order = ptx_for_assembler_p (data, len);
  if (!ptx_for_each_piece (data, len, read_piece, &r))
    return false;
  if (units->n == before)
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0, "no PTX in this file");
      return false;
    }
  return true;
}

bool
ptx_read_file (const char *file, struct ptx_units *units,
	       struct ptx_diag *diag)
{
  size_t len;
  char *data = ptx_slurp (file, &len, diag);
  bool ok;

  if (!data)
    return false;
  ok = ptx_read_data (file, data, len, units, diag);
  free (data);
  return ok;
}
