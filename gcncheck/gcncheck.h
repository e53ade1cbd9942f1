/* Static checks over assembled amdgcn code.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#ifndef GCNCHECK_H
#define GCNCHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A place in code: a section of the object and an offset.  In a linked image
   the offset is the virtual address less the section's.  */
struct place
{
  unsigned section;		/* Zero: none.  */
  uint64_t offset;
};

/* One instruction, as the disassembler printed it.  */
struct insn
{
  struct place at;
  unsigned length;		/* In bytes.  */
  uint32_t word[2];		/* Its first two words.  */
  char *mnemonic;		/* Without _e32 and the like.  */
  char *operands;
  char *text;			/* Both, for messages.  */
  const char *source;		/* "file:line", or null.  */
};

struct section
{
  char *name;
  uint64_t address, size;
  bool code;
  const unsigned char *bytes;	/* What the file has of it, or null.  */
  struct insn *insns;		/* By rising offset.  */
  size_t n_insns;
};

struct symbol
{
  char *name;
  struct place at;
  uint64_t size;
  bool function, kernel;
  bool noreturn;		/* Found by the analysis.  */
  uint32_t lds_size;		/* Of a kernel: static LDS.  */
};

struct reloc
{
  struct place at;		/* What is changed.  */
  struct place target;		/* Where it points to, section 0 if that is
				   undefined.  */
  const char *name;		/* Of the symbol, or null.  */
  unsigned type;
};

/* One code object.  */
struct object
{
  const char *file;		/* As given, with a member's offset.  */
  const unsigned char *data;
  size_t size;
  const char *cpu;		/* "gfx803".  */
  int generation;		/* 6 to 12.  */
  uint32_t lds_size;		/* Largest static LDS size of its kernels.  */
  bool has_kernels;
  struct section *sections;
  unsigned n_sections;
  struct symbol *symbols;
  size_t n_symbols;
  struct reloc *relocs;
  size_t n_relocs;
};

enum finding_kind
{
  FOREIGN_M0_ACCESS, FOREIGN_M0_CALL, FOREIGN_M0_RETURN, NO_TERMINATOR,
  ILLEGAL_LANE_MOVE, WILD_BRANCH, LDS_OVERLAP, LDS_BEYOND, N_FINDING_KINDS
};

struct finding
{
  enum finding_kind kind;
  const struct object *object;
  const char *function;
  const struct insn *insn;	/* Null: about LDS variables.  */
  const struct insn *origin;	/* What wrote M0, or null.  */
  const char *text;		/* Without INSN: about which.  */
};

/* What one run found, and did.  */
struct report
{
  struct finding *findings;
  size_t n_findings;
  unsigned n_objects, n_functions, n_accesses, n_m0_writes, n_insns;
  unsigned n_units, n_variables;	/* In LDS records.  */
};

/* elf-read.c.  */
extern struct object *read_object (const char *file,
				   const unsigned char *data, size_t size,
				   char *error, size_t error_size);
extern void free_object (struct object *);
extern size_t find_elf (const unsigned char *data, size_t size, size_t from,
			size_t *length);

/* decode.c.  */
extern bool can_decode (const struct object *);
extern void decode (struct object *);

/* disasm.c.  */
extern bool disassemble (struct object *, const char *objdump,
			 char *error, size_t error_size);
extern void add_insn (struct section *, const struct insn *, char *text);

/* analyse.c.  */
extern void analyse (struct object *, struct report *);

/* lds.c.  */
extern bool check_lds (const struct object *, struct report *, char *error,
		       size_t error_size);

/* util.c.  */
extern const char *program_name;
extern void *xalloc (size_t count, size_t size);
extern void *xgrow (void *, size_t count, size_t size);
extern char *xcopy (const char *, size_t length);
extern unsigned char *read_file (const char *file, size_t *size);

#endif /* GCNCHECK_H */
