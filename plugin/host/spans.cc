/* Accelfix: the memory that an array descriptor of gfortran describes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The statements stand before "omplower": there are no basic blocks yet, variables may
   be set several times, and jumps go to labels.  */

#include "gcc-compat.h"
#include "host.h"
#include "descriptors.h"
#include "spans.h"

/* See spans.h.  */

tree
host_statements::op (tree_code code, tree type, tree a, tree b, tree c)
{
  tree var = host_new_variable (bind, type, "span");
  add (c ? gimple_build_assign (var, code, a, b, c)
       : b ? gimple_build_assign (var, code, a, b)
       : gimple_build_assign (var, code, a));
  return var;
}

/* See spans.h.  */

tree
host_statements::load (tree ref)
{
  tree var = host_new_variable (bind, TREE_TYPE (ref), "span");
  add (gimple_build_assign (var, unshare_expr (ref)));
  return var;
}

/* See spans.h.  */

tree
host_statements::call (tree fn, tree type, unsigned n, tree a, tree b, tree c)
{
  gcall *call = gimple_build_call (fn, n, a, b, c);
  tree var = type ? host_new_variable (bind, type, "span") : NULL_TREE;
  if (var)
    gimple_call_set_lhs (call, var);
  add (call);
  return var;
}

/* See spans.h.  A dimension belongs to the runs if those of the dimensions before it
   are one run, and each follows the one before it, in either direction.  */

void
host_span::compute (host_statements &to, tree desc, tree elem, bool pointer)
{
  tree zero = ssize_int (0), one = ssize_int (1);
  if (pointer)
    elem = to.load (host_member (host_member (desc, "dtype"), "elem_len"));
  tree size = to.number (elem);
  tree unit = size;
  if (pointer)
    {
      tree span = to.number (to.load (host_member (desc, "span")));
      tree none = to.compare (EQ_EXPR, span, zero);
      unit = to.op (COND_EXPR, ssizetype, none, size, span);
    }
  tree high = zero, next = one, some = boolean_true_node;
  tree bytes = size, number = one;
  tree whole = to.compare (EQ_EXPR, unit, size);
  low = zero;
  gaps = to.compare (NE_EXPR, unit, size);
  rank = host_rank (desc);
  for (unsigned k = 0; k < rank; k++)
    {
      tree dim = host_dimension (desc, k);
      tree part[3];
      static const char *const names[] = { "lbound", "ubound", "stride" };
      for (int n = 0; n < 3; n++)
	part[n] = to.number (to.load (host_member (dim, names[n])));
      tree stride = part[2];
      if (!pointer)
	stride = to.op (COND_EXPR, ssizetype,
			to.compare (EQ_EXPR, stride, zero), one, stride);
      tree last = to.op (MINUS_EXPR, ssizetype, part[1], part[0]);
      tree count = to.op (PLUS_EXPR, ssizetype, last, one);
      tree any = to.compare (GE_EXPR, last, zero);
      some = to.op (BIT_AND_EXPR, boolean_type_node, some, any);
      tree far = to.op (MULT_EXPR, ssizetype, last, stride);
      low = to.op (PLUS_EXPR, ssizetype, low,
		   to.op (MIN_EXPR, ssizetype, far, zero));
      high = to.op (PLUS_EXPR, ssizetype, high,
		    to.op (MAX_EXPR, ssizetype, far, zero));

      tree away = to.op (ABS_EXPR, ssizetype, stride);
      tree close = to.op (BIT_IOR_EXPR, boolean_type_node,
			  to.compare (EQ_EXPR, away, next),
			  to.compare (EQ_EXPR, last, zero));
      whole = to.op (BIT_AND_EXPR, boolean_type_node, whole, close);
      gaps = to.op (BIT_IOR_EXPR, boolean_type_node, gaps,
		    to.compare (EQ_EXPR, close, boolean_false_node));
      bytes = to.op (COND_EXPR, ssizetype, whole,
		     to.op (MULT_EXPR, ssizetype, bytes, count), bytes);
      tree times = to.op (COND_EXPR, ssizetype, whole, one, count);
      number = to.op (MULT_EXPR, ssizetype, number, times);
      extent[k] = to.size (times);
      step[k] = to.size (to.op (MULT_EXPR, ssizetype, away, unit));
      next = to.op (MULT_EXPR, ssizetype, next, count);
    }
  tree data = to.load (host_member (desc, "data"));
  some = to.op (BIT_AND_EXPR, boolean_type_node, some,
		to.compare (NE_EXPR, data, build_zero_cst (TREE_TYPE (data))));
  tree all = to.op (PLUS_EXPR, ssizetype, size,
		    to.op (MULT_EXPR, ssizetype, unit,
			   to.op (MINUS_EXPR, ssizetype, high, low)));
  length = to.size (to.op (COND_EXPR, ssizetype, some, all, zero));
  run = to.size (to.op (COND_EXPR, ssizetype, some, bytes, zero));
  runs = to.size (to.op (COND_EXPR, ssizetype, some, number, zero));
  low = to.op (MULT_EXPR, ssizetype, low, unit);
  low = to.size (to.op (COND_EXPR, ssizetype, some, low, zero));
  gaps = to.op (BIT_AND_EXPR, boolean_type_node, gaps, some);
  tree type = build_pointer_type (char_type_node);
  at = to.op (POINTER_PLUS_EXPR, type, to.op (NOP_EXPR, type, data), low);
}

/* Begins a loop over the runs of SPAN in the statements TO_.  */

host_runs::host_runs (host_statements &to_, const host_span &span, location_t loc)
: to (to_), runs (span.runs)
{
  again = to.label (loc);
  test = to.label (loc);
  done = to.label (loc);
  number = host_new_variable (to.bind, sizetype, "run");
  to.add (gimple_build_assign (number, size_zero_node));
  to.add (gimple_build_goto (test));
  to.put (again);
  tree rest = number;
  address = span.at;
  for (unsigned k = 0; k < span.rank; k++)
    {
      tree place = rest;
      if (k + 1 < span.rank)
	{
	  place = to.op (TRUNC_MOD_EXPR, sizetype, rest, span.extent[k]);
	  rest = to.op (TRUNC_DIV_EXPR, sizetype, rest, span.extent[k]);
	}
      address = to.op (POINTER_PLUS_EXPR, TREE_TYPE (address), address,
		       to.op (MULT_EXPR, sizetype, place, span.step[k]));
    }
  offset = to.op (MULT_EXPR, sizetype, number, span.run);
}

/* Ends the loop.  */

void
host_runs::end ()
{
  to.add (gimple_build_assign (number, PLUS_EXPR, number, size_one_node));
  to.put (test);
  to.add (gimple_build_cond (LT_EXPR, number, runs, again, done));
  to.put (done);
}
