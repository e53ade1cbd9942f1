/* Reads assembly text: which registers an instruction names.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* This is no assembler: of a statement as LLVM's AMDGPU assembler takes it, the
   row of the table, the registers and what the rules of hazards.def ask for
   are read.  Values of constants, offsets and most modifiers are not.  */

#include <stdlib.h>
#include <string.h>

#include "isa.h"
#include "read.h"

/* One operand of a statement.  */
struct operand
{
  unsigned code, regs;		/* GCN_LITERAL: a constant.  */
  long value;			/* Of a constant.  */
  bool known;			/* VALUE is.  */
  bool off;			/* The word "off".  */
};

enum { MAX_OPERANDS = 12 };

struct reader
{
  enum gcn_cpu cpu;
  struct operand ops[MAX_OPERANDS];
  unsigned n, next;
};

/* ---- Mnemonics.  */

/* The rows in the order of their names on a processor.  */
struct name
{
  const char *text;
  const struct gcn_row *row;
};

static int
compare_names (const void *a, const void *b)
{
  const struct name *x = a, *y = b;
  int c = strcmp (x->text, y->text);
  return c ? c : x->row < y->row ? -1 : x->row > y->row;
}

/* The row that NAME, of LEN characters, means on CPU, or null.  */

static const struct gcn_row *
row_by_name (const char *name, size_t len, enum gcn_cpu cpu)
{
  /* Some names for many rows.  */
  static struct name names[4 * GCN_N_OPS];
  static size_t n;
  if (!n)
    {
      size_t k = 0;
      for (size_t i = 0; i < GCN_N_OPS; i++)
	{
	  names[k++] = (struct name) { gcn_rows[i].name, &gcn_rows[i] };
	  if (gcn_rows[i].old)
	    names[k++] = (struct name) { gcn_rows[i].old, &gcn_rows[i] };
	  for (int rdna = 0; rdna < 2; rdna++)
	    {
	      const char *text
		= gcn_row_name (&gcn_rows[i], rdna ? GCN_GFX1100 : GCN_GFX1030);
	      if (text != gcn_rows[i].name)
		names[k++] = (struct name) { text, &gcn_rows[i] };
	    }
	}
      qsort (names, k, sizeof *names, compare_names);
      n = k;
    }
  size_t low = 0, high = n;
  while (low < high)
    {
      size_t mid = (low + high) / 2;
      int c = strncmp (names[mid].text, name, len);
      if (c < 0)
	low = mid + 1;
      else
	high = mid;
    }
  for (; low < n && strncmp (names[low].text, name, len) == 0; low++)
    if (!names[low].text[len] && gcn_row_there (names[low].row, cpu)
	&& strcmp (gcn_row_name (names[low].row, cpu), names[low].text) == 0)
      return names[low].row;
  return NULL;
}

/* Mnemonics that the assembler takes for those of the table.  */
static const struct { const char *alias, *name; } aliases[] =
{
  { "v_mul_lo_i32", "v_mul_lo_u32" }
};

/* The row of mnemonic NAME, of LEN characters, with or without the suffix that
   says how it is encoded, and in *FORM that encoding.  */

static const struct gcn_row *
find_row (const char *name, size_t len, enum gcn_cpu cpu, uint8_t *form)
{
  static const struct { const char *text; uint8_t form; } suffixes[] =
  {
    { "_e32", GCN_E32 }, { "_e64", GCN_E64 }, { "_sdwa", GCN_SDWA_FORM },
    { "_dpp", GCN_DPP_FORM }
  };
  *form = GCN_E32;
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
    if (strlen (aliases[i].alias) == len
	&& memcmp (aliases[i].alias, name, len) == 0)
      {
	name = aliases[i].name;
	len = strlen (name);
      }
  const struct gcn_row *r = row_by_name (name, len, cpu);
  for (size_t i = 0; !r && i < sizeof suffixes / sizeof *suffixes; i++)
    {
      size_t m = strlen (suffixes[i].text);
      if (len > m && memcmp (name + len - m, suffixes[i].text, m) == 0)
	{
	  *form = suffixes[i].form;
	  r = row_by_name (name, len - m, cpu);
	}
    }
  /* What is there in the longer encoding alone has the suffix in the table.  */
  char longer[80];
  if (!r && len < sizeof longer - 5)
    {
      memcpy (longer, name, len);
      strcpy (longer + len, "_e64");
      r = row_by_name (longer, len + 4, cpu);
    }
  return r;
}

/* ---- Operands.  */

static bool
word_char_p (char c)
{
  return ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
	  || (c >= '0' && c <= '9') || c == '.' || c == '$');
}

static const char *
skip_blanks (const char *s)
{
  while (*s == ' ' || *s == '\t' || *s == '\r')
    s++;
  return s;
}

/* Registers that have names, by operand code.  */

static bool
special (const char *s, size_t len, struct operand *o)
{
  static const struct { const char *name; uint16_t code; uint8_t regs; } t[] =
  {
    { "vcc", GCN_VCC, 2 }, { "vcc_lo", GCN_VCC, 1 },
    { "vcc_hi", GCN_VCC + 1, 1 },
    { "exec", GCN_EXEC, 2 }, { "exec_lo", GCN_EXEC, 1 },
    { "exec_hi", GCN_EXEC + 1, 1 },
    { "m0", GCN_M0, 1 }, { "null", GCN_NULL, 1 },
    { "flat_scratch", GCN_FLAT_SCRATCH, 2 },
    { "flat_scratch_lo", GCN_FLAT_SCRATCH, 1 },
    { "flat_scratch_hi", GCN_FLAT_SCRATCH + 1, 1 },
    { "xnack_mask", GCN_XNACK_MASK, 2 },
    { "xnack_mask_lo", GCN_XNACK_MASK, 1 },
    { "xnack_mask_hi", GCN_XNACK_MASK + 1, 1 },
    { "vccz", GCN_VCCZ, 1 }, { "src_vccz", GCN_VCCZ, 1 },
    { "execz", GCN_EXECZ, 1 }, { "src_execz", GCN_EXECZ, 1 },
    { "scc", GCN_SCC, 1 }, { "src_scc", GCN_SCC, 1 },
    { "lds_direct", GCN_LDS_DIRECT, 1 },
    { "src_lds_direct", GCN_LDS_DIRECT, 1 },
    { "src_shared_base", GCN_SHARED_BASE, 1 },
    { "src_shared_limit", GCN_SHARED_LIMIT, 1 },
    { "src_private_base", GCN_PRIVATE_BASE, 1 },
    { "src_private_limit", GCN_PRIVATE_LIMIT, 1 },
    { "src_pops_exiting_wave_id", GCN_POPS_WAVE_ID, 1 },
    { "tba", 108, 2 }, { "tba_lo", 108, 1 }, { "tba_hi", 109, 1 },
    { "tma", 110, 2 }, { "tma_lo", 110, 1 }, { "tma_hi", 111, 1 }
  };
  for (size_t i = 0; i < sizeof t / sizeof *t; i++)
    if (strlen (t[i].name) == len && memcmp (t[i].name, s, len) == 0)
      {
	o->code = t[i].code;
	o->regs = t[i].regs;
	return true;
      }
  return false;
}

/* A register file's letters at S: sets *FIRST to its first code and returns how
   many letters there are, or 0.  */

static size_t
register_file (const char *s, enum gcn_cpu cpu, unsigned *first)
{
  if (strncmp (s, "ttmp", 4) == 0)
    {
      *first = cpu == GCN_GFX803 ? GCN_TTMP_VI : GCN_TTMP_GFX9;
      return 4;
    }
  switch (*s)
    {
    case 'v':
      *first = GCN_VGPR;
      return 1;
    case 's':
      *first = 0;
      return 1;
    case 'a':
      *first = GCN_AGPR;
      return 1;
    }
  return 0;
}

/* Reads a register or a range of registers at S into *O; returns its end, or
   null where there is none.  A list, as [s2,s3], counts as its range.  */

static const char *
read_register (const char *s, enum gcn_cpu cpu, struct operand *o)
{
  if (*s == '[')
    {
      struct operand next;
      const char *e = read_register (skip_blanks (s + 1), cpu, o);
      while (e && *(e = skip_blanks (e)) == ',')
	{
	  e = read_register (skip_blanks (e + 1), cpu, &next);
	  if (e && next.code == o->code + o->regs)
	    o->regs += next.regs;
	}
      return e && *e == ']' ? e + 1 : NULL;
    }
  size_t len = 0;
  while (word_char_p (s[len]))
    len++;
  if (special (s, len, o))
    return s + len;
  unsigned first;
  size_t letters = register_file (s, cpu, &first);
  const char *p = s + letters;
  char *end;
  if (!letters)
    return NULL;
  if (*p >= '0' && *p <= '9')
    {
      o->code = first + strtoul (p, &end, 10);
      o->regs = 1;
      /* A half of it, on gfx11.  */
      if (*end == '.' && (end[1] == 'l' || end[1] == 'h'))
	end += 2;
      return word_char_p (*end) ? NULL : end;
    }
  p = skip_blanks (p);
  if (*p != '[')
    return NULL;
  p = skip_blanks (p + 1);
  unsigned long a = strtoul (p, &end, 0), b = a;
  if (end == p)
    return NULL;
  p = skip_blanks (end);
  if (*p == ':')
    {
      p = skip_blanks (p + 1);
      b = strtoul (p, &end, 0);
      if (end == p)
	return NULL;
      p = skip_blanks (end);
    }
  if (*p != ']' || b < a || b > 511)
    return NULL;
  o->code = first + a;
  o->regs = b - a + 1;
  return p + 1;
}

/* The end of the operand at S: a comma outside of brackets, or the end.  */

static const char *
operand_end (const char *s)
{
  int depth = 0;
  for (; *s && (depth || *s != ','); s++)
    if (*s == '(' || *s == '[')
      depth++;
    else if (*s == ')' || *s == ']')
      depth--;
  return s;
}

/* What "hwreg(" before S makes of "NAME_OR_NUMBER, OFFSET, WIDTH)": the number,
   the offset from bit 6 and the width less one from bit 11 on.  */

static long
hwreg (const char *s, enum gcn_cpu cpu)
{
  long number = -1, offset = 0, width = 32;
  s = skip_blanks (s);
  if (strncmp (s, "HW_REG_", 7) == 0)
    for (unsigned i = 0; i < 64; i++)
      {
	const char *name = gcn_hwreg_name (i, cpu);
	size_t len = name ? strlen (name) : 0;
	if (len && strncmp (s + 7, name, len) == 0
	    && !word_char_p (s[7 + len]))
	  number = i;
      }
  if (number < 0)
    number = strtol (s, NULL, 0);
  if ((s = strchr (s, ',')))
    {
      char *end;
      offset = strtol (s + 1, &end, 0);
      end = strchr (end, ',');
      if (end)
	width = strtol (end + 1, NULL, 0);
    }
  return (number & 63) | (offset & 31) << 6 | ((width - 1) & 31) << 11;
}

/* What the operand S of s_waitcnt_depctr, "depctr_NAME(N)..." or a number, means:
   fields that are not named do not wait.  */

static uint16_t
depctr (const char *s)
{
  static const struct { const char *name; uint8_t shift, bits; } fields[] =
  {
    { "hold_cnt(", 7, 1 }, { "sa_sdst(", 0, 1 }, { "va_vdst(", 12, 4 },
    { "va_sdst(", 9, 3 }, { "va_ssrc(", 8, 1 }, { "va_vcc(", 1, 1 },
    { "vm_vsrc(", 2, 3 }
  };
  s = skip_blanks (s);
  if (strncmp (s, "depctr_", 7) != 0)
    return (uint16_t) strtol (s, NULL, 0);
  unsigned v = 0xff9f;
  for (; (s = strstr (s, "depctr_")); s++)
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
      {
	size_t len = strlen (fields[i].name);
	unsigned mask = ((1u << fields[i].bits) - 1) << fields[i].shift;
	if (strncmp (s + 7, fields[i].name, len) == 0)
	  v = (v & ~mask)
	      | ((unsigned) strtol (s + 7 + len, NULL, 0) << fields[i].shift
		 & mask);
      }
  return (uint16_t) v;
}

/* Reads the operand at S, which ends before END, into *O.  */

static void
read_operand (const char *s, const char *end, enum gcn_cpu cpu,
	      struct operand *o)
{
  static const char *const wrappers[] = { "neg(", "abs(", "sext(", "-", "|" };
  *o = (struct operand) { .code = GCN_LITERAL };
  s = skip_blanks (s);
  for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
    if (strncmp (s, wrappers[i], strlen (wrappers[i])) == 0
	&& !(*s == '-' && s[1] >= '0' && s[1] <= '9'))
      {
	s = skip_blanks (s + strlen (wrappers[i]));
	i = -1;
      }
  if (read_register (s, cpu, o))
    return;
  o->code = GCN_LITERAL;
  o->off = strncmp (s, "off", 3) == 0 && !word_char_p (s[3]);
  if (strncmp (s, "hwreg(", 6) == 0)
    {
      o->value = hwreg (s + 6, cpu);
      o->known = true;
      return;
    }
  char *p;
  o->value = strtol (s, &p, 0);
  o->known = p != s && skip_blanks (p) >= end;
  /* What follows a number may be a modifier.  */
  o->known |= p != s && (*p == ' ' || *p == '\t' || !*p);
}

static void
read_operands (struct reader *r, const char *s)
{
  s = skip_blanks (s);
  while (*s && r->n < MAX_OPERANDS)
    {
      const char *end = operand_end (s);
      read_operand (s, end, r->cpu, &r->ops[r->n++]);
      s = *end ? skip_blanks (end + 1) : end;
    }
}

/* Whether WORD is among the modifiers of TEXT.  */

static bool
modifier_p (const char *text, const char *word)
{
  size_t len = strlen (word);
  for (const char *p = strstr (text, word); p; p = strstr (p + 1, word))
    if (p > text && !word_char_p (p[-1]) && !word_char_p (p[len]))
      return true;
  return false;
}

/* ---- Which operand is which: the reverse of what print.c does.  */

/* The code of the next operand.  */

static uint16_t
take (struct reader *r)
{
  if (r->next >= r->n)
    return GCN_NO_OPERAND;
  const struct operand *o = &r->ops[r->next++];
  return o->off ? GCN_NO_OPERAND : o->code;
}

/* Which part of the destination ARGS names, and whether that is its upper
   half.  */

static void
read_parts (struct gcn_insn *in, const char *args)
{
  static const char *const sels[] = { "BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3",
				      "WORD_0", "WORD_1" };
  const char *p = strstr (args, "dst_sel:");
  in->dst_sel = GCN_DWORD;
  for (unsigned i = 0; p && i < sizeof sels / sizeof *sels; i++)
    if (strncmp (p + 8, sels[i], 6) == 0)
      in->dst_sel = i;
  if (p || strstr (args, "src0_sel:"))
    in->form = GCN_SDWA_FORM;
  if (!(p = strstr (args, "op_sel:[")))
    return;
  unsigned n = 0, sources = 0;
  for (int i = 0; i < 3; i++)
    sources += in->row->s[i] != GCN_T_none;
  for (p += 8; *p && *p != ']'; p++)
    if (*p == '1')
      in->op_sel |= n < sources ? 1u << n : 8;
    else if (*p == ',')
      n++;
}

static void
assign_vector (struct reader *r, struct gcn_insn *in, const char *args)
{
  const struct gcn_row *row = in->row;
  static const char *const dpp[] =
  {
    "quad_perm", "row_shl", "row_shr", "row_ror", "row_mirror",
    "row_half_mirror", "row_bcast", "row_newbcast", "wave_shl", "wave_rol",
    "wave_shr", "wave_ror"
  };
  for (size_t i = 0; i < sizeof dpp / sizeof *dpp; i++)
    if (modifier_p (args, dpp[i]))
      in->form = GCN_DPP_FORM;
  read_parts (in, args);
  if (row->enc != GCN_ENC_VOPC && row->d)
    in->dst = take (r);
  if (r->cpu & GCN_RDNA && row->enc == GCN_ENC_VOPC
      && row->flags & GCN_F_WEXEC)
    in->sdst = GCN_EXEC;
  else if (row->enc == GCN_ENC_VOPC
	   || row->flags & (GCN_F_CO | GCN_F_VOP3B))
    in->sdst = take (r);
  /* A literal of v_madmk and v_madak is between or behind the sources.  */
  bool k = row->flags & GCN_F_MADK;
  for (int i = 0; i < 3; i++)
    if (row->s[i])
      {
	in->src[i] = take (r);
	/* An attribute follows the first source.  */
	if (i == 0 && row->enc == GCN_ENC_VINTRP3)
	  take (r);
	if (k && i == 1 && in->src[i] == GCN_LITERAL && r->next < r->n)
	  in->src[i] = take (r);
      }
  if (!row->s[2] && !k && r->next < r->n)
    in->src[2] = take (r);
}

static void
assign_scalar (struct reader *r, struct gcn_insn *in)
{
  const struct gcn_row *row = in->row;
  bool constant = row->enc == GCN_ENC_SOPK || row->enc == GCN_ENC_SOPP;
  if (row->d)
    in->dst = take (r);
  for (unsigned i = r->next; constant && i < r->n; i++)
    if (r->ops[i].code == GCN_LITERAL && r->ops[i].known)
      {
	in->simm = r->ops[i].value;
	break;
      }
  for (int i = 0; i < 2; i++)
    {
      if (constant)
	while (r->next < r->n && r->ops[r->next].code == GCN_LITERAL)
	  r->next++;
      in->src[i] = take (r);
    }
}

static void
assign_memory (struct reader *r, struct gcn_insn *in, const char *args)
{
  const struct gcn_row *row = in->row;
  in->glc = modifier_p (args, "glc") || modifier_p (args, "sc0");
  in->slc = modifier_p (args, "slc");
  in->gds = modifier_p (args, "gds");
  in->lds = modifier_p (args, "lds");
  /* One bit, whose name changed.  */
  in->r128 = modifier_p (args, "r128") || modifier_p (args, "a16");
  in->tfe = modifier_p (args, "tfe");
  bool result = row->d && (!(row->flags & GCN_F_ATOM) || in->glc
			   || row->enc == GCN_ENC_DS);
  switch (row->enc)
    {
    case GCN_ENC_SMEM:
    case GCN_ENC_DS:
      if (row->flags & GCN_F_PROBE)
	take (r);
      if (row->d)
	in->dst = take (r);
      if (row->enc == GCN_ENC_SMEM && row->s[1])
	in->src[1] = take (r);
      for (int i = 0; i < 3; i++)
	if (row->s[i] && !(row->enc == GCN_ENC_SMEM && i == 1))
	  in->src[i] = take (r);
      if (row->enc == GCN_ENC_SMEM)
	in->soffset = take (r);
      break;
    case GCN_ENC_FLAT: case GCN_ENC_GLOBAL: case GCN_ENC_SCRATCH:
      if (result && !in->lds)
	in->dst = take (r);
      in->src[0] = take (r);
      if (row->s[1])
	in->src[1] = take (r);
      if (row->enc != GCN_ENC_FLAT)
	in->saddr = take (r);
      break;
    case GCN_ENC_MUBUF: case GCN_ENC_MTBUF:
      if (row->flags & GCN_F_CACHE)
	break;
      if (!in->lds && !(row->flags & GCN_F_TOLDS))
	{
	  uint16_t data = take (r);
	  if (row->s[1])
	    in->src[1] = data;
	  if (result)
	    in->dst = data;
	}
      if (!(row->flags & GCN_F_TOLDS))
	in->src[0] = take (r);
      in->srsrc = take (r);
      in->soffset = take (r);
      break;
    case GCN_ENC_MIMG:
      {
	unsigned regs = r->n ? r->ops[0].regs : 0;
	uint16_t data = take (r);
	in->simm = regs;
	if (row->s[1])
	  in->src[1] = data;
	if (result)
	  in->dst = data;
	in->src[0] = take (r);
	in->srsrc = take (r);
	if (row->flags & GCN_F_SAMPLER)
	  in->ssamp = take (r);
	break;
      }
    default:
      break;
    }
}

bool
gcn_read (const char *text, enum gcn_cpu cpu, struct gcn_insn *in)
{
  struct reader r = { .cpu = cpu };
  memset (in, 0, sizeof *in);
  in->length = 4;
  in->dst = in->sdst = in->src[0] = in->src[1] = in->src[2] = GCN_NO_OPERAND;
  in->soffset = in->saddr = in->srsrc = in->ssamp = GCN_NO_OPERAND;
  text = skip_blanks (text);
  size_t len = 0;
  char name[64];
  for (; word_char_p (text[len]) && len + 1 < sizeof name; len++)
    name[len] = (text[len] >= 'A' && text[len] <= 'Z' ? text[len] + 'a' - 'A'
		 : text[len]);
  in->row = find_row (name, len, cpu, &in->form);
  if (!in->row)
    return false;
  const char *args = text + len;
  read_operands (&r, args);
  switch (in->row->enc)
    {
    case GCN_ENC_SOP2: case GCN_ENC_SOP1: case GCN_ENC_SOPC:
    case GCN_ENC_SOPK: case GCN_ENC_SOPP:
      assign_scalar (&r, in);
      if (in->row->s[0] == GCN_T_depctr)
	in->simm = depctr (args);
      break;
    case GCN_ENC_VOP1: case GCN_ENC_VOP2: case GCN_ENC_VOPC:
    case GCN_ENC_VOP3: case GCN_ENC_VOP3P: case GCN_ENC_VINTRP:
    case GCN_ENC_VINTRP3:
      assign_vector (&r, in, args);
      break;
    default:
      assign_memory (&r, in, args);
    }
  return true;
}
