/* The functions that those of a preloaded library stand in for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef SIMT_NEXT_H
#define SIMT_NEXT_H

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* The function NAME that comes after the caller's in the order of search, or
   libgomp's.  Where libgomp is not among what was loaded at the start, it does not
   come after us.  */

static inline void *
find_next (const char *name)
{
  void *p = dlsym (RTLD_NEXT, name);
  if (!p)
    {
      void *lib = dlopen ("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
      p = lib ? dlsym (lib, name) : NULL;
      if (lib)
	dlclose (lib);
    }
  if (!p)
    {
      fprintf (stderr, "accelfix: there is no %s in libgomp\n", name);
      abort ();
    }
  return p;
}

/* The same of NAME, as a function of its type.  */
#define NEXT(NAME) \
  ({ static _Atomic (void *) next; \
     void *p_ = atomic_load (&next); \
     if (!p_) \
       atomic_store (&next, p_ = find_next (#NAME)); \
     (__typeof (&NAME)) p_; })

#endif /* SIMT_NEXT_H */
