/* Source lines of code addresses, from DWARF.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The state machine is that of DWARF 5, 6.2 "Line Number Information"; older
   versions differ in the header alone.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

struct row
{
  uint64_t address;
  uint32_t file, line;		/* FILE: in lines.files.  LINE zero: here a
				   sequence ends.  */
  uint32_t column;
};

struct gcn_lines
{
  struct row *rows;		/* By rising address.  */
  size_t n_rows, n_alloc;
  char **files;
  size_t n_files, files_alloc;
};

/* Where a program is read; OK turns false at its end.  */
struct reader
{
  const unsigned char *p, *end;
  bool ok;
};

static uint64_t
fixed (struct reader *r, unsigned bytes)
{
  uint64_t v = 0;
  if ((size_t) (r->end - r->p) < bytes)
    {
      r->ok = false;
      r->p = r->end;
      return 0;
    }
  for (unsigned i = 0; i < bytes; i++)
    v |= (uint64_t) r->p[i] << (8 * i);
  r->p += bytes;
  return v;
}

static uint64_t
uleb (struct reader *r)
{
  uint64_t v = 0;
  for (unsigned shift = 0; ; shift += 7)
    {
      unsigned b = fixed (r, 1);
      if (shift < 64)
	v |= (uint64_t) (b & 0x7f) << shift;
      if (!(b & 0x80) || !r->ok)
	return v;
    }
}

static int64_t
sleb (struct reader *r)
{
  uint64_t v = 0;
  for (unsigned shift = 0; ; )
    {
      unsigned b = fixed (r, 1);
      if (shift < 64)
	v |= (uint64_t) (b & 0x7f) << shift;
      shift += 7;
      if (!(b & 0x80) || !r->ok)
	{
	  if (b & 0x40 && shift < 64)
	    v |= ~UINT64_C (0) << shift;
	  return v;
	}
    }
}

static const char *
string (struct reader *r)
{
  const char *s = (const char *) r->p;
  const unsigned char *z = memchr (r->p, 0, r->end - r->p);
  if (!z)
    {
      r->ok = false;
      r->p = r->end;
      return "";
    }
  r->p = z + 1;
  return s;
}

static const char *
string_at (struct gcn_bytes b, uint64_t offset)
{
  if (offset >= b.size || !memchr (b.data + offset, 0, b.size - offset))
    return "";
  return (const char *) b.data + offset;
}

static uint32_t
add_file (struct gcn_lines *l, const char *dir, const char *name)
{
  if (l->n_files == l->files_alloc)
    {
      size_t n = l->files_alloc ? 2 * l->files_alloc : 64;
      char **q = realloc (l->files, n * sizeof *q);
      if (!q)
	return 0;
      l->files = q;
      l->files_alloc = n;
    }
  size_t n = strlen (dir) + strlen (name) + 2;
  char *s = malloc (n);
  if (!s)
    return 0;
  if (*dir && *name != '/')
    snprintf (s, n, "%s/%s", dir, name);
  else
    snprintf (s, n, "%s", name);
  l->files[l->n_files++] = s;
  return l->n_files - 1;
}

static void
add_row (struct gcn_lines *l, uint64_t address, uint32_t file, uint32_t line,
	 uint32_t column)
{
  if (l->n_rows == l->n_alloc)
    {
      size_t n = l->n_alloc ? 2 * l->n_alloc : 256;
      struct row *q = realloc (l->rows, n * sizeof *q);
      if (!q)
	return;
      l->rows = q;
      l->n_alloc = n;
    }
  l->rows[l->n_rows++] = (struct row) { address, file, line, column };
}

/* The header of one program.  */
struct header
{
  unsigned version, address_size, offset_size, min_insn, opcode_base;
  int line_base;
  unsigned line_range;
  const unsigned char *lengths;
  uint32_t first_file;		/* Of lines.files.  */
  unsigned n_files;
  struct gcn_bytes line_str, str;
};

/* One attribute of DWARF 5's tables, of FORM.  */

static const char *
form_string (struct reader *r, const struct header *h, unsigned form,
	     uint64_t *number)
{
  *number = 0;
  switch (form)
    {
    case 0x08:			/* DW_FORM_string */
      return string (r);
    case 0x1f:			/* DW_FORM_line_strp */
      return string_at (h->line_str, fixed (r, h->offset_size));
    case 0x0e:			/* DW_FORM_strp */
      return string_at (h->str, fixed (r, h->offset_size));
    case 0x0f:			/* DW_FORM_udata */
      *number = uleb (r);
      return "";
    case 0x0b:			/* DW_FORM_data1 */
      *number = fixed (r, 1);
      return "";
    case 0x05:			/* DW_FORM_data2 */
      *number = fixed (r, 2);
      return "";
    case 0x06:			/* DW_FORM_data4 */
      *number = fixed (r, 4);
      return "";
    case 0x1e:			/* DW_FORM_data16: an MD5 */
      fixed (r, 8);
      fixed (r, 8);
      return "";
    default:
      r->ok = false;
      return "";
    }
}

enum { MAX_DIRS = 4096, MAX_FORMS = 16 };

/* One of DWARF 5's two tables, directories into DIRS or, with FILES_OF,
   files.  */

static unsigned
table_5 (struct reader *r, const struct header *h, const char **dirs,
	 unsigned n_dirs, struct gcn_lines *files_of)
{
  unsigned kinds[MAX_FORMS], forms[MAX_FORMS];
  unsigned n_forms = fixed (r, 1);
  if (n_forms > MAX_FORMS)
    {
      r->ok = false;
      return 0;
    }
  for (unsigned i = 0; i < n_forms; i++)
    {
      kinds[i] = uleb (r);
      forms[i] = uleb (r);
    }
  uint64_t n = uleb (r);
  unsigned i;
  for (i = 0; i < n && r->ok; i++)
    {
      const char *name = "";
      uint64_t dir = 0;
      for (unsigned k = 0; k < n_forms; k++)
	{
	  uint64_t number;
	  const char *s = form_string (r, h, forms[k], &number);
	  if (kinds[k] == 1)	/* DW_LNCT_path */
	    name = s;
	  else if (kinds[k] == 2)	/* DW_LNCT_directory_index */
	    dir = number;
	}
      if (files_of)
	add_file (files_of, dir && dir < n_dirs ? dirs[dir] : "", name);
      else if (i < MAX_DIRS)
	dirs[i] = name;
    }
  return i;
}

/* Reads the tables of directories and files.  */

static void
read_tables (struct reader *r, struct header *h, struct gcn_lines *l)
{
  const char **dirs = malloc (MAX_DIRS * sizeof *dirs);
  if (!dirs)
    {
      r->ok = false;
      return;
    }
  h->first_file = l->n_files;
  if (h->version >= 5)
    {
      unsigned n = table_5 (r, h, dirs, 0, NULL);
      table_5 (r, h, dirs, n < MAX_DIRS ? n : MAX_DIRS, l);
    }
  else
    {
      unsigned n = 1;
      dirs[0] = "";
      while (r->ok && r->p < r->end && *r->p)
	{
	  const char *s = string (r);
	  if (n < MAX_DIRS)
	    dirs[n++] = s;
	}
      fixed (r, 1);
      add_file (l, "", "");	/* Files count from one.  */
      while (r->ok && r->p < r->end && *r->p)
	{
	  const char *s = string (r);
	  uint64_t dir = uleb (r);
	  uleb (r);
	  uleb (r);
	  add_file (l, dir < n ? dirs[dir] : "", s);
	}
    }
  h->n_files = l->n_files - h->first_file;
  free (dirs);
}

/* Runs the program at R.  */

static void
run (struct reader *r, const struct header *h, struct gcn_lines *l,
     uint64_t base)
{
  uint64_t address = 0;
  uint64_t file = 1, line = 1, column = 0;
#define EMIT(LINE)							\
  add_row (l, address + base,						\
	   h->first_file + (file < h->n_files ? file : 0), LINE, column)
  while (r->ok && r->p < r->end)
    {
      unsigned op = fixed (r, 1);
      if (op >= h->opcode_base)
	{
	  unsigned k = op - h->opcode_base;
	  address += k / h->line_range * h->min_insn;
	  line += h->line_base + (int) (k % h->line_range);
	  EMIT (line);
	  continue;
	}
      switch (op)
	{
	case 0:
	  {
	    uint64_t n = uleb (r);
	    if (n == 0 || n > (uint64_t) (r->end - r->p))
	      return;
	    const unsigned char *next = r->p + n;
	    unsigned sub = fixed (r, 1);
	    if (sub == 1)	/* DW_LNE_end_sequence */
	      {
		EMIT (0);
		address = column = 0;
		file = line = 1;
	      }
	    else if (sub == 2 && n <= 9)	/* DW_LNE_set_address */
	      address = fixed (r, n - 1);
	    r->p = next;
	  }
	  break;
	case 1:			/* DW_LNS_copy */
	  EMIT (line);
	  break;
	case 2:
	  address += uleb (r) * h->min_insn;
	  break;
	case 3:
	  line += sleb (r);
	  break;
	case 4:
	  file = uleb (r);
	  break;
	case 5:
	  column = uleb (r);
	  break;
	case 8:			/* DW_LNS_const_add_pc */
	  address += (255 - h->opcode_base) / h->line_range * h->min_insn;
	  break;
	case 9:
	  address += fixed (r, 2);
	  break;
	default:
	  for (unsigned i = 0; i < h->lengths[op - 1]; i++)
	    uleb (r);
	}
    }
#undef EMIT
}

static int
by_address (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  /* The end of one sequence comes before the start of the next.  */
  return (x->line != 0) - (y->line != 0);
}

struct gcn_lines *
gcn_lines_read (struct gcn_bytes debug_line, struct gcn_bytes line_str,
		struct gcn_bytes str, uint64_t base)
{
  struct gcn_lines *l = calloc (1, sizeof *l);
  if (!l || !debug_line.data)
    return l;
  struct reader all = { debug_line.data, debug_line.data + debug_line.size,
			true };
  while (all.ok && all.p < all.end)
    {
      struct header h;
      memset (&h, 0, sizeof h);
      h.line_str = line_str;
      h.str = str;
      uint64_t length = fixed (&all, 4);
      h.offset_size = 4;
      if (length == 0xffffffff)
	{
	  length = fixed (&all, 8);
	  h.offset_size = 8;
	}
      if (!all.ok || length > (uint64_t) (all.end - all.p))
	break;
      struct reader r = { all.p, all.p + length, true };
      all.p += length;
      h.version = fixed (&r, 2);
      if (h.version < 2 || h.version > 5)
	continue;
      if (h.version >= 5)
	fixed (&r, 2);		/* Sizes of addresses, of selectors.  */
      uint64_t header = fixed (&r, h.offset_size);
      if (header > (uint64_t) (r.end - r.p))
	continue;
      const unsigned char *program = r.p + header;
      h.min_insn = fixed (&r, 1);
      if (h.version >= 4)
	fixed (&r, 1);		/* Operations in an instruction.  */
      fixed (&r, 1);		/* default_is_stmt.  */
      h.line_base = (signed char) fixed (&r, 1);
      h.line_range = fixed (&r, 1);
      h.opcode_base = fixed (&r, 1);
      h.lengths = r.p;
      if (!h.line_range || !h.opcode_base
	  || h.opcode_base - 1 > (size_t) (r.end - r.p))
	continue;
      r.p += h.opcode_base - 1;
      read_tables (&r, &h, l);
      if (!r.ok)
	continue;
      r.p = program;
      run (&r, &h, l, base);
    }
  if (l->n_rows)
    qsort (l->rows, l->n_rows, sizeof *l->rows, by_address);
  return l;
}

void
gcn_lines_free (struct gcn_lines *l)
{
  if (!l)
    return;
  for (size_t i = 0; i < l->n_files; i++)
    free (l->files[i]);
  free (l->files);
  free (l->rows);
  free (l);
}

/* How many rows are not behind ADDRESS.  */

static size_t
rows_up_to (const struct gcn_lines *l, uint64_t address)
{
  size_t lo = 0, hi = l->n_rows;
  while (lo < hi)
    {
      size_t mid = (lo + hi) / 2;
      if (l->rows[mid].address <= address)
	lo = mid + 1;
      else
	hi = mid;
    }
  return lo;
}

bool
gcn_lines_find (const struct gcn_lines *l, uint64_t address,
		const char **file, unsigned *line)
{
  if (!l)
    return false;
  size_t lo = rows_up_to (l, address);
  if (lo == 0 || !l->rows[lo - 1].line
      || l->rows[lo - 1].file >= l->n_files)
    return false;
  *file = l->files[l->rows[lo - 1].file];
  *line = l->rows[lo - 1].line;
  return true;
}

bool
gcn_lines_row (const struct gcn_lines *l, uint64_t address,
	       struct gcn_line_row *row)
{
  size_t n = rows_up_to (l, address);
  const struct row *r = n ? &l->rows[n - 1] : NULL;
  if (!r || !r->line || r->file >= l->n_files)
    return false;
  *row = (struct gcn_line_row) { l->files[r->file], r->line, r->column, r->address,
				 n < l->n_rows ? r[1].address : UINT64_MAX };
  return true;
}
