/* Linking pieces of PTX.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

struct cu_link
{
  struct cu_link *next;
  struct jit jit;
  struct image_piece *pieces;	/* Texts and names are those of UNITS.  */
  struct ptx_unit **units;	/* Parsed; none of them once linked.  */
  size_t n, alloc;
  struct ptx_module *module;	/* Linked; NULL once loaded.  */
  bool failed;
  void *image;
  size_t image_size;
  const char *end;		/* Where the last piece ended in the
				   program's memory,  */
  unsigned end_line;		/* and the lines up to there.  */
};

static struct cu_link *links;	/* Those with an image; module_lock.  */

/* Driver API, "Module Management".  The option arrays must stay while the
   state lives: later calls fill in the logs.  */

CUresult
cuLinkCreate_v2 (unsigned n, CUjit_option *options, void **values,
		 CUlinkState *to)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  struct cu_link *l = calloc (1, sizeof *l);
  if (!l)
    return CUDA_ERROR_OUT_OF_MEMORY;
  r = jit_init (&l->jit, n, options, values);
  if (!r && !handle_add (l, HANDLE_LINK))
    r = CUDA_ERROR_OUT_OF_MEMORY;
  if (r)
    {
      free (l);
      return r;
    }
  *to = l;
  return CUDA_SUCCESS;
}
DRIVER_ALIAS (cuLinkCreate, cuLinkCreate_v2);

/* Parse one piece of LEN bytes and keep it.  */

static CUresult
add_piece (struct cu_link *l, const char *text, size_t len, const char *name,
	   unsigned line_base)
{
  if (l->n == l->alloc)
    {
      size_t n = l->alloc ? 2 * l->alloc : 8;
      struct image_piece *p = realloc (l->pieces, n * sizeof *p);
      if (p)
	l->pieces = p;
      struct ptx_unit **u = realloc (l->units, n * sizeof *u);
      if (u)
	l->units = u;
      if (!p || !u)
	return CUDA_ERROR_OUT_OF_MEMORY;
      l->alloc = n;
    }
  struct ptx_unit *unit = jit_parse (&l->jit, text, len, name, line_base);
  l->jit.name = NULL;
  if (!unit)
    {
      l->failed = true;
      return CUDA_ERROR_INVALID_PTX;
    }
  l->units[l->n] = unit;
  l->pieces[l->n++] = (struct image_piece) { unit->text, unit->name,
					     unit->text_len, line_base };
  return CUDA_SUCCESS;
}

/* Lines in the LEN bytes at P.  */

static unsigned
count_lines (const char *p, size_t len)
{
  unsigned n = 0;
  for (const char *end = p + len; (p = memchr (p, '\n', end - p)); p++)
    n++;
  return n;
}

/* Add PTX text of LEN bytes, up to its NUL if it has one.  nvptx-none-run
   hands over the pieces of a linked executable where they lie, one behind
   the other: line numbers go on then, so that they are those of the
   file.  */

static CUresult
add_text (struct cu_link *l, const char *data, size_t len, const char *name)
{
  char number[32];
  if (!name || !*name)
    {
      snprintf (number, sizeof number, "input %zu", l->n + 1);
      name = number;
    }
  size_t text_len = strnlen (data, len);
  unsigned base = data == l->end ? l->end_line : 0;
  size_t n = l->n;
  CUresult r = add_piece (l, data, text_len, name, base);
  l->end = data + len;
  l->end_line = base + (l->n > n ? l->units[n]->n_lines - 1
			: count_lines (data, text_len));
  return r;
}

static CUresult
add_data (struct cu_link *l, CUjitInputType type, const char *data,
	  size_t len, const char *name)
{
  if ((int) type < 0 || type >= CU_JIT_NUM_INPUT_TYPES || !data || !len)
    return CUDA_ERROR_INVALID_VALUE;
  if (type == CU_JIT_INPUT_PTX)
    return add_text (l, data, len, name);
  struct image_piece *pieces;
  size_t n;
  if (len < sizeof (struct image_piece) || !image_p (data)
      || !image_pieces (data, len, &pieces, &n))
    {
      jit_error (&l->jit, "%s: error: not PTX text and not an image made by "
		 "this driver", name && *name ? name : "input");
      l->failed = true;
      return CUDA_ERROR_INVALID_IMAGE;
    }
  CUresult r = CUDA_SUCCESS;
  for (size_t i = 0; i < n && !r; i++)
    r = add_piece (l, pieces[i].text, pieces[i].len, pieces[i].name,
		   pieces[i].line_base);
  free (pieces);
  return r;
}

static CUresult
enter_link (CUlinkState l, unsigned n, CUjit_option *options, void **values)
{
  struct cu_context *ctx;
  CUresult r = driver_enter (&ctx);
  if (r)
    return r;
  if (!handle_valid_p (l, HANDLE_LINK))
    return CUDA_ERROR_INVALID_HANDLE;
  /* Options of one piece: they are about code generation, so checking them
     is all there is to do.  */
  struct jit unused;
  r = jit_init (&unused, n, options, values);
  return r ? r : l->image ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult
cuLinkAddData_v2 (CUlinkState l, CUjitInputType type, void *data, size_t len,
		  const char *name, unsigned n, CUjit_option *options,
		  void **values)
{
  CUresult r = enter_link (l, n, options, values);
  if (r)
    return r;
  r = add_data (l, type, data, len, name);
  jit_finish (&l->jit);
  return r;
}
DRIVER_ALIAS (cuLinkAddData, cuLinkAddData_v2);

/* FILE may be a linked nvptx executable, with several pieces.  */

CUresult
cuLinkAddFile_v2 (CUlinkState l, CUjitInputType type, const char *file,
		  unsigned n, CUjit_option *options, void **values)
{
  CUresult r = enter_link (l, n, options, values);
  if (r)
    return r;
  if (!file)
    return CUDA_ERROR_INVALID_VALUE;
  size_t len;
  char *data = file_read (file, &len);
  if (!data)
    {
      jit_error (&l->jit, "%s: error: %s", file, strerror (errno));
      jit_finish (&l->jit);
      return CUDA_ERROR_FILE_NOT_FOUND;
    }
  if (type != CU_JIT_INPUT_PTX || !len)
    r = add_data (l, type, data, len, file);
  else
    for (size_t at = 0; at < len && !r; )
      {
	size_t piece = strnlen (data + at, len - at) + 1;
	if (piece > len - at)
	  piece = len - at;
	if (piece > 1)
	  r = add_text (l, data + at, piece, file);
	at += piece;
      }
  l->end = NULL;
  free (data);
  jit_finish (&l->jit);
  return r;
}
DRIVER_ALIAS (cuLinkAddFile, cuLinkAddFile_v2);

/* Resolve names and give the image.  The linked module is kept for the first
   load of it.  */

CUresult
cuLinkComplete (CUlinkState l, void **image, size_t *size)
{
  CUresult r = enter_link (l, 0, NULL, NULL);
  if (r)
    return r;
  if (!image)
    return CUDA_ERROR_INVALID_VALUE;
  if (l->failed || !l->n)
    {
      if (!l->failed)
	jit_error (&l->jit, "error: nothing to link");
      jit_finish (&l->jit);
      return CUDA_ERROR_INVALID_IMAGE;
    }
  l->image = image_make (l->pieces, l->n, &l->image_size);
  if (!l->image)
    return CUDA_ERROR_OUT_OF_MEMORY;

  struct ptx_diag d = jit_diag (&l->jit);
  l->jit.name = "link";
  l->module = ptx_link (l->units, l->n, false, &d);
  l->n = 0;
  jit_finish (&l->jit);
  if (!l->module)
    {
      l->failed = true;
      free (l->image);
      l->image = NULL;
      return CUDA_ERROR_INVALID_SOURCE;
    }
  pthread_mutex_lock (&module_lock);
  l->next = links;
  links = l;
  pthread_mutex_unlock (&module_lock);
  *image = l->image;
  if (size)
    *size = l->image_size;
  return CUDA_SUCCESS;
}

struct ptx_module *
link_take_module (const void *image)
{
  struct ptx_module *m = NULL;
  pthread_mutex_lock (&module_lock);
  for (struct cu_link *l = links; l; l = l->next)
    if (l->image == image)
      {
	m = l->module;
	l->module = NULL;
      }
  pthread_mutex_unlock (&module_lock);
  return m;
}

CUresult
cuLinkDestroy (CUlinkState l)
{
  struct cu_context *ctx;
  CUresult r = driver_enter_any (&ctx);
  if (r)
    return r;
  if (!handle_valid_p (l, HANDLE_LINK))
    return CUDA_ERROR_INVALID_HANDLE;
  handle_remove (l, HANDLE_LINK);
  pthread_mutex_lock (&module_lock);
  for (struct cu_link **p = &links; *p; p = &(*p)->next)
    if (*p == l)
      {
	*p = l->next;
	break;
      }
  pthread_mutex_unlock (&module_lock);
  if (l->module)
    ptx_module_free (l->module);
  for (size_t i = 0; i < l->n; i++)
    ptx_unit_free (l->units[i]);
  free (l->units);
  free (l->pieces);
  free (l->image);
  free (l);
  return CUDA_SUCCESS;
}
