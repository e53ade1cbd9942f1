/* GDB's remote protocol: what its files share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef REMOTE_INT_H
#define REMOTE_INT_H

#include "debug-int.h"
#include "remote.h"

/* Why the program stops.  */
enum remote_why { WHY_NOT, WHY_ENTRY, WHY_POINT, WHY_STEP, WHY_WATCH, WHY_INTERRUPT,
		  WHY_REPORT, WHY_MODULE, WHY_COMMAND };

/* ---- The two sides, and texts (remote-text.c).  */

extern const struct debug_remote *remote_machine;	/* Or NULL.  */
extern bool remote_lldb;	/* The debugger is LLDB.  */

/* Read hexadecimal digits at *P, which goes behind them.  */
extern uint64_t hex_number (const char **p);
/* Write the N bytes at FROM as hexadecimal digits to TO.  */
extern void hex_put (FILE *to, const void *from, size_t n);
/* Read N bytes from the digits at P into TO; false if they are fewer.  */
extern bool hex_bytes (const char *p, void *to, size_t n);
/* Have the debugger show the N bytes at TEXT, as output of the program's.  */
extern void output_send (const char *text, size_t n);

/* ---- Threads (remote-threads.c).  A thread is a wave of the group that runs.  */

extern uint64_t thread_of (const void *wave);
/* The wave that is thread ID, or NULL.  */
extern void *wave_of_thread (uint64_t id);
/* The place of thread ID: the lane that was selected, or the first one that lives, in the
   innermost frame.  */
extern bool thread_place (uint64_t id, struct place *p);
/* Write all, with commas between.  */
extern void threads_put (FILE *to);
/* Write what WAVE is called, and, if STATE, what it does.  */
extern void thread_name_put (FILE *to, void *wave, bool state);

/* ---- Registers (remote-registers.c).  */

/* The description of registers and machine that the debugger wants, as XML.  */
extern const char *registers_document (void);
/* Write register K of P, or all, as hexadecimal digits; false if there is none.  */
extern bool register_put (FILE *to, const struct place *p, unsigned k);
extern void registers_put (FILE *to, const struct place *p);
extern bool register_set (const struct place *p, unsigned k, const char *digits);

/* ---- Breakpoints by address (remote-points.c).  */

/* Z or z, as in "0,addr,size": false if it is of a kind that there is not.  */
extern bool remote_point (const char *text, bool set);
extern void remote_points_drop (void);
extern bool remote_point_at (uint64_t pc);
/* The address that is watched and has changed, or 0.  */
extern uint64_t remote_watched (const struct place *p);

/* ---- Packets that begin with q and Q (remote-query.c).  */

/* Answer TEXT into TO; false if it is not known.  */
extern bool remote_query (FILE *to, const char *text);

#endif /* REMOTE_INT_H */
