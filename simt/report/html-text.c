/* Text in a page of HTML.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

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
