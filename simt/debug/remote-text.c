/* GDB's remote protocol: the two sides, and hexadecimal digits.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>

#include "packets.h"
#include "remote-int.h"

const struct debug_remote *remote_machine;
bool remote_lldb;

static int
digit (char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
	 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

uint64_t
hex_number (const char **p)
{
  uint64_t v = 0;
  for (; digit (**p) >= 0; ++*p)
    v = v << 4 | (uint64_t) digit (**p);
  return v;
}

void
hex_put (FILE *to, const void *from, size_t n)
{
  const uint8_t *p = from;
  while (n--)
    fprintf (to, "%02x", *p++);
}

bool
hex_bytes (const char *p, void *to, size_t n)
{
  uint8_t *out = to;
  for (; n; n--, p += 2)
    {
      if (digit (p[0]) < 0 || digit (p[1]) < 0)
	return false;
      *out++ = (uint8_t) (digit (p[0]) << 4 | digit (p[1]));
    }
  return true;
}

void
output_send (const char *text, size_t n)
{
  enum { PART = MOST_PACKET / 4 };
  for (size_t at = 0; at < n; at += PART)
    {
      char *packet = NULL;
      size_t size;
      FILE *to = open_memstream (&packet, &size);
      if (!to)
	abort ();
      putc ('O', to);
      hex_put (to, text + at, n - at < PART ? n - at : PART);
      fclose (to);
      packet_send (packet);
      free (packet);
    }
}
