/* The debugger of amdgcn code: its interface.
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

#ifndef GCNVM_DEBUGGER_H
#define GCNVM_DEBUGGER_H

#include "vm.h"

/* Have VM, whose options say debug, stop at source lines and ask the user.  The first
   time commands are read at once, so that breakpoints can be set: those in COMMANDS, a
   file, if that is not NULL, then those of standard input.  What is said goes to
   OUTPUT, a file, or to standard output if that is NULL.  */
extern void debugger_attach (struct gcnvm *vm, const char *commands,
			     const char *output);
/* Have VM's reports name variables in the private memory of waves.  */
extern void debugger_names (struct gcnvm *vm);

#endif /* GCNVM_DEBUGGER_H */
