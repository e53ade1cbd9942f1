/* The instructions of a function as they will be printed (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What counts for wait states is the code that is printed.  An insn may print
   several instructions, and what its alternative is in the machine
   description may be said wrongly there by an attribute, as with GCC's
   *movti_insn.  So each insn is printed here as "final" will print it, into
   memory, and its instructions are read back by the table that the decoder
   has.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "gcn-asm.h"
#include "gcn-statements.h"
#include "gcn-stream.h"
#include "reload.h"
#include "output.h"

#if ACCELFIX_GCN

/* Whether INSN is printed.  */

static bool
printed_p (rtx_insn *insn)
{
  return (NONDEBUG_INSN_P (insn) && GET_CODE (PATTERN (insn)) != USE
	  && GET_CODE (PATTERN (insn)) != CLOBBER
	  && !JUMP_TABLE_DATA_P (insn));
}

/* Prints INSN to asm_out_file, without comments of the compiler's.  */

static void
print_insn (rtx_insn *insn)
{
  bool operands;
  if (accelfix_asm_text (PATTERN (insn), &operands))
    {
      gcn_print_asm (insn);
      return;
    }
  int code = recog_memoized (insn);
  cleanup_subreg_operands (insn);
  extract_constrain_insn_cached (insn);
  const char *templ = get_insn_template (code, insn);
  if (templ && !(templ[0] == '#' && !templ[1]))
    output_asm_insn (templ, recog_data.operand);
}

/* Whether INSN is a jump of GCC's own to a label.  Its pattern prints a
   branch, or five instructions where it is far, which is known when branches
   have been measured; the fewer ones are what counts.  */

static bool
branch_p (rtx_insn *insn)
{
  return (JUMP_P (insn) && JUMP_LABEL (insn) && LABEL_P (JUMP_LABEL (insn))
	  && !extract_asm_operands (PATTERN (insn)));
}

/* Prints the insns into TEXT, with a zero byte after each.  */

void
gcn_stream::print ()
{
  int verbose = flag_verbose_asm, names = flag_print_asm_name;
  flag_verbose_asm = flag_print_asm_name = 0;
  gcn_begin_capture ();
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (printed_p (insn) && !branch_p (insn))
      {
	print_insn (insn);
	putc (0, asm_out_file);
      }
  text = gcn_end_capture ();
  flag_verbose_asm = verbose;
  flag_print_asm_name = names;
}

/* Appends the instruction that S, of LENGTH characters, is.  */

void
gcn_stream::add_statement (rtx_insn *insn, const char *s, size_t length,
			   size_t offset, bool open)
{
  gcn_step step;
  unsigned n = steps.length ();
  memset (&step, 0, sizeof step);
  step.insn = insn;
  step.index = n && steps[n - 1].insn == insn ? steps[n - 1].index + 1 : 0;
  step.text = s - text;
  step.length = length;
  step.offset = offset;
  step.open = open;
  steps.safe_push (step);
}

/* Reads what INSN printed, from P to END.  */

void
gcn_stream::read_insn (rtx_insn *insn, char *p, char *end)
{
  bool operands;
  const char *templ = accelfix_asm_text (PATTERN (insn), &operands);
  gcn_statements printed (p, false);
  gcn_statements source (templ ? templ : "", operands);
  uint32_t words[2] = { 0, 0 };
  unsigned bytes = 0;
  while (printed.next ())
    {
      if (templ)
	source.next ();
      /* Within an asm, code may come to a label from any of its branches.  */
      bool open = printed.label && templ;
      size_t length = strcspn (p + printed.offset, "\n");
      if (p + printed.offset + length > end)
	length = end - p - printed.offset;
      if (printed.mnemonic[0] != '.')
	{
	  add_statement (insn, p + printed.offset, length, source.offset,
			 open);
	  gcn_step *step = &steps.last ();
	  step->known = gcn_read (printed.statement, cpu, &step->in);
	  bytes = 0;
	  continue;
	}
      printed.data ([&] (unsigned byte)
	{
	  words[bytes / 4] = (bytes % 4 ? words[bytes / 4] : 0)
			     | (uint32_t) byte << 8 * (bytes % 4);
	  bytes++;
	  struct gcn_insn in;
	  if (bytes % 4)
	    return;
	  /* Half of an instruction waits for the other one.  */
	  bool known = !gcn_decode (words, bytes / 4, cpu, &in);
	  if (!known && bytes == 4)
	    return;
	  add_statement (insn, p + printed.offset, length, source.offset,
			 open);
	  steps.last ().known = known;
	  steps.last ().in = in;
	  bytes = 0;
	});
    }
}

/* Appends INSN, a branch, which is not read: it is worth one wait state and is
   neither side of a pair.  */

void
gcn_stream::add_branch (rtx_insn *insn)
{
  gcn_step step;
  memset (&step, 0, sizeof step);
  step.insn = insn;
  step.known = true;
  step.in.row = &gcn_rows[GCN_OP_s_nop];
  steps.safe_push (step);
}

/* Notes that step FROM may jump to LABEL.  */

void
gcn_stream::add_jump (unsigned from, rtx label)
{
  unsigned *to = label_step.get (label);
  if (!to || *to >= steps.length ())
    return;
  bool existed;
  auto_vec<unsigned> *&list = jumpers.get_or_insert (*to, &existed);
  if (!existed)
    list = new auto_vec<unsigned>;
  list->safe_push (from);
}

/* Notes where step FROM may jump.  */

void
gcn_stream::add_jumps (unsigned from)
{
  rtx_insn *insn = steps[from].insn;
  if (!JUMP_P (insn))
    return;
  if (rtx ops = extract_asm_operands (PATTERN (insn)))
    for (int k = 0; k < ASM_OPERANDS_LABEL_LENGTH (ops); k++)
      add_jump (from, XEXP (ASM_OPERANDS_LABEL (ops, k), 0));
  else if (JUMP_LABEL (insn) && LABEL_P (JUMP_LABEL (insn)))
    add_jump (from, JUMP_LABEL (insn));
  else if (computed_jump_p (insn))
    for (const auto &l : label_step)
      if (LABEL_PRESERVE_P (l.first))
	add_jump (from, l.first);
}

/* Finds where each step goes on.  */

void
gcn_stream::connect ()
{
  unsigned n = steps.length ();
  for (unsigned i = 0; i < n; i++)
    {
      gcn_step *step = &steps[i];
      rtx_insn *insn = step->insn;
      step->last = i + 1 == n || steps[i + 1].insn != insn;
      uint64_t flags = step->known ? step->in.row->flags : 0;
      step->ends = (flags & (GCN_F_JUMP | GCN_F_END)) != 0;
      if (step->last)
	{
	  rtx_insn *next = next_nonnote_nondebug_insn (insn);
	  step->ends |= next && BARRIER_P (next);
	}
      /* What a callee did last is not to be seen; an asm may call one by
	 itself.  */
      bool call = CALL_P (insn) ? step->last : (flags & GCN_F_CALL) != 0;
      if (call && !step->ends && i + 1 < n)
	steps[i + 1].open = true;
      if (step->last || flags & GCN_F_BRANCH)
	add_jumps (i);
    }
}

gcn_stream::gcn_stream (enum gcn_cpu c)
  : text (NULL), cpu (c)
{
  print ();
  char *p = text;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (LABEL_P (insn))
      label_step.put (insn, steps.length ());
    else if (printed_p (insn) && branch_p (insn))
      add_branch (insn);
    else if (printed_p (insn))
      {
	char *end = p + strlen (p);
	read_insn (insn, p, end);
	p = end + 1;
      }
  connect ();
}

gcn_stream::~gcn_stream ()
{
  for (const auto &j : jumpers)
    delete j.second;
  free (text);
}

#endif /* ACCELFIX_GCN */
