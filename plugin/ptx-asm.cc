/* What the text of an inline asm does, for nvptx.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "ptx-asm.h"

/* GCC knows of an asm what its constraints say.  What is printed may be less
   (asm ("" : "=r" (x)) defines x for GCC, and prints nothing) or more (a
   barrier, a branch).  The text is PTX: statements end in a semicolon, labels in a
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

/* Whether WORD, of LEN characters, is an instruction for all lanes of a warp
   together: a barrier, shuffle or vote, whatever PTX marks with .sync or
   .aligned (match, redux, elect, wmma, mma, ldmatrix), or a call, whose callee
   may have one.  */

static bool
convergent_word_p (const char *word, size_t len)
{
  static const char *const starts[]
    = { "bar.", "barrier.", "shfl.", "vote.", "call" };
  static const char *const parts[] = { ".sync", ".aligned" };
  for (const char *s : starts)
    if (startswith (word, s))
      return true;
  for (const char *p : parts)
    {
      const char *at = strstr (word, p);
      if (at && at < word + len)
	return true;
    }
  return false;
}

/* Fills in EFFECTS from the template TEXT.  */

void
ptx_scan_asm_text (const char *text, struct ptx_asm_effects *effects)
{
  char *t = without_comments (text);
  effects->printed = operands_printed (t);
  effects->uncertain = strchr (t, '@') != NULL;
  effects->label = strchr (t, ':') != NULL;
  effects->convergent = false;
  for (const char *p = t; *p; )
    {
      size_t len = 0;
      while (p[len] && (ISALNUM (p[len]) || strchr ("_.$%", p[len])))
	len++;
      if (len)
	{
	  effects->uncertain |= startswith (p, "bra") || startswith (p, "brx");
	  effects->convergent |= convergent_word_p (p, len);
	}
      p += len ? len : 1;
    }
  free (t);
}
