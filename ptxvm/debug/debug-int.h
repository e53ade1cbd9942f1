/* The PTX debugger: what its files share.
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

#ifndef DEBUG_INT_H
#define DEBUG_INT_H

#include <stdio.h>

#include "code/where.h"
#include "simt/host-vars.h"
#include "simt/values.h"
#include "vm-int.h"

/* ---- A lane's place (place.c).  */

struct place
{
  struct warp *w;		/* NULL: no kernel runs.  */
  unsigned lane;
  unsigned level;		/* Of the frame, 0 for the innermost.  */
  uint32_t mask;		/* Lanes that are at the same place.  */
  const struct act *act;	/* The frame's.  */
  const struct uop *pc;		/* Where it is.  */
};

struct line
{
  const char *file;		/* Without folder, or NULL.  */
  const char *path;
  unsigned line;
  const char *function;
};

/* The place of LANE of W, frame LEVEL, into *P; false if there is none.  */
extern bool place_at (struct warp *w, unsigned lane, unsigned level,
		      struct place *p);
/* The line that PC of A is in.  */
extern struct line line_of (const struct act *a, const struct uop *pc);
extern bool same_line_p (const struct line *a, const struct line *b);
/* Write "main$_omp_fn$1 (hist.c:12)" to the terminal.  */
extern void put_line_place (const struct line *l);
/* "block (0,0,0), warp 0, lane 3: thread (3,0,0)".  */
extern void put_thread (const struct place *p);
/* Write the lanes of MASK, as in "0-7, 9".  */
extern void put_lanes (uint32_t mask);
/* Line LINE of the file PATH, with its number; false if it cannot be read.  */
extern bool put_source (const char *path, unsigned line, bool current);

/* Say where the selected lane is, with the source line.  */
extern void put_stop (void);

/* N bytes at the generic address ADDR, as P's lane sees them.  False if they are not
   there.  */
extern bool memory_read (const struct place *p, uint64_t addr, void *to,
			 size_t n);
extern bool memory_write (const struct place *p, uint64_t addr,
			  const void *from, size_t n);
/* The PTX register NAME of P's frame and lane: its type in *TYPE and bytes in BYTES,
   16 of them.  False if there is no such register.  */
extern bool register_read (const struct place *p, const char *name,
			   enum ptx_type *type, uint8_t *bytes);

/* ---- Values (value.c).  */

struct value
{
  const struct simt_type *type;
  bool in_memory;		/* At ADDR; else in BYTES.  */
  uint64_t addr;
  uint8_t bytes[16];
  unsigned reg;			/* Of a variable: the number of the register of
				   PTX that it is from, or 0.  */
};

/* A type for what is SIZE bytes and no more is known of.  */
extern const struct simt_type *plain_type (uint64_t size);
/* Write V's value to F.  False, with the reason in WHY, if its memory cannot be
   read.  */
extern bool value_put (FILE *f, const struct place *p, const struct value *v,
		       int format, char *why, size_t n);

/* ---- Variables (variable.c).  */

/* FOUND_UNKNOWN: there is such a variable, but nothing says where.  */
enum found { FOUND_NOT, FOUND, FOUND_UNKNOWN };
/* Put the variable NAME of P's function into *V; or why that is not known, into WHY of N
   bytes.  */
extern enum found variable_local (const struct place *p, const char *name,
				  struct value *v, char *why, size_t n);
/* The same of one of the program's; false if there is none.  */
extern bool variable_global (const char *name, struct value *v);
/* Write the variables of P's frame, and what they have.  */
extern void put_locals (const struct place *p);

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
  const struct vm_module *module;
  const char *function;
  const char *condition;
  /* A watchpoint: N bytes at ADDR of TYPE.  */
  const char *watched;
  struct place place;		/* Whose it is.  */
  const struct act *frame;	/* It ends with that, if it is not NULL.  */
  uint64_t launch;
  const struct simt_type *type;
  uint64_t addr, n;
  uint8_t *old;
};

extern struct point *all_points;
/* The breakpoint that W is at, at U, in LINE: of its lanes, those for which the
   condition holds go to *LANES.  NULL if there is none.  */
extern struct point *point_at (struct warp *w, const struct uop *u,
			       const struct line *line, uint32_t *lanes);
/* The watchpoint whose memory is no longer as it was; it says what changed.  NULL if
   there is none.  */
extern struct point *point_changed (void);
extern void command_break (char *args), command_tbreak (char *args);
extern void command_watch (char *args);
extern void command_delete (char *args), command_enable (char *args);
extern void command_disable (char *args);
extern void show_points (void);
/* Kernels of M run from now on.  */
extern void points_resolve (const struct vm_module *m);

/* ---- What is selected (state.c).  */

enum going { GO_ON, GO_STEP, GO_NEXT, GO_FINISH };

struct debug_state
{
  struct vm *vm;
  struct place at;		/* Selected.  */
  const struct vm_module *module;	/* Of the last kernel.  */
  enum going going;
  unsigned count;		/* Steps to be made yet.  */
  unsigned ignore;		/* Breakpoints to be passed yet.  */
  /* Where the step began: its thread is in AT.  */
  uint64_t launch, block;
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

/* Write all breakpoints to TO, and make them again from that text; or, if WATCH, the
   watchpoints, where their expression has a value.  */
extern void points_save (FILE *to);
extern void points_restore (const char *text, bool watch);

/* ---- Back in time (back.c).  */

/* At the beginning: true if the program was started to go back.  */
extern bool back_begin (void);
/* W has come to U, in line L.  True if it is where the program was to go back to.  */
extern bool back_event (struct warp *w, const struct uop *u,
			const struct line *l);
/* True on the way there.  */
extern bool back_going_p (void);
/* W is there, and stops.  */
extern void back_arrived (struct warp *w);
extern void command_reverse_step (char *), command_reverse_next (char *);
extern void command_reverse_continue (char *), command_last_write (char *);

/* ---- Commands (commands.c, show.c, input.c).  */

/* Let the program go on, in the way HOW, COUNT times.  */
extern void go (enum going how, unsigned count);
/* Read commands and carry them out until one lets the program go on.  */
extern void command_loop (void);
/* Carry out one; false if the program is to go on.  */
extern bool command_do (const char *line);
extern void command_print (char *), command_lanes (char *);
extern void command_x (char *), command_info (char *), command_list (char *);
extern void command_backtrace (char *), command_frame (char *);
extern void command_up (char *), command_down (char *);
extern void command_lane (char *), command_warp (char *), command_thread (char *);
extern void command_ptype (char *);
/* The next line of input, without newline, to be freed; NULL at the end.  */
extern char *input_line (const char *prompt);
extern bool input_file (const char *name);
/* How far commands have been read in a file: -1 in one that has no positions, -2 to
   the end; and go on from there.  */
extern long input_position (void);
extern void input_seek (long position);
/* True if commands are typed.  */
extern bool input_typed_p (void);

/* How deep A is: 0 for the kernel.  */
static inline uint32_t
depth_of (const struct act *a)
{
  uint32_t n = 0;
  for (; a->parent; a = a->parent)
    n++;
  return n;
}

#endif /* DEBUG_INT_H */
