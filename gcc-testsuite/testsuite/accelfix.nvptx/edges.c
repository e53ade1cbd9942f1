/* Method 3 where a register is unset on the edge of a jump alone: one move for
   each register, before the jump that its paths have in common, with no block
   and no branch of its own.  What is seen here statically, run-edges.c
   runs.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "init-regs=3,exit=0" } */
#include "edges.h"

/* { dg-final { needs-init } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { inserted-moves 4 } } */
/* { dg-final { each-register-set-once } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
