/* Text in a page of HTML.
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

#include "html.h"

void
simt_html_bytes (FILE *to, const char *s, size_t n)
{
  for (; n && *s; s++, n--)
    if (*s == '&')
      fputs ("&amp;", to);
    else if (*s == '<')
      fputs ("&lt;", to);
    else if (*s == '>')
      fputs ("&gt;", to);
    else if (*s == '"')
      fputs ("&quot;", to);
    else if (*s == '\'')
      fputs ("&#39;", to);
    else
      putc ((unsigned char) *s < 0x20 || *s == 0x7f ? ' ' : *s, to);
}

void
simt_html_text (FILE *to, const char *s)
{
  simt_html_bytes (to, s, strlen (s));
}
