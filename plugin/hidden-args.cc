/* A kernel keeps its own list of hidden arguments (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The attribute amdgpu_hsa_kernel ("...") asks for values that the hardware
   puts into registers when a kernel starts.  GCC keeps the list, and the
   registers that follow from it, in cfun->machine->args, set when it expands
   the parameters; the prologue, the epilogue and the kernel descriptor are
   made from it much later.  gcn_init_cumulative_args, however, stores the
   list of *each* function that it is asked about there, so that the first
   call which the kernel expands replaces the list by that of an ordinary
   function (all releases from 11 to 16).  The code still reads its parameters
   from the registers of its own list, while the descriptor does not ask for
   them, and the prologue adds a register as wave offset that holds something
   else.

   This pass gives each kernel its own list back, straight after expand: all
   that is made from the list comes later.  The list is computed by the same
   function of GCC that made it at first.  It would also release the registers
   that an ordinary function finds its pointers in; but the kernel has calls,
   or its list would not be lost, and callees read the dispatch, queue and
   kernarg pointers from s[4:5], s[6:7] and s[8:9], from GCC 13 on from s[0:1],
   s[2:3] and s[4:5] (a conversion from an LDS pointer to a flat one loads queue
   pointer + 64).  So the set of fixed registers stays that of an ordinary
   function.  The pointers are always requested and come first, so they are in
   these registers whatever else the kernel asks for (but for a
   private_segment_buffer from GCC 13 on, of which nothing makes use there).

   What callees also find by a fixed register, the number of the work group in
   s10 (from GCC 13 on, in s6), is elsewhere in a kernel that asks for user
   registers behind the pointers (dispatch_id, flat_scratch_init,
   private_segment_size).  There it is copied behind the parameters to where
   they look, and each call is said to use it.

   A kernel without calls has its own list, and nothing is done about that.

   With or without calls, a long list reaches s14 and s15, the last registers
   that GCC allows.  These are also its frame pointer, which the prologue sets
   up before it adds the wave offset and before parameters are copied, so that
   the one is added to itself and the others are lost.  Such values are taken
   away to s28 and s29 by the very first instructions, in a second pass behind
   pro_and_epilogue, and read from there.  These two are the last registers in
   which an ordinary function finds parameters, so that they count as defined at
   entry; a kernel finds none there.  (GCC's reserved registers, s20 to s23,
   will not do: additions and jumps that it prints as several instructions
   change them unnoted, and the value may still be read from there far from the entry.)

   The descriptor also says how many registers the kernel uses.  GCC takes the
   number from what it noted, and the said use of s20 to s23 is in the text of
   insns (addptrdi3, jump, cjump) and noted nowhere.  A third pass, right before
   the descriptor is printed, notes these and each register that an insn
   names.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "gcn-kernel.h"

#if ACCELFIX_GCN

static accelfix_counter n_lists ("kernels that got their own hidden "
				 "arguments back");
static accelfix_counter n_noted ("registers that kernels use unnoted");
static accelfix_counter n_moved ("kernels with hidden arguments in the frame "
				 "pointer");

/* Numbers of hidden arguments: the indices into struct gcn_kernel_args, which
   GCC itself names in gcn.cc alone.  */
static const int WORKGROUP_ID_X_INDEX = 8;

/* Where values are taken that come in the frame pointer's registers.  */
static const int MOVED_REGNO = FIRST_PARM_REG + NUM_PARM_REGS - 2;

/* Returns the hidden arguments of FNDECL, or with a null pointer those of an
   ordinary function.  The registers that the compiler may use are set up
   accordingly.  */

static struct gcn_kernel_args
list_of (tree fndecl)
{
  CUMULATIVE_ARGS cum;
  /* Without its insns the function looks like a leaf: the warning that GCC
     has for kernels with calls is about what we are going to mend.  */
  rtx_insn *first = get_insns (), *last = get_last_insn ();
  set_first_insn (NULL);
  set_last_insn (NULL);
  if (fndecl)
    INIT_CUMULATIVE_ARGS (cum, TREE_TYPE (fndecl), NULL_RTX, fndecl, -1);
  else
    INIT_CUMULATIVE_ARGS (cum, NULL_TREE, NULL_RTX, NULL_TREE, 0);
  set_first_insn (first);
  set_last_insn (last);
  return cum.args;
}

/* Whether lists A and B request the same.  */

static bool
same_list_p (const struct gcn_kernel_args &a, const struct gcn_kernel_args &b)
{
  if (a.requested != b.requested || a.nargs != b.nargs
      || a.nsgprs != b.nsgprs)
    return false;
  for (int i = 0; i < GCN_KERNEL_ARG_TYPES; i++)
    if (a.reg[i] != b.reg[i])
      return false;
  for (int i = 0; i < a.nargs; i++)
    if (a.order[i] != b.order[i])
      return false;
  return true;
}

/* Where the value of incoming register REGNO is once the prologue begins.  */

static int
moved_regno (int regno)
{
  bool moved = (regno == HARD_FRAME_POINTER_REGNUM
		|| regno == HARD_FRAME_POINTER_REGNUM + 1);
  return moved ? regno - HARD_FRAME_POINTER_REGNUM + MOVED_REGNO : regno;
}

/* Lets the prologue and the copies of parameters read what comes in the
   frame pointer's registers from where it is moved to.  Returns whether there
   is anything.  */

static bool
read_from_moved (void)
{
  struct gcn_kernel_args &args = cfun->machine->args;
  bool any = false;
  for (int a = 0; a < GCN_KERNEL_ARG_TYPES; a++)
    if ((args.requested & (1 << a)) && args.reg[a] >= 0
	&& moved_regno (args.reg[a]) != args.reg[a])
      {
	args.reg[a] = moved_regno (args.reg[a]);
	any = true;
      }
  if (!any)
    return false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_FUNCTION_BEG)
	break;
      rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
      if (set && REG_P (SET_SRC (set)) && HARD_REGISTER_P (SET_SRC (set)))
	{
	  rtx src = SET_SRC (set);
	  unsigned regno = moved_regno (REGNO (src));
	  if (regno != REGNO (src))
	    validate_change (insn, &SET_SRC (set),
			     gen_rtx_REG (GET_MODE (src), regno), false);
	}
    }
  return true;
}

/* Copies the number of the work group from register FROM to where callees
   find it.  */

static void
copy_workgroup_id (unsigned from)
{
  rtx to = gen_rtx_REG (SImode, ACCELFIX_WORKGROUP_ID_X_REGNO);
  rtx_insn *insn = get_insns (), *after = NULL;
  for (; insn; insn = NEXT_INSN (insn))
    {
      if (NOTE_P (insn) && NOTE_KIND (insn) == NOTE_INSN_FUNCTION_BEG)
	after = insn;
      if (CALL_P (insn))
	use_reg (&CALL_INSN_FUNCTION_USAGE (insn), to);
    }
  gcc_assert (after);
  emit_insn_after (gen_rtx_SET (to, gen_rtx_REG (SImode, from)), after);
}

/* Gives the current function, a kernel, its own list back.  */

static void
restore_list (function *)
{
  /* A kernel without an attribute has the list that it was left.  */
  if (!gcn_kernel_attribute (current_function_decl))
    return;

  struct gcn_kernel_args left = cfun->machine->args;
  struct gcn_kernel_args own = list_of (current_function_decl);
  bool lost = !same_list_p (left, own);
  if (lost)
    {
      list_of (NULL_TREE);
      cfun->machine->args = own;
      n_lists.value++;
      if (dump_file)
	fprintf (dump_file, "Hidden arguments: 0x%lx were left, 0x%lx are the "
		 "kernel's own.\n", left.requested, own.requested);
    }
  if (read_from_moved ())
    n_moved.value++;
  unsigned x = cfun->machine->args.reg[WORKGROUP_ID_X_INDEX];
  if (lost && x != ACCELFIX_WORKGROUP_ID_X_REGNO)
    copy_workgroup_id (x);
}

/* The second pass: what comes in the frame pointer's registers is moved away
   before they are written.  */

static void
move_away (function *)
{
  const struct gcn_kernel_args &args = cfun->machine->args;
  basic_block bb = ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb;
  bool any = false;
  for (int a = 0; a < GCN_KERNEL_ARG_TYPES; a++)
    any |= ((args.requested & (1 << a)) && args.reg[a] >= MOVED_REGNO
	    && args.reg[a] <= MOVED_REGNO + 1);
  if (!any)
    return;
  df_analyze ();
  for (int i = 1; i >= 0; i--)
    if (REGNO_REG_SET_P (DF_LR_IN (bb), MOVED_REGNO + i))
      {
	rtx to = gen_rtx_REG (SImode, MOVED_REGNO + i);
	rtx from = gen_rtx_REG (SImode, HARD_FRAME_POINTER_REGNUM + i);
	rtx_insn *head = BB_HEAD (bb);
	while (head != BB_END (bb) && !NONDEBUG_INSN_P (head))
	  head = NEXT_INSN (head);
	emit_insn_before (gen_rtx_SET (to, from), head);
	df_set_regs_ever_live (REGNO (to), true);
      }
}

/* The third pass: the descriptor counts what is used.  */

static void
note_registers (unsigned first, unsigned end)
{
  for (unsigned r = first; r < end; r++)
    if ((SGPR_REGNO_P (r) || VGPR_REGNO_P (r)) && !df_regs_ever_live_p (r))
      {
	df_set_regs_ever_live (r, true);
	n_noted.value++;
	if (dump_file)
	  fprintf (dump_file, "%s is used unnoted.\n", reg_names[r]);
      }
}

static void
note_all_registers (function *)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      {
	subrtx_iterator::array_type array;
	FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
	  if (REG_P (*iter) && HARD_REGISTER_P (*iter))
	    note_registers (REGNO (*iter), END_REGNO (*iter));
      }
  note_registers (EXEC_SAVE_REG, CC_SAVE_REG + 2);
}

/* Kernels alone have such a list.  */

static bool
has_list_p ()
{
  return accelfix_args.hidden_args && !accelfix_normal_function_p ();
}

opt_pass *
make_accelfix_hidden_args (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-hidden-args", ctxt, restore_list,
			has_list_p);
}

opt_pass *
make_accelfix_hidden_moves (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-hidden-moves", ctxt, move_away, has_list_p);
}

opt_pass *
make_accelfix_hidden_counts (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-hidden-counts", ctxt, note_all_registers,
			has_list_p);
}

#endif /* ACCELFIX_GCN */
