/* Just-in-time compilation: options, logs, and linked images.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* Driver API, CUjit_option.  N options come as parallel arrays; sizes and
   numbers stand in the value pointers themselves, where outputs are put as
   well.  Those that are about the generated machine code are accepted.  */

CUresult
jit_init (struct jit *j, unsigned n, CUjit_option *options, void **values)
{
  memset (j, 0, sizeof *j);
  clock_gettime (CLOCK_MONOTONIC, &j->start);
  if (n && (!options || !values))
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < n; i++)
    {
      uintptr_t number = (uintptr_t) values[i];
      switch (options[i])
	{
	case CU_JIT_WALL_TIME:
	  j->time_slot = &values[i];
	  break;
	case CU_JIT_INFO_LOG_BUFFER:
	  j->info = values[i];
	  break;
	case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
	  j->info_size = (unsigned) number;
	  j->info_slot = &values[i];
	  break;
	case CU_JIT_ERROR_LOG_BUFFER:
	  j->error = values[i];
	  break;
	case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
	  j->error_size = (unsigned) number;
	  j->error_slot = &values[i];
	  break;
	case CU_JIT_OPTIMIZATION_LEVEL:
	  if (number > 4)
	    return CUDA_ERROR_INVALID_VALUE;
	  break;
	case CU_JIT_LOG_VERBOSE:
	  j->verbose = number != 0;
	  break;
	default:
	  if ((int) options[i] < 0 || options[i] >= CU_JIT_NUM_OPTIONS)
	    return CUDA_ERROR_INVALID_VALUE;
	}
    }
  if (!j->info)
    j->info_size = 0;
  if (!j->error)
    j->error_size = 0;
  if (j->info_size)
    j->info[0] = '\0';
  if (j->error_size)
    j->error[0] = '\0';
  return CUDA_SUCCESS;
}

/* Append TEXT to BUF of SIZE bytes, *USED of them taken, as far as there is
   room; it always ends with a NUL.  */

static void
log_append (char *buf, size_t size, size_t *used, const char *text)
{
  size_t n = strlen (text);
  if (size < *used + 1)
    return;
  if (n > size - *used - 1)
    n = size - *used - 1;
  memcpy (buf + *used, text, n);
  *used += n;
  buf[*used] = '\0';
}

/* Errors go to the program's buffer; if it gave none, to standard error, as
   otherwise nobody would see them.  */

static void
log_error (struct jit *j, const char *text)
{
  j->n_errors++;
  if (j->error_size)
    log_append (j->error, j->error_size, &j->error_used, text);
  else
    fprintf (stderr, "ptxvm: %s", text);
}

void
jit_error (struct jit *j, const char *format, ...)
{
  char text[1024];
  va_list ap;
  va_start (ap, format);
  int n = vsnprintf (text, sizeof text - 1, format, ap);
  va_end (ap);
  if (n < 0)
    return;
  if ((size_t) n > sizeof text - 2)
    n = sizeof text - 2;
  strcpy (text + n, "\n");
  log_error (j, text);
}

static void
diag (void *closure, enum ptx_severity severity, const char *unit,
      unsigned line, const char *text)
{
  struct jit *j = closure;
  char message[2048], place[256];
  const char *kind = (severity == PTX_ERROR ? "error"
		      : severity == PTX_WARNING ? "warning" : "note");
  if (!unit)
    unit = j->name ? j->name : "input";
  if (line)
    snprintf (place, sizeof place, "%s:%u", unit, line + j->line_base);
  else
    snprintf (place, sizeof place, "%s", unit);
  snprintf (message, sizeof message, "%s: %s: %s\n", place, kind, text);
  if (severity == PTX_ERROR)
    log_error (j, message);
  else if (j->info_size && (j->verbose || severity == PTX_WARNING))
    log_append (j->info, j->info_size, &j->info_used, message);
}

struct ptx_diag
jit_diag (struct jit *j)
{
  return (struct ptx_diag) { .fn = diag, .closure = j };
}

/* Tell how much of each log is filled, and the time taken, in
   milliseconds.  */

void
jit_finish (struct jit *j)
{
  if (j->info_slot)
    *j->info_slot = (void *) (uintptr_t) j->info_used;
  if (j->error_slot)
    *j->error_slot = (void *) (uintptr_t) j->error_used;
  if (j->time_slot)
    {
      struct timespec now;
      clock_gettime (CLOCK_MONOTONIC, &now);
      float ms = ((now.tv_sec - j->start.tv_sec) * 1e3
		  + (now.tv_nsec - j->start.tv_nsec) * 1e-6);
      memcpy (j->time_slot, &ms, sizeof ms);
    }
}

struct ptx_unit *
jit_parse (struct jit *j, const char *text, size_t len, const char *name,
	   unsigned line_base)
{
  struct ptx_diag d = jit_diag (j);
  j->name = name;
  j->line_base = line_base;
  struct ptx_unit *u = ptx_parse (text, len, name, &d);
  j->line_base = 0;
  if (!u)
    return NULL;
  u->line_base = line_base;
  if (driver_options.device_given && u->sm > driver_options.vm.sm)
    {
      jit_error (j, "%s: error: .target sm_%u is later than the device, "
		 "sm_%u", name, u->sm, driver_options.vm.sm);
      ptx_unit_free (u);
      return NULL;
    }
  return u;
}

/* ---- Images.  A header, then for each piece a row with its place, and then
   the names and texts.  All numbers are 64 bits, offsets from the start.  */

static const char image_magic[16] = "\177ptxvm image 02";

struct image_header
{
  char magic[16];
  uint64_t size, n, check;
};

struct image_row
{
  uint64_t text, len, name, line_base;
};

/* Eight bytes a step, as this is done for each image made.  Every step is
   reversible, so that two texts that differ in one word never agree.  */

static uint64_t
checksum (const void *p, size_t n)
{
  const unsigned char *c = p;
  uint64_t h = UINT64_C (0xcbf29ce484222325);
  for (size_t i = 0; i < n; i += 8)
    {
      uint64_t word = 0;
      if (n - i >= 8)
	memcpy (&word, c + i, 8);
      else
	memcpy (&word, c + i, n - i);
      h = (h ^ word) * UINT64_C (0x9e3779b97f4a7c15);
      h ^= h >> 29;
    }
  return h;
}

void *
image_make (const struct image_piece *pieces, size_t n, size_t *size)
{
  size_t total = sizeof (struct image_header) + n * sizeof (struct image_row);
  for (size_t i = 0; i < n; i++)
    total += pieces[i].len + 1 + strlen (pieces[i].name) + 1;
  char *image = malloc (total);
  if (!image)
    return NULL;
  struct image_row *rows
    = (struct image_row *) (image + sizeof (struct image_header));
  size_t at = sizeof (struct image_header) + n * sizeof (struct image_row);
  for (size_t i = 0; i < n; i++)
    {
      const struct image_piece *p = &pieces[i];
      size_t name_size = strlen (p->name) + 1;
      rows[i] = (struct image_row) { at, p->len, at + p->len + 1,
				     p->line_base };
      memcpy (image + at, p->text, p->len);
      image[at + p->len] = '\0';
      memcpy (image + at + p->len + 1, p->name, name_size);
      at += p->len + 1 + name_size;
    }
  struct image_header h = { .size = total, .n = n };
  memcpy (h.magic, image_magic, sizeof h.magic);
  h.check = checksum (rows, total - sizeof h);
  memcpy (image, &h, sizeof h);
  *size = total;
  return image;
}

bool
image_p (const void *p)
{
  return !memcmp (p, image_magic, sizeof image_magic);
}

bool
image_pieces (const void *image, size_t limit, struct image_piece **to,
	      size_t *n)
{
  struct image_header h;
  if (limit && limit < sizeof h)
    return false;
  memcpy (&h, image, sizeof h);
  const char *base = image;
  if ((limit && limit < h.size) || h.size < sizeof h
      || h.n > (h.size - sizeof h) / sizeof (struct image_row)
      || checksum (base + sizeof h, h.size - sizeof h) != h.check)
    return false;
  struct image_piece *pieces = calloc (h.n ? h.n : 1, sizeof *pieces);
  if (!pieces)
    return false;
  for (size_t i = 0; i < h.n; i++)
    {
      struct image_row row;
      memcpy (&row, base + sizeof h + i * sizeof row, sizeof row);
      if (row.text > h.size || row.len > h.size - row.text
	  || row.name >= h.size
	  || !memchr (base + row.name, '\0', h.size - row.name))
	{
	  free (pieces);
	  return false;
	}
      pieces[i] = (struct image_piece) { base + row.text, base + row.name,
					 row.len, row.line_base };
    }
  *to = pieces;
  *n = h.n;
  return true;
}
