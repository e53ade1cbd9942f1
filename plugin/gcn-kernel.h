/* Which functions are kernels (amdgcn).
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
