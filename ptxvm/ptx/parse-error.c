/* PTX parser: errors.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>
#include <string.h>

#include "ptx-int.h"

static void
error_va (struct ptx_parser *p, uint32_t line, const char *format, va_list ap)
{
  char text[600];

  vsnprintf (text, sizeof text, format, ap);
  p->n_errors++;
  if (p->diag && p->n_errors <= PTX_MAX_ERRORS
      && strstr (format, "is not declared"))
    p->diag->n_undeclared++;
  if (p->n_errors <= PTX_MAX_ERRORS)
    ptx_diagnose (p->diag, PTX_ERROR, p->unit->name, line + p->line_base,
		  "%s", text);
  if (p->n_errors == PTX_MAX_ERRORS)
    ptx_diagnose (p->diag, PTX_NOTE, p->unit->name, line + p->line_base,
		  "more than %d errors: giving up", PTX_MAX_ERRORS - 1);
}

/* An error at the current token.  The parser then stands still until
   ptx_p_recover; errors in that state are not reported.  */

void
ptx_p_error (struct ptx_parser *p, const char *format, ...)
{
  va_list ap;

  if (p->failed)
    return;
  va_start (ap, format);
  error_va (p, p->tok.line ? p->tok.line : 1, format, ap);
  va_end (ap);
  p->failed = true;
  p->tok.kind = PTX_T_BAD;
}

void
ptx_p_error_at (struct ptx_parser *p, uint32_t line, const char *format, ...)
{
  va_list ap;

  if (p->failed)
    return;
  va_start (ap, format);
  error_va (p, line, format, ap);
  va_end (ap);
  p->failed = true;
  p->tok.kind = PTX_T_BAD;
}
