/* The debugger of device code: what a machine gives it, and calls.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_DEBUG_MACHINE_H
#define SIMT_DEBUG_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/dwarf/host-vars.h"

/* Below, a wave is what the machine runs at a time, PTX's warp; a group is what shares
   barriers, PTX's block.  */

/* ---- Where a lane is.  */

struct place
{
  void *wave;			/* The machine's own; NULL: no kernel runs.  */
  unsigned lane;
  unsigned level;		/* Of the frame, 0 for the innermost.  */
  uint64_t mask;		/* Lanes that are at the same place.  */
  uint32_t depth;		/* Of the frame: 0 for the kernel's own.  */
  uint32_t calls;		/* That have not returned, further out: the depth, but
				   for functions that were inlined.  */
  const void *frame;		/* The machine's own: the frame, ...  */
  const void *pc;		/* ... and where it is; NULL: not known.  */
};

struct line
{
  const char *file;		/* Without folder, or NULL.  */
  const char *path;
  unsigned line;
  const char *function;
};

struct wave_facts
{
  const void *module;		/* That the kernel is in.  */
  const char *kernel;
  uint64_t launch;		/* Each has another number, never 0.  */
  uint64_t index;		/* Of the group in it.  */
  unsigned number;		/* Of the wave in the group.  */
  unsigned n_waves;		/* Of the group.  */
  unsigned group[3], groups[3], threads[3];
};

/* Lanes of a wave that are at the same place.  */
struct fragment
{
  uint64_t mask;
  const char *state;		/* As in "waits at a barrier".  */
};

/* A place where a line may begin.  */
struct code_line
{
  const char *function, *path;
  unsigned line;
  bool first;			/* Where its function is entered.  */
};

struct insn_text
{
  char where[40];		/* As in "main+0x1c".  */
  char text[240];
  bool here;			/* It is executed next.  */
};

/* ---- Values.  */

struct value
{
  const struct simt_type *type;
  bool in_memory;		/* At ADDR; else in BYTES.  */
  uint64_t addr;
  uint8_t bytes[16];
  char note[56];		/* What to say after it, or empty.  */
};

/* A type for what is SIZE bytes and no more is known of.  */
extern const struct simt_type *simt_plain_type (uint64_t size);

/* FOUND_UNKNOWN: there is such a variable, but nothing says where.  */
enum found { FOUND_NOT, FOUND, FOUND_UNKNOWN };

/* ---- The machine.  */

struct debug_machine
{
  const char *tool;		/* "ptxvm".  */
  const char *code;		/* What it executes, "PTX".  */
  const char *wave, *group;	/* What they are called: "warp", "block".  */
  unsigned lanes;		/* Of a wave.  */
  bool scalar;			/* Named variables are the same in all lanes: an
				   expression without registers and lanes has one
				   value.  */
  const char *together;		/* What is put before the lanes of SHOWN.  */
  const char *back;		/* The environment's variable for back.c.  */
  const char *no_locals;	/* What to say where no variable is known.  */

  /* Put the place of LANE of WAVE, frame LEVEL, into *P; false if there is none.  */
  bool (*place_at) (void *wave, unsigned lane, unsigned level, struct place *p);
  struct line (*line_of) (const struct place *p);
  /* The lanes that a stop at P names, if they are several.  */
  uint64_t (*shown) (const struct place *p);
  void (*facts) (const void *wave, struct wave_facts *);
  /* The wave with the number N of WAVE's group; NULL if it has ended.  */
  void *(*sibling) (void *wave, unsigned n);
  /* The position of LANE of WAVE in the group; false if the lane does not live.  */
  bool (*thread) (const void *wave, unsigned lane, unsigned t[3]);
  /* Put fragment K of WAVE into *F; false if it has no more.  */
  bool (*fragment) (void *wave, unsigned k, struct fragment *f);

  /* Whether P, at which a wave has arrived, is where a function is entered; or else,
     where its line begins, and not where a part of it is that comes later.  */
  bool (*begins) (const struct place *p, bool function);
  /* Call FN for lines of MODULE, one function after another, until it returns true.  */
  void (*lines) (const void *module,
		 bool (*fn) (const struct code_line *, void *), void *closure);

  /* Put instruction K of the line that P is in into *T; false if it has no more.  */
  bool (*insn) (const struct place *p, unsigned k, struct insn_text *t);

  /* N bytes at the generic address ADDR, as P's lane sees them; P's wave may be NULL.
     False if they are not there.  */
  bool (*read) (const struct place *p, uint64_t addr, void *to, size_t n);
  bool (*write) (const struct place *p, uint64_t addr, const void *from,
		 size_t n);
  /* True if ADDR is in P's lane's private memory.  */
  bool (*private_p) (const struct place *p, uint64_t addr);

  /* The register NAME, without `%', of P's frame and lane: its bytes.  NULL if there is
     no such register, or nothing says what is in it.  */
  const struct simt_type *(*reg) (const struct place *p, const char *name,
				  uint8_t bytes[16]);
  /* The name of register K, or NULL: there are no more.  */
  const char *(*reg_name) (const struct place *p, unsigned k);

  /* Put the variable NAME of P's function into *V; or why that is not known, into WHY
     of N bytes.  */
  enum found (*local) (const struct place *p, const char *name, struct value *v,
		       char *why, size_t n);
  /* The same of one of MODULE's; false if there is none.  */
  bool (*global) (const void *module, const char *name, struct value *v);
  /* Call FN with each variable of P's frame; V is NULL where it is not known, and WHY
     says the reason.  */
  void (*locals) (const struct place *p,
		  void (*fn) (const char *name, const struct value *v,
			      const char *why, void *), void *closure);
  /* Show what kernels have printed so far.  */
  void (*flush) (void);
};

/* Functions of that table which both machines have in files of their own: place.c,
   memory.c (gcnvm: registers.c too) and variable.c.  Nothing here calls them.  */
extern bool place_at (void *wave, unsigned lane, unsigned level, struct place *p);
extern struct line place_line (const struct place *p);
extern bool place_begins (const struct place *p, bool function);
extern bool place_insn (const struct place *p, unsigned k, struct insn_text *t);
extern bool memory_read (const struct place *p, uint64_t addr, void *to,
			 size_t n);
extern bool memory_write (const struct place *p, uint64_t addr,
			  const void *from, size_t n);
extern bool memory_private_p (const struct place *p, uint64_t addr);
extern const struct simt_type *register_value (const struct place *p,
					       const char *name,
					       uint8_t bytes[16]);
extern const char *register_name (const struct place *p, unsigned k);
extern enum found variable_local (const struct place *p, const char *name,
				  struct value *v, char *why, size_t n);
extern bool variable_global (const void *module, const char *name,
			     struct value *v);
extern void variable_locals (const struct place *p,
			     void (*fn) (const char *, const struct value *,
					 const char *, void *), void *closure);

/* Debug what M executes.  The first time commands are read at once, so that breakpoints
   can be set: those in COMMANDS, a file, if that is not NULL, then those of standard
   input.  What is said goes to OUTPUT, a file, or to standard output if that is
   NULL.  */
extern void simt_debug_begin (const struct debug_machine *m,
			      const char *commands, const char *output);
/* A wave has come to P, where a line begins; or, unless STARTS, a part of one.  All are
   called by one thread, and this returns when the wave is to go on.  */
extern void simt_debug_line (const struct place *p, bool starts);
/* What was done at P was reported.  */
extern void simt_debug_reported (const struct place *p);

#endif /* SIMT_DEBUG_MACHINE_H */
