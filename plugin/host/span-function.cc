/* Accelfix: the function that measures what an array descriptor of gfortran describes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* To find out whether an array has gaps takes some thirty statements for each of its
   dimensions.  A program may map such arrays by the dozen, and GCC takes more than
   proportionally long for a long basic block.  So there is one function for it in a unit
   that needs it, of the kind

     static void accelfix_span (const descriptor *desc, ssize_t elem, ssize_t rank,
				size_t *result);

   and a shorter one, accelfix_place, for where nobody asks for gaps.  ELEM is the size of
   an element, or negative if the descriptor is a pointer's: then it has the size.  The
   descriptor has its dimensions at the end, so that one function does for all ranks.
   Memory is read and written in alias set 0.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "host.h"
#include "descriptors.h"
#include "spans.h"

namespace {

/* The function under construction.  */
struct measure : host_statements
{
  tree desc, elem, rank, result;	/* Its arguments.  */
  tree example;				/* A descriptor; for its fields alone.  */
  bool gaps;				/* Gaps are asked for.  */

  tree number_of, bytes, next, whole, to;	/* What is computed for that.  */

  /* A variable of TYPE that is set to VALUE, and may be set again.  */
  tree variable (tree type, tree value)
  {
    tree var = host_new_variable (bind, type, "span");
    set (var, value);
    return var;
  }

  void set (tree var, tree value) { add (gimple_build_assign (var, value)); }

  /* VAR becomes CODE of it and VALUE.  */
  void change (tree var, tree_code code, tree value)
  { add (gimple_build_assign (var, code, var, value)); }

  /* What is OFFSET bytes behind ADDRESS, of TYPE.  */
  tree memory (tree type, tree address, HOST_WIDE_INT offset)
  {
    return build2 (MEM_REF, type, address, build_int_cst (ptr_type_node, offset));
  }

  /* What the descriptor or its dimension at ADDRESS has where EXAMPLE's is FIELD.  */
  tree member (tree address, tree field)
  {
    tree f = TREE_OPERAND (field, 1);
    return number (load (memory (TREE_TYPE (f), address, int_byte_position (f))));
  }

  void begin_gaps (tree size, tree unit);
  void find_gaps (tree last, tree stride, tree unit);
  void fill ();
};

/* Begins what is computed for gaps in an array of elements that have SIZE bytes and are
   UNIT bytes apart.  */

void
measure::begin_gaps (tree size, tree unit)
{
  next = variable (ssizetype, ssize_int (1));
  number_of = variable (ssizetype, ssize_int (1));
  bytes = variable (ssizetype, size);
  whole = variable (boolean_type_node, compare (EQ_EXPR, unit, size));
  to = variable (ptr_type_node,
		 op (POINTER_PLUS_EXPR, ptr_type_node, result,
		     size_int (host_span::first * int_size_in_bytes (sizetype))));
}

/* Goes on with a dimension, from the LAST of whose indices the first is subtracted.  It
   belongs to the runs if those of the dimensions before it are one run, and each follows
   the one before it, in either direction.  */

void
measure::find_gaps (tree last, tree stride, tree unit)
{
  tree type = ssizetype, one = ssize_int (1), boolean = boolean_type_node;
  tree count = op (PLUS_EXPR, type, last, one);
  tree away = op (ABS_EXPR, type, stride);
  change (whole, BIT_AND_EXPR,
	  op (BIT_IOR_EXPR, boolean, compare (EQ_EXPR, away, next),
	      compare (EQ_EXPR, last, ssize_int (0))));
  set (bytes, op (COND_EXPR, type, whole, op (MULT_EXPR, type, bytes, count), bytes));
  tree times = op (COND_EXPR, type, whole, one, count);
  change (number_of, MULT_EXPR, times);
  set (memory (sizetype, to, 0), size (times));
  set (memory (sizetype, to, int_size_in_bytes (sizetype)),
       size (op (MULT_EXPR, type, away, unit)));
  change (next, MULT_EXPR, count);
  change (to, POINTER_PLUS_EXPR, size_int (2 * int_size_in_bytes (sizetype)));
}

/* Writes the body.  */

void
measure::fill ()
{
  tree zero = ssize_int (0), one = ssize_int (1), type = ssizetype;
  tree boolean = boolean_type_node;
  location_t loc = UNKNOWN_LOCATION;
  tree dtype = host_member (example, "dtype");
  tree elem_len = host_member (dtype, "elem_len");
  tree length = number (load (memory (TREE_TYPE (elem_len), desc,
				      int_byte_position (TREE_OPERAND (dtype, 1))
				      + int_byte_position (TREE_OPERAND (elem_len, 1)))));
  tree span = member (desc, host_member (example, "span"));
  tree given = compare (GE_EXPR, elem, zero);
  tree none = compare (EQ_EXPR, span, zero);
  tree size = op (COND_EXPR, type, given, elem, length);
  tree unit = op (COND_EXPR, type, given, elem,
		  op (COND_EXPR, type, none, length, span));
  tree low = variable (type, zero), reach = variable (type, zero);
  tree some = variable (boolean, boolean_true_node);
  if (gaps)
    begin_gaps (size, unit);
  tree dim = host_dimension (example, 0);
  tree dims = host_member (example, "dim");
  tree from = variable (ptr_type_node,
			op (POINTER_PLUS_EXPR, ptr_type_node, desc,
			    size_int (int_byte_position (TREE_OPERAND (dims, 1)))));
  tree k = variable (type, zero);
  tree again = label (loc), test = label (loc), done = label (loc);
  add (gimple_build_goto (test));

  put (again);
  tree lbound = member (from, host_member (dim, "lbound"));
  tree ubound = member (from, host_member (dim, "ubound"));
  tree stride = member (from, host_member (dim, "stride"));
  /* In a dummy argument's, nought is one.  */
  tree dense = op (BIT_AND_EXPR, boolean, given, compare (EQ_EXPR, stride, zero));
  stride = op (COND_EXPR, type, dense, one, stride);
  tree last = op (MINUS_EXPR, type, ubound, lbound);
  tree far = op (MULT_EXPR, type, last, stride);
  change (some, BIT_AND_EXPR, compare (GE_EXPR, last, zero));
  change (low, PLUS_EXPR, op (MIN_EXPR, type, far, zero));
  change (reach, PLUS_EXPR, op (ABS_EXPR, type, far));
  if (gaps)
    find_gaps (last, stride, unit);
  change (k, PLUS_EXPR, one);
  change (from, POINTER_PLUS_EXPR, TYPE_SIZE_UNIT (TREE_TYPE (dim)));
  put (test);
  add (gimple_build_cond (LT_EXPR, k, rank, again, done));

  put (done);
  tree data = host_member (example, "data");
  tree address = load (memory (TREE_TYPE (data), desc,
			       int_byte_position (TREE_OPERAND (data, 1))));
  change (some, BIT_AND_EXPR,
	  compare (NE_EXPR, address, build_zero_cst (TREE_TYPE (address))));
  tree results[host_span::first];
  unsigned n_results = gaps ? host_span::first : host_span::gaps_at;
  results[host_span::low_at] = op (MULT_EXPR, type, low, unit);
  results[host_span::length_at]
    = op (PLUS_EXPR, type, size, op (MULT_EXPR, type, unit, reach));
  if (gaps)
    {
      results[host_span::gaps_at]
	= op (NOP_EXPR, type, compare (EQ_EXPR, whole, boolean_false_node));
      results[host_span::run_at] = bytes;
      results[host_span::runs_at] = number_of;
    }
  for (unsigned n = 0; n < n_results; n++)
    set (memory (sizetype, result, n * int_size_in_bytes (sizetype)),
	 this->size (op (COND_EXPR, type, some, results[n], zero)));
  add (gimple_build_return (NULL_TREE));
}

/* Has FN compiled without optimisation: it is called as often as something is mapped,
   which takes a thousand times as long, and in a small unit the optimisers' time for it
   is more than that for all of the rest.  */

void
do_not_optimise (tree fn)
{
  gcc_options opts = global_options, set = global_options_set;
  opts.x_optimize = opts.x_optimize_size = opts.x_optimize_debug = 0;
  opts.x_optimize_fast = 0;
  DECL_FUNCTION_SPECIFIC_OPTIMIZATION (fn) = build_optimization_node (&opts, &set);
}

/* Adds an argument of TYPE to the function FN.  */

tree
argument (tree fn, tree type)
{
  tree parm = build_decl (UNKNOWN_LOCATION, PARM_DECL, NULL_TREE, type);
  DECL_ARTIFICIAL (parm) = 1;
  DECL_ARG_TYPE (parm) = type;
  DECL_CONTEXT (parm) = fn;
  TREE_USED (parm) = 1;
  tree *end = &DECL_ARGUMENTS (fn);
  while (*end)
    end = &DECL_CHAIN (*end);
  return *end = parm;
}

/* The function NAME, which is made for descriptors like EXAMPLE.  It tells of GAPS.  */

tree
make_function (const char *name, tree example, bool gaps)
{
  tree type = build_distinct_type_copy
    (build_function_type_list (void_type_node, ptr_type_node, ssizetype, ssizetype,
			       ptr_type_node, NULL_TREE));
  /* What GCC knows of the descriptor goes on to hold: the function only reads that, and
     only writes the results (attr-fnspec.h).  */
  static const char spec[] = ".cR . . O ";
  TYPE_ATTRIBUTES (type)
    = tree_cons (get_identifier ("fn spec"),
		 build_tree_list (NULL_TREE, build_string (sizeof spec - 1, spec)),
		 TYPE_ATTRIBUTES (type));
  tree fn = build_decl (UNKNOWN_LOCATION, FUNCTION_DECL,
			get_identifier (name), type);
  TREE_STATIC (fn) = TREE_USED (fn) = TREE_NOTHROW (fn) = 1;
  DECL_ARTIFICIAL (fn) = DECL_IGNORED_P (fn) = 1;
  DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT (fn) = 1;
  DECL_UNINLINABLE (fn) = 1;
  do_not_optimise (fn);
  DECL_INITIAL (fn) = make_node (BLOCK);
  BLOCK_SUPERCONTEXT (DECL_INITIAL (fn)) = fn;
  tree none = build_decl (UNKNOWN_LOCATION, RESULT_DECL, NULL_TREE, void_type_node);
  DECL_ARTIFICIAL (none) = DECL_IGNORED_P (none) = 1;
  DECL_CONTEXT (none) = fn;
  DECL_RESULT (fn) = none;

  push_struct_function (fn);
  cfun->function_end_locus = UNKNOWN_LOCATION;
  measure m;
  gimple_seq body = NULL;
  m.bind = gimple_build_bind (NULL_TREE, NULL, DECL_INITIAL (fn));
  m.seq = &body;
  m.example = example;
  m.gaps = gaps;
  m.desc = argument (fn, ptr_type_node);
  m.elem = argument (fn, ssizetype);
  m.rank = argument (fn, ssizetype);
  m.result = argument (fn, ptr_type_node);
  m.fill ();
  gimple_bind_set_body (m.bind, body);
  gimple_seq whole = NULL;
  gimple_seq_add_stmt (&whole, m.bind);
  gimple_set_body (fn, whole);
  cfun->curr_properties |= PROP_gimple_any;
  init_tree_ssa (cfun);
  pop_cfun ();
  cgraph_node::add_new_function (fn, false);
  return fn;
}

} // anon namespace

/* See spans.h.  Where the current function is compiled for devices, the function is,
   too.  */

tree
host_span_function (tree desc, bool gaps)
{
  static tree functions[2];
  tree &fn = functions[gaps];
  if (!fn)
    {
      fn = make_function (gaps ? "accelfix_span" : "accelfix_place", desc, gaps);
      accelfix_keep (fn);
    }
  cgraph_node *node = cgraph_node::get (fn);
  if (cgraph_node::get (current_function_decl)->offloadable && !node->offloadable)
    host_send_to_devices (node);
  return fn;
}
