/* Code for the device alone: the host drops it before it looks at the text,
   at -O1 and above.  */
#define DEVICE if (__builtin_acc_on_device (8))
#define NOINLINE __attribute__ ((noinline))
#define CLOBBER(X) DEVICE __asm volatile ("s_mov_b32 m0, %0" :: "Sg" (X))

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
