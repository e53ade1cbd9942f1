/* Division of vectors of 64-bit integers in libgcc.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The functions __divv64di3, __umodv2di3 and so on in the libgcc of GCC 14 to
   16 (lib2-vec_divmod-di.c) shift the divisor to the left until it is no less
   than the dividend, or until its topmost bit is set; but they test bit 31 for
   that, not bit 63.  A vector of 64-bit integers is a pair of registers, the
   lower half first, so what they do is

	v_and_b32	v4, 0x80000000, v10	; of the divisor's lower half
	v_and_b32	v5, 0, v11		; of its upper half
	v_cmp_eq_u64	s[12:13], v[4:5], 0

   in some order, with something between, perhaps with the constant in a
   register or v_mov_b32 v5, 0 for the second.  With bit 63 it is

	v_and_b32	v5, 0x80000000, v11
	v_and_b32	v4, 0, v10

   which is as long, so that the repair exchanges registers in place.

   Other code may have a reason to test bit 31 of 64.  So code with symbols
   counts only in functions with such a name.  In code without symbols, what is
   tested has to be a divisor: a value that is shifted to the left by one bit,
   and is compared with another, near values that are shifted back.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "flow.h"
#include "insn.h"

/* Instructions of one function, or between two ends of functions.  */
struct region
{
  const struct insn *insns;
  size_t first, end;		/* Indices.  */
};

enum { NEAR = 16, NO_REGISTER = 256 };

/* Parses a vector register or a range of them at OP: "v5", "v[4:7]".  Returns
   the first one, and how many in *COUNT; or NO_REGISTER.  */

static unsigned
vector_range (const char *op, unsigned *count)
{
  char *end;
  *count = 0;
  bool range = op[0] == 'v' && op[1] == '[';
  const char *digits = op + 1 + range;
  if (op[0] != 'v' || !isdigit ((unsigned char) *digits))
    return NO_REGISTER;
  unsigned long first = strtoul (digits, &end, 10), last = first;
  if (range)
    {
      if (*end != ':')
	return NO_REGISTER;
      last = strtoul (end + 1, &end, 10);
      if (*end++ != ']')
	return NO_REGISTER;
    }
  if (*end || last < first || last >= NO_REGISTER)
    return NO_REGISTER;
  *count = last - first + 1;
  return first;
}

static bool
operand_is (const struct insn *in, unsigned n, const char *text)
{
  char op[64];
  return strcmp (insn_operand (in, n, op, sizeof op), text) == 0;
}

/* The first of the COUNT vector registers that are IN's operand N; NO_REGISTER
   if it is something else.  */

static unsigned
range_operand (const struct insn *in, unsigned n, unsigned count)
{
  char op[64];
  unsigned registers;
  unsigned first = vector_range (insn_operand (in, n, op, sizeof op),
				 &registers);
  return registers == count ? first : NO_REGISTER;
}

/* Whether operand N of instruction I of R is 0x80000000, or a scalar register
   that last got that, as the code stands.  */

static bool
topmost_bit_p (const struct region *r, size_t i, unsigned n)
{
  char op[64], source[64];
  unsigned first, count;
  insn_operand (&r->insns[i], n, op, sizeof op);
  if (strcmp (op, "0x80000000") == 0)
    return true;
  if (!scalar_range (op, &first, &count))
    return false;
  while (i-- > r->first)
    if (operand_is (&r->insns[i], 0, op)
	&& !insn_first_is_read (&r->insns[i]))
      {
	const char *m = r->insns[i].mnemonic;
	insn_operand (&r->insns[i], 1, source, sizeof source);
	return ((strcmp (m, "s_brev_b32") == 0 && strcmp (source, "1") == 0)
		|| (strcmp (m, "s_mov_b32") == 0
		    && strcmp (source, "0x80000000") == 0));
      }
  return false;
}

/* Whether IN may end a piece of straight code.  */

static bool
jump_p (const struct insn *in)
{
  static const char *const kinds[] = { "s_branch", "s_cbranch", "s_setpc",
				       "s_swappc", "s_call", "s_endpgm" };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (starts (in->mnemonic, kinds[i]))
      return true;
  return false;
}

/* Whether IN has vector register REG in one of its operands from FROM to
   TO.  */

static bool
names_p (const struct insn *in, unsigned from, unsigned to, unsigned reg)
{
  char op[64];
  unsigned count;
  for (unsigned n = from; n <= to && *insn_operand (in, n, op, sizeof op); n++)
    {
      unsigned first = vector_range (op, &count);
      if (first != NO_REGISTER && reg >= first && reg - first < count)
	return true;
    }
  return false;
}

/* Whether IN writes vector register REG.  */

static bool
writes_p (const struct insn *in, unsigned reg)
{
  return !insn_first_is_read (in) && names_p (in, 0, 0, reg);
}

/* Whether IN sets REG to zero, by masking FROM or otherwise.  */

static bool
clears_p (const struct insn *in, unsigned reg, unsigned from)
{
  if (range_operand (in, 0, 1) != reg)
    return false;
  if (strcmp (in->mnemonic, "v_mov_b32") == 0)
    return operand_is (in, 1, "0");
  return (strcmp (in->mnemonic, "v_and_b32") == 0
	  && ((operand_is (in, 1, "0") && range_operand (in, 2, 1) == from)
	      || (operand_is (in, 2, "0")
		  && range_operand (in, 1, 1) == from)));
}

/* Whether IN asks if the pair of registers from REG on is zero.  */

static bool
asks_p (const struct insn *in, unsigned reg)
{
  static const char *const kinds[] = { "v_cmp_eq_u64", "v_cmp_ne_u64",
				       "v_cmp_eq_i64", "v_cmp_ne_i64",
				       "v_cmp_lg_u64", "v_cmp_lg_i64" };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp (in->mnemonic, kinds[i]) == 0)
      return ((range_operand (in, 1, 2) == reg && operand_is (in, 2, "0"))
	      || (range_operand (in, 2, 2) == reg && operand_is (in, 1, "0")));
  return false;
}

/* What clears the upper half of the value whose lower half instruction I of R
   masks: REG is what it writes, FROM the divisor's lower half.  The value must
   then be compared with zero.  Returns null where that is not so.  */

static const struct insn *
upper_half (const struct region *r, size_t i, unsigned reg, unsigned from)
{
  const struct insn *zero = NULL;
  for (size_t k = i; k > r->first && i - k < NEAR && !zero; k--)
    {
      const struct insn *in = &r->insns[k - 1];
      if (jump_p (in))
	break;
      if (clears_p (in, reg + 1, from + 1))
	zero = in;
      else if (writes_p (in, reg + 1))
	break;
    }
  for (size_t k = i + 1; k < r->end && k - i < 2 * NEAR; k++)
    {
      const struct insn *in = &r->insns[k];
      if (jump_p (in))
	return NULL;
      if (asks_p (in, reg))
	return zero;
      if (clears_p (in, reg + 1, from + 1))
	zero = in;
      else if (writes_p (in, reg) || writes_p (in, reg + 1))
	return NULL;
    }
  return NULL;
}

/* Whether IN shifts a pair of registers by one bit as MNEMONIC does; *REG is
   the pair.  */

static bool
shifts_p (const struct insn *in, const char *mnemonic, unsigned *reg)
{
  *reg = NO_REGISTER;
  if (strcmp (in->mnemonic, mnemonic) == 0 && operand_is (in, 1, "1"))
    *reg = range_operand (in, 2, 2);
  return *reg != NO_REGISTER;
}

/* Whether the pair of registers from REG on is a divisor in R, which has no
   name.  */

static bool
divisor_p (const struct region *r, unsigned reg)
{
  bool shifted = false, compared = false;
  unsigned back = 0, pair;
  for (size_t i = r->first; i < r->end; i++)
    {
      const struct insn *in = &r->insns[i];
      if (shifts_p (in, "v_lshlrev_b64", &pair))
	shifted |= pair == reg;
      else if (shifts_p (in, "v_lshrrev_b64", &pair))
	back++;
      else if (starts (in->mnemonic, "v_cmp_gt_u64")
	       || starts (in->mnemonic, "v_cmp_lt_u64"))
	compared |= (range_operand (in, 1, 2) == reg
		     || range_operand (in, 2, 2) == reg);
    }
  return shifted && compared && back >= 2;
}

/* Whether NAME is that of a function of libgcc that divides vectors of 64-bit
   integers, or of a part of one: __udivv64di3, __divmodv64di4_aux.  */

static bool
division_name_p (const char *name)
{
  static const char *const kinds[] = { "divmodv", "divv", "modv" };
  if (!starts (name, "__"))
    return false;
  name += 2;
  name += *name == 'u';
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (starts (name, kinds[i]))
      {
	name += strlen (kinds[i]);
	size_t digits = strspn (name, "0123456789");
	return digits && starts (name + digits, "di");
      }
  return false;
}

/* Adds the finding that TEST, with ZERO, tests the wrong bit.  */

static void
add_finding (struct report *r, const struct object *o,
	     const struct symbol *function, const struct insn *test,
	     const struct insn *zero)
{
  r->findings = xgrow (r->findings, r->n_findings + 1, sizeof *r->findings);
  struct finding *f = &r->findings[r->n_findings++];
  memset (f, 0, sizeof *f);
  f->kind = WRONG_DIVISION;
  f->object = o;
  f->function = function ? function->name : "(no symbol)";
  f->insn = test;
  f->origin = zero;
}

/* Looks at instruction I of R, which is FUNCTION's, or null's.  */

static void
look (const struct region *r, size_t i, const struct object *o,
      const struct symbol *function, struct report *report)
{
  const struct insn *in = &r->insns[i];
  if (strcmp (in->mnemonic, "v_and_b32") != 0)
    return;
  unsigned reg = range_operand (in, 0, 1);
  for (unsigned n = 1; n <= 2; n++)
    {
      unsigned from = range_operand (in, n, 1);
      const struct insn *zero;
      if (from == NO_REGISTER || !topmost_bit_p (r, i, 3 - n)
	  || !(zero = upper_half (r, i, reg, from))
	  || (!function && !divisor_p (r, from)))
	continue;
      add_finding (report, o, function, in, zero);
      return;
    }
}

/* The region of section S that instruction FIRST starts: to where OWNER
   changes, or if that is null, to the next end of a function.  */

static struct region
region_from (const struct section *s, const struct symbol **owner, size_t first)
{
  struct region r = { s->insns, first, first + 1 };
  while (r.end < s->n_insns && owner[r.end] == owner[first]
	 && (owner[first]
	     || !(starts (s->insns[r.end - 1].mnemonic, "s_setpc")
		  || starts (s->insns[r.end - 1].mnemonic, "s_endpgm"))))
    r.end++;
  return r;
}

/* Checks O and adds what is found to REPORT.  */

void
check_division (const struct object *o, struct report *report)
{
  const struct symbol ***owner = xalloc (o->n_sections, sizeof *owner);
  for (unsigned n = 0; n < o->n_sections; n++)
    owner[n] = xalloc (o->sections[n].n_insns + 1, sizeof **owner);
  find_owners (o, owner);
  for (unsigned n = 0; n < o->n_sections; n++)
    {
      const struct section *s = &o->sections[n];
      for (size_t i = 0; s->code && i < s->n_insns; )
	{
	  struct region r = region_from (s, owner[n], i);
	  const struct symbol *function = owner[n][i];
	  if (!function || division_name_p (function->name))
	    for (size_t k = r.first; k < r.end; k++)
	      look (&r, k, o, function, report);
	  i = r.end;
	}
      free (owner[n]);
    }
  free (owner);
}

/* Whether O has a function that check_division would look at, by its name; this
   needs no instructions.  */

bool
divides_p (const struct object *o)
{
  for (size_t i = 0; i < o->n_symbols; i++)
    if (o->symbols[i].function && o->symbols[i].at.section
	&& division_name_p (o->symbols[i].name))
      return true;
  return false;
}

/* ---- Repair.  */

/* Replaces in WORD, the code of a VOP1, VOP2 or VOP3 of LENGTH bytes, vector
   register FROM by TO: as what is written if DESTINATION, otherwise as a
   source.  Returns false if the encoding is another one.  */

static bool
renumber (uint32_t *word, unsigned length, unsigned from, unsigned to,
	  bool destination)
{
  bool vop3 = word[0] >> 27 == 0x1a;	/* 0x34 or 0x35, from GFX10 on.  */
  if ((word[0] >> 31 && !vop3) || (vop3 && length != 8))
    return false;
  unsigned shift = vop3 ? 0 : 17;
  if (destination)
    {
      word[0] = (word[0] & ~(255u << shift)) | to << shift;
      return true;
    }
  /* Sources are of nine bits, 256 and more for vector registers; a VOP2's
     second one has eight.  */
  uint32_t *w = vop3 ? &word[1] : &word[0];
  bool vop1 = !vop3 && word[0] >> 25 == 0x3f;
  if ((*w & 0x1ff) == 256 + from)
    *w = (*w & ~0x1ffu) | (256 + to);
  else if (vop1)
    return false;
  else if ((*w >> 9 & 255) == from)
    *w = (*w & ~(255u << 9)) | to << 9;
  else
    return false;
  return true;
}

/* Whether A and B, of one section, can change places with nothing between them
   noticing: they use vector registers LOW, FROM and those after them.  */

static bool
exchangeable_p (const struct insn *a, const struct insn *b, unsigned low,
		unsigned from)
{
  if (a > b)
    return exchangeable_p (b, a, low, from);
  for (const struct insn *in = a + 1; in < b; in++)
    if (names_p (in, 0, 9, low) || names_p (in, 0, 9, low + 1)
	|| names_p (in, 0, 9, from) || names_p (in, 0, 9, from + 1)
	|| strstr (in->operands, "exec") || starts (in->mnemonic, "v_cmpx"))
      return false;
  return true;
}

/* The code with which the test of F, a wrong division, would be right: WORDS[0]
   for F->insn, WORDS[1] for F->origin.  Returns false if these have forms that
   are not known.  */

bool
division_repair (const struct finding *f, uint32_t words[2][2])
{
  const struct insn *test = f->insn, *zero = f->origin;
  unsigned low = range_operand (test, 0, 1);
  unsigned from = range_operand (test, 1, 1);
  if (from == NO_REGISTER)
    from = range_operand (test, 2, 1);
  memcpy (words[0], test->word, sizeof words[0]);
  memcpy (words[1], zero->word, sizeof words[1]);
  return (exchangeable_p (test, zero, low, from)
	  && renumber (words[0], test->length, low, low + 1, true)
	  && renumber (words[0], test->length, from, from + 1, false)
	  && renumber (words[1], zero->length, low + 1, low, true)
	  && (strcmp (zero->mnemonic, "v_mov_b32") == 0
	      || renumber (words[1], zero->length, from + 1, from, false)));
}
