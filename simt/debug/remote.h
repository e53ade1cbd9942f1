/* GDB's remote protocol: what a machine gives it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_DEBUG_REMOTE_H
#define SIMT_DEBUG_REMOTE_H

#include "machine.h"

enum { REMOTE_REGISTER = 256 };	/* Bytes of the largest register.  */

struct remote_register
{
  char name[16];
  unsigned bits;
  int dwarf;			/* DWARF's number, or -1.  */
  const char *role;		/* "pc", "sp", "fp", or NULL.  */
  const char *plain;		/* The register of x86-64 that gdb is shown it as, or
				   NULL.  */
  const char *set;		/* The group that it is listed in.  */
};

/* A code object that is loaded.  */
struct remote_library
{
  char path[300];		/* A file that the debugger can read.  */
  uint64_t base;		/* What is to be added to its addresses.  */
};

struct debug_remote
{
  const char *triple;		/* Of an architecture that LLDB knows.  */
  /* Put register K into *R; false if there are no more.  */
  bool (*reg) (unsigned k, struct remote_register *r);
  /* Read register K of P's frame, or write it; false if that cannot be done.  */
  bool (*get) (const struct place *p, unsigned k, uint8_t *bytes);
  bool (*put) (const struct place *p, unsigned k, const uint8_t *bytes);
  /* Put code object K of those that are loaded, P being where a wave is, into *L, for LLDB
     or gdb; false if there are no more.  */
  bool (*library) (const struct place *p, unsigned k, bool lldb,
		   struct remote_library *l);
  /* Put what stands for code, N bytes at ADDR, into TO; false if it is not there.  */
  bool (*code) (const struct place *p, uint64_t addr, uint8_t *to, size_t n);
  /* The process ends at once.  */
  void (*end) (void);
};

/* Before simt_debug_begin: let a debugger connect to PORT of this machine, 0 for one that
   is free, and no other; ends the program if that cannot be done.  R may be NULL.  */
extern void simt_debug_remote (const struct debug_remote *r, const char *tool,
			       unsigned port);
/* A wave has come to P, an instruction where no line begins.  Called like
   simt_debug_line.  */
extern void simt_debug_insn (const struct place *p);

#endif /* SIMT_DEBUG_REMOTE_H */
