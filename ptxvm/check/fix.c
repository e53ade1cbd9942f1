/* The edits that initialise what a function may read uninitialised.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "ptx-int.h"

/* ---- Text.  */

static void
add_edit (struct edits *e, size_t at, unsigned order, const char *format, ...)
{
  char text[1200];
  va_list ap;

  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  PTX_GROW (e->v, e->n, e->alloc);
  e->v[e->n++] = (struct edit) { .at = at, .order = order,
				      .text = strdup (text) };
}

/* The instruction that makes REG (or part SEL of it) zero; false for types
   that no constant can be moved into.  */

static bool
zero_text (const struct ptx_reg *r, const char *sel, char *buf, size_t size)
{
  const char *name = r->name;

  switch (r->type)
    {
    case PTX_PRED:
      snprintf (buf, size, "setp.eq.u32 %s,1,0;", name);
      return true;
    case PTX_F32:
      snprintf (buf, size, "mov.f32 %s%s,0f00000000;", name, sel);
      return true;
    case PTX_F64:
      snprintf (buf, size, "mov.f64 %s%s,0d0000000000000000;", name, sel);
      return true;
    case PTX_B8: case PTX_U8: case PTX_S8:
      snprintf (buf, size, "cvt.u8.u32 %s%s,0;", name, sel);
      return true;
    case PTX_F16: case PTX_BF16:
      snprintf (buf, size, "mov.b16 %s%s,0;", name, sel);
      return true;
    case PTX_F16X2: case PTX_BF16X2:
      snprintf (buf, size, "mov.b32 %s%s,0;", name, sel);
      return true;
    case PTX_B128:
      return false;
    default:
      snprintf (buf, size, "mov.%s %s%s,0;", ptx_type_name (r->type), name,
		sel);
      return true;
    }
}

#define MARK " // (ptxcheck)"

struct mover
{
  const struct flow *f;
  const struct names *names;
  struct edits *edits;
  char text[1100];		/* The move.  */
  unsigned n;
};

/* White space before byte AT if its line has nothing else there.  */

static int
indentation (const struct ptx_unit *u, size_t at, const char **start)
{
  size_t s = at;

  while (s > 0 && (u->text[s - 1] == ' ' || u->text[s - 1] == '\t'))
    s--;
  *start = u->text + s;
  if (s > 0 && u->text[s - 1] != '\n')
    return 0;
  return at - s > 40 ? 40 : (int) (at - s);
}

/* A line break if something other than white space and a comment follows AT
   on its line.  */

static const char *
line_break (const struct ptx_unit *u, size_t at)
{
  while (at < u->text_len && (u->text[at] == ' ' || u->text[at] == '\t'))
    at++;
  return at == u->text_len || u->text[at] == '\n' ? "" : "\n";
}

static void
emit (void *closure, const struct place *p)
{
  struct mover *m = closure;
  const struct ptx_unit *u = m->f->func->unit;
  size_t at = place_offset (m->names, p);
  const char *indent;
  int n = indentation (u, m->f->func->insns[p->insn].start, &indent);

  m->n++;
  switch (p->kind)
    {
    case PLACE_AFTER:
      add_edit (m->edits, at, 1, "\n%.*s%s" MARK "%s", n, indent, m->text,
		line_break (u, at));
      break;
    default:
      add_edit (m->edits, at, 3, "%s" MARK "\n%.*s", m->text, n, indent);
      break;
    }
}

/* True if SCOPE is OUTER or lies in it.  */

static bool
scope_inside_p (const struct ptx_function *func, uint32_t scope,
		uint32_t outer)
{
  while (scope != outer && scope)
    scope = func->scope_parent[scope];
  return scope == outer;
}

/* For a register of an inner scope that is set and read behind a guard in a
   loop, as inline assembly has them: no place on the uninitialised paths is
   both in the scope and before the write.  Make it zero at its declaration,
   that is, each time the scope is entered, which can only be from above: a
   label is not seen outside its scope (PTX ISA, 4.4).  What an earlier turn
   wrote is gone then, as it is for what lives in that scope alone.  False if a
   jump may pass the declaration a second time.  */

static bool
move_at_declaration (struct mover *m, int32_t reg)
{
  const struct ptx_function *func = m->f->func;
  const struct ptx_unit *u = func->unit;
  const struct ptx_reg *r = &func->regs[reg];
  size_t at = declaration_end (m->f, reg), start = r->start;
  uint32_t lo = 0, hi = func->n_labels;
  const char *indent;
  int n;

  if (r->scope == 0 || start < func->body_start)
    return false;
  /* The text of a scope is in one piece: if no label is in it before the
     declaration, the last one before that is not.  */
  while (lo < hi)
    {
      uint32_t mid = (lo + hi) / 2;

      if (func->labels[mid].start < start)
	lo = mid + 1;
      else
	hi = mid;
    }
  if (lo && scope_inside_p (func, func->labels[lo - 1].scope, r->scope))
    return false;
  while (start > 0 && u->text[start - 1] != '\n' && u->text[start - 1] != ';'
	 && u->text[start - 1] != '{' && u->text[start - 1] != '}')
    start--;
  while (u->text[start] == ' ' || u->text[start] == '\t')
    start++;
  n = indentation (u, start, &indent);
  add_edit (m->edits, at, 1, "\n%.*s%s" MARK "%s", n, indent, m->text,
	    line_break (u, at));
  m->n++;
  return true;
}

/* ---- One function.  */

struct scan
{
  const struct flow *f;
  struct var_events *ev;	/* Of one variable, by block.  */
  int32_t var, block, insn;
  bool guarded;
};

static void
scan_reg (void *closure, int32_t reg, int part, bool write)
{
  struct scan *s = closure;
  struct var_events *ev = &s->ev[s->block];

  if (reg != s->f->var_reg[s->var]
      || (part >= 0 && (uint32_t) part != s->f->var_part[s->var]))
    return;
  if (ev->first < 0)
    ev->first = s->insn;
  if (!write)
    ev->exposed |= !ev->certain;
  else if (!s->guarded)
    ev->certain = true;
}

/* Which instructions name each register: INSN[AT[R] .. AT[R + 1]).  */

struct users
{
  uint32_t *at;
  int32_t *insn;
  int32_t current;
  int32_t *last;		/* By register: last instruction counted.  */
  bool fill;
};

static void
note_user (void *closure, int32_t reg, int part, bool write)
{
  struct users *u = closure;

  (void) part;
  (void) write;
  if (u->last[reg] == u->current)
    return;
  u->last[reg] = u->current;
  if (u->fill)
    u->insn[u->at[reg]] = u->current;
  u->at[reg]++;
}

static void
find_users (const struct ptx_function *func, struct users *u)
{
  uint32_t n = func->n_regs, sum = 0;

  u->at = ptx_xcalloc (n + 2, sizeof *u->at);
  u->last = ptx_xcalloc (n, sizeof *u->last);
  for (int pass = 0; pass < 2; pass++)
    {
      for (uint32_t i = 0; i < n; i++)
	u->last[i] = -1;
      for (u->current = 0; (uint32_t) u->current < func->n_insns;
	   u->current++)
	ptx_insn_regs (func, &func->insns[u->current], note_user, u);
      if (pass)
	break;
      for (uint32_t i = 0; i < n; i++)
	{
	  uint32_t c = u->at[i];

	  u->at[i] = sum;
	  sum += c;
	}
      u->insn = ptx_xcalloc (sum, sizeof *u->insn);
      u->fill = true;
    }
  /* Each at[i] now is where the next register begins.  */
  memmove (u->at + 1, u->at, n * sizeof *u->at);
  u->at[0] = 0;
  free (u->last);
}

/* Put the events of variable VAR into EV, whose FIRST is -1 in all blocks; or
   undo that if UNDO.  */

static void
find_events (const struct flow *f, int32_t var, struct var_events *ev,
	     const struct users *users, bool undo)
{
  struct scan s = { .f = f, .ev = ev, .var = var };
  int32_t reg = f->var_reg[var];

  for (uint32_t i = users->at[reg]; i < users->at[reg + 1]; i++)
    {
      const struct ptx_insn *insn = &f->func->insns[users->insn[i]];

      s.insn = users->insn[i];
      s.block = f->cfg->insn_block[s.insn];
      s.guarded = insn->guard >= 0;
      if (undo)
	ev[s.block] = (struct var_events) { .first = -1 };
      else if (f->reachable[s.block])
	ptx_insn_regs (f->func, insn, scan_reg, &s);
    }
}

/* The variables of READS, once each, in their order; returns how many.  */

static uint32_t
bad_variables (const struct flow *f, const struct bad_reads *reads,
	       int32_t *vars)
{
  bool *done = ptx_xcalloc (f->n_vars, sizeof *done);
  uint32_t n = 0;

  for (size_t i = 0; i < reads->n; i++)
    for (uint32_t part = 0; part < 4; part++)
      if (reads->v[i].parts >> part & 1)
	{
	  int32_t var = f->var_of[f->var_base[reads->v[i].reg] + part];

	  if (!done[var])
	    vars[n++] = var;
	  done[var] = true;
	}
  free (done);
  return n;
}

/* By block, which of the N variables at VARS are read before a certain
   write.  */

static word *
find_exposed (const struct flow *f, const int32_t *vars, uint32_t n,
	      struct var_events *ev, const struct users *users)
{
  word *exposed = ptx_xcalloc ((size_t) f->cfg->n_blocks * f->words,
			       sizeof *exposed);

  for (uint32_t i = 0; i < n; i++)
    {
      int32_t reg = f->var_reg[vars[i]];

      find_events (f, vars[i], ev, users, false);
      for (uint32_t k = users->at[reg]; k < users->at[reg + 1]; k++)
	{
	  int32_t b = f->cfg->insn_block[users->insn[k]];

	  if (ev[b].exposed)
	    BIT_SET (exposed + (size_t) b * f->words, vars[i]);
	}
      find_events (f, vars[i], ev, users, true);
    }
  return exposed;
}

/* Initialise variable VAR.  False when there is no way to.  */

static bool
fix_variable (struct placer *p, struct mover *m, int32_t var,
	      struct var_events *ev, const struct users *users)
{
  const struct flow *f = p->f;
  const struct ptx_reg *r = &f->func->regs[f->var_reg[var]];
  char sel[3] = "";
  bool ok;

  if (r->vec > 1)
    {
      sel[0] = '.';
      sel[1] = "xyzw"[f->var_part[var]];
    }
  if (strlen (r->name) > 1000
      || !zero_text (r, sel, m->text, sizeof m->text))
    return false;
  find_events (f, var, ev, users, false);
  ok = (place_variable (p, var, ev, emit, m)
	|| move_at_declaration (m, f->var_reg[var]));
  find_events (f, var, ev, users, true);
  return ok;
}

int
fix_function (const struct flow *f, struct edits *edits,
	      const char **unfixable)
{
  struct bad_reads reads = { 0 };
  struct var_events *ev;
  struct users users = { 0 };
  struct placer placer;
  struct mover m = { .f = f, .names = &placer.names, .edits = edits };
  int32_t *vars;
  uint32_t n;

  find_bad_reads (f, &reads);
  if (!reads.n)
    return 0;
  find_users (f->func, &users);
  ev = ptx_xcalloc (f->cfg->n_blocks, sizeof *ev);
  for (uint32_t b = 0; b < f->cfg->n_blocks; b++)
    ev[b].first = -1;
  vars = ptx_xcalloc (f->n_vars, sizeof *vars);
  n = bad_variables (f, &reads, vars);
  placer_init (&placer, f, find_exposed (f, vars, n, ev, &users));
  for (uint32_t i = 0; i < n && !*unfixable; i++)
    if (!fix_variable (&placer, &m, vars[i], ev, &users))
      *unfixable = f->func->regs[f->var_reg[vars[i]]].name;
  placer_free (&placer);
  free (vars);
  free (ev);
  free (users.at);
  free (users.insn);
  free (reads.v);
  return *unfixable ? -1 : (int) m.n;
}

/* GCC prints nothing where its own graph has no way on, so that control would
   run into what stands behind.  A call that does not return and a `trap' get
   an `exit'.  At the closing brace a function returns, whether that was meant
   or not; the `ret' that says so is the only thing that cannot change what
   the program does.  */

unsigned
fix_ends (const struct flow *f, struct edits *edits)
{
  const struct ptx_function *func = f->func;
  struct bad_ends ends = { 0 };
  struct names names = { .f = f };
  struct mover m = { .f = f, .names = &names, .edits = edits,
		     .text = "exit;" };
  bool brace = false;

  find_bad_ends (f, &ends);
  for (size_t i = 0; i < ends.n; i++)
    if (ends.v[i].kind == END_FALLS_OFF)
      brace = true;
    else
      {
	struct place p = { PLACE_AFTER, ends.v[i].insn };

	emit (&m, &p);
      }
  if (brace)
    {
      add_edit (edits, func->body_end, 5, "ret;" MARK "\n");
      m.n++;
    }
  free (ends.v);
  return m.n;
}
