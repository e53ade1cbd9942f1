/* Reads instructions with the table of isa/gcn.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* For the processors that the table covers whole; disasm.c is for the others.
   The result is the same, as the printer writes what llvm-objdump does.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "isa.h"
#include "lines.h"

/* Relocations of debugging sections (AMDGPUUsage, "Relocation Records").  */
enum { R_AMDGPU_ABS64 = 3, R_AMDGPU_ABS32 = 6, SHT_RELA_ = 4 };

/* In an object file all sections start at zero; this tells their addresses
   apart.  */
enum { SECTION_SHIFT = 40 };

static uint64_t
get (const unsigned char *p, unsigned bytes)
{
  uint64_t v = 0;
  while (bytes--)
    v = v << 8 | p[bytes];
  return v;
}

static bool
object_file_p (const struct object *o)
{
  return get (o->data + 16, 2) == 1;	/* ET_REL */
}

/* The header of section I of O, which read_object has checked.  */

static const unsigned char *
header (const struct object *o, unsigned i)
{
  return o->data + get (o->data + 40, 8) + i * get (o->data + 58, 2);
}

/* The section of O called NAME, or zero.  */

static unsigned
section_named (const struct object *o, const char *name)
{
  for (unsigned i = 1; i < o->n_sections; i++)
    if (strcmp (o->sections[i].name, name) == 0 && o->sections[i].bytes)
      return i;
  return 0;
}

/* The symbol of relocation entry P against table SYMTAB of O: its section and
   value.  */

static bool
relocation_symbol (const struct object *o, unsigned symtab,
		   const unsigned char *p, unsigned *section, uint64_t *value)
{
  uint64_t number = get (p + 8, 8) >> 32;
  if (!symtab || symtab >= o->n_sections || !o->sections[symtab].bytes
      || number >= o->sections[symtab].size / 24)
    return false;
  const unsigned char *sym = o->sections[symtab].bytes + number * 24;
  *section = get (sym + 6, 2);
  *value = get (sym + 8, 8);
  return true;
}

/* A copy of section N of O with its relocations applied.  */

static unsigned char *
relocated (const struct object *o, unsigned n)
{
  const struct section *s = &o->sections[n];
  unsigned char *copy = xalloc (s->size + 1, 1);
  memcpy (copy, s->bytes, s->size);
  for (unsigned i = 1; i < o->n_sections; i++)
    {
      const unsigned char *sh = header (o, i);
      const struct section *rela = &o->sections[i];
      if (get (sh + 4, 4) != SHT_RELA_ || get (sh + 44, 4) != n
	  || !rela->bytes)
	continue;
      for (uint64_t at = 0; at + 24 <= rela->size; at += 24)
	{
	  const unsigned char *p = rela->bytes + at;
	  uint64_t offset = get (p, 8), value, type = get (p + 8, 4);
	  unsigned section;
	  unsigned bytes = type == R_AMDGPU_ABS64 ? 8
			   : type == R_AMDGPU_ABS32 ? 4 : 0;
	  if (!bytes || offset > s->size || s->size - offset < bytes
	      || !relocation_symbol (o, get (sh + 40, 4), p, &section,
				     &value))
	    continue;
	  value += get (p + 16, 8);
	  if (bytes == 8)
	    value += (uint64_t) section << SECTION_SHIFT;
	  for (unsigned b = 0; b < bytes; b++)
	    copy[offset + b] = value >> (8 * b);
	}
    }
  return copy;
}

/* The lines of O.  */

static struct gcn_lines *
read_lines (const struct object *o)
{
  static const char *const names[] = { ".debug_line", ".debug_line_str",
				       ".debug_str" };
  struct gcn_bytes bytes[3];
  unsigned char *copy = NULL;
  for (int i = 0; i < 3; i++)
    {
      unsigned n = section_named (o, names[i]);
      bytes[i].data = n ? o->sections[n].bytes : NULL;
      bytes[i].size = n ? o->sections[n].size : 0;
      if (n && !i && object_file_p (o))
	bytes[i].data = copy = relocated (o, n);
    }
  struct gcn_lines *lines = gcn_lines_read (bytes[0], bytes[1], bytes[2], 0);
  free (copy);
  return lines;
}

/* Whether the table has all instructions of section S for CPU, or those up to
   padding.  */

static bool
all_known (const struct section *s, enum gcn_cpu cpu)
{
  size_t words = s->bytes ? s->size / 4 : 0;
  for (size_t i = 0; i < words; )
    {
      uint32_t w[3] = { 0, 0, 0 };
      size_t n = words - i < 3 ? words - i : 3;
      for (size_t k = 0; k < n; k++)
	w[k] = get (s->bytes + 4 * (i + k), 4);
      struct gcn_insn g;
      if (w[0] && gcn_decode (w, n, cpu, &g))
	return false;
      i += w[0] ? g.length / 4 : 1;
    }
  return true;
}

/* Whether decode can read O.  The table has only a part of RDNA's
   instructions.  */

bool
can_decode (const struct object *o)
{
  enum gcn_cpu cpu = gcn_cpu_like (o->cpu);
  bool known = cpu != 0;
  for (unsigned n = 0; known && cpu & GCN_RDNA && n < o->n_sections; n++)
    known = (!o->sections[n].code
	     || all_known (&o->sections[n], cpu));
  return known;
}

/* Fills the instructions of section N of O, with sources from LINES.  */

static void
decode_section (struct object *o, unsigned n, const struct gcn_lines *lines)
{
  struct section *s = &o->sections[n];
  enum gcn_cpu cpu = gcn_cpu_like (o->cpu);
  uint64_t base = object_file_p (o) ? (uint64_t) n << SECTION_SHIFT
		  : s->address;
  const char *last_file = NULL, *source = NULL;
  unsigned last_line = 0;
  size_t words = s->bytes ? s->size / 4 : 0;
  for (size_t i = 0; i < words; )
    {
      uint32_t w[3] = { 0, 0, 0 };
      bool more = i + 1 < words;
      size_t n_words = words - i < 3 ? words - i : 3;
      for (size_t k = 0; k < n_words; k++)
	w[k] = get (s->bytes + 4 * (i + k), 4);
      /* Eight bytes of zero and more are padding, as for llvm-objdump.  */
      if (more && !w[0] && !w[1])
	{
	  while (i < words && !get (s->bytes + 4 * i, 4))
	    i++;
	  continue;
	}
      struct gcn_insn g;
      char text[256];
      gcn_decode (w, n_words, cpu, &g);
      gcn_print (&g, cpu, text, sizeof text);

      struct insn in;
      memset (&in, 0, sizeof in);
      in.at.section = n;
      in.at.offset = 4 * i;
      in.length = g.length;
      in.word[0] = w[0];
      in.word[1] = g.length > 4 ? w[1] : 0;
      const char *file;
      unsigned line;
      if (gcn_lines_find (lines, base + 4 * i, &file, &line))
	{
	  if (file != last_file || line != last_line)
	    {
	      /* These live as long as the program: the findings name them.  */
	      char *copy = xalloc (strlen (file) + 16, 1);
	      sprintf (copy, "%s:%u", file, line);
	      source = copy;
	      last_file = file;
	      last_line = line;
	    }
	  in.source = source;
	}
      add_insn (s, &in, text);
      i += g.length / 4;
    }
}

/* Fills the instructions of O's code sections.  A word that is no instruction
   becomes one called ".long".  */

void
decode (struct object *o)
{
  struct gcn_lines *lines = read_lines (o);
  for (unsigned n = 1; n < o->n_sections; n++)
    if (o->sections[n].code)
      decode_section (o, n, lines);
  gcn_lines_free (lines);
}
