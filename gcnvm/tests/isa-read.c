/* Tests that assembly text is read as its words are decoded.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: isa-read CPU < OUTPUT OF llvm-objdump -d
   The text of each line "TEXT // ADDRESS: WORDS" must give gcn_read the row and
   the registers that gcn_decode finds in the words, and the rules of wait states
   must not tell the two apart.  Prints where that is not
   so, 20 lines at most, and the sum, "N instructions, N differ", last.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"
#include "hazards.h"
#include "read.h"

/* Whether operand A of a text is B of the words: constants are not told apart,
   and a flag of the encoding may stand for no operand.  */

static bool
same_p (unsigned a, unsigned b)
{
  bool constant = ((b >= GCN_INT_0 && b <= GCN_INT_M16)
		   || (b >= GCN_FLOAT_FIRST && b <= GCN_FLOAT_LAST)
		   || b == GCN_LITERAL);
  return a == b || (a == GCN_LITERAL && (constant || b == GCN_NO_OPERAND
							|| b == GCN_NULL));
}

/* What of TEXT's reading A differs from the decoded B; null for nothing.  */

static const char *
difference (const struct gcn_insn *a, const struct gcn_insn *b)
{
  enum gcn_op op = b->row - gcn_rows;
  bool counted = (op == GCN_OP_s_nop || op == GCN_OP_s_getreg_b32
		  || op == GCN_OP_s_setreg_b32
		  || op == GCN_OP_s_setreg_imm32_b32
		  || op == GCN_OP_s_waitcnt_depctr);
  unsigned mask = op == GCN_OP_s_nop ? 15 : 0xffff;
  if (a->row != b->row)
    return "row";
  if (!same_p (a->dst, b->dst))
    return "destination";
  if (!same_p (a->sdst, b->sdst))
    return "scalar destination";
  for (int i = 0; i < 3; i++)
    if (!same_p (a->src[i], b->src[i]))
      return "source";
  if (!same_p (a->saddr, b->saddr) || !same_p (a->soffset, b->soffset)
      || !same_p (a->srsrc, b->srsrc) || !same_p (a->ssamp, b->ssamp))
    return "address";
  if ((a->form == GCN_DPP_FORM) != (b->form == GCN_DPP_FORM))
    return "DPP";
  if (a->gds != b->gds || a->lds != b->lds)
    return "gds or lds";
  if (counted && (a->simm & mask) != (b->simm & mask))
    return "number";
  return NULL;
}

/* A rule of wait states for CPU that tells A, of a text, from B, of the words, as
   the first instruction of a pair, or as the second one after B itself or PREV;
   null for none.  */

static const char *
other_rule (const struct gcn_insn *a, const struct gcn_insn *b,
	    const struct gcn_insn *prev, enum gcn_cpu cpu)
{
  for (unsigned r = 0; r < GCN_N_HAZARDS; r++)
    {
      struct gcn_hazard_use u[GCN_HAZARD_USES] = { 0 };
      struct gcn_hazard_use v[GCN_HAZARD_USES] = { 0 };
      unsigned n = gcn_hazard_first (r, a, cpu, u);
      if (n != gcn_hazard_first (r, b, cpu, v)
	  || memcmp (u, v, n * sizeof *u) != 0)
	return gcn_hazard_rules[r].name;
      for (unsigned k = 0; k < 2; k++)
	{
	  n = gcn_hazard_first (r, k ? b : prev, cpu, u);
	  while (n--)
	    if (gcn_hazard_then (r, a, cpu, &u[n])
		!= gcn_hazard_then (r, b, cpu, &u[n]))
	      return gcn_hazard_rules[r].name;
	}
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  enum gcn_cpu cpu = argc > 1 ? gcn_cpu_like (argv[1]) : 0;
  if (!cpu)
    {
      fprintf (stderr, "usage: isa-read CPU < objdump's output\n");
      return 2;
    }
  char *line = NULL;
  size_t size = 0;
  unsigned long n = 0, differ = 0;
  while (getline (&line, &size, stdin) > 0)
    {
      char *comment = strstr (line, "//"), *end;
      if (!comment || !isspace ((unsigned char) line[0]))
	continue;
      uint32_t words[2];
      strtoull (comment + 2, &end, 16);
      if (*end != ':')
	continue;
      words[0] = strtoul (end + 1, &end, 16);
      words[1] = strtoul (end, NULL, 16);
      *comment = 0;
      static struct gcn_insn in, read, prev;
      if (strstr (line, "/*") || strstr (line, ".long")
	  || gcn_decode (words, 2, cpu, &in))
	continue;
      /* What the hardware ignores is not printed.  */
      if (!(in.row->flags & GCN_F_OPSEL))
	in.op_sel = 0;
      n++;
      const char *what = gcn_read (line, cpu, &read) ? difference (&read, &in)
			 : "mnemonic";
      if (!what && prev.row)
	what = other_rule (&read, &in, &prev, cpu);
      prev = in;
      if (what && differ++ < 20)
	printf ("%08x %08x: %s of '%s'\n", words[0], words[1], what, line);
    }
  free (line);
  printf ("%lu instructions, %lu differ\n", n, differ);
  return differ != 0;
}
