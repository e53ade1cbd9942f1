/* --fix: files and archives with the missing initialisations inserted.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"
#include "input.h"
#include "ptx-int.h"
#include "simt/base/file.h"

/* ---- A buffer.  */

struct buffer
{
  char *p;
  size_t n, alloc;
};

static void
put (struct buffer *b, const char *s, size_t n)
{
  if (b->n + n > b->alloc)
    {
      while (b->n + n > b->alloc)
	b->alloc = b->alloc ? b->alloc * 2 : 65536;
      b->p = ptx_xrealloc (b->p, b->alloc);
    }
  if (n)
    memcpy (b->p + b->n, s, n);
  b->n += n;
}

/* ---- Texts.  */

struct fixer
{
  const char *file, *name;	/* NAME: of the unit.  */
  const char *data;		/* All of what the pieces belong to.  */
  size_t done;			/* Offset in DATA up to which OUT is made.  */
  struct buffer *out;
  struct ptx_diag *diag;
  struct fix_result *result;
  bool ok;
};

static int
compare_edits (const void *a, const void *b)
{
  const struct edit *x = a, *y = b;

  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

static bool
fix_piece (void *closure, const char *text, size_t len, unsigned line_base)
{
  struct fixer *f = closure;
  struct edits edits = { 0 };
  size_t at = text - f->data, from = 0;
  struct ptx_unit *u
    = ptx_parse_piece (text, len, f->name, line_base,
		       ptx_for_assembler_p (text, len), f->diag);

  if (!u)
    {
      f->ok = false;
      return false;
    }
  for (uint32_t i = 0; i < u->n_functions; i++)
    {
      const struct ptx_function *func = u->functions[i];
      const char *body = f->result->tasks ? task_replacement (func) : NULL;

      if (body)
	{
	  PTX_GROW (edits.v, edits.n, edits.alloc);
	  edits.v[edits.n++]
	    = (struct edit) { .at = func->body_start, .text = strdup (body),
			      .skip = func->body_end - func->body_start };
	  f->result->n_replaced++;
	  continue;
	}

      /* Strictly: ptxas merges a predicated write into what was there.  */
      struct flow *flow = flow_build (func, true);
      const char *unfixable = NULL;
      int n = fix_function (flow, &edits, &unfixable);

      if (n < 0)
	{
	  ptx_diagnose (f->diag, PTX_ERROR, u->name,
			func->line + line_base,
			"no place in `%s' to initialise `%s': its declaration "
			"comes too late or its type has no constants",
			func->sym->name, unfixable);
	  f->ok = false;
	}
      else
	{
	  n += fix_ends (flow, &edits);
	  f->result->n_moves += n;
	  f->result->n_functions += n > 0;
	}
      flow_free (flow);
    }
  if (edits.n)
    qsort (edits.v, edits.n, sizeof *edits.v, compare_edits);
  put (f->out, f->data + f->done, at - f->done);
  for (size_t i = 0; i < edits.n; i++)
    {
      put (f->out, text + from, edits.v[i].at - from);
      from = edits.v[i].at + edits.v[i].skip;
      put (f->out, edits.v[i].text, strlen (edits.v[i].text));
      free (edits.v[i].text);
    }
  put (f->out, text + from, len - from);
  f->done = at + len;
  free (edits.v);
  ptx_unit_free (u);
  return f->ok;
}

/* Append the mended form of LEN bytes at DATA to OUT.  */

static bool
fix_text (struct fixer *f, const char *data, size_t len)
{
  f->data = data;
  f->done = 0;
  ptx_for_each_piece (data, len, fix_piece, f);
  put (f->out, data + f->done, len - f->done);
  return f->ok;
}

/* ---- Archives.  */

struct moved			/* Where a member's header went.  */
{
  size_t from, to;
};

struct archive
{
  struct fixer fixer;
  const char *data;
  size_t len;
  struct moved *moved;
  size_t n_moved, moved_alloc;
  size_t symtab, symtab_size;	/* In OUT; 0 for none.  */
  unsigned symtab_word;		/* 4 or 8.  */
  bool objects;			/* It has members of the host.  */
};

static bool
fix_member (void *closure, const struct ptx_ar_member *m)
{
  struct archive *a = closure;
  struct buffer *out = a->fixer.out;
  const char *header = a->data + m->header;
  size_t header_at = out->n, data_at;
  char size[32], member[4096], *name = NULL;

  PTX_GROW (a->moved, a->n_moved, a->moved_alloc);
  a->moved[a->n_moved++] = (struct moved) { m->header, out->n };
  put (out, header, m->data - m->header);
  data_at = out->n;
  if (m->special || m->size == 0)
    {
      put (out, a->data + m->data, m->size);
      if (m->special && header[0] == '/' && (header[1] == ' '
					      || header[1] == 'S'))
	{
	  a->symtab = data_at;
	  a->symtab_size = m->size;
	  a->symtab_word = header[1] == ' ' ? 4 : 8;
	}
      else if (m->special && header[1] != '/')
	{
	  ptx_diagnose (a->fixer.diag, PTX_ERROR, a->fixer.file, 0,
			"archive with a BSD symbol table: run `ranlib' of GNU "
			"binutils on it first");
	  a->fixer.ok = false;
	}
    }
  else if (m->size >= 4 && memcmp (a->data + m->data, "\177ELF", 4) == 0)
    {
      snprintf (member, sizeof member, "%s(%s)", a->fixer.file, m->name);
      if (!a->objects)
	ptx_diagnose (a->fixer.diag, PTX_ERROR, member, 0,
		      "an ELF object of the host: give the accelerator's "
		      "archive");
      a->objects = true;
      a->fixer.ok = false;
    }
  else
    {
      size_t n = strlen (a->fixer.file) + strlen (m->name) + 3;

      name = ptx_xrealloc (NULL, n);
      snprintf (name, n, "%s(%s)", a->fixer.file, m->name);
      a->fixer.name = name;
      fix_text (&a->fixer, a->data + m->data, m->size);
      free (name);
    }

  size_t grown = out->n - data_at + m->name_at_start;
  int digits = snprintf (size, sizeof size, "%-10zu", grown);
  if (digits != 10)
    {
      ptx_diagnose (a->fixer.diag, PTX_ERROR, a->fixer.file, 0,
		    "member `%s' gets too large", m->name);
      a->fixer.ok = false;
    }
  else
    memcpy (out->p + header_at + 48, size, 10);
  if ((m->size + m->name_at_start) & 1)
    {
      /* The old padding, if the file has it.  */
      size_t pad = m->data + m->size;

      if (grown & 1)
	put (out, pad < a->len ? a->data + pad : "\n", 1);
    }
  else if (grown & 1)
    put (out, "\n", 1);
  return a->fixer.ok;
}

/* Members have moved: correct the offsets in the symbol table.  */

static bool
fix_symtab (struct archive *a)
{
  unsigned w = a->symtab_word;
  unsigned char *p = (unsigned char *) a->fixer.out->p + a->symtab;
  uint64_t n = 0;

  if (a->symtab_size < w)
    return a->symtab_size == 0;
  for (unsigned i = 0; i < w; i++)
    n = n << 8 | p[i];
  if (n > (a->symtab_size - w) / w)
    return false;
  for (uint64_t k = 0; k < n; k++)
    {
      unsigned char *q = p + w + k * w;
      uint64_t at = 0, to = 0;
      size_t lo = 0, hi = a->n_moved;

      for (unsigned i = 0; i < w; i++)
	at = at << 8 | q[i];
      while (lo < hi)
	{
	  size_t mid = (lo + hi) / 2;

	  if (a->moved[mid].from < at)
	    lo = mid + 1;
	  else
	    hi = mid;
	}
      if (lo == a->n_moved || a->moved[lo].from != at)
	return false;
      to = a->moved[lo].to;
      if (w == 4 && to > UINT32_MAX)
	return false;
      for (unsigned i = w; i-- > 0; to >>= 8)
	q[i] = to;
    }
  return true;
}

/* ---- Files.  */

/* Mend LEN bytes at DATA, which were read from FILE, into *OUT (malloc'd) and
   *OUT_LEN.  */

bool
fix_data (const char *file, const char *data, size_t len, char **out,
	  size_t *out_len, struct ptx_diag *diag, struct fix_result *result)
{
  struct buffer buffer = { 0 };
  struct archive a = { .fixer = { .file = file, .name = file, .out = &buffer,
				  .diag = diag, .result = result,
				  .ok = true } };
  bool ok;

  if (ptx_archive_p (data, len))
    {
      a.data = data;
      a.len = len;
      put (&buffer, data, 8);
      ok = ptx_for_each_member (file, data, len, fix_member, &a, diag);
      if (ok && a.symtab && !fix_symtab (&a))
	{
	  ptx_diagnose (diag, PTX_ERROR, file, 0,
			"damaged archive: its symbol table names no members");
	  ok = false;
	}
    }
  else if (len >= 4 && memcmp (data, "\177ELF", 4) == 0)
    {
      ptx_diagnose (diag, PTX_ERROR, file, 0,
		    "a host program: give the accelerator's output "
		    "(-save-temps) or its objects and archives");
      ok = false;
    }
  else
    {
      struct ptx_units units = { 0 };

      /* Messages about files that are no PTX at all come from there.  */
      ok = ptx_read_data (file, data, len, &units, diag);
      for (size_t i = 0; i < units.n; i++)
	ptx_unit_free (units.unit[i]);
      free (units.unit);
      ok = ok && fix_text (&a.fixer, data, len);
    }
  ok = ok && a.fixer.ok;
  free (a.moved);
  if (!ok)
    {
      free (buffer.p);
      return false;
    }
  *out = buffer.p;
  *out_len = buffer.n;
  return true;
}

bool
fix_file (const char *file, const char *out, struct ptx_diag *diag,
	  struct fix_result *result)
{
  struct stat st, st_out;
  size_t len, new_len;
  char *data = ptx_slurp (file, &len, diag), *new;
  bool ok;

  if (!data)
    return false;
  memset (&st, 0, sizeof st);
  st.st_mode = 0644;
  stat (file, &st);
  if (stat (out, &st_out) == 0 && st_out.st_dev == st.st_dev
      && st_out.st_ino == st.st_ino)
    {
      ptx_diagnose (diag, PTX_ERROR, out, 0,
		    "is the input itself, which is never overwritten");
      free (data);
      return false;
    }
  ok = fix_data (file, data, len, &new, &new_len, diag, result);
  if (ok)
    {
      ok = simt_file_write (out, new, new_len, st.st_mode & 07777);
      if (!ok)
	ptx_diagnose (diag, PTX_ERROR, out, 0, "cannot write: %s",
		      strerror (errno));
      free (new);
    }
  free (data);
  return ok;
}
