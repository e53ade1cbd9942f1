/* The PTX machine: what barriers and meetings inside a warp share (sync.c).
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef VM_MEET_H
#define VM_MEET_H

#include "vm-int.h"

/* sync.c: the warp operation U of W's current fragment, as in struct meetings.  */
extern const struct uop *ctl_sync (struct warp *w, const struct uop *u);
/* Lanes of W have ended: they are waited for no more.  */
extern void sync_recheck (struct warp *w);

/* Under `pascal' all live lanes of W must come together, and they have not at U, which
   does WHAT: say so, and end the launch.  */
extern _Noreturn void meet_divergent (struct warp *w, const struct uop *u,
				      const char *what);
/* The lanes of W's current fragment whose register R (NO_REG: all) has the value that
   the first lane's has.  */
extern uint32_t meet_same (struct warp *w, uint32_t r);
/* The lanes in OTHERS part from W's current fragment, to execute U by themselves later
   on.  */
extern void meet_part (struct warp *w, const struct uop *u, uint32_t others);

#endif /* VM_MEET_H */
