/* Where in the host program an address is, as a source line.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
