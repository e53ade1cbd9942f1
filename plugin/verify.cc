/* Check what the passes have left.
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

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"

/* Under `verify' each function is gone through once more when all passes have
   run, and what should not be there any more is an error at its place in the
   source: a register that may be read before it is set, and (unless exit=0) a
   dead end that runs on.

   Nothing here is shared with init-regs, on purpose: there is no graph, reads
   and writes are found by GCC's own note_uses and note_pattern_stores, and the
   problem is turned round.  A set of registers that may be unset is carried
   along the insns in the order in which they are printed, from the function's
   head on; at a jump it is added to the set of its label, and a label whose set
   has grown is gone on from again.  init-regs solves for registers that are
   certainly set, by segments.

   A register is seen in parts as PTX names them; a part's number in a set is
   its register's number times MAX_PARTS, plus its index.  */

enum { MAX_PARTS = 4 };

class verifier
{
public:
  verifier ();
  ~verifier ();
  void run ();

  void read (rtx reg_or_subreg);
  void check (rtx reg, unsigned from, unsigned to);
  void write (rtx reg_or_subreg);

private:
  void walk_from (rtx_insn *insn, bitmap unset);
  void visit (rtx_insn *insn, bitmap unset);
  void arrive (rtx_insn *label, bitmap unset);
  void complain (rtx reg, unsigned part);

  bitmap_head m_complained;
  bitmap_head m_watched;	/* Registers that are looked at.  */
  bitmap m_unset;		/* The set at m_insn.  */
  rtx_insn *m_insn;
  rtx m_skip;			/* A register that is not read after all.  */
  auto_vec<bitmap> m_at_label;	/* By label number.  */
  auto_vec<rtx_insn *> m_work;
  bool m_fell;
};

static unsigned
parts (machine_mode mode)
{
  if (mode == TImode || COMPLEX_MODE_P (mode))
    return 2;
  if (VECTOR_MODE_P (mode)
      && GET_MODE_NUNITS (mode).to_constant () <= MAX_PARTS)
    return GET_MODE_NUNITS (mode).to_constant ();
  return 1;
}

/* The parts FROM to TO, inclusive, that X, a REG or SUBREG of one, names.
   Returns the REG.  */

static rtx
parts_of (rtx x, unsigned *from, unsigned *to)
{
  rtx reg = SUBREG_P (x) ? SUBREG_REG (x) : x;
  unsigned n = parts (GET_MODE (reg));
  *from = 0;
  *to = n - 1;
  if (SUBREG_P (x) && n > 1)
    {
      unsigned bytes = GET_MODE_SIZE (GET_MODE (reg)).to_constant () / n;
      unsigned at = SUBREG_BYTE (x).to_constant ();
      *from = at / bytes;
      *to = (at + GET_MODE_SIZE (GET_MODE (x)).to_constant () - 1) / bytes;
    }
  return reg;
}

verifier::verifier ()
  : m_unset (NULL), m_insn (NULL), m_skip (NULL_RTX), m_fell (false)
{
  bitmap_initialize (&m_complained, &bitmap_default_obstack);
  bitmap_initialize (&m_watched, &bitmap_default_obstack);
  m_at_label.safe_grow_cleared (max_label_num () + 1);
}

verifier::~verifier ()
{
  for (bitmap b : m_at_label)
    if (b)
      BITMAP_FREE (b);
  bitmap_clear (&m_watched);
  bitmap_clear (&m_complained);
}

void
verifier::complain (rtx reg, unsigned part)
{
  unsigned regno = REGNO (reg);
  if (!bitmap_set_bit (&m_complained, regno * MAX_PARTS + part))
    return;
  location_t where = INSN_LOCATION (m_insn);
  if (where == UNKNOWN_LOCATION)
    where = DECL_SOURCE_LOCATION (cfun->decl);
  char name[32];
  if (HARD_REGISTER_NUM_P (regno))
    snprintf (name, sizeof name, "%s", reg_names[regno]);
  else if (parts (GET_MODE (reg)) == 1)
    snprintf (name, sizeof name, "%%r%u", regno);
  else if (VECTOR_MODE_P (GET_MODE (reg)))
    snprintf (name, sizeof name, "%%r%u.%c", regno, "xyzw"[part]);
  else
    snprintf (name, sizeof name, "%%r%u$%u", regno,
	      part * (unsigned) (GET_MODE_SIZE (GET_MODE (reg)).to_constant ()
				 / 2));
  error_at (where, "PTX register %qs may be read before it is set", name);
  if (dump_file)
    fprintf (dump_file, "%s may be unset at insn %d\n", name,
	     INSN_UID (m_insn));
}

void
verifier::check (rtx reg, unsigned from, unsigned to)
{
  for (unsigned i = from; i <= to; i++)
    if (bitmap_bit_p (m_unset, REGNO (reg) * MAX_PARTS + i))
      complain (reg, i);
}

void
verifier::read (rtx x)
{
  unsigned from, to;
  rtx reg = parts_of (x, &from, &to);
  if (reg != m_skip)
    check (reg, from, to);
}

void
verifier::write (rtx x)
{
  unsigned from, to;
  rtx reg = parts_of (x, &from, &to);
  for (unsigned i = from; i <= to; i++)
    bitmap_clear_bit (m_unset, REGNO (reg) * MAX_PARTS + i);
}

static bool
names_register_p (const_rtx x)
{
  return REG_P (x) || (SUBREG_P (x) && REG_P (SUBREG_REG (x)));
}

static void
note_read (rtx *where, void *data)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, *where, NONCONST)
    {
      const_rtx x = *iter;
      if (GET_CODE (x) == VEC_SELECT && REG_P (XEXP (x, 0)))
	{
	  /* One element: the register is not read as a whole.  */
	  rtx reg = XEXP (x, 0);
	  if (GET_MODE (x) == GET_MODE_INNER (GET_MODE (reg)))
	    {
	      unsigned n = UINTVAL (XVECEXP (XEXP (x, 1), 0, 0));
	      static_cast<verifier *> (data)->check (reg, n, n);
	      iter.skip_subrtxes ();
	      continue;
	    }
	}
      if (names_register_p (x))
	{
	  static_cast<verifier *> (data)->read (CONST_CAST_RTX (x));
	  iter.skip_subrtxes ();
	}
    }
}

static void
note_write (rtx dest, const_rtx setter, void *data)
{
  if (GET_CODE (setter) == CLOBBER)
    return;
  if (GET_CODE (dest) == STRICT_LOW_PART || GET_CODE (dest) == ZERO_EXTRACT)
    dest = XEXP (dest, 0);
  if (names_register_p (dest))
    static_cast<verifier *> (data)->write (dest);
}

/* Whether operand N is in the text of an asm.  */

static bool
in_text_p (const char *text, int n)
{
  for (; *text; text++)
    if (*text == '%')
      {
	text++;
	if (*text && ISALPHA (*text))
	  text++;
	if (!*text)
	  return false;
	char *end;
	if (ISDIGIT (*text) && strtol (text, &end, 10) == n)
	  return true;
      }
  return false;
}

/* Adds the set UNSET to that of LABEL.  */

void
verifier::arrive (rtx_insn *label, bitmap unset)
{
  bitmap &at = m_at_label[CODE_LABEL_NUMBER (label)];
  bool first = !at;
  if (first)
    at = BITMAP_ALLOC (NULL);
  if (bitmap_ior_into (at, unset) || first)
    m_work.safe_push (label);
}

/* Takes INSN into account in UNSET.  */

void
verifier::visit (rtx_insn *insn, bitmap unset)
{
  rtx pat = PATTERN (insn);
  m_insn = insn;
  m_unset = unset;
  m_skip = NULL_RTX;
  if (GET_CODE (pat) == USE || GET_CODE (pat) == CLOBBER)
    return;

  bool certain = GET_CODE (pat) != COND_EXEC;
  rtx body = certain ? pat : COND_EXEC_CODE (pat);
  int n_operands = asm_noperands (body);
  if (n_operands >= 0)
    {
      /* An asm does what its text does, not what its constraints say.  */
      if (GET_CODE (body) == ASM_INPUT || n_operands == 0)
	return;
      if (n_operands > MAX_RECOG_OPERANDS)
	return;
      rtx operands[MAX_RECOG_OPERANDS];
      const char *constraints[MAX_RECOG_OPERANDS];
      const char *text
	= decode_asm_operands (body, operands, NULL, constraints, NULL, NULL);
      for (int i = 0; i < n_operands; i++)
	{
	  bool out = constraints[i][0] == '=' || constraints[i][0] == '+';
	  bool shown = in_text_p (text, i);
	  if (!out && ISDIGIT (constraints[i][0]))
	    shown |= in_text_p (text, atoi (constraints[i]));
	  if (shown && (!out || MEM_P (operands[i])))
	    {
	      rtx x = MEM_P (operands[i]) ? XEXP (operands[i], 0)
					  : operands[i];
	      note_read (&x, this);
	    }
	}
      if (certain && !strchr (text, '@'))
	for (int i = 0; i < n_operands; i++)
	  if ((constraints[i][0] == '=' || constraints[i][0] == '+')
	      && in_text_p (text, i) && names_register_p (operands[i]))
	    write (operands[i]);
      return;
    }

  if (GET_CODE (body) == SET && GET_CODE (SET_SRC (body)) == VEC_MERGE
      && REG_P (SET_DEST (body))
      && rtx_equal_p (XEXP (SET_SRC (body), 1), SET_DEST (body)))
    {
      /* The elements that a vec_set leaves alone are not read.  */
      m_skip = XEXP (SET_SRC (body), 1);
      note_uses (&PATTERN (insn), note_read, this);
      m_skip = NULL_RTX;
      int n = exact_log2 (UINTVAL (XEXP (SET_SRC (body), 2)));
      if (certain && n >= 0)
	bitmap_clear_bit (unset, REGNO (SET_DEST (body)) * MAX_PARTS + n);
      return;
    }

  note_uses (&PATTERN (insn), note_read, this);
  if (ANY_RETURN_P (pat) && bitmap_bit_p (&m_watched, NVPTX_RETURN_REGNUM))
    read (gen_rtx_REG ((machine_mode) cfun->machine->return_mode,
		       NVPTX_RETURN_REGNUM));
  if (certain)
    note_pattern_stores (pat, note_write, this);
}

/* Whether PAT is an asm whose last statement is a plain exit or ret: the
   thread is gone then.  */

static bool
asm_leaves_p (rtx pat)
{
  if (GET_CODE (pat) == PARALLEL
      && GET_CODE (XVECEXP (pat, 0, 0)) == ASM_INPUT)
    pat = XVECEXP (pat, 0, 0);
  const char *p = NULL;
  if (GET_CODE (pat) == ASM_INPUT)
    p = XSTR (pat, 0);
  else if (rtx body = extract_asm_operands (pat))
    p = ASM_OPERANDS_TEMPLATE (body);
  if (!p)
    return false;

  /* Statement by statement; a word that is longer than WORD is none of
     those.  */
  bool leaves = false, blank = true;
  char word[9] = "";
  for (size_t n = 0; *p; p++)
    if (p[0] == '/' && (p[1] == '/' || p[1] == '*'))
      {
	const char *end = strstr (p + 2, p[1] == '/' ? "\n" : "*/");
	if (!end)
	  break;
	p = p[1] == '/' ? end : end + 1;
      }
    else if (*p == ';' || *p == ':')
      {
	if (*p == ';' && !blank)
	  leaves = (!strcmp (word, "exit") || !strcmp (word, "ret")
		    || !strcmp (word, "ret.uni"));
	n = 0;
	word[0] = 0;
	blank = true;
      }
    else if (!ISSPACE (*p) && *p != '{' && *p != '}')
      {
	blank = false;
	if (n + 1 < sizeof word)
	  word[n++] = *p;
	word[n] = 0;
      }
  if (!blank)
    leaves = !strcmp (word, "exit") || !strcmp (word, "ret");
  return leaves;
}

/* Goes on from INSN with the set UNSET, which is changed, until nothing falls
   through or a label is met.  */

void
verifier::walk_from (rtx_insn *insn, bitmap unset)
{
  bool barrier = false;
  for (; insn; insn = NEXT_INSN (insn))
    {
      barrier |= BARRIER_P (insn);
      if (LABEL_P (insn))
	{
	  if (barrier)
	    m_fell = true;
	  arrive (insn, unset);
	  return;
	}
      if (!NONDEBUG_INSN_P (insn))
	continue;
      if (barrier)
	{
	  m_fell = true;
	  barrier = false;
	}
      visit (insn, unset);

      rtx pat = PATTERN (insn);
      if (rtx asm_goto = JUMP_P (insn) ? extract_asm_operands (pat) : NULL_RTX)
	{
	  for (int i = 0; i < ASM_OPERANDS_LABEL_LENGTH (asm_goto); i++)
	    arrive (label_ref_label (ASM_OPERANDS_LABEL (asm_goto, i)),
		    unset);
	  continue;
	}
      subrtx_iterator::array_type array;
      FOR_EACH_SUBRTX (iter, array, pat, ALL)
	if (GET_CODE (*iter) == LABEL_REF && GET_CODE (pat) == SET
	    && SET_DEST (pat) == pc_rtx)
	  arrive (label_ref_label (*iter), unset);
      if (asm_leaves_p (pat)
	  || (CALL_P (insn) && find_reg_note (insn, REG_NORETURN, NULL_RTX))
	  || simplejump_p (insn)
	  || ANY_RETURN_P (pat)
	  || (CONST_INT_P (pat) && INTVAL (pat) == 1)
	  || (GET_CODE (pat) == TRAP_IF
	      && CONST_INT_P (TRAP_CONDITION (pat))))
	return;
    }
  m_fell = true;
}

void
verifier::run ()
{
  /* At first all is unset but what the head of the function sets.  */
  auto_bitmap unset;
  rtx text[ACCELFIX_MAX_TEXT_REGS];
  int n_text = accelfix_text_regs (text);
  for (unsigned i = LAST_VIRTUAL_REGISTER + 1; i < (unsigned) max_reg_num ();
       i++)
    bitmap_set_bit (&m_watched, i);
  for (int i = 0; i < n_text; i++)
    bitmap_clear_bit (&m_watched, REGNO (text[i]));
  tree type = TREE_TYPE (TREE_TYPE (cfun->decl));
  if (cfun->machine->return_mode != VOIDmode
      && (VOID_TYPE_P (type)
	  || !targetm.calls.return_in_memory (type, cfun->decl)))
    bitmap_set_bit (&m_watched, NVPTX_RETURN_REGNUM);
  unsigned regno;
  bitmap_iterator bi;
  EXECUTE_IF_SET_IN_BITMAP (&m_watched, 0, regno, bi)
    bitmap_set_range (unset, regno * MAX_PARTS, MAX_PARTS);

  walk_from (get_insns (), unset);
  while (!m_work.is_empty ())
    {
      rtx_insn *label = m_work.pop ();
      bitmap_copy (unset, m_at_label[CODE_LABEL_NUMBER (label)]);
      walk_from (NEXT_INSN (label), unset);
    }
  if (m_fell && accelfix_args.exit_level > 0)
    error_at (DECL_SOURCE_LOCATION (cfun->decl),
	      "the PTX of %qD runs on past a dead end", cfun->decl);
}

namespace {

const pass_data pass_data_accelfix_verify =
{
  RTL_PASS, /* type */
  "accelfix-verify", /* name */
  OPTGROUP_NONE, /* optinfo_flags */
  TV_MACH_DEP, /* tv_id */
  0, /* properties_required */
  0, /* properties_provided */
  0, /* properties_destroyed */
  0, /* todo_flags_start */
  0, /* todo_flags_finish */
};

class pass_accelfix_verify : public rtl_opt_pass
{
public:
  pass_accelfix_verify (gcc::context *ctxt)
    : rtl_opt_pass (pass_data_accelfix_verify, ctxt)
  {}

  bool gate (function *) override { return accelfix_args.verify; }
  unsigned int execute (function *) override
  {
    verifier v;
    v.run ();
    return 0;
  }
};

} // anon namespace

opt_pass *
make_accelfix_verify (gcc::context *ctxt)
{
  return new pass_accelfix_verify (ctxt);
}
