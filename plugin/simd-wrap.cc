/* Counters of simd loops that run past the end of their type.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "simd.h"

/* In the copy for SIMT of a loop over I by steps of C a lane starts with the
   first value plus C times its number, and goes on by 32 * C:

     i_1 = PHI <first + c * lane, i_2>
     if (i_1 < end) ... else leave
     i_2 = i_1 + 32 * c;

   So I goes further beyond END than the source lets it, by up to 32 steps,
   and where its type ends before that it starts from the other end: nothing
   ends the loop then, or iterations run that there are not.  GCC does not see
   to that, in any release:

     for (unsigned i = n; i > 0; i--)
     for (unsigned char i = 0; i < 250; i++)

   A lane whose counter has passed the end of its type has no iteration left.
   That it has is seen from the sums: one that went up is smaller than what it
   was computed from.  So such a loop gets a second condition,

     in_1 = PHI <first + c * lane >= first, in_2>
     if (i_1 < end && in_1) ...
     i_2 = i_1 + 32 * c;
     in_2 = i_2 >= i_1;

   which is exact as long as 32 * C is less than what the type can hold.

   Most loops need none: the first value and the end are numbers far enough from
   the end of the type.  If the type has 32 bits or more, and the counter is
   signed or goes up, to an end that is no number, that end is seldom within 32
   steps of the end of its type.  Then the values are compared once, before the
   loop, and if it is, the loop runs its copy for targets without SIMT:

     use = GOMP_USE_SIMT () & (end <= INT_MAX - 32 * c);

   A pointer never comes near.

   A loop whose condition or counter has another form runs without SIMT.  */

/* More than a step is.  */
static const HOST_WIDE_INT most = HOST_WIDE_INT_1 << 40;

/* The number that STMT, a product or a shift, multiplies its first operand by; 0
   if that is not known.  */

static HOST_WIDE_INT
multiplier_of (gassign *stmt)
{
  tree by = gimple_assign_rhs2 (stmt);
  if (TREE_CODE (by) != INTEGER_CST
      || TYPE_PRECISION (TREE_TYPE (by)) > HOST_BITS_PER_WIDE_INT)
    return 0;
  HOST_WIDE_INT n = wi::to_wide (by).to_shwi ();
  if (gimple_assign_rhs_code (stmt) == LSHIFT_EXPR)
    return n < 0 || n > 40 ? 0 : HOST_WIDE_INT_1 << n;
  return n > most || n < -most ? 0 : n;
}

/* The factor of VALUE if it is a multiple of what NUMBER gives; 0 if that is not
   known.  NUMBER is that of the lane, or of all lanes, and this one counts: with
   a safelen clause it is the smaller of two.  */

static HOST_WIDE_INT
factor_of (tree value, internal_fn number, int depth = 0)
{
  if (TREE_CODE (value) != SSA_NAME || depth == 8)
    return 0;
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (simd_call_p (def, number))
    return number == IFN_GOMP_SIMT_VF ? targetm.simt.vf () : 1;
  if (!is_gimple_assign (def))
    return 0;
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  HOST_WIDE_INT f = factor_of (a, number, depth + 1);
  tree_code code = gimple_assign_rhs_code (def);
  switch (code)
    {
    case SSA_NAME:
      return f;
    CASE_CONVERT:
      /* A negative step of an unsigned type does not stay one in a wider.  */
      return (f < 0 && TYPE_UNSIGNED (TREE_TYPE (a))
	      && TYPE_PRECISION (TREE_TYPE (value))
		 > TYPE_PRECISION (TREE_TYPE (a)) ? 0 : f);
    case NEGATE_EXPR:
      return -f;
    case MULT_EXPR:
    case LSHIFT_EXPR:
      return (f > 4096 || f < -4096
	      ? 0 : f * multiplier_of (as_a<gassign *> (def)));
    case MIN_EXPR:
      return (number == IFN_GOMP_SIMT_VF && tree_fits_shwi_p (b)
	      ? MIN (f, tree_to_shwi (b)) : 0);
    default:
      return 0;
    }
}

/* If VALUE is a sum of something and a multiple of NUMBER, puts the former into
   *BASE, null for zero, or an expression, and the factor into *F.  GCC makes
   (lane + 15) * 2 of 30 + lane * 2.  */

static bool
sum_p (tree value, internal_fn number, tree *base, HOST_WIDE_INT *f)
{
  *base = NULL_TREE;
  *f = factor_of (value, number);
  if (*f)
    return true;
  if (TREE_CODE (value) != SSA_NAME)
    return false;
  gassign *def = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (value));
  if (!def)
    return false;
  tree_code code = gimple_assign_rhs_code (def);
  tree a = gimple_assign_rhs1 (def), b = gimple_assign_rhs2 (def);
  if (code == MULT_EXPR || code == LSHIFT_EXPR)
    {
      HOST_WIDE_INT by = multiplier_of (def);
      if (!by || !sum_p (a, number, base, f) || *f > 4096 || *f < -4096)
	return false;
      if (*base)
	*base = fold_build2 (code, TREE_TYPE (value), *base, b);
      *f *= by;
      return true;
    }
  bool minus = code == MINUS_EXPR;
  if (code != PLUS_EXPR && !minus)
    return false;
  *f = factor_of (b, number);
  if (!*f && !minus)
    {
      std::swap (a, b);
      *f = factor_of (b, number);
    }
  if (minus)
    *f = -*f;
  *base = a;
  return *f != 0;
}

/* The PHI in LOOP's header whose result VALUE is, but for conversions, or null.
   *OTHER becomes true if VALUE changes in the loop and is no such.  */

static gphi *
counter_of (class loop *loop, tree value, bool *other)
{
  while (TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (!gimple_bb (def) || !flow_bb_inside_loop_p (loop, gimple_bb (def)))
	break;
      if (gphi *phi = dyn_cast<gphi *> (def))
	if (gimple_bb (phi) == loop->header)
	  return phi;
      if (!is_gimple_assign (def)
	  || (!gimple_assign_cast_p (def)
	      && !gimple_assign_ssa_name_copy_p (def)))
	{
	  *other = true;
	  break;
	}
      value = gimple_assign_rhs1 (def);
    }
  return NULL;
}

/* Whether VALUE is a number from which F lies beyond the end of TYPE.  */

static bool
near_end_p (tree value, HOST_WIDE_INT f, tree type)
{
  if (!value || TREE_CODE (value) != INTEGER_CST)
    return false;
  widest_int sum = wi::to_widest (value) + f;
  return (sum > wi::to_widest (TYPE_MAX_VALUE (type))
	  || sum < wi::to_widest (TYPE_MIN_VALUE (type)));
}

static bool
number_p (tree value)
{
  return !value || TREE_CODE (value) == INTEGER_CST;
}

/* Whether a counter of TYPE that starts with BASE, null for zero, goes up or
   down by F, and ends at END may pass the end of TYPE.  */

static bool
may_wrap_p (tree type, tree base, tree end, HOST_WIDE_INT f, int lanes)
{
  tree first = base ? base : build_zero_cst (type);
  if (near_end_p (first, f * (lanes - 1), type) || near_end_p (end, f * lanes,
							      type))
    return true;
  if (number_p (first) && number_p (end))
    return false;
  return (TYPE_PRECISION (type) < 32
	  || (TYPE_UNSIGNED (type) && (f < 0 || !number_p (first))));
}

/* The value of TYPE that is LANES steps of F from its end.  */

static widest_int
limit_of (tree type, HOST_WIDE_INT f, int lanes)
{
  return wi::to_widest (f < 0 ? TYPE_MIN_VALUE (type) : TYPE_MAX_VALUE (type))
	 - f * lanes;
}

/* Whether VALUE is a number, or can be compared with LIMIT where STMT is.  */

static bool
comparable_p (gimple *stmt, tree value, const widest_int &limit)
{
  return (number_p (value)
	  || (wi::fits_to_tree_p (limit, TREE_TYPE (value))
	      && simd_computable_p ({ NULL, stmt }, value)));
}

/* Whether something that is not LOOP's, or none of LOOP's if it is null, uses
   NAME, besides PHI.  */

static bool
used_elsewhere_p (class loop *loop, tree name, gphi *phi)
{
  return (TREE_CODE (name) == SSA_NAME
	  && simd_any_use (name, [loop, phi] (use_operand_p use)
	       {
		 gimple *stmt = USE_STMT (use);
		 return (stmt != phi
			 && (!loop
			     || !flow_bb_inside_loop_p (loop, gimple_bb (stmt))));
	       }));
}

/* Whether RESULT, LOOP's counter, serves behind LOOP only to find the lane that
   had the last iteration, and as that lane's last value:

     last = i_1 + (1 - lanes) * c;
     lane = GOMP_SIMT_LAST_LANE (last >= end);
     i = GOMP_SIMT_XCHG_IDX (last, lane);

   A sum in a type that wraps is right there, whatever I_1 has passed: LAST is
   what follows the lane's own last iteration.  A lane that had none may seem to
   be the last, but comes after the one that is, and GCC takes the first.  */

static bool
last_value_p (class loop *loop, tree result)
{
  if (!TYPE_OVERFLOW_WRAPS (TREE_TYPE (result)))
    return false;
  hash_set<tree> seen;
  auto_vec<tree> work;
  work.safe_push (result);
  while (!work.is_empty ())
    {
      tree name = work.pop ();
      if (seen.add (name))
	continue;
      imm_use_iterator it;
      use_operand_p use;
      FOR_EACH_IMM_USE_FAST (use, it, name)
	{
	  gimple *stmt = USE_STMT (use);
	  if (is_gimple_debug (stmt)
	      || (name == result
		  && flow_bb_inside_loop_p (loop, gimple_bb (stmt)))
	      || simd_call_p (stmt, IFN_GOMP_SIMT_VOTE_ANY)
	      || simd_call_p (stmt, IFN_GOMP_SIMT_LAST_LANE)
	      || simd_call_p (stmt, IFN_GOMP_SIMT_XCHG_IDX))
	    continue;
	  if (gphi *phi = dyn_cast<gphi *> (stmt))
	    {
	      if (gimple_phi_num_args (phi) != 1)
		return false;
	      work.safe_push (gimple_phi_result (phi));
	      continue;
	    }
	  if (!is_gimple_assign (stmt))
	    return false;
	  tree_code code = gimple_assign_rhs_code (stmt);
	  if (code != PLUS_EXPR && code != MINUS_EXPR
	      && TREE_CODE_CLASS (code) != tcc_comparison
	      && !gimple_assign_cast_p (stmt)
	      && !gimple_assign_ssa_name_copy_p (stmt))
	    return false;
	  work.safe_push (gimple_assign_lhs (stmt));
	}
    }
  return true;
}

/* Whether R looks for the lane that had the last iteration, as for a lastprivate
   or a linear variable.  It asks for the value that the counter ends with, of
   which GCC may have made a number.  */

static bool
asks_for_last_p (simt_region *r)
{
  for (gimple *stmt : r->stmts)
    if (simd_call_p (stmt, IFN_GOMP_SIMT_LAST_LANE)
	|| simd_call_p (stmt, IFN_GOMP_SIMT_VOTE_ANY))
      return true;
  return false;
}

/* Whether a value that starts from the lane's number in LOOP, whose lanes count
   their iterations, is of a type that holds enough: how many iterations there are
   was computed from it.  */

static bool
starts_fit_p (simt_region *r, class loop *loop)
{
  for (gphi_iterator pi = gsi_start_phis (loop->header); !gsi_end_p (pi);
       gsi_next (&pi))
    {
      tree type = TREE_TYPE (gimple_phi_result (pi.phi ()));
      edge entry = simd_header_edge (loop, false);
      if (simd_from_lane_p (r, PHI_ARG_DEF_FROM_EDGE (pi.phi (), entry))
	  && !POINTER_TYPE_P (type)
	  && (!INTEGRAL_TYPE_P (type) || TYPE_UNSIGNED (type)
	      || TYPE_PRECISION (type) < 32))
	return false;
    }
  return true;
}

/* See simd.h.  */

const char *
simd_find_wrap (simt_region *r, vec<simd_guard> *guards)
{
  class loop *loop = r->shared;
  if (!loop)
    return NULL;
  static const char unknown[] = "how its iterations are counted is not known";
  gimple_stmt_iterator gsi = gsi_last_bb (loop->header);
  gcond *cond = gsi_end_p (gsi) ? NULL : dyn_cast<gcond *> (gsi_stmt (gsi));
  if (!cond || EDGE_COUNT (loop->header->preds) != 2
      || (flow_bb_inside_loop_p (loop, EDGE_SUCC (loop->header, 0)->dest)
	  == flow_bb_inside_loop_p (loop, EDGE_SUCC (loop->header, 1)->dest)))
    return unknown;
  bool other = false;
  tree end = gimple_cond_rhs (cond);
  gphi *phi = counter_of (loop, gimple_cond_lhs (cond), &other);
  if (!phi)
    {
      end = gimple_cond_lhs (cond);
      phi = counter_of (loop, gimple_cond_rhs (cond), &other);
    }
  if (!phi || other)
    return unknown;
  tree result = gimple_phi_result (phi), type = TREE_TYPE (result), base;
  if (POINTER_TYPE_P (type))
    return NULL;
  if (!INTEGRAL_TYPE_P (type)
      || TYPE_PRECISION (type) > HOST_BITS_PER_WIDE_INT)
    return unknown;

  tree start = PHI_ARG_DEF_FROM_EDGE (phi, simd_header_edge (loop, false));
  /* GCC 11 forgets that a lane steps over what the others do.  */
  if (integer_zerop (start) && simd_from_lane_p (r, end))
    return (starts_fit_p (r, loop)
	    && simd_from_lane_p (r, end, IFN_GOMP_SIMT_VF) ? NULL : unknown);
  simd_guard g = { loop, phi, NULL_TREE, 0, 0, end, NULL };
  if (!sum_p (start, IFN_GOMP_SIMT_LANE, &g.base, &g.step))
    return unknown;
  int lanes = targetm.simt.vf ();
  if (!may_wrap_p (type, g.base, end, g.step, lanes))
    {
      if (number_p (g.base) && number_p (end))
	return NULL;
      gcall *use = r->loop->use_simt;
      widest_int limit = limit_of (type, g.step, lanes);
      if (gimple_call_lhs (use) && comparable_p (use, g.base, limit)
	  && comparable_p (use, end, limit))
	{
	  g.asks = use;
	  guards->safe_push (g);
	  return NULL;
	}
    }
  tree next = PHI_ARG_DEF_FROM_EDGE (phi, simd_header_edge (loop, true));
  if (!sum_p (next, IFN_GOMP_SIMT_VF, &base, &g.all))
    g.all = 0;
  HOST_WIDE_INT size = g.all < 0 ? -g.all : g.all;
  if (!g.all || base != result || (g.all < 0) != (g.step < 0)
      || (TYPE_PRECISION (type) < HOST_BITS_PER_WIDE_INT
	  && size >= HOST_WIDE_INT_1 << TYPE_PRECISION (type)))
    return unknown;
  if (used_elsewhere_p (NULL, next, phi)
      || (used_elsewhere_p (loop, result, phi)
	  ? !last_value_p (loop, result) : asks_for_last_p (r)))
    return "its counter wraps, and what follows it uses that";
  guards->safe_push (g);
  return NULL;
}

/* Makes G's counter BASE + OFFSET on E, in a type that wraps: a signed sum does
   not for GCC, which would take the condition for true.  Returns whether the
   sum is what it would be in a type without an end.  */

static tree
put_sum (const simd_guard &g, edge e, tree base, tree offset)
{
  tree type = TREE_TYPE (gimple_phi_result (g.phi));
  tree wraps = unsigned_type_for (type);
  gimple_seq seq = NULL;
  tree sum = gimple_build (&seq, PLUS_EXPR, wraps,
			   gimple_convert (&seq, wraps, base),
			   gimple_convert (&seq, wraps, offset));
  sum = gimple_convert (&seq, type, sum);
  tree in = gimple_build (&seq, g.step < 0 ? LE_EXPR : GE_EXPR,
			  boolean_type_node, sum, base);
  if (seq)
    gsi_insert_seq_on_edge (e, seq);
  /* GCC would take the signed sum, if it stayed, for the same.  */
  tree old = PHI_ARG_DEF_FROM_EDGE (g.phi, e);
  SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (g.phi, e), sum);
  if (TREE_CODE (old) == SSA_NAME && old != base && has_zero_uses (old)
      && is_gimple_assign (SSA_NAME_DEF_STMT (old)))
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (SSA_NAME_DEF_STMT (old));
      gsi_remove (&gsi, true);
      release_ssa_name (old);
    }
  return in;
}

/* Makes G's loop run without SIMT if its counter comes near the end of its
   type.  */

static void
ask_before (const simd_guard &g)
{
  tree type = TREE_TYPE (gimple_phi_result (g.phi));
  widest_int limit = limit_of (type, g.step, targetm.simt.vf ());
  tree lhs = gimple_call_lhs (g.asks);
  tree use = make_ssa_name (TREE_TYPE (lhs)), all = use;
  gimple_call_set_lhs (g.asks, use);
  update_stmt (g.asks);
  gimple_seq seq = NULL;
  for (tree value : { g.base, g.end })
    if (!number_p (value))
      {
	value = simd_compute (&seq, { NULL, g.asks }, value);
	tree far = gimple_build (&seq, g.step < 0 ? GE_EXPR : LE_EXPR,
				 boolean_type_node, value,
				 wide_int_to_tree (TREE_TYPE (value), limit));
	all = gimple_build (&seq, BIT_AND_EXPR, TREE_TYPE (lhs), all,
			    gimple_convert (&seq, TREE_TYPE (lhs), far));
      }
  gimple_seq_add_stmt (&seq, gimple_build_assign (lhs, all));
  gimple_stmt_iterator gsi = gsi_for_stmt (g.asks);
  gsi_insert_seq_after (&gsi, seq, GSI_SAME_STMT);
}

/* See simd.h.  */

void
simd_repair_wrap (const simd_guard &g)
{
  if (g.asks)
    {
      ask_before (g);
      return;
    }
  tree type = TREE_TYPE (gimple_phi_result (g.phi));
  tree wraps = unsigned_type_for (type);
  edge entry = simd_header_edge (g.loop, false);
  edge latch = simd_header_edge (g.loop, true);

  gimple_seq seq = NULL;
  gcall *call = gimple_build_call_internal (IFN_GOMP_SIMT_LANE, 0);
  tree lane = make_ssa_name (unsigned_type_node);
  gimple_call_set_lhs (call, lane);
  gimple_seq_add_stmt (&seq, call);
  tree offset = gimple_build (&seq, MULT_EXPR, wraps,
			      gimple_convert (&seq, wraps, lane),
			      build_int_cst (wraps, g.step));
  tree base = (g.base ? simd_compute (&seq, { g.loop, NULL }, g.base)
	       : build_zero_cst (type));
  gsi_insert_seq_on_edge (entry, seq);
  tree first = put_sum (g, entry, base, offset);
  tree next = put_sum (g, latch, gimple_phi_result (g.phi),
		       build_int_cst (wraps, g.all));
  tree in = make_ssa_name (boolean_type_node);
  gphi *phi = create_phi_node (in, g.loop->header);
  add_phi_arg (phi, first, entry, UNKNOWN_LOCATION);
  add_phi_arg (phi, next, latch, UNKNOWN_LOCATION);

  gimple_stmt_iterator gsi = gsi_last_bb (g.loop->header);
  gcond *cond = as_a<gcond *> (gsi_stmt (gsi));
  edge yes, no;
  extract_true_false_edges_from_block (g.loop->header, &yes, &no);
  bool stay = flow_bb_inside_loop_p (g.loop, yes->dest);
  tree_code code = gimple_cond_code (cond);
  if (!stay)
    code = invert_tree_comparison (code, false);
  tree less = make_ssa_name (boolean_type_node);
  tree both = make_ssa_name (boolean_type_node);
  gsi_insert_before (&gsi, gimple_build_assign (less, code,
						gimple_cond_lhs (cond),
						gimple_cond_rhs (cond)),
		     GSI_SAME_STMT);
  gsi_insert_before (&gsi, gimple_build_assign (both, BIT_AND_EXPR, less, in),
		     GSI_SAME_STMT);
  gimple_cond_set_condition (cond, stay ? NE_EXPR : EQ_EXPR, both,
			     boolean_false_node);
  update_stmt (cond);
}
