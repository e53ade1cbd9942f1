/* The checks: flow of M0, ends of functions, lane moves.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each function is walked from its entry along all paths that the branches
   of its machine code allow; nothing is taken from the compiler.

   M0.  A state at each instruction says whether M0 may hold a foreign value,
   and which scalar registers hold a copy of a good one.  Good are: what a
   caller passed in and what a callee leaves (each function is checked on its
   own, so both may be assumed of the others), a limit that covers all of LDS
   (0xffff, 0x10000 or -1), and the constant that the function's prologue writes,
   which is the first write of M0 from the entry on.  At a kernel's entry M0
   holds nothing.  All other writes leave a foreign value.  Before GFX9 M0
   must be good at LDS and FLAT accesses, at calls and at returns.

   GDS instructions are not checked: which value they want is the user's to
   say.  The lane permutes of the DS unit access no memory and do not read
   M0.

   Ends.  No path may run past the last instruction of the function or of its
   part in another section, nor into bytes that are no instruction.  A call
   comes back unless its callee is known by name not to, or was found to have
   no path to a return.

   Lane moves.  v_writelane_b32 reads one scalar register at most before
   GFX10, M0 as lane select not counted.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "flow.h"
#include "insn.h"

/* What is known before an instruction.  */
struct state
{
  unsigned epoch;		/* The walk that this belongs to.  */
  bool queued;
  bool foreign;
  const struct insn *origin;	/* Of the foreign value; null: the entry.  */
  uint64_t good[N_SGPRS / 64];	/* Registers with a good copy.  */
};

struct walk
{
  struct object *o;
  struct report *r;
  struct state **states;	/* By section, then by instruction.  */
  const struct symbol ***owner;	/* Likewise: whose bytes these are.  */
  struct { unsigned section; size_t i; } *queue;
  size_t n_queue, queue_size;
  unsigned epoch;
  const struct symbol *function;
  bool returns;			/* The walk reached a return.  */
  bool have_limit;		/* The prologue's constant is LIMIT.  */
  uint32_t limit;
  bool report;			/* Whether findings are wanted.  */
};

static void
find (struct walk *w, enum finding_kind kind, const struct insn *in,
      const struct insn *origin)
{
  struct report *r = w->r;
  if (!w->report || !(r->checks & 1u << kind))
    return;
  for (size_t i = 0; i < r->n_findings; i++)
    if (r->findings[i].kind == kind && r->findings[i].insn == in)
      return;
  r->findings = xgrow (r->findings, r->n_findings + 1, sizeof *r->findings);
  struct finding *f = &r->findings[r->n_findings++];
  f->kind = kind;
  f->object = w->o;
  f->function = w->function->name;
  f->insn = in;
  f->origin = origin;
  f->limit = w->have_limit ? w->limit : 0xffffffff;
}

/* Joins ST into the state before the instruction at P; queues that when it
   changed.  FROM is where control comes from.  */

static void
flow_to (struct walk *w, struct place p, const struct state *st,
	 const struct insn *from)
{
  long i = p.section ? insn_at (w->o, p) : -1;
  if (i < 0)
    {
      find (w, WILD_BRANCH, from, NULL);
      return;
    }
  struct state *to = &w->states[p.section][i];
  bool changed = false;
  if (to->epoch != w->epoch)
    {
      bool queued = to->queued;
      *to = *st;
      to->epoch = w->epoch;
      to->queued = queued;
      changed = true;
    }
  else
    {
      if (st->foreign && !to->foreign)
	{
	  to->foreign = changed = true;
	  to->origin = st->origin;
	}
      for (unsigned j = 0; j < N_SGPRS / 64; j++)
	if (to->good[j] & ~st->good[j])
	  {
	    to->good[j] &= st->good[j];
	    changed = true;
	  }
    }
  if (!changed || to->queued)
    return;
  to->queued = true;
  if (w->n_queue == w->queue_size)
    {
      w->queue_size = w->queue_size ? w->queue_size * 2 : 64;
      w->queue = xgrow (w->queue, w->queue_size, sizeof *w->queue);
    }
  w->queue[w->n_queue].section = p.section;
  w->queue[w->n_queue++].i = i;
}

/* What IN does to *ST.  */

static void
transfer (struct walk *w, const struct insn *in, struct state *st)
{
  char op[64];
  unsigned first, count;
  uint32_t value;

  if (insn_writes_m0 (in))
    {
      bool good = false;
      if (insn_m0_constant (in, &value))
	good = (value == 0x10000 || value == 0xffff || value == 0xffffffff
		|| (w->have_limit && value == w->limit));
      else if (strcmp (in->mnemonic, "s_mov_b32") == 0
	       && scalar_range (insn_operand (in, 1, op, sizeof op), &first,
				&count))
	good = st->good[first / 64] >> (first % 64) & 1;
      st->foreign = !good;
      st->origin = in;
      return;
    }

  insn_operand (in, 0, op, sizeof op);
  if (!insn_first_is_read (in) && scalar_range (op, &first, &count))
    {
      char source[64];
      bool copy = (strcmp (in->mnemonic, "s_mov_b32") == 0
		   && strcmp (insn_operand (in, 1, source, sizeof source), "m0")
		      == 0
		   && !st->foreign);
      for (unsigned i = first; i < first + count; i++)
	{
	  st->good[i / 64] &= ~((uint64_t) 1 << (i % 64));
	  if (copy)
	    st->good[i / 64] |= (uint64_t) 1 << (i % 64);
	}
    }
  /* VOP3B writes its carry to a second register.  */
  insn_operand (in, 1, op, sizeof op);
  if (in->mnemonic[0] == 'v' && op[0] == 's' && op[1] == '['
      && scalar_range (op, &first, &count))
    for (unsigned i = first; i < first + count; i++)
      st->good[i / 64] &= ~((uint64_t) 1 << (i % 64));
}

/* Walks on from instruction I of section SECTION.  */

static void
step (struct walk *w, unsigned section, size_t i)
{
  struct section *s = &w->o->sections[section];
  const struct insn *in = &s->insns[i];
  struct state st = w->states[section][i];
  const char *m = in->mnemonic;
  bool checked = w->o->generation <= 8;
  const char *name;

  if (m[0] == '.' || m[0] == '<')
    {
      find (w, NO_TERMINATOR, in, NULL);
      return;
    }
  if (illegal_lane_move_p (w->o, in))
    find (w, ILLEGAL_LANE_MOVE, in, NULL);
  if (checked && lds_or_flat_access_p (in) && st.foreign)
    {
      find (w, FOREIGN_M0_ACCESS, in, st.origin);
      if (w->r->repair)
	st.foreign = false;
    }

  if (starts (m, "s_endpgm") || starts (m, "s_rfe"))
    return;
  if (starts (m, "s_setpc_b64"))
    {
      struct place p = pc_relative_target (w->o, in, i, &name);
      if (p.section)
	flow_to (w, p, &st, in);
      else
	{
	  /* The link register of GCC, or that of LLVM.  Another jump through
	     a register is a computed goto: where to is not to be seen.  */
	  bool ret = (strcmp (in->operands, "s[18:19]") == 0
		      || strcmp (in->operands, "s[30:31]") == 0);
	  w->returns = true;
	  if (ret && checked && st.foreign)
	    find (w, FOREIGN_M0_RETURN, in, st.origin);
	}
      return;
    }
  if (starts (m, "s_branch") || starts (m, "s_cbranch"))
    {
      flow_to (w, branch_target (w->o, in), &st, in);
      if (starts (m, "s_branch"))
	return;
    }
  if (starts (m, "s_swappc_b64") || starts (m, "s_call_b64"))
    {
      struct place p = pc_relative_target (w->o, in, i, &name);
      if (checked && st.foreign)
	find (w, FOREIGN_M0_CALL, in, st.origin);
      if (noreturn_p (w->o, p, name))
	return;
      st.foreign = false;
      st.origin = NULL;
      memset (st.good, 0, sizeof st.good);
    }
  else
    transfer (w, in, &st);

  /* To the next instruction, which must belong to the same part.  */
  struct place next = in->at;
  next.offset += in->length;
  if (part_ends_p (s, w->owner[section], i))
    find (w, NO_TERMINATOR, in, NULL);
  else
    flow_to (w, next, &st, in);
}

/* Finds the prologue's constant of the function at ENTRY: the first write of M0
   on the way straight down from there.  What --fix appended counts as being
   where it is reached from.  */

static void
find_limit (struct walk *w, struct place entry)
{
  const struct object *o = w->o;
  struct place at = entry;
  for (unsigned n = 0; n < 65536; n++)
    {
      long i = at.section ? insn_at (o, at) : -1;
      if (i < 0)
	return;
      const struct insn *in = &o->sections[at.section].insns[i];
      const struct symbol *part = w->owner[at.section][i];
      if (insn_writes_m0 (in))
	{
	  w->have_limit = insn_m0_constant (in, &w->limit);
	  return;
	}
      if (starts (in->mnemonic, "s_branch"))
	{
	  struct place to = branch_target (o, in);
	  long j = to.section ? insn_at (o, to) : -1;
	  const struct symbol *other = j < 0 ? NULL : w->owner[to.section][j];
	  if (!(other && starts (other->name, ".accelfix."))
	      && !(part && starts (part->name, ".accelfix.")))
	    return;
	  at = to;
	  continue;
	}
      if (starts (in->mnemonic, "s_cbranch")
	  || starts (in->mnemonic, "s_setpc")
	  || starts (in->mnemonic, "s_swappc")
	  || starts (in->mnemonic, "s_endpgm"))
	return;
      at.offset += in->length;
    }
}

/* Walks function F.  */

static void
walk_function (struct walk *w, const struct symbol *f)
{
  struct state entry;
  w->epoch++;
  w->function = f;
  w->returns = false;
  w->have_limit = false;
  memset (&entry, 0, sizeof entry);
  entry.foreign = f->kernel;

  find_limit (w, f->at);
  long i = insn_at (w->o, f->at);
  flow_to (w, f->at, &entry,
	   i >= 0 ? &w->o->sections[f->at.section].insns[i] : NULL);
  while (w->n_queue)
    {
      w->n_queue--;
      unsigned section = w->queue[w->n_queue].section;
      size_t j = w->queue[w->n_queue].i;
      w->states[section][j].queued = false;
      step (w, section, j);
    }
}

/* Whether F is a function of its own: of several names for one place the
   first counts, and NAME.cold and the like are parts of NAME, and what --fix
   appends is a part of where it came from.  */

static bool
walked_p (const struct object *o, size_t f)
{
  const struct symbol *s = &o->symbols[f];
  if (!s->function || !s->at.section || insn_at (o, s->at) < 0)
    return false;
  const char *dot = strstr (s->name, ".cold");
  if ((dot && dot != s->name) || starts (s->name, ".accelfix."))
    return false;
  for (size_t i = 0; i < f; i++)
    if (o->symbols[i].function && o->symbols[i].at.section == s->at.section
	&& o->symbols[i].at.offset == s->at.offset
	&& walked_p (o, i))
      return false;
  return true;
}

/* Checks O and adds what is found to R.  */

void
analyse (struct object *o, struct report *r)
{
  struct walk w;
  memset (&w, 0, sizeof w);
  w.o = o;
  w.r = r;
  w.states = xalloc (o->n_sections, sizeof *w.states);
  w.owner = xalloc (o->n_sections, sizeof *w.owner);
  for (unsigned i = 0; i < o->n_sections; i++)
    {
      w.states[i] = xalloc (o->sections[i].n_insns + 1, sizeof **w.states);
      w.owner[i] = xalloc (o->sections[i].n_insns + 1, sizeof **w.owner);
    }
  find_owners (o, w.owner);

  /* Which functions never return: until nothing changes.  */
  bool changed;
  do
    {
      changed = false;
      for (size_t i = 0; i < o->n_symbols; i++)
	if (!o->symbols[i].noreturn && walked_p (o, i))
	  {
	    walk_function (&w, &o->symbols[i]);
	    if (!w.returns)
	      changed = o->symbols[i].noreturn = true;
	  }
    }
  while (changed);

  w.report = true;
  for (size_t i = 0; i < o->n_symbols; i++)
    if (walked_p (o, i))
      {
	walk_function (&w, &o->symbols[i]);
	r->n_functions++;
      }
  r->n_objects++;
  for (unsigned i = 0; i < o->n_sections; i++)
    {
      for (size_t j = 0; j < o->sections[i].n_insns; j++)
	{
	  r->n_insns++;
	  r->n_accesses += lds_or_flat_access_p (&o->sections[i].insns[j]);
	  r->n_m0_writes += insn_writes_m0 (&o->sections[i].insns[j]);
	}
      free (w.states[i]);
      free (w.owner[i]);
    }
  free (w.states);
  free (w.owner);
  free (w.queue);
}
