/* The debugger: what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef DEBUG_INT_H
#define DEBUG_INT_H

#include <stdio.h>

#include "simt/dwarf/host-vars.h"
#include "simt/dwarf/values.h"
#include "machine.h"

#ifndef ARRAY_SIZE
# define ARRAY_SIZE(A) (sizeof (A) / sizeof *(A))
#endif
enum { MOST_LANES = 64 };

extern const struct debug_machine *machine;

static inline uint64_t
lane_bit (unsigned lane)
{
  return UINT64_C (1) << lane;
}

static inline unsigned
first_lane (uint64_t mask)
{
  return mask ? (unsigned) __builtin_ctzll (mask) : 0;
}

/* More than one.  */
static inline bool
several_p (uint64_t mask)
{
  return (mask & (mask - 1)) != 0;
}

/* ---- Texts about places (source.c).  */

extern bool same_line_p (const struct line *a, const struct line *b);
/* Write "main$_omp_fn$1 (hist.c:12)" to the terminal.  */
extern void put_line_place (const struct line *l);
/* Write the lanes of MASK, as in "0-7, 9".  */
extern void put_lanes (uint64_t mask);
/* Line LINE of the file PATH, with its number; false if it cannot be read.  */
extern bool put_source (const char *path, unsigned line, bool current);
/* Say where the selected lane is, with the source line.  */
extern void put_stop (void);

/* ---- Values (value.c).  */

/* Write V's value to F.  False, with the reason in WHY, if its memory cannot be
   read.  */
extern bool value_put (FILE *f, const struct place *p, const struct value *v,
		       int format, char *why, size_t n);

/* ---- What is computed with (compute.c).  Each gives NULL, or what is wrong, in
   memory that the next call writes to.  */

extern const struct simt_type type_int, type_long, type_double;
extern struct value value_of_int (int64_t i);
extern struct value value_of_double (double d);
extern struct value value_of_pointer (const struct simt_type *to, uint64_t addr);
extern int64_t value_as_int (const struct value *v);
extern double value_as_double (const struct value *v);
static inline bool
value_float_p (const struct value *v)
{
  return v->type->kind == SIMT_T_FLOAT;
}
/* Read V's scalar from memory, as P sees it.  */
extern const char *value_load (const struct place *p, struct value *v);
/* *V = *V OP B; both are loaded.  */
extern const char *value_operate (const char *op, struct value *v,
				  const struct value *b);
/* Store FROM, which is loaded, to where V is.  */
extern const char *value_assign (const struct place *p, const struct value *v,
				 const struct value *from);

/* ---- Expressions (expression.c).  */

/* Evaluate the expression TEXT at P into *V.  If that cannot be done, return false,
   with the reason in WHY, of N bytes.  */
extern bool value_of (const struct place *p, const char *text, struct value *v,
		      char *why, size_t n);
/* V as an integer.  */
extern bool value_int (const struct place *p, const struct value *v,
		       int64_t *to);

/* ---- Breakpoints and watchpoints (points.c).  */

struct point
{
  struct point *next;
  unsigned number;
  bool enabled, once;
  unsigned hits;
  /* A breakpoint.  */
  const char *file;		/* Or NULL.  */
  unsigned line;		/* 0: of a function.  */
  unsigned at;			/* The line with code that it stands for, in MODULE;
				   0 if there is none.  */
  const void *module;
  const char *function;
  const char *condition;
  /* A watchpoint: N bytes at ADDR of TYPE.  */
  const char *watched;
  struct place place;		/* Whose it is.  */
  bool framed;			/* It ends with its frame.  */
  uint64_t launch, group;
  const struct simt_type *type;
  uint64_t addr, n;
  uint8_t *old;
};

extern struct point *all_points;
/* The breakpoint at P, to which a wave has come, in LINE: of its lanes, those for which
   the condition holds go to *LANES.  NULL if there is none.  */
extern struct point *point_at (const struct place *p, const struct line *line,
			       uint64_t *lanes);
/* The watchpoint whose memory is no longer as it was, now that a wave of GROUP runs; it
   says what changed.  NULL if there is none.  */
extern struct point *point_changed (uint64_t group);
extern void command_break (char *args), command_tbreak (char *args);
extern void command_watch (char *args);
extern void command_delete (char *args), command_enable (char *args);
extern void command_disable (char *args);
extern void show_points (void);
/* Kernels of MODULE run from now on.  */
extern void points_resolve (const void *module);
/* Write all breakpoints to TO, and make them again from that text; or, if WATCH, the
   watchpoints, where their expression has a value.  */
extern void points_save (FILE *to);
extern void points_restore (const char *text, bool watch);

/* ---- What is selected (state.c).  */

enum going { GO_ON, GO_STEP, GO_NEXT, GO_FINISH };

struct debug_state
{
  struct place at;		/* Selected.  */
  const void *module;		/* Of the last kernel.  */
  enum going going;
  unsigned count;		/* Steps to be made yet.  */
  unsigned ignore;		/* Breakpoints to be passed yet.  */
  /* Where the step began: its thread is in AT.  */
  uint64_t launch, group;
  uint32_t depth;
  struct line line;
  bool started;			/* `run' was said.  */
};
extern struct debug_state debug;

/* Where all that the debugger says goes.  */
extern FILE *terminal;
/* Write the line TEXT there.  */
extern void say (const char *text);
/* Say what a command cannot do.  */
extern void complain (const char *fmt, ...)
  __attribute__ ((format (printf, 1, 2)));
/* Whether a kernel runs; if not, it is said.  */
extern bool running_p (void);
/* What the machine says of the selected wave.  */
extern struct wave_facts facts_of (const void *wave);

/* ---- Back in time (back.c).  */

/* At the beginning: true if the program was started to go back.  */
extern bool back_begin (void);
/* A wave has come to P, in line L, which begins there if STARTS.  True if it is where
   the program was to go back to.  */
extern bool back_event (const struct place *p, const struct line *l,
			bool starts);
/* True on the way there.  */
extern bool back_going_p (void);
/* A wave is there, at P, and stops.  */
extern void back_arrived (const struct place *p);
extern void command_reverse_step (char *), command_reverse_next (char *);
extern void command_reverse_continue (char *), command_last_write (char *);

/* ---- Another debugger (remote.c).  */

/* One that says, by GDB's remote protocol, what is to be done.  It is called by these, so
   that a machine that has none is not linked with what opens sockets.  */
struct other_debugger
{
  /* Whether it wants to stop where a wave has come to P.  */
  bool (*due) (const struct place *p);
  /* The program stops for it, where DUE said so last; or else for a command of ours or,
     if REPORTED, for a report.  */
  void (*stop) (bool reported);
};

/* Or NULL (state.c).  */
extern const struct other_debugger *remote;

/* ---- Commands (commands.c, show.c, threads.c, input.c).  */

/* Let the program go on, in the way HOW, COUNT times.  */
extern void go (enum going how, unsigned count);
/* Read commands and carry them out until one lets the program go on.  */
extern void command_loop (void);
/* Carry out one; false if the program is to go on.  */
extern bool command_do (const char *line);
/* Carry out one while another debugger holds the program: what lets it go on is kept until
   that debugger does.  */
extern void command_do_held (const char *line);
extern void command_print (char *), command_lanes (char *);
extern void command_x (char *), command_info (char *), command_list (char *);
extern void command_backtrace (char *), command_frame (char *);
extern void command_up (char *), command_down (char *);
extern void command_lane (char *), command_wave (char *), command_thread (char *);
extern void command_ptype (char *), command_disassemble (char *);
/* threads.c: the lanes of WAVE, a line for each place; and all waves of the group.  */
extern void put_wave (void *wave);
extern void info_waves (void);
extern void info_kernel (void);
/* The next line of input, without newline, to be freed; NULL at the end.  */
extern char *input_line (const char *prompt);
extern bool input_file (const char *name);
/* How far commands have been read in a file: -1 in one that has no positions, -2 to
   the end; and go on from there.  */
extern long input_position (void);
extern void input_seek (long position);
/* True if commands are typed.  */
extern bool input_typed_p (void);

#endif /* DEBUG_INT_H */
