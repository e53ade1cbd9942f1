/* Metadata of code objects: which implicit arguments their kernels have.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The note NT_AMDGPU_METADATA holds a map in MessagePack ("Code Object V3
   Metadata" in LLVM's "User Guide for AMDGPU Backend"):

     amdhsa.kernels: [ { .symbol: "main.kd", .kernarg_segment_size: 296,
			 .args: [ { .offset: 232, .size: 4,
				    .value_kind: "hidden_private_base" } ] } ]

   GCC's assembler makes a note of each unit, so there may be several.  What
   cannot be understood is left out: a kernel is launched without it as well.  */

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

#define NT_AMDGPU_METADATA 32

/* ---- MessagePack.  */

struct pack
{
  const unsigned char *p, *end;
};

enum pack_kind { PACK_BAD, PACK_INT, PACK_STRING, PACK_ARRAY, PACK_MAP,
		 PACK_OTHER };

/* An object's head: its value or number of elements, the bytes of a string.  */
struct item
{
  enum pack_kind kind;
  uint64_t n;
  const char *text;
};

static uint64_t
take (struct pack *s, unsigned bytes)
{
  uint64_t v = 0;
  if ((size_t) (s->end - s->p) < bytes)
    {
      s->p = s->end;
      return 0;
    }
  while (bytes--)
    v = v << 8 | *s->p++;
  return v;
}

/* N bytes of KIND that follow.  */

static struct item
bytes (struct pack *s, enum pack_kind kind, uint64_t n)
{
  struct item i = { kind, n, (const char *) s->p };
  if ((uint64_t) (s->end - s->p) < n)
    {
      s->p = s->end;
      return (struct item) { PACK_BAD, 0, NULL };
    }
  s->p += n;
  return i;
}

/* Takes the head of the next object, and the whole of it if it is no array and no
   map.  */

static struct item
next (struct pack *s)
{
  if (s->p >= s->end)
    return (struct item) { PACK_BAD, 0, NULL };
  unsigned c = *s->p++;
  if (c < 0x80 || c >= 0xe0)
    return (struct item) { PACK_INT, c < 0x80 ? c : c | ~UINT64_C (0xff),
			   NULL };
  if (c < 0x90)
    return (struct item) { PACK_MAP, c & 15, NULL };
  if (c < 0xa0)
    return (struct item) { PACK_ARRAY, c & 15, NULL };
  if (c < 0xc0)
    return bytes (s, PACK_STRING, c & 31);
  switch (c)
    {
    case 0xc0: case 0xc2: case 0xc3:
      return (struct item) { PACK_OTHER, 0, NULL };
    case 0xc4: case 0xc5: case 0xc6:
      return bytes (s, PACK_OTHER, take (s, 1u << (c - 0xc4)));
    case 0xc7: case 0xc8: case 0xc9:
      return bytes (s, PACK_OTHER, take (s, 1u << (c - 0xc7)) + 1);
    case 0xca: case 0xcb:
      return bytes (s, PACK_OTHER, c == 0xca ? 4 : 8);
    case 0xcc: case 0xcd: case 0xce: case 0xcf:
      return (struct item) { PACK_INT, take (s, 1u << (c - 0xcc)), NULL };
    case 0xd0: case 0xd1: case 0xd2: case 0xd3:
      return (struct item) { PACK_INT, take (s, 1u << (c - 0xd0)), NULL };
    case 0xd4: case 0xd5: case 0xd6: case 0xd7: case 0xd8:
      return bytes (s, PACK_OTHER, 1 + (1u << (c - 0xd4)));
    case 0xd9: case 0xda: case 0xdb:
      return bytes (s, PACK_STRING, take (s, 1u << (c - 0xd9)));
    case 0xdc: case 0xdd:
      return (struct item) { PACK_ARRAY, take (s, c == 0xdc ? 2 : 4), NULL };
    case 0xde: case 0xdf:
      return (struct item) { PACK_MAP, take (s, c == 0xde ? 2 : 4), NULL };
    }
  return (struct item) { PACK_BAD, 0, NULL };
}

/* Takes what is in I, whose head was taken.  */

static void
skip (struct pack *s, struct item i)
{
  uint64_t left = i.kind == PACK_MAP ? 2 * i.n : i.kind == PACK_ARRAY ? i.n : 0;
  for (; left && s->p < s->end; left--)
    {
      struct item in = next (s);
      left += in.kind == PACK_MAP ? 2 * in.n : in.kind == PACK_ARRAY ? in.n : 0;
    }
}

static bool
is (struct item i, const char *text)
{
  return i.kind == PACK_STRING && i.n == strlen (text)
	 && memcmp (i.text, text, i.n) == 0;
}

/* ---- Kernels.  */

static const struct { const char *name; enum implicit_kind kind; } kinds[] =
{
  { "hidden_block_count_x", IMPLICIT_BLOCKS_X },
  { "hidden_block_count_y", IMPLICIT_BLOCKS_Y },
  { "hidden_block_count_z", IMPLICIT_BLOCKS_Z },
  { "hidden_group_size_x", IMPLICIT_GROUP_X },
  { "hidden_group_size_y", IMPLICIT_GROUP_Y },
  { "hidden_group_size_z", IMPLICIT_GROUP_Z },
  { "hidden_remainder_x", IMPLICIT_REST_X },
  { "hidden_remainder_y", IMPLICIT_REST_Y },
  { "hidden_remainder_z", IMPLICIT_REST_Z },
  { "hidden_grid_dims", IMPLICIT_DIMS },
  { "hidden_private_base", IMPLICIT_PRIVATE_BASE },
  { "hidden_shared_base", IMPLICIT_SHARED_BASE },
  { "hidden_queue_ptr", IMPLICIT_QUEUE },
  { "hidden_dynamic_lds_size", IMPLICIT_DYNAMIC_LDS }
};

/* Reads one argument, a map of N pairs, into *A.  *END gets the end of one that
   is the kernel's own.  */

static void
read_arg (struct pack *s, uint64_t n, struct implicit_arg *a, uint32_t *end)
{
  bool hidden = false;
  memset (a, 0, sizeof *a);
  for (uint64_t k = 0; k < n && s->p < s->end; k++)
    {
      struct item key = next (s), value = next (s);
      if (is (key, ".offset") && value.kind == PACK_INT)
	a->offset = value.n;
      else if (is (key, ".size") && value.kind == PACK_INT)
	a->size = value.n;
      else if (is (key, ".value_kind") && value.kind == PACK_STRING)
	{
	  hidden = value.n > 7 && !memcmp (value.text, "hidden_", 7);
	  for (size_t j = 0; hidden && j < sizeof kinds / sizeof *kinds; j++)
	    if (is (value, kinds[j].name))
	      a->kind = kinds[j].kind;
	}
      else
	skip (s, value);
    }
  if (a->size > 8 || a->offset > IMPLICIT_MOST)
    a->size = 0;
  if (hidden)
    a->kind = a->kind ? a->kind : IMPLICIT_ZERO;
  else if (a->offset + a->size > *end)
    *end = a->offset + a->size;
}

/* Reads one kernel, a map of N pairs, into *M.  */

static void
read_kernel (struct pack *s, uint64_t n, struct kernel_meta *m)
{
  memset (m, 0, sizeof *m);
  for (uint64_t k = 0; k < n && s->p < s->end; k++)
    {
      struct item key = next (s), value = next (s);
      if (is (key, ".symbol") && value.kind == PACK_STRING)
	{
	  free (m->symbol);
	  m->symbol = strndup (value.text, value.n);
	}
      else if (is (key, ".kernarg_segment_size") && value.kind == PACK_INT)
	m->size = value.n < IMPLICIT_MOST ? value.n : 0;
      else if (is (key, ".args") && value.kind == PACK_ARRAY && !m->args
	       && value.n <= (uint64_t) (s->end - s->p))
	{
	  m->args = calloc (value.n + 1, sizeof *m->args);
	  for (uint64_t j = 0; j < value.n && s->p < s->end; j++)
	    {
	      struct implicit_arg a;
	      struct item arg = next (s);
	      if (arg.kind != PACK_MAP)
		{
		  skip (s, arg);
		  continue;
		}
	      read_arg (s, arg.n, &a, &m->own_end);
	      if (a.kind && a.size && m->args)
		m->args[m->n_args++] = a;
	    }
	}
      else
	skip (s, value);
    }
}

/* Reads the metadata in the SIZE bytes at P into O.  */

static void
read_metadata (struct code_object *o, const unsigned char *p, size_t size)
{
  struct pack s = { p, p + size };
  struct item all = next (&s);
  if (all.kind != PACK_MAP)
    return;
  for (uint64_t k = 0; k < all.n && s.p < s.end; k++)
    {
      struct item key = next (&s), value = next (&s);
      if (!is (key, "amdhsa.kernels") || value.kind != PACK_ARRAY)
	{
	  skip (&s, value);
	  continue;
	}
      for (uint64_t j = 0; j < value.n && s.p < s.end; j++)
	{
	  struct item kernel = next (&s);
	  struct kernel_meta m, *more;
	  if (kernel.kind != PACK_MAP)
	    {
	      skip (&s, kernel);
	      continue;
	    }
	  read_kernel (&s, kernel.n, &m);
	  more = m.n_args ? realloc (o->meta, (o->n_meta + 1) * sizeof *more)
		 : NULL;
	  if (more)
	    {
	      o->meta = more;
	      o->meta[o->n_meta++] = m;
	    }
	  else
	    {
	      free (m.symbol);
	      free (m.args);
	    }
	}
    }
}

void
metadata_read (struct code_object *o, const unsigned char *p, size_t size)
{
  Elf64_Nhdr h;
  while (size >= sizeof h)
    {
      memcpy (&h, p, sizeof h);
      uint64_t name = ((uint64_t) h.n_namesz + 3) / 4 * 4;
      uint64_t desc = ((uint64_t) h.n_descsz + 3) / 4 * 4;
      size -= sizeof h;
      p += sizeof h;
      if (name > size || h.n_descsz > size - name)
	return;
      if (h.n_type == NT_AMDGPU_METADATA && h.n_namesz == sizeof "AMDGPU"
	  && !memcmp (p, "AMDGPU", sizeof "AMDGPU"))
	read_metadata (o, p + name, h.n_descsz);
      if (desc > size - name)
	return;
      p += name + desc;
      size -= name + desc;
    }
}

void
metadata_free (struct code_object *o)
{
  for (size_t k = 0; k < o->n_meta; k++)
    {
      free (o->meta[k].symbol);
      free (o->meta[k].args);
    }
  free (o->meta);
}

const struct kernel_meta *
metadata_find (const struct code_object *o, const char *symbol)
{
  for (size_t k = 0; k < o->n_meta; k++)
    if (o->meta[k].symbol && !strcmp (o->meta[k].symbol, symbol))
      return &o->meta[k];
  return NULL;
}
