/* Accelfix: array descriptors of gfortran, and clauses about arrays.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gcc-compat.h"
#include "host.h"
#include "descriptors.h"

/* The field NAME of record TYPE, or NULL.  */

static tree
field_of (tree type, const char *name)
{
  if (TREE_CODE (type) == RECORD_TYPE)
    for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
      if (TREE_CODE (f) == FIELD_DECL && DECL_NAME (f)
	  && !strcmp (IDENTIFIER_POINTER (DECL_NAME (f)), name))
	return f;
  return NULL_TREE;
}

/* See descriptors.h.  */

tree
host_member (tree ref, const char *name)
{
  tree f = field_of (TREE_TYPE (ref), name);
  return f ? build3 (COMPONENT_REF, TREE_TYPE (f), unshare_expr (ref), f,
		     NULL_TREE) : NULL_TREE;
}

/* See descriptors.h.  The fields are those of gfc_get_array_descriptor_base.  */

unsigned
host_rank (tree ref)
{
  tree type = TREE_TYPE (ref), dim = field_of (type, "dim");
  if (!field_of (type, "data") || !field_of (type, "dtype")
      || !field_of (type, "span") || !dim
      || TREE_CODE (TREE_TYPE (dim)) != ARRAY_TYPE)
    return 0;
  tree domain = TYPE_DOMAIN (TREE_TYPE (dim));
  tree last = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  return last && tree_fits_uhwi_p (last) ? tree_to_uhwi (last) + 1 : 0;
}

/* See descriptors.h.  */

tree
host_dimension (tree desc, unsigned k)
{
  tree dims = host_member (desc, "dim"), type = TREE_TYPE (dims);
  return build4 (ARRAY_REF, TREE_TYPE (type), dims,
		 build_int_cst (TREE_TYPE (TYPE_DOMAIN (type)), k), NULL_TREE,
		 NULL_TREE);
}

/* See descriptors.h.  */

tree
host_descriptor_of (tree expr)
{
  if (TREE_CODE (expr) != COMPONENT_REF)
    return NULL_TREE;
  tree desc = TREE_OPERAND (expr, 0);
  return (host_rank (desc)
	  && TREE_OPERAND (expr, 1) == field_of (TREE_TYPE (desc), "data")
	  ? desc : NULL_TREE);
}

/* See descriptors.h.  A descriptor's type says so to gfortran alone, which frees a
   private copy of an allocatable array, and not one of a pointer.  Where the elements
   have allocatable components, it has something to free in any array; then "data" tells
   in part: it is restrict in what is neither a pointer nor a target.  */

bool
host_allocatable_p (tree desc)
{
  tree type = TREE_TYPE (host_member (desc, "data"));
  if (TYPE_RESTRICT (type))
    return true;
  if (RECORD_OR_UNION_TYPE_P (strip_array_types (TREE_TYPE (type))))
    return false;
  tree c = build_omp_clause (UNKNOWN_LOCATION, OMP_CLAUSE_PRIVATE);
  OMP_CLAUSE_DECL (c) = create_tmp_var_raw (TREE_TYPE (desc));
  return lang_hooks.decls.omp_clause_dtor (c, OMP_CLAUSE_DECL (c)) != NULL_TREE;
}

/* See descriptors.h.  */

bool
host_maps_data_p (tree c)
{
  if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP)
    return false;
  switch (OMP_CLAUSE_MAP_KIND (c))
    {
    case GOMP_MAP_ALLOC: case GOMP_MAP_TO: case GOMP_MAP_FROM:
    case GOMP_MAP_TOFROM:
    case GOMP_MAP_ALWAYS_TO: case GOMP_MAP_ALWAYS_FROM:
    case GOMP_MAP_ALWAYS_TOFROM:
    case GOMP_MAP_FORCE_ALLOC: case GOMP_MAP_FORCE_TO:
    case GOMP_MAP_FORCE_FROM: case GOMP_MAP_FORCE_TOFROM:
    case GOMP_MAP_FORCE_PRESENT:
      return true;
    default:
      return false;
    }
}
