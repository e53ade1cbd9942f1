/* Where source lines begin in code, for a debugger.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
  bool line = at >= body && code_row (code, at, &row);
  bool same = (line && at > body && code_row (code, at - 4, &last)
	       && last.line == row.line && !strcmp (last.file, row.file));
  if (!line || (same && !leader))
    {
      if (!code->vm->opt.debug_insns)
	return u;
      u->ia = LINE_NONE;
    }
  else
    u->ia = same ? LINE_PART : LINE_BEGINS;
  u->op = UOP_CALL;
  u->fn = code->vm->handlers->op_line;
  u->pc = at;
  return u + 1;
}
