/* Where in the host program an address is, as a source line.
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

#ifndef SIMT_WHERE_H
#define SIMT_WHERE_H

#include <stdbool.h>
#include <stddef.h>

struct simt_where
{
  char text[512];		/* "f.c:12 (main)", or "prog+0x1234".  */
  char path[512];		/* As the compiler named it, or "".  */
  unsigned line;		/* 0: unknown.  */
  char function[128];		/* Or "".  */
};

/* Fill in *W for CODE, a return address in this process: the line of the call,
   where the program has debug information and libdw is installed (libdw.so.1;
   it is looked for when it is needed); else the file and the offset in it.
   False, with an empty text, if CODE is in no file.  */
extern bool simt_where (const void *code, struct simt_where *w);

/* The variable of the program or a shared object that HOST is in: its name into
   BUF, of SIZE bytes; false if there is none of that kind, as on the heap
   and the stack.  */
extern bool simt_where_variable (const void *host, char *buf, size_t size);

#endif /* SIMT_WHERE_H */
