/* The debugger of amdgcn code: its interface.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_DEBUGGER_H
#define GCNVM_DEBUGGER_H

#include "vm.h"

/* Have VM, whose options say debug, stop at source lines and ask the user.  The first
   time commands are read at once, so that breakpoints can be set: those in COMMANDS, a
   file, if that is not NULL, then those of standard input.  What is said goes to
   OUTPUT, a file, or to standard output if that is NULL.  */
extern void debugger_attach (struct gcnvm *vm, const char *commands,
			     const char *output);
/* Before the first debugger_attach: commands are those of a debugger that connects to PORT
   of this machine, 0 for one that is free, by GDB's remote protocol.  The machines' options
   say debug_insns.  */
extern void debugger_remote (unsigned port);
/* Have VM's reports name variables in the private memory of waves.  */
extern void debugger_names (struct gcnvm *vm);

#endif /* GCNVM_DEBUGGER_H */
