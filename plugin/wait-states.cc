/* Adds the wait states that GCC leaves out (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Between some pairs of instructions the hardware of GCN and CDNA wants
   others, or s_nop: it does not wait by itself ("Manually inserted wait
   states" in the instruction set manuals).  GCC inserts them at the end of
   gcn_md_reorg, and misses some:

   - It goes by attributes of the machine description.  Up to GCC 15 the one
     that marks stores of more than 64 bits ("delayeduse") is one alternative
     too early in *movti_insn, and missing in others, so that the data of a
     flat_store_dwordx4 is overwritten in the next cycle.
   - An asm without text counts as a wait state, and as the instruction that
     writes its outputs.
   - It goes through the insns in the order in which they are printed, and
     follows neither branches nor calls.

   So this pass looks at the instructions that are printed (gcn-stream.cc), by
   the rules that gcncheck and gcnvm have as well (hazards.def), on all paths
   that lead to an instruction, and puts s_nop before it where wait states are
   missing; nothing where there are enough.

   What runs before the first instruction of a function, and what a callee
   does last, is in another function.  The caller's s_swappc and the callee's
   s_setpc are one wait state each; the others that a rule may want are
   assumed to be missing.  For rules whose second instructions are everywhere,
   as a write of a register that is being stored, that would be so after
   nearly every call: these rules are kept before control leaves the function.

   An asm that cannot be read, since it uses a macro, may have written any
   register before what follows; for what it wants itself nothing can be done.
   `verbose' says so.

   gfx11 has rules that s_nop does not help, as they count vector instructions;
   there s_waitcnt_depctr is put before the second instruction.  The rules about
   registers that were read as masks have no end that is known: with
   wait-states=2, a register that any instruction of the function reads as a mask
   is waited for between each write and the next read, or the end of the block,
   as LLVM does.

   The pass stands where no insn is split any more, and before branches are
   measured.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "gcn-asm.h"
#include "gcn-stream.h"
#include "gcn-processor.h"
#include "isa/gcn/hazards.h"

#if ACCELFIX_GCN

static accelfix_counter n_waits ("places that got wait states");
static accelfix_counter n_unread ("instructions in asm that are not known");

class wait_states
{
public:
  explicit wait_states (enum gcn_cpu c) : cpu (c), stream (c) {}
  void run ();

private:
  unsigned wanted (unsigned i);
  void look_back (unsigned rule, unsigned i, unsigned then, unsigned distance);
  void masks ();
  unsigned earlier (unsigned i) const;
  char *text_before (unsigned i) const;
  void compare (unsigned rule, int first, unsigned then, unsigned distance);
  static bool leaves_p (const gcn_step &);
  void insert ();
  void insert_before (unsigned i);
  void split (unsigned first, unsigned end);
  void edit_asm (unsigned first, unsigned end);
  void complain () const;

  enum gcn_cpu cpu;
  gcn_stream stream;
  auto_vec<unsigned> nops;	/* Wait states to add before each step.  */
  auto_vec<unsigned> cures;	/* What else: CURE_*, as bits.  */
  auto_vec<unsigned> path;	/* The steps between the two.  */
  unsigned need;		/* By the rule that is looked at.  */
  unsigned budget;		/* Steps that may still be looked at.  */
};

/* What is put before a step of gfx11: waits for vector instructions to write
   VGPRs; for scalar ones, for vector ones to write SGPRs; and a move, in which
   SHIFT bits further up is the register.  */
enum
{
  CURE_VA_VDST = 1, CURE_SA_SDST = 2, CURE_VA_SDST = 4, CURE_VA_VCC = 8,
  CURE_WAITS = 15, CURE_MOVE = 16, CURE_SHIFT = 8
};

/* The cure of RULE before step THEN.  */

static unsigned
cure_of (unsigned rule, const gcn_insn &then)
{
  switch (rule)
    {
    case GCN_HAZARD_cmpx_permlane:
      return CURE_MOVE | (then.src[0] - GCN_VGPR) << CURE_SHIFT;
    case GCN_HAZARD_trans_use: case GCN_HAZARD_partial_forwarding:
      return CURE_VA_VDST;
    default:
      return 0;
    }
}

/* Who keeps a rule between a function and its callers.  */
enum side
{
  SIDE_SECOND,		/* Who has the second instruction.  */
  SIDE_FIRST,		/* Who has the first one: the second ones of these rules
			   are in all code.  */
  SIDE_NONE		/* Nobody: registers with names of their own, as VCC and
			   EXEC, and hardware registers hold nothing that is
			   used so soon after a call.  */
};

static enum side
side_of (unsigned rule)
{
  switch (rule)
    {
    case GCN_HAZARD_sgpr_vmem: case GCN_HAZARD_lane_select:
    case GCN_HAZARD_dpp: case GCN_HAZARD_exec_dpp:
    case GCN_HAZARD_vgpr_swap: case GCN_HAZARD_vgpr_matrix:
    case GCN_HAZARD_exec_matrix:
      return SIDE_SECOND;
    case GCN_HAZARD_div_fmas: case GCN_HAZARD_vccz: case GCN_HAZARD_execz:
    case GCN_HAZARD_m0_message: case GCN_HAZARD_m0_index:
    case GCN_HAZARD_setreg: case GCN_HAZARD_vskip_getreg:
    case GCN_HAZARD_setreg_vskip: case GCN_HAZARD_trapsts:
    case GCN_HAZARD_cmpx_lane: case GCN_HAZARD_cmpx_exec:
    case GCN_HAZARD_cmpx_swap: case GCN_HAZARD_dgemm_between:
    case GCN_HAZARD_denorm_mode: case GCN_HAZARD_cmpx_permlane:
      return SIDE_NONE;
    default:
      return SIDE_FIRST;
    }
}

/* Sets USE to what an instruction that cannot be seen may have at stake for
   RULE: any scalar or vector register.  Returns the number of entries.  */

static unsigned
any_use (unsigned rule, enum gcn_cpu cpu, struct gcn_hazard_use use[])
{
  memset (use, 0, 2 * sizeof *use);
  if (side_of (rule) != SIDE_SECOND)
    return 0;
  use[0].regs = GCN_FLAT_SCRATCH;
  use[1].code = GCN_VGPR;
  use[1].regs = 512;
  use[0].states = use[1].states = gcn_hazard_states (rule, cpu);
  return 2;
}

/* Whether STEP may be a second instruction of RULE on CPU.  */

static bool
second_p (unsigned rule, const gcn_step &step, enum gcn_cpu cpu)
{
  struct gcn_hazard_use use;
  memset (&use, 0, sizeof use);
  use.regs = 0xfff;
  use.states = gcn_hazard_states (rule, cpu);
  /* These are about hardware registers.  */
  for (use.code = 0; use.code < 64; use.code++)
    if (gcn_hazard_then (rule, &step.in, cpu, &use))
      return true;
    else if (rule != GCN_HAZARD_setreg && rule != GCN_HAZARD_vskip_getreg)
      return false;
  return false;
}

/* Whether STEP leaves the function, so that what comes next may be the second
   instruction of any rule.  */

bool
wait_states::leaves_p (const gcn_step &step)
{
  uint64_t flags = step.known ? step.in.row->flags : 0;
  return ((step.last && CALL_P (step.insn)) || flags & GCN_F_CALL
	  || (flags & GCN_F_JUMP && step.in.row->s[0] != GCN_T_label));
}

/* Compares FIRST, or an instruction that cannot be seen where it is -1, with
   step THEN, DISTANCE wait states later.  */

void
wait_states::compare (unsigned rule, int first, unsigned then,
		      unsigned distance)
{
  struct gcn_hazard_use use[GCN_HAZARD_USES];
  const gcn_step &second = stream.steps[then];
  unsigned n = 1;
  if (first >= 0 && stream.steps[first].known)
    n = gcn_hazard_first (rule, &stream.steps[first].in, cpu, use);
  else
    {
      n = any_use (rule, cpu, use);
      /* A jump between functions came in between.  */
      distance += first < 0;
    }
  for (unsigned k = 0; k < n; k++)
    {
      bool killed = false;
      for (unsigned p : path)
	if (!killed && stream.steps[p].known)
	  killed = gcn_hazard_kills (rule, &stream.steps[p].in, cpu, &use[k]);
      if (killed)
	continue;
      unsigned states = gcn_hazard_then (rule, &second.in, cpu, &use[k]);
      /* One wait state is the jump itself.  What does not know of EXEC yet is
	 left alone: that would be so before nearly every call.  */
      if (side_of (rule) == SIDE_FIRST && use[k].states && leaves_p (second)
	  && (rule != GCN_HAZARD_partial_forwarding || use[k].detail))
	states = MAX (states, use[k].states - !gcn_hazard_endless_p (rule));
      if (states > distance)
	need = MAX (need, states - distance);
    }
}

/* Looks at all that may come before step I, which is DISTANCE wait states
   before step THEN.  */

void
wait_states::look_back (unsigned rule, unsigned i, unsigned then,
			unsigned distance)
{
  if (distance >= gcn_hazard_states (rule, cpu))
    return;
  stream.for_each_before (i, [&] (int first)
    {
      if (!budget)
	/* Too many ways: any instruction may be on one of them.  */
	{
	  path.truncate (0);
	  compare (rule, -1, then, distance);
	  return;
	}
      budget--;
      compare (rule, first, then, distance);
      if (first < 0)
	return;
      const gcn_step &step = stream.steps[first];
      unsigned distance_add;
      if (gcn_hazard_endless_p (rule))
	{
	  if ((step.known && gcn_hazard_ends_p (rule, &step.in))
	      || cures[first] & (CURE_VA_VDST | CURE_MOVE))
	    return;
	  distance_add = step.known ? gcn_hazard_worth (rule, &step.in) : 0;
	}
      else
	distance_add = nops[first]
		       + (step.known ? gcn_wait_states (&step.in) : 1);
      path.safe_insert (0, (unsigned) first);
      look_back (rule, first, then, distance + distance_add);
      if (!path.is_empty ())
	path.ordered_remove (0);
    });
}

/* Where a cure of step I can stand as well: as early in its insn as only
   scalar instructions follow, for most patterns that have some cannot be taken
   apart.  */

unsigned
wait_states::earlier (unsigned i) const
{
  while (stream.steps[i].index && stream.steps[i - 1].known
	 && stream.steps[i - 1].in.row->enc < GCN_ENC_VOP1
	 && !stream.steps[i].open)
    i--;
  return i;
}

/* The wait states that are missing before step I.  */

unsigned
wait_states::wanted (unsigned i)
{
  const gcn_step &step = stream.steps[i];
  unsigned most = 0;
  if (!step.known)
    return 0;
  for (unsigned rule = 0; rule < GCN_N_HAZARDS; rule++)
    {
      if (!gcn_hazard_states (rule, cpu) || gcn_hazard_countless_p (rule)
	  || !(second_p (rule, step, cpu)
	       || (side_of (rule) == SIDE_FIRST && leaves_p (step))))
	continue;
      budget = 2000;
      path.truncate (0);
      need = 0;
      look_back (rule, i, i, 0);
      if (gcn_hazard_endless_p (rule))
	cures[earlier (i)] |= need ? cure_of (rule, step.in) : 0;
      else
	most = MAX (most, need);
    }
  return most;
}

/* The text of N wait states: s_nop takes up to eight on all processors.  */

static char *
nop_text (unsigned n)
{
  char *text = xstrdup ("");
  while (n)
    {
      unsigned now = MIN (n, 8);
      char number[24];
      snprintf (number, sizeof number, "s_nop\t%u", now - 1);
      text = reconcat (text, text, *text ? "\n\t" : "", number, NULL);
      n -= now;
    }
  return text;
}

/* The text of what is put before step I.  */

char *
wait_states::text_before (unsigned i) const
{
  char *text = nop_text (nops[i]);
  char one[64];
  unsigned c = cures[i];
  if (c & CURE_WAITS)
    {
      unsigned fields = (c & CURE_VA_VDST ? 0xf000 : 0)
			| (c & CURE_SA_SDST ? 1 : 0)
			| (c & CURE_VA_SDST ? 0xe00 : 0)
			| (c & CURE_VA_VCC ? 2 : 0);
      snprintf (one, sizeof one, "s_waitcnt_depctr\t0x%04x",
		0xff9f & ~fields);
      text = reconcat (text, text, *text ? "\n\t" : "", one, NULL);
    }
  if (c & CURE_MOVE)
    {
      snprintf (one, sizeof one, "v_mov_b32\tv%u, v%u", c >> CURE_SHIFT,
		c >> CURE_SHIFT);
      text = reconcat (text, text, *text ? "\n\t" : "", one, NULL);
    }
  return text;
}

/* ---- Masks, on gfx11.  */

/* The SGPRs that S reads as a mask: the first one's number, or -1.  */

static int
mask_of (const gcn_step &s, enum gcn_cpu cpu)
{
  struct gcn_hazard_use use[GCN_HAZARD_USES];
  return (s.known && gcn_hazard_first (GCN_HAZARD_mask_write, &s.in, cpu, use)
	  ? use[0].code : -1);
}

/* Waits for what is written of registers that are read as masks, before it is
   read and before control goes elsewhere or may come from there.  VCC may be one
   in any function.  What computes an address from s_getpc stays whole: its
   constants count from there.  */

void
wait_states::masks ()
{
  bool mask[GCN_VCC + 2] = { };
  unsigned pending[GCN_VCC + 2] = { };
  bool getpc = false;
  mask[GCN_VCC] = mask[GCN_VCC + 1] = true;
  for (const gcn_step &s : stream.steps)
    {
      int m = mask_of (s, cpu);
      if (m >= 0)
	mask[m] = mask[m + 1] = true;
    }
  for (unsigned i = 0; i < stream.steps.length (); i++)
    {
      const gcn_step &s = stream.steps[i];
      unsigned wait = 0, comers = 0;
      stream.for_each_before (i, [&] (int) { comers++; });
      if (s.known && s.in.row->flags & GCN_F_END)
	memset (pending, 0, sizeof pending);
      bool all = !s.known || comers > 1 || s.ends || leaves_p (s)
		 || s.in.row->flags & GCN_F_BRANCH;
      if (!s.index)
	getpc = false;
      for (unsigned r = 0; r < GCN_VCC + 2 && !getpc; r++)
	if (pending[r])
	  {
	    struct gcn_hazard_use use;
	    memset (&use, 0, sizeof use);
	    use.code = r;
	    use.regs = use.states = 1;
	    use.detail = 1;
	    if (all || gcn_hazard_then (GCN_HAZARD_mask_write, &s.in, cpu,
					&use))
	      wait |= pending[r];
	  }
      cures[i] |= wait;
      for (unsigned r = 0; wait && r < GCN_VCC + 2; r++)
	pending[r] &= ~wait;
      if (!s.known)
	continue;
      getpc |= s.in.row - gcn_rows == GCN_OP_s_getpc_b64;
      for (unsigned r = 0; r < GCN_VCC + 2; r++)
	if (mask[r])
	  {
	    unsigned how = gcn_writes_scalar (&s.in, cpu, r);
	    if (how)
	      pending[r] = (how == 1 ? CURE_SA_SDST
			    : r >= GCN_VCC ? CURE_VA_VCC : CURE_VA_SDST);
	  }
    }
}

/* Puts s_nop between the instructions of an insn of GCC's own, steps FIRST to
   END: it becomes several insns of text.  */

void
wait_states::split (unsigned first, unsigned end)
{
  rtx_insn *insn = stream.steps[first].insn;
  if (!NONJUMP_INSN_P (insn) || RTX_FRAME_RELATED_P (insn))
    {
      char *what = xstrndup (stream.text + stream.steps[first].text,
			     stream.steps[first].length);
      warning_at (INSN_LOCATION (insn), 0, "wait states are missing within "
		  "the instructions of one pattern of GCC, the first of which "
		  "is %qs", what);
      free (what);
      return;
    }
  char *text = xstrdup ("");
  for (unsigned i = first; i < end; i++)
    {
      const gcn_step &s = stream.steps[i];
      char *nop = i == first ? xstrdup ("") : text_before (i);
      char *one = xstrndup (stream.text + s.text, s.length);
      text = reconcat (text, text, *text ? "\n\t" : "", nop,
		       *nop ? "\n\t" : "", one, NULL);
      free (one);
      free (nop);
    }
  /* What is in the constant pool must be named, or it is left out.  */
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == SYMBOL_REF && CONSTANT_POOL_ADDRESS_P (*iter))
      emit_insn_before (gen_rtx_USE (VOIDmode, const_cast<rtx> (*iter)), insn);
  emit_insn_before (accelfix_gen_text (text), insn);
  free (text);
  delete_insn (insn);
}

/* Puts s_nop into the text of an asm, steps FIRST to END.  */

void
wait_states::edit_asm (unsigned first, unsigned end)
{
  rtx_insn *insn = stream.steps[first].insn;
  bool operands;
  char *text = xstrdup (accelfix_asm_text (PATTERN (insn), &operands));
  for (unsigned i = end; i-- > first; )
    if ((nops[i] || cures[i]) && stream.steps[i].index)
      {
	char *nop = text_before (i);
	char *head = xstrndup (text, stream.steps[i].offset);
	text = reconcat (text, head, nop, "\n\t",
			 text + stream.steps[i].offset, NULL);
	free (head);
	free (nop);
      }
  const char *kept = ggc_strdup (text);
  free (text);
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), ALL)
    if (GET_CODE (*iter) == ASM_OPERANDS)
      ASM_OPERANDS_TEMPLATE (const_cast<rtx> (*iter)) = kept;
    else if (GET_CODE (*iter) == ASM_INPUT && !operands)
      XSTR (const_cast<rtx> (*iter), 0) = kept;
}

/* Puts the wait states before the first instruction of an insn.  */

void
wait_states::insert_before (unsigned i)
{
  char *text = text_before (i);
  rtx_insn *insn = stream.steps[i].insn;
  if (accelfix_args.comment)
    emit_insn_before (accelfix_gen_comment ("wait states"), insn);
  emit_insn_before (accelfix_gen_text (text), insn);
  free (text);
}

void
wait_states::insert ()
{
  for (unsigned i = 0, end; i < stream.steps.length (); i = end)
    {
      bool inner = false, operands;
      rtx_insn *insn = stream.steps[i].insn;
      for (end = i; end < stream.steps.length ()
		    && stream.steps[end].insn == insn; end++)
	if (nops[end] || cures[end])
	  {
	    n_waits.value++;
	    inner |= end > i;
	    if (dump_file)
	      fprintf (dump_file, "%u wait states%s before insn %d: %.*s\n",
		       nops[end], cures[end] ? ", or others," : "", INSN_UID (insn),
		       (int) stream.steps[end].length,
		       stream.text + stream.steps[end].text);
	  }
      if (nops[i] || cures[i])
	insert_before (i);
      if (inner && accelfix_asm_text (PATTERN (insn), &operands))
	edit_asm (i, end);
      else if (inner)
	split (i, end);
    }
}

/* Notes which asm could not be read.  */

void
wait_states::complain () const
{
  for (unsigned i = 0; i < stream.steps.length (); i++)
    {
      const gcn_step &s = stream.steps[i];
      bool operands;
      if (s.known)
	continue;
      char *text = xstrndup (stream.text + s.text, s.length);
      if (dump_file)
	fprintf (dump_file, "Unknown instruction: %s\n", text);
      if (accelfix_asm_text (PATTERN (s.insn), &operands))
	n_unread.value++;
      if (accelfix_args.verbose && accelfix_asm_text (PATTERN (s.insn), &operands))
	inform (INSN_LOCATION (s.insn), "wait states before %qs were not "
		"looked at: it is no instruction that accelfix knows for this "
		"processor", text);
      free (text);
    }
}

void
wait_states::run ()
{
  nops.safe_grow_cleared (stream.steps.length ());
  cures.safe_grow_cleared (stream.steps.length ());
  for (unsigned i = 0; i < stream.steps.length (); i++)
    nops[i] = wanted (i);
  if (cpu == GCN_GFX1100 && accelfix_args.wait_states > 1)
    masks ();
  complain ();
  insert ();
}

/* Adds the wait states that the current function lacks.  */

static void
add_wait_states (function *)
{
  wait_states (accelfix_gcn_cpu ()).run ();
}

static bool
wanted_p (void)
{
  return accelfix_args.wait_states && gcn_hazards_known (accelfix_gcn_cpu ());
}

opt_pass *
make_accelfix_wait_states (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-wait-states", ctxt, add_wait_states,
			wanted_p);
}

#endif /* ACCELFIX_GCN */
