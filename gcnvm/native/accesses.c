/* Native code: accesses to memory that are issued and waited for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The wave has counters of them, for s_waitcnt and for who looks whether that is missing.
   GCC waits after each load, and each time all four counters would be written: in a short
   loop each turn would wait for the stores of the one before it.  So a block counts while it
   is written, and its end, a handler's call, and where native code is left, tell the
   wave.  */

#include "code/sites.h"
#include "native/emit.h"

void
put_accesses_here (struct emit *e)
{
  if (e->vm.issued)
    put (e, "A->issued_vm += %u; ", e->vm.issued);
  if (e->lgkm.issued)
    put (e, "A->unordered = A->issued_lgkm += %u; ", e->lgkm.issued);
  if (e->vm.waited)
    put (e, "A->done_vm = A->issued_vm - %u; ", e->vm.after);
  if (e->lgkm.waited)
    put (e, "A->done_lgkm = A->issued_lgkm - %u; ", e->lgkm.after);
}

void
put_accesses (struct emit *e)
{
  put_accesses_here (e);
  e->vm = e->lgkm = (struct accesses) { 0, false, 0 };
}

void
put_issued (struct emit *e, const struct op *o)
{
  bool now = issues_now_p (e, o);
  if (o->kind != K_SCALAR_LOAD && now)
    put (e, "ISSUED_VM; ");
  else if (o->kind != K_SCALAR_LOAD)
    access_issued (&e->vm);
  if (o->kind != K_SCALAR_LOAD && o->u->in->row->enc != GCN_ENC_FLAT)
    return;
  if (now)
    put (e, "ISSUED_LGKM; ");
  else
    access_issued (&e->lgkm);
}

/* s_waitcnt.  */

void
put_wait (struct emit *e, const struct op *o)
{
  unsigned vm = 0, lgkm = 0;
  if (o->kind == K_WAITCNT)
    wait_limits (o->u->in, e->t->vm->opt.cpu, &vm, &lgkm);
  if ((vm != 0 && vm != -1u) || (lgkm != 0 && lgkm != -1u))
    put_accesses (e);
  if (vm == 0)
    access_waited (&e->vm);
  else if (vm != -1u)
    put (e, "WAITED_ALL_BUT (%u, issued_vm, done_vm); ", vm);
  if (lgkm == 0)
    access_waited (&e->lgkm);
  else if (lgkm != -1u)
    put (e, "if (A->unordered <= A->done_lgkm) "
	 "WAITED_ALL_BUT (%u, issued_lgkm, done_lgkm); ", lgkm);
  put (e, "\n");
}
