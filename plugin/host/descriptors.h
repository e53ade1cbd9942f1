/* Accelfix: array descriptors of gfortran, and clauses about arrays.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_DESCRIPTORS_H
#define ACCELFIX_DESCRIPTORS_H

/* The member NAME of the structure REF, or NULL.  */
extern tree host_member (tree ref, const char *name);

/* The number of dimensions of REF if it is a descriptor; otherwise 0.  That of an
   array of any rank has 15, not all of them set.  */
extern unsigned host_rank (tree ref);

/* Dimension K of the descriptor DESC: a structure with lbound, ubound, stride.  */
extern tree host_dimension (tree desc, unsigned k);

/* The descriptor whose "data" EXPR is, or NULL.  */
extern tree host_descriptor_of (tree expr);

/* Whether DESC is the descriptor of an allocatable array.  */
extern bool host_allocatable_p (tree desc);

/* Whether clause C maps data, and not a pointer or a descriptor to it.  */
extern bool host_maps_data_p (tree c);

#endif /* ACCELFIX_DESCRIPTORS_H */
