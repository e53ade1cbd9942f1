/* Simd loops of a function, and the SIMT regions in them.
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


#ifndef ACCELFIX_SIMD_LOOPS_H
#define ACCELFIX_SIMD_LOOPS_H

/* A SIMT region: what the lanes of a warp execute each for itself, from
   IFN_GOMP_SIMT_ENTER_ALLOC to IFN_GOMP_SIMT_EXIT.  */
struct simt_region
{
  gcall *enter;			/* IFN_GOMP_SIMT_ENTER; null after
				   "ompdevlow".  */
  gcall *alloc;			/* IFN_GOMP_SIMT_ENTER_ALLOC.  */
  tree record;			/* Its result, the lane's record.  */
  auto_vec<gcall *> exits;
  auto_vec<basic_block> blocks;	/* Those that have a part in the region.  */
  hash_set<gimple *> stmts;	/* Its statements, ALLOC and EXITS not.  */
  auto_bitmap starts;		/* Blocks whose start lies in it.  */
  auto_bitmap ends;		/* Blocks whose end lies in it.  */
  const char *fault;		/* Why its extent is not known, or null.  */

  /* Whether STMT belongs to the region.  */
  bool has (gimple *stmt) { return stmts.contains (stmt); }
  /* Whether control passes E within the region.  */
  bool has (edge e) { return bitmap_bit_p (ends, e->src->index); }
  bool exit_p (gimple *stmt);
};

/* A simd loop.  GCC keeps it twice up to "ompdevlow", one copy for SIMT and
   one for any other target, and IFN_GOMP_USE_SIMT chooses.  */
struct simd_loop
{
  gcall *use_simt;
  edge simt;			/* To the copy for SIMT.  */
  edge plain;			/* To the other copy.  */
  auto_vec<simt_region *> regions;	/* Those of the copy for SIMT.  */
  const char *no_simt;		/* Why it is to run without SIMT, or null.  */
};

/* The simd loops of the current function.  Dominators must be known.  Does
   not own the regions' statements: the function must not change while it is
   in use.  */
struct simd_loops
{
  auto_vec<simd_loop *> loops;
  auto_vec<simt_region *> regions;	/* Of all loops, and of none.  */

  simd_loops ();
  ~simd_loops ();
  simd_loop *loop_of (simt_region *);
};

/* Whether control reaches BB only over E.  */
extern bool simd_only_over_p (basic_block bb, edge e);

/* The outermost loop that BB is in and the start of R is not, or null.  Its
   iterations are those of the simd loop, one lane's share of them.  */
extern class loop *simd_region_loop (simt_region *r, basic_block bb);

/* Whether STMT is a call of internal function FN.  */
static inline bool
simd_call_p (gimple *stmt, internal_fn fn)
{
  return gimple_call_internal_p (stmt, fn);
}

/* The variable that argument I of ENTER, a GOMP_SIMT_ENTER, names; null if it
   became a register since, or stands for memory elsewhere, as an array of
   variable size does for what alloca returned.  */
static inline tree
simd_listed_var (gcall *enter, unsigned i)
{
  tree arg = gimple_call_arg (enter, i);
  if (TREE_CODE (arg) != ADDR_EXPR
      || DECL_HAS_VALUE_EXPR_P (TREE_OPERAND (arg, 0)))
    return NULL_TREE;
  return TREE_OPERAND (arg, 0);
}

/* Whether DECL, a variable of the current function, was made by a pass after
   accelfix-simd-private, as a temporary.  */
extern bool simd_late_var_p (tree decl);

/* Whether the passes for simd loops are on, and the code is OpenMP's.  */
extern bool simd_on_p (void);

/* Whether FUN may have simd loops that "ompdevlow" has to lower.  */
extern bool simd_gate (function *fun);

/* Where the simd loop of STMT is in the source.  */
extern dump_user_location_t simd_location (gimple *stmt);

/* Fills R, whose ALLOC is set.  */
extern void simd_find_extent (simt_region *r);

#endif /* ACCELFIX_SIMD_LOOPS_H */
