/* The instruction table, and what instructions read and write.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ptx-int.h"

/* ---- Type masks of insns.def.  */

#define T(TYPE) (1ull << PTX_##TYPE)
#define T_B16 T (B16)
#define T_B32 T (B32)
#define T_B64 T (B64)
#define T_B128 T (B128)
#define T_B1024 0		/* tensormap.replace only: M_ANY takes it.  */
#define T_B (T_B16 | T_B32 | T_B64)
#define T_U32 T (U32)
#define T_U64 T (U64)
#define T_S32 T (S32)
#define T_I16 (T (U16) | T (S16))
#define T_I32 (T (U32) | T (S32))
#define T_I64 (T (U64) | T (S64))
#define T_I (T_I16 | T_I32 | T_I64)
#define T_S (T (S16) | T (S32) | T (S64))
#define T_X2 (T (U16X2) | T (S16X2))
#define T_F32 T (F32)
#define T_F (T (F32) | T (F64))
#define T_H (T (F16) | T (F16X2) | T (BF16) | T (BF16X2))
#define T_P T (PRED)
#define T_PR (T_P | T_U32)
#define T_I8 (T (B8) | T (U8) | T (S8))
#define T_LD (T_I8 | T_B | T_I | T_F | T_B128 | T_H)
#define T_FP8 (T (E4M3) | T (E5M2) | T (E4M3X2) | T (E5M2X2) | T (E3M2X2) \
	       | T (E2M3X2) | T (E2M1X2) | T (UE8M0X2))
#define T_CVT (T (U8) | T (S8) | T_I | T_F | T_H | T (TF32) | T_FP8)
#define T_U4 T (U4)
#define T_S4 T (S4)
#define T_PACK (T_I16 | T (U8) | T (S8) | T_U4 | T_S4 | T (U2) | T (S2))
#define T_TEX (T_B32 | T_I32 | T_F32 | T (F16) | T (F16X2) | T_I16)
#define T_REF (T (TEXREF) | T (SAMPLERREF) | T (SURFREF))
#define T_MAT (T_LD | T (TF32) | T_FP8 | T (B1) | T_U4 | T_S4)

/* ---- Modifier classes.  */

enum
{
  M_CMP_, M_BOOL_, M_RND_, M_RNDI_, M_SAT_, M_SATF_, M_FTZ_, M_APPROX_,
  M_CC_, M_UNI_, M_SYNC_, M_ALIGNED_, M_VOL_, M_TO_, M_WRAP_, M_SHIFTAMT_,
  M_NAN_, M_RELU_, M_NOFTZ_, M_HALF_, M_LR_, M_ATOM_, M_SHFL_, M_VOTE_,
  M_BAR_, M_PRMT_, M_TESTP_, M_LEVEL_, M_SEM_, M_CACHE_, M_SPACE_, M_VEC_
};

#define M(CLASS) (1ull << M_##CLASS##_)
#define M_CMP M (CMP)
#define M_BOOL M (BOOL)
#define M_RND M (RND)
#define M_RNDI M (RNDI)
#define M_SAT M (SAT)
#define M_SATF M (SATF)
#define M_FTZ M (FTZ)
#define M_APPROX M (APPROX)
#define M_CC M (CC)
#define M_UNI M (UNI)
#define M_SYNC M (SYNC)
#define M_ALIGNED M (ALIGNED)
#define M_VOL M (VOL)
#define M_TO M (TO)
#define M_WRAP M (WRAP)
#define M_SHIFTAMT M (SHIFTAMT)
#define M_NAN M (NAN)
#define M_RELU M (RELU)
#define M_NOFTZ M (NOFTZ)
#define M_HALF M (HALF)
#define M_LR M (LR)
#define M_ATOM M (ATOM)
#define M_SHFL M (SHFL)
#define M_VOTE M (VOTE)
#define M_BAR M (BAR)
#define M_PRMT M (PRMT)
#define M_TESTP M (TESTP)
#define M_LEVEL M (LEVEL)
#define M_SEM M (SEM)
#define M_CACHE M (CACHE)
#define M_SPACE M (SPACE)
#define M_VEC M (VEC)
#define M_ANY M_ROW_ANY
#define M_VIDEO PTX_ROW_VIDEO

/* ---- Tables.  */

static struct ptx_insn_row rows[PTX_N_OPS] =
{
#define PTX_INSN(ID, NAME, CLASS, TYPES0, TYPES1, MODS, OPERANDS)	\
  { .name = NAME, .name_len = sizeof NAME - 1, .class = CLASS,		\
    .types = { TYPES0, TYPES1 }, .mods = MODS, .operands = OPERANDS },
#include "insns.def"
#undef PTX_INSN
};

enum mod_field { F_none, F_cmp, F_rnd, F_sub, F_sub2, F_flags, F_space,
		 F_vec, F_sem, F_scope };

static const struct mod_row
{
  const char *name;
  uint64_t group;
  uint8_t field;
  uint32_t value;
} mods[] =
{
#define PTX_MOD(NAME, GROUP, FIELD, VALUE) { NAME, GROUP, F_##FIELD, VALUE },
#include "mods.def"
#undef PTX_MOD
};
#define N_MODS (sizeof mods / sizeof *mods)

/* Words (first parts of opcodes, modifiers, types) are found by hashing.  */

#define HASH_SIZE 1024
static struct word
{
  const char *name;
  uint8_t len;
  int16_t op;			/* First opcode that begins so, or -1.  */
  int16_t mod;			/* First row of mods with the name, or -1.  */
  uint8_t type;
} words[HASH_SIZE];

/* Opcodes whose names begin with the same word are chained, the longest name
   first.  */
static int16_t next_op[PTX_N_OPS];

static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool
same_word (const char *a, const char *b, size_t len)
{
  for (size_t i = 0; i < len; i++)
    if (a[i] != b[i])
      return false;
  return true;
}

static struct word *
find_word (const char *s, size_t len, bool add)
{
  /* Words are few and short, so that some of their characters tell enough.  */
  uint32_t h = len;

  if (len)
    h += ((unsigned char) s[0] * 7u + (unsigned char) s[len - 1] * 67u
	  + (unsigned char) s[len / 2] * 277u);
  for (h &= HASH_SIZE - 1; words[h].name; h = (h + 1) & (HASH_SIZE - 1))
    if (words[h].len == len && same_word (words[h].name, s, len))
      return &words[h];
  if (!add)
    return NULL;
  words[h] = (struct word) { .name = s, .len = len, .op = -1, .mod = -1 };
  return &words[h];
}

/* Turn the operand string of ROW into patterns.  */

static void
read_patterns (struct ptx_insn_row *row)
{
  const char *s = row->operands;
  struct ptx_pattern *pat = row->pattern;
  bool optional = false;

  row->n_patterns = 1;
  while (*s)
    {
      if (*s == '|')
	{
	  pat = &row->pattern[row->n_patterns++];
	  optional = false;
	  s++;
	  continue;
	}
      if (*s == ' ')
	{
	  s++;
	  continue;
	}
      struct ptx_pattern_operand *o = &pat->op[pat->n++];
      o->role = s[0];
      o->type = s[1];
      s += 2;
      if (*s == '?')
	{
	  optional = true;
	  s++;
	}
      o->optional = optional;
      if (!optional)
	pat->min = pat->n;
      if (row->max_operands < pat->n)
	row->max_operands = pat->n;
    }
  for (s = row->name; *s; s++)
    row->n_dots += *s == '.';
}

static void
initialise (void)
{
  for (int i = 0; i < PTX_N_OPS; i++)
    {
      const char *dot = strchr (rows[i].name, '.');
      struct word *w = find_word (rows[i].name,
				  dot ? (size_t) (dot - rows[i].name)
				  : rows[i].name_len, true);
      int16_t *at = &w->op;

      read_patterns (&rows[i]);
      while (*at >= 0 && rows[*at].name_len >= rows[i].name_len)
	at = &next_op[*at];
      next_op[i] = *at;
      *at = i;
    }
  for (int i = N_MODS - 1; i >= 0; i--)
    find_word (mods[i].name, strlen (mods[i].name), true)->mod = i;
  for (int t = PTX_NONE + 1; t < PTX_N_TYPES; t++)
    find_word (ptx_type_name (t), strlen (ptx_type_name (t)), true)->type = t;
}

const struct ptx_insn_row *
ptx_insn_rows (void)
{
  pthread_once (&once, initialise);
  return rows;
}

enum ptx_type
ptx_type_by_name (const char *name, size_t len)
{
  const struct word *w;

  pthread_once (&once, initialise);
  w = find_word (name, len, false);
  return w ? w->type : PTX_NONE;
}

const char *
ptx_op_name (enum ptx_op op)
{
  return op < PTX_N_OPS ? rows[op].name : "?";
}

int
ptx_first_op (const char *word, size_t len)
{
  const struct word *w;

  pthread_once (&once, initialise);
  w = find_word (word, len, false);
  return w ? w->op : -1;
}

int
ptx_find_op (const char *text, size_t len, size_t *used)
{
  const char *dot = memchr (text, '.', len);
  const struct word *w;

  pthread_once (&once, initialise);
  w = find_word (text, dot ? (size_t) (dot - text) : len, false);
  if (!w)
    return -1;
  for (int op = w->op; op >= 0; op = next_op[op])
    {
      size_t n = rows[op].name_len;

      if (n <= len && memcmp (rows[op].name, text, n) == 0
	  && (n == len || text[n] == '.'))
	{
	  *used = n;
	  return op;
	}
    }
  return -1;
}

bool
ptx_apply_modifier (const struct ptx_insn_row *row, struct ptx_insn *insn,
		    const char *word, size_t len)
{
  const struct word *w = find_word (word, len, false);

  /* A type that the opcode may have at all.  Whether it may stand here is
     for the type checker, which can say more.  */
  if (w && w->type && (row->types[0] || row->types[1]))
    {
      if (insn->n_types == 4)
	return false;
      insn->type[insn->n_types++] = w->type;
      return true;
    }
  if (w && w->mod >= 0)
    for (unsigned i = w->mod; i < N_MODS; i++)
      {
	const struct mod_row *m = &mods[i];

	if (!(m->group & row->mods) || strlen (m->name) != len
	    || memcmp (m->name, word, len) != 0)
	  continue;
	switch (m->field)
	  {
	  case F_cmp: insn->cmp = m->value; break;
	  case F_rnd: insn->rnd = m->value; break;
	  case F_sub:
	    /* `bar.warp.sync' is one mode in two words.  */
	    if (insn->sub != PTX_SUB_WARP_SYNC)
	      insn->sub = m->value;
	    break;
	  case F_sub2: insn->sub2 = m->value; break;
	  case F_flags: insn->flags |= m->value; break;
	  case F_space: insn->space = m->value; break;
	  case F_vec: insn->vec = m->value; break;
	  case F_sem: insn->mem_sem = m->value; break;
	  case F_scope: insn->mem_scope = m->value; break;
	  default: break;
	  }
	return true;
      }
  if (row->mods & M_ANY)
    {
      insn->other_mods = true;
      return true;
    }
  return false;
}

static bool
fits_role (const struct ptx_operand *o, char role)
{
  switch (role)
    {
    case 'd': case 'D': case 'b':
      return (o->kind == PTX_O_REG || o->kind == PTX_O_VEC
	      || o->kind == PTX_O_SINK) && !o->negated;
    case 's':
      return (o->kind == PTX_O_REG || o->kind == PTX_O_IMM
	      || o->kind == PTX_O_SREG || o->kind == PTX_O_SYM
	      || o->kind == PTX_O_VEC);
    case 'm':
      return (o->kind == PTX_O_MEM_REG || o->kind == PTX_O_MEM_SYM
	      || o->kind == PTX_O_MEM_IMM);
    case 'L': case 'T':
      return o->kind == PTX_O_LABEL;
    default:
      return false;
    }
}

static bool
fits (const struct ptx_insn *insn, const struct ptx_pattern *pat)
{
  if (insn->n_operands < pat->min || insn->n_operands > pat->n)
    return false;
  for (unsigned i = 0; i < insn->n_operands; i++)
    if (!fits_role (&insn->operand[i], pat->op[i].role))
      return false;
  return true;
}

int
ptx_find_pattern (const struct ptx_insn *insn)
{
  const struct ptx_insn_row *row = &rows[insn->op];

  for (unsigned i = 0; i < row->n_patterns; i++)
    if (fits (insn, &row->pattern[i]))
      return i;
  return -1;
}

const struct ptx_pattern *
ptx_insn_pattern (const struct ptx_insn *insn)
{
  return insn->pattern ? &rows[insn->op].pattern[insn->pattern - 1] : NULL;
}

enum ptx_type
ptx_operand_type (const struct ptx_insn *insn, char code)
{
  enum ptx_type t = insn->n_types ? insn->type[0] : PTX_NONE;

  switch (code)
    {
    case '0': case 'z': case 'v':
      return t;
    case '1': case 'y':
      return insn->n_types > 1 ? insn->type[1] : PTX_NONE;
    case 'w':
      if (insn->sub != PTX_SUB_WIDE)
	return t;
      switch (t)
	{
	case PTX_U16: return PTX_U32;
	case PTX_S16: return PTX_S32;
	case PTX_U32: return PTX_U64;
	case PTX_S32: return PTX_S64;
	default: return t;
	}
    case 'U': return PTX_U32;
    case 'B': return PTX_B32;
    case 'Q': return PTX_B64;
    case 'P': return PTX_PRED;
    default: return PTX_NONE;
    }
}

/* ---- Registers.  */

static void
report (const struct ptx_operand *o, bool write, ptx_reg_fn fn, void *closure)
{
  switch (o->kind)
    {
    case PTX_O_REG:
      fn (closure, o->reg, o->sel >= 7 && o->sel <= 10 ? o->sel - 7 : -1,
	  write);
      break;
    case PTX_O_VEC:
    case PTX_O_LIST:
      for (uint32_t i = 0; i < o->n_elts; i++)
	report (&o->elts[i], write, fn, closure);
      break;
    default:
      break;
    }
  if (write && o->reg2 >= 0 && o->kind != PTX_O_LIST)
    fn (closure, o->reg2, -1, true);
}

static void
report_address (const struct ptx_operand *o, ptx_reg_fn fn, void *closure)
{
  if (o->kind == PTX_O_MEM_REG)
    fn (closure, o->reg, o->sel >= 7 && o->sel <= 10 ? o->sel - 7 : -1,
	false);
  for (uint32_t i = 0; i < o->n_elts; i++)
    report (&o->elts[i], false, fn, closure);
}

void
ptx_insn_regs (const struct ptx_function *f, const struct ptx_insn *insn,
	       ptx_reg_fn fn, void *closure)
{
  (void) f;
  if (insn->guard >= 0)
    fn (closure, insn->guard, -1, false);
  if (insn->op == PTX_OP_CALL)
    {
      if (insn->operand[1].kind == PTX_O_REG)
	fn (closure, insn->operand[1].reg, -1, false);
      report (&insn->operand[2], false, fn, closure);
      report (&insn->operand[0], true, fn, closure);
      return;
    }

  const struct ptx_pattern *pat = ptx_insn_pattern (insn);
  if (!pat)
    return;
  for (unsigned i = 0; i < insn->n_operands; i++)
    switch (pat->op[i].role)
      {
      case 's': case 'b':
	report (&insn->operand[i], false, fn, closure);
	break;
      case 'm':
	report_address (&insn->operand[i], fn, closure);
	break;
      default:
	break;
      }
  for (unsigned i = 0; i < insn->n_operands; i++)
    if (pat->op[i].role == 'd' || pat->op[i].role == 'D'
	|| pat->op[i].role == 'b')
      report (&insn->operand[i], true, fn, closure);
}

bool
ptx_insn_ends_block_p (const struct ptx_function *f,
		       const struct ptx_insn *insn)
{
  if (insn->guard >= 0)
    return false;
  switch (insn->op)
    {
    case PTX_OP_BRA: case PTX_OP_BRX: case PTX_OP_RET: case PTX_OP_EXIT:
    case PTX_OP_TRAP:
      return true;
    case PTX_OP_CALL:
      if (insn->operand[1].kind == PTX_O_SYM)
	{
	  const struct ptx_symbol *s = insn->operand[1].sym;

	  return s->proto && s->proto->noreturn;
	}
      if (insn->target_table >= 0)
	{
	  const struct ptx_proto *p = f->targets[insn->target_table].proto;

	  return p && p->noreturn;
	}
      return false;
    default:
      return false;
    }
}
