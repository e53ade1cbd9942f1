/* The barriers of libgomp for amdgcn in which tasks hang, and their repair.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* In libgomp's bar.c for amdgcn, GCC 11 to 16, s_barrier is how a thread waits
   for the team and how one wakes the others up.  All waves of the group take
   part in every s_barrier, so who wakes others up (a thread that has made a
   task, finished one, or cancels the region) waits for all of them: also for
   those that execute a task, or wait in taskwait for the one that this thread
   is about to finish.  And waves that are in no team pass through each of these
   barriers in gomp_thread_start, which takes the hundredth as the sign that
   the team is dead and aborts.

   What makes a barrier of the team is the generation's number in memory, as on
   other systems; s_barrier only saves looking at it.  So:

     gomp_team_barrier_wake, gomp_team_barrier_cancel, and the last thread in
     gomp_team_barrier_wait_end and gomp_team_barrier_wait_cancel_end: no
     s_barrier, for whoever waits looks by himself;

     the loops of these two: s_sleep in place of s_barrier, so that a thread
     executes tasks when there are some, and leaves when the generation is
     another one.  The loops give up after 100 rounds, since s_barrier returns at
     once where a thread is dead.  Here they go on, and see every 100 rounds
     whether a thread has ended the kernel: abort and exit leave their status
     where the host left 0xcafe0000 (newlib's exit-value.h);

     the loops compare the whole generation with the next number.  As a thread
     may see it later now, the flags of the next generation (tasks, cancellation)
     may be in it already: only the number is compared, as GCC 16 does;

     gomp_gcn_enter_kernel, which has gomp_thread_start in it: a wave that is in
     no team meets one s_barrier for each parallel region, and gives up after
     some million.

   Nothing is replaced but where the code has the shape described here in all
   of these places; a register that is used as a temporary one is dead there.  */

#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "flow.h"
#include "insn.h"

/* Encodings that GCN3, Vega, RDNA 2 and RDNA 3 share.  */
enum
{
  S_NOP = 0xbf800000, S_CMP_GT_I32 = 0xbf020000, S_CMP_LG_U32 = 0xbf070000,
  S_CMP_GT_U32 = 0xbf080000, S_CMP_LT_U32 = 0xbf0a0000,
  S_CMP_LE_U32 = 0xbf0b0000, S_ADD_I32 = 0x81000000,
  S_MOVK_I32 = 0xb0000000,
  HIGH = 0xffff0000u,
  CONSTANT_0 = 128, CONSTANT_M1 = 193,
  ROUNDS = 100, IDLE_ROUNDS_LOG2 = 20
};

/* Those that differ, by generation.  On RDNA the loads say glc and dlc, as the
   L1 cache of several compute units is between them and the L2 cache.  */
struct encodings
{
  int generation;		/* From this one on.  */
  uint32_t branch, cbranch_scc0, cbranch_scc1, barrier, waitcnt_all, sleep;
  uint32_t xor_b32, lshr_b32, bfm_b32, cmpk_eq_u32, dcache_inv;
  uint32_t load_dword, load_dwordx2, offset;
};

static const struct encodings all_encodings[] =
  {
    { 8, 0xbf820000, 0xbf840000, 0xbf850000, 0xbf8a0000, 0xbf8c0000, 0xbf8e0000,
      0x88000000, 0x8f000000, 0x91000000, 0xb4000000, 0xc0800000,
      0xc0020000, 0xc0060000, 0 },
    { 10, 0xbf820000, 0xbf840000, 0xbf850000, 0xbf8a0000, 0xbf8c0000, 0xbf8e0000,
      0x89000000, 0x90000000, 0x92000000, 0xb4800000, 0xf4800000,
      0xf4014000, 0xf4054000, 0xfa000000 },
    { 11, 0xbfa00000, 0xbfa10000, 0xbfa20000, 0xbfbd0000, 0xbf890000, 0xbf830000,
      0x8d000000, 0x85000000, 0x95000000, 0xb4800000, 0xf4840000,
      0xf4006000, 0xf4046000, 0xf8000000 },
    { 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
  };

/* One function of the object.  */
struct code
{
  const struct object *o;
  const struct insn *insns;	/* Of its section.  */
  size_t first, end;		/* Indices.  */
  const struct encodings *e;
};

/* The encodings of O's processor, or null if tasks are not repaired there.  */

static const struct encodings *
encodings_of (const struct object *o)
{
  for (const struct encodings *e = all_encodings; e->barrier; e++)
    if (o->generation >= e[0].generation && o->generation < e[1].generation)
      return e;
  return NULL;
}

static uint32_t
sop2 (uint32_t op, unsigned dst, unsigned src0, unsigned src1)
{
  return op | dst << 16 | src1 << 8 | src0;
}

static uint32_t
sopc (uint32_t op, unsigned src0, unsigned src1)
{
  return op | src1 << 8 | src0;
}

/* Finds function NAME of O.  */

static bool
find_code (const struct object *o, const char *name, struct code *c)
{
  for (size_t i = 0; i < o->n_symbols; i++)
    {
      const struct symbol *s = &o->symbols[i];
      if (!s->function || !s->size || strcmp (s->name, name) != 0)
	continue;
      const struct section *sec = &o->sections[s->at.section];
      c->o = o;
      c->insns = sec->insns;
      c->e = encodings_of (o);
      for (c->first = 0; c->first < sec->n_insns
	   && sec->insns[c->first].at.offset < s->at.offset; c->first++)
	;
      for (c->end = c->first; c->end < sec->n_insns
	   && sec->insns[c->end].at.offset < s->at.offset + s->size; c->end++)
	;
      return c->first < c->end;
    }
  return false;
}

static uint32_t
word (const struct code *c, size_t i)
{
  return i >= c->first && i < c->end ? c->insns[i].word[0] : 0;
}

/* The index of the only instruction of C that is VALUE in the bits of MASK, or
   zero if there is none, or several.  */

static size_t
find_only (const struct code *c, uint32_t value, uint32_t mask)
{
  size_t found = 0;
  for (size_t i = c->first; i < c->end; i++)
    if ((word (c, i) & mask) == value)
      {
	if (found)
	  return 0;
	found = i;
      }
  return found;
}

/* ---- Whether a scalar register is dead.  */

/* Whether IN names scalar register REG in one of its operands from FROM on.  */

static bool
names_p (const struct insn *in, unsigned from, unsigned reg)
{
  char op[64];
  unsigned first, count;
  for (unsigned i = from; *insn_operand (in, i, op, sizeof op); i++)
    if (scalar_range (op, &first, &count)
	&& reg >= first && reg < first + count)
      return true;
  return false;
}

/* Whether what REG, a temporary register that calls do not keep, holds at
   instruction I of C is never read.  SEEN is by instruction.  */

static bool
dead_p (const struct code *c, size_t i, unsigned reg, bool *seen)
{
  for (; i >= c->first && i < c->end && !seen[i - c->first]; i++)
    {
      const struct insn *in = &c->insns[i];
      bool reads_first = insn_first_is_read (in);
      seen[i - c->first] = true;
      if (names_p (in, reads_first ? 0 : 1, reg))
	return false;
      if (!reads_first && names_p (in, 0, reg))
	return true;
      if (starts (in->mnemonic, "s_swappc") || starts (in->mnemonic, "s_setpc")
	  || starts (in->mnemonic, "s_endpgm"))
	return true;
      if (!starts (in->mnemonic, "s_branch")
	  && !starts (in->mnemonic, "s_cbranch"))
	continue;
      long to = insn_at (c->o, branch_target (c->o, in));
      if (to < 0 || !dead_p (c, to, reg, seen))
	return false;
      if (starts (in->mnemonic, "s_branch"))
	return true;
    }
  return i >= c->first && i < c->end;
}

static bool
dead_behind_p (const struct code *c, size_t i, unsigned reg)
{
  bool *seen = xalloc (c->end - c->first, sizeof *seen);
  memset (seen, 0, (c->end - c->first) * sizeof *seen);
  bool dead = dead_p (c, i, reg, seen);
  free (seen);
  return dead;
}

/* ---- Sites.  */

static struct fix_site *
add_site (struct task_sites *t, const struct code *c, size_t i)
{
  t->sites = xgrow (t->sites, t->n + 1, sizeof *t->sites);
  struct fix_site *s = &t->sites[t->n++];
  memset (s, 0, sizeof *s);
  s->insn = &c->insns[i];
  s->tasks = true;
  return s;
}

/* Instruction I of C becomes WORD.  */

static void
replace (struct task_sites *t, const struct code *c, size_t i, uint32_t word)
{
  struct fix_site *s = add_site (t, c, i);
  s->instead = true;
  s->before[s->n_before++] = word;
}

/* Whether s_barrier I of C is only reached by teams of more than one thread, and
   not in a loop: the comparison with the number of threads is before it.  */

static bool
wake_up_p (const struct code *c, size_t i)
{
  uint32_t branch = word (c, i - 1) & HIGH, cmp = word (c, i - 2);
  return ((branch == c->e->cbranch_scc1
	   && (cmp & 0xffffff00) == sopc (S_CMP_LE_U32, 0, 129))
	  || (branch == c->e->cbranch_scc0
	      && (cmp & 0xffffff00) == sopc (S_CMP_GT_U32, 0, 129)));
}

/* The functions that only wake others up.  */

static bool
mend_wake (struct task_sites *t, const char *name, const struct object *o)
{
  struct code c;
  size_t i;
  if (!find_code (o, name, &c) || !(i = find_only (&c, c.e->barrier, ~0u))
      || !wake_up_p (&c, i))
    return false;
  replace (t, &c, i, S_NOP);
  return true;
}

/* Whether IN loads a word: flat_load_dword, and on RDNA 3 flat_load_b32.  */

static bool
load_p (const struct insn *in)
{
  return (strstr (in->mnemonic, "_load_dword")
	  || strstr (in->mnemonic, "_load_b32"));
}

/* Whether s_barrier AT of C is in a loop that gives up by the branch *GIVE_UP,
   behind the counting down of *COUNT, and then loads the generation to *GEN.
   Between the two may be the look at the number of threads.  */

static bool
loop_p (const struct code *c, size_t at, size_t *give_up, unsigned *count,
	unsigned *gen)
{
  size_t i = at - 1, n = 0;
  if (word (c, i) == (c->e->cbranch_scc1 | 1))
    {
      static const char *const kinds[] = { "s_cmp_le_u32", "v_readlane_b32",
					   "s_waitcnt", "", "s_mov_b64" };
      for (i--; n < 5 && starts (c->insns[i].mnemonic, kinds[n]); i--)
	n++;
      if (n != 5 || !load_p (&c->insns[i + 2]))
	return false;
    }
  if ((word (c, i) & HIGH) != c->e->cbranch_scc0)
    return false;
  *give_up = i;
  *count = word (c, i - 1) & 0xff;
  if (*count >= 102
      || word (c, i - 1) != sopc (S_CMP_LG_U32, *count, CONSTANT_0)
      || word (c, i - 2) != sop2 (S_ADD_I32, *count, *count, CONSTANT_M1))
    return false;
  i = at + 1;
  if (!starts (c->insns[i].mnemonic, "s_mov_b64"))
    return false;
  if (!load_p (&c->insns[++i])
      || !(strstr (c->insns[i].text, "glc")
	   || strstr (c->insns[i].text, "sc0")
	   || strstr (c->insns[i].text, "sc1")))
    return false;
  if (!starts (c->insns[++i].mnemonic, "s_waitcnt"))
    return false;
  i++;
  while (starts (c->insns[i].mnemonic, "buffer_wbinvl1")
	 || starts (c->insns[i].mnemonic, "buffer_inv")
	 || starts (c->insns[i].mnemonic, "buffer_gl"))
    i++;
  char op[64];
  unsigned n_gen;
  return (strcmp (c->insns[i].mnemonic, "v_readlane_b32") == 0
	  && scalar_range (insn_operand (&c->insns[i], 0, op, sizeof op), gen,
			   &n_gen));
}

/* The comparisons of the generation with the next one: the number is in the
   bits from 8 on (BAR_INCR).  GIVE_UP is where the loop may end; the first is
   before that.  */

static bool
mend_comparisons (struct task_sites *t, const struct code *c, size_t give_up,
		  unsigned gen)
{
  uint32_t first = word (c, give_up - 4), op = first & HIGH;
  unsigned a = first & 0xff, b = first >> 8 & 0xff;
  unsigned next = a == gen ? b : a;
  if ((a != gen && b != gen) || next >= 102)
    return false;
  /* GCC 16 has the better comparison.  */
  if (op == S_CMP_LE_U32 || op == S_CMP_LT_U32)
    return true;
  if (op != S_CMP_LG_U32)
    return false;
  for (size_t i = c->first; i < c->end; i++)
    if (word (c, i) == sopc (S_CMP_LG_U32, gen, next)
	|| word (c, i) == sopc (S_CMP_LG_U32, next, gen))
      {
	if (!dead_behind_p (c, i + 1, gen))
	  return false;
	struct fix_site *s = add_site (t, c, i);
	s->instead = true;
	s->before[s->n_before++] = sop2 (c->e->xor_b32, gen, gen, next);
	s->before[s->n_before++] = sopc (S_CMP_GT_U32, gen, CONSTANT_0 + 7);
      }
  return true;
}

/* Where the kernel's arguments are, for code that has GEN as its first temporary
   register: s[8:9] up to GCC 12, s[4:5] from 13 on.  Returns zero if neither is
   so.  */

static unsigned
kernel_arguments (unsigned gen)
{
  return gen == 2 ? 8 : gen == 12 ? 4 : 0;
}

/* Before the branch GIVE_UP, taken if SCC is zero: where COUNT is zero, whether
   the kernel was ended; else over it.  */

static bool
mend_giving_up (struct task_sites *t, const struct code *c, size_t give_up,
		unsigned count, unsigned gen)
{
  unsigned args = kernel_arguments (gen);
  if (!args || !dead_behind_p (c, give_up + 1, gen)
      || !dead_behind_p (c, give_up + 1, gen + 1))
    return false;
  const uint32_t code[] =
    {
      c->e->cbranch_scc1 | 12,
      c->e->dcache_inv, 0,
      /* The host's struct output, from the third word of the arguments.  */
      c->e->load_dwordx2 | gen << 6 | args / 2, c->e->offset | 16,
      c->e->waitcnt_all,
      c->e->load_dword | gen << 6 | gen / 2, c->e->offset,
      S_MOVK_I32 | count << 16 | ROUNDS,
      c->e->waitcnt_all,
      sop2 (c->e->lshr_b32, gen, gen, CONSTANT_0 + 16),
      c->e->cmpk_eq_u32 | gen << 16 | 0xcafe
    };
  struct fix_site *s = add_site (t, c, give_up);
  s->n_before = sizeof code / sizeof *code;
  memcpy (s->before, code, sizeof code);
  return true;
}

/* The functions in which threads wait.  */

static bool
mend_wait (struct task_sites *t, const char *name, const struct object *o)
{
  struct code c;
  size_t give_up = 0;
  unsigned count = 0, gen = 0, n_loops = 0, n_wakes = 0;
  if (!find_code (o, name, &c))
    return false;
  for (size_t i = c.first + 8; i + 8 < c.end; i++)
    if (word (&c, i) == c.e->barrier)
      {
	size_t branch;
	unsigned counter;
	if (loop_p (&c, i, &branch, &counter, &gen))
	  {
	    n_loops++;
	    give_up = branch;
	    count = counter;
	    replace (t, &c, i, c.e->sleep | 1);
	  }
	else if (wake_up_p (&c, i))
	  {
	    n_wakes++;
	    replace (t, &c, i, S_NOP);
	  }
	else
	  return false;
      }
  return (n_loops == 1 && n_wakes == 1
	  && mend_comparisons (t, &c, give_up, gen)
	  && mend_giving_up (t, &c, give_up, count, gen));
}

/* gomp_thread_start: `s_movk_i32 COUNT, 99', and somewhere `s_cmp_gt_i32 COUNT,
   0' with a branch to where COUNT is decremented.  */

static bool
mend_idle (struct task_sites *t, const struct object *o)
{
  struct code c;
  size_t i;
  if (!find_code (o, "gomp_gcn_enter_kernel", &c)
      || !(i = find_only (&c, S_MOVK_I32 | 99, 0xff80ffff)))
    return false;
  unsigned count = word (&c, i) >> 16 & 0x7f;
  for (size_t k = i + 1; k + 1 < c.end; k++)
    if (word (&c, k) == sopc (S_CMP_GT_I32, count, CONSTANT_0)
	&& (word (&c, k + 1) & HIGH) == c.e->cbranch_scc1)
      {
	long to = insn_at (o, branch_target (o, &c.insns[k + 1]));
	if (to < 0
	    || word (&c, to) != sop2 (S_ADD_I32, count, count, CONSTANT_M1)
	    || (word (&c, to + 1) & HIGH) != c.e->branch)
	  return false;
	replace (t, &c, i, sop2 (c.e->bfm_b32, count,
				 CONSTANT_0 + IDLE_ROUNDS_LOG2, CONSTANT_0));
	return true;
      }
  return false;
}

/* Whether O has function NAME.  */

static bool
has_function (const struct object *o, const char *name)
{
  struct code c;
  return find_code (o, name, &c);
}

/* Whether gomp_thread_start in O has been mended before.  */

static bool
idle_mended_p (const struct object *o)
{
  struct code c;
  return (find_code (o, "gomp_gcn_enter_kernel", &c)
	  && find_only (&c, sop2 (c.e->bfm_b32, 0, CONSTANT_0 + IDLE_ROUNDS_LOG2,
				  CONSTANT_0), 0xff80ffff));
}

/* Finds in O, whose instructions have been read, what is to be replaced so that
   tasks do not hang: T->sites, T->n of them.  Sets T->why to the reason where O
   has these functions and they stay as they are, or to null.  What was put
   right before is left alone.  */

void
find_task_sites (const struct object *o, struct task_sites *t)
{
  bool barriers = (has_function (o, "gomp_team_barrier_wake")
		   && !has_function (o, ".accelfix.tasks.1"));
  bool idle = (has_function (o, "gomp_gcn_enter_kernel")
	       && !(encodings_of (o) && idle_mended_p (o)));
  memset (t, 0, sizeof *t);
  if (!barriers && !idle)
    return;
  if (!encodings_of (o))
    t->why = "are repaired for gfx8 to gfx11 only";
  else if ((barriers
	    && !(mend_wake (t, "gomp_team_barrier_wake", o)
		 && mend_wake (t, "gomp_team_barrier_cancel", o)
		 && mend_wait (t, "gomp_team_barrier_wait_end", o)
		 && mend_wait (t, "gomp_team_barrier_wait_cancel_end", o)))
	   || (idle && !mend_idle (t, o)))
    t->why = "do not have the shape that is known from GCC 11 to 16";
  if (t->why)
    {
      free (t->sites);
      t->sites = NULL;
      t->n = 0;
    }
}
