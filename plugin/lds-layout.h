/* What other passes use of the layout of LDS (amdgcn).
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

#ifndef ACCELFIX_LDS_LAYOUT_H
#define ACCELFIX_LDS_LAYOUT_H

#if ACCELFIX_GCN

/* Whether NODE is a kernel: see gcn_init_cumulative_args.  */
extern bool accelfix_kernel_p (cgraph_node *node);

#endif /* ACCELFIX_GCN */
#endif /* ACCELFIX_LDS_LAYOUT_H */
