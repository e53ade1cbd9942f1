/* Static checks over assembled amdgcn code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
  ILLEGAL_LANE_MOVE, WILD_BRANCH, LDS_OVERLAP, LDS_BEYOND,
  WRONG_DIVISION, WRONG_PRODUCT, MISSING_WAIT_STATES, N_FINDING_KINDS,
  /* No kind of its own: rules of MISSING_WAIT_STATES that tell of too much to be
     among the usual checks.  */
  MASK_WRITES = N_FINDING_KINDS
};

struct finding
{
  enum finding_kind kind;
  const struct object *object;
  const char *function;
  const struct insn *insn;	/* Null: about LDS variables.  */
  const struct insn *origin;	/* What wrote M0, or null; the first one of
				   MISSING_WAIT_STATES, INSN the second; what
				   goes with INSN of WRONG_DIVISION.  */
  const char *text;		/* Without INSN: about which.  */
  uint32_t limit;		/* Of M0: the function's own, or -1.  */
  unsigned rule;		/* Of MISSING_WAIT_STATES: enum gcn_hazard.  */
  unsigned between, states;	/* Wait states that there are; should be.  */
  bool elsewhere;		/* It depends on another object.  */
};

/* Two instructions between which wait states are missing on some path.  */
struct hazard_site
{
  unsigned rule;		/* enum gcn_hazard.  */
  struct place first, then;
  unsigned between, states;	/* Wait states that there are, on the worst
				   path; that there should be.  */
  bool elsewhere;		/* FIRST is a call, or a function's entry.  */
};

struct hazard_scan
{
  struct hazard_site *sites;
  size_t n_sites;
  unsigned n_unknown;		/* Words that are no instruction, and  */
  unsigned n_jumps;		/* jumps that a path could not follow.  */
};

enum { MAX_HAZARD_RULES = 64 };

/* What one run found, and did.  */
struct report
{
  unsigned checks;		/* The kinds that are looked for, as bits.  */
  bool repair;			/* What is found counts as put right from there
				   on: M0 is found foreign only at the first
				   use on each path.  And what other objects
				   may do counts.  */
  struct finding *findings;
  size_t n_findings;
  unsigned n_objects, n_functions, n_accesses, n_m0_writes, n_insns;
  unsigned n_units, n_variables;	/* In LDS records.  */
  unsigned hazards[MAX_HAZARD_RULES]; /* Sites by rule.  */
  unsigned n_unknown, n_jumps;	/* As in hazard_scan.  */
  const char **unchecked;	/* Processors without rules of hazards.  */
  unsigned n_unchecked;
};

/* main.c.  */
extern bool check_object (struct object *, const char *objdump,
			  struct report *, char *error, size_t error_size);

/* elf-read.c.  */
extern bool amdgcn_elf_p (const unsigned char *data, size_t size);
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

/* hazards.c.  */
extern bool scan_hazards (const struct object *, bool elsewhere, bool masks,
			  struct hazard_scan *);
extern void check_hazards (const struct object *, struct report *);
extern char *hazard_kind (unsigned rule, char *buf, size_t size);

/* lds.c.  */
extern bool check_lds (const struct object *, struct report *, char *error,
		       size_t error_size);

/* division.c.  */
extern void check_division (const struct object *, struct report *);
extern bool divides_p (const struct object *);
extern bool division_repair (const struct finding *, uint32_t words[2][2]);

/* products.c.  Look for wrong products in O; the words for the last instruction of one,
   which mend it.  */
extern void check_products (const struct object *, struct report *);
extern void product_repair (const struct object *, const struct insn *,
			    uint32_t words[2]);

/* report.c.  */
extern void print_json (const struct report *, bool summary);
extern void print_text (const struct report *, bool summary);
extern bool write_sarif (const struct report *, const char *file,
			 const char *version, bool ok);

/* util.c.  */
extern const char *program_name;
extern void *xalloc (size_t count, size_t size);
extern void *xgrow (void *, size_t count, size_t size);
extern char *xcopy (const char *, size_t length);
extern unsigned char *read_file (const char *file, size_t *size);

#endif /* GCNCHECK_H */
