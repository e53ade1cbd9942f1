/* Variables in memory that SIMT regions refer to.
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


#ifndef ACCELFIX_SIMD_VARS_H
#define ACCELFIX_SIMD_VARS_H

#include "simd-loops.h"

/* Whether DECL is an automatic variable of the current function that may be in
   memory.  */
extern bool simd_frame_var_p (tree decl);

/* All that refers to one variable.  */
struct simd_var
{
  tree decl;
  auto_vec<gimple *> refs;	/* Each statement once.  */
  auto_vec<gimple *> clobbers;	/* "decl = {CLOBBER}".  */
  auto_vec<gimple *> debugs;
  auto_vec<edge> phis;		/* Edges with an argument that names it.  */
  bool listed;			/* An argument of some GOMP_SIMT_ENTER.  */

  bool dead_p () const { return refs.is_empty () && phis.is_empty (); }
};

/* The automatic variables of the current function that may be in memory, in
   the order of their DECL_UIDs.  */
struct simd_vars
{
  hash_map<tree, simd_var *> map;
  auto_vec<simd_var *> order;

  simd_vars ();
  ~simd_vars ();
  simd_var *find (tree decl);
  /* Whether nothing but a list refers to DECL.  Of a variable that became a
     register since, that is not known.  */
  bool dead_p (tree decl);
};

/* What is known of a variable that a simd loop's copy for SIMT refers to.  */
enum simd_owner
{
  OWNER_ALL,		/* The lanes share it.  */
  OWNER_LANE,		/* It belongs to one iteration.  */
  OWNER_REGISTER,	/* As OWNER_LANE, and it will not be in memory.  */
  OWNER_UNKNOWN
};

/* Where variables were declared.  */
struct simd_scopes
{
  hash_map<tree, tree> blocks;	/* A variable's BLOCK.  */

  simd_scopes ();
  void add (tree block);
};

/* Whose V is, in LOOP.  REASON becomes a text that says why.  */
extern simd_owner simd_find_owner (simd_loop *loop, simd_var *v,
				   simd_scopes *scopes, const char **reason);

/* Whether V has to do with the copy for SIMT of LOOP.  */
extern bool simd_touches_p (simd_loop *loop, const simd_var *v);

#endif /* ACCELFIX_SIMD_VARS_H */
