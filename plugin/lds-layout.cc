/* Addresses of LDS variables (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC gives an LDS variable (`__lds', or a gang-private one of OpenACC) its
   address when it first prints a reference to it: one after the other from 32
   on, for the whole unit, up to 512 bytes.  Kernels that never run together do
   not share space, OpenMP's runtime words are overlapped, and a unit with more
   than 512 bytes is refused although each kernel has all of LDS.

   Here a variable's place depends on the kernels that can reach it: through
   calls, and through references of the functions called.  A call through a
   pointer, or of a function in another unit, may come to each function whose
   address is taken and to each one that other units see.  Functions that
   other units see may also be called by kernels of those units, which count
   as one more kernel.

   Methods of lds:
   0: GCC's own.
   module: each variable has a place of its own.  Nothing depends on the call
     graph, but the sum of all variables must fit.
   kernel: a variable lies behind all others that some kernel shares with it,
     so that variables of different kernels share space and one that several
     kernels reach has the same address in all.
   hybrid: kernel where that makes the unit's largest kernel smaller, or
     where variables are still to come as in OpenACC; else module, which is
     simpler to debug.

   In a kernel's area variables lie by the number of kernels that reach them,
   then by alignment and size, larger ones first, so that nothing is lost to
   alignment but at the borders.

   References are replaced by numbers straight after expand, so that GCC never
   prints such a symbol and its own placing is never asked.  The gang-private
   variables of OpenACC are made while their function is compiled, too late for
   the call graph of the first function; such a variable belongs to the function
   that it is met in, and is placed when it is met.

   The bound is what -mgang-private-size says where it is given.  Else OpenACC
   has GCC's 512 bytes, behind which its reduction area lies (all of its LDS in
   GCC 11, where worker reductions are variables like others and gang-private
   variables live on the stack of the gang's only wave), OpenMP what its
   kernels reserve (0x600), and all others 65536.  OpenMP's team arena is
   described by the words up to ACCELFIX_OMP_RUNTIME_END, which stay free.

   Each unit is placed by itself.  What lies where, and who reaches it, goes
   into the object (lds-record.cc) for a check of the linked image; where two
   units collide, lds-start moves one of them behind the other.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "cgraph.h"
#include "gcn-kernel.h"
#include "lds-record.h"

#if ACCELFIX_GCN

static accelfix_counter n_placed ("references to LDS variables placed");

/* Where placing starts: zero is a null pointer, and GCC leaves 32 bytes.  */
static const unsigned LDS_START = 32;

static const unsigned OMP_LDS_SIZE = 0x600;
static const unsigned ALL_LDS_SIZE = 65536;

struct lds_variable
{
  tree decl;
  bitmap kernels;		/* Which reach it.  */
  unsigned offset;
  unsigned number;		/* In the record.  */
  char *name;			/* In the assembly.  */
};

/* The layout of the unit.  */
class lds_layout
{
public:
  lds_layout ();
  unsigned place_of (tree decl);
  void print_record (FILE *) const;

private:
  auto_vec<tree> m_kernels;	/* Null: those of other units.  */
  hash_map<tree, bitmap> m_reach;	/* Function -> kernels.  */
  auto_vec<lds_variable *> m_variables;
  hash_map<tree, lds_variable *> m_variable_of;
  auto_vec<unsigned> m_end;		/* Used up to here, by kernel.  */
  bool m_module;
  bitmap_obstack m_obstack;		/* The default one is emptied after
					   each function.  */
  lds_record m_record;

  lds_variable *add_variable (tree);
  void reach_from (unsigned kernel, cgraph_node *);
  void collect ();
  void place (lds_variable *);
  unsigned place_all (bool module);
};

static lds_layout *layout;

static bool
lds_decl_p (const_tree decl)
{
  return (decl && VAR_P (decl) && TREE_TYPE (decl) != error_mark_node
	  && AS_LDS_P (TYPE_ADDR_SPACE (TREE_TYPE (decl))));
}

/* Whether code that the compiler does not see may call NODE.  */

static bool
called_from_elsewhere_p (cgraph_node *node)
{
  return ((TREE_PUBLIC (node->decl) && node->externally_visible)
	  || node->address_taken);
}

static unsigned
lds_bound (void)
{
  if (int given = accelfix_gang_private_size ())
    return given;
  return flag_openmp ? OMP_LDS_SIZE : ALL_LDS_SIZE;
}

/* Adds to QUEUE what a call into the unknown may come to.  */

static void
reach_unknown (auto_vec<cgraph_node *> &queue)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION (node)
    if (node->definition && called_from_elsewhere_p (node)
	&& !gcn_kernel_p (node->decl))
      queue.safe_push (node);
}

/* Notes that KERNEL reaches START and all that START does; a null START is
   what other units may call.  */

void
lds_layout::reach_from (unsigned kernel, cgraph_node *start)
{
  auto_vec<cgraph_node *> queue;
  hash_set<cgraph_node *> seen;
  bool unknown = false;

  if (start)
    queue.safe_push (start);
  else
    reach_unknown (queue);
  while (!queue.is_empty ())
    {
      cgraph_node *node = queue.pop ()->ultimate_alias_target ();
      if (seen.add (node))
	continue;
      bool existed;
      bitmap &kernels = m_reach.get_or_insert (node->decl, &existed);
      if (!existed)
	{
	  kernels = BITMAP_ALLOC (&m_obstack);
	  accelfix_keep (node->decl);
	}
      bitmap_set_bit (kernels, kernel);
      for (cgraph_edge *e = node->callees; e; e = e->next_callee)
	queue.safe_push (e->callee);
      if ((node->indirect_calls || !node->definition) && !unknown)
	{
	  unknown = true;
	  reach_unknown (queue);
	}
      ipa_ref *ref = NULL;
      for (unsigned i = 0; node->iterate_reference (i, ref); i++)
	if (varpool_node *v = dyn_cast<varpool_node *> (ref->referred))
	  if (lds_variable **var = m_variable_of.get (v->decl))
	    bitmap_set_bit ((*var)->kernels, kernel);
    }
}

/* Adds variable DECL, which nothing reaches yet.  */

lds_variable *
lds_layout::add_variable (tree decl)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl));
  lds_variable *var = XNEW (lds_variable);
  *var = { decl, BITMAP_ALLOC (&m_obstack), 0, m_variables.length (),
	   xstrdup (*name == '*' ? name + 1 : name) };
  accelfix_keep (decl);
  m_variables.safe_push (var);
  m_variable_of.put (decl, var);
  return var;
}

/* Finds kernels, variables, and who reaches whom.  */

void
lds_layout::collect ()
{
  m_record.collect ();
  varpool_node *v;
  FOR_EACH_VARIABLE (v)
    if (lds_decl_p (v->decl))
      {
	lds_variable *var = add_variable (v->decl);
	ipa_ref *ref = NULL;
	for (unsigned i = 0; v->iterate_referring (i, ref); i++)
	  if (cgraph_node *f = dyn_cast<cgraph_node *> (ref->referring))
	    m_record.use (f->inlined_to ? f->inlined_to->decl : f->decl,
			  var->number);
      }

  cgraph_node *node;
  reach_from (0, NULL);
  m_kernels.safe_push (NULL_TREE);
  FOR_EACH_FUNCTION (node)
    if (node->definition && !node->inlined_to && gcn_kernel_p (node->decl))
      {
	reach_from (m_kernels.length (), node);
	m_kernels.safe_push (node->decl);
      }
}

static unsigned HOST_WIDE_INT
size_of (tree decl)
{
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (decl));
  return size && tree_fits_uhwi_p (size) ? tree_to_uhwi (size) : 0;
}

/* As GCC: what is larger than a word may be accessed by 64-bit
   instructions.  */

static unsigned
align_of (tree decl)
{
  unsigned align = DECL_ALIGN_UNIT (decl);
  if (size_of (decl) > align && size_of (decl) > 4 && align < 8)
    align = 8;
  return align;
}

/* Orders variables for placing.  */

static int
compare_variables (const void *x, const void *y)
{
  const lds_variable *a = *(lds_variable *const *) x;
  const lds_variable *b = *(lds_variable *const *) y;
  unsigned na = bitmap_count_bits (a->kernels);
  unsigned nb = bitmap_count_bits (b->kernels);
  if (na != nb)
    return na > nb ? -1 : 1;
  if (align_of (a->decl) != align_of (b->decl))
    return align_of (a->decl) > align_of (b->decl) ? -1 : 1;
  if (size_of (a->decl) != size_of (b->decl))
    return size_of (a->decl) > size_of (b->decl) ? -1 : 1;
  return DECL_UID (a->decl) < DECL_UID (b->decl) ? -1 : 1;
}

/* Places VAR behind all that its kernels have.  */

void
lds_layout::place (lds_variable *var)
{
  unsigned align = align_of (var->decl), offset = 0, k;
  unsigned HOST_WIDE_INT end;
  bitmap_iterator bi;

  for (k = 0; k < m_end.length (); k++)
    if (m_module || bitmap_bit_p (var->kernels, k))
      offset = MAX (offset, m_end[k]);
  var->offset = (offset + align - 1) / align * align;
  end = var->offset + size_of (var->decl);
  if (m_module)
    for (k = 0; k < m_end.length (); k++)
      m_end[k] = MIN (end, (unsigned HOST_WIDE_INT) UINT_MAX / 2);
  else
    EXECUTE_IF_SET_IN_BITMAP (var->kernels, 0, k, bi)
      m_end[k] = MIN (end, (unsigned HOST_WIDE_INT) UINT_MAX / 2);
}

/* Places all variables that are reached and returns where the largest kernel
   ends.  */

unsigned
lds_layout::place_all (bool module)
{
  unsigned start = (flag_openmp && !flag_openacc ? ACCELFIX_OMP_RUNTIME_END
		    : LDS_START);
  start = MAX (start, (unsigned) accelfix_args.lds_start);
  unsigned most = start;
  m_module = module;
  m_end.truncate (0);
  for (unsigned k = 0; k < m_kernels.length (); k++)
    m_end.safe_push (start);
  for (lds_variable *var : m_variables)
    if (!bitmap_empty_p (var->kernels))
      place (var);
  for (unsigned end : m_end)
    most = MAX (most, end);
  return most;
}

lds_layout::lds_layout ()
  : m_module (false)
{
  bitmap_obstack_initialize (&m_obstack);
  collect ();
  m_variables.qsort (compare_variables);
  unsigned module = place_all (true), kernel = place_all (false);
  if (accelfix_args.lds == LDS_MODULE
      || (accelfix_args.lds == LDS_HYBRID && module <= kernel
	  && !m_variables.is_empty ()))
    place_all (true);
}

/* Says that the LDS of some kernel is exhausted by VAR, and by what.  */

static void
say_exhausted (const lds_variable &var, const vec<lds_variable *> &all,
	       tree kernel, unsigned number)
{
  unsigned end = var.offset + size_of (var.decl);
  if (kernel)
    error_at (DECL_SOURCE_LOCATION (var.decl), "LDS variable %qD of kernel "
	      "%qD ends at %u, and %u bytes are there "
	      "(%<-mgang-private-size=%> sets the bound)", var.decl, kernel, end, lds_bound ());
  else
    error_at (DECL_SOURCE_LOCATION (var.decl), "LDS variable %qD ends at %u, "
	      "and %u bytes are there (%<-mgang-private-size=%> sets the "
	      "bound)", var.decl, end, lds_bound ());
  for (const lds_variable *v : all)
    if (v->decl != var.decl && bitmap_bit_p (v->kernels, number))
      inform (DECL_SOURCE_LOCATION (v->decl), "%qD has %lu bytes at %u",
	      v->decl, (unsigned long) size_of (v->decl), v->offset);
}

/* The address of DECL.  */

unsigned
lds_layout::place_of (tree decl)
{
  lds_variable **known = m_variable_of.get (decl);
  lds_variable *var = known ? *known : add_variable (decl);
  m_record.use (current_function_decl, var->number);
  if (bitmap_empty_p (var->kernels))
    {
      /* Made or first referenced while this function was compiled.  */
      bitmap *reach = m_reach.get (current_function_decl);
      if (reach)
	bitmap_copy (var->kernels, *reach);
      else
	for (unsigned k = 0; k < m_kernels.length (); k++)
	  bitmap_set_bit (var->kernels, k);
      place (var);
    }
  else if (!m_module)
    {
      /* A reference that the call graph did not show would share space
	 unseen.  */
      bitmap *reach = m_reach.get (current_function_decl);
      if (reach && bitmap_intersect_compl_p (*reach, var->kernels))
	error_at (DECL_SOURCE_LOCATION (current_function_decl),
		  "%qD refers to LDS variable %qD by a way that the call graph "
		  "does not show: use %<-fplugin-arg-accelfix-lds=module%>",
		  current_function_decl, decl);
    }
  if (var->offset + size_of (decl) > lds_bound ())
    {
      unsigned k = bitmap_first_set_bit (var->kernels);
      static bool said;
      if (!said)
	say_exhausted (*var, m_variables, m_kernels[k], k);
      said = true;
    }
  return var->offset;
}

/* Prints the record of the unit to FILE.  */

void
lds_layout::print_record (FILE *file) const
{
  m_record.begin (file, m_module ? "module" : "kernel");
  for (const lds_variable *var : m_variables)
    if (!bitmap_empty_p (var->kernels))
      m_record.variable (file, var->number, var->offset, size_of (var->decl),
			 var->name);
  m_record.end (file);
}

/* PLUGIN_FINISH_UNIT: the record goes behind all else in the assembly.  */

static void
print_layout_record (void *, void *)
{
  if (layout && asm_out_file && !seen_error ())
    layout->print_record (asm_out_file);
}

/* Replaces what refers to LDS variables in X by numbers; returns X where
   there is nothing.  */

static rtx
replace_lds (rtx x)
{
  if (GET_CODE (x) == CONST)
    {
      poly_int64 offset;
      rtx base = strip_offset (XEXP (x, 0), &offset);
      HOST_WIDE_INT n;
      if (GET_CODE (base) == SYMBOL_REF && offset.is_constant (&n)
	  && lds_decl_p (SYMBOL_REF_DECL (base)))
	return gen_int_mode (layout->place_of (SYMBOL_REF_DECL (base)) + n,
			     SImode);
    }
  if (GET_CODE (x) == SYMBOL_REF && lds_decl_p (SYMBOL_REF_DECL (x)))
    return gen_int_mode (layout->place_of (SYMBOL_REF_DECL (x)), SImode);
  return x;
}

/* SYMBOL stands for a constant in memory, where GCC puts the address of a part of
   a variable.  Replaces what refers to LDS variables in it.  */

static void
replace_in_pool (rtx symbol)
{
  rtx constant = get_pool_constant (symbol);
  if (GET_CODE (constant) == SYMBOL_REF && lds_decl_p (SYMBOL_REF_DECL (constant)))
    sorry_at (DECL_SOURCE_LOCATION (SYMBOL_REF_DECL (constant)),
	      "the address of LDS variable %qD as a constant in memory",
	      SYMBOL_REF_DECL (constant));
  if (GET_CODE (constant) != CONST)
    return;
  subrtx_ptr_iterator::array_type array;
  FOR_EACH_SUBRTX_PTR (iter, array, &XEXP (constant, 0), ALL)
    if (**iter && GET_CODE (**iter) == SYMBOL_REF)
      **iter = replace_lds (**iter);
}

/* The layout is made by the last of the passes over the unit: when the first
   function is compiled its edges and references are deleted.  */

static void
lay_out (function *)
{
  if (!layout)
    layout = new lds_layout;
}

/* Replaces all that refers to LDS variables in the current function.  */

static void
replace_all (function *)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      subrtx_ptr_iterator::array_type array;
      FOR_EACH_SUBRTX_PTR (iter, array, &PATTERN (insn), ALL)
	{
	  rtx *loc = *iter, x = *loc;
	  if (!x || (GET_CODE (x) != SYMBOL_REF && GET_CODE (x) != CONST))
	    continue;
	  if (GET_CODE (x) == SYMBOL_REF && CONSTANT_POOL_ADDRESS_P (x))
	    replace_in_pool (x);
	  rtx number = replace_lds (x);
	  if (number == x)
	    continue;
	  if (dump_file)
	    {
	      fprintf (dump_file, "Insn %d: ", INSN_UID (insn));
	      print_inline_rtx (dump_file, x, 0);
	      fprintf (dump_file, " is at %d.\n", (int) INTVAL (number));
	    }
	  *loc = number;
	  INSN_CODE (insn) = -1;
	  iter.skip_subrtxes ();
	  n_placed.value++;
	}
      rtx note = find_reg_note (insn, REG_EQUAL, NULL_RTX);
      if (note)
	XEXP (note, 0) = replace_lds (XEXP (note, 0));
    }
}

opt_pass *
make_accelfix_lds_unit (gcc::context *ctxt)
{
  return make_unit_pass ("accelfix-lds-unit", ctxt, lay_out,
			 [] { return accelfix_args.lds != LDS_OWN; });
}

opt_pass *
make_accelfix_lds (gcc::context *ctxt)
{
  if (accelfix_args.lds != LDS_OWN)
    register_callback ("accelfix", PLUGIN_FINISH_UNIT, print_layout_record,
		       NULL);
  return make_rtl_pass ("accelfix-lds", ctxt, replace_all,
			[] { return layout != NULL; });
}

#endif /* ACCELFIX_GCN */
