/* Functions that the host has an instruction for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Before the device's compiler reads the code, that of the host has simplified it, and
   writes an internal function where its processor has an instruction:

     (double) (int) x        .TRUNC (x)      -ffast-math -msse4.1
     __builtin_popcount (x) & 1		     .PARITY (x)
     -fma (x, y, z)          .FNMS (x, y, z) -mfma, where the device may lack this one
     t[(x & -x) * c >> 27]   .CTZ (x) & 31   -mbmi, a table that counts the zeros below

   -march=native has all of them.  An internal function that the device has no
   instruction for cannot be expanded, and its compiler stops with an internal error
   (expand_direct_optab_fn in internal-fn.cc).  Here it becomes a function of the C
   library, or of the compiler's, or arithmetic.

   The number of zeros in 0 is what the host's instruction gives, 32 or 64, and since
   GCC 14 it is the call's second argument.  Neither is looked at when the call is
   expanded, and amdgcn's instruction gives -1, which is wrong silently.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "builtins.h"
#include "fold-const.h"
#include "gimple-fold.h"
#include "internal-fn.h"
#include "realmpfr.h"
#include "tree-cfg.h"

static accelfix_counter n_calls ("calls of functions that the host has an instruction for");
static accelfix_counter n_zeros ("counts of zeros in 0");

/* Statements that are put before GSI.  */

struct builder
{
  gimple_stmt_iterator *gsi;
  gimple_seq seq;
  location_t loc;

  explicit builder (gimple_stmt_iterator *at)
    : gsi (at), seq (NULL), loc (gimple_location (gsi_stmt (*at))) {}

  tree
  apply (tree_code code, tree type, tree a)
  {
    return gimple_build (&seq, loc, code, type, a);
  }
  tree
  apply (tree_code code, tree type, tree a, tree b)
  {
    return gimple_build (&seq, loc, code, type, a, b);
  }
  tree
  convert (tree type, tree x)
  {
    return gimple_convert (&seq, loc, type, x);
  }
  /* If A CODE B, X, else Y.  */
  tree
  choose (tree_code code, tree a, tree b, tree x, tree y)
  {
    tree test = apply (code, boolean_type_node, a, b);
    return gimple_build (&seq, loc, COND_EXPR, TREE_TYPE (x), test, x, y);
  }
  /* FN (ARG), which is of FN's type.  */
  tree
  call (tree fn, const vec<tree> &args)
  {
    gcall *stmt = gimple_build_call_vec (fn, args);
    tree lhs = make_ssa_name (TREE_TYPE (TREE_TYPE (fn)));
    gimple_call_set_lhs (stmt, lhs);
    gimple_set_location (stmt, loc);
    gimple_seq_add_stmt (&seq, stmt);
    return lhs;
  }
  tree
  call (tree fn, tree arg)
  {
    auto_vec<tree, 1> args;
    args.safe_push (arg);
    return call (fn, args);
  }
};

/* Whether STMT calls an internal function with a value, of one number or several, that
   is one instruction or nothing.  */

static bool
instruction_p (gimple *stmt)
{
  if (!is_gimple_call (stmt) || !gimple_call_internal_p (stmt)
      || !gimple_call_lhs (stmt) || !gimple_call_num_args (stmt))
    return false;
  tree type = TREE_TYPE (gimple_call_lhs (stmt));
  return (direct_internal_fn_p (gimple_call_internal_fn (stmt))
	  && (INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)));
}

/* Whether the device has an instruction for STMT.  */

static bool
supported_p (gimple *stmt)
{
  internal_fn fn = gimple_call_internal_fn (stmt);
  return direct_internal_fn_supported_p
    (fn, direct_internal_fn_types (fn, as_a <gcall *> (stmt)), OPTIMIZE_FOR_BOTH);
}

/* A count of bits and its functions for unsigned int, unsigned long and unsigned long
   long.  */

struct bit_count
{
  internal_fn fn;
  built_in_function of_int, of_long, of_long_long;
};

static const bit_count bit_counts[] =
{
  { IFN_PARITY, BUILT_IN_PARITY, BUILT_IN_PARITYL, BUILT_IN_PARITYLL },
  { IFN_POPCOUNT, BUILT_IN_POPCOUNT, BUILT_IN_POPCOUNTL, BUILT_IN_POPCOUNTLL },
  { IFN_CLZ, BUILT_IN_CLZ, BUILT_IN_CLZL, BUILT_IN_CLZLL },
  { IFN_CTZ, BUILT_IN_CTZ, BUILT_IN_CTZL, BUILT_IN_CTZLL },
  { IFN_FFS, BUILT_IN_FFS, BUILT_IN_FFSL, BUILT_IN_FFSLL }
};

/* The value of the count FN of X, an integer of up to 64 bits, as an int, or null.  The
   result for 0 is open if FN counts zeros.  */

static tree
build_count (builder *b, internal_fn fn, tree x)
{
  tree type = unsigned_type_for (TREE_TYPE (x));
  unsigned bits = TYPE_PRECISION (type);
  for (const bit_count &c : bit_counts)
    if (c.fn == fn)
      {
	built_in_function name
	  = (bits <= TYPE_PRECISION (unsigned_type_node) ? c.of_int
	     : bits <= TYPE_PRECISION (long_unsigned_type_node) ? c.of_long
	     : bits <= TYPE_PRECISION (long_long_unsigned_type_node) ? c.of_long_long
	     : END_BUILTINS);
	tree decl = name == END_BUILTINS ? NULL_TREE : builtin_decl_explicit (name);
	if (!decl)
	  return NULL_TREE;
	tree wide = TREE_VALUE (TYPE_ARG_TYPES (TREE_TYPE (decl)));
	tree n = b->call (decl, b->convert (wide, b->convert (type, x)));
	if (fn == IFN_CLZ && bits < TYPE_PRECISION (wide))
	  n = b->apply (MINUS_EXPR, integer_type_node, n,
			build_int_cst (integer_type_node,
				       TYPE_PRECISION (wide) - bits));
	return n;
      }
  return NULL_TREE;
}

/* A function of the C library, for double and for float.  What mathfn_built_in gives in
   the language's front end is not there when the device's code is read.  */

struct math_function
{
  internal_fn fn;
  built_in_function of_double, of_float;
};

#define MATH_FUNCTION(NAME) { IFN_##NAME, BUILT_IN_##NAME, BUILT_IN_##NAME##F }
static const math_function math_functions[] =
{
  MATH_FUNCTION (COPYSIGN), MATH_FUNCTION (FLOOR), MATH_FUNCTION (CEIL),
  MATH_FUNCTION (ROUND), MATH_FUNCTION (ROUNDEVEN), MATH_FUNCTION (RINT),
  MATH_FUNCTION (NEARBYINT), MATH_FUNCTION (FMA), MATH_FUNCTION (FMAX),
  MATH_FUNCTION (FMIN)
};
#undef MATH_FUNCTION

/* The function of the C library that does what FN does with numbers of TYPE, or null.  */

static tree
library_function (internal_fn fn, tree type)
{
  bool is_double = TYPE_MODE (type) == TYPE_MODE (double_type_node);
  if (!is_double && TYPE_MODE (type) != TYPE_MODE (float_type_node))
    return NULL_TREE;
  for (const math_function &f : math_functions)
    if (f.fn == fn)
      return builtin_decl_explicit (is_double ? f.of_double : f.of_float);
  return NULL_TREE;
}

/* X without what is behind the point, as its type, or null.  What is as large as the
   number of bits of its fraction has nothing there, nor have infinities and what is no
   number.  */

static tree
build_trunc (builder *b, tree x)
{
  tree type = TREE_TYPE (x);
  tree sign = library_function (IFN_COPYSIGN, type);
  if (!sign)
    return NULL_TREE;
  bool is_double = TYPE_MODE (type) == TYPE_MODE (double_type_node);
  tree whole = is_double ? long_long_integer_type_node : integer_type_node;
  REAL_VALUE_TYPE bound = dconst1;
  SET_REAL_EXP (&bound, is_double ? 53 : 24);
  tree large = build_real (type, bound);
  tree size = b->apply (ABS_EXPR, type, x);
  /* The conversion of a large number is undefined.  */
  tree small = b->choose (LT_EXPR, size, large, x, build_zero_cst (type));
  tree cut = b->apply (FLOAT_EXPR, type, b->apply (FIX_TRUNC_EXPR, whole, small));
  auto_vec<tree, 2> args;
  args.safe_push (cut);
  args.safe_push (x);
  return b->choose (LT_EXPR, size, large, b->call (sign, args), x);
}

/* The value of the product and sum FN of STMT by IFN_FMA, or by fma, or null.  */

static tree
build_fma (builder *b, internal_fn fn, gimple *stmt)
{
  if (fn != IFN_FMA && fn != IFN_FMS && fn != IFN_FNMA && fn != IFN_FNMS)
    return NULL_TREE;
  tree x = gimple_call_arg (stmt, 0), y = gimple_call_arg (stmt, 1);
  tree z = gimple_call_arg (stmt, 2), type = TREE_TYPE (x);
  if (fn == IFN_FNMA || fn == IFN_FNMS)
    x = b->apply (NEGATE_EXPR, type, x);
  if (fn == IFN_FMS || fn == IFN_FNMS)
    z = b->apply (NEGATE_EXPR, type, z);
  tree fma = library_function (IFN_FMA, type);
  if (!fma)
    return NULL_TREE;
  auto_vec<tree, 3> args;
  args.safe_push (x);
  args.safe_push (y);
  args.safe_push (z);
  return b->call (fma, args);
}

/* The value of the function FN of the C library, which STMT calls, or null.  */

static tree
build_library_call (builder *b, internal_fn fn, gimple *stmt)
{
  tree decl = library_function (fn, TREE_TYPE (gimple_call_arg (stmt, 0)));
  if (!decl)
    return NULL_TREE;
  auto_vec<tree, 3> args;
  for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
    args.safe_push (gimple_call_arg (stmt, i));
  return b->call (decl, args);
}

/* The value of STMT, which the device has no instruction for, or null.  */

static tree
build_value (builder *b, gimple *stmt)
{
  internal_fn fn = gimple_call_internal_fn (stmt);
  tree x = gimple_call_arg (stmt, 0);
  if (fn == IFN_TRUNC)
    return build_trunc (b, x);
  /* Not IFN_SQRT, which accelfix-square-root computes without libm.  */
  tree value = build_fma (b, fn, stmt);
  if (!value)
    value = build_library_call (b, fn, stmt);
  return value ? value : build_count (b, fn, x);
}

/* Has the statement at GSI give VALUE.  */

static void
replace (builder *b, gimple_stmt_iterator *gsi, tree value)
{
  tree lhs = gimple_call_lhs (gsi_stmt (*gsi));
  value = b->convert (TREE_TYPE (lhs), value);
  gsi_insert_seq_before (gsi, b->seq, GSI_SAME_STMT);
  gassign *set = gimple_build_assign (lhs, value);
  gimple_set_location (set, b->loc);
  gsi_replace (gsi, set, false);
}

/* What STMT, a count of zeros, is to give for 0, or null if nothing says that or it is
   no such count.  */

static tree
count_of_zero (gimple *stmt)
{
  internal_fn fn = gimple_call_internal_fn (stmt);
  if (fn != IFN_CLZ && fn != IFN_CTZ)
    return NULL_TREE;
  if (gimple_call_num_args (stmt) == 2)
    return gimple_call_arg (stmt, 1);
  return (ACCELFIX_HOSTS_ZERO
	  ? build_int_cst (integer_type_node,
			   TYPE_PRECISION (TREE_TYPE (gimple_call_arg (stmt, 0))))
	  : NULL_TREE);
}

/* Whether the device's instruction gives N for 0 where STMT counts zeros.  */

static bool
gives_for_zero_p (gimple *stmt, tree n)
{
  /* Not all targets' macros look at the mode.  */
  scalar_int_mode mode ATTRIBUTE_UNUSED
    = SCALAR_INT_TYPE_MODE (TREE_TYPE (gimple_call_arg (stmt, 0)));
  int value = 0;
  return ((gimple_call_internal_fn (stmt) == IFN_CLZ
	   ? CLZ_DEFINED_VALUE_AT_ZERO (mode, value)
	   : CTZ_DEFINED_VALUE_AT_ZERO (mode, value)) == 2
	  && compare_tree_int (n, value) == 0);
}

/* COUNT, or N if X is 0.  */

static tree
unless_zero (builder *b, tree x, tree count, tree n)
{
  return b->choose (EQ_EXPR, x, build_zero_cst (TREE_TYPE (x)),
		    fold_convert (TREE_TYPE (count), n), count);
}

/* Treats the count of zeros at GSI, for which the device has an instruction that gives
   something else than N for 0.  */

static void
count_zero (gimple_stmt_iterator *gsi, tree n)
{
  gcall *call = as_a <gcall *> (gsi_stmt (*gsi));
  tree x = gimple_call_arg (call, 0);
  builder b (gsi);
  tree count = make_ssa_name (TREE_TYPE (gimple_call_lhs (call)));
  gcall *again = gimple_build_call_internal (gimple_call_internal_fn (call), 1, x);
  gimple_call_set_lhs (again, count);
  gimple_set_location (again, b.loc);
  gimple_seq_add_stmt (&b.seq, again);
  replace (&b, gsi, unless_zero (&b, x, count, n));
  n_zeros.value++;
}

static unsigned
replace_functions (function *fun)
{
  unsigned long before = n_calls.value;
  for_each_stmt (fun, [] (gimple_stmt_iterator &gsi)
    {
      gimple *stmt = gsi_stmt (gsi);
      if (!instruction_p (stmt))
	return;
      tree n = count_of_zero (stmt);
      if (supported_p (stmt))
	{
	  if (n && !gives_for_zero_p (stmt, n))
	    count_zero (&gsi, n);
	  return;
	}
      builder b (&gsi);
      tree value = build_value (&b, stmt);
      if (!value)
	return;
      if (n)
	value = unless_zero (&b, gimple_call_arg (stmt, 0), value, n);
      replace (&b, &gsi, value);
      n_calls.value++;
    });
  return n_calls.value == before ? 0 : TODO_update_ssa;
}

opt_pass *
make_accelfix_internal_functions (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-internal-functions", ctxt, replace_functions,
			   [] { return accelfix_args.host_flags != 0; });
}
