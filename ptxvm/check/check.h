/* What the files of ptxcheck share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef CHECK_H
#define CHECK_H

#include "ptx.h"

/* ---- Definedness (uninit.c).  */

/* Registers that some block reads before it certainly writes them, if no
   certain write dominates all such reads; only they can be uninitialised
   between blocks.  Each part of a vector register is a variable of its
   own.  Bit sets have one bit for each variable.  */

typedef uint64_t word;

struct flow
{
  const struct ptx_function *func;
  bool strict;			/* Guards are not compared.  */
  struct ptx_cfg *cfg;
  bool *reachable;		/* By block.  */
  int32_t *order;		/* The blocks that can be reached, in reverse
				   postorder.  */
  uint32_t n_order;
  uint32_t *var_base;		/* By register: its first part among all
				   parts.  */
  int32_t *var_of;		/* By part: its variable, or -1.  */
  uint32_t n_parts, n_vars;
  uint32_t *var_part;		/* By variable: its part.  */
  int32_t *var_reg;		/* By variable: its register.  */
  uint32_t words;		/* Words in a set.  */
  /* By block: sets.  */
  word *must_in;		/* Written on every path.  */
  word *may_in, *may_out;	/* Written on some path, predicated writes
				   included.  */
  word *certain;		/* Written in the block for certain.  */
};

#define FLOW_SET(FLOW, SETS, BLOCK) \
  ((FLOW)->SETS + (size_t) (BLOCK) * (FLOW)->words)
#define BIT_TEST(SET, I) ((SET)[(I) / 64] >> ((I) % 64) & 1)
#define BIT_SET(SET, I) ((SET)[(I) / 64] |= (word) 1 << ((I) % 64))
#define BIT_CLEAR(SET, I) ((SET)[(I) / 64] &= ~((word) 1 << ((I) % 64)))

/* STRICT: a predicated write is never certain.  Otherwise, behind it in the
   same block, it is for what has the same guard; and writes under a predicate
   and under its opposite are one certain write.  */
extern struct flow *flow_build (const struct ptx_function *, bool strict);
extern void flow_free (struct flow *);

/* One read of a register that may not have been written.  */
struct bad_read
{
  int32_t insn, reg;
  uint32_t parts;		/* Which parts, a bit each.  */
  bool never;			/* No path has a write.  */
};

struct bad_reads
{
  struct bad_read *v;
  size_t n, alloc;
};
extern void find_bad_reads (const struct flow *, struct bad_reads *);

/* Blocks of a shortest path from the entry to the read on which nothing
   writes the register.  Returns their number; the caller frees *PATH.  */
extern size_t bad_read_path (const struct flow *, const struct bad_read *,
			     int32_t **path);

/* ---- Ends of blocks (ends.c).  */

enum end_kind { END_FALLS_OFF, END_NORETURN_CALL, END_TRAP };
struct bad_end
{
  enum end_kind kind;
  int32_t insn;			/* -1: the function has none.  */
  int32_t into;			/* Label that is run into, or -1.  */
};
struct bad_ends
{
  struct bad_end *v;
  size_t n, alloc;
};
extern void find_bad_ends (const struct flow *, struct bad_ends *);
/* Mark, by sym->aux, the functions of MODULE that never return.  */
extern void find_noreturn (struct ptx_module *);
extern bool noreturn_p (const struct ptx_symbol *);

/* ---- SIMD regions (simt.c).  */

/* Where a region is entered.  */
struct simt_entry
{
  int32_t insn, last;		/* First and last of its instructions.  */
  int32_t ptr;			/* Register: the lane's private variables.  */
  int64_t size;			/* Of them, bytes; -1 when not constant.  */
  int64_t align;
  int64_t room;			/* For outgoing arguments.  */
  bool saves;			/* The stack pointer is saved below them.  */
};
struct simt
{
  const struct ptx_function *func;
  struct ptx_cfg *cfg;
  uint64_t size;		/* Of a lane's stack.  */
  int32_t stack;		/* Register %stack, or -1.  */
  struct simt_entry *entry;
  size_t n, alloc;
  bool *inside;			/* By instruction: in a region.  */
};
extern struct simt *simt_find (const struct ptx_function *);
extern void simt_free (struct simt *);
typedef void (*simt_fn) (void *closure, int32_t insn);
extern void simt_walk (const struct simt *, const struct simt_entry *,
		       simt_fn, void *closure);
extern int32_t find_register (const struct ptx_function *, const char *name);
extern bool stack_insn_p (const struct ptx_insn *, enum ptx_op, int32_t to,
			  int32_t from);

/* ---- Frames on the soft stack (frames.c).  */

#define FRAME_ALLOCA 1u		/* %stack changes by what is not constant.  */
#define FRAME_INDIRECT 2u	/* Calls by address.  */
#define FRAME_RECURSIVE 4u
#define FRAME_UNDEFINED 8u	/* Calls what has no body here.  */
struct frame
{
  const struct ptx_function *func;
  int32_t stack;		/* Register %stack, or -1.  */
  uint64_t own, worst;		/* Bytes; worst: with all that it calls, each
				   function of a cycle once.  */
  unsigned flags, below;	/* Its own, and of what it calls.  */
  const struct frame **callee;	/* Of calls outside of SIMD regions.  */
  size_t n_callees, alloc_callees;
  const char **undefined;
  size_t n_undefined, alloc_undefined;
  /* Of the search for cycles.  */
  uint32_t index, low;
  size_t at;
  bool on_stack;
};
struct frames
{
  struct frame *v;
  size_t n;
};
extern struct frames *frames_build (struct ptx_module *);
extern void frames_free (struct frames *);
extern const struct frame *frame_of (const struct ptx_function *);
extern const struct ptx_function *called (const struct ptx_insn *,
					  const char **name);
extern void frames_print (FILE *, const struct frames *);

/* ---- Stacks of SIMD lanes that are too small (simt-rule.c).  */

struct simt_faults
{
  struct { int32_t insn; char *text; } *v;
  size_t n, alloc;
};
extern void find_simt_faults (const struct ptx_function *,
			      struct simt_faults *);

/* ---- Graphviz (dot.c).  */
extern void write_dot (FILE *, const struct flow *, const struct bad_reads *,
		       const struct bad_ends *);
extern void block_name (const struct flow *, int32_t block, char *buf,
			size_t size);

/* ---- Repair (fix.c, fix-file.c).  */

/* Text to insert before byte AT of a unit's text, in place of SKIP bytes.  */
struct edit
{
  size_t at, skip;
  unsigned order;		/* Among those with the same AT.  */
  char *text;
};
struct edits
{
  struct edit *v;
  size_t n, alloc;
};
/* Append what initialises every bad read of FLOW.  Returns the number of
   moves, or -1 with the name of a register in *UNFIXABLE for which there is
   no place.  */
extern int fix_function (const struct flow *, struct edits *,
			 const char **unfixable);
/* Append a terminator for every bad end of FLOW.  Returns their number.  */
extern unsigned fix_ends (const struct flow *, struct edits *);
/* What to put between the braces of a function of libgomp in which tasks hang;
   NULL for any other (fix-tasks.c).  */
extern const char *task_replacement (const struct ptx_function *);

struct fix_result
{
  bool tasks;			/* Given: replace those functions.  */
  unsigned n_moves, n_functions;	/* All inserted instructions, and the
					   functions that have them.  */
  unsigned n_replaced;		/* Functions.  */
};
/* Mend LEN bytes at DATA, which were read from FILE, into *OUT (to be freed)
   and *OUT_LEN.  False, with a message, when that cannot be done.  */
extern bool fix_data (const char *file, const char *data, size_t len,
		      char **out, size_t *out_len, struct ptx_diag *diag,
		      struct fix_result *);
/* Write FILE with its bad reads mended to OUT.  False, with a message, when
   that cannot be done; then OUT is left as it was.  */
extern bool fix_file (const char *file, const char *out,
		      struct ptx_diag *diag, struct fix_result *);

#endif /* CHECK_H */
