/* Test the PTX machine: warps that wait for a lock leave the host to whoever has it.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <unistd.h>

#include "vm-test.h"

#define BEGIN								\
  ".version 6.3\n.target sm_70\n.address_size 64\n"			\
  ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"		\
  ".reg .u64 %b, %m, %old, %one, %none; .reg .u32 %l, %w, %x, %i, %n, %z;\n" \
  ".reg .pred %first, %p, %q;\n.shared .align 8 .b8 lock[8];\n"		\
  "ld.param.u64 %b, [buf]; ld.param.u32 %n, [n]; mov.u32 %l, %laneid;"	\
  " mov.u32 %w, %tid.x; shr.u32 %w, %w, 5; setp.eq.u32 %first, %l, 0;"	\
  " mov.u32 %z, 0; mov.u64 %one, 1; mov.u64 %none, 0;\n"

/* How one lane of a warp takes a lock, as in libgomp's gomp_mutex_lock, and gives it
   up; and where it is.  */
static const struct
{
  const char *name, *where, *take, *give;
} ways[] =
{
  { "exch", "mov.u64 %m, %b;",
    "@%first atom.exch.b32 %x, [%m], 1; shfl.sync.idx.b32 %x, %x, %z, 31, -1;",
    "@%first atom.exch.b32 %x, [%m], 0;" },
  { "exch, shared", "mov.u64 %m, lock; cvta.shared.u64 %m, %m;",
    "@%first atom.exch.b32 %x, [%m], 1; shfl.sync.idx.b32 %x, %x, %z, 31, -1;",
    "@%first atom.exch.b32 %x, [%m], 0;" },
  { "cas, 64 bits", "mov.u64 %m, %b;",
    "@%first atom.cas.b64 %old, [%m], %none, %one; cvt.u32.u64 %x, %old;"
    " shfl.sync.idx.b32 %x, %x, %z, 31, -1;",
    "@%first st.volatile.u64 [%m], %none;" }
};

enum { WARPS = 8, MOST = 20000 };

/* The program of WAY, with BODY under the lock.  */
static bool
load (struct machine *m, unsigned way, enum vm_native native, const char *body)
{
  struct vm_options o;
  char text[3000];
  vm_options_init (&o);
  o.native = native;
  o.threads = 1;
  o.stats = true;
  snprintf (text, sizeof text,
	    "%s%s\n@%%first st.volatile.u64 [%%m], %%none; bar.sync 0;\n"
	    "T: %s\nsetp.ne.u32 %%p, %%x, 0; @%%p bra T;\n%s\n%s\nret; }\n",
	    BEGIN, ways[way].where, ways[way].take, body, ways[way].give);
  return machine_load (m, &o, text);
}

/* One warp after another has the lock for N turns of a loop, some 50 slices: what is
   executed meanwhile is hardly more than those.  */
static void
costs (unsigned way, enum vm_native native)
{
  struct machine m;
  struct vm_stats s = { 0 };
  const uint32_t n = 100000;
  uint32_t buf[4] = { 0 };
  const char *name = ways[way].name;
  if (!load (&m, way, native,
	     "mov.u32 %i, 0;\nL: add.u32 %i, %i, 1; setp.lt.u32 %q, %i, %n;"
	     " @%q bra L;"))
    {
      check (false, "%s: %s", name, last_message);
      return;
    }
  enum vm_result r = machine_run (&m, "k", 1, 32 * WARPS, 0, buf,
				  sizeof buf, n);
  vm_get_stats (m.vm, &s);
  uint64_t work = (uint64_t) 3 * n * WARPS;
  check (r == VM_OK && s.warp_insns >= work && s.warp_insns < work + MOST,
	 "%s: result %d, %lld instructions beside the loop's", name, (int) r,
	 (long long) (s.warp_insns - work));
  machine_free (&m);
}

/* Each warp adds to a number under the lock, not atomically.  */
static void
excludes (unsigned way, enum vm_native native)
{
  struct machine m;
  enum { LAUNCHES = 50 };
  uint32_t buf[4] = { 0 };
  if (!load (&m, way, native,
	     "ld.volatile.global.u32 %i, [%b+8];\nadd.u32 %i, %i, 1; membar.gl;"
	     " @%first st.volatile.global.u32 [%b+8], %i; membar.gl;"))
    return;
  enum vm_result r = VM_OK;
  for (unsigned k = 0; k < LAUNCHES && r == VM_OK; k++)
    r = machine_run (&m, "k", 1, 32 * WARPS, 0, buf, sizeof buf, 0);
  check (r == VM_OK && buf[2] == LAUNCHES * WARPS, "%s: result %d, %u",
	 ways[way].name, (int) r, buf[2]);
  machine_free (&m);
}

/* Whoever only tries goes on, though the lock is never given up: the other one waits
   for that.  */
static void
gives_up (enum vm_native native)
{
  static const char text[]
    = BEGIN
      "setp.ne.u32 %p, %w, 0; @%p bra OTHER;\n"
      "@%first atom.exch.b32 %x, [%b], 1; bar.sync 0;\n"
      "W: ld.volatile.global.u32 %x, [%b+8]; setp.eq.u32 %p, %x, 0; @%p bra W;\n"
      "ret;\n"
      "OTHER: bar.sync 0; mov.u32 %i, 0;\n"
      "T: @%first atom.exch.b32 %x, [%b], 1; shfl.sync.idx.b32 %x, %x, %z, 31, -1;\n"
      "add.u32 %i, %i, 1; setp.lt.u32 %q, %i, %n; @%q bra T;\n"
      "@%first st.volatile.global.u32 [%b+8], %i; ret; }\n";
  struct machine m;
  struct vm_options o;
  uint32_t buf[4] = { 0 };
  vm_options_init (&o);
  o.native = native;
  o.threads = 1;
  bool ok = machine_load (&m, &o, text);
  check (ok && machine_run (&m, "k", 1, 64, 0, buf, sizeof buf, 300) == VM_OK
	 && buf[2] == 300, "whoever gives up: %s %u", last_message, buf[2]);
  machine_free (&m);
}

int
main (void)
{
  /* Whoever waits for ever is ended.  */
  alarm (300);
  for (int native = 0; native < 2; native++)
    {
      enum vm_native how = native ? VM_NATIVE_ALWAYS : VM_NATIVE_OFF;
      for (unsigned k = 0; k < sizeof ways / sizeof *ways; k++)
	{
	  costs (k, how);
	  excludes (k, how);
	}
      gives_up (how);
    }
  return finish_tests ();
}
