/* Reads the ELF structure of amdgcn code objects.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* 64-bit little-endian ELF, read byte by byte so that neither the host's
   order nor a damaged file matters: each offset is checked against the size
   before it is used.  Numbers are those of the ELF specification and of
   "AMDGPU ELF header" in AMDGPUUsage.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"

enum
{
  EM_AMDGPU = 224,
  SHT_PROGBITS = 1, SHT_SYMTAB = 2, SHT_RELA = 4, SHT_NOBITS = 8,
  SHT_DYNSYM = 11,
  SHF_EXECINSTR = 4,
  STT_FUNC = 2, STT_SECTION = 3, STT_AMDGPU_HSA_KERNEL = 10,
  ET_REL = 1
};

/* EF_AMDGPU_MACH_AMDGCN_* of the processors that GCC and LLVM know.  */
static const struct { unsigned mach; const char *cpu; int generation; }
machs[] = {
  { 0x20, "gfx600", 6 }, { 0x21, "gfx601", 6 }, { 0x3a, "gfx602", 6 },
  { 0x22, "gfx700", 7 }, { 0x23, "gfx701", 7 }, { 0x24, "gfx702", 7 },
  { 0x25, "gfx703", 7 }, { 0x26, "gfx704", 7 }, { 0x3b, "gfx705", 7 },
  { 0x28, "gfx801", 8 }, { 0x29, "gfx802", 8 }, { 0x2a, "gfx803", 8 },
  { 0x3c, "gfx805", 8 }, { 0x2b, "gfx810", 8 },
  { 0x2c, "gfx900", 9 }, { 0x2d, "gfx902", 9 }, { 0x2e, "gfx904", 9 },
  { 0x2f, "gfx906", 9 }, { 0x30, "gfx908", 9 }, { 0x31, "gfx909", 9 },
  { 0x32, "gfx90c", 9 }, { 0x3f, "gfx90a", 9 },
  { 0x33, "gfx1010", 10 }, { 0x34, "gfx1011", 10 }, { 0x35, "gfx1012", 10 },
  { 0x36, "gfx1030", 10 }, { 0x37, "gfx1031", 10 }, { 0x38, "gfx1032", 10 },
  { 0x39, "gfx1033", 10 }, { 0x3e, "gfx1034", 10 }, { 0x3d, "gfx1035", 10 },
  { 0x5f, "gfx9-4-generic", 9 }, { 0x51, "gfx9-generic", 9 },
  { 0x4c, "gfx942", 9 },
  { 0x4f, "gfx950", 9 }, { 0x52, "gfx10-1-generic", 10 },
  { 0x53, "gfx10-3-generic", 10 }, { 0x42, "gfx1013", 10 },
  { 0x45, "gfx1036", 10 }, { 0x54, "gfx11-generic", 11 },
  { 0x41, "gfx1100", 11 }, { 0x46, "gfx1101", 11 }, { 0x47, "gfx1102", 11 },
  { 0x44, "gfx1103", 11 }, { 0x43, "gfx1150", 11 }, { 0x4a, "gfx1151", 11 },
  { 0x55, "gfx1152", 11 }, { 0x58, "gfx1153", 11 },
  { 0x59, "gfx12-generic", 12 }, { 0x48, "gfx1200", 12 },
  { 0x4e, "gfx1201", 12 },
};

static uint64_t
get (const unsigned char *p, unsigned bytes)
{
  uint64_t v = 0;
  while (bytes--)
    v = v << 8 | p[bytes];
  return v;
}

/* Whether LENGTH bytes from OFFSET lie within SIZE.  */

static bool
within (size_t size, uint64_t offset, uint64_t length)
{
  return offset <= size && length <= size - offset;
}

/* Whether the SIZE bytes at DATA are an ELF file for amdgcn.  */

bool
amdgcn_elf_p (const unsigned char *data, size_t size)
{
  return (size >= 64 && memcmp (data, "\177ELF\2\1", 6) == 0
	  && get (data + 18, 2) == EM_AMDGPU);
}

/* Finds the next ELF file for amdgcn in DATA from offset FROM on: an
   archive's member or the image that mkoffload embeds in a host program.
   Returns its offset, or SIZE; *LENGTH is how much of it there is, up to the
   end of its section header table, which producers put last.  */

size_t
find_elf (const unsigned char *data, size_t size, size_t from, size_t *length)
{
  for (size_t i = from; i + 64 <= size; i++)
    {
      const unsigned char *p = data + i;
      if (memcmp (p, "\177ELF\2\1", 6) != 0
	  || get (p + 18, 2) != EM_AMDGPU)
	continue;
      uint64_t shoff = get (p + 40, 8);
      uint64_t table = get (p + 58, 2) * get (p + 60, 2);
      if (!within (size - i, shoff, table))
	continue;
      uint64_t end = shoff + table;
      for (unsigned s = 0; s < get (p + 60, 2); s++)
	{
	  const unsigned char *sh = p + shoff + s * get (p + 58, 2);
	  uint64_t off = get (sh + 24, 8), len = get (sh + 32, 8);
	  if (get (p + 58, 2) >= 64 && get (sh + 4, 4) != SHT_NOBITS
	      && within (size - i, off, len) && off + len > end)
	    end = off + len;
	}
      *length = end;
      return i;
    }
  return size;
}

/* The string at OFFSET of the table in section STR of the file at DATA, or
   an empty one.  */

static char *
string_at (const unsigned char *data, size_t size, const unsigned char *sh,
	   uint64_t offset)
{
  uint64_t off = get (sh + 24, 8), len = get (sh + 32, 8);
  if (!within (size, off, len) || offset >= len)
    return xcopy ("", 0);
  const char *s = (const char *) data + off + offset;
  return xcopy (s, strnlen (s, len - offset));
}

/* The place of address or offset VALUE in section SECTION of O.  */

static struct place
place_of (const struct object *o, unsigned section, uint64_t value)
{
  struct place p = { 0, 0 };
  if (section > 0 && section < o->n_sections)
    {
      p.section = section;
      p.offset = value - o->sections[section].address;
    }
  return p;
}

static void
read_symbols (struct object *o, const unsigned char *sh,
	      const unsigned char *strings)
{
  uint64_t off = get (sh + 24, 8), len = get (sh + 32, 8);
  if (!within (o->size, off, len))
    return;
  o->n_symbols = len / 24;
  o->symbols = xalloc (o->n_symbols + 1, sizeof *o->symbols);
  for (size_t i = 0; i < o->n_symbols; i++)
    {
      const unsigned char *p = o->data + off + i * 24;
      struct symbol *s = &o->symbols[i];
      unsigned type = p[4] & 15;
      s->name = string_at (o->data, o->size, strings, get (p, 4));
      s->at = place_of (o, get (p + 6, 2), get (p + 8, 8));
      s->size = get (p + 16, 8);
      s->function = type == STT_FUNC || type == STT_AMDGPU_HSA_KERNEL;
      s->kernel = type == STT_AMDGPU_HSA_KERNEL;
      if (s->at.section && !o->sections[s->at.section].code)
	s->function = false;
    }

  /* NAME.kd is the descriptor of kernel NAME; its first word is the size of
     static LDS ("Kernel Descriptor" in AMDGPUUsage).  */
  for (size_t i = 0; i < o->n_symbols; i++)
    {
      const struct symbol *kd = &o->symbols[i];
      size_t n = strlen (kd->name);
      if (n < 4 || strcmp (kd->name + n - 3, ".kd") != 0 || !kd->at.section)
	continue;
      for (size_t j = 0; j < o->n_symbols; j++)
	if (strncmp (o->symbols[j].name, kd->name, n - 3) == 0
	    && !o->symbols[j].name[n - 3] && o->symbols[j].function)
	  o->symbols[j].kernel = o->has_kernels = true;
    }
}

static void
read_relocs (struct object *o, const unsigned char *sh)
{
  unsigned section = get (sh + 44, 4);
  uint64_t off = get (sh + 24, 8), len = get (sh + 32, 8);
  if (section >= o->n_sections || !o->sections[section].code
      || !within (o->size, off, len))
    return;
  size_t n = len / 24;
  o->relocs = xgrow (o->relocs, o->n_relocs + n, sizeof *o->relocs);
  for (size_t i = 0; i < n; i++)
    {
      const unsigned char *p = o->data + off + i * 24;
      struct reloc *r = &o->relocs[o->n_relocs++];
      uint64_t info = get (p + 8, 8);
      memset (r, 0, sizeof *r);
      r->at = place_of (o, section, get (p, 8) + o->sections[section].address);
      r->type = info & 0xffffffff;
      if (info >> 32 < o->n_symbols)
	{
	  const struct symbol *s = &o->symbols[info >> 32];
	  r->name = s->name;
	  r->target = s->at;
	  r->target.offset += get (p + 16, 8);
	}
    }
}

/* Reads the amdgcn code object of SIZE bytes at DATA, which FILE held.
   Returns null and puts the reason into ERROR where it is none.  */

struct object *
read_object (const char *file, const unsigned char *data, size_t size,
	     char *error, size_t error_size)
{
  if (!amdgcn_elf_p (data, size))
    {
      snprintf (error, error_size, "%s: no amdgcn code object in it", file);
      return NULL;
    }
  unsigned mach = get (data + 48, 4) & 0xff;
  uint64_t shoff = get (data + 40, 8);
  unsigned shentsize = get (data + 58, 2), shnum = get (data + 60, 2);
  unsigned shstrndx = get (data + 62, 2);
  if (shentsize < 64 || shstrndx >= shnum
      || !within (size, shoff, (uint64_t) shentsize * shnum))
    {
      snprintf (error, error_size, "%s: damaged ELF file: its section headers "
		"lie outside of it", file);
      return NULL;
    }

  struct object *o = xalloc (1, sizeof *o);
  o->file = file;
  o->data = data;
  o->size = size;
  for (size_t i = 0; i < sizeof machs / sizeof *machs; i++)
    if (machs[i].mach == mach)
      {
	o->cpu = machs[i].cpu;
	o->generation = machs[i].generation;
      }
  if (!o->cpu)
    {
      snprintf (error, error_size, "%s: unknown processor 0x%x in the ELF "
		"flags", file, mach);
      free_object (o);
      return NULL;
    }

  o->n_sections = shnum;
  o->sections = xalloc (shnum, sizeof *o->sections);
  const unsigned char *names = data + shoff + shstrndx * shentsize;
  for (unsigned i = 0; i < shnum; i++)
    {
      const unsigned char *sh = data + shoff + i * shentsize;
      o->sections[i].name = string_at (data, size, names, get (sh, 4));
      o->sections[i].address = get (sh + 16, 8);
      o->sections[i].size = get (sh + 32, 8);
      o->sections[i].code = (get (sh + 4, 4) == SHT_PROGBITS
			     && (get (sh + 8, 8) & SHF_EXECINSTR));
      if (get (sh + 4, 4) != SHT_NOBITS
	  && within (size, get (sh + 24, 8), o->sections[i].size))
	o->sections[i].bytes = data + get (sh + 24, 8);
    }

  const unsigned char *symtab = NULL;
  for (unsigned i = 0; i < shnum; i++)
    {
      const unsigned char *sh = data + shoff + i * shentsize;
      unsigned type = get (sh + 4, 4);
      if ((type == SHT_SYMTAB || (type == SHT_DYNSYM && !symtab))
	  && get (sh + 40, 4) < shnum)
	symtab = sh;
    }
  if (symtab)
    read_symbols (o, symtab,
		  data + shoff + get (symtab + 40, 4) * shentsize);
  for (unsigned i = 0; i < shnum; i++)
    {
      const unsigned char *sh = data + shoff + i * shentsize;
      if (get (sh + 4, 4) == SHT_RELA && get (data + 16, 2) == ET_REL)
	read_relocs (o, sh);
    }

  for (size_t i = 0; i < o->n_symbols; i++)
    {
      const struct symbol *s = &o->symbols[i];
      size_t n = strlen (s->name);
      if (n < 4 || strcmp (s->name + n - 3, ".kd") != 0 || !s->at.section)
	continue;
      const unsigned char *sh = data + shoff + s->at.section * shentsize;
      uint64_t at = get (sh + 24, 8) + s->at.offset;
      if (!within (size, at, 64))
	continue;
      uint32_t lds = get (data + at, 4);
      if (lds > o->lds_size)
	o->lds_size = lds;
      for (size_t j = 0; j < o->n_symbols; j++)
	if (strncmp (o->symbols[j].name, s->name, n - 3) == 0
	    && !o->symbols[j].name[n - 3])
	  o->symbols[j].lds_size = lds;
    }
  return o;
}

void
free_object (struct object *o)
{
  for (unsigned i = 0; i < o->n_sections; i++)
    {
      struct section *s = &o->sections[i];
      for (size_t j = 0; j < s->n_insns; j++)
	{
	  free (s->insns[j].mnemonic);
	  free (s->insns[j].operands);
	  free (s->insns[j].text);
	}
      free (s->insns);
      free (s->name);
    }
  for (size_t i = 0; i < o->n_symbols; i++)
    free (o->symbols[i].name);
  free (o->sections);
  free (o->symbols);
  free (o->relocs);
  free (o);
}
