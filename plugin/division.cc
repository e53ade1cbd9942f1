/* Quotients and remainders of vectors of 64-bit integers (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* GCC 14 to 16 vectorise / and % of 64-bit integers and leave the work to
   functions of libgcc, __divv64di3 and the like, for 2 to 64 lanes
   (libgcc/config/gcn/lib2-vec_divmod-di.c).  They divide bit by bit: first the
   divisor is shifted to the left until it is no less than the dividend or its
   topmost bit is set.  Bit 31 is taken for the topmost one, as in the
   functions for 32 bits which these were made from.  So the quotient is too
   small wherever a bit above bit 31 of the dividend would have to be divided.

   This pass replaces such a division by a loop over the bits.  It could also

   - have GCC know no such function (set_optab_libfunc with null): then nothing
     that divides is vectorised, and a loop takes 7 times as long;
   - call a function that is right: it would have to come from somewhere, and
     with libgcc's method, repaired, a loop takes twice as long.

   The loop is the division that one learns at school, for all lanes at once:

     rem = 0, quo = |a| << s
     63 - s + 1 times:
       rem = rem << 1 | quo >> 63, quo = quo << 1
       if (rem >= |b|) rem = rem - |b|, quo = quo | 1

   It takes as many rounds as the largest dividend of the vector has bits; s is
   the number of zero bits that all dividends start with.  What is divided by
   zero is undefined, and ends as well.

   The pass stands before "nrv": after "veclower2", which has cut wider vectors
   to ones that the target has, and after all that would look at divisions, but
   before "isel", which has to see the VEC_COND_EXPRs.  There it is in SSA form
   at each level of optimisation.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "loop-block.h"
#include "cfgloop.h"
#include "fold-const.h"
#include "gimple-pretty-print.h"
#include "optabs-libfuncs.h"
#include "optabs-tree.h"
#include "tree-cfg.h"
#include "tree-eh.h"

#if ACCELFIX_GCN

static accelfix_counter n_divisions ("divisions of vectors of 64-bit integers "
				     "done without libgcc");

/* A division, and a second statement that divides the same operands, or
   null.  */

struct division
{
  gassign *stmt, *other;
};

/* Whether STMT yields a quotient or a remainder that a function of libgcc would
   compute for vectors of 64-bit integers.  */

static bool
division_p (gimple *stmt)
{
  if (!is_gimple_assign (stmt))
    return false;
  tree_code code = gimple_assign_rhs_code (stmt);
  if (code != TRUNC_DIV_EXPR && code != TRUNC_MOD_EXPR
      && code != EXACT_DIV_EXPR)
    return false;
  tree type = TREE_TYPE (gimple_assign_lhs (stmt));
  machine_mode mode = TYPE_MODE (type);
  if (!VECTOR_TYPE_P (type) || !VECTOR_MODE_P (mode)
      || GET_MODE_INNER (mode) != DImode)
    return false;
  optab op = optab_for_tree_code (code, type, optab_default);
  return op && optab_handler (op, mode) == CODE_FOR_nothing;
}

/* Whether STMT is a quotient, not a remainder.  */

static bool
quotient_p (gimple *stmt)
{
  return gimple_assign_rhs_code (stmt) != TRUNC_MOD_EXPR;
}

/* The statement after STMT in its block that has the same operands and yields
   what STMT does not, quotient or remainder; or null.  */

static gassign *
find_other (gassign *stmt)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  for (gsi_next (&gsi); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *s = gsi_stmt (gsi);
      if (division_p (s) && quotient_p (s) != quotient_p (stmt)
	  && operand_equal_p (gimple_assign_rhs1 (s),
			      gimple_assign_rhs1 (stmt), 0)
	  && operand_equal_p (gimple_assign_rhs2 (s),
			      gimple_assign_rhs2 (stmt), 0))
	return as_a <gassign *> (s);
    }
  return NULL;
}

/* Puts statements at one place.  */

class emitter
{
public:
  emitter (gimple_stmt_iterator at, bool after, location_t loc)
    : m_at (at), m_after (after), m_loc (loc)
  {}

  tree op (tree type, tree_code code, tree a, tree b = NULL_TREE,
	   tree c = NULL_TREE);
  tree view (tree type, tree a);

private:
  gimple_stmt_iterator m_at;
  bool m_after;
  location_t m_loc;
};

/* A new value of TYPE, A CODE B, with C a third operand.  */

tree
emitter::op (tree type, tree_code code, tree a, tree b, tree c)
{
  tree value = make_ssa_name (type);
  gassign *stmt = (c ? gimple_build_assign (value, code, a, b, c)
		   : b ? gimple_build_assign (value, code, a, b)
		   : gimple_build_assign (value, code, a));
  gimple_set_location (stmt, m_loc);
  if (m_after)
    gsi_insert_after (&m_at, stmt, GSI_NEW_STMT);
  else
    gsi_insert_before (&m_at, stmt, GSI_SAME_STMT);
  return value;
}

/* A as a value of TYPE, of the same size.  */

tree
emitter::view (tree type, tree a)
{
  return op (type, VIEW_CONVERT_EXPR, build1 (VIEW_CONVERT_EXPR, type, a));
}

/* The division of one statement's operands.  */

class divider
{
public:
  divider (const division &);
  void expand ();

private:
  tree shift (int bits) { return build_int_cst (unsigned_type_node, bits); }
  tree sign_of (emitter &, tree);
  tree magnitude (emitter &, tree, tree);
  void skip_zeros (emitter &);
  void make_loop (gimple *);
  void round (basic_block);
  void finish (gassign *, tree, tree);

  division m_div;
  tree m_type;			/* Of the operands.  */
  tree m_utype;			/* The same, unsigned.  */
  tree m_mask;			/* The type of comparisons.  */
  bool m_signed;
  location_t m_loc;
  tree m_sign_a, m_sign_b;	/* Zero or minus one, if signed.  */
  tree m_quo, m_den;		/* |a|, shifted to the left; |b|.  */
  tree m_start;			/* By how many bits.  */
  tree m_result, m_rem;		/* What the loop yields.  */
};

divider::divider (const division &div)
  : m_div (div), m_type (TREE_TYPE (gimple_assign_lhs (div.stmt))),
    m_utype (unsigned_type_for (m_type)), m_mask (truth_type_for (m_utype)),
    m_signed (!TYPE_UNSIGNED (TREE_TYPE (m_type))),
    m_loc (gimple_location (div.stmt)), m_sign_a (NULL_TREE),
    m_sign_b (NULL_TREE), m_quo (NULL_TREE), m_den (NULL_TREE),
    m_start (NULL_TREE), m_result (NULL_TREE), m_rem (NULL_TREE)
{}

/* Minus one where A, a signed vector, is negative, otherwise zero.  */

tree
divider::sign_of (emitter &e, tree a)
{
  return e.view (m_utype, e.op (m_type, RSHIFT_EXPR, a, shift (63)));
}

/* A, an unsigned vector, or where SIGN is minus one, -A.  */

tree
divider::magnitude (emitter &e, tree a, tree sign)
{
  return e.op (m_utype, MINUS_EXPR,
	       e.op (m_utype, BIT_XOR_EXPR, a, sign), sign);
}

/* Shifts m_quo to the left as far as each lane allows, but by 63 bits at most,
   and sets m_start to the number of bits.  */

void
divider::skip_zeros (emitter &e)
{
  tree zeros = build_zero_cst (m_utype);
  m_start = NULL_TREE;
  for (int bits = 32; bits; bits /= 2)
    {
      tree top = e.op (m_utype, RSHIFT_EXPR, m_quo, shift (64 - bits));
      tree used = e.op (m_mask, NE_EXPR, top, zeros);
      tree none = e.op (boolean_type_node, EQ_EXPR,
			e.view (long_long_unsigned_type_node, used),
			build_zero_cst (long_long_unsigned_type_node));
      tree by = e.op (unsigned_type_node, COND_EXPR, none, shift (bits),
		      shift (0));
      m_quo = e.op (m_utype, LSHIFT_EXPR, m_quo, by);
      m_start = (m_start
		 ? e.op (unsigned_type_node, PLUS_EXPR, m_start, by) : by);
    }
}

/* Makes a block after BEFORE, a statement, that is a loop of its own, with one
   round of the division for each value from m_start to 63.  */

void
divider::make_loop (gimple *before)
{
  edge back;
  basic_block bb = make_loop_block (before, 32, &back);
  round (bb);
}

/* Fills BB, a loop, with one round.  */

void
divider::round (basic_block bb)
{
  edge entry = EDGE_PRED (bb, 0), back = EDGE_PRED (bb, 1);
  if (entry->src == bb)
    std::swap (entry, back);
  tree rem = make_ssa_name (m_utype), quo = make_ssa_name (m_utype);
  tree count = make_ssa_name (unsigned_type_node);
  gphi *rem_phi = create_phi_node (rem, bb);
  gphi *quo_phi = create_phi_node (quo, bb);
  gphi *count_phi = create_phi_node (count, bb);
  tree one = build_one_cst (m_utype), zero = build_zero_cst (m_utype);

  emitter e (gsi_last_bb (bb), true, m_loc);
  /* An unsigned remainder may have 65 bits once it is shifted.  */
  tree beyond = NULL_TREE;
  if (!m_signed)
    {
      tree stype = signed_type_for (m_utype);
      beyond = e.op (m_mask, LT_EXPR, e.view (stype, rem),
		     build_zero_cst (stype));
    }
  tree twice = e.op (m_utype, BIT_IOR_EXPR,
		     e.op (m_utype, LSHIFT_EXPR, rem, shift (1)),
		     e.op (m_utype, RSHIFT_EXPR, quo, shift (63)));
  tree enough = e.op (m_mask, GE_EXPR, twice, m_den);
  if (beyond)
    enough = e.op (m_mask, BIT_IOR_EXPR, enough, beyond);
  m_rem = e.op (m_utype, VEC_COND_EXPR, enough,
		e.op (m_utype, MINUS_EXPR, twice, m_den), twice);
  m_result = e.op (m_utype, BIT_IOR_EXPR,
		   e.op (m_utype, LSHIFT_EXPR, quo, shift (1)),
		   e.op (m_utype, VEC_COND_EXPR, enough, one, zero));
  tree next = e.op (unsigned_type_node, PLUS_EXPR, count, shift (1));
  gcond *more = gimple_build_cond (NE_EXPR, next, shift (64), NULL_TREE,
				   NULL_TREE);
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, more, GSI_NEW_STMT);

  add_phi_arg (rem_phi, zero, entry, m_loc);
  add_phi_arg (rem_phi, m_rem, back, m_loc);
  add_phi_arg (quo_phi, m_quo, entry, m_loc);
  add_phi_arg (quo_phi, m_result, back, m_loc);
  add_phi_arg (count_phi, m_start, entry, m_loc);
  add_phi_arg (count_phi, next, back, m_loc);
}

/* Replaces STMT by one that gets VALUE, negated where SIGN is minus one; null
   is never.  */

void
divider::finish (gassign *stmt, tree value, tree sign)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  emitter e (gsi, false, m_loc);
  if (sign)
    value = magnitude (e, value, sign);
  gimple_assign_set_rhs_with_ops (&gsi, VIEW_CONVERT_EXPR,
				  build1 (VIEW_CONVERT_EXPR, m_type, value));
  stmt = as_a <gassign *> (gsi_stmt (gsi));
  update_stmt (stmt);
  if (maybe_clean_eh_stmt (stmt))
    gimple_purge_dead_eh_edges (gimple_bb (stmt));
}

/* Replaces the division's statements.  */

void
divider::expand ()
{
  gassign *stmt = m_div.stmt;
  if (dump_file)
    {
      fprintf (dump_file, "a division is replaced by a loop%s: ",
	       m_div.other ? ", with another of the same operands" : "");
      print_gimple_stmt (dump_file, stmt, 0);
    }
  emitter e (gsi_for_stmt (stmt), false, m_loc);
  tree a = gimple_assign_rhs1 (stmt), b = gimple_assign_rhs2 (stmt);
  m_quo = e.view (m_utype, a);
  m_den = e.view (m_utype, b);
  if (m_signed)
    {
      m_sign_a = sign_of (e, a);
      m_sign_b = sign_of (e, b);
      m_quo = magnitude (e, m_quo, m_sign_a);
      m_den = magnitude (e, m_den, m_sign_b);
    }
  skip_zeros (e);

  gimple_stmt_iterator gsi = gsi_for_stmt (stmt);
  gsi_prev (&gsi);
  make_loop (gsi_stmt (gsi));

  gassign *both[] = { stmt, m_div.other };
  for (gassign *s : both)
    if (s && quotient_p (s))
      {
	gimple_stmt_iterator here = gsi_for_stmt (s);
	emitter at (here, false, m_loc);
	finish (s, m_result,
		m_signed ? at.op (m_utype, BIT_XOR_EXPR, m_sign_a, m_sign_b)
		: NULL_TREE);
	n_divisions.value++;
      }
    else if (s)
      {
	finish (s, m_rem, m_sign_a);
	n_divisions.value++;
      }
}

/* Replaces the divisions of vectors in FUN.  */

static void
replace_divisions (function *fun)
{
  auto_vec<division> found;
  hash_set<gimple *> others;
  for_each_stmt (fun, [&] (gimple_stmt_iterator &gsi)
    {
      if (!division_p (gsi_stmt (gsi)) || others.contains (gsi_stmt (gsi)))
	return;
      division d;
      d.stmt = as_a <gassign *> (gsi_stmt (gsi));
      d.other = find_other (d.stmt);
      if (d.other)
	others.add (d.other);
      found.safe_push (d);
    });
  for (const division &d : found)
    divider (d).expand ();
}

opt_pass *
make_accelfix_division (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-division", ctxt, replace_divisions,
			   [] { return accelfix_args.division > 0; });
}

#endif /* ACCELFIX_GCN */
