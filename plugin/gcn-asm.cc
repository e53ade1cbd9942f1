/* Reads the text of an inline asm for what it does with M0.
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

/* Code that is compiled for the host as well cannot name M0 in its clobbers
   where the host's compiler sees the asm: x86 knows no such register.  So
   the text itself is read (gcn-statements.cc); `[m0]' is m0, and the first
   operand of most instructions is the destination.

   Instructions that change M0 without naming it are s_set_gpr_idx_on, _idx
   and _mode (GFX8 and GFX9, "VGPR Indexing" in the ISA manuals).  Those that
   read it unnamed: s_sendmsg and s_sendmsghalt, s_ttracedata, s_movrel*,
   v_movrel*, v_interp_*, GDS and GWS instructions, the add-TID forms, loads
   with the lds modifier, and the operand lds_direct.

   An instruction may also be given in raw bytes: words are decoded as far as
   the scalar destination goes.  A mnemonic of no known kind is a macro; what
   it does is not to be seen, and it is taken to write M0.  All doubts are
   settled on the safe side: at worst a restore is there that nobody
   needed.  */

#include "gcc-compat.h"
#include "gcn-asm.h"
#include "gcn-statements.h"

#if ACCELFIX_GCN

namespace {

/* M0's number in the encodings of GFX6 to GFX9.  */
const unsigned M0_CODE = 124;

struct scanner
{
  gcn_statements lines;
  bool written;			/* M0 is certainly written so far.  */
  bool any;			/* There was an instruction.  */
  unsigned char raw[4];		/* Bytes of an instruction word.  */
  int n_raw;
  struct gcn_asm_effects *e;

  scanner (const char *text, bool has_operands, struct gcn_asm_effects *effects)
    : lines (text, has_operands), written (false), any (false), n_raw (0),
      e (effects)
  {}

  void statement ();
  void instruction ();
  void raw_byte (unsigned);
  void effect (bool reads, bool writes, bool accesses, bool hazard);
};

/* Notes the effects of one instruction.  */

void
scanner::effect (bool reads, bool writes, bool accesses, bool hazard)
{
  if (!any)
    e->hazard_in = hazard;
  any = true;
  if (!written)
    {
      e->reads |= reads;
      e->accesses |= accesses;
    }
  e->writes |= writes;
  written |= writes;
  e->hazard_out = writes;
  e->ends = false;
}

static bool
starts (const char *s, const char *prefix)
{
  return strncmp (s, prefix, strlen (prefix)) == 0;
}

/* Whether S names WORD as a whole word.  */

static bool
mentions (const char *s, const char *word)
{
  size_t len = strlen (word);
  for (const char *q = strstr (s, word); q; q = strstr (q + 1, word))
    if ((q == s || !gcn_name_char_p (q[-1])) && !gcn_name_char_p (q[len]))
      return true;
  return false;
}

/* Whether MNEMONIC, in lower case, starts like an instruction of GFX6 to
   GFX9 and is no macro.  */

static bool
instruction_p (const char *mnemonic)
{
  static const char *const kinds[] = {
    "s_", "v_", "ds_", "flat_", "global_", "scratch_", "buffer_", "tbuffer_",
    "image_", "exp"
  };
  for (const char *kind : kinds)
    if (starts (mnemonic, kind))
      return true;
  return false;
}

/* Whether the first operand of MNEMONIC is only read.  */

static bool
no_destination_p (const char *mnemonic)
{
  static const char *const kinds[] = {
    "s_cmp", "s_bitcmp", "s_setvskip", "s_setreg", "s_setpc", "s_rfe",
    "s_store", "s_buffer_store", "s_scratch_store", "s_cbranch", "s_branch",
    "s_sendmsg", "s_atc_probe", "s_dcache", "s_nop", "s_sleep", "s_setprio",
    "s_trap", "s_waitcnt", "s_ttracedata", "s_dcache_discard",
    "s_set_gpr_idx", "ds_", "flat_", "global_", "scratch_", "buffer_",
    "tbuffer_", "image_", "exp"
  };
  for (const char *kind : kinds)
    if (starts (mnemonic, kind))
      return true;
  return false;
}

/* One byte of an instruction given as data.  */

void
scanner::raw_byte (unsigned byte)
{
  raw[n_raw++] = byte;
  if (n_raw < 4)
    return;
  n_raw = 0;
  unsigned word = (raw[0] | raw[1] << 8 | raw[2] << 16
		   | (unsigned) raw[3] << 24);
  bool sop1 = (word >> 23) == 0x17d;
  bool sopc_sopp = (word >> 23) == 0x17e || (word >> 23) == 0x17f;
  bool sop2_sopk = (word >> 30) == 2 && !sop1 && !sopc_sopp;
  bool to_m0 = ((sop1 || sop2_sopk) && ((word >> 16) & 0x7f) == M0_CODE);
  bool vop3_to_m0 = ((word >> 16 == 0xd289) && (word & 0xff) == M0_CODE);
  unsigned top = word >> 26;
  /* 0x36 is DS, 0x37 FLAT.  */
  effect (false, to_m0 || vop3_to_m0, top == 0x36 || top == 0x37, false);
  written = false;
}

/* One statement.  */

void
scanner::statement ()
{
  /* Code may come to a label from anywhere in the text.  */
  if (lines.label)
    written = false;
  if (lines.mnemonic[0] != '.')
    {
      n_raw = 0;
      instruction ();
    }
  else if (!lines.data ([this] (unsigned byte) { raw_byte (byte); })
	   && strcmp (lines.mnemonic, ".macro") == 0)
    /* A macro of this text: its lines are read where they stand, and its
       parameters may be m0.  */
    e->writes = true;
}

/* One instruction.  */

void
scanner::instruction ()
{
  const char *s = lines.statement, *args = lines.args;
  const char *mnemonic = lines.mnemonic;

  /* An operand of the asm as mnemonic, or a macro.  */
  if (!instruction_p (mnemonic))
    {
      if (mnemonic[0] || *s == '%' || *s == '\\')
	{
	  effect (false, true, true, false);
	  e->writes = true;
	  written = false;
	}
      return;
    }

  while (ISSPACE (*args) || *args == '[')
    args++;
  /* `\NAME' is a parameter of a macro that stands in the text.  */
  bool dest = ((starts (args, "m0") && !gcn_name_char_p (args[2]))
	       || *args == '\\');
  const char *rest = args + strcspn (args, ",");
  bool named = mentions (rest, "m0");

  bool gds = (mentions (args, "gds") || starts (mnemonic, "ds_gws")
	      || starts (mnemonic, "ds_ordered_count"));
  bool hazard = (gds
		 || starts (mnemonic, "s_sendmsg")
		 || starts (mnemonic, "s_ttracedata")
		 || starts (mnemonic, "s_movrel")
		 || starts (mnemonic, "v_movrel")
		 || starts (mnemonic, "v_interp")
		 || strstr (mnemonic, "_addtid")
		 || mentions (args, "lds")
		 || strstr (args, "lds_direct"));
  bool gpr_idx = starts (mnemonic, "s_set_gpr_idx");
  bool gpr_idx_off = starts (mnemonic, "s_set_gpr_idx_off");
  bool no_dest = no_destination_p (mnemonic);
  /* What changes its destination in place, or only sometimes.  */
  bool in_place = (starts (mnemonic, "s_bitset")
		   || starts (mnemonic, "s_addk")
		   || starts (mnemonic, "s_mulk")
		   || starts (mnemonic, "s_cmov"));

  bool writes = (dest && !no_dest) || (gpr_idx && !gpr_idx_off);
  bool reads = (named || hazard || gpr_idx
		|| (dest && (no_dest || in_place)));
  bool leaves = (starts (mnemonic, "s_swappc") || starts (mnemonic, "s_call")
		 || starts (mnemonic, "s_setpc"));
  bool accesses = ((starts (mnemonic, "ds_") && !gds)
		   || starts (mnemonic, "flat_") || leaves);
  e->gds |= gds;
  effect (reads, writes, accesses, hazard);
  e->ends = (starts (mnemonic, "s_endpgm") || starts (mnemonic, "s_setpc")
	     || starts (mnemonic, "s_rfe")
	     || strcmp (mnemonic, "s_branch") == 0);
}

} // anon namespace

/* See gcn-asm.h.  */

const char *
gcn_asm_text (const_rtx pattern, bool *operands)
{
  if (GET_CODE (pattern) == PARALLEL
      && GET_CODE (XVECEXP (pattern, 0, 0)) == ASM_INPUT)
    pattern = XVECEXP (pattern, 0, 0);
  *operands = GET_CODE (pattern) != ASM_INPUT;
  if (!*operands)
    return XSTR (pattern, 0);
  const_rtx ops = extract_asm_operands (CONST_CAST_RTX (pattern));
  return ops ? ASM_OPERANDS_TEMPLATE (ops) : NULL;
}

/* Reads TEXT, the template of an asm with operands or, unless HAS_OPERANDS,
   the text of one without, and sets *E to what it does with M0.  */

void
gcn_scan_asm (const char *text, bool has_operands, struct gcn_asm_effects *e)
{
  memset (e, 0, sizeof *e);
  scanner s (text, has_operands, e);
  while (s.lines.next ())
    s.statement ();
  e->empty = !s.any && !s.n_raw;
}

#endif /* ACCELFIX_GCN */
