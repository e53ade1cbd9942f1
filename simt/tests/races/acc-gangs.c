/* OpenACC: gangs add to one place.  */
/* ptxvm says data race.*the \(store\|load\) by.*(acc-gangs.c:18) */
/* ptxvm says data race.*0x[0-9a-f]*, .x., mapped from */
#ifdef RIGHT
# define REDUCTION reduction(+: x)
#else
# define REDUCTION
#endif
#define PRAGMA(X) _Pragma (#X)
#define LOOP(CLAUSE) PRAGMA (acc parallel loop gang copy(x) num_gangs(4) CLAUSE)

int
main (void)
{
  int x = 0;
  LOOP (REDUCTION)
  for (int i = 0; i < 256; i++)
    x += i;			/* here */
  return x < 0;
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
