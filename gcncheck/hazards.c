/* The check for missing wait states.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The rules are those of isa/gcn/hazards.def.  From each instruction that is the
   first one of a rule, the code is followed along all paths for as many wait
   states as the rule may want:

   - over branches, both ways, and from one block into the next;
   - into a function that is called, where it is in the same file, and back
     behind the call; a function that is elsewhere, or not known, counts as one
     that returns at once;
   - from a function's return to behind each call of it in the same file, and
     each call of a function that ends with a jump to it.

   Rules of gfx11 that count nothing are looked at within each function, as LLVM
   does: what they tell would be about nearly every call.

   In a linked image that is all there is, but for calls through pointers.
   What cannot be followed is counted: words that are no instruction, and jumps
   through registers other than the link register.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "flow.h"
#include "hazards.h"

enum { NO_INDEX = -1, MAX_DEPTH = 32 };

/* A call of the function at TO that comes back to BACK; or, with no BACK, a
   jump from function FROM to it.  */
struct call
{
  struct place to, back, from;
};

/* What is known of the object.  */
struct code
{
  const struct object *o;
  enum gcn_cpu cpu;
  bool masks;			/* Countless rules as well.  */
  struct gcn_insn **insns;	/* By section, then by instruction.  */
  const struct symbol ***owner;
  struct call *calls;		/* By rising TO.  */
  size_t n_calls;
  struct hazard_scan *scan;
  unsigned char **unknown;	/* Likewise by instruction: counted.  */
  unsigned char **walked;	/* Likewise: where a rule that counts nothing has
				   been, as bits of what was at stake.  */
};

/* Where a path returns to: the innermost call first.  */
struct frame
{
  struct place back;
  const struct frame *up;
};

/* Where a path of an endless rule has been, and with what at stake.  */
struct visit
{
  struct place at;
  const struct frame *frame;
  unsigned between;
  struct gcn_hazard_use use;
};

/* A path that is followed: from the first instruction of RULE on.  */
struct path
{
  struct code *c;
  unsigned rule, use;
  struct place first;
  struct visit *visits;		/* Of endless rules.  */
  size_t n_visits;
  unsigned char **touched;	/* What is set in walked.  */
  size_t n_touched;
};

static int
compare_places (struct place a, struct place b)
{
  if (a.section != b.section)
    return a.section < b.section ? -1 : 1;
  return a.offset < b.offset ? -1 : a.offset > b.offset;
}

static int
compare_calls (const void *a, const void *b)
{
  const struct call *x = a, *y = b;
  int c = compare_places (x->to, y->to);
  if (!c)
    c = compare_places (x->back, y->back);
  return c ? c : compare_places (x->from, y->from);
}

static void
add_call (struct code *c, const struct call *call)
{
  if ((c->n_calls & (c->n_calls - 1)) == 0)
    c->calls = xgrow (c->calls, c->n_calls ? c->n_calls * 2 : 1,
		      sizeof *c->calls);
  c->calls[c->n_calls++] = *call;
}

static bool
call_p (const struct gcn_insn *in)
{
  return in->row && in->row->flags & GCN_F_CALL;
}

/* Whether IN is a branch to a label.  */

static bool
branch_p (const struct gcn_insn *in)
{
  return in->row && in->row->flags & GCN_F_BRANCH
	 && in->row->s[0] == GCN_T_label && !(in->row->flags & GCN_F_CALL);
}

/* Whether IN jumps through a register.  */

static bool
indirect_jump_p (const struct gcn_insn *in)
{
  return in->row && in->row->flags & GCN_F_JUMP
	 && in->row - gcn_rows == GCN_OP_s_setpc_b64;
}

/* Where call or jump number I of SECTION leads to, and its name.  */

static struct place
target (const struct code *c, unsigned section, size_t i, const char **name)
{
  const struct insn *in = &c->o->sections[section].insns[i];
  *name = NULL;
  if (c->insns[section][i].row->s[0] == GCN_T_label)
    return branch_target (c->o, in);
  return pc_relative_target (c->o, in, i, name);
}

/* The entry of the function that instruction I of SECTION belongs to; NAME.cold
   is a part of NAME.  */

static struct place
function_of (const struct code *c, unsigned section, size_t i)
{
  const struct symbol *s = c->owner[section][i];
  struct place none = { 0, 0 };
  if (!s)
    return none;
  const char *cold = strstr (s->name, ".cold");
  for (size_t j = 0; cold && cold != s->name && j < c->o->n_symbols; j++)
    {
      const struct symbol *t = &c->o->symbols[j];
      size_t n = cold - s->name;
      if (t->function && strncmp (t->name, s->name, n) == 0 && !t->name[n])
	return t->at;
    }
  return s->at;
}

/* Whether A is a function's first instruction.  */

static bool
entry_p (const struct code *c, struct place a)
{
  long i = a.section ? insn_at (c->o, a) : NO_INDEX;
  return i != NO_INDEX && c->owner[a.section][i]
	 && c->owner[a.section][i]->at.offset == a.offset;
}

/* Decodes the instructions of section N, and notes its calls.  */

static void
read_section (struct code *c, unsigned n)
{
  const struct section *s = &c->o->sections[n];
  c->insns[n] = xalloc (s->n_insns + 1, sizeof **c->insns);
  c->unknown[n] = xalloc (s->n_insns + 1, 1);
  c->walked[n] = xalloc (s->n_insns + 1, 1);
  for (size_t i = 0; i < s->n_insns; i++)
    gcn_decode (s->insns[i].word, s->insns[i].length / 4, c->cpu,
		&c->insns[n][i]);
  for (size_t i = 0; i < s->n_insns; i++)
    {
      const struct gcn_insn *in = &c->insns[n][i];
      bool call = call_p (in);
      if (!call && !indirect_jump_p (in) && !branch_p (in))
	continue;
      struct call k;
      const char *name;
      memset (&k, 0, sizeof k);
      k.to = target (c, n, i, &name);
      k.from = function_of (c, n, i);
      if (call)
	{
	  k.back = s->insns[i].at;
	  k.back.offset += s->insns[i].length;
	  if (part_ends_p (s, c->owner[n], i) || noreturn_p (c->o, k.to, name))
	    continue;
	}
      else if (branch_p (in) && !entry_p (c, k.to))
	continue;
      /* Branches within the function are no calls.  */
      if (k.to.section && (call || compare_places (k.to, k.from) != 0))
	add_call (c, &k);
    }
}

static void
add_site (const struct path *p, struct place then, unsigned between,
	  unsigned states)
{
  struct hazard_scan *h = p->c->scan;
  struct hazard_site *s;
  for (size_t i = h->n_sites; i-- && compare_places (h->sites[i].first,
						     p->first) == 0; )
    {
      s = &h->sites[i];
      if (s->rule != p->rule || compare_places (s->then, then) != 0)
	continue;
      if (states - between > s->states - s->between)
	{
	  s->states = states;
	  s->between = between;
	}
      return;
    }
  if ((h->n_sites & (h->n_sites - 1)) == 0)
    h->sites = xgrow (h->sites, h->n_sites ? h->n_sites * 2 : 1,
		      sizeof *h->sites);
  s = &h->sites[h->n_sites++];
  s->rule = p->rule;
  s->first = p->first;
  s->then = then;
  s->between = between;
  s->states = states;
  s->elsewhere = false;
}

/* Counts the instruction at A as one that ends a path.  */

static void
unfollowed (struct code *c, struct place a, long i, unsigned *count)
{
  if (i >= 0 && !c->unknown[a.section][i])
    {
      c->unknown[a.section][i] = 1;
      ++*count;
    }
}

static void follow (struct path *, struct place at, unsigned between,
		    struct gcn_hazard_use, const struct frame *,
		    unsigned depth);

/* Follows P behind the calls of the function at ENTRY.  */

static void
follow_returns (struct path *p, struct place entry, unsigned between,
		struct gcn_hazard_use use, unsigned depth)
{
  const struct code *c = p->c;
  size_t low = 0, high = c->n_calls;
  if (!entry.section || depth == MAX_DEPTH)
    return;
  while (low < high)
    {
      size_t mid = (low + high) / 2;
      if (compare_places (c->calls[mid].to, entry) < 0)
	low = mid + 1;
      else
	high = mid;
    }
  for (; low < c->n_calls && compare_places (c->calls[low].to, entry) == 0;
       low++)
    if (c->calls[low].back.section)
      follow (p, c->calls[low].back, between, use, NULL, depth + 1);
    else if (compare_places (c->calls[low].from, entry) != 0)
      follow_returns (p, c->calls[low].from, between, use, depth + 1);
}

/* Follows P over jump I of section N, through a register.  */

static void
follow_jump (struct path *p, unsigned n, long i, unsigned between,
	     struct gcn_hazard_use use, const struct frame *frame,
	     unsigned depth)
{
  struct code *c = p->c;
  const char *name;
  struct place to = target (c, n, i, &name);
  /* The link register of GCC, or that of LLVM.  */
  unsigned pair = c->insns[n][i].src[0];
  if (to.section)
    follow (p, to, between, use, frame, depth + 1);
  else if (name)
    ;				/* A function that is elsewhere.  */
  else if (frame)
    follow (p, frame->back, between, use, frame->up, depth + 1);
  else if (pair == 18 || pair == 30)
    follow_returns (p, function_of (c, n, i), between, use, depth);
  else
    unfollowed (c, c->o->sections[n].insns[i].at, i, &c->scan->n_jumps);
}

/* Whether P has been at AT before, BETWEEN wait states after the first one and
   with USE at stake.  Notes it.  */

static bool
visited (struct path *p, struct place at, unsigned between,
	 const struct gcn_hazard_use *use, const struct frame *frame)
{
  for (size_t i = p->n_visits; i--; )
    if (p->visits[i].at.offset == at.offset
	&& p->visits[i].at.section == at.section
	&& p->visits[i].between == between && p->visits[i].frame == frame
	&& memcmp (&p->visits[i].use, use, sizeof *use) == 0)
      return true;
  if ((p->n_visits & (p->n_visits - 1)) == 0)
    p->visits = xgrow (p->visits, p->n_visits ? p->n_visits * 2 : 1,
		       sizeof *p->visits);
  struct visit *v = &p->visits[p->n_visits++];
  memset (v, 0, sizeof *v);
  v->at = at;
  v->between = between;
  v->frame = frame;
  v->use = *use;
  return false;
}

/* Whether P, of a rule that counts nothing, has been at instruction I of SECTION
   with USE->detail.  Notes it.  */

static bool
walked (struct path *p, unsigned section, long i,
	const struct gcn_hazard_use *use)
{
  unsigned char *w = &p->c->walked[section][i];
  /* One of the two halves of DETAIL is zero.  */
  unsigned bit = (use->detail >> 2 ? 8u << (use->detail >> 2)
		  : 1u << use->detail);
  if (*w & bit)
    return true;
  if (!*w)
    {
      if ((p->n_touched & (p->n_touched - 1)) == 0)
	p->touched = xgrow (p->touched, p->n_touched ? p->n_touched * 2 : 1,
			    sizeof *p->touched);
      p->touched[p->n_touched++] = w;
    }
  *w |= bit;
  return false;
}

/* Frees what P has noted.  */

static void
forget (struct path *p)
{
  while (p->n_touched)
    *p->touched[--p->n_touched] = 0;
  free (p->touched);
  free (p->visits);
}

/* Follows P from the instruction at AT on, BETWEEN wait states after the first
   one, of which USE is at stake.  DEPTH bounds what is done for code that
   does nothing but jump.  */

static void
follow (struct path *p, struct place at, unsigned between,
	struct gcn_hazard_use use, const struct frame *frame, unsigned depth)
{
  struct code *c = p->c;
  const struct section *s = &c->o->sections[at.section];
  bool endless = gcn_hazard_endless_p (p->rule);
  bool local = gcn_hazard_countless_p (p->rule);
  if (depth == MAX_DEPTH
      || (endless && !local && visited (p, at, between, &use, frame)))
    return;
  for (long i = insn_at (c->o, at); i != NO_INDEX && between < use.states; i++)
    {
      const struct gcn_insn *in = &c->insns[at.section][i];
      if (!in->row)
	{
	  unfollowed (c, at, i, &c->scan->n_unknown);
	  return;
	}
      if (local && walked (p, at.section, i, &use))
	return;
      unsigned states = gcn_hazard_then (p->rule, in, c->cpu, &use);
      if (states > between)
	add_site (p, s->insns[i].at, between, states);
      if (gcn_hazard_kills (p->rule, in, c->cpu, &use))
	return;
      between += gcn_hazard_worth (p->rule, in);
      if (between >= use.states)
	return;
      uint64_t f = in->row->flags;
      if (f & GCN_F_END)
	return;
      if (indirect_jump_p (in) && local)
	return;
      if (indirect_jump_p (in))
	{
	  follow_jump (p, at.section, i, between, use, frame, depth);
	  return;
	}
      if (f & GCN_F_CALL)
	{
	  const char *name;
	  struct place to = target (c, at.section, i, &name);
	  struct frame here = { s->insns[i].at, frame };
	  here.back.offset += s->insns[i].length;
	  if (to.section && !local)
	    {
	      follow (p, to, between, use, &here, depth + 1);
	      return;
	    }
	  if (noreturn_p (c->o, to, name))
	    return;
	  /* Its return.  */
	  between += !endless;
	}
      else if (branch_p (in))
	{
	  struct place to = branch_target (c->o, &s->insns[i]);
	  if (to.section && !(local && entry_p (c, to)))
	    follow (p, to, between, use, frame, depth + !endless);
	}
      if (f & GCN_F_JUMP || part_ends_p (s, c->owner[at.section], i))
	return;
    }
}

/* Follows all rules from instruction I of section N.  */

static void
start (struct code *c, unsigned n, size_t i)
{
  const struct insn *in = &c->o->sections[n].insns[i];
  const struct gcn_insn *g = &c->insns[n][i];
  for (unsigned rule = 0; rule < GCN_N_HAZARDS; rule++)
    {
      struct gcn_hazard_use use[GCN_HAZARD_USES];
      if (gcn_hazard_countless_p (rule) && !c->masks)
	continue;
      unsigned uses = gcn_hazard_first (rule, g, c->cpu, use);
      for (unsigned u = 0; u < uses; u++)
	{
	  struct path p = { c, rule, u, in->at, NULL, 0, NULL, 0 };
	  struct place next = in->at;
	  next.offset += in->length;
	  if (!part_ends_p (&c->o->sections[n], c->owner[n], i))
	    follow (&p, next, 0, use[u], NULL, 0);
	  forget (&p);
	}
    }
}

/* Follows P's rule from AT on, after one wait state, for each pair of SGPRs:
   any of them may have been written by a vector instruction right before.  */

static void
follow_any_sgpr (struct path *p, struct place at)
{
  for (unsigned s = 0; s < GCN_FLAT_SCRATCH; s += 2)
    {
      struct gcn_hazard_use use;
      memset (&use, 0, sizeof use);
      use.code = s;
      use.regs = 2;
      use.states = gcn_hazard_states (p->rule, p->c->cpu);
      follow (p, at, 1, use, NULL, 0);
    }
}

/* What another object may do: where instruction I of section N calls a function
   that is elsewhere, that one's last instruction but the return may give an SGPR
   back; and where I is a function's first one, its caller's last instruction but
   the call may have set one.  Other rules want one state, which the call or the
   return is, or are about what no call keeps.  */

static void
start_elsewhere (struct code *c, unsigned n, size_t i)
{
  static const unsigned rules[] = { GCN_HAZARD_sgpr_vmem,
				    GCN_HAZARD_lane_select };
  const struct insn *in = &c->o->sections[n].insns[i];
  const struct symbol *owner = c->owner[n][i];
  bool first = owner && owner->at.offset == in->at.offset
	       && strncmp (owner->name, ".accelfix.", 10) != 0;
  bool call = call_p (&c->insns[n][i])
	      && !part_ends_p (&c->o->sections[n], c->owner[n], i);
  const char *name;
  if (call)
    {
      struct place to = target (c, n, i, &name);
      call = !to.section && !noreturn_p (c->o, to, name);
    }
  for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
    {
      struct path p = { c, rules[k], 0, in->at, NULL, 0, NULL, 0 };
      struct place back = in->at;
      back.offset += in->length;
      if (call)
	follow_any_sgpr (&p, back);
      if (first)
	follow_any_sgpr (&p, in->at);
    }
}

/* Scans O, whose instructions have been read, for wait states that are
   missing; with ELSEWHERE, also for those that would be if other objects did
   what is worst; with MASKS, by the rules that count nothing, too.  Returns
   false where there are no rules for O's processor; else *SCAN is filled, its
   sites by rising place of the first instruction.  The caller frees
   SCAN->sites.  */

bool
scan_hazards (const struct object *o, bool elsewhere, bool masks,
	      struct hazard_scan *scan)
{
  struct code c;
  memset (scan, 0, sizeof *scan);
  memset (&c, 0, sizeof c);
  c.o = o;
  c.cpu = gcn_cpu_like (o->cpu);
  c.scan = scan;
  c.masks = masks;
  if (!gcn_hazards_known (c.cpu))
    return false;
  c.insns = xalloc (o->n_sections, sizeof *c.insns);
  c.owner = xalloc (o->n_sections, sizeof *c.owner);
  c.unknown = xalloc (o->n_sections, sizeof *c.unknown);
  c.walked = xalloc (o->n_sections, sizeof *c.walked);
  for (unsigned n = 0; n < o->n_sections; n++)
    c.owner[n] = xalloc (o->sections[n].n_insns + 1, sizeof **c.owner);
  find_owners (o, c.owner);
  for (unsigned n = 0; n < o->n_sections; n++)
    read_section (&c, n);
  if (c.n_calls)
    qsort (c.calls, c.n_calls, sizeof *c.calls, compare_calls);
  for (unsigned n = 0; n < o->n_sections; n++)
    for (size_t i = 0; i < o->sections[n].n_insns; i++)
      {
	start (&c, n, i);
	size_t k = scan->n_sites;
	if (elsewhere)
	  start_elsewhere (&c, n, i);
	for (; k < scan->n_sites; k++)
	  scan->sites[k].elsewhere = true;
      }
  for (unsigned n = 0; n < o->n_sections; n++)
    {
      free (c.insns[n]);
      free (c.owner[n]);
      free (c.unknown[n]);
      free (c.walked[n]);
    }
  free (c.insns);
  free (c.owner);
  free (c.unknown);
  free (c.walked);
  free (c.calls);
  return true;
}

/* What messages call RULE: "hazard-wide-store".  Returns BUF.  */

char *
hazard_kind (unsigned rule, char *buf, size_t size)
{
  snprintf (buf, size, "hazard-%s", gcn_hazard_rules[rule].name);
  for (char *p = buf; *p; p++)
    if (*p == '_')
      *p = '-';
  return buf;
}

/* Adds what is missing in O to R.  */

void
check_hazards (const struct object *o, struct report *r)
{
  struct hazard_scan scan;
  if (!scan_hazards (o, r->repair, r->checks & 1u << MASK_WRITES, &scan))
    {
      for (unsigned i = 0; i < r->n_unchecked; i++)
	if (strcmp (r->unchecked[i], o->cpu) == 0)
	  return;
      r->unchecked = xgrow (r->unchecked, r->n_unchecked + 1,
			    sizeof *r->unchecked);
      r->unchecked[r->n_unchecked++] = o->cpu;
      return;
    }
  r->n_unknown += scan.n_unknown;
  r->n_jumps += scan.n_jumps;
  const struct symbol ***owner = NULL;
  if (scan.n_sites)
    {
      owner = xalloc (o->n_sections, sizeof *owner);
      for (unsigned n = 0; n < o->n_sections; n++)
	owner[n] = xalloc (o->sections[n].n_insns + 1, sizeof **owner);
      find_owners (o, owner);
    }
  for (size_t i = 0; i < scan.n_sites; i++)
    {
      const struct hazard_site *s = &scan.sites[i];
      const struct section *first = &o->sections[s->first.section];
      const struct section *then = &o->sections[s->then.section];
      long at = insn_at (o, s->then);
      const struct symbol *function = owner[s->then.section][at];
      r->findings = xgrow (r->findings, r->n_findings + 1,
			   sizeof *r->findings);
      struct finding *f = &r->findings[r->n_findings++];
      memset (f, 0, sizeof *f);
      f->kind = MISSING_WAIT_STATES;
      f->object = o;
      f->function = function ? function->name : "";
      f->insn = &then->insns[at];
      f->origin = &first->insns[insn_at (o, s->first)];
      f->rule = s->rule;
      f->between = s->between;
      f->states = s->states;
      f->elsewhere = s->elsewhere;
      /* A site is a first instruction; sites come in its order.  */
      if (i == 0 || s->rule != scan.sites[i - 1].rule
	  || compare_places (s->first, scan.sites[i - 1].first) != 0)
	r->hazards[s->rule]++;
    }
  for (unsigned n = 0; owner && n < o->n_sections; n++)
    free (owner[n]);
  free (owner);
  free (scan.sites);
}
