/* Accelfix: array descriptors of gfortran, and clauses about arrays.
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

/* Whether clause C maps data, and not a pointer or a descriptor to it.  */
extern bool host_maps_data_p (tree c);

#endif /* ACCELFIX_DESCRIPTORS_H */
