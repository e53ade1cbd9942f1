/* Tests of reading the metadata of code objects.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "simt/tests/test.h"

#include "runtime.h"

static size_t
put_text (unsigned char *p, const char *text)
{
  size_t n = strlen (text);
  p[0] = (unsigned char) (0xa0 | n);
  memcpy (p + 1, text, n);
  return n + 1;
}

/* Makes a note with the metadata of a kernel k.kd: an argument of its own and
   two implicit ones.  Returns its size.  */

static size_t
make_note (unsigned char *note)
{
  static const char name[] = "AMDGPU";
  unsigned char *p = note + 20;
  memset (note, 0, 256);
  *p++ = 0x81;
  p += put_text (p, "amdhsa.kernels");
  *p++ = 0x91;
  *p++ = 0x84;
  p += put_text (p, ".symbol");
  p += put_text (p, "k.kd");
  /* Something that nobody asks for, of every kind.  */
  p += put_text (p, ".other");
  memcpy (p, "\x93\xc0\xcb\0\0\0\0\0\0\0\0\x81\xff\xd9\x01x", 16);
  p += 16;
  p += put_text (p, ".kernarg_segment_size");
  memcpy (p, "\xcd\x01\x28", 3);
  p += 3;
  p += put_text (p, ".args");
  *p++ = 0x93;
  static const struct { int offset, size; const char *kind; } args[] =
  {
    { 0, 8, "by_value" }, { 100, 4, "hidden_shared_base" },
    { 104, 8, "hidden_unheard_of" }
  };
  for (int k = 0; k < 3; k++)
    {
      *p++ = 0x83;
      p += put_text (p, ".offset");
      *p++ = (unsigned char) args[k].offset;
      p += put_text (p, ".size");
      *p++ = (unsigned char) args[k].size;
      p += put_text (p, ".value_kind");
      p += put_text (p, args[k].kind);
    }
  uint32_t head[3] = { sizeof name, (uint32_t) (p - note - 20), 32 };
  memcpy (note, head, sizeof head);
  memcpy (note + 12, name, sizeof name);
  return (size_t) (p - note + 3) / 4 * 4;
}

int
main (void)
{
  unsigned char note[256];
  size_t n = make_note (note);
  struct code_object o;
  memset (&o, 0, sizeof o);
  metadata_read (&o, note, n);
  const struct kernel_meta *m = metadata_find (&o, "k.kd");
  check (m && !metadata_find (&o, "l.kd"), "kernels: %zu", o.n_meta);
  if (m)
    {
      check (m->size == 296 && m->own_end == 8 && m->n_args == 2,
	     "segment %u, own %u, %zu implicit", m->size, m->own_end,
	     m->n_args);
      check (m->args[0].kind == IMPLICIT_SHARED_BASE
	     && m->args[0].offset == 100 && m->args[0].size == 4
	     && m->args[1].kind == IMPLICIT_ZERO, "kinds %d, %d",
	     m->args[0].kind, m->args[1].kind);
    }
  metadata_free (&o);
  /* Cut off, and with a byte changed: nothing is read that is not there, which
     the sanitizers say.  */
  uint32_t random = 1;
  for (unsigned k = 0; k < n + 20000; k++)
    {
      size_t size = k < n ? k : n;
      unsigned char *copy = malloc (size + !size);
      memcpy (copy, note, size);
      for (int c = 0; k >= n && c < 3; c++)
	{
	  random = random * 1664525 + 1013904223;
	  copy[20 + (random >> 8) % (size - 20)] = (unsigned char) (random >> 24);
	}
      memset (&o, 0, sizeof o);
      metadata_read (&o, copy, size);
      for (size_t j = 0; j < o.n_meta; j++)
	for (size_t a = 0; a < o.meta[j].n_args; a++)
	  check (o.meta[j].args[a].size <= 8
		 && o.meta[j].args[a].offset <= IMPLICIT_MOST,
		 "an argument of %u bytes at %u", o.meta[j].args[a].size,
		 o.meta[j].args[a].offset);
      metadata_free (&o);
      free (copy);
    }
  return finish_tests ();
}
