/* Tests of the PTX machine: warps whose lanes do the same, once and lane by lane;
   random kernels, whose registers have one value for all lanes or not.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>

#include "vm-once.h"

#define N_RANDOM 120

static uint64_t state;

static unsigned
rnd (unsigned n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (state >> 33) % n;
}

static char text[1 << 18];
static size_t length;
static unsigned labels;

static void __attribute__ ((format (printf, 1, 2)))
put (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  length += (size_t) vsnprintf (text + length, sizeof text - length, fmt, ap);
  va_end (ap);
}

/* Registers of 32 bits: %r0 to %r7; %r0 starts by lane, most others with one
   value.  */
static unsigned
reg (void)
{
  return rnd (6) ? 1 + rnd (7) : 0;
}

static void
put_operation (void)
{
  static const char *const op[]
    = { "add.u32", "sub.u32", "mul.lo.u32", "xor.b32", "and.b32", "min.u32",
	"max.s32", "or.b32" };
  if (rnd (5) == 0)
    put ("@%s%%p%u ", rnd (2) ? "!" : "", rnd (3));
  switch (rnd (12))
    {
    case 0:
      put ("mad.lo.u32 %%r%u, %%r%u, %u, %%r%u;\n", reg (), reg (), rnd (99),
	   reg ());
      break;
    case 1:
      put ("setp.lt.u32 %%p%u, %%r%u, %%r%u;\n", rnd (3), reg (), reg ());
      break;
    case 2:
      put ("selp.u32 %%r%u, %%r%u, %%r%u, %%p%u;\n", reg (), reg (), reg (),
	   rnd (3));
      break;
    case 3:
      put ("shr.u32 %%r%u, %%r%u, %u;\n", reg (), reg (), rnd (31));
      break;
    case 4:
      put ("popc.b32 %%r%u, %%r%u;\n", reg (), reg ());
      break;
    case 5:
      put ("bfind.u32 %%r%u, %%r%u;\n", reg (), reg ());
      break;
    case 6:
      put ("cvt.s32.s8 %%r%u, %%r%u;\n", reg (), reg ());
      break;
    case 7:
      put ("mov.u32 %%r%u, %u;\n", reg (), rnd (1000));
      break;
    default:
      put ("%s %%r%u, %%r%u, %%r%u;\n", op[rnd (8)], reg (), reg (), reg ());
      break;
    }
}

static void
put_memory (void)
{
  put ("and.b32 %%x, %%r%u, 1020; cvt.u64.u32 %%b1, %%x; add.u64 %%b1, %%b1,"
       " %%base;\n", reg ());
  switch (rnd (6))
    {
    case 0:
      put ("atom.add.u32 %%r%u, [%%b1], %%r%u;\n", reg (), reg ());
      break;
    case 1:
      put ("st.u32 [%%b1], %%r%u;\n", reg ());
      break;
    case 2:
      put ("st.local.u32 [L+%u], %%r%u;\n", 4 * rnd (8), reg ());
      break;
    case 3:
      put ("ld.local.u32 %%r%u, [L+%u];\n", reg (), 4 * rnd (8));
      break;
    case 4:
      put ("ld.s8 %%r%u, [%%b1];\n", reg ());
      break;
    default:
      put ("ld.u32 %%r%u, [%%b1];\n", reg ());
      break;
    }
}

/* All lanes are together when OUTER.  */
static void
put_statements (unsigned depth, bool outer)
{
  for (unsigned n = 2 + rnd (4); n > 0; n--)
    switch (rnd (depth ? 10 : 7))
      {
      case 0: case 1: case 2:
	put_operation ();
	break;
      case 3:
	put_memory ();
	break;
      case 4:
	put ("call (%%r%u), f%u, (%%r%u);\n", reg (), rnd (2), reg ());
	break;
      case 5:
	if (outer && rnd (2))
	  put ("shfl.sync.%s.b32 %%r%u, %%r%u, %u, 31, 0xffffffff;\n",
	       rnd (2) ? "idx" : "bfly", reg (), reg (), rnd (32));
	else if (outer)
	  put ("vote.sync.any.pred %%p%u, %%p%u, 0xffffffff;\n", rnd (3),
	       rnd (3));
	else
	  put_operation ();
	break;
      case 6:
	put_operation ();
	break;
      case 7: case 8:
	{
	  unsigned l = labels++, r = reg ();
	  put ("and.b32 %%x, %%r%u, %u; setp.ne.u32 %%q, %%x, 0;\n"
	       "@%%q bra E%u;\n", r, 1 + rnd (8), l);
	  put_statements (depth - 1, false);
	  put ("bra F%u;\nE%u:\n", l, l);
	  put_statements (depth - 1, false);
	  put ("F%u:\n", l);
	  break;
	}
      default:
	{
	  unsigned l = labels++;
	  put ("and.b32 %%c%u, %%r%u, %u;\nH%u:\n", depth, reg (),
	       rnd (4) ? 3 : 15, l);
	  put_statements (depth - 1, false);
	  put ("add.u32 %%c%u, %%c%u, 1; setp.lt.u32 %%q, %%c%u, %u;\n"
	       "@%%q bra H%u;\n", depth, depth, depth, 4 + rnd (9), l);
	  break;
	}
      }
}

static void
put_program (void)
{
  length = 0;
  labels = 0;
  put ("%s.func (.param .u32 r) f0 (.param .u32 a)\n{ .reg .u32 %%x, %%y;"
       " .reg .pred %%p; ld.param.u32 %%x, [a]; mov.u32 %%y, %u;\n"
       "and.b32 %%x, %%x, 7;\nA: mad.lo.u32 %%y, %%y, 5, %%x; add.u32 %%x,"
       " %%x, 1; setp.lt.u32 %%p, %%x, 6; @%%p bra A; st.param.u32 [r], %%y;"
       " ret; }\n", HEADER, rnd (1000));
  put (".func (.param .u32 r) f1 (.param .u32 a)\n{ .reg .u32 %%x, %%y;"
       " .reg .pred %%p; ld.param.u32 %%x, [a]; call (%%y), f0, (%%x);"
       " mov.u32 %%x, %%laneid; setp.lt.u32 %%p, %%x, %u; @%%p add.u32 %%y,"
       " %%y, %u; st.param.u32 [r], %%y; ret; }\n", rnd (40), rnd (100));
  put (".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
       ".local .align 8 .b8 L[64]; .reg .u64 %%base, %%own, %%b1;\n"
       ".reg .u32 %%x, %%t, %%r<8>, %%c<4>; .reg .pred %%q, %%p<3>;\n"
       "ld.param.u64 %%base, [buf]; mov.u32 %%r0, %%laneid; ld.param.u32"
       " %%r1, [n]; mov.u32 %%r2, %%ctaid.x; ld.u32 %%r3, [%%base+%u];\n"
       "mov.u32 %%r4, %%tid.y; mov.u32 %%r5, %u; mov.u32 %%r6, %%ntid.x;\n"
       "mov.u32 %%t, %%tid.x; mad.lo.u32 %%t, %%r4, %%r6, %%t; mad.lo.u32"
       " %%t, %%r2, 64, %%t; mad.wide.u32 %%own, %%t, 64, %%base;\n"
       "setp.lt.u32 %%p0, %%r1, 5; setp.lt.u32 %%p1, %%r0, 9;\n",
       4 * rnd (64), rnd (100));
  /* %r7 and %p2 are not written, now and then.  */
  if (rnd (3))
    put ("mov.u32 %%r7, 7; setp.eq.u32 %%p2, %%r2, 0;\n");
  put_statements (3, true);
  for (unsigned k = 0; k < 8; k++)
    put ("st.u32 [%%own+%u], %%r%u;\n", 4096 + 4 * k, k);
  put ("ret;\n}\n");
}

static void
test_random (unsigned n, unsigned first)
{
  static struct outcome x;
  char name[100];
  for (unsigned k = first; k < first + n; k++)
    {
      state = 1000 + k;
      put_program ();
      const struct variant *v
	= &variants[k % (sizeof variants / sizeof *variants)];
      struct vm_options o = variant_options (v);
      if (o.uninit == VM_UNINIT_ERROR && k % 2)
	o.uninit = VM_UNINIT_REPORT;
      snprintf (name, sizeof name, "random kernel %u, %s", k, v->name);
      bool ok = same (name, &o, text, 2, v->block, &x);
      check (ok && x.result != VM_INVALID_PTX, "%s: not the same once", name);
    }
}

/* The arguments are how many kernels, and the number of the first.  */
int
main (int argc, char **argv)
{
  start ();
  test_random (argc > 1 ? (unsigned) atoi (argv[1]) : N_RANDOM,
	       argc > 2 ? (unsigned) atoi (argv[2]) : 0);
  return finish_tests ();
}
