/* Compares the decoder with what llvm-objdump printed.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: isa-compare CPU [print] < OUTPUT OF llvm-objdump -d
   Each line "TEXT // ADDRESS: WORDS" is decoded from its words and must give
   the same text and length.  Prints those that do not, 20 at most, and the
   sum, "N words, N instructions, N rejected
   as ill-formed, N differ", last.  With `print' the texts alone are printed.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"

/* Replaces each FROM in S by TO, which is no longer.  */

static void
replace (char *s, const char *from, const char *to)
{
  size_t n = strlen (from), m = strlen (to);
  while ((s = strstr (s, from)))
    {
      memmove (s + m, s + n, strlen (s + n) + 1);
      memcpy (s, to, m);
      s += m;
    }
}

/* What LLVM 13 prints otherwise than its successors, and white space.  */

static void
normalise (char *s)
{
  char *to = s;
  for (char *p = s; *p; p++)
    if (!isspace ((unsigned char) *p))
      *to++ = *p;
    else if (to > s && to[-1] != ' ')
      *to++ = ' ';
  while (to > s && to[-1] == ' ')
    to--;
  *to = 0;
  replace (s, "bound_ctrl:1", "bound_ctrl:0");
  /* It leaves the suffix out on gfx803.  */
  if (strncmp (s, "v_cmp", 5) == 0)
    {
      replace (s, "_sdwa", "");
      /* LLVM 19 does not say it, on gfx11.  */
      replace (s, ".l", "");
    }
}

/* Whether ERROR is of what the hardware ignores, but this decoder does not.  */

static bool
strict_p (const char *error)
{
  return (error && (strstr (error, "odd place") || strstr (error, "reserved")
		    || strstr (error, "must be zero")));
}

int
main (int argc, char **argv)
{
  enum gcn_cpu cpu = argc > 1 ? gcn_cpu_like (argv[1]) : 0;
  if (!cpu)
    {
      fprintf (stderr, "usage: isa-compare CPU < objdump's output\n");
      return 2;
    }
  char *line = NULL;
  size_t size = 0;
  unsigned long n_words = 0, n_insns = 0, n_differ = 0, n_strict = 0;
  const unsigned most = 20;
  bool print = argc > 2 && strcmp (argv[2], "print") == 0;
  /* What the table lacks is no difference.  */
  bool part = argc > 2 && strcmp (argv[2], "part") == 0;
  while (getline (&line, &size, stdin) > 0)
    {
      char *comment = strstr (line, "//");
      char *end;
      if (!comment || !isspace ((unsigned char) line[0]))
	continue;
      strtoull (comment + 2, &end, 16);
      if (end == comment + 2 || *end != ':')
	continue;
      uint32_t words[8] = { 0 };
      unsigned n = 0;
      for (const char *p = end + 1; n < 8; n++)
	{
	  unsigned long w = strtoul (p, &end, 16);
	  if (end == p || (*end && !isspace ((unsigned char) *end)))
	    break;
	  words[n] = w;
	  p = end;
	}
      if (!n)
	continue;
      *comment = 0;
      normalise (line);
      struct gcn_insn in;
      char text[256];
      const char *error = gcn_decode (words, n, cpu, &in);
      gcn_print (&in, cpu, text, sizeof text);
      normalise (text);
      if (print)
	{
	  puts (text);
	  continue;
	}
      n_words += n;
      n_insns++;
      /* LLVM 22 says where a literal could have been a constant; it marks what
	 it thinks is ill-formed, rounds odd ranges down, prints
	 the pair of s_cbranch_join as one register, and does not agree with
	 itself on the size of an image's data with tfe.  */
      if ((part && error && strcmp (error, "unknown opcode") == 0)
	  || strstr (line, "/*") || strict_p (error) || strstr (line, "lit(")
	  || strstr (line, "s_cbranch_join")
	  || (strstr (line, "image_") && (strstr (line, " tfe")
					  || strstr (line, "atomic"))))
	{
	  n_strict++;
	  continue;
	}
      bool llvm_unknown = strncmp (line, ".long", 5) == 0;
      if (llvm_unknown ? !error
	  : error || strcmp (text, line) != 0 || in.length != 4 * n)
	{
	  if (n_differ++ < most)
	    printf ("%08x %08x: '%s', not '%s'%s%s\n", words[0], words[1],
		    error ? error : text, line,
		    in.length != 4 * n ? ", other length" : "", "");
	}
    }
  free (line);
  if (!print)
    printf ("%lu words, %lu instructions, %lu rejected as ill-formed, "
	  "%lu differ\n", n_words, n_insns, n_strict, n_differ);
  return n_differ != 0;
}
