/* Accelfix: arrays with gaps between their elements, in maps.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A dummy argument X(:), or a pointer to an array, may have gaps between its elements:
   `call s (b(2, :))'; `p => a(20:1:-2)'; `p => list%field'.  For the whole array
   gfortran maps as many bytes as the last dimension's extent times its stride
   (gfc_full_array_size in trans-openmp.cc, gfc_trans_array_bounds).  So

   - "from" copies what is in the gaps, which nobody has set on the device, over the
     host's elements, and goes on behind the last element by a gap: silent;
   - with a negative stride the length is negative: libgomp stops;
   - elements of another size than the distance between them, as list%field has, are
     mapped in part.

   GCC 11 to 16, OpenMP and OpenACC.

   Copies of the whole overwrite what is in the gaps, too, which may be an array of its
   own: "exit data", "update", the end of a data region.

   This pass finds the arrays; map-gaps.cc maps and copies them.

   Private copies of such an array are as many bytes, too, and begin at its first
   element.  Where elements are before that in memory, they are outside of the copy, and
   "lastprivate" overwrites what is in the gaps.  The program stops there with an error:
   what the region gets is known when it runs.  This is so without devices as well.

   In a region that becomes a function, as of "parallel", the descriptor of a dummy
   argument cannot be named any more, so what is needed of it is computed before.  An
   optional one that is absent has no descriptor; one without data takes its place.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "places.h"
#include "descriptors.h"
#include "map-gaps.h"

namespace {

/* What T is, if it is the name of a temporary; else T.  */

tree
behind (tree t)
{
  while (CONVERT_EXPR_P (t))
    t = TREE_OPERAND (t, 0);
  for (int i = 0; i < 8 && TREE_CODE (t) == SSA_NAME; i++)
    {
      gassign *a = host_assignment (t);
      if (!a || !gimple_assign_single_p (a))
	break;
      t = gimple_assign_rhs1 (a);
    }
  while (CONVERT_EXPR_P (t))
    t = TREE_OPERAND (t, 0);
  return t;
}

/* What pointer variables that the front end made are set to, but for null, which stands
   for an absent argument; error_mark_node for those that are set to several things.
   They are mapped, too, so that places.cc does not vouch for them.  */
typedef hash_map <tree, tree> settings;

bool
note_setting (gimple_stmt_iterator *gsi, void *data)
{
  gassign *a = dyn_cast <gassign *> (gsi_stmt (*gsi));
  if (a && VAR_P (gimple_assign_lhs (a)) && !gimple_clobber_p (a)
      && DECL_ARTIFICIAL (gimple_assign_lhs (a))
      && POINTER_TYPE_P (TREE_TYPE (gimple_assign_lhs (a)))
      && !(gimple_assign_single_p (a) && integer_zerop (gimple_assign_rhs1 (a))))
    {
      bool existed;
      tree &t = ((settings *) data)->get_or_insert (gimple_assign_lhs (a),
						    &existed);
      tree rhs = (gimple_assign_single_p (a) ? gimple_assign_rhs1 (a)
		  : error_mark_node);
      if (!existed)
	t = rhs;
      else if (t == error_mark_node || rhs == error_mark_node
	       || !operand_equal_p (t, rhs, 0))
	t = error_mark_node;
    }
  return false;
}

/* Looks at a function.  */
struct search
{
  settings set;			/* Filled in when it is asked.  */
  hash_set <gimple *> done;
  auto_vec<gimple *> outlined;	/* The constructs around whose bodies become
				   functions.  */
  host_gaps *outer;		/* What is computed before the first of these.  */
};

/* Whether clause C has data in memory.  */

bool
has_data_p (tree c)
{
  switch (OMP_CLAUSE_CODE (c))
    {
    case OMP_CLAUSE_TO:
    case OMP_CLAUSE_FROM:
      return true;
    case OMP_CLAUSE_MAP:
      return (host_maps_data_p (c) || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_DELETE
	      || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_RELEASE);
    default:
      return false;
    }
}

/* The size of an element of the array that POINTER points to, or NULL.  */

tree
element_size (tree pointer)
{
  tree array = TREE_TYPE (TREE_TYPE (pointer));
  if (TREE_CODE (array) != ARRAY_TYPE)
    return NULL_TREE;
  tree size = TYPE_SIZE_UNIT (TREE_TYPE (array));
  return size && TREE_CODE (size) == INTEGER_CST ? size : NULL_TREE;
}

/* What variable VAR of the front end's or the gimplifier's is set to; NULL if to several
   things, or to nothing.  */

tree
set_to (search *s, tree var)
{
  if (s->set.is_empty ())
    host_visit_all (note_setting, &s->set);
  tree *set = s->set.get (var);
  return set && *set != error_mark_node ? behind (*set) : NULL_TREE;
}

/* The descriptor of the dummy argument that FROM, a variable of the front end's, points
   to, with the size of an element in *ELEM; NULL if it is not one's.  */

tree
argument_descriptor (search *s, tree from, tree *elem)
{
  *elem = element_size (from);
  tree desc = NULL_TREE;
  /* Inside of "parallel" it is a copy of the front end's.  */
  for (int i = 0; i < 3 && !desc && VAR_P (from); i++)
    {
      from = set_to (s, from);
      if (!from)
	return NULL_TREE;
      desc = host_descriptor_of (from);
    }
  return (*elem && desc && host_indirect_p (desc)
	  && TREE_CODE (TREE_OPERAND (desc, 0)) == PARM_DECL ? desc : NULL_TREE);
}

/* The descriptor that has what clause C maps, with in *POINTER whether it is a
   pointer's, or else the size of an element in *ELEM; NULL if there is none, or no gaps can
   be.  */

tree
descriptor_of (search *s, tree c, tree *elem, bool *pointer)
{
  tree what = OMP_CLAUSE_DECL (c);
  if (DECL_P (what) || !host_indirect_p (what))
    return NULL_TREE;
  tree t = TREE_OPERAND (what, 0);
  *elem = NULL_TREE;
  tree from = behind (t);
  /* In a data region, the gimplifier has variables for what it has names for elsewhere.  */
  for (int i = 0; i < 3 && VAR_P (from) && !DECL_NAME (from); i++)
    if (tree set = set_to (s, from))
      from = set;
  tree desc = host_descriptor_of (from);
  *pointer = true;
  if (!desc && VAR_P (from))
    {
      desc = argument_descriptor (s, from, elem);
      *pointer = false;
    }
  if (!desc || !(*pointer || *elem))
    return NULL_TREE;
  /* One that is in a structure is mapped with the other members.  */
  tree base = desc;
  if (host_indirect_p (base))
    base = host_definition (TREE_OPERAND (base, 0));
  if (!DECL_P (base) || DECL_HAS_VALUE_EXPR_P (base))
    return NULL_TREE;
  /* A section that the program asks for has one of gfortran's own.  */
  if (VAR_P (base) && DECL_ARTIFICIAL (base))
    return NULL_TREE;
  /* Of an array of any rank, not all of "dim" is set.  */
  if (host_rank (desc) >= 15)
    return NULL_TREE;
  /* Allocatable arrays have none.  */
  if (*pointer && host_allocatable_p (desc))
    return NULL_TREE;
  return desc;
}

/* Gives each construct around the one under repair its own copy of VAR.  */

void
hand_in (search *s, tree var)
{
  for (gimple *region : s->outlined)
    {
      tree c = build_omp_clause (gimple_location (region), OMP_CLAUSE_FIRSTPRIVATE);
      OMP_CLAUSE_DECL (c) = var;
      tree *clauses = (gimple_code (region) == GIMPLE_OMP_TEAMS
		       ? gimple_omp_teams_clauses_ptr (region)
		       : gimple_omp_taskreg_clauses_ptr (region));
      OMP_CLAUSE_CHAIN (c) = *clauses;
      *clauses = c;
    }
}

/* Has R compute SPAN, which DESC describes, where that can be named.  ELEM, POINTER and
   NEED are as for host_span::compute.  */

void
compute (search *s, host_gaps *r, host_span &span, tree desc, tree elem, bool pointer,
	 host_span::needs need)
{
  if (pointer || s->outlined.is_empty ())
    span.compute (r->out, r->present (desc), elem, pointer, need);
  else
    {
      host_gaps *outer = s->outer;
      span.compute (outer->out, outer->present (desc), elem, pointer, need);
      span.each ([=] (tree var) { hand_in (s, var); });
    }
}

/* Where checks of construct STMT go: before it, or before what is around it and becomes a
   function.  */
struct checks
{
  search *s;
  host_gaps *r;
};

/* Has the program stop if construct STMT has a copy of an array with which GCC does
   something wrong.  */

void
check_copies (const checks &k, gimple *stmt)
{
  tree *clauses = host_clauses (stmt);
  for (tree c = clauses ? *clauses : NULL_TREE; c; c = OMP_CLAUSE_CHAIN (c))
    {
      bool last = OMP_CLAUSE_CODE (c) == OMP_CLAUSE_LASTPRIVATE;
      switch (OMP_CLAUSE_CODE (c))
	{
	case OMP_CLAUSE_PRIVATE: case OMP_CLAUSE_FIRSTPRIVATE:
	case OMP_CLAUSE_LASTPRIVATE: case OMP_CLAUSE_REDUCTION:
	case OMP_CLAUSE_TASK_REDUCTION: case OMP_CLAUSE_IN_REDUCTION:
	  break;
	default:
	  continue;
	}
      tree var = OMP_CLAUSE_DECL (c), elem, desc;
      if (!VAR_P (var) || !POINTER_TYPE_P (TREE_TYPE (var))
	  || !lang_hooks.decls.omp_privatize_by_reference (var)
	  || !(desc = argument_descriptor (k.s, var, &elem)))
	continue;
      const char *name = get_name (TREE_OPERAND (desc, 0));
      host_span span;
      host_statements &out = k.r->out;
      span.compute (out, k.r->present (desc), elem, false,
		    last ? host_span::breaks : host_span::place);
      k.r->stop (c, name, out.compare (NE_EXPR, span.low, size_zero_node),
		 "the elements of '%s' are backwards in memory, and a copy of it for a "
		 "construct would be wrong: use another array there");
      if (last)
	k.r->stop (c, name, span.gaps, "'%s' has gaps between its elements, which lastprivate "
		   "would overwrite: use another array there");
    }
}

/* The same for what is in an offloaded region.  */

bool
visit_inner (gimple_stmt_iterator *gsi, void *k)
{
  check_copies (*(checks *) k, gsi_stmt (*gsi));
  return false;
}

/* The same for the loops that are one with the loop around them, as in "do simd".  */

bool
visit_combined (gimple_stmt_iterator *gsi, void *k)
{
  gimple *stmt = gsi_stmt (*gsi);
  if (gimple_code (stmt) == GIMPLE_OMP_FOR && gimple_omp_for_combined_into_p (stmt))
    check_copies (*(checks *) k, stmt);
  return false;
}

bool visit_construct (gimple_stmt_iterator *gsi, void *s_);

/* Puts what is in HERE before the statement at GSI.  */

void
put_before (gimple_stmt_iterator *gsi, host_gaps &here)
{
  if (!here.before)
    return;
  gimple *stmt = gsi_stmt (*gsi);
  gimple_set_location (here.outside, gimple_location (stmt));
  gsi_replace (gsi, here.outside, false);
  gimple_seq_add_stmt (&here.before, stmt);
  gimple_bind_set_body (here.outside, here.before);
}

/* Visits the construct at GSI, whose body becomes a function.  */

void
visit_outlined (gimple_stmt_iterator *gsi, search *s)
{
  gimple *stmt = gsi_stmt (*gsi);
  host_gaps here (NULL);
  bool first = s->outlined.is_empty ();
  if (first)
    s->outer = &here;
  check_copies ({ s, s->outer }, stmt);
  s->outlined.safe_push (stmt);
  host_visit_seq (gimple_omp_body_ptr (stmt), visit_construct, s);
  s->outlined.pop ();
  if (first)
    put_before (gsi, here);
}

/* Visits the construct at GSI, which shares out work or has a loop.  */

void
visit_sharing (gimple_stmt_iterator *gsi, search *s)
{
  gimple *stmt = gsi_stmt (*gsi);
  host_gaps here (NULL);
  if (!s->outlined.is_empty ())
    check_copies ({ s, s->outer }, stmt);
  else if (gimple_code (stmt) != GIMPLE_OMP_FOR
	   || !gimple_omp_for_combined_into_p (stmt))
    {
      checks k = { s, &here };
      check_copies (k, stmt);
      host_visit_seq (gimple_omp_body_ptr (stmt), visit_combined, &k);
      put_before (gsi, here);
    }
}

bool
visit_construct (gimple_stmt_iterator *gsi, void *s_)
{
  search *s = (search *) s_;
  gimple *stmt = gsi_stmt (*gsi);
  switch (gimple_code (stmt))
    {
    case GIMPLE_OMP_PARALLEL: case GIMPLE_OMP_TASK: case GIMPLE_OMP_TEAMS:
      if (!s->done.add (stmt))
	visit_outlined (gsi, s);
      return true;
    case GIMPLE_OMP_FOR: case GIMPLE_OMP_SECTIONS: case GIMPLE_OMP_SINGLE:
      if (!s->done.add (stmt))
	visit_sharing (gsi, s);
      return false;
    case GIMPLE_OMP_TARGET:
      break;
    default:
      return false;
    }
  gomp_target *target = as_a <gomp_target *> (stmt);
  if (s->done.add (target))
    return is_gimple_omp_offloaded (target);
  host_gaps r (target);
  checks k = { s, s->outlined.is_empty () ? &r : s->outer };
  check_copies (k, target);
  if (is_gimple_omp_offloaded (target))
    host_visit_seq (gimple_omp_body_ptr (target), visit_inner, &k);
  bool any = r.before != NULL;
  tree next;
  for (tree c = gimple_omp_target_clauses (target); c; c = next)
    {
      tree elem;
      bool pointer;
      next = OMP_CLAUSE_CHAIN (c);
      if (!has_data_p (c))
	continue;
      if (tree desc = descriptor_of (s, c, &elem, &pointer))
	{
	  host_span span;
	  compute (s, &r, span, desc, elem, pointer, r.need (c));
	  r.array (c, span);
	  any = true;
	}
    }
  if (any)
    r.finish (gsi);
  return is_gimple_omp_offloaded (target);
}

void
visit_function (function *)
{
  search s;
  s.outer = NULL;
  host_visit_all (visit_construct, &s);
  host_forget_places ();
}

} // anon namespace

opt_pass *
make_accelfix_map_stride (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-stride", ctxt, visit_function, []
			   {
			     return ((flag_openmp || flag_openacc)
				     && accelfix_args.map_stride
				     && lang_GNU_Fortran ());
			   });
}
