/* Which functions are kernels (amdgcn).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_GCN_KERNEL_H
#define ACCELFIX_GCN_KERNEL_H

#if ACCELFIX_GCN

/* The attribute by which DECL is a kernel of the user's, or null.  */
static inline tree
gcn_kernel_attribute (tree decl)
{
  tree attr = lookup_attribute ("amdgpu_hsa_kernel", DECL_ATTRIBUTES (decl));
  return attr ? attr : lookup_attribute ("amdgpu_hsa_kernel", TYPE_ATTRIBUTES
					 (TREE_TYPE (decl)));
}

/* Whether DECL is a kernel, by the rule of gcn_init_cumulative_args.  For the
   function that is being compiled GCC has noted the answer:
   accelfix_normal_function_p.  */
static inline bool
gcn_kernel_p (tree decl)
{
  return (MAIN_NAME_P (DECL_NAME (decl))
	  || lookup_attribute ("omp target entrypoint", DECL_ATTRIBUTES (decl))
	  || gcn_kernel_attribute (decl));
}

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_GCN_KERNEL_H */
