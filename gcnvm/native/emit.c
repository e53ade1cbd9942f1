/* Native code: a function as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/sites.h"
#include "native/emit.h"

/* Longer functions would keep the compiler busy for seconds.  */
enum { MOST_OPS = 4000 };

/* ---- Flow.  */

/* Put the way to successor I of the block, at operation K.  */

static void
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
  put (e, "if (UNLIKELY (bu <= 0)) { ");
  put_spill (e);
  put (e, "SLICE (%s ? %u : %u); } ", condition, target,
       with ? next : target);
  if (o->target >= 0)
    {
      put (e, "if (%s) ", condition);
      put_go (e, 0, target);
    }
  if (o->kind != K_BRANCH)
    put_go (e, 1, next);
  put (e, "\n");
}

static void
put_waitcnt (struct emit *e, const struct op *o)
{
  unsigned vm, lgkm;
  wait_limits (o->u->in, e->t->vm->opt.cpu, &vm, &lgkm);
  if (vm != -1u)
    put (e, "if (ivm >= %u && ivm - %u > dvm) dvm = ivm - %u; ", vm, vm, vm);
  if (lgkm != -1u)
    put (e, "if (%silg >= %u && ilg - %u > dlg) dlg = ilg - %u; ",
	 lgkm ? "uno <= dlg && " : "", lgkm, lgkm, lgkm);
  put (e, "\n");
}

/* ---- A unit.  */

void
put_op (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  char pc[32];
  if (o->kind != K_ENTRY && e->force)
    {
      put (e, "if (UNLIKELY (x->force == %u)) ", e->k);
      put_leave (e, e->k, e->counted);
    }
  /* Never in one lane: the handler alone.  */
  bool call = o->one_lane && e->exec == EXEC_OTHER;
  switch (call ? K_CALL : o->kind)
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
	put_store (e, u->d, false, reg (u->src[0]));
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
    case K_WAIT:
      put (e, "dvm = ivm; dlg = ilg;\n");
      break;
    case K_WAITCNT:
      put_waitcnt (e, o);
      break;
    case K_GETPC:
      snprintf (pc, sizeof pc, "PC (%u) + 4", e->k);
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
    case K_CALL:
      put_call (e, o);
      if (call)
	put (e, "vi--; ");
      put (e, "\n");
      break;
    case K_LEAVE:
      put_leave (e, e->k, e->counted);
      put (e, "\n");
    }
  if (o->counted)
    e->counted++;
}

/* Put where operation K can be entered, the first of block B.  */

static void
put_entry (struct emit *e, const struct block *b, uint32_t k)
{
  struct set check;
  for (int j = 0; j < SET_WORDS; j++)
    check.w[j] = b->known.w[j] & e->t->used.w[j];
  put (e, "case %u: ", k);
  memset (&e->known, 0, sizeof e->known);
  put (e, "if (UNLIKELY (%s | 0",
       b->exec == EXEC_ONE ? "S[126] != 1 | S[127] != 0"
       : b->exec == EXEC_OTHER ? "S[126] == 1 & S[127] == 0" : "0");
  put_unknown (e, &check);
  put (e, ")) break; ");
  put_loads (e, &b->live);
  put (e, "goto L%u;\n", k);
}

static void
put_unit (struct emit *e)
{
  const struct unit *t = e->t;
  put (e, "#define MODE 0x%xu\n#define CPU %u\n#define UOP_SIZE %zu\n"
       "#define FN_AT %zu\n#define PC_AT %zu\n",
       t->mode, (unsigned) t->vm->opt.cpu, sizeof (struct uop),
       offsetof (struct uop, fn), offsetof (struct uop, pc));
  put (e, "BEGIN\n");
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (&t->used, i) || i == GCN_EXEC || i == GCN_EXEC + 1
	|| i == SET_SCC)
      put (e, i == SET_SCC ? "uint32_t scc; " : i < 128 ? "uint64_t s%u; "
	   : "uint64_t v%u; ", i < 128 ? i : i - SET_VGPR);
  put (e, "\nswitch (entry) {\n");
  for (uint32_t b = 0; b < t->n_blocks; b++)
    if (t->ops[t->blocks[b].first].kind == K_ENTRY)
      put_entry (e, &t->blocks[b], t->blocks[b].first);
  put (e, "}\nreturn UOP (entry + 1);\n");
  for (uint32_t b = 0; b < t->n_blocks; b++)
    {
      const struct block *q = &t->blocks[b];
      if (!q->reached)
	continue;
      e->b = q;
      e->known = q->known;
      e->dirty = q->dirty;
      e->exec = q->exec;
      e->counted = 0;
      put (e, "L%u:\n", q->first);
      for (e->k = q->first; e->k < q->end; e->k++)
	{
	  const struct op *o = &t->ops[e->k];
	  struct saves saves;
	  if (saves_find (t, e->k, q->end, &saves))
	    {
	      put_saves (e, &saves);
	      e->k--;
	      continue;
	    }
	  bool both = e->k + 1 < q->end && sum64_p (e, o, o + 1);
	  if (both)
	    put_sum64 (e, o, o + 1);
	  else
	    put_op (e, o);
	  for (int i = 0; i <= both; i++)
	    {
	      op_dirty (o + i, e->exec, &e->dirty);
	      op_known (o + i, &e->known, &e->exec);
	    }
	  if (both)
	    {
	      e->counted += 2;
	      e->k++;
	    }
	}
      const struct op *last = &t->ops[q->end - 1];
      if ((last->kind < K_COUNT || last->kind == K_CALL) && q->end < t->n)
	{
	  put (e, "vi += %u; ", e->counted);
	  put_go (e, 1, q->end);
	  put (e, "\n");
	}
      else if (last->kind < K_COUNT || last->kind == K_CALL)
	/* What is after a function's end never comes back.  */
	put (e, "__builtin_unreachable ();\n");
    }
  put (e, "FINISH\n");
}

char *
native_write (struct gcnvm *vm, const struct function *f, uint32_t mode,
	      bool force)
{
  struct unit t = { .vm = vm, .f = f, .mode = mode, .n = (uint32_t) f->n };
  char *text = NULL;
  size_t size;
  if (f->n > MOST_OPS || f->n < 2)
    return NULL;
  t.ops = calloc (t.n, sizeof *t.ops);
  if (!t.ops)
    return NULL;
  for (uint32_t k = 0; k < t.n; k++)
    op_classify (vm, f, &f->uops[k], &t.ops[k]);
  if (unit_flow (&t))
    {
      struct emit e = { .t = &t, .f = open_memstream (&text, &size),
			.force = force };
      if (e.f)
	{
	  put_unit (&e);
	  if (fclose (e.f))
	    {
	      free (text);
	      text = NULL;
	    }
	}
    }
  free (t.ops);
  free (t.blocks);
  free (t.block_of);
  return text;
}
