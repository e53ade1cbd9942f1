/* Accelfix: addresses in regions that nobody waits for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* When gfortran maps a section of an array, it has libgomp map a pointer as
   well, GOMP_MAP_POINTER, by which the region reaches the array: the dummy
   argument, or a temporary of the function that contains the region
   (lower_omp_target in omp-low.cc).  It maps bounds and lengths that it computed
   outside the region in the same way.  With "nowait" or "async" the region may
   still run when the next one begins.  If that maps another section of the same
   array, or has its temporary in the same place on the stack, libgomp takes the
   pointer for one that is on the device, and the region uses the section of the
   first.  GCC 11 to 16; seen on amdgcn, as libgomp ends each region of nvptx
   before it begins another.

   This pass has the region compute the pointer itself from the address of the
   section, as gcc and g++ do, and hands the value of a bound over with the
   launch.  An allocatable or pointer array has a descriptor, which is mapped as
   well, with GOMP_MAP_TO_PSET, and the address in it is that of the first
   region's section.  The region gets a copy of the descriptor by value, and
   begins by writing the address of its own section into it.  Local
   arrays in OpenACC are as before where the section begins at an element that is
   computed: what acc-async hands over is there when the region's own code begins, and GCC
   computes the addresses of arrays before that.  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"
#include "places.h"
#include "descriptors.h"

static accelfix_counter n_pointers ("pointers of regions that nobody waits for");
static accelfix_counter n_descriptors
  ("descriptors of regions that nobody waits for");
static accelfix_counter n_bounds ("bounds of regions that nobody waits for");

/* Whether TARGET is a region that may run when the program goes on.  */

static bool
not_waited_for_p (gomp_target *target)
{
  tree clauses = gimple_omp_target_clauses (target);
  switch (gimple_omp_target_kind (target))
    {
    case GF_OMP_TARGET_KIND_REGION:
      return omp_find_clause (clauses, OMP_CLAUSE_NOWAIT) != NULL_TREE;
    case GF_OMP_TARGET_KIND_OACC_PARALLEL:
    case GF_OMP_TARGET_KIND_OACC_SERIAL:
    case GF_OMP_TARGET_KIND_OACC_KERNELS:
      return omp_find_clause (clauses, OMP_CLAUSE_ASYNC) != NULL_TREE;
    default:
      return false;
    }
}

/* Whether C maps a section of an array.  */

static bool
section_p (tree c)
{
  return host_maps_data_p (c) && !DECL_P (OMP_CLAUSE_DECL (c));
}

/* The kind of map by which a region computes DECL, an array or a pointer to one,
   from the section in the map before; GOMP_MAP_POINTER if it cannot.  */

static gomp_map_kind
kind_for (tree decl)
{
  tree type = TREE_TYPE (decl);
  tree size = DECL_SIZE (decl);
  if (!size || TREE_CODE (size) != INTEGER_CST || DECL_HAS_VALUE_EXPR_P (decl)
      /* One that is not there has no section.  */
      || lang_hooks.decls.omp_check_optional_argument (decl, false))
    return GOMP_MAP_POINTER;
  if (TREE_CODE (type) == ARRAY_TYPE)
    return (lookup_attribute ("omp declare target", DECL_ATTRIBUTES (decl))
	    ? GOMP_MAP_POINTER : GOMP_MAP_FIRSTPRIVATE_POINTER);
  if (POINTER_TYPE_P (type))
    return GOMP_MAP_FIRSTPRIVATE_REFERENCE;
  return GOMP_MAP_POINTER;
}

/* A construct under repair.  */
struct repair : host_wrapper
{
  using host_wrapper::host_wrapper;

  tree hand_over (tree value);
  void subtract (tree pointer, tree bias);
  void pointer (tree section, tree clause);
  void set_address (tree desc, tree field, tree at);
  void copy_in (tree desc, tree value);
  bool descriptor (tree section, tree pset);
};

/* A variable of the region's own that has VALUE, which is computed before it.  */

tree
repair::hand_over (tree value)
{
  tree var = host_new_variable (outside, sizetype, "bias");
  gimple_seq_add_stmt (&before, gimple_build_assign (var, NOP_EXPR, value));
  tree c = build_omp_clause (gimple_location (target), OMP_CLAUSE_FIRSTPRIVATE);
  OMP_CLAUSE_DECL (c) = var;
  add_clause (c);
  return var;
}

/* The region begins by subtracting BIAS from POINTER.  */

void
repair::subtract (tree pointer, tree bias)
{
  tree back = host_new_variable (inside, sizetype, "back");
  gimple_seq_add_stmt (&begin, gimple_build_assign (back, NEGATE_EXPR, bias));
  tree type = TREE_TYPE (pointer);
  tree was = host_new_variable (inside, type, "was");
  tree is = host_new_variable (inside, type, "is");
  gimple_seq_add_stmt (&begin, gimple_build_assign (was, pointer));
  gimple_seq_add_stmt (&begin,
		       gimple_build_assign (is, POINTER_PLUS_EXPR, was, back));
  gimple_seq_add_stmt (&begin, gimple_build_assign (pointer, is));
}

/* Repairs the pointer that CLAUSE maps; the clause before it is SECTION.  */

void
repair::pointer (tree section, tree clause)
{
  tree decl = OMP_CLAUSE_DECL (clause);
  if (!DECL_P (decl) || !section_p (section)
      || host_count_clauses (gimple_omp_target_clauses (target), decl) != 1)
    return;
  gomp_map_kind kind = kind_for (decl);
  if (kind == GOMP_MAP_POINTER)
    return;
  tree bias = OMP_CLAUSE_SIZE (clause);
  if (TREE_CODE (bias) != INTEGER_CST)
    {
      bool acc = is_gimple_omp_oacc (target);
      if (acc && kind == GOMP_MAP_FIRSTPRIVATE_POINTER)
	return;
      bias = hand_over (bias);
      OMP_CLAUSE_SIZE (clause) = acc ? size_zero_node : bias;
      if (acc)
	subtract (decl, bias);
    }
  OMP_CLAUSE_SET_MAP_KIND (clause, kind);
  n_pointers.value++;
  host_repaired (gimple_location (target),
		 "the region computes the address of %T itself", decl);
}

/* The variable that is the descriptor of PSET, a clause of CLAUSES, or that has
   its address, as dummy arguments do; NULL if it must stay as it is.  */

static tree
variable_of (tree clauses, tree pset)
{
  tree desc = OMP_CLAUSE_DECL (pset);
  tree data = OMP_CLAUSE_CHAIN (pset);
  if (!data || OMP_CLAUSE_CODE (data) != OMP_CLAUSE_MAP
      || OMP_CLAUSE_MAP_KIND (data) != GOMP_MAP_POINTER
      || TREE_CODE (OMP_CLAUSE_DECL (data)) != COMPONENT_REF)
    return NULL_TREE;
  tree var = desc;
  if (host_indirect_p (desc))
    {
      tree base = OMP_CLAUSE_CHAIN (data);
      var = host_definition (TREE_OPERAND (desc, 0));
      if (!base || OMP_CLAUSE_CODE (base) != OMP_CLAUSE_MAP
	  || OMP_CLAUSE_MAP_KIND (base) != GOMP_MAP_POINTER
	  || OMP_CLAUSE_DECL (base) != var
	  || lang_hooks.decls.omp_check_optional_argument (var, false))
	return NULL_TREE;
    }
  if (!DECL_P (var) || host_count_clauses (clauses, var) != 1
      || lookup_attribute ("omp declare target", DECL_ATTRIBUTES (var)))
    return NULL_TREE;
  return var;
}

/* The region begins by writing the pointer AT into FIELD of the descriptor DESC,
   unless nothing is allocated.  */

void
repair::set_address (tree desc, tree field, tree at)
{
  tree type = TREE_TYPE (field);
  tree was = host_new_variable (inside, type, "was");
  tree is = host_new_variable (inside, type, "is");
  tree address = host_new_variable (inside, type, "address");
  tree nothing = host_new_variable (inside, boolean_type_node, "nothing");
  tree ref = build3 (COMPONENT_REF, type, desc, field, NULL_TREE);
  gimple_seq_add_stmt (&begin, gimple_build_assign (was, ref));
  gimple_seq_add_stmt (&begin, gimple_build_assign (is, NOP_EXPR, at));
  gimple_seq_add_stmt (&begin, gimple_build_assign
    (nothing, EQ_EXPR, was, build_zero_cst (type)));
  gimple_seq_add_stmt (&begin, gimple_build_assign (address, COND_EXPR, nothing,
						    was, is));
  gimple_seq_add_stmt (&begin, gimple_build_assign (unshare_expr (ref),
						    address));
}

/* The region begins by setting its own variable DESC, a descriptor, to what VALUE
   is at the construct.  Between the two it is plain words: with a descriptor in
   "firstprivate" GCC 14 and later send all elements of the array along, to an
   address that another region may have freed by then.  */

void
repair::copy_in (tree desc, tree value)
{
  tree type = TYPE_MAIN_VARIANT (TREE_TYPE (value));
  unsigned HOST_WIDE_INT words
    = tree_to_uhwi (TYPE_SIZE (type)) / tree_to_uhwi (TYPE_SIZE (sizetype));
  tree image = host_new_variable
    (outside, build_array_type_nelts (sizetype, words), "image");
  TREE_ADDRESSABLE (image) = 1;
  gimple_seq_add_stmt (&before, gimple_build_assign
    (build1 (VIEW_CONVERT_EXPR, type, image), unshare_expr (value)));
  gimple_seq_add_stmt (&begin, gimple_build_assign
    (desc, build1 (VIEW_CONVERT_EXPR, type, image)));
  tree c = build_omp_clause (gimple_location (target), OMP_CLAUSE_FIRSTPRIVATE);
  OMP_CLAUSE_DECL (c) = image;
  add_clause (c);
}

/* Repairs what PSET and the clauses after it map, the descriptor of an array and
   the pointer in it; the clause before it is SECTION.  Returns whether it did;
   PSET then is no clause of the construct any more.  */

bool
repair::descriptor (tree section, tree pset)
{
  tree var = variable_of (gimple_omp_target_clauses (target), pset);
  if (!var || !section_p (section))
    return false;
  tree data = OMP_CLAUSE_CHAIN (pset);
  bool dummy = var != OMP_CLAUSE_DECL (pset);
  tree after = OMP_CLAUSE_CHAIN (dummy ? OMP_CLAUSE_CHAIN (data) : data);

  /* The section's address on the device.  */
  tree at = host_new_variable (outside, build_pointer_type (char_type_node),
			       "section");
  tree base = host_new_map (OMP_CLAUSE_LOCATION (section),
			    GOMP_MAP_FIRSTPRIVATE_POINTER, at, size_zero_node);
  OMP_CLAUSE_CHAIN (base) = after;
  OMP_CLAUSE_CHAIN (section) = base;
  tree bias = OMP_CLAUSE_SIZE (data);
  if (!integer_zerop (bias))
    subtract (at, hand_over (bias));

  /* The descriptor, which is the variable itself or what it points to.  */
  tree desc = var;
  if (dummy)
    {
      tree type = TYPE_MAIN_VARIANT (TREE_TYPE (OMP_CLAUSE_DECL (pset)));
      desc = host_new_variable (inside, type, "descriptor");
      TREE_ADDRESSABLE (desc) = 1;
    }
  copy_in (desc, OMP_CLAUSE_DECL (pset));
  tree own = build_omp_clause (OMP_CLAUSE_LOCATION (pset), OMP_CLAUSE_PRIVATE);
  OMP_CLAUSE_DECL (own) = var;
  add_clause (own);

  set_address (desc, TREE_OPERAND (OMP_CLAUSE_DECL (data), 1), at);
  if (dummy)
    gimple_seq_add_stmt (&begin, gimple_build_assign
      (var, build1 (ADDR_EXPR, TREE_TYPE (var), desc)));

  n_descriptors.value++;
  host_repaired (gimple_location (target),
		 "the region has the descriptor of %T itself", var);
  return true;
}

/* Whether C maps a scalar that the front end made and the region does not
   change.  */

static bool
bound_p (tree c)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP
      || OMP_CLAUSE_MAP_KIND (c) != GOMP_MAP_TO)
    return false;
  tree decl = OMP_CLAUSE_DECL (c);
  return ((VAR_P (decl) || TREE_CODE (decl) == PARM_DECL)
	  && DECL_ARTIFICIAL (decl) && !is_global_var (decl)
	  && !DECL_HAS_VALUE_EXPR_P (decl)
	  && INTEGRAL_TYPE_P (TREE_TYPE (decl))
	  && TYPE_PRECISION (TREE_TYPE (decl)) <= POINTER_SIZE);
}

/* A "firstprivate" clause in place of the map C of TARGET.  */

static tree
by_value (gomp_target *target, tree c)
{
  tree value = build_omp_clause (OMP_CLAUSE_LOCATION (c),
				 OMP_CLAUSE_FIRSTPRIVATE);
  OMP_CLAUSE_DECL (value) = OMP_CLAUSE_DECL (c);
  OMP_CLAUSE_CHAIN (value) = OMP_CLAUSE_CHAIN (c);
  n_bounds.value++;
  host_repaired (gimple_location (target),
		 "the region gets the value of %T at once",
		 OMP_CLAUSE_DECL (c));
  return value;
}

/* Repairs the construct at GSI.  */

static bool
visit_construct (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target || !not_waited_for_p (target))
    return false;
  tree *clauses = gimple_omp_target_clauses_ptr (target);
  for (tree *p = clauses; *p; p = &OMP_CLAUSE_CHAIN (*p))
    if (bound_p (*p) && host_count_clauses (*clauses, OMP_CLAUSE_DECL (*p)) == 1)
      *p = by_value (target, *p);
  repair r (target);
  tree section = NULL_TREE;
  bool wrapped = false;
  for (tree c = *clauses; c; section = c, c = OMP_CLAUSE_CHAIN (c))
    if (section && OMP_CLAUSE_CODE (c) == OMP_CLAUSE_MAP)
      {
	if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_POINTER)
	  r.pointer (section, c);
	else if (OMP_CLAUSE_MAP_KIND (c) == GOMP_MAP_TO_PSET
		 && r.descriptor (section, c))
	  {
	    wrapped = true;
	    c = OMP_CLAUSE_CHAIN (section);
	  }
      }
  /* Nothing was computed for it.  */
  if (!r.before && !wrapped)
    return false;
  r.replace (gsi);
  return true;
}

static void
visit_function (function *)
{
  host_visit_all (visit_construct, NULL);
  host_forget_places ();
}

opt_pass *
make_accelfix_map_nowait (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-nowait", ctxt, visit_function,
			   [] { return accelfix_args.map_nowait != 0; });
}
