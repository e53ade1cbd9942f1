/* The PTX debugger: the machine, as simt/debug sees it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "debug-int.h"
#include "debugger.h"

/* ---- What simt/debug asks.  */

static uint64_t
lanes_shown (const struct place *p)
{
  return p->mask;
}

static void
facts (const void *wave, struct wave_facts *f)
{
  const struct warp *w = wave;
  const struct block *b = w->block;
  const struct launch *l = b->launch;
  *f = (struct wave_facts) { .module = l->kernel->module,
			     .kernel = l->kernel->func->name, .launch = l->id,
			     .index = b->index, .number = w->index,
			     .n_waves = b->n_warps };
  for (unsigned k = 0; k < 3; k++)
    {
      f->group[k] = b->ctaid[k];
      f->groups[k] = l->grid[k];
      f->threads[k] = l->ntid[k];
    }
}

static void *
sibling (void *wave, unsigned n)
{
  struct block *b = ((struct warp *) wave)->block;
  return n < b->n_warps && b->warps[n].live ? &b->warps[n] : NULL;
}

static bool
thread (const void *wave, unsigned lane, unsigned t[3])
{
  const struct warp *w = wave;
  for (unsigned k = 0; k < 3; k++)
    t[k] = w->tid[k][lane];
  return w->live >> lane & 1;
}

static bool
fragment (void *wave, unsigned k, struct fragment *f)
{
  const struct warp *w = wave;
  if (k >= w->n_order)
    return false;
  const struct frag *from = &w->frags[w->order[k]];
  f->mask = from->mask;
  switch (from->state)
    {
    case F_RUN:
      f->state = "runs";
      break;
    case F_JOIN:
      f->state = "waits for the lanes that took another branch";
      break;
    case F_BAR:
      f->state = "waits at a barrier";
      break;
    case F_SYNC:
      f->state = "waits for other lanes";
      break;
    default:
      f->state = "has ended";
      break;
    }
  return true;
}

static void
flush (void)
{
  vm_flush_printf (debugged);
}

static const struct debug_machine ptx_machine =
{
  .tool = "ptxvm", .code = "PTX", .wave = "warp", .group = "block",
  .lanes = WARP_SIZE, .together = "with lanes", .back = "PTXVM_DEBUG_BACK",
  .no_locals = "No variables are known here: compile with -g and -O0, and with the "
	       "plugin.",
  .place_at = place_at, .line_of = place_line, .shown = lanes_shown, .facts = facts,
  .sibling = sibling, .thread = thread, .fragment = fragment,
  .begins = place_begins, .lines = module_lines, .insn = place_insn,
  .read = memory_read, .write = memory_write, .private_p = memory_private_p,
  .reg = register_value, .reg_name = register_name,
  .local = variable_local, .global = variable_global, .locals = variable_locals,
  .flush = flush
};

/* ---- What the machine calls.  */

/* The place of LANE of W, which runs.  */

static struct place
place_now (struct warp *w, unsigned lane)
{
  struct place p = { .wave = w };
  place_runs (w);
  place_at (w, lane, 0, &p);
  return p;
}

static void
debug_line (struct warp *w, const struct uop *u)
{
  struct place p = place_now (w, first_lane (w->cur->mask));
  simt_debug_line (&p, u->n == LINE_START);
  place_runs (NULL);
}

static void
debug_reported (struct warp *w, const struct uop *u, unsigned lane)
{
  w->pc = u;
  struct place p = place_now (w, lane);
  simt_debug_reported (&p);
  place_runs (NULL);
}

static const struct debugger hooks = { debug_line, debug_reported };

void
debugger_attach (struct vm *vm, const char *commands, const char *output)
{
  vm_set_debugger (vm, &hooks);
  debugged = vm;
  simt_debug_begin (&ptx_machine, commands, output);
}
