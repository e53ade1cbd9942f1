/* Native code for functions of amdgcn code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Where native code can be entered, at the beginning of a function, of a loop and
   after a call, there is UOP_NATIVE, which counts as long as there is none.  See
   the README.  */

#ifndef GCNVM_NATIVE_H
#define GCNVM_NATIVE_H

#include "native/abi.h"
#include "simt/native/native-work.h"
#include "vm-int.h"

/* Most functions of which a unit has operations.  */
enum { NATIVE_FUNCTIONS = 16 };

/* What is kept with a function.  */
struct native
{
  struct simt_native_job job;	/* Comes first.  */
  native_fn *_Atomic code;	/* Null: none yet, or none at all.  */
  struct gcnvm *vm;
  const struct function *f;
  _Atomic uint32_t mode;	/* The MODE register that it is for.  */
  void *so;			/* The handle of dlopen.  */
  const void *first[NATIVE_FUNCTIONS];
};

enum { NATIVE_NONE = 0xffffffff };

/* For tests: native code is left before the operation with this number, in each
   function; NATIVE_NONE for none.  */
extern uint32_t native_exit_at (void);
/* Whether VM may have native code.  */
extern bool native_wanted (const struct gcnvm *vm);
/* For function F of VM; null if there is no memory.  */
extern struct native *native_new (struct gcnvm *vm, const struct function *f);
/* N's function has its operations: says how long it runs from one entry to the next.  */
extern void native_weigh (struct native *n);
/* N is not being made any more, nor will be.  It may be null.  */
extern void native_stop (struct native *n);
extern void native_free (struct native *);
/* N could have been entered by a wave whose mode is MODE.  Its code, if there is
   some by now.  */
extern native_fn *native_count (struct native *n, uint32_t mode);

#endif /* GCNVM_NATIVE_H */
