/* Constant variables are not copied back from the device.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* A variable that no clause names is mapped "tofrom"
   (gimplify_adjust_omp_clauses_1), a constant one, too.  At the end of the
   region libgomp writes to the host's copy, which is in memory that cannot be
   written, and the program ends with SIGSEGV.  GCC 11 to 16.

   This pass turns the map into "to".  No right program can see the difference,
   since the device must not change the variable either; so it does so for a
   clause that the user wrote as well, and for OpenACC's "copy".  */

#include "gcc-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "host.h"

static accelfix_counter n_maps ("constant variables not copied back");

/* Whether DECL is in memory that the program cannot write.  */

static bool
read_only_p (tree decl)
{
  return (VAR_P (decl) && TREE_READONLY (decl) && !TREE_THIS_VOLATILE (decl)
	  && (TREE_STATIC (decl) || DECL_EXTERNAL (decl))
	  && !TYPE_NEEDS_CONSTRUCTING (TREE_TYPE (decl)));
}

/* What takes the place of KIND, or KIND itself.  */

static gomp_map_kind
kind_without_from (gomp_map_kind kind)
{
  switch (kind)
    {
    case GOMP_MAP_TOFROM: return GOMP_MAP_TO;
    case GOMP_MAP_FORCE_TOFROM: return GOMP_MAP_FORCE_TO;
    case GOMP_MAP_ALWAYS_TOFROM: return GOMP_MAP_ALWAYS_TO;
    default: return kind;
    }
}

/* Changes the maps of the construct at GSI, if it is one.  */

static bool
visit_maps (gimple_stmt_iterator *gsi, void *)
{
  gomp_target *target = dyn_cast <gomp_target *> (gsi_stmt (*gsi));
  if (!target)
    return false;
  for (tree c = gimple_omp_target_clauses (target); c; c = OMP_CLAUSE_CHAIN (c))
    {
      if (OMP_CLAUSE_CODE (c) != OMP_CLAUSE_MAP || !OMP_CLAUSE_DECL (c)
	  || error_operand_p (OMP_CLAUSE_DECL (c)))
	continue;
      tree base = get_base_address (OMP_CLAUSE_DECL (c));
      gomp_map_kind was = OMP_CLAUSE_MAP_KIND (c);
      gomp_map_kind kind = kind_without_from (was);
      if (kind == was || !base || !DECL_P (base) || !read_only_p (base))
	continue;
      OMP_CLAUSE_SET_MAP_KIND (c, kind);
      n_maps.value++;
      if (dump_enabled_p ())
	dump_printf_loc (MSG_OPTIMIZED_LOCATIONS, (gimple *) target,
			 "%T is constant: it is not copied back\n", base);
    }
  return false;
}

static void
visit_function (function *)
{
  host_visit_all (visit_maps, NULL);
}

opt_pass *
make_accelfix_map_const (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-map-const", ctxt, visit_function,
			   [] { return accelfix_args.map_const != 0; });
}
