/* Sections of what the elements of an array point to: map (p[i][:n]).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* double **p;
   #pragma omp target enter data map (to: p[:m])
   for (i = 0; i < m; i++)
     #pragma omp target enter data map (to: p[i][:n])

   The device's p[i] should then point to the device's row (OpenMP 5.0, "attached
   pointer").  GCC 12 and 13 have only the variable P in mind:

   - "enter data" attaches P, with the distance from P to the row as bias, which
     does nothing as P itself is not on the device; so does "exit data".  g++ attaches
     nothing where P is in a template or is a member.

   - A region gets a P of its own that is the device's row less that distance.

   Here the element is attached, after the row is mapped.  The region's P is what it
   would be had the clause not named it: an array is mapped, what a pointer points to is
   looked up.

   In OpenACC GCC 12 and 13 leave it to the program to set p[i].  An "attach" would end
   programs that have the rows on the device, but not P, and acc_attach wants the row's
   first element.  So the plugin sets the pointer, after "enter data" and "exit data":

     if (acc_is_present (&p[i], 8) && acc_is_present (begin, 1))
       {
	 value = acc_deviceptr (begin) - (begin - p[i]);
	 acc_memcpy_to_device (acc_deviceptr (&p[i]), &value, 8);
       }

     if (acc_is_present (&p[i], 8) && !acc_is_present (begin, 1))
       acc_memcpy_to_device (acc_deviceptr (&p[i]), &p[i], 8);

   From GCC 14 on elements are attached.  But

   - g++ has "attach" in "exit data" where P is in a template, which libgomp does not
     know there.

   - In regions there is a GOMP_MAP_POINTER of P if that is an array, for which libgomp
     ends the program unless P was mapped before.

   - In OpenACC there is an "attach" of P besides, for which libgomp ends the program, as
     P is not on the device; and "exit data" has an "attach" of the element where it
     should have a "detach".  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "omp-general.h"
#include "places.h"

static accelfix_counter n_rows ("pointers in arrays attached");

/* A row: a section of what an element points to.  */
struct row
{
  tree element;			/* As an lvalue; NULL_TREE: it is none.  */
  tree pointer;			/* The temporary that has its value.  */
  tree address;			/* That of the section.  */
};

/* The row that clause C maps.  */

static row
row_of (tree c)
{
  row r = { NULL_TREE, NULL_TREE, NULL_TREE };
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP || !host_indirect_p (OMP_CLAUSE_DECL (c)))
    return r;
  tree at = TREE_OPERAND (OMP_CLAUSE_DECL (c), 0);
  r.address = at;
  gassign *def = host_assignment (at);
  while (def && (gimple_assign_rhs_code (def) == POINTER_PLUS_EXPR
		 || CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def))))
    {
      at = gimple_assign_rhs1 (def);
      def = host_assignment (at);
    }
  if (!def || !gimple_assign_load_p (def)
      || TREE_CODE (TREE_TYPE (at)) != POINTER_TYPE)
    return r;
  tree from = gimple_assign_rhs1 (def);
  /* A member of a structure is map-struct.cc's.  */
  if (TREE_CODE (from) == ARRAY_REF
      || (host_indirect_p (from)
	  && TREE_CODE (TREE_TYPE (TREE_OPERAND (from, 0))) == POINTER_TYPE))
    {
      r.element = from;
      r.pointer = at;
    }
  return r;
}

/* Whether clause C, which may be null, is for the variable that a row is reached
   by.  */

static bool
variable_clause_p (tree c)
{
  if (!c || OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
    return false;
  switch (OMP_CLAUSE_MAP_KIND (c))
    {
    case GOMP_MAP_ATTACH:
    case GOMP_MAP_DETACH:
    case GOMP_MAP_ATTACH_DETACH:
    case GOMP_MAP_FIRSTPRIVATE_POINTER:
    case GOMP_MAP_POINTER:
      break;
    default:
      return false;
    }
  tree decl = OMP_CLAUSE_DECL (c);
  return (VAR_P (decl) || TREE_CODE (decl) == PARM_DECL)
	 && (TREE_CODE (TREE_TYPE (decl)) == POINTER_TYPE
	     || TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE);
}

/* Whether clause C, which may be null, attaches or detaches what is no variable: a member
   or an element.  */

static bool
element_clause_p (tree c)
{
  return (c && OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP
	  && (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH
	      || OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_DETACH)
	  && !DECL_P (OMP_CLAUSE_DECL (c)));
}

/* The repair of one construct.  */
class rows
{
public:
  rows (gomp_target *t) : m_wrap (t) {}
  bool repair ();
  void replace (gimple_stmt_iterator *gsi) { m_wrap.replace (gsi); }

private:
  tree attach (const row &, location_t, bool leaving);
  bool mapped_p (tree decl);
  void map_variable (tree decl, location_t);

  host_wrapper m_wrap;
};

/* A clause that attaches, or if LEAVING detaches, the element of R.  */

tree
rows::attach (const row &r, location_t loc, bool leaving)
{
  tree bias = size_zero_node;
  tree where = build_fold_addr_expr (unshare_expr (r.element));
  tree slot = m_wrap.variable (TREE_TYPE (where), "slot", where);
  if (r.address != r.pointer)
    bias = m_wrap.distance (r.address, r.pointer);
  return host_new_map (loc, leaving ? GOMP_MAP_DETACH : GOMP_MAP_ATTACH,
		       build_simple_mem_ref (slot), bias);
}

/* Whether the construct maps DECL, or has what it points to.  */

bool
rows::mapped_p (tree decl)
{
  for (tree c = gimple_omp_target_clauses (m_wrap.target); c;
       c = OMP_CLAUSE_CHAIN (c))
    switch (OMP_CLAUSE_CODE (c))
      {
      case OMP_CLAUSE_MAP:
      case OMP_CLAUSE_FIRSTPRIVATE:
      case OMP_CLAUSE_PRIVATE:
      case OMP_CLAUSE_IS_DEVICE_PTR:
	if (OMP_CLAUSE_DECL (c) == decl)
	  return true;
	break;
      default:
	break;
      }
  return false;
}

/* Maps DECL as for a region without a clause that names it
   (gimplify_adjust_omp_clauses_1 in gimplify.cc).  */

void
rows::map_variable (tree decl, location_t loc)
{
  if (TREE_CODE (TREE_TYPE (decl)) == ARRAY_TYPE)
    {
      m_wrap.add_clause (host_new_map (loc, GOMP_MAP_TOFROM, decl,
				       TYPE_SIZE_UNIT (TREE_TYPE (decl))));
      return;
    }
  tree to = m_wrap.variable (TREE_TYPE (decl), "to", decl);
  tree nothing = build2 (MEM_REF, char_type_node, to,
			 build_int_cst (build_pointer_type (char_type_node), 0));
  tree map = host_new_map (loc, GOMP_MAP_ALLOC, nothing, size_zero_node);
  OMP_CLAUSE_MAP_MAYBE_ZERO_LENGTH_ARRAY_SECTION (map) = 1;
  m_wrap.add_clause (host_new_map (loc, GOMP_MAP_FIRSTPRIVATE_POINTER, decl,
				   size_zero_node));
  m_wrap.add_clause (map);
}

/* Repairs the construct's clauses, in OpenMP; returns whether there was need to.  From
   GCC 14 on there is an "attach" of each element.  */

bool
rows::repair ()
{
  gomp_target *target = m_wrap.target;
  bool region = is_gimple_omp_offloaded (target);
  bool leaving
    = gimple_omp_target_kind (target) == GF_OMP_TARGET_KIND_EXIT_DATA;
  auto_vec<tree, 8> attaches, variables;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree other = OMP_CLAUSE_CHAIN (c);
      bool variable = variable_clause_p (other);
      if (BUILDING_GCC_MAJOR >= 14
	  && (!variable || OMP_CLAUSE_MAP_KIND (other) != GOMP_MAP_POINTER
	      || !element_clause_p (OMP_CLAUSE_CHAIN (other))))
	continue;
      /* The members that a region maps are in a list, which map-struct.cc knows.  */
      if (region && !variable && element_clause_p (other))
	continue;
      row r = row_of (c);
      if (!r.element
	  || (region && variable
	      && !poly_int_tree_p (TYPE_SIZE_UNIT
				   (TREE_TYPE (OMP_CLAUSE_DECL (other))))))
	continue;
      if (BUILDING_GCC_MAJOR < 14)
	attaches.safe_push (attach (r, OMP_CLAUSE_LOCATION (c), leaving));
      if (variable || element_clause_p (other))
	OMP_CLAUSE_CHAIN (c) = OMP_CLAUSE_CHAIN (other);
      if (variable)
	variables.safe_push (OMP_CLAUSE_DECL (other));
      n_rows.value++;
      host_repaired (OMP_CLAUSE_LOCATION (c),
		     "the pointer to this section is attached");
    }
  if (attaches.is_empty () && variables.is_empty ())
    return false;
  if (region)
    for (tree decl : variables)
      if (!mapped_p (decl))
	map_variable (decl, gimple_location (target));
  /* After all that is mapped.  */
  tree *end = gimple_omp_target_clauses_ptr (target);
  while (*end)
    end = &OMP_CLAUSE_CHAIN (*end);
  for (tree c : attaches)
    {
      *end = c;
      end = &OMP_CLAUSE_CHAIN (c);
    }
  return true;
}

/* From GCC 14 on: makes each "attach" of TARGET, an "exit data", a "detach".  */

static void
repair_exit (gomp_target *target)
{
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    if (element_clause_p (c) && OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_ATTACH)
      {
	OMP_CLAUSE_SET_MAP_KIND (c, GOMP_MAP_DETACH);
	n_rows.value++;
	host_repaired (OMP_CLAUSE_LOCATION (c),
		       "the pointer to this section is detached");
      }
}

/* OpenACC from GCC 14 on: drops the "attach" of a variable that comes before that of an
   element.  */

static void
repair_acc (gomp_target *target)
{
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    {
      tree other = OMP_CLAUSE_CHAIN (c);
      tree own = other ? OMP_CLAUSE_CHAIN (other) : NULL_TREE;
      if (!variable_clause_p (other) || !row_of (c).element
	  || !element_clause_p (own)
	  || OMP_CLAUSE_MAP_KIND (other) == GOMP_MAP_FIRSTPRIVATE_POINTER
	  || OMP_CLAUSE_MAP_KIND (other) == GOMP_MAP_POINTER)
	continue;
      OMP_CLAUSE_CHAIN (c) = own;
      n_rows.value++;
      host_repaired (OMP_CLAUSE_LOCATION (c),
		     "the pointer to this section is attached", NULL_TREE,
		     "acc-rows");
    }
}

/* The calls for the rows of an OpenACC directive, with GCC 12 and 13.  */
class calls
{
public:
  calls (gomp_target *t) : m_wrap (t), m_async (NULL_TREE) {}
  bool repair (bool leaving);
  void replace (gimple_stmt_iterator *gsi) { m_wrap.replace (gsi); }

private:
  tree call (tree type, const char *name, tree a, tree b = NULL_TREE,
	     tree c = NULL_TREE, tree d = NULL_TREE);
  void leave_if (tree_code code, tree a, tree b, tree to);
  void set (const row &, location_t, bool leaving);

  host_wrapper m_wrap;
  tree m_async;			/* Of the clause, or NULL_TREE.  */
};

/* Calls NAME with up to four arguments; the result, if TYPE is not void.  */

tree
calls::call (tree type, const char *name, tree a, tree b, tree c, tree d)
{
  auto_vec<tree, 4> args, types;
  tree list[] = { a, b, c, d };
  for (tree t : list)
    if (t)
      {
	args.safe_push (t);
	types.safe_push (TREE_TYPE (t));
      }
  tree fn_type = build_function_type_array (type, types.length (),
					    types.address ());
  gcall *stmt = gimple_build_call_vec (build_fn_decl (name, fn_type), args);
  tree result = NULL_TREE;
  if (!VOID_TYPE_P (type))
    {
      result = host_new_variable (m_wrap.outside, type, "accelfix");
      gimple_call_set_lhs (stmt, result);
    }
  gimple_seq_add_stmt (&m_wrap.after, stmt);
  return result;
}

/* Jumps to TO if A CODE B.  */

void
calls::leave_if (tree_code code, tree a, tree b, tree to)
{
  tree on = create_artificial_label (UNKNOWN_LOCATION);
  gimple_seq_add_stmt (&m_wrap.after, gimple_build_cond (code, a, b, to, on));
  gimple_seq_add_stmt (&m_wrap.after, gimple_build_label (on));
}

/* Sets the device's element of R to the row, or if LEAVING to the host's pointer, where
   it is on the device.  */

void
calls::set (const row &r, location_t loc, bool leaving)
{
  tree end = create_artificial_label (loc);
  tree size = TYPE_SIZE_UNIT (ptr_type_node);
  tree slot = m_wrap.variable (ptr_type_node, "slot",
			       build_fold_addr_expr (unshare_expr (r.element)));
  tree begin = m_wrap.variable (ptr_type_node, "row", r.address);
  tree into = leaving ? NULL_TREE : m_wrap.distance (r.pointer, r.address);
  leave_if (EQ_EXPR, call (integer_type_node, "acc_is_present", slot, size),
	    integer_zero_node, end);
  leave_if (leaving ? NE_EXPR : EQ_EXPR,
	    call (integer_type_node, "acc_is_present", begin, size_one_node),
	    integer_zero_node, end);
  tree there = call (ptr_type_node, "acc_deviceptr", slot);
  if (leaving && m_async)
    call (void_type_node, "acc_memcpy_to_device_async", there, slot, size, m_async);
  else if (leaving)
    call (void_type_node, "acc_memcpy_to_device", there, slot, size);
  else
    {
      tree row = call (ptr_type_node, "acc_deviceptr", begin);
      tree sum = host_new_variable (m_wrap.outside, ptr_type_node, "sum");
      tree var = host_new_variable (m_wrap.outside, ptr_type_node, "value");
      gimple_seq_add_stmt (&m_wrap.after, gimple_build_assign
			   (sum, POINTER_PLUS_EXPR, row, into));
      gimple_seq_add_stmt (&m_wrap.after, gimple_build_assign (var, sum));
      TREE_ADDRESSABLE (var) = 1;
      call (void_type_node, "acc_memcpy_to_device", there,
	    build_fold_addr_expr (var), size);
    }
  gimple_seq_add_stmt (&m_wrap.after, gimple_build_label (end));
  n_rows.value++;
  host_repaired (loc, "the device's pointer to this section is set", NULL_TREE,
		 "acc-rows");
}

/* Adds the calls for all rows; returns whether there are any.  */

bool
calls::repair (bool leaving)
{
  bool any = false;
  tree clauses = gimple_omp_target_clauses (m_wrap.target);
  tree async = omp_find_clause (clauses, OMP_CLAUSE_ASYNC);
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    {
      row r = row_of (c);
      /* Other sections of structures have clauses for their pointers.  */
      if (!r.element || element_clause_p (OMP_CLAUSE_CHAIN (c)))
	continue;
      if (async && !m_async)
	m_async = m_wrap.variable (integer_type_node, "queue",
				   build1 (NOP_EXPR, integer_type_node,
					   OMP_CLAUSE_ASYNC_EXPR (async)));
      set (r, OMP_CLAUSE_LOCATION (c), leaving);
      any = true;
    }
  return any;
}

/* Repairs the construct at GSI, if it is not in DONE, a set of them: it is visited
   again where it has been put.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *done)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || seen_error () || ((hash_set<gimple *> *) done)->add (target))
    return false;
  int kind = gimple_omp_target_kind (target);
  if (BUILDING_GCC_MAJOR >= 14
      && (kind == GF_OMP_TARGET_KIND_EXIT_DATA
	  || kind == GF_OMP_TARGET_KIND_OACC_EXIT_DATA))
    repair_exit (target);
  if (is_gimple_omp_oacc (target))
    {
      if (BUILDING_GCC_MAJOR >= 14)
	repair_acc (target);
      else if (kind == GF_OMP_TARGET_KIND_OACC_ENTER_DATA
	       || kind == GF_OMP_TARGET_KIND_OACC_EXIT_DATA)
	{
	  calls c (target);
	  if (c.repair (kind == GF_OMP_TARGET_KIND_OACC_EXIT_DATA))
	    c.replace (gsi);
	}
      return false;
    }
  rows r (target);
  if (r.repair ())
    r.replace (gsi);
  return false;
}

static void
visit_function (function *)
{
  hash_set<gimple *> done;
  host_visit_all (visit_construct, &done);
  host_forget_places ();
}

opt_pass *
make_accelfix_map_rows (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-rows", ctxt, visit_function, []
			   {
			     return (BUILDING_GCC_MAJOR >= 12
				     && (flag_openmp || flag_openacc)
				     && !lang_GNU_Fortran ()
				     && accelfix_args.map_rows);
			   });
}
