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

   This pass maps from the first byte of an element to the last, whatever the order.
   What is in the gaps goes to the device and comes back as it was: "from" becomes
   "tofrom" where there are gaps.  Whether there are is known when the program runs;
   so two clauses take the place of one, of which one maps a byte that nobody needs.
   Where a clause that follows counts from its predecessor, and where nobody waits for
   the region, it is "tofrom" always.  "enter data" is there twice, with a branch around
   it: the gaps come back with "exit data".

   In a region that becomes a function, as of "parallel", the descriptor of a dummy
   argument cannot be named any more, so what is needed of it is computed before.  An
   optional one that is absent has no descriptor; one without data takes its place.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "places.h"
#include "descriptors.h"

static accelfix_counter n_arrays ("maps of arrays that may have gaps");

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

/* A construct under repair.  */
struct repair : host_wrapper
{
  using host_wrapper::host_wrapper;

  tree op (tree_code code, tree type, tree a, tree b = NULL_TREE,
	   tree c = NULL_TREE);
  tree load (tree ref);
  tree number (tree t) { return op (NOP_EXPR, ssizetype, t); }
  tree compare (tree_code code, tree a, tree b)
  { return op (code, boolean_type_node, a, b); }
  bool body_p () const;
  bool enter_p () const;
  tree present (tree desc);
  void extent (tree desc, tree elem, bool pointer);
  void split (tree c, gomp_map_kind both);
  void array (tree c);
  void branch ();

  tree low, at, length, gaps;	/* What extent computed: where the first byte is,
				   from the descriptor's address on, and its
				   address; the bytes; whether there are gaps.  */
  auto_vec<tree> entered;	/* Clauses of "enter data" that depend on gaps, and
				   for each whether there are.  */
};

/* A new variable of TYPE that is set to CODE of A, B and C before the construct.  */

tree
repair::op (tree_code code, tree type, tree a, tree b, tree c)
{
  tree var = host_new_variable (outside, type, "span");
  gimple_seq_add_stmt (&before,
		       c ? gimple_build_assign (var, code, a, b, c)
		       : b ? gimple_build_assign (var, code, a, b)
		       : gimple_build_assign (var, code, a));
  return var;
}

/* A new variable that is set to REF before the construct.  */

tree
repair::load (tree ref)
{
  tree var = host_new_variable (outside, TREE_TYPE (ref), "span");
  gimple_seq_add_stmt (&before, gimple_build_assign (var, unshare_expr (ref)));
  return var;
}

/* Computes what DESC describes.  That of a POINTER says how many bytes an element has,
   and how many are from one to the next.  In others, whose elements have ELEM bytes,
   they are adjacent where the stride is 1, and a stride of zero means that.  */

void
repair::extent (tree desc, tree elem, bool pointer)
{
  tree zero = ssize_int (0), one = ssize_int (1);
  if (pointer)
    elem = load (host_member (host_member (desc, "dtype"), "elem_len"));
  tree size = number (elem);
  tree unit = size;
  if (pointer)
    {
      tree span = number (load (host_member (desc, "span")));
      tree none = compare (EQ_EXPR, span, zero);
      unit = op (COND_EXPR, ssizetype, none, size, span);
    }
  tree high = zero, next = one, some = boolean_true_node;
  low = zero;
  gaps = compare (NE_EXPR, unit, size);
  for (unsigned k = 0; k < host_rank (desc); k++)
    {
      tree dim = host_dimension (desc, k);
      tree part[3];
      static const char *const names[] = { "lbound", "ubound", "stride" };
      for (int n = 0; n < 3; n++)
	part[n] = number (load (host_member (dim, names[n])));
      tree stride = part[2];
      if (!pointer)
	stride = op (COND_EXPR, ssizetype, compare (EQ_EXPR, stride, zero), one,
		     stride);
      tree last = op (MINUS_EXPR, ssizetype, part[1], part[0]);
      tree any = compare (GE_EXPR, last, zero);
      some = op (BIT_AND_EXPR, boolean_type_node, some, any);
      tree far = op (MULT_EXPR, ssizetype, last, stride);
      low = op (PLUS_EXPR, ssizetype, low,
		op (MIN_EXPR, ssizetype, far, zero));
      high = op (PLUS_EXPR, ssizetype, high,
		 op (MAX_EXPR, ssizetype, far, zero));
      tree gap = op (BIT_AND_EXPR, boolean_type_node,
		     compare (NE_EXPR, stride, next),
		     compare (NE_EXPR, last, zero));
      gaps = op (BIT_IOR_EXPR, boolean_type_node, gaps, gap);
      next = op (MULT_EXPR, ssizetype, next,
		 op (PLUS_EXPR, ssizetype, last, one));
    }
  tree data = load (host_member (desc, "data"));
  some = op (BIT_AND_EXPR, boolean_type_node, some,
	     compare (NE_EXPR, data, build_zero_cst (TREE_TYPE (data))));
  tree bytes = op (PLUS_EXPR, ssizetype, size,
		   op (MULT_EXPR, ssizetype, unit,
		       op (MINUS_EXPR, ssizetype, high, low)));
  length = op (NOP_EXPR, sizetype,
	       op (COND_EXPR, ssizetype, some, bytes, zero));
  low = op (MULT_EXPR, ssizetype, low, unit);
  low = op (NOP_EXPR, sizetype, op (COND_EXPR, ssizetype, some, low, zero));
  gaps = op (BIT_AND_EXPR, boolean_type_node, gaps, some);
  tree type = build_pointer_type (char_type_node);
  at = op (POINTER_PLUS_EXPR, type, op (NOP_EXPR, type, data), low);
}

/* What KIND is if what is in the gaps goes to the device and comes back.  */

gomp_map_kind
both_ways (gomp_map_kind kind)
{
  switch (kind)
    {
    case GOMP_MAP_FROM: return GOMP_MAP_TOFROM;
    case GOMP_MAP_FORCE_FROM: return GOMP_MAP_FORCE_TOFROM;
    case GOMP_MAP_ALWAYS_FROM: return GOMP_MAP_ALWAYS_TOFROM;
    case GOMP_MAP_ALLOC: return GOMP_MAP_TO;
    case GOMP_MAP_FORCE_ALLOC: return GOMP_MAP_FORCE_TO;
    default: return kind;
    }
}

/* Whether the construct maps for the time that its body takes.  */

bool
repair::body_p () const
{
  switch (gimple_omp_target_kind (target))
    {
    case GF_OMP_TARGET_KIND_REGION: case GF_OMP_TARGET_KIND_DATA:
    case GF_OMP_TARGET_KIND_OACC_PARALLEL:
    case GF_OMP_TARGET_KIND_OACC_KERNELS:
    case GF_OMP_TARGET_KIND_OACC_SERIAL: case GF_OMP_TARGET_KIND_OACC_DATA:
      return true;
    default:
      return false;
    }
}

/* Has clause C map the bytes if there are no gaps, and another clause map them
   with BOTH if there are.  */

void
repair::split (tree c, gomp_map_kind both)
{
  tree type = TREE_TYPE (at);
  tree room = host_new_variable (outside, char_type_node, "nothing");
  TREE_ADDRESSABLE (room) = 1;
  gimple_seq_add_stmt (&before, gimple_build_assign
    (room, build_zero_cst (char_type_node)));
  tree other = load (build1 (ADDR_EXPR, type, room));
  tree two = copy_node (c);
  OMP_CLAUSE_SET_MAP_KIND (two, both);
  OMP_CLAUSE_DECL (two)
    = build_simple_mem_ref (op (COND_EXPR, type, gaps, at, other));
  OMP_CLAUSE_SIZE (two) = op (COND_EXPR, sizetype, gaps, length, size_one_node);
  OMP_CLAUSE_DECL (c)
    = build_simple_mem_ref (op (COND_EXPR, type, gaps, other, at));
  OMP_CLAUSE_SIZE (c) = op (COND_EXPR, sizetype, gaps, size_one_node, length);
  OMP_CLAUSE_CHAIN (two) = OMP_CLAUSE_CHAIN (c);
  OMP_CLAUSE_CHAIN (c) = two;
}

/* The clause that has libgomp set the pointer to what the clause before C maps: C, or
   that of the pointer in the descriptor that C maps; NULL if there is none.  */

tree
pointer_clause (tree c)
{
  if (c && OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
      && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_TO_PSET)
    c = OMP_CLAUSE_CHAIN (c);
  if (!c || OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
    return NULL_TREE;
  return (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_POINTER
	  || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ALWAYS_POINTER ? c : NULL_TREE);
}

/* Whether the construct is "enter data".  */

bool
repair::enter_p () const
{
  int kind = gimple_omp_target_kind (target);
  return (kind == GF_OMP_TARGET_KIND_ENTER_DATA
	  || kind == GF_OMP_TARGET_KIND_OACC_ENTER_DATA);
}

/* The descriptor DESC, or if it is that of an optional argument, one without data where
   that is absent.  */

tree
repair::present (tree desc)
{
  if (!host_indirect_p (desc))
    return desc;
  tree ptr = TREE_OPERAND (desc, 0);
  bool optional = (TREE_CODE (ptr) == PARM_DECL
		   && lang_hooks.decls.omp_check_optional_argument (ptr, false));
  ptr = load (ptr);
  if (optional)
    {
      tree type = TREE_TYPE (desc);
      tree none = host_new_variable (outside, type, "none");
      TREE_ADDRESSABLE (none) = 1;
      gimple_seq_add_stmt (&before,
			   gimple_build_assign (none, build_constructor (type, NULL)));
      tree address = load (build1 (ADDR_EXPR, TREE_TYPE (ptr), none));
      ptr = op (COND_EXPR, TREE_TYPE (ptr),
		compare (NE_EXPR, ptr, build_zero_cst (TREE_TYPE (ptr))), ptr,
		address);
    }
  return build_simple_mem_ref (ptr);
}

/* Repairs clause C, which maps or updates what extent was asked for.  */

void
repair::array (tree c)
{
  bool map = OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP;
  gomp_map_kind kind = GOMP_MAP_TO;
  if (map)
    kind = (gomp_map_kind) OMP_CLAUSE_MAP_KIND (c);
  gomp_map_kind both = both_ways (kind);
  tree clauses = gimple_omp_target_clauses (target);
  tree to = map ? pointer_clause (OMP_CLAUSE_CHAIN (c)) : NULL_TREE;
  /* The element that the pointer is to need not be the first in memory.  */
  if (to)
    OMP_CLAUSE_SIZE (to) = low;
  /* GOMP_MAP_POINTER is set by what is in it, wherever the clause stands.  */
  if (both != kind && body_p ()
      && to && OMP_CLAUSE_MAP_KIND (to) == GOMP_MAP_POINTER
      && !omp_find_clause (clauses, OMP_CLAUSE_NOWAIT)
      && !omp_find_clause (clauses, OMP_CLAUSE_ASYNC))
    split (c, both);
  else
    {
      if (map && body_p ())
	OMP_CLAUSE_SET_MAP_KIND (c, both);
      if (both != kind && enter_p ())
	{
	  entered.safe_push (c);
	  entered.safe_push (gaps);
	}
      OMP_CLAUSE_DECL (c) = build_simple_mem_ref (at);
      OMP_CLAUSE_SIZE (c) = length;
    }
  n_arrays.value++;
  host_repaired (OMP_CLAUSE_LOCATION (c), "an array that may have gaps between "
		 "its elements is mapped from the first to the last");
}

/* If clauses of "enter data" depend on gaps, puts another of it before the construct, which
   is executed instead if there are some.  */

void
repair::branch ()
{
  if (entered.is_empty ())
    return;
  tree any = boolean_false_node;
  for (unsigned i = 0; i < entered.length (); i += 2)
    any = op (BIT_IOR_EXPR, boolean_type_node, any, entered[i + 1]);
  gimple *copy = gimple_copy (target);
  tree c = gimple_omp_target_clauses (target);
  tree other = gimple_omp_target_clauses (copy);
  for (; c; c = OMP_CLAUSE_CHAIN (c), other = OMP_CLAUSE_CHAIN (other))
    for (unsigned i = 0; i < entered.length (); i += 2)
      if (entered[i] == c)
	OMP_CLAUSE_SET_MAP_KIND
	  (other, both_ways ((gomp_map_kind) OMP_CLAUSE_MAP_KIND (c)));
  tree label[3];
  for (tree &l : label)
    l = create_artificial_label (gimple_location (target));
  gimple_seq_add_stmt (&before, gimple_build_cond (NE_EXPR, any, boolean_false_node,
						   label[0], label[1]));
  gimple_seq_add_stmt (&before, gimple_build_label (label[0]));
  gimple_seq_add_stmt (&before, copy);
  gimple_seq_add_stmt (&before, gimple_build_goto (label[2]));
  gimple_seq_add_stmt (&before, gimple_build_label (label[1]));
  gimple_seq_add_stmt (&after, gimple_build_label (label[2]));
}

/* Looks at a function.  */
struct search
{
  settings set;			/* Filled in when it is asked.  */
  hash_set <gimple *> done;
  auto_vec<gimple *> outlined;	/* The constructs around whose bodies become
				   functions.  */
  repair *outer;		/* What is computed before the first of these.  */
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
  tree desc = host_descriptor_of (from);
  *pointer = true;
  if (!desc && VAR_P (from))
    {
      if (s->set.is_empty ())
	host_visit_all (note_setting, &s->set);
      *elem = element_size (from);
      /* Inside of "parallel" it is a copy of the front end's.  */
      for (int i = 0; i < 3 && !desc && VAR_P (from); i++)
	{
	  tree *set = s->set.get (from);
	  if (!set || *set == error_mark_node)
	    return NULL_TREE;
	  from = behind (*set);
	  desc = host_descriptor_of (from);
	}
      *pointer = false;
      if (!desc || !host_indirect_p (desc)
	  || TREE_CODE (TREE_OPERAND (desc, 0)) != PARM_DECL)
	return NULL_TREE;
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
  if (*pointer
      && TYPE_RESTRICT (TREE_TYPE (host_member (desc, "data"))))
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

/* Has R compute what DESC describes, where it can be named.  */

void
compute (search *s, repair *r, tree desc, tree elem, bool pointer)
{
  if (pointer || s->outlined.is_empty ())
    r->extent (r->present (desc), elem, pointer);
  else
    {
      repair *outer = s->outer;
      outer->extent (outer->present (desc), elem, pointer);
      for (tree repair::*part : { &repair::low, &repair::at, &repair::length,
				  &repair::gaps })
	{
	  r->*part = outer->*part;
	  hand_in (s, r->*part);
	}
    }
}

bool visit_construct (gimple_stmt_iterator *gsi, void *s_);

/* Visits the construct at GSI, whose body becomes a function.  */

void
visit_outlined (gimple_stmt_iterator *gsi, search *s)
{
  gimple *stmt = gsi_stmt (*gsi);
  repair here (NULL);
  bool first = s->outlined.is_empty ();
  if (first)
    s->outer = &here;
  s->outlined.safe_push (stmt);
  host_visit_seq (gimple_omp_body_ptr (stmt), visit_construct, s);
  s->outlined.pop ();
  if (first && here.before)
    {
      gimple_set_location (here.outside, gimple_location (stmt));
      gsi_replace (gsi, here.outside, false);
      gimple_seq_add_stmt (&here.before, stmt);
      gimple_bind_set_body (here.outside, here.before);
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
    case GIMPLE_OMP_TARGET:
      break;
    default:
      return false;
    }
  gomp_target *target = as_a <gomp_target *> (stmt);
  if (s->done.add (target))
    return is_gimple_omp_offloaded (target);
  repair r (target);
  bool any = false;
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
	  compute (s, &r, desc, elem, pointer);
	  r.array (c);
	  any = true;
	}
    }
  if (any)
    {
      r.branch ();
      r.replace (gsi);
    }
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
