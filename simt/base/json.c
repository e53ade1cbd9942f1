/* JSON text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stddef.h>

#include "json.h"

/* The length of the UTF-8 sequence at S, or 0 if there is none (RFC 3629,
   section 4).  */

static size_t
utf8_length (const unsigned char *s)
{
  size_t n = (s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
	      : s[0] >= 0xe0 && s[0] < 0xf0 ? 3
	      : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0);
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)
      || (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
    return 0;
  return n;
}

void
json_string (FILE *out, const char *s)
{
  putc ('"', out);
  for (size_t n; *s; s += n)
    {
      const unsigned char *u = (const unsigned char *) s;
      n = utf8_length (u);
      if (*s == '"' || *s == '\\')
	fprintf (out, "\\%c", *s);
      else if (*u < 0x20 || *u == 0x7f)
	fprintf (out, "\\u%04x", *u);
      else if (n)
	fwrite (s, 1, n, out);
      else
	{
	  n = 1;
	  fputs ("\357\277\275", out);	/* U+FFFD.  */
	}
    }
  putc ('"', out);
}

void
json_member (FILE *out, const char *name, const char *value)
{
  if (!value)
    return;
  putc (',', out);
  json_string (out, name);
  putc (':', out);
  json_string (out, value);
}
