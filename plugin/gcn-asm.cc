/* The text of an inline asm, and what it does with M0 (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC knows of an asm what its operands and clobbers say.  Code that is
   compiled for the host as well cannot name M0 among the clobbers where the host's
   compiler sees the asm: x86 knows no such register.  So the text itself is
   read: printed as "final" will print it, cut into statements
   (gcn-statements.cc), and looked up in the table that the decoder has
   (isa/gcn/read.h).  The table says what writes M0 and what reads it, also without
   naming it: s_set_gpr_idx_on, s_sendmsg, s_movrel*, GDS instructions.

   A statement that is in no row of the table (a directive, as .macro or .long,
   or a macro of the user's) may be anything.  It is taken to access memory and
   then to change M0: one restore behind it is what that costs.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "gcn-asm.h"
#include "gcn-processor.h"
#include "gcn-statements.h"
#include "output.h"
#include "isa/gcn/read.h"

#if ACCELFIX_GCN

static FILE *captured_file;
static char *captured_text;
static size_t captured_size;

/* See gcn-asm.h.  */

void
gcn_begin_capture ()
{
  captured_file = asm_out_file;
  asm_out_file = open_memstream (&captured_text, &captured_size);
  if (!asm_out_file)
    fatal_error (UNKNOWN_LOCATION, "cannot open a stream in memory: %m");
}

char *
gcn_end_capture ()
{
  if (fclose (asm_out_file) != 0)
    fatal_error (UNKNOWN_LOCATION, "cannot write to memory: %m");
  asm_out_file = captured_file;
  return captured_text;
}

/* Whether TEMPL, the template of an asm with the N operands OPS, can be printed
   without an error: what the user wrote wrongly is for "final" to say, which
   knows how.  */

static bool
printable_p (const char *templ, const vec<rtx> &ops, int n)
{
  for (const char *p = strchr (templ, '%'); p; p = strchr (p, '%'))
    {
      p++;
      if (!ISALNUM (*p))
	{
	  if (*p != '%' && *p != '=' && *p != '^')
	    return false;
	  p++;
	  continue;
	}
      char letter = ISALPHA (*p) ? *p++ : 0;
      char *end;
      long i = strtol (p, &end, 10);
      if (end == p || i >= n)
	return false;
      rtx x = ops[i];
      bool ok = (letter == 0 ? REG_P (x) || CONST_INT_P (x) || LABEL_P (x)
		 : strchr ("LH", letter) ? REG_P (x) && GET_MODE_SIZE
		   (GET_MODE (x)).to_constant () == 8
		 : strchr ("RV", letter) ? REG_P (x)
		 : strchr ("AOg", letter) ? MEM_P (x)
		 : letter == 'l' ? LABEL_P (x) || GET_CODE (x) == LABEL_REF
		 : letter == 'c' && CONST_INT_P (x));
      if (!ok)
	return false;
      p = end;
    }
  return true;
}

/* See gcn-asm.h.  */

void
gcn_print_asm (rtx_insn *insn)
{
  bool operands;
  const char *templ = accelfix_asm_text (PATTERN (insn), &operands);
  int n = operands ? asm_noperands (PATTERN (insn)) : 0;
  auto_vec<rtx> ops;
  ops.safe_grow_cleared (n + 1);
  if (operands)
    templ = decode_asm_operands (PATTERN (insn), ops.address (), NULL, NULL,
				 NULL, NULL);
  if (operands && printable_p (templ, ops, n))
    output_asm_insn (templ, ops.address ());
  else
    fputs (templ, asm_out_file);
}

/* Whether IN may use the value of M0 that it finds, other than as the bound of
   an access.  */

static bool
reads_m0_p (const struct gcn_insn *in)
{
  if (in->gds || in->lds || in->soffset == GCN_M0
      || in->row->flags & (GCN_F_RM0 | GCN_F_GDS))
    return true;
  /* These change their destination in part, or not always.  */
  if (in->dst == GCN_M0 && in->row->flags & (GCN_F_RDST | GCN_F_RSCC))
    return true;
  for (unsigned src : in->src)
    if (src == GCN_M0 || src == GCN_LDS_DIRECT)
      return true;
  return false;
}

/* Whether IN accesses LDS or flat memory, or leaves the text for code that
   may.  */

static bool
accesses_p (const struct gcn_insn *in)
{
  uint64_t flags = in->row->flags;
  return ((in->row->enc == GCN_ENC_DS && !in->gds && !(flags & GCN_F_GDS))
	  || in->row->enc == GCN_ENC_FLAT || flags & GCN_F_CALL
	  || (flags & GCN_F_JUMP && in->row->s[0] != GCN_T_label));
}

/* See gcn-asm.h.  For a processor that the table does not have, its newest
   relative will do: there M0 bounds nothing, and what ends a wave is the
   same.  */

bool
gcn_scan_asm (rtx_insn *insn, struct gcn_asm_effects *e)
{
  enum gcn_cpu cpu = accelfix_gcn_cpu ();
  bool operands, overwritten = false;
  memset (e, 0, sizeof *e);
  if (!accelfix_asm_text (PATTERN (insn), &operands))
    return false;
  gcn_begin_capture ();
  gcn_print_asm (insn);
  char *text = gcn_end_capture ();
  gcn_statements lines (text, false);
  while (lines.next ())
    {
      struct gcn_insn in;
      bool known = gcn_read (lines.statement, cpu ? cpu : GCN_GFX906, &in);
      uint64_t flags = known ? in.row->flags : 0;
      bool writes = !known || flags & GCN_F_WM0 || in.dst == GCN_M0;
      /* Code may come to a label from anywhere in the text.  */
      overwritten &= !lines.label;
      if (!overwritten)
	{
	  e->reads |= known && reads_m0_p (&in);
	  e->accesses |= !known || accesses_p (&in);
	}
      e->writes |= writes;
      e->gds |= known && (in.gds || flags & GCN_F_GDS);
      e->ends = flags & (GCN_F_JUMP | GCN_F_END);
      overwritten |= known && writes;
    }
  free (text);
  return true;
}

#endif /* ACCELFIX_GCN */
