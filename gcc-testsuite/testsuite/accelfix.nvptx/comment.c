/* comment=0 leaves the marks out, and changes nothing else.  */
/* { dg-do compile } */
/* { dg-accel-levels "-O1 -O2" } */
/* { dg-accel-args "comment=0 comment=1 comment=0,init-regs=1 comment=0,init-regs=2" } */
#define TYPE double
#include "mode.h"

extern void side (int);

int
k (int x)
{
  int r;
  if (x)
    r = x * 2;
  else
    {
      side (x);
      __builtin_unreachable ();
    }
  return r;
}

/* { dg-final { scan-ptx-not "accelfix" {comment=0} } } */
/* { dg-final { scan-ptx-not "#APP" {comment=0} } } */
/* { dg-final { scan-ptx-times {// accelfix: init-regs=3\n} 1 {comment=1} } } */
/* { dg-final { scan-ptx-times {// accelfix: exit\n} 1 {comment=1} } } */
/* { dg-final { ptx-uninit 0 0 } } */
/* { dg-final { ptx-dead-ends 0 } } */
/* { dg-final { same-but-comments comment=1 {comment=0 !init-regs=1 !init-regs=2} } } */
/* { dg-final { same-but-comments {comment=1 init-regs=1} {init-regs=1} } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
