/* OpenACC: the lanes of a vector store to two places.  */
/* only ptxvm: gcnvm does not tell apart lanes that do the same instruction */
/* ptxvm says data race.*same instruction.*(acc-vector.c:16) */
#ifdef RIGHT
# define MASK 31
#else
# define MASK 1
#endif

int
main (void)
{
  int x[32] = { 0 };
#pragma acc parallel loop vector copy(x) num_gangs(1) vector_length(32)
  for (int i = 0; i < 32; i++)
    x[i & MASK] = i;		/* here */
}


/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
