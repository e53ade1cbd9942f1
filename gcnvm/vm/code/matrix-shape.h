/* Which matrices the rows of matrix instructions multiply.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef GCNVM_MATRIX_SHAPE_H
#define GCNVM_MATRIX_SHAPE_H

#include "isa/gcn/isa.h"

enum matrix_kind { KIND_NONE, KIND_F32, KIND_F64, KIND_F16, KIND_BF16, KIND_I8 };

/* BLOCKS matrices, the factors of M rows and K columns and of K rows and M columns.  A
   lane has PER elements of a factor.  */

struct matrix_shape
{
  enum matrix_kind kind;
  unsigned m, k, per, blocks;
};

/* What the name of row OP says; KIND_NONE for one that is not done.  */
extern struct matrix_shape matrix_shape_of (enum gcn_op op);

#endif /* GCNVM_MATRIX_SHAPE_H */
