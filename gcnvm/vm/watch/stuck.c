/* Waves that can never continue.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* s_barrier lets a group's waves go as soon as all that live are at one,
   whichever that is; so a stuck wave either waits at s_barrier while others spin,
   or passes barriers for ever.

   A wave that spins comes back to a state that it was in before: the same
   instruction, the same registers, and no store in between that changed anything.  If
   all waves of a launch do so or are at s_barrier, none can continue: nobody is left
   who could change what they look at, but for the host.  Waves that wait for the host
   execute long s_sleeps, and count as going on; and the host is given a second.

   libgomp's barriers repeat s_barrier until the barrier's generation has
   changed.  If a thread is at another barrier of libgomp's, it never does:
   GCC's code gives up after a hundred times.  This is seen where all waves are
   at s_barrier of libgomp's, at the same ones many times in a row, and change
   nothing in between.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "watch/parts.h"

enum
{
  MOST_BLOCKS = 8192,		/* Blocks in which a spinning wave repeats
				   itself.  */
  SAME_BARRIERS = 30,		/* In a row, before stores are watched,  */
  WATCHED_BARRIERS = 10,	/* and of those with watched stores.  */
  GIVEN_HOST = 1000		/* Milliseconds.  */
};

/* What a report of a deadlock is about too: where waves are that stand at the
   same place, for as many places as there is room.  */
struct others
{
  size_t n;
  struct simt_related related[8];
  struct other
  {
    char text[120];
    struct simt_place stack[STACK_FRAMES];
  } other[8];
};

/* Add W, and those up to wave LAST of its group, to O.  */

static void
add_other (struct others *o, struct wave *w, unsigned last)
{
  bool barrier = w->stop == STOP_BARRIER;
  const unsigned *g = w->group->id;
  if (o->n == sizeof o->other / sizeof *o->other)
    return;
  struct other *x = &o->other[o->n];
  struct simt_related *r = &o->related[o->n++];
  char waves[40];
  snprintf (waves, sizeof waves, last > w->number ? "s %u-%u" : " %u",
	    w->number, last);
  snprintf (x->text, sizeof x->text, "group (%u,%u,%u) wave%s %s", g[0], g[1],
	    g[2], waves, barrier ? "at s_barrier" : "goes round");
  *r = (struct simt_related)
    {
      .role = "waves", .text = x->text, .when = SIMT_BESIDE,
      .stack = x->stack,
      .n_stack = wave_stack (w, w->next->pc - (barrier ? 4 : 0), x->stack,
			     STACK_FRAMES)
    };
}

/* Reports a deadlock of the N groups at GROUPS: what each wave does.  */

static void
report_deadlock (struct group *const *groups, unsigned n, const char *what)
{
  char text[2400], where[1300], last[1300] = "";
  size_t used = snprintf (text, sizeof text, "deadlock: %s:", what);
  struct wave *first = NULL;
  struct others *o = calloc (1, sizeof *o);
  for (unsigned k = 0; k < n; k++)
    {
      const struct group *g = groups[k];
      for (unsigned i = 0; i < g->n_waves; )
	{
	  unsigned from = i;
	  if (g->waves[i]->ended || !g->waves[i]->next)
	    {
	      i++;
	      continue;
	    }
	  wave_place (g->waves[i], last, sizeof last);
	  /* A wave that spins is the better place for the report.  */
	  if (!first || (first->stop == STOP_BARRIER
			 && g->waves[i]->stop != STOP_BARRIER))
	    first = g->waves[i];
	  for (i++; i < g->n_waves && !g->waves[i]->ended; i++)
	    {
	      wave_place (g->waves[i], where, sizeof where);
	      if (strcmp (where, last))
		break;
	    }
	  if (o)
	    add_other (o, g->waves[from], i - 1);
	  if (used + strlen (last) + 80 > sizeof text)
	    {
	      snprintf (text + used, sizeof text - used, "; ...");
	      k = n;
	      break;
	    }
	  char waves[40];
	  snprintf (waves, sizeof waves, i > from + 1 ? "s %u-%u" : " %u", from,
		    i - 1);
	  used += snprintf (text + used, sizeof text - used,
			    "%s group (%u,%u,%u) wave%s %s",
			    from || k ? ";" : "", g->id[0], g->id[1],
			    g->id[2], waves, last);
	}
    }
  if (!first)
    {
      free (o);
      return;
    }
  struct uop at = *first->next;
  at.pc -= first->stop == STOP_BARRIER ? 4 : 0;
  at.in = NULL;
  if (o)
    wave_relate (o->related, o->n);
  wave_report (first, &at, GCNVM_R_DEADLOCK, true, -1, 0, NULL, "%s;", text);
  wave_relate (NULL, 0);
  free (o);
  wave_fail (first, GCNVM_DEADLOCK);
}

/* ---- Waves that spin.  */

struct state
{
  const struct uop *next;
  uint32_t s[256], mode;
  uint32_t v[VGPRS + AGPRS][LANES];	/* Of those that a wave has.  */
};

static void
take_state (struct state *to, const struct wave *w)
{
  to->next = w->next;
  to->mode = w->mode;
  memcpy (to->s, w->s, sizeof to->s);
  memcpy (to->v, w->v, w->n_vgprs * sizeof *to->v);
  memcpy (to->v + VGPRS, w->v + VGPRS, w->n_agprs * sizeof *to->v);
}

static bool
same_state (const struct state *a, const struct wave *w)
{
  return (a->next == w->next && a->mode == w->mode
	  && !memcmp (a->s, w->s, sizeof a->s)
	  && !memcmp (a->v, w->v, w->n_vgprs * sizeof *a->v)
	  && !memcmp (a->v + VGPRS, w->v + VGPRS,
		      w->n_agprs * sizeof *a->v));
}

/* Whether W has just executed a short s_sleep.  */

bool
watch_napped_p (const struct wave *w)
{
  uint32_t word = 0;
  if (w->stop == STOP_YIELD && code_of (w->vm, w->next->pc - 4))
    word = *(const uint32_t *) (uintptr_t) (w->next->pc - 4);
  return word >> 16 == 0xbf8e && (word & 0xffff) <= SHORT_SLEEP;
}

/* Runs W, of G, block by block, until it is as it was before; false if it does
   something that counts.  The state to compare with is taken anew after 1, 2,
   4, ... blocks, since it may not be in its circle yet.  */

static bool
spins (struct group *g, struct wave *w, struct state *state)
{
  bool found = false;
  w->watch |= WATCH_CHANGES;
  w->changed = false;
  for (unsigned k = 0; k < MOST_BLOCKS && !found; k++)
    {
      if ((k & (k - 1)) == 0)
	take_state (state, w);
      g->launch->step (g, w, 1);
      if (w->changed || (w->stop != STOP_SLICE && !watch_napped_p (w)))
	break;
      found = same_state (state, w);
    }
  w->watch &= ~WATCH_CHANGES;
  return found;
}

/* Whether no wave of the N groups at GROUPS can continue.  */

static bool
all_spin (struct group *const *groups, unsigned n, struct state *state)
{
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = 0; i < groups[k]->n_waves; i++)
      {
	struct wave *w = groups[k]->waves[i];
	if (w->ended || w->stop == STOP_BARRIER)
	  continue;
	if (!spins (groups[k], w, state))
	  return false;
      }
  return true;
}

static uint64_t
milliseconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* A host thread enters or leaves the state in which nothing that it runs can
   continue.  What others have found before then proves nothing any more.  */

static void
change_stuck (struct launch *l, int by)
{
  pthread_mutex_lock (&l->stands_lock);
  l->n_stuck += by;
  l->epoch++;
  l->n_proofs = 0;
  l->stuck_since = milliseconds ();
  pthread_mutex_unlock (&l->stands_lock);
}

void
watch_thread_ends (struct launch *l)
{
  pthread_mutex_lock (&l->stands_lock);
  l->n_running--;
  pthread_mutex_unlock (&l->stands_lock);
  change_stuck (l, 0);
}

/* Called by a host thread that runs the N groups at GROUPS of L, after some time in
   which they did nothing but run.  Returns as soon as something continues, or it has
   reported a deadlock of all of L.  */

void
watch_stuck (struct launch *l, struct group *const *groups, unsigned n)
{
  struct state *state = malloc (sizeof *state);
  bool stuck = false;
  uint64_t proved = 0;
  while (state && !l->over (l, groups[0]->waves[0]))
    {
      pthread_mutex_lock (&l->stands_lock);
      bool all = l->n_stuck == l->n_running;
      uint64_t epoch = l->epoch;
      pthread_mutex_unlock (&l->stands_lock);
      if (!all_spin (groups, n, state))
	break;
      if (!stuck)
	{
	  stuck = true;
	  change_stuck (l, 1);
	  continue;
	}
      bool dead = false;
      pthread_mutex_lock (&l->stands_lock);
      if (all && l->epoch == epoch)
	{
	  l->n_proofs += proved != epoch;
	  proved = epoch;
	  dead = (l->n_proofs == l->n_running
		  && milliseconds () - l->stuck_since >= GIVEN_HOST
		  && !l->dead);
	  l->dead |= dead;
	}
      pthread_mutex_unlock (&l->stands_lock);
      if (dead)
	{
	  report_deadlock (groups, n, "no wave can go on");
	  break;
	}
      usleep (10000);
    }
  if (stuck)
    change_stuck (l, -1);
  free (state);
}

/* ---- libgomp's barriers.  */

/* Whether PC of VM is in a function of libgomp's.  */

static bool
libgomp_p (struct gcnvm *vm, uint64_t pc)
{
  const char *name = code_function (code_of (vm, pc), pc);
  return (name
	  && (!strncmp (name, "gomp_", 5) || !strncmp (name, "GOMP_", 5)));
}

static void
watch_changes (struct group *g, bool on)
{
  for (unsigned i = 0; i < g->n_waves; i++)
    {
      struct wave *w = g->waves[i];
      w->watch = (w->watch & ~WATCH_CHANGES) | (on ? WATCH_CHANGES : 0);
      w->changed = false;
    }
}

/* All waves of G that live are at s_barrier.  */

void
watch_barrier (struct group *g)
{
  uint64_t sign = 1;
  unsigned n = 0;
  bool changed = false;
  for (unsigned i = 0; i < g->n_waves; i++)
    if (!g->waves[i]->ended)
      {
	sign = sign * UINT64_C (0x9e3779b97f4a7c15) + g->waves[i]->next->pc;
	changed |= g->waves[i]->changed;
	n++;
      }
  if (n < 2 || sign != g->barrier_sign)
    {
      if (g->barrier_watched)
	watch_changes (g, false);
      g->barrier_sign = sign;
      g->barrier_same = g->barrier_watched = 0;
      g->barrier_next = SAME_BARRIERS;
      return;
    }
  if (!g->barrier_watched)
    {
      if (++g->barrier_same < g->barrier_next)
	return;
      for (unsigned i = 0; i < g->n_waves; i++)
	if (!g->waves[i]->ended
	    && !libgomp_p (g->launch->vm, g->waves[i]->next->pc - 4))
	  {
	    g->barrier_next *= 2;
	    return;
	  }
      watch_changes (g, true);
      g->barrier_watched = 1;
      return;
    }
  if (!changed && ++g->barrier_watched <= WATCHED_BARRIERS)
    return;
  watch_changes (g, false);
  g->barrier_watched = 0;
  g->barrier_next *= 2;
  if (!changed)
    report_deadlock (&g, 1, "waves meet at different barriers of libgomp's, "
		     "which never let them go");
}
