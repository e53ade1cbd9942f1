/* Which lanes take part, and where the other copy begins, as no release of GCC
   makes it, written in GIMPLE: the loops must run without SIMT.  Each function's
   copy for SIMT spoils the array that its other copy fills.  */
/* { dg-simd-without "wrong" } */
/* { dg-accel-mode openmp } */
/* { dg-options "-fgimple" } */
/* { dg-simd-no-simt "6" } */
/* { dg-accel-levels "-O1 -O2 -Os" } */
#include "simd.h"

#pragma omp declare target
static NOIPA void
fill (int *b)
{
  for (int i = 0; i < N; i++)
    b[i] = i;
}

static NOIPA void
spoil (int *b)
{
  for (int i = 0; i < N; i++)
    b[i] = -2;
}

#define GIMPLE static NOIPA void __GIMPLE (ssa)
#define VARS int use; void *id; void *record; unsigned int lane; int i; int k;
#define CHOOSE					\
  __BB(2):					\
    use_1 = .GOMP_USE_SIMT ();			\
    if (use_1 != 0)				\
      goto __BB3;				\
    else					\
      goto __BB4;
#define OTHER					\
  __BB(4):					\
    fill (b_9(D));				\
    goto __BB5;					\
  __BB(5):					\
    return;

/* The copy for SIMT goes on in the other copy.  */
GIMPLE
second_way (int *b)
{
  VARS
  CHOOSE
  __BB(3):
    id_12 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_13 = .GOMP_SIMT_ENTER_ALLOC (id_12);
    lane_14 = .GOMP_SIMT_LANE ();
    if (lane_14 < 40u)
      goto __BB6;
    else
      goto __BB7;
  __BB(6):
    spoil (b_9(D));
    goto __BB7;
  __BB(7):
    .GOMP_SIMT_EXIT (record_13);
    if (lane_14 < 40u)
      goto __BB5;
    else
      goto __BB4;
  OTHER
}

/* All lanes but one execute all iterations.  */
GIMPLE
all_but_one (int *b)
{
  VARS
  CHOOSE
  __BB(3):
    id_12 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_13 = .GOMP_SIMT_ENTER_ALLOC (id_12);
    lane_14 = .GOMP_SIMT_LANE ();
    if (lane_14 != 0u)
      goto __BB6;
    else
      goto __BB8;
  __BB(6):
    i_15 = __PHI (__BB3: 0, __BB7: i_16);
    if (i_15 < 100)
      goto __BB7;
    else
      goto __BB8;
  __BB(7):
    spoil (b_9(D));
    i_16 = i_15 + 1;
    goto __BB6;
  __BB(8):
    .GOMP_SIMT_EXIT (record_13);
    goto __BB5;
  OTHER
}

/* One lane executes all iterations of one loop, and all lanes those of
   another.  */
GIMPLE
one_and_all (int *b)
{
  VARS
  CHOOSE
  __BB(3):
    id_12 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_13 = .GOMP_SIMT_ENTER_ALLOC (id_12);
    lane_14 = .GOMP_SIMT_LANE ();
    if (lane_14 == 0u)
      goto __BB6;
    else
      goto __BB8;
  __BB(6):
    i_15 = __PHI (__BB3: 0, __BB7: i_16);
    if (i_15 < 100)
      goto __BB7;
    else
      goto __BB8;
  __BB(7):
    spoil (b_9(D));
    i_16 = i_15 + 1;
    goto __BB6;
  __BB(8):
    i_17 = __PHI (__BB3: 0, __BB6: 0, __BB9: i_18);
    if (i_17 < 100)
      goto __BB9;
    else
      goto __BB10;
  __BB(9):
    spoil (b_9(D));
    i_18 = i_17 + 1;
    goto __BB8;
  __BB(10):
    .GOMP_SIMT_EXIT (record_13);
    goto __BB5;
  OTHER
}

/* Eight lanes take part, and a linear variable steps with the iterations.  */
GIMPLE
eight_lanes (int *b)
{
  VARS
  int n;
  CHOOSE
  __BB(3):
    id_12 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_13 = .GOMP_SIMT_ENTER_ALLOC (id_12);
    lane_14 = .GOMP_SIMT_LANE ();
    n_20 = (int) lane_14;
    if (n_20 < 8)
      goto __BB6;
    else
      goto __BB8;
  __BB(6):
    i_15 = __PHI (__BB3: n_20, __BB7: i_16);
    k_17 = __PHI (__BB3: 0, __BB7: k_18);
    if (i_15 < 100)
      goto __BB7;
    else
      goto __BB8;
  __BB(7):
    spoil (b_9(D));
    *b_9(D) = k_17;
    k_18 = k_17 + 3;
    i_16 = i_15 + 8;
    goto __BB6;
  __BB(8):
    .GOMP_SIMT_EXIT (record_13);
    goto __BB5;
  OTHER
}

/* Some lanes do all there is to do, once each.  */
GIMPLE
once (int *b)
{
  VARS
  CHOOSE
  __BB(3):
    id_12 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_13 = .GOMP_SIMT_ENTER_ALLOC (id_12);
    lane_14 = .GOMP_SIMT_LANE ();
    if (lane_14 < 40u)
      goto __BB6;
    else
      goto __BB7;
  __BB(6):
    spoil (b_9(D));
    goto __BB7;
  __BB(7):
    .GOMP_SIMT_EXIT (record_13);
    goto __BB5;
  OTHER
}

/* The lanes start at a distance that is no number.  */
GIMPLE
far_apart (int *b)
{
  VARS
  int n;
  int m;
  CHOOSE
  __BB(3):
    id_12 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_13 = .GOMP_SIMT_ENTER_ALLOC (id_12);
    lane_14 = .GOMP_SIMT_LANE ();
    n_20 = (int) lane_14;
    m_23 = *b_9(D);
    n_21 = n_20 + 2;
    n_22 = n_21 * m_23;
    goto __BB6;
  __BB(6):
    i_15 = __PHI (__BB3: n_22, __BB7: i_16);
    if (i_15 < 100)
      goto __BB7;
    else
      goto __BB8;
  __BB(7):
    spoil (b_9(D));
    i_16 = i_15 + 64;
    goto __BB6;
  __BB(8):
    .GOMP_SIMT_EXIT (record_13);
    goto __BB5;
  OTHER
}
#pragma omp end declare target

#define TEST(F)						\
  do							\
    {							\
      int b[N] = { 0 };					\
      _Pragma ("omp target map(tofrom: b)")		\
      F (b);						\
      for (int i = 0; i < N; i++)			\
	expect (#F, i, b[i], i);			\
    }							\
  while (0)

int
main ()
{
  TEST (second_way);
  TEST (all_but_one);
  TEST (one_and_all);
  TEST (eight_lanes);
  TEST (once);
  TEST (far_apart);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
