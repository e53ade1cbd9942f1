/* A method that the user chose for GCC 12 itself is ours, as long as the
   plugin's argument does not say another; the compiler's own is then off, so
   that no register is set twice.  */
/* { dg-do compile } */
/* { dg-accel-gcc "12" } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-options "-minit-regs=2" } */
/* { dg-accel-args "- init-regs=2" } */
#define TYPE int
#include "mode.h"

/* { dg-final { scan-ptx-times "accelfix: init-regs=2" 1 {!init-regs=2} } } */
/* { dg-final { scan-ptx-not "Added by -minit-regs" } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { each-register-set-once } } */
/* { dg-final { scan-ptx-times "accelfix: init-regs=2" 1 {init-regs=2} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
