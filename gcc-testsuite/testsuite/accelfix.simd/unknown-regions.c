/* Regions as no release of GCC makes them, written in GIMPLE: what the plugin
   does not know must run without SIMT.  Each function's copy for SIMT spoils
   the array that its other copy fills.  */
/* { dg-simd-without "crash" } */
/* { dg-accel-mode openmp } */
/* { dg-options "-fgimple" } */
/* { dg-simd-no-simt "8" } */
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

static NOIPA int
same (int n)
{
  return n;
}

#define GIMPLE static NOIPA void __GIMPLE (ssa)
#define OTHER					\
  __BB(4):					\
    fill (b_9(D));				\
    goto __BB5;					\
  __BB(5):					\
    return;

/* A function chooses between the copies.  */
GIMPLE
choice_call (int *b)
{
  int use;
  void *id;
  void *record;
  unsigned int lane;
  __BB(2):
    use_1 = .GOMP_USE_SIMT ();
    use_2 = same (use_1);
    if (use_2 != 0)
      goto __BB3;
    else
      goto __BB4;
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

/* What chooses is stored as well.  */
GIMPLE
choice_store (int *b)
{
  int use;
  void *id;
  void *record;
  unsigned int lane;
  __BB(2):
    use_1 = .GOMP_USE_SIMT ();
    *b_9(D) = use_1;
    if (use_1 != 0)
      goto __BB3;
    else
      goto __BB4;
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

#define CHOOSE					\
  __BB(2):					\
    use_1 = .GOMP_USE_SIMT ();			\
    if (use_1 != 0)				\
      goto __BB3;				\
    else					\
      goto __BB4;

/* Internal functions of OpenMP that do not belong there.  */
GIMPLE
strange_call (int *b)
{
  int use;
  void *id;
  void *record;
  unsigned int lane;
  int n;
  CHOOSE
  __BB(3):
    id_2 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_3 = .GOMP_SIMT_ENTER_ALLOC (id_2);
    lane_4 = .GOMP_SIMD_LAST_LANE (_Literal (void *) 0, 0u);
    n_5 = (int) lane_4;
    *b_9(D) = n_5;
    spoil (b_9(D));
    .GOMP_SIMT_EXIT (record_3);
    goto __BB5;
  OTHER
}

/* No record.  */
GIMPLE
no_record (int *b)
{
  int use;
  void *id;
  CHOOSE
  __BB(3):
    id_2 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    .GOMP_SIMT_ENTER_ALLOC (id_2);
    spoil (b_9(D));
    goto __BB5;
  OTHER
}

/* No list.  */
GIMPLE
no_list (int *b)
{
  int use;
  void *record;
  CHOOSE
  __BB(3):
    record_3 = .GOMP_SIMT_ENTER_ALLOC (_Literal (void *) 0);
    spoil (b_9(D));
    .GOMP_SIMT_EXIT (record_3);
    goto __BB5;
  OTHER
}

/* The region is entered in a loop, and left behind it.  */
GIMPLE
entered_again (int *b)
{
  int use;
  void *id;
  void *record;
  int i;
  CHOOSE
  __BB(3):
    goto __BB6;
  __BB(6):
    i_4 = __PHI (__BB3: 0, __BB6: i_5);
    id_2 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_3 = .GOMP_SIMT_ENTER_ALLOC (id_2);
    spoil (b_9(D));
    i_5 = i_4 + 1;
    if (i_5 < 3)
      goto __BB6;
    else
      goto __BB7;
  __BB(7):
    .GOMP_SIMT_EXIT (record_3);
    goto __BB5;
  OTHER
}

/* All lanes do the same.  */
GIMPLE
no_lanes (int *b)
{
  int use;
  void *id;
  void *record;
  CHOOSE
  __BB(3):
    id_2 = .GOMP_SIMT_ENTER (_Literal (void *) 0);
    record_3 = .GOMP_SIMT_ENTER_ALLOC (id_2);
    spoil (b_9(D));
    .GOMP_SIMT_EXIT (record_3);
    goto __BB5;
  OTHER
}

/* The copy for SIMT is reached without a question, too.  */
GIMPLE
shared_copy (int *b)
{
  int use;
  int n;
  void *id;
  void *record;
  unsigned int lane;
  __BB(2):
    n_6 = *b_9(D);
    if (n_6 == 77)
      goto __BB3;
    else
      goto __BB8;
  __BB(8):
    use_1 = .GOMP_USE_SIMT ();
    if (use_1 != 0)
      goto __BB3;
    else
      goto __BB4;
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
  TEST (choice_call);
  TEST (choice_store);
  TEST (strange_call);
  TEST (no_record);
  TEST (no_list);
  TEST (entered_again);
  TEST (no_lanes);
  TEST (shared_copy);
  return simd_status ();
}

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
