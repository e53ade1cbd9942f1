/* Native code: an operation of any kind as C, and how control goes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>

#include "native/emit.h"

/* ---- Flow.  */

/* Put the way to successor I of the block, at operation K.  */

void
put_go (struct emit *e, int i, uint32_t k)
{
  put (e, "{ ");
  if (block_spills_p (e->b, i, &e->dirty))
    put_spill (e);
  put (e, "goto L%u; } ", k);
}

static void
put_branch (struct emit *e, const struct op *o)
{
  static const char *const conditions[] =
  {
    [UOP_SCC0] = "!scc", [UOP_SCC1] = "scc", [UOP_VCCZ] = "!(s106 | s107)",
    [UOP_VCCNZ] = "(s106 | s107)", [UOP_EXECZ] = "!(s126 | s127)",
    [UOP_EXECNZ] = "(s126 | s127)"
  };
  const struct uop *u = o->u;
  bool with = o->kind == K_IF;
  if (with && !all_known_p (e, &o->uses))
    {
      put (e, "if (UNLIKELY (0");
      put_unknown (e, &o->uses);
      put (e, ")) ");
      put_leave (e, e->k, e->counted);
    }
  if (u->lanes_vcc && e->exec != EXEC_ONE)
    {
      put (e, "if (UNLIKELY (!(s126 | s127))) ");
      put_leave (e, e->k, e->counted);
    }
  if (o->kind != K_COUNT && o->target < 0)
    {
      if (with)
	put (e, "if (%s) ", conditions[u->op]);
      put_leave (e, e->k, e->counted);
      if (!with)
	return;
    }
  put (e, "END (%u, %u, %u); ", u->n, u->states, e->counted);
  uint32_t next = e->k + 1, target = o->kind == K_COUNT || o->target < 0
				     ? next : (uint32_t) o->target;
  const char *condition = with ? conditions[u->op] : "1";
  put (e, "if (UNLIKELY (bu <= 0)) ");
  put_slice (e, condition, target, with ? next : target);
  if (with && e->b[1].merged && e->b->end == e->k + 1)
    {
      put_merged (e, condition);
      return;
    }
  if (o->target >= 0)
    {
      put (e, "if (%s) ", condition);
      put_go (e, 0, target);
    }
  if (o->kind != K_BRANCH)
    put_go (e, 1, next);
  put (e, "\n");
}

/* O is done: a call, which returns to BACK in the unit, or a return from the innermost one.  */

static void
put_called (struct emit *e, const struct op *o, bool calls)
{
  if (calls)
    {
      put_store (e, o->u->d / 4, true, "back");
      put_defined (e, &o->defs);
      put (e, "CALLED (back); ");
    }
  else
    put (e, "RETURNED; ");
  op_dirty (o, e->exec, &e->dirty);
}

/* A call of a function that is part of the unit, if it is that one; or its return to where it
   was called.  The machine knows of both, for reports.  */

static void
put_jump (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  bool enters = o->kind == K_ENTER;
  struct set reads = { { 0 } };
  char back[48];
  set_add (&reads, u->a / 4);
  set_add (&reads, u->a / 4 + 1);
  snprintf (back, sizeof back, "PC (%s) + 4",
	    uop (e, enters ? e->k : (uint32_t) o->target - 1));
  put (e, "{ const uint64_t to = %s, back = %s; if (UNLIKELY (0", pair (e, u->a / 4), back);
  put_unknown (e, &reads);
  if (enters)
    put (e, " || to != PC (%s))) ", uop (e, (uint32_t) o->target));
  else
    put (e, " || to != back || !INNERMOST_P (back))) ");
  put_leave (e, e->k, e->counted);
  put (e, "END (%u, %u, %u); ", u->n, u->states, e->counted);
  put_called (e, o, enters);
  put (e, "} if (UNLIKELY (bu <= 0)) ");
  put_slice (e, "1", (uint32_t) o->target, (uint32_t) o->target);
  put_go (e, 0, (uint32_t) o->target);
  put (e, "\n");
}

/* A call of another function, or a return to one, where native code goes on there; else it
   is left before that.  */

static void
put_far_jump (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  struct set dirty = e->dirty;
  bool calls = u->op == UOP_SWAPPC;
  put (e, "{ const uint64_t to = %s; ", pair (e, u->a / 4));
  put (e, "const void *const there = NATIVE_AT (to); if (LIKELY (there && bu > %u%s",
       u->n, calls ? "" : " && INNERMOST_P (to)");
  put (e, " && !(0");
  put_unknown (e, &o->uses);
  put (e, "))) { END (%u, %u, %u);", u->n, u->states, e->counted);
  if (calls)
    put (e, "const uint64_t back = PC (%s) + 4; ", uop (e, e->k));
  put_called (e, o, calls);
  put_jump_there (e);
  put (e, "} } ");
  e->dirty = dirty;
}

/* ---- All kinds.  */

void
put_forced (struct emit *e)
{
  if (!e->force)
    return;
  put (e, "if (UNLIKELY (x->force == %u)) ", e->k);
  put_leave (e, e->k, e->counted);
}

void
put_op (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  char pc[48];
  if (o->kind != K_ENTRY)
    put_forced (e);
  switch (o->kind)
    {
    case K_SCALAR:
      put_scalar (e, o);
      break;
    case K_VECTOR: case K_COMPARE:
      put_vector (e, o);
      break;
    case K_CARRY: case K_MAD64:
      put_carry (e, o);
      break;
    case K_SELECT:
      put_select (e, o);
      break;
    case K_READFIRST:
      {
	bool cond = put_begin (e, o, NULL);
	put_store (e, u->d, false, reg (e, u->src[0]));
	put (e, "ln--; ");
	put_end (e, o, cond);
	break;
      }
    case K_LOAD: case K_STORE: case K_SCALAR_LOAD: case K_ATOMIC:
      put_memory (e, o);
      break;
    case K_READLANE:
      put_readlane (e, o);
      break;
    case K_WRITELANE:
      put_writelane (e, o);
      break;
    case K_WAIT: case K_WAITCNT:
      put_wait (e, o);
      break;
    case K_GETPC:
      snprintf (pc, sizeof pc, "PC (%s) + 4", uop (e, e->k));
      put (e, "{ ");
      put_store (e, u->d / 4, true, pc);
      put_defined (e, &o->defs);
      put (e, "}\n");
      break;
    case K_FENCE:
      put (e, "__atomic_thread_fence (5);\n");
      break;
    case K_NOP: case K_ENTRY:
      put (e, ";\n");
      break;
    case K_COUNT: case K_BRANCH: case K_IF:
      put_branch (e, o);
      break;
    case K_ENTER: case K_RETURN:
      put_jump (e, o);
      break;
    case K_LEAVE:
      if (far_jump_p (o) && !e->force)
	put_far_jump (e, o);
      put_leave (e, e->k, e->counted);
      put (e, "\n");
      break;
    case K_CALL:
      /* put_calls has put these.  */
      abort ();
    }
  if (o->counted)
    e->counted++;
}
