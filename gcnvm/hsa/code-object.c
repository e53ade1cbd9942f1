/* Reading code objects: ELF for amdgcn.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Linked code objects only, of the versions 2 to 6 (LLVM's "User Guide for
   AMDGPU Backend", chapter "ELF Code Object").  Nothing in the file is trusted:
   what lies outside of it is an error or left out.  */

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

#define EM_AMDGPU_ 224		/* Not in every elf.h.  */
#define OSABI_AMDGPU_HSA 64
#define MACH_MASK 0xff

/* What is being read.  */
struct reader
{
  struct code_object *o;
  const Elf64_Ehdr *header;
  const Elf64_Phdr *ph;
  const Elf64_Shdr *sh;
  unsigned n_sh;
  char *why;
  size_t why_size;
};

static bool __attribute__ ((format (printf, 2, 3)))
bad (struct reader *r, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vsnprintf (r->why, r->why_size, format, ap);
  va_end (ap);
  return false;
}

/* N items of SIZE bytes at OFFSET of the file, NULL if they are not in it or
   not aligned.  */

static const void *
part (const struct reader *r, uint64_t offset, uint64_t n, uint64_t size,
      unsigned align)
{
  uint64_t all = r->o->size;
  if (offset > all || (size && n > (all - offset) / size)
      || ((uintptr_t) r->o->data + offset) % align)
    return NULL;
  return r->o->data + offset;
}

/* The string at OFFSET of section SH, "" if there is none.  */

static const char *
string (const struct reader *r, const Elf64_Shdr *sh, uint64_t offset)
{
  const char *p = part (r, sh->sh_offset, sh->sh_size, 1, 1);
  if (!p || offset >= sh->sh_size
      || !memchr (p + offset, 0, sh->sh_size - offset))
    return "";
  return p + offset;
}

static bool
read_header (struct reader *r)
{
  const Elf64_Ehdr *h = part (r, 0, 1, sizeof *h, 8);
  struct code_object *o = r->o;
  if (!h || memcmp (h->e_ident, ELFMAG, SELFMAG))
    return bad (r, "it is no ELF file");
  if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB
      || h->e_machine != EM_AMDGPU_)
    return bad (r, "it is an ELF file, but not for amdgcn (machine %u)",
		h->e_machine);
  if (h->e_ident[EI_OSABI] != OSABI_AMDGPU_HSA)
    return bad (r, "its ABI is %u, not HSA", h->e_ident[EI_OSABI]);
  if (h->e_type != ET_DYN)
    return bad (r, "it is not linked (ELF type %u)", h->e_type);
  o->abi = h->e_ident[EI_ABIVERSION];
  if (o->abi > 4)
    return bad (r, "its code object version, %u, is not supported",
		o->abi + 2);
  o->processor = processor_by_mach (h->e_flags & MACH_MASK);
  if (!o->processor)
    return bad (r, "its processor, number 0x%x, is not supported",
		h->e_flags & MACH_MASK);
  if (!o->processor->cpu)
    return bad (r, "it is for %s, and there is a machine for %s only",
		o->processor->name, processor_names);
  r->header = h;
  r->ph = part (r, h->e_phoff, h->e_phnum, sizeof *r->ph, 8);
  if (!r->ph || h->e_phentsize != sizeof *r->ph || !h->e_phnum)
    return bad (r, "it has no program headers");
  r->sh = part (r, h->e_shoff, h->e_shnum, sizeof *r->sh, 8);
  r->n_sh = (r->sh && h->e_shentsize == sizeof *r->sh ? h->e_shnum : 0);
  return true;
}

static bool
read_segments (struct reader *r)
{
  struct code_object *o = r->o;
  o->segments = calloc (r->header->e_phnum, sizeof *o->segments);
  if (!o->segments)
    return bad (r, "out of memory");
  o->low = UINT64_MAX;
  for (unsigned k = 0; k < r->header->e_phnum; k++)
    {
      const Elf64_Phdr *p = &r->ph[k];
      if (p->p_type != PT_LOAD || !p->p_memsz)
	continue;
      if (!part (r, p->p_offset, p->p_filesz, 1, 1)
	  || p->p_filesz > p->p_memsz
	  || p->p_vaddr + p->p_memsz < p->p_vaddr
	  || p->p_vaddr + p->p_memsz > (uint64_t) 1 << 40)
	return bad (r, "segment %u is damaged", k);
      o->segments[o->n_segments++] = (struct segment)
	{ p->p_offset, p->p_vaddr, p->p_filesz, p->p_memsz, p->p_flags };
      if (p->p_vaddr < o->low)
	o->low = p->p_vaddr;
      if (p->p_vaddr + p->p_memsz > o->high)
	o->high = p->p_vaddr + p->p_memsz;
    }
  if (!o->n_segments)
    return bad (r, "it has no segment to load");
  return true;
}

/* Read symbol table SH into *TO.  */

static bool
read_symbols (struct reader *r, const Elf64_Shdr *sh, struct elf_symbol **to,
	      size_t *n)
{
  size_t count = sh->sh_size / sizeof (Elf64_Sym);
  const Elf64_Sym *s = part (r, sh->sh_offset, count, sizeof *s, 8);
  if (!s || sh->sh_link >= r->n_sh || *to)
    return bad (r, "a symbol table is damaged");
  *to = calloc (count + 1, sizeof **to);
  if (!*to)
    return bad (r, "out of memory");
  *n = count;
  for (size_t k = 0; k < count; k++)
    (*to)[k] = (struct elf_symbol)
      {
	.name = string (r, &r->sh[sh->sh_link], s[k].st_name),
	.value = s[k].st_value, .size = s[k].st_size,
	.type = ELF64_ST_TYPE (s[k].st_info),
	.bind = ELF64_ST_BIND (s[k].st_info),
	.defined = s[k].st_shndx != SHN_UNDEF
      };
  return true;
}

static bool
read_relocations (struct reader *r, const Elf64_Shdr *sh)
{
  struct code_object *o = r->o;
  size_t count = sh->sh_size / sizeof (Elf64_Rela);
  const Elf64_Rela *rel = part (r, sh->sh_offset, count, sizeof *rel, 8);
  if (!rel)
    return bad (r, "a relocation table is damaged");
  struct relocation *more
    = realloc (o->relocations, (o->n_relocations + count + 1) * sizeof *more);
  if (!more)
    return bad (r, "out of memory");
  o->relocations = more;
  for (size_t k = 0; k < count; k++)
    o->relocations[o->n_relocations++] = (struct relocation)
      { rel[k].r_offset, ELF64_R_TYPE (rel[k].r_info),
	ELF64_R_SYM (rel[k].r_info), rel[k].r_addend };
  return true;
}

/* The newest release of GCC that the section .comment, N bytes at P, names in
   strings like "GCC: (Debian 14.2.0-19) 14.2.0"; 0 if it names none.  */

static unsigned
gcc_release (const char *p, size_t n)
{
  unsigned newest = 0;
  for (size_t len; n && memchr (p, 0, n); p += len, n -= len)
    {
      const char *version = strrchr (p, ' ');
      len = strlen (p) + 1;
      unsigned long release
	= (version && !strncmp (p, "GCC: ", 5)
	   ? strtoul (version + 1, NULL, 10) : 0);
      if (release > newest && release < 1000)
	newest = (unsigned) release;
    }
  return newest;
}

/* Keep section SH, of code, of debugging information or of comments.  */

static bool
read_section (struct reader *r, const Elf64_Shdr *sh, const char *name)
{
  struct code_object *o = r->o;
  if (sh->sh_flags & SHF_EXECINSTR && sh->sh_type == SHT_PROGBITS)
    {
      struct code_range *more
	= realloc (o->code, (o->n_code + 1) * sizeof *more);
      if (!more)
	return bad (r, "out of memory");
      o->code = more;
      if (sh->sh_addr % 4 || sh->sh_addr < o->low || sh->sh_addr > o->high
	  || sh->sh_size > o->high - sh->sh_addr)
	return bad (r, "section %s is in no segment", name);
      o->code[o->n_code++] = (struct code_range)
	{ sh->sh_addr, sh->sh_size / 4 * 4 };
    }
  const unsigned char *p = part (r, sh->sh_offset, sh->sh_size, 1, 1);
  if (p && sh->sh_type == SHT_NOTE)
    metadata_read (o, p, sh->sh_size);
  if (!p || sh->sh_type == SHT_NOBITS || sh->sh_flags & SHF_COMPRESSED)
    return true;
  if (!strcmp (name, ".debug_line"))
    o->debug_line = p, o->debug_line_size = sh->sh_size;
  else if (!strcmp (name, ".debug_line_str"))
    o->line_str = p, o->line_str_size = sh->sh_size;
  else if (!strcmp (name, ".debug_str"))
    o->debug_str = p, o->debug_str_size = sh->sh_size;
  else if (!strcmp (name, ".comment"))
    o->gcc = gcc_release ((const char *) p, sh->sh_size);
  return true;
}

static bool
read_sections (struct reader *r)
{
  const Elf64_Shdr *names = (r->header->e_shstrndx < r->n_sh
			     ? &r->sh[r->header->e_shstrndx] : NULL);
  struct code_object *o = r->o;
  for (unsigned k = 0; k < r->n_sh; k++)
    {
      const Elf64_Shdr *sh = &r->sh[k];
      bool ok = true;
      if (sh->sh_type == SHT_DYNSYM)
	ok = read_symbols (r, sh, &o->dynamic, &o->n_dynamic);
      else if (sh->sh_type == SHT_SYMTAB)
	ok = read_symbols (r, sh, &o->symbols, &o->n_symbols);
      else if (sh->sh_type == SHT_RELA && sh->sh_flags & SHF_ALLOC)
	ok = read_relocations (r, sh);
      else if (sh->sh_type == SHT_REL && sh->sh_flags & SHF_ALLOC)
	ok = bad (r, "it has relocations without addends");
      else
	ok = read_section (r, sh, names ? string (r, names, sh->sh_name) : "");
      if (!ok)
	return false;
    }
  if (!o->n_dynamic)
    return bad (r, "it has no section with dynamic symbols");
  if (!o->n_code)
    return bad (r, "it has no code");
  return true;
}

struct code_object *
code_object_read (const void *data, size_t size, char *why, size_t why_size)
{
  struct code_object *o = calloc (1, sizeof *o);
  struct reader r = { .o = o, .why = why, .why_size = why_size };
  if (!o)
    {
      bad (&r, "out of memory");
      return NULL;
    }
  o->data = data;
  o->size = size;
  if (read_header (&r) && read_segments (&r) && read_sections (&r))
    return o;
  code_object_free (o);
  return NULL;
}

void
code_object_free (struct code_object *o)
{
  if (!o)
    return;
  metadata_free (o);
  free (o->segments);
  free (o->symbols);
  free (o->dynamic);
  free (o->relocations);
  free (o->code);
  free (o->owned);
  free (o);
}
