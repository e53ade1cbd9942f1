/* Native code: what operations there is code for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <string.h>

#include "unit.h"

const struct row native_rows[OP_N] = {
#define L1(ID, O, S, K, D, A, E) \
  [OP_##ID] = { ROW_L1, #D, #A, NULL, NULL, #E, NULL },
#define L2(ID, O, S, K, D, A, B, E) \
  [OP_##ID] = { ROW_L2, #D, #A, #B, NULL, #E, NULL }, \
  [OP_##ID##_i] = { ROW_L2I, #D, #A, #B, NULL, #E, NULL },
#define L3(ID, O, S, K, D, A, B, C, E) \
  [OP_##ID] = { ROW_L3, #D, #A, #B, #C, #E, NULL }, \
  [OP_##ID##_i] = { ROW_L3I, #D, #A, #B, #C, #E, NULL },
#define SP(ID, CMP, K, T, E) \
  [OP_##ID] = { ROW_SP, NULL, #T, #T, NULL, #E, NULL }, \
  [OP_##ID##_i] = { ROW_SPI, NULL, #T, #T, NULL, #E, NULL },
#define LI(ID, T) [OP_##ID] = { ROW_LI, #T, NULL, NULL, NULL, NULL, NULL },
#define SL(ID, T) [OP_##ID] = { ROW_SL, #T, #T, #T, NULL, NULL, NULL },
#define SLI(ID, T) [OP_##ID] = { ROW_SLI, #T, NULL, NULL, NULL, NULL, NULL },
#define PW(ID, E) [OP_##ID] = { ROW_PW, NULL, NULL, NULL, NULL, #E, NULL },
#include "code/lane-ops.def"
#define LD(ID, S, T, D) [OP_##ID] = { ROW_LD, #D, #T, NULL, NULL, NULL, #S },
#define ST(ID, S, T) [OP_##ID] = { ROW_ST, #T, #T, NULL, NULL, NULL, #S },
#include "code/mem-ops.def"
};

int
native_once (unsigned op)
{
  if (op >= 2 * OP_N && op < 3 * OP_N)
    op -= 2 * OP_N;
  else if (op >= OP_N && op < 2 * OP_N)
    op -= OP_N;
  else
    return -1;
  return (int) (op >= OP_FIRST_FUSED ? op - OP_FIRST_FUSED + OP_setp_eq_u16 : op);
}

/* True if U, one that is done less often, is done by native_rare.  */
static bool
rare_p (const struct uop *u, unsigned op)
{
  struct effect e = effect_of (&(struct uop) { .op = (uint16_t) op, .n = u->n });
  return (e.how == HOW_EACH && op >= OP_bfi_4 && op <= OP_half
	  && !(e.reads & (READ_D | READ_REL))
	  && (e.dest == DEST_4 || e.dest == DEST_8 || e.dest == DEST_P));
}

/* True if U, a strong load or store, is as a plain one.  */
static bool
strong_p (const struct uop *u)
{
  unsigned size = u->n & 0xff;
  return ((size == 4 || size == 8)
	  && (u->c == PTX_GENERIC || u->c == PTX_GLOBAL));
}

bool
native_lanes_p (const struct vfunc *f, const struct uniform_plan *plan,
		const struct uop *u)
{
  unsigned op = plain_op (u);
  if (op >= OP_N_FN)
    return false;
  const struct row *r = &native_rows[op];
  if (r->d && !native_differs_p (f, plan, u->d))
    return false;
  /* No operand is a temporary: those are what the last operation of the same PTX
     instruction has left.  */
  const bool a = u->a < f->temp_off, b = u->b < f->temp_off, c = u->c < f->temp_off;
  switch (r->kind)
    {
    case ROW_PW: case ROW_LI: case ROW_SLI:
      return true;
    case ROW_L1: case ROW_L2I: case ROW_SPI:
      return a;
    case ROW_L2: case ROW_SP: case ROW_SL:
      return a && b;
    case ROW_L3:
      return a && b && c;
    case ROW_L3I:
      return a && c;
    default:
      return (op == OP_sreg_4 && native_differs_p (f, plan, u->d)
	      && (u->n == PTX_SREG_TID_X || u->n == PTX_SREG_LANEID));
    }
}

bool
native_can_as (const struct vfunc *f, const struct uniform_plan *plan,
	       const struct uop *u, unsigned as)
{
  int op = native_once (as);
  switch (as)
    {
    case OP_bra: case OP_brac: case OP_join: case OP_guard: case OP_guard_add_4:
    case OP_guard_add_8: case OP_guard_fence: case OP_outside: case OP_shuffle_1:
    case OP_count: case OP_ONCE (OP_sync): case OP_ONCE (OP_brx):
      return true;
    case OP_guard_atom:
      {
	unsigned sub = u[u->rel].e >> 8 & 255;
	return sub == PTX_SUB_EXCH || sub == PTX_SUB_CAS;
      }
    default:
      break;
    }
  if (op < 0)
    return as == u->op && native_lanes_p (f, plan, u);
  const struct row *r = &native_rows[op];
  if (r->kind)
    return !r->space || (strcmp (r->space, "local") && strcmp (r->space, "frame"));
  switch (op)
    {
    case OP_sreg_4:
      return (u->n == PTX_SREG_TID_Y || u->n == PTX_SREG_NTID_Y
	      || u->n == PTX_SREG_CTAID_X || u->n == PTX_SREG_NCTAID_X);
    case OP_ld_strong: case OP_st_strong:
      return strong_p (u);
    case OP_fence: case OP_lanes_meet: case OP_align:
    case OP_cvta_shared: case OP_cvta_to_shared:
      return true;
    default:
      return rare_p (u, (unsigned) op);
    }
}
