/* JSON text.
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
