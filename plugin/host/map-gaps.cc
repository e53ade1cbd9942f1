/* Accelfix: a construct that maps or updates arrays with gaps between their elements.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* An array is mapped from the first byte of an element to the last, whatever the order.
   Whether there are gaps is known when the program runs.  What is in them goes to the
   device and comes back as it was, where nothing else can have been written there
   meanwhile: "from" of a target region becomes "tofrom" if there are gaps.  So two clauses
   take the place of one, of which one maps a byte that nobody needs.  Where a clause that
   follows counts from its predecessor, it is "tofrom" always; and where nobody waits for
   the region, too, which the program says when it runs and there are gaps.

   Otherwise the elements are copied run by run (see spans.h), and nothing between
   them:

   - "update" becomes a loop of updates;
   - "exit data" with "from" and a data region fetch the elements before they unmap
     the array.  If it turns out to stay on the device, since something else maps it, the
     elements should not have been fetched, and get back what the host had, which is kept
     for that.  Nobody can ask libgomp before;
   - with "always", elements that are there already are updated before and after the
     region.

   "enter data" and "exit data" are there twice, with a branch around them.  "enter data"
   copies what is in the gaps, for an "exit data" that names the whole.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "places.h"
#include "map-gaps.h"

static accelfix_counter n_arrays ("maps of arrays that may have gaps");

/* What KIND is if what is in the gaps goes to the device and comes back.  */

static gomp_map_kind
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

/* What KIND is if nothing comes back.  */

static gomp_map_kind
one_way (gomp_map_kind kind)
{
  switch (kind)
    {
    case GOMP_MAP_FROM: case GOMP_MAP_ALWAYS_FROM: return GOMP_MAP_ALLOC;
    case GOMP_MAP_TOFROM: return GOMP_MAP_TO;
    case GOMP_MAP_ALWAYS_TOFROM: return GOMP_MAP_ALWAYS_TO;
    case GOMP_MAP_FORCE_FROM: return GOMP_MAP_FORCE_ALLOC;
    case GOMP_MAP_FORCE_TOFROM: return GOMP_MAP_FORCE_TO;
    default: return kind;
    }
}

/* KIND without "always".  */

static gomp_map_kind
once (gomp_map_kind kind)
{
  switch (kind)
    {
    case GOMP_MAP_ALWAYS_TO: return GOMP_MAP_TO;
    case GOMP_MAP_ALWAYS_FROM: return GOMP_MAP_FROM;
    case GOMP_MAP_ALWAYS_TOFROM: return GOMP_MAP_TOFROM;
    default: return kind;
    }
}

/* Whether the construct is of kind OPENMP or OPENACC.  */

bool
host_gaps::kind_p (int openmp, int openacc) const
{
  int kind = gimple_omp_target_kind (target);
  return kind == openmp || kind == openacc;
}

/* Whether the construct maps for the time that its body takes.  */

bool
host_gaps::body_p () const
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

/* Whether the construct has a clause CODE.  */

bool
host_gaps::clause_p (omp_clause_code code) const
{
  return omp_find_clause (gimple_omp_target_clauses (target), code) != NULL_TREE;
}

/* The bytes at AT, as what a clause maps in place of DECL: aligned on the device as that
   is (lower_omp_target takes the alignment from the type).  */

static tree
bytes_for (tree decl, tree at)
{
  tree type = build_aligned_type (char_type_node, TYPE_ALIGN (TREE_TYPE (decl)));
  return build2 (MEM_REF, type, at, build_zero_cst (TREE_TYPE (at)));
}

/* Has clause C map the bytes of S if there are no gaps, and another clause map them
   with BOTH if there are.  */

void
host_gaps::split (tree c, const host_span &s, gomp_map_kind both)
{
  tree type = TREE_TYPE (s.at);
  tree room = host_new_variable (outside, char_type_node, "nothing");
  TREE_ADDRESSABLE (room) = 1;
  out.add (gimple_build_assign (room, build_zero_cst (char_type_node)));
  tree other = out.load (build1 (ADDR_EXPR, type, room));
  tree two = copy_node (c);
  OMP_CLAUSE_SET_MAP_KIND (two, both);
  OMP_CLAUSE_DECL (two)
    = bytes_for (OMP_CLAUSE_DECL (c), out.op (COND_EXPR, type, s.gaps, s.at, other));
  OMP_CLAUSE_SIZE (two)
    = out.op (COND_EXPR, sizetype, s.gaps, s.length, size_one_node);
  OMP_CLAUSE_DECL (c)
    = bytes_for (OMP_CLAUSE_DECL (c), out.op (COND_EXPR, type, s.gaps, other, s.at));
  OMP_CLAUSE_SIZE (c)
    = out.op (COND_EXPR, sizetype, s.gaps, size_one_node, s.length);
  OMP_CLAUSE_CHAIN (two) = OMP_CLAUSE_CHAIN (c);
  OMP_CLAUSE_CHAIN (c) = two;
}

/* The clause that has libgomp set the pointer to what the clause before C maps: C, or
   that of the pointer in the descriptor that C maps; NULL if there is none.  */

static tree
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

/* The descriptor DESC, or if it is that of an optional argument, one without data where
   that is absent.  */

tree
host_gaps::present (tree desc)
{
  if (!host_indirect_p (desc))
    return desc;
  tree ptr = TREE_OPERAND (desc, 0);
  bool optional = (TREE_CODE (ptr) == PARM_DECL
		   && lang_hooks.decls.omp_check_optional_argument (ptr, false));
  ptr = out.load (ptr);
  if (optional)
    {
      tree type = TREE_TYPE (desc);
      tree none = host_new_variable (outside, type, "none");
      TREE_ADDRESSABLE (none) = 1;
      out.add (gimple_build_assign (none, build_constructor (type, NULL)));
      tree address = out.load (build1 (ADDR_EXPR, TREE_TYPE (ptr), none));
      tree null = build_zero_cst (TREE_TYPE (ptr));
      ptr = out.op (COND_EXPR, TREE_TYPE (ptr), out.compare (NE_EXPR, ptr, null),
		    ptr, address);
    }
  return build_simple_mem_ref (ptr);
}

/* Adds to TO an update of the RUN bytes of R, for clause C of the construct, which has it
   done if it is an update itself.  If not, it is done at once, in DIRECTION.  */

void
host_gaps::update (host_statements &to, tree c, const host_runs &r, tree run,
		   omp_clause_code direction)
{
  bool acc = is_gimple_omp_oacc (target);
  bool own = kind_p (GF_OMP_TARGET_KIND_UPDATE, GF_OMP_TARGET_KIND_OACC_UPDATE);
  location_t loc = OMP_CLAUSE_LOCATION (c);
  tree one = (own ? copy_node (c)
	      : build_omp_clause (loc, acc ? OMP_CLAUSE_MAP : direction));
  if (!own && acc)
    OMP_CLAUSE_SET_MAP_KIND (one, direction == OMP_CLAUSE_FROM ? GOMP_MAP_FROM
			     : GOMP_MAP_TO);
  OMP_CLAUSE_DECL (one) = build_simple_mem_ref (r.address);
  OMP_CLAUSE_SIZE (one) = run;
  OMP_CLAUSE_CHAIN (one) = NULL_TREE;
  tree *end = &OMP_CLAUSE_CHAIN (one);
  for (tree o = gimple_omp_target_clauses (target); o; o = OMP_CLAUSE_CHAIN (o))
    {
      tree more = NULL_TREE;
      switch (OMP_CLAUSE_CODE (o))
	{
	case OMP_CLAUSE_DEVICE: case OMP_CLAUSE_IF: case OMP_CLAUSE_DEPEND:
	case OMP_CLAUSE_WAIT:
	  more = unshare_expr (o);
	  break;
	case OMP_CLAUSE_NOWAIT: case OMP_CLAUSE_ASYNC:
	  if (own)
	    more = unshare_expr (o);
	  else if (OMP_CLAUSE_CODE (o) == OMP_CLAUSE_ASYNC)
	    {
	      more = build_omp_clause (loc, OMP_CLAUSE_WAIT);
	      OMP_CLAUSE_WAIT_EXPR (more) = unshare_expr (OMP_CLAUSE_ASYNC_EXPR (o));
	    }
	  break;
	default:
	  break;
	}
      if (more)
	{
	  OMP_CLAUSE_CHAIN (more) = NULL_TREE;
	  *end = more;
	  end = &OMP_CLAUSE_CHAIN (more);
	}
    }
  gimple *stmt = gimple_build_omp_target (NULL, acc ? GF_OMP_TARGET_KIND_OACC_UPDATE
					  : GF_OMP_TARGET_KIND_UPDATE, one);
  gimple_set_location (stmt, gimple_location (target));
  to.add (stmt);
}

/* Has TO fetch the elements of F from the device, if they are there, and keep those that
   the host had.  */

void
host_gaps::keep (host_statements &to, fetched &f)
{
  tree size = to.op (PLUS_EXPR, sizetype, size_one_node,
		     to.op (MULT_EXPR, sizetype, f.span.run, f.span.runs));
  f.room = to.call (builtin_decl_explicit (BUILT_IN_MALLOC),
		    TREE_TYPE (f.span.at), 1, size);
  host_runs r (to, f.span, gimple_location (target));
  to.call (builtin_decl_explicit (BUILT_IN_MEMCPY), NULL_TREE, 3,
	   to.op (POINTER_PLUS_EXPR, TREE_TYPE (f.room), f.room, r.offset),
	   r.address, f.span.run);
  update (to, f.clause, r, f.span.run, OMP_CLAUSE_FROM);
  r.end ();
}

/* Has TO put the elements of F back that the host had, if the array still is on the
   device: it should not have been fetched.  */

void
host_gaps::restore (host_statements &to, fetched &f)
{
  location_t loc = gimple_location (target);
  tree free = builtin_decl_explicit (BUILT_IN_FREE);
  if (f.always)
    {
      to.call (free, NULL_TREE, 1, f.room);
      return;
    }
  tree stays;
  if (is_gimple_omp_oacc (target))
    {
      tree type = build_function_type_list (integer_type_node, ptr_type_node,
					    size_type_node, NULL_TREE);
      stays = to.call (build_fn_decl ("acc_is_present", type), integer_type_node, 2,
		       f.span.at, f.span.run);
    }
  else
    {
      tree device;
      tree type = build_function_type_list (integer_type_node, NULL_TREE);
      tree c = omp_find_clause (gimple_omp_target_clauses (target),
				OMP_CLAUSE_DEVICE);
      if (c)
	device = to.op (NOP_EXPR, integer_type_node, OMP_CLAUSE_DEVICE_ID (c));
      else
	device = to.call (build_fn_decl ("omp_get_default_device", type),
			  integer_type_node, 0, NULL_TREE);
      type = build_function_type_list (integer_type_node, ptr_type_node,
				       integer_type_node, NULL_TREE);
      stays = to.call (build_fn_decl ("omp_target_is_present", type),
		       integer_type_node, 2, f.span.at, device);
    }
  tree yes = to.label (loc), no = to.label (loc);
  to.jump (to.compare (NE_EXPR, stays, integer_zero_node), yes, no);
  to.put (yes);
  host_runs r (to, f.span, loc);
  to.call (builtin_decl_explicit (BUILT_IN_MEMCPY), NULL_TREE, 3, r.address,
	   to.op (POINTER_PLUS_EXPR, TREE_TYPE (f.room), f.room, r.offset),
	   f.span.run);
  r.end ();
  to.put (no);
  to.call (free, NULL_TREE, 1, f.room);
}

/* Has TO copy the elements of S in DIRECTION if there are gaps and they are on the device,
   for clause C.  */

void
host_gaps::always (host_statements &to, tree c, const host_span &s,
		   omp_clause_code direction)
{
  location_t loc = OMP_CLAUSE_LOCATION (c);
  tree yes = to.label (loc), no = to.label (loc);
  to.jump (s.gaps, yes, no);
  to.put (yes);
  host_runs r (to, s, loc);
  update (to, c, r, s.run, direction);
  r.end ();
  to.put (no);
}

/* Has the program call FN of libgfortran, which says TEXT about the line of LOC, where COND
   is true.  */

void
host_gaps::say (location_t loc, tree cond, const char *fn, const char *text)
{
  expanded_location at = expand_location (loc);
  char *where = xasprintf ("At line %d of file %s", at.line, at.file);
  tree line = build_string_literal (strlen (where) + 1, where);
  tree what = build_string_literal (strlen (text) + 1, text);
  free (where);
  tree type = build_varargs_function_type_list (void_type_node, ptr_type_node,
						ptr_type_node, NULL_TREE);
  tree yes = out.label (loc), no = out.label (loc);
  out.jump (cond, yes, no);
  out.put (yes);
  out.call (build_fn_decl (fn, type), NULL_TREE, 2, line, what);
  out.put (no);
}

/* See map-gaps.h.  */

void
host_gaps::stop (tree c, const char *name, tree cond, const char *text)
{
  char *line = xasprintf (text, name);
  say (OMP_CLAUSE_LOCATION (c), cond, "_gfortran_runtime_error_at", line);
  free (line);
}

/* Repairs clause C, which moves what S describes: it is done for each run.  */

void
host_gaps::move (tree c, const host_span &s)
{
  host_runs r (out, s, OMP_CLAUSE_LOCATION (c));
  update (out, c, r, s.run, OMP_CLAUSE_FROM);
  r.end ();
  tree clauses = gimple_omp_target_clauses (target), *p = &clauses;
  while (*p != c)
    p = &OMP_CLAUSE_CHAIN (*p);
  *p = OMP_CLAUSE_CHAIN (c);
  gimple_omp_target_set_clauses (target, clauses);
  left_empty = true;
  for (tree o = clauses; o; o = OMP_CLAUSE_CHAIN (o))
    switch (OMP_CLAUSE_CODE (o))
      {
      case OMP_CLAUSE_DEVICE: case OMP_CLAUSE_IF: case OMP_CLAUSE_NOWAIT:
      case OMP_CLAUSE_ASYNC: case OMP_CLAUSE_IF_PRESENT:
	break;
      default:
	left_empty = false;
      }
}

/* What of the array that clause C maps or updates is to be computed: where map below
   makes no difference between one with gaps and one without, only where it is.  */

host_span::needs
host_gaps::need (tree c) const
{
  if (kind_p (GF_OMP_TARGET_KIND_UPDATE, GF_OMP_TARGET_KIND_OACC_UPDATE))
    return host_span::all;
  gomp_map_kind kind = (gomp_map_kind) OMP_CLAUSE_MAP_KIND (c);
  bool back = one_way (kind) != kind, both = both_ways (kind) != kind;
  bool data = kind_p (GF_OMP_TARGET_KIND_DATA, GF_OMP_TARGET_KIND_OACC_DATA);
  bool waits = !clause_p (OMP_CLAUSE_NOWAIT) && !clause_p (OMP_CLAUSE_ASYNC);
  if (once (kind) != kind || (data && back) || (!body_p () && (back || both)))
    return host_span::all;
  return both || (back && !waits) ? host_span::breaks : host_span::place;
}

/* Repairs clause C, which maps what S describes.  */

void
host_gaps::map (tree c, const host_span &s)
{
  gomp_map_kind kind = (gomp_map_kind) OMP_CLAUSE_MAP_KIND (c);
  gomp_map_kind both = both_ways (kind);
  bool data = kind_p (GF_OMP_TARGET_KIND_DATA, GF_OMP_TARGET_KIND_OACC_DATA);
  bool back = one_way (kind) != kind;
  bool waits = !clause_p (OMP_CLAUSE_NOWAIT) && !clause_p (OMP_CLAUSE_ASYNC);
  tree to = pointer_clause (OMP_CLAUSE_CHAIN (c));
  /* The element that the pointer is to need not be the first in memory.  */
  if (to)
    OMP_CLAUSE_SIZE (to) = s.low;
  /* GOMP_MAP_POINTER is set by what is in it, wherever the clause stands.  */
  bool splits = (waits && to && OMP_CLAUSE_MAP_KIND (to) == GOMP_MAP_POINTER);
  fetched f = { c, s, splits ? s.gaps : boolean_true_node, kind != once (kind)
		&& both == GOMP_MAP_ALWAYS_TOFROM, NULL_TREE };
  if (!body_p ())
    {
      if (back)
	fetch.safe_push (f);
      else if (both != kind)
	entered.safe_push (c);
      if (back || both != kind)
	any = (any ? out.op (BIT_IOR_EXPR, boolean_type_node, any, s.gaps)
	       : s.gaps);
      splits = false;
    }
  else if (data && back)
    {
      fetch.safe_push (f);
      both = one_way (kind);
    }
  else if (back && !waits)
    say (OMP_CLAUSE_LOCATION (c), s.gaps, "_gfortran_runtime_warning_at",
	 "the array has gaps between its elements, and the region that maps it is not "
	 "waited for: what is written into the gaps until it ends is lost");
  if (splits && once (both) != both)
    {
      if (both == GOMP_MAP_ALWAYS_TO || kind == GOMP_MAP_ALWAYS_TOFROM)
	always (out, c, s, OMP_CLAUSE_TO);
      host_statements end = { outside, &after };
      if (!data && back)
	always (end, c, s, OMP_CLAUSE_FROM);
      both = once (both);
    }
  if (splits && both != kind)
    {
      split (c, s, both);
      return;
    }
  if (body_p ())
    OMP_CLAUSE_SET_MAP_KIND (c, both);
  OMP_CLAUSE_DECL (c) = bytes_for (OMP_CLAUSE_DECL (c), s.at);
  OMP_CLAUSE_SIZE (c) = s.length;
}

/* Repairs clause C, which maps or updates what S describes.  */

void
host_gaps::array (tree c, const host_span &s)
{
  n_arrays.value++;
  if (kind_p (GF_OMP_TARGET_KIND_UPDATE, GF_OMP_TARGET_KIND_OACC_UPDATE))
    {
      move (c, s);
      host_repaired (OMP_CLAUSE_LOCATION (c), "of an array that may have gaps "
		     "between its elements, only these are copied");
      return;
    }
  map (c, s);
  host_repaired (OMP_CLAUSE_LOCATION (c), "an array that may have gaps between "
		 "its elements is mapped from the first to the last");
}

/* The statements in SEQ, which are those of a data region, or in a part of it, that are
   executed before the region ends; NULL if they are not in it.  */

static gimple_seq *
region_body (gimple_seq *seq)
{
  for (gimple_stmt_iterator gsi = gsi_start (*seq); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      gimple_seq *found = NULL;
      if (gbind *bind = dyn_cast <gbind *> (stmt))
	found = region_body (gimple_bind_body_ptr (bind));
      else if (gimple_code (stmt) == GIMPLE_TRY)
	{
	  gimple *end = gimple_seq_last_stmt (gimple_try_cleanup (stmt));
	  gimple_seq *inner = gimple_try_eval_ptr (stmt);
	  if (end && (gimple_call_builtin_p (end, BUILT_IN_GOMP_TARGET_END_DATA)
		      || gimple_call_builtin_p (end, BUILT_IN_GOACC_DATA_END)))
	    found = inner;
	  else
	    found = region_body (inner);
	}
      if (found)
	return found;
    }
  return NULL;
}

/* Has a data region fetch elements at its end, before they are unmapped.  */

void
host_gaps::data_region ()
{
  location_t loc = gimple_location (target);
  gimple_seq *body = region_body (gimple_omp_body_ptr (target));
  gcc_assert (body);
  host_statements last = { outside, body }, behind = { outside, &after };
  for (fetched &f : fetch)
    {
      tree label[4];
      for (tree &l : label)
	l = out.label (loc);
      last.jump (f.some, label[0], label[1]);
      last.put (label[0]);
      keep (last, f);
      last.put (label[1]);
      out.add (gimple_build_assign (f.room, build_zero_cst (TREE_TYPE (f.room))));
      behind.jump (f.some, label[2], label[3]);
      behind.put (label[2]);
      restore (behind, f);
      behind.put (label[3]);
    }
}

/* If clauses of "enter data" or "exit data" depend on gaps, puts another of it before the
   construct, which is executed instead if there are some.  */

void
host_gaps::branch ()
{
  if (!any)
    return;
  gimple *copy = gimple_copy (target);
  tree c = gimple_omp_target_clauses (target);
  tree clauses = gimple_omp_target_clauses (copy), *p = &clauses;
  for (; c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree other = *p;
      if (entered.contains (c))
	OMP_CLAUSE_SET_MAP_KIND
	  (other, both_ways ((gomp_map_kind) OMP_CLAUSE_MAP_KIND (c)));
      for (fetched &f : fetch)
	if (f.clause == c)
	  OMP_CLAUSE_SET_MAP_KIND
	    (other, OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_FORCE_FROM
	     ? GOMP_MAP_DELETE : GOMP_MAP_RELEASE);
      /* What was fetched is put back when this is done.  */
      if (!fetch.is_empty () && (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_NOWAIT
				 || OMP_CLAUSE_CODE (c) == OMP_CLAUSE_ASYNC))
	*p = OMP_CLAUSE_CHAIN (other);
      else
	p = &OMP_CLAUSE_CHAIN (other);
    }
  gimple_omp_target_set_clauses (as_a <gomp_target *> (copy), clauses);
  tree label[3];
  for (tree &l : label)
    l = out.label (gimple_location (target));
  out.jump (any, label[0], label[1]);
  out.put (label[0]);
  for (fetched &f : fetch)
    keep (out, f);
  out.add (copy);
  for (fetched &f : fetch)
    restore (out, f);
  out.add (gimple_build_goto (label[2]));
  out.put (label[1]);
  gimple_seq_add_stmt (&after, gimple_build_label (label[2]));
}

/* Puts all of it in the place of the construct, which is at GSI.  */

void
host_gaps::finish (gimple_stmt_iterator *gsi)
{
  if (left_empty)
    {
      gimple_set_location (outside, gimple_location (target));
      gsi_replace (gsi, outside, false);
      gimple_bind_set_body (outside, before);
      return;
    }
  if (body_p () && !fetch.is_empty ())
    data_region ();
  branch ();
  replace (gsi);
}
