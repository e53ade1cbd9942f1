/* Make the stack of each wave large enough (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Up to GCC 12 the stack of a wave is its private segment, 32 KiB in offload
   code whatever the frames take; what does not fit lies in another wave's.
   -mstack-size=BYTES replaces that for all kernels of the program.  GCC writes
   the size into a kernel's descriptor, and into its metadata, when it prints
   the kernel's head (gcn_hsa_declare_function_name), so that each kernel may
   have its own.

   The size is what the deepest chain of calls takes.  A thread of a parallel
   region is a wave of the same kernel, which calls the region's function by a
   pointer, so that functions whose address is taken count as called by each
   kernel that calls a library or by a pointer.  Of functions that are compiled
   before the kernel the frames are known; of others they are estimated from
   their variables, and room for saved registers is added.
   Libraries have frames, too: library_bytes stand for them.  Recursion, memory
   of variable size and calls by a pointer have no known size: nothing is added
   for these, and the summary of `verbose' counts the kernels that have them.

   The size is never less than GCC's, and is GCC's own if the program needs no
   more.  The user's -mstack-size stays as it is.  From GCC 13 on stacks are
   memory that libgomp on the host allocates: GCN_STACK_SIZE in the environment
   says how large they are, and the compiler has no part in it.

   The pass stands before "final", as the size is read when the function's head
   is printed.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "cfgexpand.h"
#include "functions.h"
#include "gcn-kernel.h"

#if ACCELFIX_GCN

static accelfix_counter n_raised ("kernels with a larger stack");
static accelfix_counter n_unknown ("kernels whose stack has no known size");

/* What functions of libgomp, libc and libm take with all that they call.  A
   function that saves all vector registers has 2 KiB, the largest that GCC 11
   and 12 ship have 3.7 KiB (those of printf), and few calls nest deeper than
   five.  */
static const unsigned HOST_WIDE_INT library_bytes = 16 * 1024;

/* The hardware's bound for the private segments of a wave (13 bits, in units
   of 1 KiB).  */
static const unsigned HOST_WIDE_INT most_bytes = 8191 * 1024;

/* What a function that has not been compiled takes besides its variables: saved
   registers.  */
static const unsigned HOST_WIDE_INT estimate_extra = 2048 + 256;

/* GCC's own size.  */
static int default_size = -1;

/* Whether the function of NODE may be called by a pointer: GCC says that its
   address is taken, or nothing that is still known calls it.  It forgets the
   former as it goes along.  */

static bool
pointed_to_p (cgraph_node *node)
{
  return ((node->address_taken || !node->callers) && !node->inlined_to
	  && !gcn_kernel_p (node->decl));
}

/* Notes in F that it calls DECL.  */

static void
note_call (function_facts *f, tree decl)
{
  cgraph_node *node = cgraph_node::get (decl);
  function_facts *callee = facts_of (decl);
  if (callee->compiled || (node && node->ultimate_alias_target ()->definition))
    f->callees.safe_push (callee);
  else if (!fndecl_built_in_p (decl, BUILT_IN_MD))
    f->calls_library = true;
}

/* What one search has come across.  */
struct search { bool library, pointers, unknown; };

/* Notes in F what NODE, which has not been compiled, calls with all that is
   inlined into it.  */

static void
read_calls (cgraph_node *node, function_facts *f)
{
  f->calls_pointers |= node->indirect_calls != NULL;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (e->inline_failed)
      note_call (f, e->callee->decl);
    else
      read_calls (e->callee, f);
}

/* What the function of F takes with all that it calls.  */

static unsigned HOST_WIDE_INT
find_depth (function_facts *f, search *s)
{
  if (f->active)
    s->unknown = true;
  if (f->active || f->known)
    return f->active ? 0 : f->depth;
  if (!f->compiled)
    {
      cgraph_node *node = cgraph_node::get (f->decl);
      f->own = 0;
      if (node && function_body_p (node))
	{
	  node->get_untransformed_body ();
	  f->own = estimated_stack_frame_size (node) + estimate_extra;
	  read_calls (node, f);
	}
    }
  f->active = true;
  s->library |= f->calls_library;
  s->pointers |= f->calls_pointers;
  s->unknown |= f->takes_alloca;
  unsigned HOST_WIDE_INT most = 0;
  for (function_facts *callee : f->callees)
    most = MAX (most, find_depth (callee, s));
  f->depth = f->own + most;
  f->active = false;
  f->known = true;
  if (dump_file)
    fprintf (dump_file, "%s: " HOST_WIDE_INT_PRINT_UNSIGNED " of "
	     HOST_WIDE_INT_PRINT_UNSIGNED " bytes%s\n",
	     IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (f->decl)), f->own,
	     f->depth, f->compiled ? "" : ", estimated");
  return f->depth;
}

/* What the current function takes of the stack by itself
   (gcn_compute_frame_offsets).  */

static unsigned HOST_WIDE_INT
own_size (void)
{
  machine_function *m = cfun->machine;
  return (m->pretend_size + m->callee_saves + m->local_vars
	  + m->outgoing_args_size);
}

/* Sets the size of the stack for the current function, a kernel, whose frame is
   KERNEL.  */

static void
size_stack (function_facts *kernel)
{
  search s = {};
  cgraph_node *node;
  for (function_facts *f : all_functions ())
    f->known = false;
  unsigned HOST_WIDE_INT need = find_depth (kernel, &s);
  if (s.library || s.pointers)
    {
      unsigned HOST_WIDE_INT most = 0;
      FOR_EACH_DEFINED_FUNCTION (node)
	if (pointed_to_p (node))
	  facts_of (node->decl)->taken = true;
      for (unsigned i = 0; i < all_functions ().length (); i++)
	if (all_functions ()[i]->taken)
	  most = MAX (most, find_depth (all_functions ()[i], &s));
      need += most;
      s.unknown |= s.pointers;
    }
  if (s.library)
    need += library_bytes;
  n_unknown.value += s.unknown;
  if (dump_file)
    fprintf (dump_file, "stack of " HOST_WIDE_INT_PRINT_UNSIGNED " bytes%s\n",
	     need, s.unknown ? ", with some that are not known" : "");
  if (need <= (unsigned HOST_WIDE_INT) default_size)
    return;
  need = ROUND_UP (need, 1024);
  if (need > most_bytes)
    {
      warning_at (DECL_SOURCE_LOCATION (cfun->decl), 0,
		  "the stack of a wave needs %lu bytes, and the hardware has "
		  "8191 kB", (unsigned long) need);
      need = most_bytes;
    }
  stack_size_opt = need;
  n_raised.value++;
}

/* Notes the frame of the current function, and if it is a kernel sets its
   stack.  */

static void
note_frame (function *fn)
{
  if (default_size < 0)
    default_size = stack_size_opt;
  stack_size_opt = default_size;
  cgraph_node *node = cgraph_node::get (fn->decl);
  function_facts *f = facts_of (fn->decl);
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (CALL_P (insn))
      {
	/* An address is in a register at most calls, and the note has the
	   callee: none of a call by a pointer, or of libgcc.  What the
	   prologue and the epilogue of a kernel call of libgomp has no
	   note.  */
	rtx note = find_reg_note (insn, REG_CALL_DECL, NULL_RTX);
	rtx symbol = note ? XEXP (note, 0) : NULL_RTX;
	tree decl = symbol ? SYMBOL_REF_DECL (symbol) : NULL_TREE;
	if (decl && TREE_CODE (decl) == FUNCTION_DECL)
	  note_call (f, decl);
	else
	  {
	    f->calls_library = true;
	    f->calls_pointers |= note != NULL;
	  }
      }
  f->own = own_size ();
  f->takes_alloca = fn->calls_alloca;
  f->taken = node && pointed_to_p (node);
  f->compiled = true;
  if (!accelfix_normal_function_p ())
    size_stack (f);
}

/* Notes all calls of the unit before the first function is compiled: GCC forgets
   them as it goes along.  */

static void
read_unit (function *)
{
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    if (!node->inlined_to && !node->alias)
      read_calls (node, facts_of (node->decl));
}

static bool
sized_p ()
{
  return accelfix_args.private_stack && accelfix_private_stack_p ();
}

opt_pass *
make_accelfix_private_unit (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-private-unit", ctxt, read_unit, sized_p);
}

opt_pass *
make_accelfix_private_stack (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-private-stack", ctxt, note_frame, sized_p);
}

#endif /* ACCELFIX_GCN */
