/* Counts by source line: what --profile is about.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* When a machine translates a function it asks for counters and says of each
   instruction where it is in the source and which counters give how often it is
   executed.  What executes the code then only adds to counters, each host thread to
   its own.  At exit the sums by line go to standard error as a table, or, where
   NAME-run writes a document of them (profile-rows.h), to its file.  */

#ifndef SIMT_PROFILE_H
#define SIMT_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "simt/base/tool.h"

/* A place in the source.  Its texts may be NULL where they are not known; they are
   copied.  */
struct simt_profile_place
{
  const char *function, *path;
  unsigned line;		/* 0: not known.  */
  const char *library;		/* The compiler's that it is from, or NULL.  */
};

/* An instruction.  */
struct simt_profile_insn
{
  struct simt_profile_place place;
  uint32_t code;		/* The counter of where its function begins; each
				   translation has another.  */
  uint32_t issued;		/* The counter of the warps that come to it.  */
  uint32_t done;		/* The one whose lanes execute it.  */
  uint32_t parts;		/* The counter of where its lanes part, or 0.  */
  unsigned width;		/* Lanes of a warp, or 0 for what is done once for
				   all of them.  */
  unsigned read, written;	/* Bytes of memory, by each lane, or once where
				   WIDTH is 0.  */
};

/* A counter that is its caller's alone; 0, which nothing counts, when out of
   memory.  */
extern uint32_t simt_profile_counter (void);

/* The instruction I exists.  By any host thread.  */
extern void simt_profile_insn (const struct simt_profile_insn *i);

/* A function begins at P; COUNTER is that of its first instruction.  */
extern void simt_profile_function (const struct simt_profile_place *p,
				   uint32_t counter);

/* A warp with LANES active lanes has come to COUNTER; SPLIT: there its lanes
   part.  */
extern void simt_profile_count (uint32_t counter, unsigned lanes, bool split);

/* Begin, for TOOL, if PROFILE says that the user wants a profile.  False with a
   sentence in WHY, of SIZE bytes, if NAME-run's file cannot be written.  */
extern bool simt_profile_init (const struct simt_tool *tool, bool profile,
			       char *why, size_t size);

/* At exit: hand over what was counted.  JSON is the descriptor of --json's file, or
   -1.  */
extern void simt_profile_end (int json);

#endif /* SIMT_PROFILE_H */
