/* Rewriting of amdgcn objects for gcncheck --fix: what its parts share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef FIX_H
#define FIX_H

#include "gcncheck.h"

/* ---- elf-write.c: an object file with contents of sections changed.  */

struct edit_section
{
  unsigned char *bytes;		/* Null: as in the file.  */
  uint64_t size;
};

struct edit_symbol
{
  char *name;
  unsigned section;
  uint64_t value, size;
};

/* An object file that is being changed.  */
struct edit
{
  const struct object *o;
  struct edit_section *sections;
  struct edit_symbol *symbols;	/* Local functions to be added.  */
  size_t n_symbols;
};

/* An entry of a SHT_RELA section.  */
struct rela
{
  uint64_t offset, symbol, addend;
  unsigned type;
};

extern bool edit_start (struct edit *, const struct object *, char *error,
			size_t error_size);
extern void edit_free (struct edit *);
extern unsigned char *edit_bytes (struct edit *, unsigned section);
extern uint64_t edit_size (const struct edit *, unsigned section);
extern uint64_t edit_append (struct edit *, unsigned section,
			     const void *, uint64_t size);
extern unsigned edit_rela_section (const struct edit *, unsigned section);
extern struct rela edit_get_rela (const struct edit *, unsigned section,
				  size_t n);
extern void edit_set_rela (struct edit *, unsigned section, size_t n,
			   const struct rela *);
extern void edit_add_rela (struct edit *, unsigned section,
			   const struct rela *);
extern void edit_move_relocs (struct edit *, unsigned section, uint64_t from,
			      uint64_t to, unsigned length);
extern void edit_add_symbol (struct edit *, const char *name,
			     unsigned section, uint64_t value, uint64_t size);
extern unsigned char *edit_finish (struct edit *, size_t *size);

extern uint64_t get_number (const unsigned char *, unsigned bytes);
extern void put_number (unsigned char *, uint64_t, unsigned bytes);

/* ---- fix-frame.c.  */

extern void fix_frames (struct edit *, unsigned section, uint64_t from,
			uint64_t to, uint64_t size);

/* ---- fix.c: repairs.  */

/* What is put right at one instruction.  */
struct fix_site
{
  const struct insn *insn;
  unsigned states;		/* Wait states wanted before it.  */
  bool m0;			/* M0 is to be restored before it.  */
  uint32_t m0_value;
  bool end;			/* The wave ends after it.  */
  uint32_t before[12];		/* Other code wanted before it.  */
  unsigned n_before;		/* Words of it.  */
  bool instead;			/* That code takes its place; if it is as long
				   and nothing else is wanted, right there.  */
  bool tasks;			/* Of find_task_sites.  */
};

extern bool fix_object (const struct object *, const struct fix_site *, size_t n,
			unsigned char **out, size_t *out_size, char *error,
			size_t error_size);

/* ---- fix-tasks.c: the barriers of libgomp.  */

struct task_sites
{
  struct fix_site *sites;
  size_t n;
  const char *why;		/* The functions are there, but "...".  */
};

extern void find_task_sites (const struct object *, struct task_sites *);

/* ---- fix-file.c.  */

/* What was put right.  */
struct fix_counts
{
  unsigned waits, ends, m0;	/* Findings.  */
  unsigned elsewhere;		/* Those that depend on other objects.  */
  unsigned divisions;		/* Tests of the wrong bit.  */
  unsigned products;		/* Of vectors of 64-bit integers.  */
  unsigned tasks;		/* Places of libgomp's barriers.  */
  unsigned objects;		/* With any of these.  */
};

extern bool fix_file (const char *file, const char *out, const char *objdump,
		      bool tasks, struct report *left, struct fix_counts *);

#endif /* FIX_H */
