/* Ends of regions as no release of GCC makes them, written in GIMPLE: where a
   region is left is not known, so that the loop must run without SIMT.  Each
   function's copy for SIMT spoils the array that its other copy fills.  */
/* { dg-simd-without "crash" } */
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

static NOIPA void *
same (void *p)
{
  return p;
}

#define GIMPLE static NOIPA void __GIMPLE (ssa)
#define VARS int use; void *id; void *record; unsigned int lane;
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

/* One end for two regions.  */
GIMPLE
one_end (int *b)
{
  VARS
  CHOOSE
  __BB(3):
    lane_14 = .GOMP_SIMT_LANE ();
    if (lane_14 < 40u)
      goto __BB6;
    else
      goto __BB7;
  __BB(6):
    id_2 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_3 = .GOMP_SIMT_ENTER_ALLOC (id_2);
    spoil (b_9(D));
    goto __BB8;
  __BB(7):
    id_4 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_5 = .GOMP_SIMT_ENTER_ALLOC (id_4);
    spoil (b_9(D));
    goto __BB8;
  __BB(8):
    record_6 = __PHI (__BB6: record_3, __BB7: record_5);
    .GOMP_SIMT_EXIT (record_6);
    goto __BB5;
  OTHER
}

/* Some lanes do not come to the end.  */
GIMPLE
some_lanes (int *b)
{
  VARS
  CHOOSE
  __BB(3):
    id_12 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_13 = .GOMP_SIMT_ENTER_ALLOC (id_12);
    lane_14 = .GOMP_SIMT_LANE ();
    spoil (b_9(D));
    if (lane_14 < 40u)
      goto __BB6;
    else
      goto __BB5;
  __BB(6):
    .GOMP_SIMT_EXIT (record_13);
    goto __BB5;
  OTHER
}

/* The end has a copy of the record.  */
GIMPLE
copied_record (int *b)
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
    record_15 = same (record_13);
    .GOMP_SIMT_EXIT (record_15);
    goto __BB5;
  OTHER
}

/* The end has none.  */
GIMPLE
end_of_none (int *b)
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
    .GOMP_SIMT_EXIT (_Literal (void *) 0);
    goto __BB5;
  OTHER
}

/* A region begins in another.  */
GIMPLE
region_within (int *b)
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
    id_15 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_16 = .GOMP_SIMT_ENTER_ALLOC (id_15);
    if (lane_14 < 39u)
      goto __BB8;
    else
      goto __BB9;
  __BB(8):
    spoil (b_9(D));
    goto __BB9;
  __BB(9):
    .GOMP_SIMT_EXIT (record_16);
    goto __BB7;
  __BB(7):
    .GOMP_SIMT_EXIT (record_13);
    goto __BB5;
  OTHER
}

/* The end of one lies in the other.  */
GIMPLE
crossed (int *b)
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
    id_15 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_16 = .GOMP_SIMT_ENTER_ALLOC (id_15);
    .GOMP_SIMT_EXIT (record_13);
    if (lane_14 < 39u)
      goto __BB8;
    else
      goto __BB9;
  __BB(8):
    spoil (b_9(D));
    goto __BB9;
  __BB(9):
    .GOMP_SIMT_EXIT (record_16);
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
  TEST (one_end);
  TEST (some_lanes);
  TEST (copied_record);
  TEST (end_of_none);
  TEST (region_within);
  TEST (crossed);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
