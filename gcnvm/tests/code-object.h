/* A small code object, made in memory, for tests.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef TESTS_CODE_OBJECT_H
#define TESTS_CODE_OBJECT_H

#include <elf.h>
#include <stdint.h>
#include <string.h>

/* Where things are in the file.  The code is loaded at CODE, the data at DATA,
   what comes before them where it is in the file.  */
enum
{
  IN_PHDR = 64, IN_DYNSYM = 0x100, IN_DYNSTR = 0x1c0, IN_RELA = 0x2c0,
  IN_KERNEL = 0x340, IN_CODE = 0x400, IN_DATA = 0x480, IN_NAMES = 0x4c0,
  IN_SHDR = 0x540, OBJECT_SIZE = IN_SHDR + 7 * 64,
  CODE = 0x1400, DATA = 0x2480, DATA_SIZE = 64, BSS_SIZE = 64
};

/* Its symbols, by index.  */
enum { SYM_NONE, SYM_KERNEL, SYM_FUNC, SYM_VAR, SYM_EXT, SYM_WEAK, N_SYMS };

struct code_object_image
{
  _Alignas (16) unsigned char bytes[OBJECT_SIZE];
  unsigned n_rela;
};

static inline Elf64_Ehdr *
image_header (struct code_object_image *o)
{
  return (Elf64_Ehdr *) o->bytes;
}

static inline Elf64_Sym *
image_symbol (struct code_object_image *o, unsigned n)
{
  return (Elf64_Sym *) (o->bytes + IN_DYNSYM) + n;
}

static inline Elf64_Shdr *
image_section (struct code_object_image *o, unsigned n)
{
  return (Elf64_Shdr *) (o->bytes + IN_SHDR) + n;
}

static inline void
image_put32 (struct code_object_image *o, unsigned at, uint32_t v)
{
  memcpy (o->bytes + at, &v, 4);
}

static inline void
image_section_set (struct code_object_image *o, unsigned n, uint32_t name,
		   uint32_t type, uint64_t flags, uint64_t at, uint64_t size,
		   uint64_t address)
{
  *image_section (o, n) = (Elf64_Shdr)
    {
      .sh_name = name, .sh_type = type, .sh_flags = flags, .sh_offset = at,
      .sh_size = size, .sh_addr = address
    };
}

static inline void
image_symbol_set (struct code_object_image *o, unsigned n, unsigned name,
		  const char *text, unsigned info, unsigned section,
		  uint64_t value, uint64_t size)
{
  strcpy ((char *) o->bytes + IN_DYNSTR + name, text);
  *image_symbol (o, n) = (Elf64_Sym)
    {
      .st_name = name, .st_info = (unsigned char) info,
      .st_shndx = (uint16_t) section, .st_value = value, .st_size = size
    };
}

/* Another relocation.  */
static inline void
image_relocate (struct code_object_image *o, uint64_t address, unsigned type,
		unsigned symbol, int64_t addend)
{
  ((Elf64_Rela *) (o->bytes + IN_RELA))[o->n_rela++] = (Elf64_Rela)
    { address, ELF64_R_INFO (symbol, type), addend };
  image_section (o, 3)->sh_size = o->n_rela * sizeof (Elf64_Rela);
}

/* A code object for the processor MACH (0x2a is gfx803), with a kernel, k.kd,
   of one s_endpgm, a function f, a variable v of 16 bytes, and two undefined
   symbols: ext, and weak, which is.  */
static inline void
image_make (struct code_object_image *o, unsigned mach)
{
  static const char names[]
    = "\0.dynsym\0.dynstr\0.rela.dyn\0.text\0.data\0.shstrtab";
  memset (o, 0, sizeof *o);
  *image_header (o) = (Elf64_Ehdr)
    {
      .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
		   ELFDATA2LSB, EV_CURRENT, 64, 1 },
      .e_type = ET_DYN, .e_machine = 224, .e_version = EV_CURRENT,
      .e_phoff = IN_PHDR, .e_shoff = IN_SHDR, .e_flags = mach,
      .e_ehsize = sizeof (Elf64_Ehdr), .e_phentsize = sizeof (Elf64_Phdr),
      .e_phnum = 3, .e_shentsize = sizeof (Elf64_Shdr), .e_shnum = 7,
      .e_shstrndx = 6
    };
  Elf64_Phdr *p = (Elf64_Phdr *) (o->bytes + IN_PHDR);
  p[0] = (Elf64_Phdr) { .p_type = PT_LOAD, .p_flags = PF_R,
			.p_filesz = IN_CODE, .p_memsz = IN_CODE };
  p[1] = (Elf64_Phdr) { .p_type = PT_LOAD, .p_flags = PF_R | PF_X,
			.p_offset = IN_CODE, .p_vaddr = CODE,
			.p_filesz = 64, .p_memsz = 64 };
  p[2] = (Elf64_Phdr) { .p_type = PT_LOAD, .p_flags = PF_R | PF_W,
			.p_offset = IN_DATA, .p_vaddr = DATA,
			.p_filesz = DATA_SIZE,
			.p_memsz = DATA_SIZE + BSS_SIZE };
  image_section_set (o, 1, 1, SHT_DYNSYM, SHF_ALLOC, IN_DYNSYM,
		     N_SYMS * sizeof (Elf64_Sym), IN_DYNSYM);
  image_section (o, 1)->sh_link = 2;
  image_section_set (o, 2, 9, SHT_STRTAB, SHF_ALLOC, IN_DYNSTR, 0x100,
		     IN_DYNSTR);
  image_section_set (o, 3, 17, SHT_RELA, SHF_ALLOC, IN_RELA, 0, IN_RELA);
  image_section_set (o, 4, 27, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
		     IN_CODE, 64, CODE);
  image_section_set (o, 5, 33, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, IN_DATA,
		     DATA_SIZE, DATA);
  image_section_set (o, 6, 39, SHT_STRTAB, 0, IN_NAMES, sizeof names, 0);
  memcpy (o->bytes + IN_NAMES, names, sizeof names);
  image_symbol_set (o, SYM_KERNEL, 1, "k.kd",
		    ELF64_ST_INFO (STB_GLOBAL, STT_OBJECT), 4, IN_KERNEL, 64);
  image_symbol_set (o, SYM_FUNC, 6, "f",
		    ELF64_ST_INFO (STB_GLOBAL, STT_FUNC), 4, CODE, 4);
  image_symbol_set (o, SYM_VAR, 8, "v",
		    ELF64_ST_INFO (STB_GLOBAL, STT_OBJECT), 5, DATA + 32, 16);
  image_symbol_set (o, SYM_EXT, 10, "ext",
		    ELF64_ST_INFO (STB_GLOBAL, STT_NOTYPE), SHN_UNDEF, 0, 0);
  image_symbol_set (o, SYM_WEAK, 14, "weak",
		    ELF64_ST_INFO (STB_WEAK, STT_NOTYPE), SHN_UNDEF, 0, 0);
  /* The descriptor: LDS, private, arguments; the entry; registers.  */
  image_put32 (o, IN_KERNEL, 512);
  image_put32 (o, IN_KERNEL + 4, 256);
  image_put32 (o, IN_KERNEL + 8, 32);
  image_put32 (o, IN_KERNEL + 16, CODE - IN_KERNEL);
  image_put32 (o, IN_KERNEL + 48, 0x00af0081);
  image_put32 (o, IN_KERNEL + 52, 0x00000090);
  image_put32 (o, IN_KERNEL + 56, 0x0000000b);
  for (unsigned k = 0; k < 16; k++)
    image_put32 (o, IN_CODE + 4 * k, 0xbf810000);	/* s_endpgm  */
}

#endif /* TESTS_CODE_OBJECT_H */
