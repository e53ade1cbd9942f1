/* Metadata of code object version 5, and the aperture of LDS from the implicit
   arguments (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* From code object version 5 on the loader of a kernel fills a block of 256
   bytes behind the kernel's explicit arguments, as far as the metadata names
   what is in it ("Kernel Argument Metadata" and "Implicit Kernel Arguments" in
   AMDGPUUsage).  GCC describes no argument at all, says version 1.0 on all code
   objects, and gives the size of the explicit arguments as that of the whole
   segment.  Under code-object=5 this pass makes the description of each kernel
   a true one:

   - amdhsa.version 1.2 and amdhsa.target;
   - .args: the kernel's own arguments, the words that libgomp's and gcn-run's
     loaders put behind them, and of the implicit block the bases of the private
     and the shared aperture (offsets 192 and 196, 32 bits each) and the queue
     pointer (200);
   - .kernarg_segment_size up to the end of the block, aligned to 8.

   Where the block begins.  LLVM puts it behind the explicit arguments, aligned
   to 8, and passes its address to callees in s[8:9].  GCC's callees have the
   address of the whole segment (there up to GCC 12, from 13 on in s[4:5]),
   since newlib and libgomp read their own words from it: for OpenMP, OpenACC
   and main that is a fixed layout whose end is ACCELFIX_RUNTIME_KERNARGS.  A
   callee can use the block only when it is at one place for all kernels.  So in a unit it begins behind the longest list of
   arguments of its kernels; what lies between is a hole, which the metadata may
   have.

   aperture=implicit takes the base of the shared aperture from the block where
   an LDS pointer becomes a flat one; GCC (11 to 15) reads it from the queue, at
   64, through a field that newer runtimes keep for old code only.  GCC has no
   pointers to the private address space, so that the base of the private
   aperture is described and never read.  The conversion is a hook of the target that we
   put ours before.

   GCC prints the metadata with the function's label, so that asm_out_file is
   another stream while pass "final" runs, and the text is changed afterwards.
   The assembler skips it then: the unit's note is made here (kernel-note.cc).
   For a reader, and for mkoffload, which takes counts of registers from the
   assembly, it stays there, one kernel in each block, and no line that begins
   with "- .name" but the kernel's.  The descriptor's size of the segment stays
   zero, which means that it is not said: libgomp refuses kernels that say more
   than 8 there.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "gcn-asm.h"
#include "gcn-kernel.h"
#include "kernel-note.h"

#if ACCELFIX_GCN

static accelfix_counter n_described ("kernels described for code object "
				     "version 5");
static accelfix_counter n_apertures ("apertures from the implicit arguments");

/* The implicit block, from its beginning on.  */
static const int HIDDEN_PRIVATE_BASE = 192;
static const int HIDDEN_SHARED_BASE = 196;
static const int HIDDEN_QUEUE_PTR = 200;
static const int HIDDEN_SIZE = 256;

/* Where the implicit block begins in this unit; -1: not known yet.  */
static int block_start = -1;

/* What the assembly names as target: "amdgcn-amd-amdhsa--gfx803".  */
static char *target_id;

/* The note of the unit.  */
static kernel_note *note;

/* One argument of a kernel in the segment.  */
struct kernarg { int offset, size; bool pointer; };

/* Puts the arguments of kernel DECL that are in the segment into *ARGS, as
   gcn_function_arg and gcn_function_arg_advance place them.  Returns their
   end.  */

static int
explicit_arguments (tree decl, vec<kernarg> *args)
{
  tree attr = gcn_kernel_attribute (decl), fntype = TREE_TYPE (decl);
  int in_registers = attr ? list_length (TREE_VALUE (attr)) : 0, end = 0;
  for (tree t = TYPE_ARG_TYPES (fntype); t && TREE_VALUE (t) != void_type_node;
       t = TREE_CHAIN (t))
    {
      tree type = TREE_VALUE (t);
      if (in_registers-- > 0)
	continue;
      if (INTEGRAL_TYPE_P (type)
	  && TYPE_PRECISION (type) < TYPE_PRECISION (integer_type_node)
	  && targetm.calls.promote_prototypes (fntype))
	type = integer_type_node;
      int align = TYPE_ALIGN_UNIT (type);
      kernarg a = { (end + align - 1) / align * align,
		    (int) int_size_in_bytes (type), POINTER_TYPE_P (type) };
      end = a.offset + a.size;
      args->safe_push (a);
    }
  return end;
}

/* Where the implicit block of a kernel like DECL begins at the earliest.  */

static int
arguments_end (tree decl)
{
  auto_vec<kernarg> args;
  int end = explicit_arguments (decl, &args);
  if (!gcn_kernel_attribute (decl))
    end = MAX (end, ACCELFIX_RUNTIME_KERNARGS);
  return (end + 7) / 8 * 8;
}

/* The replacement of TARGET_ADDR_SPACE_CONVERT, and what it replaces.  */

static rtx (*own_convert) (rtx, tree, tree);

static rtx
convert_by_implicit_args (rtx op, tree from_type, tree to_type)
{
  if (!AS_LDS_P (TYPE_ADDR_SPACE (TREE_TYPE (from_type)))
      || !AS_FLAT_P (TYPE_ADDR_SPACE (TREE_TYPE (to_type))))
    return own_convert (op, from_type, to_type);
  if (block_start < 0)
    {
      error_at (DECL_SOURCE_LOCATION (current_function_decl),
		"%qD makes a flat pointer of an LDS pointer, and no kernel of "
		"this unit says where the implicit arguments are: compile it "
		"together with its kernels, or with "
		"%<-fplugin-arg-accelfix-aperture=queue%>",
		current_function_decl);
      block_start = 0;
    }
  rtx flat = gen_reg_rtx (DImode);
  rtx kernargs = gen_rtx_REG (DImode, ACCELFIX_KERNARG_REGNO);
  rtx base = gen_rtx_MEM (SImode, plus_constant (DImode, kernargs, block_start
						 + HIDDEN_SHARED_BASE));
  set_mem_addr_space (base, ADDR_SPACE_SCALAR_FLAT);
  MEM_READONLY_P (base) = 1;
  emit_move_insn (gen_lowpart (SImode, flat), op);
  emit_move_insn (gen_highpart_mode (SImode, DImode, flat), base);
  n_apertures.value++;
  return flat;
}

/* Finds out where the implicit block begins, before the first function is
   compiled.  */

static void
find_block_start (function *)
{
  cgraph_node *node;
  /* In offload code all kernels of all units are of one kind.  */
  if (flag_openmp || flag_openacc)
    block_start = ACCELFIX_RUNTIME_KERNARGS;
  FOR_EACH_FUNCTION (node)
    if (node->definition && !node->inlined_to && gcn_kernel_p (node->decl))
      block_start = MAX (block_start, arguments_end (node->decl));
}

/* The replacement of TARGET_ASM_FILE_START, and what it replaces.  */

static void (*own_file_start) ();

static void
file_start ()
{
  gcn_begin_capture ();
  own_file_start ();
  char *text = gcn_end_capture ();
  fputs (text, asm_out_file);
  const char *id = strstr (text, ".amdgcn_target");
  const char *dash = id ? strstr (id, "-amdhsa--") : NULL;
  if (dash)
    {
      size_t n = strcspn (dash, "\"\n");
      target_id = concat ("amdgcn-amd", dash, NULL);
      target_id[strlen ("amdgcn-amd") + n] = 0;
    }
  free (text);
}

/* Prints one element of .args, and adds it to the note.  */

static void
print_arg (int offset, int size, const char *kind)
{
  note->arg (offset, size, kind);
  fprintf (asm_out_file,
	   "              - .offset: %d\n"
	   "                .size: %d\n"
	   "                .value_kind: %s\n", offset, size, kind);
  if (strcmp (kind, "global_buffer") == 0)
    fputs ("                .address_space: global\n", asm_out_file);
}

/* Prints the arguments of the current kernel.  */

static void
print_args ()
{
  auto_vec<kernarg> args;
  int end = explicit_arguments (current_function_decl, &args);
  if (end != cfun->machine->kernarg_segment_byte_size)
    error_at (DECL_SOURCE_LOCATION (current_function_decl),
	      "the arguments of kernel %qD take %d bytes, and %d were expected",
	      current_function_decl, cfun->machine->kernarg_segment_byte_size,
	      end);
  fputs ("            .args:\n", asm_out_file);
  for (const kernarg &a : args)
    print_arg (a.offset, a.size, a.pointer ? "global_buffer" : "by_value");
  if (!gcn_kernel_attribute (current_function_decl))
    for (const accelfix_kernarg *a = accelfix_runtime_kernargs; a->size; a++)
      print_arg (a->offset, a->size, a->size == 8 ? "global_buffer"
				     : "by_value");
  print_arg (block_start + HIDDEN_PRIVATE_BASE, 4, "hidden_private_base");
  print_arg (block_start + HIDDEN_SHARED_BASE, 4, "hidden_shared_base");
  print_arg (block_start + HIDDEN_QUEUE_PTR, 8, "hidden_queue_ptr");
}

/* Prints TEXT, which is what GCC printed of the current kernel, with its
   metadata made true.  */

static void
print_described (const char *text)
{
  const char *begin = strstr (text, "        .amdgpu_metadata\n");
  const char *end = begin ? strstr (begin, "        .end_amdgpu_metadata\n")
		    : NULL;
  if (!end)
    {
      error_at (DECL_SOURCE_LOCATION (current_function_decl),
		"no metadata of kernel %qD was printed",
		current_function_decl);
      return;
    }
  fwrite (text, 1, begin - text, asm_out_file);
  fputs ("\t.if\t0\n", asm_out_file);
  note->begin_kernel ();
  int version = 0;
  for (const char *line = begin; line < end; )
    {
      const char *word = line + strspn (line, " ");
      int indent = word - line;
      size_t n = strcspn (word, "\n");
      char changed[256] = "";
      if (startswith (word, "amdhsa.version:"))
	{
	  if (target_id)
	    fprintf (asm_out_file, "        amdhsa.target: %s\n", target_id);
	  version = 2;
	}
      else if (version && startswith (word, "- "))
	strcpy (changed, version-- == 2 ? "- 1" : "- 2");
      else if (startswith (word, ".kernarg_segment_size:"))
	sprintf (changed, ".kernarg_segment_size: %d",
		 block_start + HIDDEN_SIZE);
      else if (startswith (word, ".kernarg_segment_align:"))
	sprintf (changed, ".kernarg_segment_align: %d",
		 MAX (8, cfun->machine->kernarg_segment_alignment));
      line = word + n + 1;
      if (changed[0])
	{
	  word = changed;
	  n = strlen (changed);
	}
      fprintf (asm_out_file, "%*s%.*s\n", indent, "", (int) n, word);

      /* "- .name: NAME" begins the kernel; what follows is ".KEY: VALUE".  */
      const char *key = startswith (word, "- .") ? word + 2 : word;
      const char *colon = (const char *) memchr (key, ':', n - (key - word));
      if (*key == '.' && colon && colon[1] == ' ')
	note->field (key, colon - key, colon + 2, word + n - (colon + 2));
    }
  print_args ();
  note->end_kernel ();
  const char *behind = strchr (end, '\n') + 1;
  fwrite (end, 1, behind - end, asm_out_file);
  fputs ("\t.endif\n", asm_out_file);
  fputs (behind, asm_out_file);
  n_described.value++;
}

/* PLUGIN_FINISH_UNIT.  */

static void
print_note (void *, void *)
{
  if (asm_out_file && !seen_error ())
    note->print (asm_out_file, target_id);
}

/* The two passes around "final".  */

static void
begin_description (function *)
{
  gcn_begin_capture ();
}

static void
end_description (function *)
{
  char *text = gcn_end_capture ();
  print_described (text);
  free (text);
}

static bool
described_p ()
{
  return accelfix_args.code_object && !accelfix_normal_function_p ();
}

opt_pass *
make_accelfix_implicit_unit (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-implicit-unit", ctxt, find_block_start,
			 [] { return accelfix_args.code_object > 0; });
}

opt_pass *
make_accelfix_describe_begin (gcc::context *ctxt)
{
  if (accelfix_args.code_object)
    {
      note = new kernel_note;
      register_callback ("accelfix", PLUGIN_FINISH_UNIT, print_note, NULL);
      own_file_start = targetm.asm_out.file_start;
      targetm.asm_out.file_start = file_start;
      if (accelfix_args.aperture == APERTURE_IMPLICIT)
	{
	  own_convert = targetm.addr_space.convert;
	  targetm.addr_space.convert = convert_by_implicit_args;
	}
    }
  return make_rtl_pass ("accelfix-describe-begin", ctxt, begin_description,
			described_p);
}

opt_pass *
make_accelfix_describe (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-describe", ctxt, end_description,
			described_p);
}

#endif /* ACCELFIX_GCN */
