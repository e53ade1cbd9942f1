/* The debugger of amdgcn code: the machine, as simt/debug sees it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "debug-int.h"
#include "debugger.h"
#include "simt/debug/remote.h"
#include "simt/report/suppress.h"

/* ---- What simt/debug asks.  */

static uint64_t
lanes_shown (const struct place *p)
{
  return wave_exec (wave_of (p)) & p->mask;
}

/* Devices count their launches each.  */

static uint64_t
launch_number (const struct wave *w)
{
  static const struct gcnvm *known[8];
  uint64_t k = 0;
  while (k < 7 && known[k] && known[k] != w->vm)
    k++;
  known[k] = w->vm;
  return k << 32 | w->launch->id;
}

static void
facts (const void *wave, struct wave_facts *f)
{
  const struct wave *w = wave;
  const struct group *g = w->group;
  const struct launch *l = w->launch;
  *f = (struct wave_facts) { .module = code_of (w->vm, l->d->entry),
			     .kernel = l->d->kernel ? l->d->kernel : "?",
			     .launch = launch_number (w), .index = g->number,
			     .number = w->number, .n_waves = g->n_waves };
  for (unsigned k = 0; k < 3; k++)
    {
      f->group[k] = g->id[k];
      f->groups[k] = l->n_groups[k];
      f->threads[k] = l->d->group[k];
    }
}

static void *
sibling (void *wave, unsigned n)
{
  const struct group *g = ((struct wave *) wave)->group;
  return n < g->n_waves && !g->waves[n]->ended ? g->waves[n] : NULL;
}

/* A group at the end of a grid may be smaller than the others.  */

static bool
thread (const void *wave, unsigned lane, unsigned t[3])
{
  const struct wave *w = wave;
  const struct gcnvm_dispatch *d = w->launch->d;
  unsigned k = w->number * LANES + lane, size[2];
  for (unsigned i = 0; i < 2; i++)
    {
      uint64_t left = d->grid[i] - (uint64_t) w->group->id[i] * d->group[i];
      size[i] = left < d->group[i] ? left : d->group[i];
    }
  t[0] = k % size[0];
  t[1] = k / size[0] % size[1];
  t[2] = k / (size[0] * size[1]);
  return w->live >> lane & 1;
}

static bool
fragment (void *wave, unsigned k, struct fragment *f)
{
  const struct wave *w = wave;
  uint64_t on = wave_exec (w) & w->live, off = w->live & ~on;
  if (k == 0 && on)
    *f = (struct fragment) { on, w->stop == STOP_BARRIER ? "waits at a barrier"
				 : w->stop == STOP_YIELD ? "sleeps" : "runs" };
  else if (off && k == (on != 0))
    *f = (struct fragment) { off, "switched off by EXEC" };
  else
    return false;
  return true;
}

/* What kernels print is the host program's to show.  */

static void
flush (void)
{
}

static const struct debug_machine gcn_machine =
{
  .tool = "gcnvm", .code = "amdgcn code", .wave = "wave", .group = "group",
  .lanes = LANES, .scalar = true, .together = "EXEC: lanes",
  .back = "GCNVM_DEBUG_BACK",
  .no_locals = "No variables are known here: compile and link with -g, and with -O0 "
	       "or -Og.",
  .place_at = place_at, .line_of = place_line, .shown = lanes_shown, .facts = facts,
  .sibling = sibling, .thread = thread, .fragment = fragment,
  .begins = place_begins, .lines = code_lines, .insn = place_insn,
  .read = memory_read, .write = memory_write, .private_p = memory_private_p,
  .reg = register_value, .reg_name = register_name,
  .local = variable_local, .global = variable_global, .locals = variable_locals,
  .flush = flush
};

/* ---- What the machine calls.  */

/* The place of LANE of W, which runs, at PC.  */

static struct place
place_now (struct wave *w, unsigned lane, uint64_t pc)
{
  struct place p = { .wave = w };
  place_runs (w, pc);
  place_at (w, lane, 0, &p);
  return p;
}

static unsigned
first_lane (const struct wave *w)
{
  uint64_t on = wave_exec (w) & w->live;
  return (unsigned) __builtin_ctzll (on ? on : w->live);
}

static void
debug_line (struct wave *w, const struct uop *u)
{
  struct place p = place_now (w, first_lane (w), u->pc);
  if (u->ia == LINE_NONE)
    simt_debug_insn (&p);
  else
    simt_debug_line (&p, u->ia == LINE_BEGINS);
  place_runs (NULL, 0);
}

/* What the compiler's libraries do wrong, as some do each time, is no reason to stop,
   unless it ends the launch.  */

static void
debug_reported (struct wave *w, const struct uop *u, int lane, bool fatal)
{
  struct place p = place_now (w, lane >= 0 && w->live >> lane & 1 ? (unsigned) lane
			      : first_lane (w), u->pc);
  struct line l = place_line (&p);
  if (fatal || !simt_library_of (l.function, l.path, NULL))
    simt_debug_reported (&p);
  place_runs (NULL, 0);
}

static const struct debugger hooks = { debug_line, debug_reported };

void
debugger_remote (unsigned port)
{
  simt_debug_remote (&gcn_remote, gcn_machine.tool, port);
}

void
debugger_attach (struct gcnvm *vm, const char *commands, const char *output)
{
  gcnvm_set_debugger (vm, &hooks);
  debugged = vm;
  simt_debug_begin (&gcn_machine, commands, output);
}
