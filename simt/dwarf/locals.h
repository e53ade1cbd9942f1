/* Names of local variables of the host program.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A variable on the heap has no name of its own: what is known of it is the
   pointer.  Where the program maps memory, the pointer, or the variable itself,
   is in the frame of the function that does so; that place is noted at once, and
   costs little.  Which variable lives there the debug information says, and it
   is asked only when a report wants a name.  */

#ifndef SIMT_LOCALS_H
#define SIMT_LOCALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A function's frame on the stack of the calling thread.  */
struct simt_frame
{
  const void *code;		/* Where the function goes on.  */
  uintptr_t low, cfa;		/* It is [LOW, CFA).  */
  uintptr_t saved[8];		/* Of the registers that calls preserve.  */
};

/* Where in a frame an address was found: there may be copies; only some are
   variables.  */
enum { SIMT_LOCAL_MOST = 6 };

struct simt_local
{
  const void *code;		/* Of the frame; NULL: nowhere.  */
  int32_t low;			/* The stack pointer's offset from the frame's
				   CFA.  */
  int32_t at[SIMT_LOCAL_MOST];	/* An offset from the CFA, or DWARF's number
				   of a register.  */
  uint8_t how[SIMT_LOCAL_MOST];	/* enum simt_local_how.  */
};

enum simt_local_how
{
  SIMT_LOCAL_NONE,
  SIMT_LOCAL_IN,		/* The address itself is there.  */
  SIMT_LOCAL_SLOT,		/* It is stored there.  */
  SIMT_LOCAL_REGISTER		/* It is in the register.  */
};

/* Fill in *F for the frame that goes on at CODE, a return address that backtrace
   has given; false if there is none.  */
extern bool simt_frame_find (const void *code, struct simt_frame *f);
/* Note in *L where in frame F address ADDR is, or is stored.  */
extern void simt_local_find (const struct simt_frame *f, uint64_t addr,
			     struct simt_local *l);
/* The variable that is at L: its name into BUF, of SIZE bytes, as in "h" or
   "s.p"; false if the debug information knows none there.  */
extern bool simt_local_name (const struct simt_local *l, char *buf,
			     size_t size);
/* True if the debug information knows that what is at L consists of numbers,
   characters or pointers alone, so that it has no padding.  */
extern bool simt_local_scalars (const struct simt_local *l);

#endif /* SIMT_LOCALS_H */
