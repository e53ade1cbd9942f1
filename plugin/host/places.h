/* Whether two expressions before "omplower" are the same place.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef ACCELFIX_PLACES_H
#define ACCELFIX_PLACES_H

/* Where a part of a structure is.  */
struct place
{
  tree base;			/* The structure.  */
  HOST_WIDE_INT offset;		/* In bytes; -1 if it is not constant.  */
};

/* The place of REF, which is not evaluated.  */
extern place host_place (tree ref);

/* Whether A and B are the same place or value, computed one shortly after the
   other.  */
extern bool host_same_p (tree a, tree b);

/* Whether T is what a pointer or reference points to.  */
extern bool host_indirect_p (tree t);

/* The assignment that makes T, or NULL if T is not the name of a temporary.  */
extern gassign *host_assignment (tree t);

/* What T is a copy of, or T.  */
extern tree host_definition (tree t);

/* Forgets what was noted of the current function: a pass that asked calls this
   at its end.  */
extern void host_forget_places (void);

#endif /* ACCELFIX_PLACES_H */
