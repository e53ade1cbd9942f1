/* OpenACC: gangs, and the lanes of each, add to one place.  */
/* ptxvm says data race.*the \(store\|load\) by.*(acc-gangs-vector.c:19) */
/* ptxvm says data race.*0x[0-9a-f]*, .x., mapped from */
/* ptxvm says data race.*same instruction.*(acc-gangs-vector.c:19) */
#ifdef RIGHT
# define REDUCTION reduction(+: x)
#else
# define REDUCTION
#endif
#define PRAGMA(X) _Pragma (#X)
#define LOOP(CLAUSE) PRAGMA (acc parallel loop gang vector copy(x) CLAUSE)

int
main (void)
{
  int x = 0;
  LOOP (REDUCTION num_gangs(4) vector_length(32))
  for (int i = 0; i < 256; i++)
    x += i;			/* here */
  return x < 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
