/* Make the stack of each SIMD lane large enough.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "simd.h"
#include "functions.h"

/* In a SIMT region each lane has a stack of its own, %simtstack_ar in .local
   memory.  From its end down it holds the record of the lane's variables, the
   saved stack pointer, arguments of variadic functions, memory that alloca
   takes, and the frames of all functions that the region calls.  GCC makes it
   as large as the record if the function calls nothing; otherwise 128 bytes,
   or what -msoft-stack-reserve-local says, whatever the record's size
   (nvptx_declare_function_name).  What does not fit overwrites what lies
   below.

   This pass makes it as large as all of that together:

   - the frames of a callee and of all that it calls are known if it was
     compiled before in this unit (callees mostly are), or comes from a library
     of the compiler (library-frames.cc).  For a callee that is neither, a call
     through a pointer, recursion and memory of variable size simt-stack=N
     counts N bytes each, 1024 by default: more than 96 of 100 functions of the
     shipped libraries need;
   - GCC forgets the room for the arguments of variadic functions: it stores
     them from %stack up, where the saved stack pointer and the record lie.
     %stack is set lower by their size where the region starts;
   - functions take %stack to be aligned as all frames are, to 16 bytes, and
     store vectors accordingly.  GCC puts it 8 bytes below the record.  It is
     aligned where the region starts.

   It is never smaller than GCC would make it.  Calls outside the region do not
   count: libgomp's frames alone would make it 1 kB in every kernel.

   .local memory is set aside for every thread that the device can hold, so
   that bytes matter: 1024 of them are 160 MB on a device with 80
   multiprocessors of 2048 threads.

   The pass stands after "mach", as nvptx_softstack_size, which it sets for
   each function, is only read when the function's head is printed, and as
   nothing makes calls after it.  */

static accelfix_counter n_stacks ("stacks of SIMD lanes repaired");
static accelfix_counter n_saves ("functions that save the stack pointer and did "
				 "not declare it");

/* Bytes of .local memory from which on it is worth a warning.  */
static const unsigned HOST_WIDE_INT many_local_bytes = 16 * 1024;

/* Bytes that all frames are aligned to (init_softstack_frame).  */
static const int keep_align = BIGGEST_ALIGNMENT / BITS_PER_UNIT;

/* What the user has for -msoft-stack-reserve-local, or GCC by itself.  */
static int reserve = -1;

/* What the current function takes of the stack by itself.  As
   nvptx_declare_function_name decides and init_softstack_frame prints.  */

static unsigned HOST_WIDE_INT
own_cost (void)
{
  unsigned HOST_WIDE_INT frame = get_frame_size ().to_constant ();
  machine_function *m = cfun->machine;
  if (!frame && !m->has_chain && !accelfix_has_variadic ()
      && !cfun->calls_alloca && !(m->has_simtreg && !leaf_function_p ()))
    return 0;
  unsigned HOST_WIDE_INT bytes
    = ROUND_UP (frame, keep_align) + crtl->outgoing_args_size.to_constant ();
  int align = crtl->stack_alignment_needed / BITS_PER_UNIT;
  if (align > keep_align)
    bytes += align - keep_align;
  return bytes + (cfun->calls_alloca ? unknown_cost () : 0);
}

/* What a region needs below its record.  */
struct region_need
{
  unsigned HOST_WIDE_INT frames;	/* The worst callee.  */
  const char *callee;			/* Its name, or null.  */
  bool calls;
  location_t loc;			/* Of its first statement.  */
};

static region_need
find_need (const simt_entry &entry)
{
  region_need need = { 0, NULL, false, UNKNOWN_LOCATION };
  auto_vec<rtx_insn *> insns;
  simt_find_insns (entry, &insns);
  for (rtx_insn *insn : insns)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      if (need.loc == UNKNOWN_LOCATION)
	need.loc = INSN_LOCATION (insn);
      if (!CALL_P (insn))
	continue;
      const char *name;
      unsigned HOST_WIDE_INT cost = call_cost (insn, &name);
      need.calls = true;
      if (cost > need.frames)
	{
	  need.frames = cost;
	  need.callee = name;
	}
    }
  return need;
}

/* Emits PAT behind INSN.  */

static rtx_insn *
emit_behind (rtx pat, rtx_insn *insn)
{
  insn = emit_insn_after (pat, insn);
  if (recog_memoized (insn) < 0)
    fatal_insn_not_found (insn);
  return insn;
}

/* Aligns the lane's stack pointer where the region of ENTRY starts, and sets
   it lower by BYTES.  The region's end restores it as it is.  */

static void
set_stack (const simt_entry &entry, unsigned HOST_WIDE_INT bytes)
{
  rtx_insn *insn = entry.insn;
  if (accelfix_args.comment)
    insn = emit_insn_after (accelfix_gen_comment ("simt-stack"), insn);
  if (bytes)
    insn = emit_behind (gen_rtx_SET (stack_pointer_rtx,
				     gen_rtx_PLUS (Pmode, stack_pointer_rtx,
						   GEN_INT (-bytes))), insn);
  insn = emit_behind (gen_rtx_SET (stack_pointer_rtx,
				   gen_rtx_AND (Pmode, stack_pointer_rtx,
						GEN_INT (-keep_align))),
		      insn);
  emit_behind (gen_rtx_UNSPEC (VOIDmode, gen_rtvec (1, stack_pointer_rtx),
			       UNSPEC_SET_SOFTSTACK), insn);
}

/* Says so if a lane's stack of BYTES, mostly for NEED, is large; false if it is
   too large.  */

static bool
check_size (const region_need &need, unsigned HOST_WIDE_INT bytes)
{
  location_t loc = need.loc;
  if (loc == UNKNOWN_LOCATION)
    loc = DECL_SOURCE_LOCATION (cfun->decl);
  if (bytes > ptx_max_local_bytes)
    {
      error_at (loc, "the stack of a SIMD lane needs %lu bytes, and PTX allows "
		"a thread 512 kB: call %qs outside the %<simd%> loop, or take "
		"%<simd%> from the loop", (unsigned long) bytes,
		need.callee ? need.callee : "functions by pointers");
      return false;
    }
  if (bytes > many_local_bytes)
    warning_at (loc, 0, "the stack of a SIMD lane needs %lu bytes, which are "
		"set aside for each thread that the device can hold",
		(unsigned long) bytes);
  return true;
}

/* Makes the lane's stack of the current function large enough.  */

static void
size_stack (void)
{
  auto_vec<simt_entry> entries;
  simt_find_entries (&entries);
  unsigned HOST_WIDE_INT out
    = ROUND_UP (crtl->outgoing_args_size.to_constant (), UNITS_PER_WORD);
  unsigned HOST_WIDE_INT most = 0;
  bool changed = false;
  for (const simt_entry &entry : entries)
    {
      region_need need = find_need (entry);
      unsigned HOST_WIDE_INT bytes = need.frames;
      if (CONST_INT_P (*entry.size))
	bytes += ROUND_UP (UINTVAL (*entry.size), UNITS_PER_WORD);
      if (CONST_INT_P (*entry.align) && UINTVAL (*entry.align) > UNITS_PER_WORD)
	bytes += UINTVAL (*entry.align) - UNITS_PER_WORD;
      if (cfun->calls_alloca)
	bytes += unknown_cost ();
      if (need.calls || cfun->calls_alloca)
	{
	  bytes += out + keep_align - UNITS_PER_WORD;
	  set_stack (entry, out);
	  changed = true;
	}
      if (dump_file)
	fprintf (dump_file, "region at insn %d: lane's stack of "
		 HOST_WIDE_INT_PRINT_UNSIGNED " bytes, "
		 HOST_WIDE_INT_PRINT_UNSIGNED " for %s\n",
		 INSN_UID (entry.insn), bytes, need.frames,
		 need.callee ? need.callee : "calls through pointers");
      if (!check_size (need, bytes))
	return;
      most = MAX (most, bytes);
    }
  /* A function that calls nothing has a stack for its record as it is.  */
  if (most > (unsigned HOST_WIDE_INT) reserve
      && (!leaf_function_p () || cfun->calls_alloca))
    {
      nvptx_softstack_size = most;
      changed = true;
    }
  n_stacks.value += changed;
}

/* Whether an insn of the current function saves or restores the stack pointer,
   as it is done around a scope with an array of variable size.  */

static bool
saves_stack_p (void)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn))
      if (rtx set = single_set (insn))
	if (SET_SRC (set) == stack_pointer_rtx
	    || (SET_DEST (set) == stack_pointer_rtx && REG_P (SET_SRC (set))))
	  return true;
  return false;
}

/* Sizes the stack of the current function's lanes, and notes what it takes of a
   stack itself.  */

static void
note_stack (function *)
{
  if (reserve < 0)
    reserve = nvptx_softstack_size;
  nvptx_softstack_size = reserve;
  if (accelfix_args.simt_stack && cfun->machine->has_simtreg)
    size_stack ();
  unsigned HOST_WIDE_INT own = own_cost ();
  note_compiled (own);
  /* Where the array itself was removed late, these insns are left, and
     nvptx_declare_function_name does not declare the register that they
     name.  */
  if (!own && saves_stack_p ())
    {
      cfun->calls_alloca = 1;
      n_saves.value++;
    }
}

opt_pass *
make_accelfix_lane_stack (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-lane-stack", ctxt, note_stack,
			[] { return TARGET_SOFT_STACK != 0; });
}
