/* OpenACC: scalars that nested loops reduce.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The product of a matrix and a vector, as it is mostly written:

     #pragma acc parallel loop gang
     for (int i = 0; i < n; i++)
       {
	 s = 0;
	 #pragma acc loop vector reduction (+: s)
	 for (int j = 0; j < m; j++)
	   s += a[i][j] * x[j];
	 y[i] = s;
       }

   s is a scalar from outside the construct.  It is firstprivate, so each gang has its own,
   as only a reduction clause of the construct itself would change that (OpenACC 3.3,
   2.6.2).  GCC makes it "copy" for the sake of the inner loop's clause
   (omp_add_variable in gimplify.cc): all gangs have the one of the device's memory, and
   each reads what another has written.  GCC 11 to 16.

   Where a reduction spans several nested loops, each of them is to have the clause
   (2.9.11).  With the clause on the outer loop alone GCC combines what the gangs have, and
   drops what all lanes and workers but the first have; with the clause on the inner loop
   alone the gangs overwrite each other's sums.  It warns if the outer and the inner loop
   have the clause, and one between them has not.  Other compilers add what is missing.

   This pass adds

     - "private" to a loop in which an inner one reduces a scalar, if each iteration sets
       the scalar before it uses it;
     - "reduction" to a loop in which an inner one reduces a scalar, if nothing else in the
       loop uses it;
     - "reduction" to a loop that changes a scalar that a loop around it, or the construct,
       reduces.

   Loops with "seq" need none of this, and where GCC warns, that is left to the user.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_private ("scalars made private to a loop");
static accelfix_counter n_reductions ("loops that reduce a scalar, as others round them do");

namespace {

/* A loop of a parallel construct, or of a routine, and the one around it.  */
struct acc_loop
{
  gomp_for *loop;
  int outer;			/* Its place in the list, or -1.  */
};

struct acc_loops
{
  auto_vec<acc_loop> list;	/* Each behind the one around it.  */
  int outer;			/* What is being looked at is in that one, or -1.  */
  tree construct;		/* Clauses of the construct around it.  */
  hash_set<tree> added;		/* Clauses that this pass has added.  */
};

/* What is looked for in a sequence: mentions of VAR.  */
struct search
{
  tree var;
  tree_code op;			/* Loops that have VAR as their own are passed over, and
				   those that reduce it by that: ERROR_MARK for anyhow,
				   NOP_EXPR for none.  */
  bool found;			/* VAR is mentioned.  */
  bool set;			/* VAR is set.  */
  bool address;			/* Its address is taken.  */
};

} // anon namespace

/* The clause of CLAUSES that says how VAR is shared, if there is one.  */

static tree
clause_for (tree clauses, tree var)
{
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    switch (OMP_CLAUSE_CODE (c))
      {
      case OMP_CLAUSE_PRIVATE:
      case OMP_CLAUSE_FIRSTPRIVATE:
      case OMP_CLAUSE_LASTPRIVATE:
      case OMP_CLAUSE_REDUCTION:
	if (OMP_CLAUSE_DECL (c) == var)
	  return c;
	break;
      default:
	break;
      }
  return NULL_TREE;
}

static tree
clause_for (const gimple *loop, tree var)
{
  return clause_for (gimple_omp_for_clauses (loop), var);
}

static bool
reduction_p (tree clause)
{
  return clause && OMP_CLAUSE_CODE (clause) == OMP_CLAUSE_REDUCTION;
}

static bool
sequential_p (const gimple *loop)
{
  return omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE_SEQ) != NULL_TREE;
}

/* Whether VAR is a number, or Fortran's reference to one, and no other function can have
   it by its name.  */

static bool
scalar_p (tree var)
{
  if (!DECL_P (var) || lookup_attribute ("omp declare target", DECL_ATTRIBUTES (var)))
    return false;
  tree type = TREE_TYPE (var);
  if (TREE_CODE (type) == REFERENCE_TYPE)
    type = TREE_TYPE (type);
  return (INTEGRAL_TYPE_P (type) || SCALAR_FLOAT_TYPE_P (type)
	  || TREE_CODE (type) == COMPLEX_TYPE);
}

/* Whether REF is all of VAR, or of what it refers to.  */

static bool
whole_p (tree ref, tree var)
{
  return (ref == var
	  || (TREE_CODE (TREE_TYPE (var)) == REFERENCE_TYPE
	      && (TREE_CODE (ref) == MEM_REF || TREE_CODE (ref) == INDIRECT_REF)
	      && TREE_OPERAND (ref, 0) == var
	      && TYPE_SIZE (TREE_TYPE (ref)) == TYPE_SIZE (TREE_TYPE (TREE_TYPE (var)))));
}

/* ---- Mentions.  */

/* A callback of walk_gimple_op.  */

static tree
note_mention (tree *t, int *, void *wi)
{
  search *s = (search *) ((walk_stmt_info *) wi)->info;
  s->found |= *t == s->var;
  s->address |= TREE_CODE (*t) == ADDR_EXPR && get_base_address (TREE_OPERAND (*t, 0)) == s->var;
  return NULL_TREE;
}

/* Notes in S what STMT itself does with the variable.  */

static void
note_statement (gimple *stmt, search *s)
{
  walk_stmt_info wi;
  memset (&wi, 0, sizeof wi);
  wi.info = s;
  walk_gimple_op (stmt, note_mention, &wi);
  tree lhs = gimple_get_lhs (stmt);
  s->set |= lhs && whole_p (lhs, s->var);
}

/* A host_visitor: S_ is a search.  */

static bool
search_statement (gimple_stmt_iterator *gsi, void *s_)
{
  search *s = (search *) s_;
  gimple *stmt = gsi_stmt (*gsi);
  if (is_gimple_debug (stmt))
    return false;
  if (host_acc_loop_p (stmt))
    if (tree c = clause_for (stmt, s->var))
      if (s->op == ERROR_MARK || !reduction_p (c)
	  || OMP_CLAUSE_REDUCTION_CODE (c) == s->op)
	{
	  for (unsigned i = 0; i < gimple_omp_for_collapse (stmt); i++)
	    s->found |= (gimple_omp_for_initial (stmt, i) == s->var
			 || gimple_omp_for_final (stmt, i) == s->var);
	  return true;
	}
  note_statement (stmt, s);
  return false;
}

/* What LOOP's body does with VAR; OP as in struct search.  */

static search
look_for (tree var, gimple *loop, tree_code op)
{
  search s = { var, op, false, false, false };
  host_visit_seq (gimple_omp_body_ptr (loop), search_statement, &s);
  return s;
}

/* ---- What is set before it is used.  */

namespace {

/* The first statements of a body, up to one that sets or uses VAR.  */
struct beginning
{
  tree var;
  bool set;			/* VAR is set, whatever was before.  */
  bool other;			/* It is used, or that cannot be told.  */
  hash_set<tree> labels;	/* Those passed.  */
  auto_vec<tree> jumps;		/* Labels that have been jumped to.  */
};

} // anon namespace

/* Whether B is at a place that all ways lead to: those that have left it have come back.  */

static bool
arrived_p (beginning *b)
{
  for (tree label : b->jumps)
    if (!label || !b->labels.contains (label))
      return false;
  return true;
}

/* A host_visitor: B_ is a beginning.  */

static bool
begin_statement (gimple_stmt_iterator *gsi, void *b_)
{
  beginning *b = (beginning *) b_;
  gimple *stmt = gsi_stmt (*gsi);
  if (b->set || b->other || is_gimple_debug (stmt))
    return true;
  search s = { b->var, NOP_EXPR, false, false, false };
  if (is_gimple_omp (stmt) && gimple_has_substatements (stmt))
    {
      /* A loop may have no iteration.  */
      if (!search_statement (gsi, &s))
	host_visit_seq (gimple_omp_body_ptr (stmt), search_statement, &s);
      b->other |= s.found | s.address;
      return true;
    }
  note_statement (stmt, &s);
  if (s.set && !s.address && (is_gimple_assign (stmt) || is_gimple_call (stmt)))
    {
      /* The value may come from the variable.  */
      tree lhs = gimple_get_lhs (stmt);
      s.found = false;
      gimple_set_lhs (stmt, create_tmp_var_raw (TREE_TYPE (lhs)));
      note_statement (stmt, &s);
      gimple_set_lhs (stmt, lhs);
      /* Where it has been jumped past, it may not have been executed.  */
      b->set = !s.found && arrived_p (b);
    }
  b->other |= s.found | s.address;
  switch (gimple_code (stmt))
    {
    case GIMPLE_LABEL:
      b->labels.add (gimple_label_label (as_a <glabel *> (stmt)));
      break;
    case GIMPLE_GOTO:
      b->jumps.safe_push (gimple_goto_dest (stmt));
      break;
    case GIMPLE_COND:
      b->jumps.safe_push (gimple_cond_true_label (as_a <gcond *> (stmt)));
      b->jumps.safe_push (gimple_cond_false_label (as_a <gcond *> (stmt)));
      break;
    case GIMPLE_SWITCH:
      for (unsigned i = 0; i < gimple_switch_num_labels (as_a <gswitch *> (stmt)); i++)
	b->jumps.safe_push (CASE_LABEL (gimple_switch_label (as_a <gswitch *> (stmt), i)));
      break;
    default:
      break;
    }
  return false;
}

/* Whether each iteration of LOOP sets VAR before it uses it.  */

static bool
set_first_p (gimple *loop, tree var)
{
  beginning b;
  b.var = var;
  b.set = b.other = false;
  host_visit_seq (gimple_omp_body_ptr (loop), begin_statement, &b);
  return b.set && !b.other;
}

/* ---- Repairs.  */

static void
add_clause (gimple *loop, tree clause)
{
  tree *clauses = gimple_omp_for_clauses_ptr (loop);
  OMP_CLAUSE_CHAIN (clause) = *clauses;
  *clauses = clause;
}

/* Has LOOP, of A, reduce what CLAUSE of another loop, or of the construct, says.  */

static void
add_reduction (acc_loops *a, gimple *loop, tree clause)
{
  tree c = build_omp_clause (gimple_location (loop), OMP_CLAUSE_REDUCTION);
  OMP_CLAUSE_DECL (c) = OMP_CLAUSE_DECL (clause);
  OMP_CLAUSE_REDUCTION_CODE (c) = OMP_CLAUSE_REDUCTION_CODE (clause);
  add_clause (loop, c);
  a->added.add (c);
  n_reductions.value++;
  host_repaired (gimple_location (loop),
		 "the loop reduces %T, as another of the same nest does; the clause is missing",
		 OMP_CLAUSE_DECL (c), "acc-reduction-nest");
}

/* Whether a loop in number I of A reduces VAR.  */

static bool
reduced_inside_p (const acc_loops *a, unsigned i, tree var)
{
  for (unsigned j = i + 1; j < a->list.length (); j++)
    if (reduction_p (clause_for (a->list[j].loop, var)))
      for (int k = a->list[j].outer; k >= (int) i; k = a->list[k].outer)
	if (k == (int) i)
	  return true;
  return false;
}

/* The clause for VAR of the next loop round number I of A that has one, or of the
   construct.  */

static tree
next_clause (const acc_loops *a, unsigned i, tree var)
{
  for (int k = a->list[i].outer; k >= 0; k = a->list[k].outer)
    if (tree c = clause_for (a->list[k].loop, var))
      return c;
  return clause_for (a->construct, var);
}

/* Gives loop number I of A the reductions of the loop next to it on the outside that has a
   clause for the variable, or of the construct.  */

static void
reduce_as_outside (acc_loops *a, unsigned i)
{
  gimple *loop = a->list[i].loop;
  auto_vec<tree> wanted;
  for (int k = a->list[i].outer; ; k = a->list[k].outer)
    {
      tree clauses = k < 0 ? a->construct : gimple_omp_for_clauses (a->list[k].loop);
      for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
	if (reduction_p (c) && scalar_p (OMP_CLAUSE_DECL (c))
	    && next_clause (a, i, OMP_CLAUSE_DECL (c)) == c)
	  wanted.safe_push (c);
      if (k < 0)
	break;
    }
  for (tree c : wanted)
    {
      tree var = OMP_CLAUSE_DECL (c);
      if (clause_for (loop, var) || reduced_inside_p (a, i, var))
	continue;
      search s = look_for (var, loop, ERROR_MARK);
      if (s.set && !s.address && !set_first_p (loop, var))
	add_reduction (a, loop, c);
    }
}

/* Whether VAR is declared in LOOP.  */

static bool
declared_inside_p (gimple *loop, tree var)
{
  struct { tree var; bool found; } d = { var, false };
  host_visit_seq (gimple_omp_body_ptr (loop),
		  [] (gimple_stmt_iterator *gsi, void *d_)
		  {
		    auto p = (decltype (d) *) d_;
		    if (gbind *bind = dyn_cast <gbind *> (gsi_stmt (*gsi)))
		      for (tree v = gimple_bind_vars (bind); v; v = DECL_CHAIN (v))
			p->found |= v == p->var;
		    return false;
		  }, &d);
  return d.found;
}

/* Gives loop number I of A a clause for VAR, which loop number J in it reduces by CLAUSE.  */

static void
cover (acc_loops *a, unsigned i, unsigned j, tree clause)
{
  tree var = OMP_CLAUSE_DECL (clause);
  gimple *loop = a->list[i].loop;
  tree next = next_clause (a, i, var);
  if (!scalar_p (var) || clause_for (loop, var) || declared_inside_p (loop, var)
      || (reduction_p (next) && !a->added.contains (next)))
    return;
  for (int k = a->list[j].outer; k != (int) i; k = a->list[k].outer)
    if (tree c = clause_for (a->list[k].loop, var))
      if (!reduction_p (c))
	return;
  if (set_first_p (loop, var))
    {
      tree c = build_omp_clause (gimple_location (loop), OMP_CLAUSE_PRIVATE);
      OMP_CLAUSE_DECL (c) = var;
      add_clause (loop, c);
      n_private.value++;
      host_repaired (gimple_location (loop),
		     "each iteration has its own %T, which a loop in it reduces", var,
		     "acc-reduction-private");
      return;
    }
  /* What each gang has as its own is not summed up behind a loop.  */
  if (!clause_for (a->construct, var)
      && !look_for (var, loop, OMP_CLAUSE_REDUCTION_CODE (clause)).found)
    add_reduction (a, loop, clause);
}

/* Looks at the loops of A, which are all of a construct or of a routine.  */

static void
complete (acc_loops *a)
{
  for (unsigned i = 0; i < a->list.length (); i++)
    if (!sequential_p (a->list[i].loop))
      reduce_as_outside (a, i);
  /* Inner loops first: what one of them has as its own the outer ones do not see.  */
  for (unsigned j = a->list.length (); j-- > 0;)
    for (tree c = gimple_omp_for_clauses (a->list[j].loop); c; c = OMP_CLAUSE_CHAIN (c))
      if (reduction_p (c))
	for (int i = a->list[j].outer; i >= 0; i = a->list[i].outer)
	  if (!sequential_p (a->list[i].loop))
	    {
	      cover (a, i, j, c);
	      if (clause_for (a->list[i].loop, OMP_CLAUSE_DECL (c)))
		break;
	    }
}

/* A host_visitor: collects loops into A_.  */

static bool
collect_loop (gimple_stmt_iterator *gsi, void *a_)
{
  acc_loops *a = (acc_loops *) a_;
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_code (stmt) == GIMPLE_OMP_TARGET && is_gimple_omp_offloaded (stmt))
    return true;
  if (!host_acc_loop_p (stmt))
    return false;
  int outer = a->outer;
  a->list.safe_push ({ as_a <gomp_for *> (stmt), outer });
  a->outer = a->list.length () - 1;
  host_visit_seq (gimple_omp_body_ptr (stmt), collect_loop, a);
  a->outer = outer;
  return true;
}

/* A host_visitor: looks at parallel constructs.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_code (stmt) != GIMPLE_OMP_TARGET || !is_gimple_omp_offloaded (stmt))
    return false;
  if (gimple_omp_target_kind (stmt) == GF_OMP_TARGET_KIND_OACC_PARALLEL)
    {
      acc_loops a;
      a.outer = -1;
      a.construct = gimple_omp_target_clauses (stmt);
      host_visit_seq (gimple_omp_body_ptr (stmt), collect_loop, &a);
      complete (&a);
    }
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
  acc_loops a;
  a.outer = -1;
  a.construct = NULL_TREE;
  host_visit_all (collect_loop, &a);
  complete (&a);
}

opt_pass *
make_accelfix_acc_reduction (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-acc-reduction", ctxt, visit_function,
			   [] { return flag_openacc && accelfix_args.acc_reduction; });
}
