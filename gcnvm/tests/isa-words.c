/* Writes random instructions of every row of the table.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: isa-words CPU SEED COUNT [text]
   COUNT instructions of each row that CPU has, in each of its forms, with
   random operands, as assembler source of .long directives.  With `text',
   only those that the decoder takes, as their printed text with the words in
   a comment: to be assembled and compared.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"

static uint64_t state;
static bool tame;		/* What any assembler takes.  */

static uint32_t
next (void)
{
  state += UINT64_C (0x9e3779b97f4a7c15);
  uint64_t z = state;
  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z >> 32;
}

/* A source of 9 bits: mostly registers and constants, at times anything.  */

static uint32_t
source (void)
{
  if (tame)
    return 256 + next () % 250;
  switch (next () % 8)
    {
    case 0:
      return next () % 512;
    case 1:
      return next () % 51 * 2;
    case 2:
      return 128 + next () % 81;
    case 3:
      return 240 + next () % 16;
    case 4:
      return 106 + next () % 22;
    default:
      return 256 + next () % 256;
    }
}

/* Takes everything unusual out of W, of row R.  */

static void
tame_words (const struct gcn_row *r, enum gcn_form form, uint32_t w[2])
{
  switch (r->enc)
    {
    case GCN_ENC_SOP2: case GCN_ENC_SOP1: case GCN_ENC_SOPC:
      /* s[0:1] to s[60:61], s[64:67].  */
      w[0] = (w[0] & ~0xffu) | 4 * (w[0] % 8);
      if (r->enc != GCN_ENC_SOP1)
	w[0] = (w[0] & ~0xff00u) | (r->s[1] == GCN_T_imm4 ? 0x300 : 0x800);
      if (r->enc != GCN_ENC_SOPC)
	w[0] = (w[0] & ~0x7f0000u) | (r->d ? 0x400000 : 0);
      break;
    case GCN_ENC_SOPK:
      w[0] = (w[0] & ~0x7fffffu) | 0x40001;
      break;
    case GCN_ENC_SOPP:
      w[0] = (w[0] & ~0xffffu) | (r->s[0] ? 1 : 0);
      break;
    case GCN_ENC_SMEM:
      w[0] = (w[0] & ~0x3ffffu) | 0x20000 | 8 << 6 | 4;
      w[1] &= 0xffff;
      break;
    case GCN_ENC_DS:
      w[0] &= ~0x1ffffu;
      break;
    case GCN_ENC_MIMG:
      w[0] = (w[0] & ~0x203ff00u)
	     | (r->s[1] == GCN_T_b64 ? 0x300 : 0x100);
      w[1] &= 0x7fffffff;
      break;
    case GCN_ENC_MUBUF: case GCN_ENC_MTBUF:
      w[0] &= r->enc == GCN_ENC_MUBUF ? ~0x10000u : ~0x3f80000u;
      if (r->enc == GCN_ENC_MTBUF)
	w[0] |= 4 << 23 | 4 << 19;
      w[1] = (w[1] & 0x7fffff) | 4u << 24;
      break;
    case GCN_ENC_VINTRP:
      w[0] = (w[0] & ~0xfcffu) | (r->s[0] == GCN_T_param ? 1 : 7);
      break;
    case GCN_ENC_VINTRP3:
      w[0] &= ~0xff00u;
      w[1] = (w[1] & 0x7fc0000) | 257 << 9 | 3;
      if (r->s[0] == GCN_T_param)
	w[1] = 1 << 9 | 3;
      break;
    case GCN_ENC_VOP3P:
      w[0] &= ~0xff00u;
      w[1] &= 0x7ffffff;
      break;
    default:
      if (form == GCN_SDWA_FORM)
	w[1] = (w[1] & 0xff) | 0x06060600;
      else if (form == GCN_DPP_FORM)
	w[1] = (w[1] & 0xff) | 0xff011100;
      else if (form == GCN_E64 || r->enc == GCN_ENC_VOP3)
	{
	  bool b = r->flags & (GCN_F_CO | GCN_F_VOP3B);
	  w[0] = (w[0] & ~0xffffu) | (b ? 0x606 : 6);
	  w[1] = 258 | 260 << 9 | 262 << 18;
	  if (r->flags & GCN_F_RVCC && r->enc == GCN_ENC_VOP2)
	    w[1] = 258 | 260 << 9 | 8 << 18;
	  if (r->flags & GCN_F_LANESEL)
	    w[1] = (r->flags & GCN_F_RDST ? 3 : 258) | 130 << 9;
	}
      else if (r->flags & GCN_F_MADK)
	w[1] = 0x1234;
    }
}

/* The same as below on RDNA.  */

static void
make_rdna (const struct gcn_row *r, enum gcn_cpu cpu, enum gcn_form form,
	   uint32_t w[2])
{
  bool gfx11 = cpu == GCN_GFX1100, vop3;
  uint32_t op = gcn_row_opcode (r, cpu, &vop3), any = next ();
  /* The null register, where there is no address or offset.  */
  const uint32_t null = gfx11 ? 124 : 125;
  w[1] = next ();
  switch (r->enc)
    {
    case GCN_ENC_SOP2:
      w[0] = 2u << 30 | op << 23 | (any & 0x7f0000) | (source () & 0xff) << 8
	     | (source () & 0xff);
      break;
    case GCN_ENC_SOP1:
      w[0] = 0x17du << 23 | (any & 0x7f0000) | op << 8 | (source () & 0xff);
      if (r->s[0] == GCN_T_sendmsg)
	w[0] = (w[0] & ~0xffu) | 128 | (any >> 24) % 6;
      break;
    case GCN_ENC_SOPC:
      w[0] = 0x17eu << 23 | op << 16 | (source () & 0xff) << 8
	     | (source () & 0xff);
      break;
    case GCN_ENC_SOPK:
      w[0] = 0xbu << 28 | op << 23 | (any & 0x7fffff);
      break;
    case GCN_ENC_SOPP:
      w[0] = 0x17fu << 23 | op << 16 | (any & 0xffff);
      break;
    case GCN_ENC_SMEM:
      w[0] = 0x3du << 26 | op << 18 | (any & (gfx11 ? 0x7fff : 0x15fff));
      w[1] &= 0x1fffff | (any >> 20 & 1 ? 0 : 0xfe000000);
      if (any >> 20 & 1)
	w[1] |= null << 25;
      break;
    case GCN_ENC_DS:
      w[0] = 0x36u << 26 | op << 18 | (any & 0x2ffff);
      break;
    case GCN_ENC_FLAT: case GCN_ENC_GLOBAL:
      w[0] = 0x37u << 26 | op << 18
	     | (any & (gfx11 ? 0xffff : 0x31fff))
	     | (r->enc == GCN_ENC_GLOBAL ? 2u : 0) << (gfx11 ? 16 : 14);
      w[1] &= 0xff7fffff;
      if (r->enc == GCN_ENC_FLAT || any >> 20 & 1)
	w[1] = (w[1] & ~0x7f0000u) | null << 16;
      break;
    case GCN_ENC_MUBUF:
      w[0] = 0x38u << 26 | op << 18;
      w[1] = 0;
      break;
    default:
      {
	uint32_t base = (vop3 || r->enc == GCN_ENC_VOP3
			 || r->enc == GCN_ENC_VOPC ? 0
			 : r->enc == GCN_ENC_VOP1 ? 0x180 : 0x100);
	if (form == GCN_E64 || r->enc == GCN_ENC_VOP3)
	  {
	    w[0] = 0x35u << 26 | (base + op) << 16 | (any & 0x87ff);
	    if (r->flags & (GCN_F_CO | GCN_F_VOP3B))
	      w[0] = (w[0] & ~0x7f00u) | (next () % 53 * 2) << 8;
	    else if (r->enc == GCN_ENC_VOPC)
	      w[0] = (w[0] & ~0xffu) | (r->flags & GCN_F_WEXEC ? GCN_EXEC
					: next () % 53 * 2);
	    w[1] = (w[1] & 0xf8000000) | source () | source () << 9
		   | source () << 18;
	  }
	else if (r->enc == GCN_ENC_VOP1)
	  w[0] = 0x3fu << 25 | (any & 0x1fe0000) | op << 9 | source ();
	else if (r->enc == GCN_ENC_VOPC)
	  w[0] = 0x3eu << 25 | op << 17 | (any & 0x1fe00) | source ();
	else
	  w[0] = op << 25 | (any & 0x1fffe00) | source ();
	if (form == GCN_SDWA_FORM)
	  w[0] = (w[0] & ~0x1ffu) | GCN_SDWA;
      }
    }
}

/* Whether CPU, of RDNA, has row R in FORM, which the table knows.  */

static bool
rdna_form_p (const struct gcn_row *r, enum gcn_cpu cpu, int form)
{
  bool vop3;
  gcn_row_opcode (r, cpu, &vop3);
  return (form != GCN_DPP_FORM && !(vop3 && form != GCN_E64)
	  && !(form == GCN_SDWA_FORM && cpu == GCN_GFX1100));
}

/* The two words of row R, of CPU, in FORM, with random operands.  */

static void
make (const struct gcn_row *r, enum gcn_cpu cpu, enum gcn_form form,
      uint32_t w[2])
{
  if (cpu & GCN_RDNA)
    {
      make_rdna (r, cpu, form, w);
      return;
    }
  uint32_t op = r->opcode, any = next ();
  w[1] = next ();
  switch (r->enc)
    {
    case GCN_ENC_SOP2:
      w[0] = 2u << 30 | op << 23 | (any & 0x7effffu);
      if (any >> 24 & 1)
	w[0] = (w[0] & ~0xffffu) | (source () & 0xff) << 8
	       | (source () & 0xff);
      break;
    case GCN_ENC_SOP1:
      w[0] = 0x17du << 23 | (any & 0x7e0000) | op << 8 | (source () & 0xff);
      break;
    case GCN_ENC_SOPC:
      w[0] = 0x17eu << 23 | op << 16 | (source () & 0xff) << 8
	     | (source () & 0xff);
      break;
    case GCN_ENC_SOPK:
      w[0] = 0xbu << 28 | op << 23 | (any & 0x7effff);
      break;
    case GCN_ENC_SOPP:
      w[0] = 0x17fu << 23 | op << 16 | (any & 0xffff);
      if (any >> 16 & 1)
	w[0] &= ~0xff80u;
      break;
    case GCN_ENC_SMEM:
      w[0] = 0x30u << 26 | op << 18 | (any & 0x31fff);
      if (w[0] >> 17 & 1)
	w[1] &= cpu == GCN_GFX803 ? 0xfffff : 0x1fffff;
      else
	w[1] &= 0x7f;
      break;
    case GCN_ENC_VOP1:
      w[0] = 0x3fu << 25 | (any & 0x1fe0000) | op << 9 | source ();
      break;
    case GCN_ENC_VOP2:
      w[0] = op << 25 | (any & 0x1fffe00) | source ();
      break;
    case GCN_ENC_VOPC:
      w[0] = 0x3eu << 25 | op << 17 | (any & 0x1fe00) | source ();
      break;
    case GCN_ENC_VOP3: case GCN_ENC_VINTRP3:
      w[0] = 0x34u << 26 | op << 16 | (any & 0x80ff);
      w[1] = source () | source () << 9 | source () << 18;
      break;
    case GCN_ENC_VOP3P:
      w[0] = 0x1a7u << 23 | op << 16 | (any & 0xffff);
      w[1] = (w[1] & 0xf8000000) | source () | source () << 9
	     | source () << 18;
      break;
    case GCN_ENC_VINTRP:
      w[0] = 0x35u << 26 | op << 16 | (any & 0x3fcffff);
      break;
    case GCN_ENC_DS:
      w[0] = 0x36u << 26 | op << 17 | (any & 0x1ffff);
      /* AGPRs, here and below.  */
      if (cpu & GCN_FROM_90A && any >> 20 & 1)
	w[0] |= 1u << 25;
      break;
    case GCN_ENC_FLAT:
      w[0] = 0x37u << 26 | op << 18
	     | (any & (cpu == GCN_GFX803 ? 0x30000 : 0x30fff));
      w[1] &= cpu == GCN_GFX803 ? 0xff80ffff : 0xff00ffff;
      if (cpu & GCN_FROM_90A)
	{
	  w[0] |= any & 1u << 25;
	  w[1] |= any >> 20 << 23 & 1u << 23;
	}
      break;
    case GCN_ENC_GLOBAL: case GCN_ENC_SCRATCH:
      w[0] = 0x37u << 26 | op << 18 | (any & 0x31fff)
	     | (r->enc == GCN_ENC_GLOBAL ? 2 : 1) << 14;
      if (any >> 20 & 1)
	w[1] |= 0x7f0000;
      w[1] &= ~(1u << 23);
      if (cpu & GCN_FROM_90A)
	{
	  w[0] = (w[0] & ~0x2000u) | (any & 1u << 25);
	  w[1] |= any >> 21 << 23 & 1u << 23;
	}
      if (cpu & GCN_FROM_942 && r->enc == GCN_ENC_SCRATCH)
	w[0] |= any >> 9 & 0x2000;
      break;
    case GCN_ENC_MUBUF:
      w[0] = 0x38u << 26 | op << 18
	     | (any & (cpu & GCN_FROM_90A ? 0x2ffff : 0x27fff));
      if (op >= 61 && op <= 63)
	w[0] &= ~0x3ffffu, w[1] = op == 61 ? w[1] & 0xff1f0000 : 0;
      else if (!(any & 0x3000))
	w[1] &= ~0xffu;
      w[1] &= 0xff9fffff;
      break;
    case GCN_ENC_MTBUF:
      w[0] = 0x3au << 26 | op << 15 | (any & 0x3f87fff);
      break;
    case GCN_ENC_MIMG:
      w[0] = 0x3cu << 26 | op << 18 | (any & 0x203ff00) | 0x100;
      break;
    case GCN_ENC_EXP:
      w[0] = 0x31u << 26 | (any & 0x1fff);
      break;
    }
  if (form == GCN_E64)
    {
      unsigned base = (r->enc == GCN_ENC_VOP1 ? 0x140
		       : r->enc == GCN_ENC_VOP2 ? 0x100 : 0);
      w[0] = 0x34u << 26 | (base + op) << 16 | (any & 0x87ff);
      w[1] = (w[1] & 0xf8000000) | source () | source () << 9
	     | source () << 18;
    }
  else if (form == GCN_SDWA_FORM)
    w[0] = (w[0] & ~0x1ffu) | GCN_SDWA;
  else if (form == GCN_DPP_FORM)
    w[0] = (w[0] & ~0x1ffu) | GCN_DPP;
  if (tame)
    tame_words (r, form, w);
}

int
main (int argc, char **argv)
{
  enum gcn_cpu cpu = argc > 3 ? gcn_cpu_by_name (argv[1]) : 0;
  if (!cpu)
    {
      fprintf (stderr, "usage: isa-words CPU SEED COUNT [text]\n");
      return 2;
    }
  state = strtoull (argv[2], NULL, 0);
  unsigned count = atoi (argv[3]);
  bool text = argc > 4;
  for (unsigned i = 0; i < GCN_N_OPS; i++)
    {
      const struct gcn_row *r = &gcn_rows[i];
      bool vop = (r->enc == GCN_ENC_VOP1 || r->enc == GCN_ENC_VOP2
		  || r->enc == GCN_ENC_VOPC);
      if (!gcn_row_there (r, cpu))
	continue;
      for (int form = 0; form < (vop ? 4 : 1); form++)
	{
	  unsigned taken = 0;
	  if (vop && cpu & GCN_RDNA && !rdna_form_p (r, cpu, form))
	    continue;
	  for (unsigned n = 0; taken < count && n < 200 * count; n++)
	    {
	      struct gcn_insn in;
	      uint32_t w[2];
	      char buf[256];
	      tame = text && taken < 2;
	      make (r, cpu, form, w);
	      const char *error = gcn_decode (w, 2, cpu, &in);
	      if (text && error)
		continue;
	      taken++;
	      /* Nothing else follows: the table of RDNA lacks some.  */
	      if (cpu & GCN_RDNA && (error || in.length == 4))
		w[1] = 0xbf800000;
	      if (!text)
		printf (".long 0x%08x, 0x%08x, 0xbf800000, 0xbf800000\n",
			w[0], w[1]);
	      else if (in.length == 4)
		printf ("%s // 000000000000: %08X\n",
			gcn_print (&in, cpu, buf, sizeof buf), w[0]);
	      else
		printf ("%s // 000000000000: %08X %08X\n",
			gcn_print (&in, cpu, buf, sizeof buf), w[0], w[1]);
	    }
	}
    }
  return 0;
}
