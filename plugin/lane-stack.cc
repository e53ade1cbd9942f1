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
     counts N bytes each; by default 1024 for memory of variable size, and 256
     else, see below;
   - GCC forgets the room for the arguments of variadic functions: it stores
     them from %stack up, where the saved stack pointer and the record lie.
     %stack is set lower by their size where the region starts;
   - functions take %stack to be aligned as all frames are, to 16 bytes, and
     store vectors accordingly.  GCC puts it 8 bytes below the record.  It is
     aligned where the region starts.

   It is never smaller than GCC would make it.  Calls outside the region do not
   count: libgomp's frames alone would make it 1 kB in every kernel.

   The driver knows how much stack a kernel needs from its calls, those by
   pointers included.  If any of them may be recursive, it gives each thread 1024
   bytes for everything (CU_LIMIT_STACK_SIZE), and what is beyond ends the
   program.  That is so as soon as there is a parallel region: GOMP_parallel calls
   functions by pointers that may call it again.  On an H200 programs ran whose
   lanes' stacks had up to 400 bytes, libgomp's own functions being the rest, and
   with 520 some did not.  So what is not known must count for little.

   .local memory is set aside for every thread that the device can hold, so
   that bytes matter: 1024 of them are 160 MB on a device with 80
   multiprocessors of 2048 threads.

   Where a lane's stack would be larger than what is sure to be there, its record is
   moved: to the warp's own stack in global memory, which nobody uses during a region,
   32 of them side by side.  The lane's %stack must stay in .local memory, where one
   address is another place for each lane: functions find it in shared memory, in one
   word for the warp.  What leaves the region restores %stack from the word below the
   record, so the warp's is stored there as well.

   The pass stands after "mach", as nvptx_softstack_size, which it sets for
   each function, is only read when the function's head is printed, and as
   nothing makes calls after it.  */

static accelfix_counter n_stacks ("stacks of SIMD lanes repaired");
static accelfix_counter n_records ("records of SIMD lanes moved to the warp's stack");
static accelfix_counter n_saves ("functions that save the stack pointer and did "
				 "not declare it");

/* Bytes of .local memory from which on it is worth a warning.  */
static const unsigned HOST_WIDE_INT many_local_bytes = 16 * 1024;

/* Bytes that all frames are aligned to (init_softstack_frame).  */
static const int keep_align = BIGGEST_ALIGNMENT / BITS_PER_UNIT;

/* What a lane's stack may have before its record is moved, and what the records of a
   warp may take of its stack: half of the 128 kB that libgomp gives it.  */
static const unsigned HOST_WIDE_INT sure_local_bytes = 400;
static const unsigned HOST_WIDE_INT most_record_bytes = 64 * 1024;

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
  return bytes + (cfun->calls_alloca ? unknown_cost (true) : 0);
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

/* Moves the record of ENTRY to the warp's stack; false if there is no room or no
   need.  */

static bool
move_record (const simt_entry &entry)
{
  if (!CONST_INT_P (*entry.size) || !CONST_INT_P (*entry.align)
      || UINTVAL (*entry.size) < 64)
    return false;
  HOST_WIDE_INT align = MAX (UINTVAL (*entry.align), (unsigned) keep_align);
  HOST_WIDE_INT slice = ROUND_UP (align + UINTVAL (*entry.size), align);
  const HOST_WIDE_INT lanes = 32;
  HOST_WIDE_INT frame = get_frame_size ().to_constant ();
  if (frame + slice * lanes > (HOST_WIDE_INT) most_record_bytes)
    return false;
  rtx_insn *insn = entry.insn;
  rtx warps = gen_reg_rtx (Pmode), lane = gen_reg_rtx (SImode);
  rtx base = gen_reg_rtx (Pmode), place = gen_reg_rtx (Pmode);
  emit_insn_before (gen_rtx_SET (warps, stack_pointer_rtx), insn);
  *entry.size = const0_rtx;
  INSN_CODE (insn) = -1;
  df_insn_rescan (insn);
  if (recog_memoized (insn) < 0)
    fatal_insn_not_found (insn);

  insn = emit_behind (gen_rtx_SET (base, gen_rtx_AND (Pmode, warps, GEN_INT (-align))),
		      insn);
  insn = emit_behind (gen_rtx_SET (base, plus_constant (Pmode, base,
							align - lanes * slice)), insn);
  insn = emit_behind (gen_rtx_SET (lane, gen_rtx_UNSPEC (SImode,
							 gen_rtvec (1, const0_rtx),
							 UNSPEC_LANEID)), insn);
  insn = emit_behind (gen_rtx_SET (place, gen_rtx_ZERO_EXTEND (Pmode, lane)), insn);
  insn = emit_behind (gen_rtx_SET (place, gen_rtx_MULT (Pmode, place,
							GEN_INT (slice))), insn);
  insn = emit_behind (gen_rtx_SET (entry.record, gen_rtx_PLUS (Pmode, base, place)),
		      insn);
  emit_behind (gen_rtx_SET (gen_rtx_MEM (Pmode, plus_constant (Pmode, entry.record,
							       -UNITS_PER_WORD)),
			    warps), insn);
  n_records.value++;
  return true;
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
  bool changed = false, calls_alloca = cfun->calls_alloca;
  for (const simt_entry &entry : entries)
    {
      region_need need = find_need (entry);
      unsigned HOST_WIDE_INT bytes = need.frames;
      if (CONST_INT_P (*entry.size))
	bytes += ROUND_UP (UINTVAL (*entry.size), UNITS_PER_WORD);
      if (CONST_INT_P (*entry.align) && UINTVAL (*entry.align) > UNITS_PER_WORD)
	bytes += UINTVAL (*entry.align) - UNITS_PER_WORD;
      if (calls_alloca)
	bytes += unknown_cost (true);
      if (bytes > sure_local_bytes && move_record (entry))
	{
	  bytes = need.frames + (calls_alloca ? unknown_cost (true) : 0);
	  /* There must be a %stack, as in functions that call others.  */
	  cfun->calls_alloca |= crtl->is_leaf;
	  changed = true;
	}
      if (need.calls || calls_alloca)
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
  /* Before size_stack says that the function calls alloca.  */
  unsigned HOST_WIDE_INT own = own_cost ();
  if (accelfix_args.simt_stack && cfun->machine->has_simtreg)
    size_stack ();
  note_compiled (own);
  /* Where the array itself was removed late, these insns are left, and
     nvptx_declare_function_name does not declare the register that they
     name.  */
  if (!own && !cfun->calls_alloca && saves_stack_p ())
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
