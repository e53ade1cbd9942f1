/* Writes an object file in which contents of sections were changed.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Sections keep their numbers and their order in the file; what follows one
   that grew moves on, which no offset within a section can notice.  Added
   symbols are local and stand behind the object's own local ones, as the ELF
   specification wants local symbols first; so the numbers of the global ones
   change, wherever they are named.  Only object files have all of this in
   tables: in a linked image addresses are in the code.  */

#include <stdlib.h>
#include <string.h>

#include "fix.h"

enum
{
  ET_REL = 1, STT_FUNC = 2,
  SHT_SYMTAB = 2, SHT_RELA = 4, SHT_NOBITS = 8, SHT_REL = 9, SHT_GROUP = 17,
  SHT_SYMTAB_SHNDX = 18, SHT_LLVM_ADDRSIG = 0x6fff4c03,
  EHDR = 64, SHDR = 64, SYM = 24, RELA = 24,
  MAX_ALIGN = 1 << 20
};

/* Relocations ("Relocation Records" in AMDGPUUsage) whose value counts from
   the place that is relocated.  */
enum
{
  R_AMDGPU_REL32 = 4, R_AMDGPU_REL64 = 5, R_AMDGPU_GOTPCREL = 7,
  R_AMDGPU_GOTPCREL32_LO = 8, R_AMDGPU_GOTPCREL32_HI = 9,
  R_AMDGPU_REL32_LO = 10, R_AMDGPU_REL32_HI = 11, R_AMDGPU_REL16 = 14
};

/* The little-endian number of so many BYTES at P.  */

uint64_t
get_number (const unsigned char *p, unsigned bytes)
{
  uint64_t v = 0;
  while (bytes--)
    v = v << 8 | p[bytes];
  return v;
}

/* Writes V as such a number.  */

void
put_number (unsigned char *p, uint64_t v, unsigned bytes)
{
  for (; bytes--; v >>= 8)
    *p++ = v;
}

/* The file's header of section I of O, which read_object has checked.  */

static const unsigned char *
header (const struct object *o, unsigned i)
{
  return (o->data + get_number (o->data + 40, 8)
	  + (size_t) i * get_number (o->data + 58, 2));
}

static unsigned
section_type (const struct edit *e, unsigned i)
{
  return get_number (header (e->o, i) + 4, 4);
}

static unsigned
section_link (const struct edit *e, unsigned i)
{
  return get_number (header (e->o, i) + 40, 4);
}

static unsigned
section_info (const struct edit *e, unsigned i)
{
  return get_number (header (e->o, i) + 44, 4);
}

/* The number of O's symbol table, or zero.  */

static unsigned
symbol_table (const struct edit *e)
{
  for (unsigned i = 1; i < e->o->n_sections; i++)
    if (section_type (e, i) == SHT_SYMTAB)
      return i;
  return 0;
}

/* Makes *E ready to change O.  Returns false and the reason in ERROR where O is
   none that this can be done to.  */

bool
edit_start (struct edit *e, const struct object *o, char *error,
	    size_t error_size)
{
  const char *what = NULL;
  memset (e, 0, sizeof *e);
  e->o = o;
  e->sections = xalloc (o->n_sections, sizeof *e->sections);
  if (get_number (o->data + 16, 2) != ET_REL
      || get_number (o->data + 56, 2) != 0)
    what = "is a linked code object, in which nothing can be put right without "
	   "moving code: treat the object files and archives and link again";
  else if (get_number (o->data + 58, 2) != SHDR)
    what = "damaged ELF file: the size of its section headers is wrong";
  else if (!symbol_table (e))
    what = "has no symbol table; do not strip it";
  for (unsigned i = 1; i < o->n_sections && !what; i++)
    {
      unsigned link = section_link (e, i), type = section_type (e, i);
      e->sections[i].size = o->sections[i].size;
      if (type != SHT_NOBITS && !o->sections[i].bytes)
	what = "damaged ELF file: a section lies outside of it";
      else if (type == SHT_SYMTAB
	       && (i != symbol_table (e) || o->sections[i].size % SYM
		   || link >= o->n_sections || !o->sections[link].bytes
		   || (uint64_t) section_info (e, i) * SYM
		      > o->sections[i].size))
	what = "damaged ELF file: its symbol table is not well formed";
      else if (get_number (header (o, i) + 48, 8) > MAX_ALIGN
	       || (type == SHT_RELA && o->sections[i].size % RELA))
	what = "damaged ELF file: a section's alignment or size is wrong";
      else if (type == SHT_REL)
	what = "has relocations without addends (SHT_REL), which amdgcn does "
	       "not use";
    }
  if (!what)
    return true;
  snprintf (error, error_size, "%s: %s", o->file, what);
  edit_free (e);
  return false;
}

void
edit_free (struct edit *e)
{
  for (unsigned i = 0; e->sections && i < e->o->n_sections; i++)
    free (e->sections[i].bytes);
  for (size_t i = 0; i < e->n_symbols; i++)
    free (e->symbols[i].name);
  free (e->sections);
  free (e->symbols);
  memset (e, 0, sizeof *e);
}

/* The contents of section I of E, to be changed in place.  */

unsigned char *
edit_bytes (struct edit *e, unsigned i)
{
  struct edit_section *s = &e->sections[i];
  if (!s->bytes)
    {
      s->bytes = xalloc (s->size + 1, 1);
      if (s->size)
	memcpy (s->bytes, e->o->sections[i].bytes, s->size);
    }
  return s->bytes;
}

uint64_t
edit_size (const struct edit *e, unsigned i)
{
  return e->sections[i].size;
}

/* Appends SIZE bytes at P to section I; returns the offset of the first.  */

uint64_t
edit_append (struct edit *e, unsigned i, const void *p, uint64_t size)
{
  struct edit_section *s = &e->sections[i];
  uint64_t at = s->size;
  edit_bytes (e, i);
  s->bytes = xgrow (s->bytes, at + size + 1, 1);
  memcpy (s->bytes + at, p, size);
  s->size += size;
  return at;
}

/* ---- Relocations.  */

/* The section of relocations of section I, or zero.  */

unsigned
edit_rela_section (const struct edit *e, unsigned i)
{
  for (unsigned k = 1; k < e->o->n_sections; k++)
    if (section_type (e, k) == SHT_RELA && section_info (e, k) == i)
      return k;
  return 0;
}

/* Entry N of relocation section I.  */

struct rela
edit_get_rela (const struct edit *e, unsigned i, size_t n)
{
  const unsigned char *p = (e->sections[i].bytes ? e->sections[i].bytes
			    : e->o->sections[i].bytes) + n * RELA;
  uint64_t info = get_number (p + 8, 8);
  return (struct rela) { .offset = get_number (p, 8), .symbol = info >> 32,
			 .type = info & 0xffffffff,
			 .addend = get_number (p + 16, 8) };
}

static void
encode_rela (unsigned char *p, const struct rela *r)
{
  put_number (p, r->offset, 8);
  put_number (p + 8, r->symbol << 32 | r->type, 8);
  put_number (p + 16, r->addend, 8);
}

void
edit_set_rela (struct edit *e, unsigned i, size_t n, const struct rela *r)
{
  encode_rela (edit_bytes (e, i) + n * RELA, r);
}

void
edit_add_rela (struct edit *e, unsigned i, const struct rela *r)
{
  unsigned char entry[RELA];
  encode_rela (entry, r);
  edit_append (e, i, entry, RELA);
}

static bool
pc_relative_p (unsigned type)
{
  switch (type)
    {
    case R_AMDGPU_REL32: case R_AMDGPU_REL64: case R_AMDGPU_GOTPCREL:
    case R_AMDGPU_GOTPCREL32_LO: case R_AMDGPU_GOTPCREL32_HI:
    case R_AMDGPU_REL32_LO: case R_AMDGPU_REL32_HI: case R_AMDGPU_REL16:
      return true;
    default:
      return false;
    }
}

/* Moves the relocations of the LENGTH bytes at FROM of section I to TO.  One
   that counts from its place gives the same value as before.  */

void
edit_move_relocs (struct edit *e, unsigned i, uint64_t from, uint64_t to,
		  unsigned length)
{
  unsigned k = edit_rela_section (e, i);
  for (size_t n = 0; k && n < edit_size (e, k) / RELA; n++)
    {
      struct rela r = edit_get_rela (e, k, n);
      if (r.offset < from || r.offset - from >= length)
	continue;
      r.offset += to - from;
      if (pc_relative_p (r.type))
	r.addend += to - from;
      edit_set_rela (e, k, n, &r);
    }
}

/* By their offsets, as the assembler leaves them.  */

static int
compare_relas (const void *a, const void *b)
{
  uint64_t x = get_number (a, 8), y = get_number (b, 8);
  return (x > y) - (x < y);
}

/* ---- Symbols.  */

/* Adds a local function NAME of SIZE bytes at VALUE of SECTION.  */

void
edit_add_symbol (struct edit *e, const char *name, unsigned section,
		 uint64_t value, uint64_t size)
{
  e->symbols = xgrow (e->symbols, e->n_symbols + 1, sizeof *e->symbols);
  e->symbols[e->n_symbols++] = (struct edit_symbol)
    { xcopy (name, strlen (name)), section, value, size };
}

/* Opens a gap of N entries of SIZE bytes before entry AT of section I.  */

static unsigned char *
insert (struct edit *e, unsigned i, size_t at, size_t n, size_t size)
{
  unsigned char *none = xalloc (n, size);
  uint64_t end = edit_append (e, i, none, n * size);
  unsigned char *p = edit_bytes (e, i) + at * size;
  free (none);
  memmove (p + n * size, p, end - at * size);
  memset (p, 0, n * size);
  return p;
}

/* Puts E's new symbols into the symbol table, and the new numbers of those
   behind them wherever they are used but in section headers.  */

static void
place_symbols (struct edit *e, unsigned symtab)
{
  unsigned first_global = section_info (e, symtab);
  unsigned strtab = section_link (e, symtab);
  unsigned char *p = insert (e, symtab, first_global, e->n_symbols, SYM);
  for (size_t i = 0; i < e->n_symbols; i++, p += SYM)
    {
      const struct edit_symbol *s = &e->symbols[i];
      put_number (p, edit_append (e, strtab, s->name, strlen (s->name) + 1),
		  4);
      p[4] = STT_FUNC;		/* STB_LOCAL is zero.  */
      put_number (p + 6, s->section, 2);
      put_number (p + 8, s->value, 8);
      put_number (p + 16, s->size, 8);
    }
  for (unsigned i = 1; i < e->o->n_sections; i++)
    if (section_type (e, i) == SHT_RELA && section_link (e, i) == symtab)
      for (size_t n = 0; n < edit_size (e, i) / RELA; n++)
	{
	  struct rela r = edit_get_rela (e, i, n);
	  if (r.symbol < first_global)
	    continue;
	  r.symbol += e->n_symbols;
	  edit_set_rela (e, i, n, &r);
	}
    else if (section_type (e, i) == SHT_SYMTAB_SHNDX
	     && section_link (e, i) == symtab
	     && edit_size (e, i) >= 4 * (uint64_t) first_global)
      insert (e, i, first_global, e->n_symbols, 4);
}

/* Corrects header SH of section I where it speaks of symbols.  */

static void
fix_header (const struct edit *e, unsigned i, unsigned symtab,
	    unsigned char *sh)
{
  unsigned first_global = section_info (e, symtab);
  if (i == symtab)
    put_number (sh + 44, first_global + e->n_symbols, 4);
  else if (section_link (e, i) != symtab)
    ;
  else if (section_type (e, i) == SHT_GROUP
	   && section_info (e, i) >= first_global)
    put_number (sh + 44, section_info (e, i) + e->n_symbols, 4);
  else if (section_type (e, i) == SHT_LLVM_ADDRSIG)
    /* Numbers of symbols, packed.  Without a link to the symbol table linkers
       do not use it, as after `ld -r' and objcopy.  */
    put_number (sh + 40, 0, 4);
}

/* By their offsets in the file; empty sections before what stands there.  */

struct placed { uint64_t offset; unsigned number; };

static int
compare_placed (const void *a, const void *b)
{
  const struct placed *x = a, *y = b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* The object file that E was made into, of *SIZE bytes.  E can only be freed
   after this.  */

unsigned char *
edit_finish (struct edit *e, size_t *size)
{
  const struct object *o = e->o;
  unsigned symtab = symbol_table (e), n = o->n_sections;
  if (e->n_symbols)
    place_symbols (e, symtab);
  struct placed *order = xalloc (n, sizeof *order);
  uint64_t total = EHDR + 16 + (uint64_t) n * SHDR;
  for (unsigned i = 1; i < n; i++)
    {
      order[i].number = i;
      order[i].offset = get_number (header (o, i) + 24, 8);
      if (section_type (e, i) == SHT_RELA && e->sections[i].bytes)
	qsort (e->sections[i].bytes, edit_size (e, i) / RELA, RELA,
	       compare_relas);
      if (section_type (e, i) != SHT_NOBITS)
	total += edit_size (e, i) + get_number (header (o, i) + 48, 8);
    }
  qsort (order + 1, n - 1, sizeof *order, compare_placed);

  unsigned char *out = xalloc (total, 1);
  unsigned char *table = xalloc (n, SHDR);
  uint64_t at = EHDR;
  memcpy (out, o->data, EHDR);
  memcpy (table, header (o, 0), SHDR);
  for (unsigned k = 1; k < n; k++)
    {
      unsigned i = order[k].number;
      unsigned char *sh = table + (size_t) i * SHDR;
      uint64_t align = get_number (header (o, i) + 48, 8);
      memcpy (sh, header (o, i), SHDR);
      fix_header (e, i, symtab, sh);
      if (align > 1)
	at = (at + align - 1) / align * align;
      put_number (sh + 24, at, 8);
      put_number (sh + 32, edit_size (e, i), 8);
      if (section_type (e, i) == SHT_NOBITS)
	continue;
      memcpy (out + at, e->sections[i].bytes ? e->sections[i].bytes
	      : o->sections[i].bytes, edit_size (e, i));
      at += edit_size (e, i);
    }
  at = (at + 7) / 8 * 8;
  put_number (out + 40, at, 8);
  memcpy (out + at, table, (size_t) n * SHDR);
  *size = at + (size_t) n * SHDR;
  free (table);
  free (order);
  return out;
}
