/* Accelfix: the memory that an array descriptor of gfortran describes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The statements stand before "omplower": there are no basic blocks yet, variables may
   be set several times, and jumps go to labels.  */

#include "gcc-compat.h"
#include "host.h"
#include "places.h"
#include "descriptors.h"
#include "spans.h"

/* See spans.h.  */

tree
host_statements::op (tree_code code, tree type, tree a, tree b, tree c)
{
  tree known = (c ? fold_ternary (code, type, a, b, c)
		: b ? fold_binary (code, type, a, b) : fold_unary (code, type, a));
  if (!known && CONVERT_EXPR_CODE_P (code)
      && useless_type_conversion_p (type, TREE_TYPE (a)))
    known = a;
  if (known && is_gimple_val (known))
    return known;
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

/* See spans.h.  */

void
host_span::compute (host_statements &to, tree desc, tree elem, bool pointer,
		    needs need)
{
  rank = host_rank (desc);
  unsigned n = gaps_at;
  if (need >= breaks)
    n = first + 2 * rank;
  tree results = host_new_variable (to.bind, build_array_type_nelts (sizetype, n),
				    "span");
  TREE_ADDRESSABLE (results) = 1;
  tree from;
  if (host_indirect_p (desc))
    from = to.load (TREE_OPERAND (desc, 0));
  else
    {
      mark_addressable (desc);
      from = to.load (build_fold_addr_expr (unshare_expr (desc)));
    }
  tree where = to.load (build1 (ADDR_EXPR, build_pointer_type (TREE_TYPE (results)),
				results));
  to.add (gimple_build_call (host_span_function (desc, need >= breaks), 4, from,
			     pointer ? ssize_int (-1) : fold_convert (ssizetype, elem),
			     ssize_int (rank), where));
  auto result = [&] (unsigned k)
    {
      return to.load (build4 (ARRAY_REF, sizetype, results, size_int (k), NULL_TREE,
			      NULL_TREE));
    };
  low = result (low_at);
  length = result (length_at);
  gaps = run = runs = extent[0] = NULL_TREE;
  if (need >= breaks)
    gaps = to.compare (NE_EXPR, result (gaps_at), size_zero_node);
  if (need >= all)
    {
      run = result (run_at);
      runs = result (runs_at);
      for (unsigned k = 0; k < rank; k++)
	{
	  extent[k] = result (first + 2 * k);
	  step[k] = result (first + 2 * k + 1);
	}
    }
  to.add (gimple_build_assign (results, build_clobber (TREE_TYPE (results))));
  tree type = build_pointer_type (char_type_node);
  tree data = to.load (host_member (desc, "data"));
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
