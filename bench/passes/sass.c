/* What ptxas has made of each function: registers, instructions, and the
   instructions that steer the threads of a warp.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: sass [--flow] CUBIN...

   One line for each function of each file: its name, registers, instructions
   that are no NOP.  With --flow, each instruction that steers follows, with
   its address and the address that it names.  No disassembler is needed: a
   cubin is an ELF file with a section .text.NAME for each function, whose
   sh_info holds the number of registers in its top byte; from sm_70 on an
   instruction has 16 bytes, with the operation in the lowest 12 bits, the
   predicate in the next 4, and the distance of a branch target, counted from
   the next instruction, in bits 32 to 63 (up to sm_89).  That was read off
   what ptxas 13.0 makes of PTX with one such instruction each
   (bench/passes/sass-check).  */

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct operation
{
  unsigned code;
  const char *name;
  bool target;			/* It names an address.  */
};

static const struct operation operations[] =
  {
    { 0x941, "BSYNC", false }, { 0x942, "BREAK", false },
    { 0x943, "CALL", false }, { 0x944, "CALL.REL", true },
    { 0x945, "BSSY", true }, { 0x946, "YIELD", false },
    { 0x947, "BRA", true }, { 0x948, "WARPSYNC", false },
    { 0x148, "WARPSYNC.EXCLUSIVE", true }, { 0x348, "WARPSYNC", false },
    { 0x949, "BRX", false }, { 0x94d, "EXIT", false },
    { 0x950, "RET", false }, { 0x95c, "BPT.TRAP", false },
    { 0xb1d, "BAR", false }, { 0xf89, "SHFL", false },
    { 0x389, "SHFL", false }, { 0x589, "SHFL", false },
    { 0x989, "SHFL", false }, { 0x806, "VOTE", false },
    { 0x343, "CALL.ABS", false }, { 0x344, "CALL.REL", false }
  };

#define NOP 0x918

static uint64_t
get64 (const unsigned char *p)
{
  uint64_t v;

  memcpy (&v, p, sizeof v);
  return v;
}

static const struct operation *
find (unsigned code)
{
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    if (operations[i].code == code)
      return &operations[i];
  return NULL;
}

/* The last branch to itself is padding, like the NOPs behind it.  */

static bool
padding_p (const unsigned char *insn)
{
  uint64_t low = get64 (insn);

  return ((low & 0xfff) == NOP
	  || ((low & 0xffff) == 0x7947 && (int32_t) (low >> 32) == -16));
}

static void
print_flow (const unsigned char *text, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      uint64_t low = get64 (text + 16 * i);
      const struct operation *o = find (low & 0xfff);
      unsigned predicate = low >> 12 & 15;

      if (!o || padding_p (text + 16 * i))
	continue;
      printf ("  %04zx ", 16 * i);
      if (predicate == 7)
	printf ("     ");
      else
	printf ("@%sP%u%s ", predicate & 8 ? "!" : "", predicate & 7,
		predicate & 8 ? "" : " ");
      printf ("%s", o->name);
      if (o->code == 0x945 || o->code == 0x941 || o->code == 0x942)
	printf (" B%u", (unsigned) (low >> 16 & 15));
      if (o->target)
	printf (" -> %04llx", (unsigned long long)
		(16 * (i + 1) + (int64_t) (int32_t) (low >> 32)));
      putchar ('\n');
    }
}

/* SIZE bytes at DATA, read from FILE.  Returns false, with a message, for what
   is no cubin.  */

static bool
cubin (const char *file, const unsigned char *data, size_t size, bool flow)
{
  const Elf64_Ehdr *eh = (const void *) data;

  if (size < sizeof *eh || memcmp (eh->e_ident, ELFMAG, SELFMAG) != 0
      || eh->e_ident[EI_CLASS] != ELFCLASS64 || eh->e_machine != 190)
    {
      fprintf (stderr, "sass: %s: no cubin\n", file);
      return false;
    }
  if (eh->e_shoff > size || eh->e_shentsize != sizeof (Elf64_Shdr)
      || eh->e_shstrndx >= eh->e_shnum
      || (size - eh->e_shoff) / sizeof (Elf64_Shdr) < eh->e_shnum)
    {
      fprintf (stderr, "sass: %s: damaged\n", file);
      return false;
    }
  const Elf64_Shdr *sh = (const void *) (data + eh->e_shoff);
  const Elf64_Shdr *names = &sh[eh->e_shstrndx];

  for (unsigned i = 0; i < eh->e_shnum; i++)
    {
      if (sh[i].sh_type != SHT_PROGBITS || sh[i].sh_offset > size
	  || sh[i].sh_size > size - sh[i].sh_offset
	  || sh[i].sh_name >= names->sh_size)
	continue;
      const char *name
	= (const char *) data + names->sh_offset + sh[i].sh_name;
      if (strncmp (name, ".text.", 6) != 0)
	continue;
      size_t n = sh[i].sh_size / 16, insns = 0;

      for (size_t k = 0; k < n; k++)
	insns += !padding_p (data + sh[i].sh_offset + 16 * k);
      printf ("%s %u %zu\n", name + 6, sh[i].sh_info >> 24, insns);
      if (flow)
	print_flow (data + sh[i].sh_offset, n);
    }
  return true;
}

int
main (int argc, char **argv)
{
  bool flow = argc > 1 && strcmp (argv[1], "--flow") == 0, ok = true;

  if (argc < 2 + flow)
    {
      fputs ("usage: sass [--flow] CUBIN...\n", stderr);
      return 2;
    }
  for (int i = 1 + flow; i < argc; i++)
    {
      FILE *f = fopen (argv[i], "rb");
      long size = -1;

      if (f && fseek (f, 0, SEEK_END) == 0)
	size = ftell (f);
      if (size < 0)
	{
	  perror (argv[i]);
	  return 2;
	}
      rewind (f);
      unsigned char *data = malloc (size + 1);
      if (!data || fread (data, 1, size, f) != (size_t) size)
	{
	  perror (argv[i]);
	  return 2;
	}
      fclose (f);
      ok &= cubin (argv[i], data, size, flow);
      free (data);
    }
  return ok ? 0 : 1;
}
