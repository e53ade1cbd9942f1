/* What the text of an inline asm does, for nvptx.
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

#include "gcc-compat.h"
#include "accelfix.h"
#include "ptx-asm.h"

/* GCC knows of an asm what its constraints say.  What is printed may be less
   (asm ("" : "=r" (x)) defines x for GCC, and prints nothing) or more (a barrier,
   an exit).  The text is PTX: statements end in a semicolon, labels in a
   colon, and comments are C's and C++'s.  */

/* TEXT without its comments, to be freed.  */

static char *
without_comments (const char *text)
{
  char *copy = XNEWVEC (char, strlen (text) + 1), *to = copy;
  while (*text)
    if (text[0] == '/' && text[1] == '/')
      while (*text && *text != '\n')
	text++;
    else if (text[0] == '/' && text[1] == '*')
      {
	const char *end = strstr (text + 2, "*/");
	text = end ? end + 2 : text + strlen (text);
	*to++ = ' ';
      }
    else
      *to++ = *text++;
  *to = 0;
  return copy;
}

static unsigned HOST_WIDE_INT
operands_printed (const char *text)
{
  unsigned HOST_WIDE_INT mask = 0;
  for (const char *p = text; (p = strchr (p, '%')) != NULL; )
    {
      p++;
      if (ISALPHA (*p))
	p++;
      if (ISDIGIT (*p))
	mask |= HOST_WIDE_INT_1U << (strtoul (p, NULL, 10) & 63);
      else if (*p)
	p++;
    }
  return mask;
}

/* Whether the last statement of TEXT is an exit or a ret without a
   predicate.  `trap' alone ended nothing for ptxas before CUDA 12.3.  */

static bool
ends_p (const char *text)
{
  const char *end = text + strlen (text);
  while (end > text && (ISSPACE (end[-1]) || end[-1] == ';' || end[-1] == '}'))
    end--;
  const char *start = end;
  while (start > text && !strchr (";:{}\n", start[-1]))
    start--;
  while (start < end && ISSPACE (*start))
    start++;
  size_t n = end - start;
  return ((n == 4 && startswith (start, "exit"))
	  || (n == 3 && startswith (start, "ret"))
	  || (n == 7 && startswith (start, "ret.uni")));
}

/* Fills in EFFECTS from the template TEXT.  */

void
ptx_scan_asm_text (const char *text, struct ptx_asm_effects *effects)
{
  static const char *const convergent[] =
    { "bar.", "barrier", "shfl", "vote", "match.", "redux", "elect" };
  char *t = without_comments (text);
  effects->printed = operands_printed (t);
  effects->predicated = strchr (t, '@') != NULL;
  effects->ends = ends_p (t);
  effects->label = strchr (t, ':') != NULL;
  effects->convergent = false;
  for (const char *word : convergent)
    effects->convergent |= strstr (t, word) != NULL;
  free (t);
}

const char *
ptx_asm_text (rtx_insn *insn)
{
  if (!NONDEBUG_INSN_P (insn))
    return NULL;
  rtx pat = PATTERN (insn);
  if (GET_CODE (pat) == COND_EXEC)
    pat = COND_EXEC_CODE (pat);
  if (asm_noperands (pat) < 0)
    return NULL;
  if (GET_CODE (pat) == ASM_INPUT)
    return XSTR (pat, 0);
  if (GET_CODE (pat) == PARALLEL
      && GET_CODE (XVECEXP (pat, 0, 0)) == ASM_INPUT)
    return XSTR (XVECEXP (pat, 0, 0), 0);
  rtx body = extract_asm_operands (pat);
  return body ? ASM_OPERANDS_TEMPLATE (body) : NULL;
}
