/* OpenACC: a gang has the workers that were launched (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each worker is a wave of the work-group.  libgomp asks for as many as num_workers says,
   but launches fewer where the kernel needs so many VGPRs that they do not fit (run_kernel
   in plugin-gcn.c: 16 become 12 from 65 VGPRs on, 8 from 85, 4 from 129).  It says so if
   GCN_DEBUG is set.  The kernel has the clause's number as a constant, so the iterations of
   the workers that are missing are not executed.  GCC 12 to 16.

   A number that is not known when the kernel is compiled is read from the dispatch packet,
   where it is that of the workers launched.  One pass takes the constant away ahead of
   oaccdevlow, which writes it into the code, as fold_internal_goacc_dim in gimple-fold.cc
   does later; the other one gives it back at the end, as it goes into the table that libgomp
   reads.  Four workers fit always.  */

#include "gcc-compat.h"
#include "gcn-compat.h"
#include "accelfix.h"
#include "passes.h"
#include "workers.h"

#if ACCELFIX_GCN

static accelfix_counter n_counted ("kernels that count their workers");

/* Four waves, one for each SIMD unit, have all VGPRs that a kernel can use.  */
#define FIT_ALWAYS 4

/* The function whose number of workers has been taken away, and that number.  */
static tree counting;
static int workers;

/* Has FN's attribute say that it has N workers; 0 is a number that is not known.  */

static void
set_workers (tree fn, int n)
{
  tree dims = TREE_VALUE (oacc_get_fn_attrib (fn)), copy = NULL_TREE;
  for (int axis = 0; dims; axis++, dims = TREE_CHAIN (dims))
    copy = tree_cons (TREE_PURPOSE (dims),
		      axis == GOMP_DIM_WORKER ? build_int_cst (integer_type_node, n)
		      : TREE_VALUE (dims), copy);
  oacc_replace_fn_attrib (fn, nreverse (copy));
}

/* Whether all dimensions of FN have been chosen, in the one attribute.  */

static bool
dims_known_p (tree fn)
{
  tree attribute = oacc_get_fn_attrib (fn);
  tree dims = attribute ? TREE_VALUE (attribute) : NULL_TREE;
  int n = 0;
  for (; dims && TREE_VALUE (dims); dims = TREE_CHAIN (dims))
    n++;
  return n == GOMP_DIM_MAX && !dims;
}

static void
take_workers (function *fun)
{
  tree fn = fun->decl;
  counting = NULL_TREE;
  if (!dims_known_p (fn))
    return;
  workers = oacc_get_fn_dim_size (fn, GOMP_DIM_WORKER);
  if (workers <= FIT_ALWAYS)
    return;
  set_workers (fn, 0);
  counting = fn;
  n_counted.value++;
}

static void
give_workers (function *fun)
{
  if (counting == fun->decl)
    set_workers (fun->decl, workers);
  counting = NULL_TREE;
}

opt_pass *
make_accelfix_worker_count (gcc::context *ctxt)
{
  return make_gimple_pass ("accelfix-worker-count", ctxt, take_workers,
			   accelfix_workers_wanted);
}

opt_pass *
make_accelfix_worker_count_end (gcc::context *ctxt)
{
  return make_rtl_pass ("accelfix-worker-count-end", ctxt, give_workers,
			accelfix_workers_wanted);
}

#endif /* ACCELFIX_GCN */
