/* Where source lines begin in code, for a debugger.
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

#include <string.h>

#include "code/code.h"
#include "code/handlers.h"

bool
code_row (const struct gcnvm_code *code, uint64_t address,
	  struct gcn_line_row *row)
{
  return (code && code->desc.row
	  && code->desc.row (code->desc.closure, address, row));
}

uint64_t
code_body (const struct gcnvm_code *code, uint64_t start, uint64_t end)
{
  struct gcn_line_row first, next;
  return (code_row (code, start, &first) && first.end < end
	  && code_row (code, first.end, &next) ? first.end : start);
}

struct uop *
line_uop (const struct gcnvm_code *code, uint64_t start, uint64_t end, uint64_t at,
	  bool leader, struct uop *u)
{
  struct gcn_line_row row, last;
  uint64_t body = code_body (code, start, end);
  if (at < body || !code_row (code, at, &row))
    return u;
  bool same = (at > body && code_row (code, at - 4, &last) && last.line == row.line
	       && !strcmp (last.file, row.file));
  if (same && !leader)
    return u;
  u->op = UOP_CALL;
  u->fn = code->vm->handlers->op_line;
  u->pc = at;
  u->ia = !same;
  return u + 1;
}
