/* Groups and their waves, as they begin and end.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_GROUP_H
#define GCNVM_GROUP_H

#include "vm-int.h"

/* Set how many VGPRs and AGPRs the waves of L have.  */
extern void launch_count_vgprs (struct launch *l);

/* Group NUMBER of L with its waves, or null when out of memory.  */
extern struct group *group_new (struct launch *l, uint64_t number);
extern void group_free (struct group *g);

#endif /* GCNVM_GROUP_H */
