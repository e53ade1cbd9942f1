/* The barriers of libgomp 11 and 12 for nvptx in which tasks hang, and what
   takes their place.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* A team's threads, each of them a warp, meet at the hardware's barrier 1, and
   whoever waits there with tasks left executes them.

   GCC 11: gomp_team_barrier_wake is such a meeting of all threads, and is
   called by a thread that has made a task, or executed the last one.  It waits
   until all others are at the barrier; one of those may wait for the task that
   the first is about to finish, or have seen that all is done and be gone.

   GCC 12: threads wait in a queue, whose length is in the barrier, and
   gomp_team_barrier_wake is told how many of them to wake.  Where that is more
   than there are, the length becomes less than zero, and the next meeting is
   one of four thousand million threads.

   GCC 13 has neither.  Here is

     for 12, gomp_team_barrier_wake, which wakes no more threads than wait;

     for 11, gomp_team_barrier_wake that does nothing, and
     gomp_team_barrier_wait_end and _wait_cancel_end that need no waking: all
     threads meet once; if the last to come found tasks, all know that after a
     second meeting, and each executes tasks, as long as the barrier's flag
     says that there are some, until the generation's number shows that the
     last one was finished; then all meet once more, since the team may be freed
     when a thread has left.  (Tasks are only begun by threads that wait for
     tasks or have come to the barrier, as in GCC 13.)

   Both know where the members of libgomp's structures are.  So a function is
   replaced only if its instructions are those that were seen in the libgomp of
   Debian's packages, and only with all others of its group: registers and
   labels may have other numbers, nothing else may differ.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ptx-int.h"

/* All lanes of a warp do the same; where one is to act for them, lane 0 does and
   hands the result on.

   Of the barrier: 0 total, 16 waiters, 20 lock.  */
#define WAKE_12 \
  "\n" \
  "\t.reg .u64 %bar;\n" \
  "\t.reg .u32 %count, %total, %waiters, %left, %old, %lane, %all;\n" \
  "\t.reg .pred %p, %first;\n" \
  "\tld.param.u64 %bar, [%in_ar0];\n" \
  "\tld.param.u32 %count, [%in_ar1];\n" \
  "\tld.u32 %total, [%bar];\n" \
  "\tsetp.lt.u32 %p, %total, 2;\n" \
  "\t@%p bra $accelfix_done;\n" \
  "\tmov.u32 %lane, %laneid;\n" \
  "\tsetp.eq.u32 %first, %lane, 0;\n" \
  "\tmov.u32 %old, 0;\n" \
  "$accelfix_lock:\n" \
  "\t@%first atom.exch.b32 %old, [%bar+20], 1;\n" \
  "\tshfl.sync.idx.b32 %old, %old, 0, 31, 0xffffffff;\n" \
  "\tsetp.ne.u32 %p, %old, 0;\n" \
  "\t@%p bra $accelfix_lock;\n" \
  "\tmembar.sys;\n" \
  "\tld.volatile.u32 %waiters, [%bar+16];\n" \
  "\tsetp.eq.u32 %p, %waiters, 0;\n" \
  "\t@%p bra $accelfix_unlock;\n" \
  "\tsetp.eq.u32 %p, %count, 0;\n" \
  "\tselp.b32 %count, %waiters, %count, %p;\n" \
  "\tmin.u32 %count, %count, %waiters;\n" \
  "\tsub.u32 %left, %waiters, %count;\n" \
  "\tst.volatile.u32 [%bar+16], %left;\n" \
  "\tmembar.sys;\n" \
  "\tadd.u32 %all, %waiters, 1;\n" \
  "\tshl.b32 %all, %all, 5;\n" \
  "\tbar.sync 1, %all;\n" \
  "\tbar.sync 1, %all;\n" \
  "$accelfix_unlock:\n" \
  "\tmembar.sys;\n" \
  "\t@%first atom.exch.b32 %old, [%bar+20], 0;\n" \
  "\tshfl.sync.idx.b32 %old, %old, 0, 31, 0xffffffff;\n" \
  "$accelfix_done:\n" \
  "\tret;\n"

/* Of the barrier: 0 total, 4 generation, 8 awaited; of a thread (112 bytes, by
   %tid.y): 16 team; of the team: 1256 task_count, 1268 work_share_cancelled.
   In the generation: 1 there are tasks, 2 all wait for the last of them, 8 and
   more the number.  In the state, 1: the thread is the last that came.  */
#define WAIT_END_11(RESULT) \
  "\n" \
  "\t.reg .u64 %bar, %thr, %team;\n" \
  "\t.reg .u32 %state, %base, %next, %total, %all, %gen, %x, %y;\n" \
  "\t.reg .pred %p;\n" \
  "\tld.param.u64 %bar, [%in_ar0];\n" \
  "\tld.param.u32 %state, [%in_ar1];\n" \
  "\tld.u32 %total, [%bar];\n" \
  "\tshl.b32 %all, %total, 5;\n" \
  "\tand.b32 %base, %state, 0xfffffff8;\n" \
  "\tadd.u32 %next, %base, 8;\n" \
  "\tand.b32 %x, %state, 1;\n" \
  "\tsetp.eq.u32 %p, %x, 0;\n" \
  "\t@%p bra $accelfix_meet;\n" \
  "\tmov.u32 %x, %tid.y;\n" \
  "\tmul.wide.u32 %thr, %x, 112;\n" \
  "\tld.shared.u64 %team, [nvptx_thrs];\n" \
  "\tadd.u64 %thr, %thr, %team;\n" \
  "\tld.u64 %team, [%thr+16];\n" \
  "\tst.u32 [%bar+8], %total;\n" \
  "\tmov.u32 %x, 0;\n" \
  "\tst.u32 [%team+1268], %x;\n" \
  "\tmembar.sys;\n" \
  "\tld.volatile.u32 %x, [%team+1256];\n" \
  "\tld.volatile.u32 %y, [%bar+4];\n" \
  "\tor.b32 %y, %y, 2;\n" \
  "\tsetp.eq.u32 %p, %x, 0;\n" \
  "\tselp.b32 %y, %next, %y, %p;\n" \
  "\tst.volatile.u32 [%bar+4], %y;\n" \
  "\tmembar.sys;\n" \
  "$accelfix_meet:\n" \
  "\tsetp.lt.u32 %p, %total, 2;\n" \
  "\t@%p bra $accelfix_met;\n" \
  "\tbar.sync 1, %all;\n" \
  "$accelfix_met:\n" \
  "\tld.volatile.u32 %gen, [%bar+4];\n" \
  "\tmembar.sys;\n" \
  "\txor.b32 %x, %gen, %next;\n" \
  "\tand.b32 %x, %x, 0xfffffff8;\n" \
  "\tsetp.eq.u32 %p, %x, 0;\n" \
  "\t@%p bra $accelfix_done;\n" \
  "\tsetp.lt.u32 %p, %total, 2;\n" \
  "\t@%p bra $accelfix_work;\n" \
  "\tbar.sync 1, %all;\n" \
  "$accelfix_work:\n" \
  "\tld.volatile.u32 %gen, [%bar+4];\n" \
  "\tmembar.sys;\n" \
  "\txor.b32 %x, %gen, %next;\n" \
  "\tand.b32 %x, %x, 0xfffffff8;\n" \
  "\tsetp.eq.u32 %p, %x, 0;\n" \
  "\t@%p bra $accelfix_leave;\n" \
  "\tand.b32 %x, %gen, 1;\n" \
  "\tsetp.eq.u32 %p, %x, 0;\n" \
  "\t@%p bra $accelfix_work;\n" \
  "\t{\n" \
  "\t.param .u32 %out_arg1;\n" \
  "\tst.param.u32 [%out_arg1], %base;\n" \
  "\tcall gomp_barrier_handle_tasks, (%out_arg1);\n" \
  "\t}\n" \
  "\tbra $accelfix_work;\n" \
  "$accelfix_leave:\n" \
  "\tsetp.lt.u32 %p, %total, 2;\n" \
  "\t@%p bra $accelfix_done;\n" \
  "\tbar.sync 1, %all;\n" \
  "$accelfix_done:\n" \
  RESULT \
  "\tret;\n"

struct replacement
{
  const char *name;
  uint64_t sum;			/* Of its instructions, by code_sum.  */
  const char *body;		/* NULL if it is left as it is.  */
};

/* Of Debian's 11.3.0-12 and 12.2.0-14, multilib mgomp.  */
static const struct replacement groups[][3] =
{
  { { "gomp_team_barrier_wake", 0xa9ab336558aad2a2, "\n\tret;\n" },
    { "gomp_team_barrier_wait_end", 0x6a85a7dec43c8ff1,
      WAIT_END_11 ("") },
    { "gomp_team_barrier_wait_cancel_end", 0xe76ae465b148ebae,
      WAIT_END_11 ("\tmov.u32 %x, 0;\n\tst.param.u32 [%value_out], %x;\n") } },
  { { "gomp_team_barrier_wake", 0xdc0b3d913072dee4, WAKE_12 },
    /* This one stays: it is how threads wait.  */
    { "gomp_team_barrier_wait_end", 0x5e87dd717c1d92d1, NULL } }
};

/* Number of NAME among the registers seen so far.  */

struct seen
{
  uint32_t *v;
  size_t n, alloc;
};

static uint32_t
number_of (struct seen *seen, uint32_t name)
{
  size_t i = 0;

  while (i < seen->n && seen->v[i] != name)
    i++;
  if (i == seen->n)
    {
      PTX_GROW (seen->v, seen->n, seen->alloc);
      seen->v[seen->n++] = name;
    }
  return i;
}

static uint64_t
hash (uint64_t sum, uint64_t value)
{
  /* FNV-1a.  */
  return (sum ^ value) * 0x100000001b3;
}

/* A sum over the instructions of F: their text without white space, registers
   numbered as they come, a label by the instruction that it stands before.  */

static uint64_t
code_sum (const struct ptx_function *f)
{
  uint64_t sum = 0xcbf29ce484222325;
  struct seen seen = { 0 };

  for (uint32_t i = 0; i < f->n_insns; i++)
    {
      const struct ptx_insn *insn = &f->insns[i];
      const char *s = f->unit->text + insn->start;
      const char *end = f->unit->text + insn->end;

      while (s < end)
	if (isspace ((unsigned char) *s))
	  s++;
	else if (end - s > 2 && s[0] == '%' && s[1] == 'r'
		 && isdigit ((unsigned char) s[2]))
	  {
	    char *after;

	    sum = hash (hash (sum, '%'),
			number_of (&seen, strtoul (s + 2, &after, 10)));
	    s = after;
	  }
	else if (*s == '$' && insn->op == PTX_OP_BRA
		 && insn->operand[0].label >= 0)
	  {
	    sum = hash (hash (sum, '$'),
			f->labels[insn->operand[0].label].insn);
	    while (s < end && *s != ';' && !isspace ((unsigned char) *s))
	      s++;
	  }
	else
	  sum = hash (sum, (unsigned char) *s++);
    }
  free (seen.v);
  return sum;
}

static const struct ptx_function *
find_function (const struct ptx_unit *u, const char *name)
{
  for (uint32_t i = 0; i < u->n_functions; i++)
    if (strcmp (u->functions[i]->sym->name, name) == 0)
      return u->functions[i];
  return NULL;
}

/* What to put between the braces of F, if it is one of the functions above and
   the others of its group are in its unit; otherwise NULL.  */

const char *
task_replacement (const struct ptx_function *f)
{
  const char *body = NULL;

  if (strncmp (f->sym->name, "gomp_team_barrier_", 18) != 0)
    return NULL;
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++)
    {
      bool all = true;

      body = NULL;
      for (size_t i = 0; i < 3 && groups[g][i].name && all; i++)
	{
	  const struct ptx_function *k = find_function (f->unit,
							groups[g][i].name);

	  all = k && code_sum (k) == groups[g][i].sum;
	  if (k == f)
	    body = groups[g][i].body;
	}
      if (all && body)
	return body;
    }
  return NULL;
}
