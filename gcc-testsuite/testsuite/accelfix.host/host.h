/* What the tests of this folder share.  */

#ifndef HOST_H
#define HOST_H

#include <stdio.h>

static int failed;

/* Says that WHAT is wrong unless RIGHT.  */

static inline void
check (const char *what, int right)
{
  if (!right)
    {
      printf ("wrong: %s\n", what);
      failed = 1;
    }
}

#endif
