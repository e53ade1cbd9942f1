/* Divergence: random control flow, and hand-written cases, in every model.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "vm-test.h"

static const char *const model_name[] = { "volta", "pascal", "pascal-shared" };
#define N_MODELS 3

static struct vm_options
options (unsigned model)
{
  struct vm_options o;
  vm_options_init (&o);
  o.model = (enum vm_model) model;
  o.memory = 64 << 20;
  o.time_limit = 20;
  return o;
}

/* ---- Random structured control flow.  Each thread's result depends on
   nothing but its number, so whatever parts and meets, a warp must give what
   blocks of one thread give.  Between statements of the outermost level all
   lanes are together again, under `pascal' at once: barriers and full-mask
   shuffles there must be no error.  */

#define N_PROGRAMS 60
#define N_THREADS 96

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
static bool in_function, may_leave;

static void __attribute__ ((format (printf, 1, 2)))
put (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  length += (size_t) vsnprintf (text + length, sizeof text - length, fmt, ap);
  va_end (ap);
}

static void
put_mix (void)
{
  put ("mad.lo.u32 %%x, %%x, %u, %u; shr.u32 %%y, %%x, %u;"
       " xor.b32 %%x, %%x, %%y;\n", 2 * rnd (1000) + 3, rnd (100000),
       rnd (12) + 9);
}

/* %q = a condition that differs between lanes.  */
static void
put_condition (void)
{
  put ("and.b32 %%y, %%x, %u; setp.%s.u32 %%q, %%y, 0;\n",
       (1u << rnd (8)) | (1u << rnd (8)), rnd (2) ? "eq" : "ne");
}

static void put_statements (unsigned depth, unsigned n, int brk, int cont);

static void
put_statement (unsigned depth, int brk, int cont)
{
  unsigned l = labels++, k = rnd (depth > 3 ? 3 : 12);
  switch (k)
    {
    default:
      put_mix ();
      break;
    case 3: case 4:
      put_condition ();
      put ("@%%q bra ELSE%u;\n", l);
      put_statements (depth + 1, 2, brk, cont);
      put ("bra END%u;\nELSE%u:\n", l, l);
      put_statements (depth + 1, 2, brk, cont);
      put ("END%u:\n", l);
      break;
    case 5:
      put_condition ();
      put ("@!%%q bra END%u;\n", l);
      put_statements (depth + 1, 2, brk, cont);
      put ("END%u:\n", l);
      break;
    case 6: case 7:
      /* How often differs by lane; %i<depth> counts.  */
      put ("shr.u32 %%y, %%x, %u; and.b32 %%i%u, %%y, 3;\n", rnd (8), depth);
      put ("LOOP%u: setp.eq.u32 %%q, %%i%u, 0; @%%q bra END%u;\n"
	   "sub.u32 %%i%u, %%i%u, 1;\n", l, depth, l, depth, depth);
      put_statements (depth + 1, 2, (int) l, (int) l);
      put ("bra LOOP%u;\nEND%u:\n", l, l);
      break;
    case 8:
      put ("shr.u32 %%y, %%x, %u; and.b32 %%y, %%y, 3;\n"
	   "T%u: .branchtargets C%u_0, C%u_1, C%u_2, C%u_0;\n"
	   "brx.idx %%y, T%u;\n", rnd (8), l, l, l, l, l, l);
      for (unsigned c = 0; c < 3; c++)
	{
	  put ("C%u_%u:\n", l, c);
	  put_statements (depth + 1, 1, brk, cont);
	  if (rnd (3))		/* Some fall through.  */
	    put ("bra END%u;\n", l);
	}
      put ("END%u:\n", l);
      break;
    case 9:
      if (in_function)
	put_mix ();
      else if (rnd (2))
	put ("{ .param .u32 r; .param .u32 a; st.param.u32 [a], %%x;"
	     " call (r), f%u, (a); ld.param.u32 %%x, [r]; }\n", rnd (3));
      else
	{
	  put_condition ();
	  put ("mov.u64 %%fa, f0; mov.u64 %%fb, f%u;"
	       " selp.u64 %%fa, %%fa, %%fb, %%q;\n"
	       "{ .param .u32 r; .param .u32 a; st.param.u32 [a], %%x;"
	       " call (r), %%fa, (a), PROTO; ld.param.u32 %%x, [r]; }\n",
	       rnd (2) + 1);
	}
      break;
    case 10:
      put_condition ();
      if (brk >= 0 && rnd (2))
	put ("@%%q bra END%d;\n", brk);
      else if (cont >= 0)
	put ("@%%q bra LOOP%d;\n", cont);
      else
	put ("@%%q add.u32 %%x, %%x, 77;\n");
      break;
    case 11:
      if (in_function && rnd (2))
	{
	  put_condition ();
	  put ("@%%q bra OUT%u; st.param.u32 [r], %%x; ret;\nOUT%u:\n", l, l);
	}
      else if (may_leave && !in_function && depth > 0
	       && rnd (3) == 0)
	{
	  put ("and.b32 %%y, %%x, 7; setp.eq.u32 %%q, %%y, 5;\n"
	       "@!%%q bra OUT%u; st.global.u32 [%%addr], %%x; exit;\n"
	       "OUT%u:\n", l, l);
	}
      else
	put_mix ();
      break;
    }
}

static void
put_statements (unsigned depth, unsigned n, int brk, int cont)
{
  for (unsigned k = 0; k < n; k++)
    put_statement (depth, brk, cont);
  put_mix ();
}

#define REGS \
  ".reg .u32 %%x, %%y, %%z, %%i<8>; .reg .pred %%q, %%p; .reg .u64 %%fa, %%fb;\n"

static void
make_program (uint64_t seed)
{
  state = seed * 0x9e3779b97f4a7c15u + 99;
  length = 0;
  labels = 0;
  may_leave = seed & 1;
  put (HEADER);
  in_function = true;
  for (unsigned f = 0; f < 3; f++)
    {
      put (".func (.param .u32 r) f%u (.param .u32 a)\n{\n" REGS
	   "ld.param.u32 %%x, [a];\n", f);
      put_statements (1, 3, -1, -1);
      put ("st.param.u32 [r], %%x; ret;\n}\n");
    }
  in_function = false;
  put (".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n" REGS
       ".reg .u64 %%base, %%addr; .reg .u32 %%t, %%n;\n"
       "PROTO: .callprototype (.param .u32 _) _ (.param .u32 _);\n"
       "ld.param.u64 %%base, [buf]; mov.u32 %%x, %%ntid.x;"
       " mov.u32 %%y, %%ctaid.x; mov.u32 %%t, %%tid.x;\n"
       "mad.lo.u32 %%t, %%x, %%y, %%t; mad.wide.u32 %%addr, %%t, 4, %%base;\n"
       "mul.lo.u32 %%x, %%t, 2654435761;\n");
  for (unsigned k = 0; k < 5; k++)
    {
      put_statements (0, 2, -1, -1);
      if (!may_leave)
	put ("bar.sync 0; mov.u32 %%z, 0;"
	     " shfl.sync.idx.b32 %%z|%%p, %%x, 31, 31, 0xffffffff;\n");
    }
  put ("st.global.u32 [%%addr], %%x; ret;\n}\n");
}

static void
test_random (void)
{
  for (unsigned k = 0; k < N_PROGRAMS; k++)
    {
      static uint32_t one[N_THREADS], v[N_THREADS];
      enum vm_result r;
      struct machine m;
      struct vm_options o = options (VM_VOLTA);
      make_program (k);
      if (k % 20 == 0)
	announce ("random programs");
      if (!machine_load (&m, &o, text))
	{
	  check (false, "program %u: %s", k, last_message);
	  continue;
	}
      /* One thread alone cannot shuffle with 31 others.  */
      if (!may_leave)
	for (char *p = text; (p = strstr (p, "0xffffffff")) != NULL;)
	  memcpy (p, "0x00000001", 10);
      struct machine m1;
      if (!machine_load (&m1, &o, text))
	abort ();
      memset (one, 0, sizeof one);
      r = machine_run (&m1, "k", N_THREADS, 1, 0, one, sizeof one, 0);
      check (r == VM_OK, "program %u, threads alone: %s", k,
	     vm_result_name (r));
      machine_free (&m1);
      machine_free (&m);
      make_program (k);
      for (unsigned model = 0; model < N_MODELS; model++)
	{
	  unsigned bad = 0;
	  o = options (model);
	  memset (v, 0, sizeof v);
	  r = run_once (&o, text, 1, N_THREADS, v, sizeof v);
	  for (unsigned i = 0; i < N_THREADS; i++)
	    bad += v[i] != one[i];
	  check (r == VM_OK && bad == 0, "program %u (%s): %s, %u wrong", k,
		 model_name[model], vm_result_name (r), bad);
	  show_reports ();
	}
    }
}

/* ---- Hand-written cases: what each model must say.  */

struct verdict
{
  enum vm_result result;
  const char *report;		/* Part of a report, or NULL for none.  */
};

static const struct test_case
{
  const char *name;
  unsigned threads;
  struct verdict volta, pascal;
  uint32_t (*value) (unsigned);	/* Where the verdict is VM_OK.  */
  const char *functions, *body;
} cases[];

/* A case in which an H200 hangs: bar.sync is for whole warps.  */
#define HALF_WARP "a barrier in a function called by half a warp"

#define OK { VM_OK, NULL }
#define DIV(TEXT) { VM_DIVERGENT_BARRIER, TEXT }
#define STORE "st.global.u32 [%addr], %r1; ret;\n"

static uint32_t v_1_2 (unsigned i) { return (i & 31) < 16 ? 1 : 2; }
static uint32_t v_7 (unsigned i) { (void) i; return 7; }
static uint32_t v_32 (unsigned i) { (void) i; return 32; }
static uint32_t v_16 (unsigned i) { (void) i; return 16; }
static uint32_t v_lane (unsigned i) { return i & 31; }
static uint32_t v_full (unsigned i) { (void) i; return 0xffffffff; }
static uint32_t v_halves (unsigned i)
{ return (i & 31) < 16 ? 0xffff : 0xffff0000; }
static uint32_t v_warp_sum (unsigned i) { (void) i; return 496; }
static uint32_t v_half_sum (unsigned i) { return (i & 31) < 16 ? 120 : 376; }
static uint32_t v_trip (unsigned i) { return (i & 31) % 5; }
static uint32_t v_third (unsigned i) { return i % 3 * 10 + 1; }
static uint32_t v_late (unsigned i) { return i < 10 ? 0 : 22; }
static uint32_t v_64 (unsigned i) { (void) i; return 64; }
static uint32_t v_elect (unsigned i) { return (i & 31) == 0; }
static uint32_t v_same (unsigned i) { return 0x11111111u << (i & 3); }
static uint32_t v_up (unsigned i) { return (i & 31) ? (i & 31) - 1 : 0; }

static const struct test_case cases[] = {
  { "a barrier on each side of a branch", 64, OK,
    DIV ("bar.sync 0 reached by 16 of 32 lanes in k"), v_1_2, "",
    "and.b32 %r2, %t, 31; setp.ge.u32 %p1, %r2, 16; @%p1 bra HIGH;\n"
    "bar.sync 0; mov.u32 %r1, 1; bra END;\n"
    "HIGH: bar.sync 0; mov.u32 %r1, 2;\nEND: " STORE },
  { "the same, by guards", 32, OK,
    DIV ("bar.sync 0 reached by 16 of 32 lanes in k"), v_1_2, "",
    "setp.ge.u32 %p1, %t, 16;\n"
    "@%p1 bar.sync 0; @!%p1 bar.sync 0;\n"
    "selp.u32 %r1, 2, 1, %p1; " STORE },
  { "a barrier that half a warp never comes to", 64,
    { VM_DEADLOCK, "warp 0 lanes 0xffff wait at barrier 0 in k" },
    DIV ("bar.sync 0 reached by 16 of 32 lanes in k"), NULL, "",
    "setp.ge.u32 %p1, %t, 16; @%p1 bra HIGH;\n"
    "bar.sync 0;\nHIGH: bar.warp.sync 0xffffffff; bar.sync 1; ret;\n" },
  { "one warp of two at a barrier for 64", 64,
    { VM_DEADLOCK, "warp 1 lanes 0xffffffff wait at barrier 3 in k, PTX line 10 "
      "(32 of 64 threads there)" },
    { VM_DEADLOCK, "warp 0 lanes 0xffffffff wait at barrier 4 in k, PTX line "
      "11" }, NULL,
    "", "setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 3, 64; ret;\n"
    "A: bar.sync 4, 64; ret;\n" },
  { "many warps that wait alike", 512,
    { VM_DEADLOCK, "warps 1-15 lanes 0xffffffff wait at barrier 0 in k" },
    { VM_DEADLOCK, "warps 1-15 lanes 0xffffffff wait at barrier 0 in k" },
    NULL, "", "setp.lt.u32 %p1, %t, 32; @!%p1 bra A; bar.sync 1, 64;\n"
    "A: bar.sync 0; ret;\n" },
  { "warps that have ended count", 96, OK, OK, v_late, "",
    "setp.ge.u32 %p1, %t, 64; @%p1 bra OUT; mov.u32 %r1, 22;\n"
    "bar.sync 0; setp.lt.u32 %p1, %t, 10; @%p1 exit;\n"
    "bar.sync 0; " STORE "OUT: mov.u32 %r1, 22; " STORE },
  { "named barriers for parts of a block", 128, OK, OK, v_64,
    ".shared .u32 s[2];\n",
    "shr.u32 %r2, %t, 6; mul.wide.u32 %rd1, %r2, 4; mov.u64 %rd2, s;\n"
    "add.u64 %rd1, %rd1, %rd2; add.u32 %r3, %r2, 1;\n"
    "atom.shared.add.u32 %r4, [%rd1], 1; barrier.sync %r3, 64;\n"
    "ld.shared.u32 %r1, [%rd1]; " STORE },
  { "barrier ids that differ inside a warp", 32,
    { VM_DEADLOCK, "wait at barrier" }, DIV ("barrier.sync"), NULL, "",
    "and.b32 %r2, %t, 1; barrier.sync %r2; ret;\n" },
  { "a barrier beyond 15", 32,
    { VM_ILLEGAL_INSN, "barrier 16" }, { VM_ILLEGAL_INSN, "barrier 16" },
    NULL, "", "mov.u32 %r1, 16; bar.sync %r1; ret;\n" },
  { "a count that is no multiple of 32", 32,
    { VM_ILLEGAL_INSN, "must be a multiple of 32" },
    { VM_ILLEGAL_INSN, "must be a multiple of 32" }, NULL, "",
    "mov.u32 %r1, 33; bar.sync 0, %r1; ret;\n" },
  { "a barrier in a loop of equal trips", 96, OK, OK, v_7, "",
    "mov.u32 %r1, 0; LOOP: bar.sync 0; add.u32 %r1, %r1, 1;\n"
    "setp.lt.u32 %p1, %r1, 7; @%p1 bra LOOP; " STORE },
  { "a barrier in a loop whose trips differ", 32,
    OK, DIV ("reconvergence was at PTX line"), v_trip, "",
    "rem.u32 %r2, %t, 5; mov.u32 %r1, 0;\n"
    "LOOP: setp.ge.u32 %p1, %r1, %r2; @%p1 bra END;\n"
    "bar.sync 0; add.u32 %r1, %r1, 1; bra LOOP;\nEND: " STORE },
  { "a barrier behind that loop", 32, OK, OK, v_trip, "",
    "rem.u32 %r2, %t, 5; mov.u32 %r1, 0;\n"
    "LOOP: setp.ge.u32 %p1, %r1, %r2; @%p1 bra END;\n"
    "add.u32 %r1, %r1, 1; bra LOOP;\nEND: bar.sync 0; " STORE },
  { "a barrier behind a loop with two ways out", 32, OK, OK, v_trip, "",
    "rem.u32 %r2, %t, 5; mov.u32 %r1, 0;\n"
    "LOOP: setp.eq.u32 %p1, %r1, %r2; @%p1 bra END;\n"
    "add.u32 %r1, %r1, 1; setp.eq.u32 %p2, %r1, %r2; @%p2 bra END;\n"
    "bra LOOP;\nEND: bar.sync 0; " STORE },
  { "an exit inside a loop inside a branch", 64, OK, OK, v_late, "",
    "setp.ge.u32 %p1, %t, 10; @%p1 bra END; mov.u32 %r2, 0;\n"
    "LOOP: add.u32 %r2, %r2, 1; setp.gt.u32 %p2, %r2, %t; @!%p2 bra LOOP;\n"
    "exit;\nEND: bar.sync 0; mov.u32 %r1, 22; " STORE },
  { HALF_WARP, 32, OK,
    DIV ("in b"), v_1_2, ".func b () { bar.sync 0; ret; }\n",
    "setp.ge.u32 %p1, %t, 16; @%p1 bra HIGH; call b; mov.u32 %r1, 1;\n"
    "bra END; HIGH: bar.sync 0; mov.u32 %r1, 2; END: " STORE },
  { "returns on several paths, then a barrier", 32, OK, OK, v_third,
    ".func (.param .u32 r) f (.param .u32 a) { .reg .u32 %a; .reg .pred %p;\n"
    "ld.param.u32 %a, [a]; setp.eq.u32 %p, %a, 0; @%p bra Z;\n"
    "setp.eq.u32 %p, %a, 1; @%p bra O; st.param.u32 [r], 21; ret;\n"
    "O: st.param.u32 [r], 11; ret; Z: st.param.u32 [r], 1; ret; }\n",
    "rem.u32 %r2, %t, 3; { .param .u32 r; .param .u32 a;\n"
    "st.param.u32 [a], %r2; call (r), f, (a); ld.param.u32 %r1, [r]; }\n"
    "bar.sync 0; " STORE },
  { "an exit in a function", 64, OK, OK, v_late,
    ".func f (.param .u32 a) { .reg .u32 %a; .reg .pred %p;\n"
    "ld.param.u32 %a, [a]; setp.lt.u32 %p, %a, 10; @%p exit; ret; }\n",
    "{ .param .u32 a; st.param.u32 [a], %t; call f, (a); }\n"
    "bar.sync 0; mov.u32 %r1, 22; " STORE },
  { "indirect calls that differ, then a barrier", 32, OK, OK, v_third,
    ".func (.param .u32 r) f0 () { st.param.u32 [r], 1; ret; }\n"
    ".func (.param .u32 r) f1 () { st.param.u32 [r], 11; ret; }\n"
    ".func (.param .u32 r) f2 () { st.param.u32 [r], 21; ret; }\n",
    "P: .callprototype (.param .u32 _) _ ();\n"
    "rem.u32 %r2, %t, 3; mov.u64 %rd1, f0; setp.eq.u32 %p1, %r2, 1;\n"
    "@%p1 mov.u64 %rd1, f1; setp.eq.u32 %p1, %r2, 2; @%p1 mov.u64 %rd1, f2;\n"
    "{ .param .u32 r; call (r), %rd1, (), P; ld.param.u32 %r1, [r]; }\n"
    "bar.sync 0; " STORE },
  { "an indirect call to nothing", 32,
    { VM_ILLEGAL_INSN, "indirect call to 0x2a" },
    { VM_ILLEGAL_INSN, "indirect call to 0x2a" }, NULL, "",
    "P: .callprototype _ ();\nmov.u64 %rd1, 42; call %rd1, (), P; ret;\n" },
  { "brx.idx beyond its table", 32,
    { VM_ILLEGAL_INSN, "brx.idx with index 2" },
    { VM_ILLEGAL_INSN, "brx.idx with index 2" }, NULL, "",
    "T: .branchtargets A, B;\nmov.u32 %r1, 2; brx.idx %r1, T; A: B: ret;\n" },

  { "shfl.sync by all", 32, OK, OK, v_up, "",
    "shfl.sync.up.b32 %r1, %t, 1, 0, 0xffffffff; " STORE },
  { "shfl.sync of the full mask by each half", 32, OK,
    DIV ("shfl.idx.sync 0xffffffff reached by 16 of 32 lanes in k"), v_7, "",
    "setp.ge.u32 %p1, %t, 16; mov.u32 %r2, 7; @%p1 bra HIGH;\n"
    "shfl.sync.idx.b32 %r1, %r2, 3, 31, 0xffffffff; bra END;\n"
    "HIGH: shfl.sync.idx.b32 %r1, %r2, 3, 31, 0xffffffff;\nEND: " STORE },
  { "shfl.sync of its half by each half", 32, OK, OK, v_1_2, "",
    "setp.ge.u32 %p1, %t, 16; @%p1 bra HIGH; mov.u32 %r2, 1;\n"
    "shfl.sync.idx.b32 %r1, %r2, 3, 31, 0x0000ffff; bra END;\n"
    "HIGH: mov.u32 %r2, 2; shfl.sync.idx.b32 %r1, %r2, 19, 31, 0xffff0000;\n"
    "END: " STORE },
  { "shfl.sync by a lane outside its mask", 32,
    { VM_ILLEGAL_INSN, "executed by a lane that is not in its mask 0xfffe" },
    { VM_ILLEGAL_INSN, "executed by a lane that is not in its mask 0xfffe" },
    NULL, "", "shfl.sync.idx.b32 %r1, %t, 0, 31, 0xfffe; ret;\n" },
  { "shfl without .sync by half a warp", 32,
    { VM_OK, "shfl.idx executed by 16 of 32 lanes" },
    DIV ("shfl.idx reached by 16 of 32 lanes in k"), v_7, "",
    "mov.u32 %r1, 7; setp.ge.u32 %p1, %t, 16; @%p1 bra END;\n"
    "shfl.idx.b32 %r1, %r1, 3, 31;\nEND: " STORE },
  { "bar.warp.sync for lanes that never come", 32,
    { VM_DEADLOCK, "lanes 0xffff wait at a warp operation for lanes 0xffffffff in "
      "k, PTX line 11 (bar.warp.sync)" },
    DIV ("bar.warp.sync 0xffffffff reached by 16 of 32 lanes"), NULL, "",
    "setp.ge.u32 %p1, %t, 16; @%p1 bra HIGH;\n"
    "bar.warp.sync 0xffffffff; ret;\nHIGH: bar.sync 0, 32; ret;\n" },
  { "bar.warp.sync and lanes that have ended", 32, OK, OK, v_late, "",
    "setp.lt.u32 %p1, %t, 10; @%p1 exit; bar.warp.sync 0xffffffff;\n"
    "mov.u32 %r1, 22; " STORE },
  { "vote.sync by all", 32, OK, OK, v_16, "",
    "setp.lt.u32 %p1, %t, 16; vote.sync.ballot.b32 %r2, %p1, 0xffffffff;\n"
    "popc.b32 %r1, %r2; " STORE },
  { "vote.sync by halves", 32, OK, OK, v_halves, "",
    "setp.ge.u32 %p1, %t, 16; setp.eq.u32 %p2, %t, %t; @%p1 bra HIGH;\n"
    "vote.sync.ballot.b32 %r1, %p2, 0xffff; bra END;\n"
    "HIGH: vote.sync.ballot.b32 %r1, %p2, 0xffff0000;\nEND: " STORE },
  { "vote.sync.all, .any, .uni", 32, OK, OK, v_7, "",
    "setp.lt.u32 %p1, %t, 32; setp.eq.u32 %p2, %t, 9;\n"
    "vote.sync.all.pred %p3, %p1, 0xffffffff;\n"
    "vote.sync.any.pred %p4, %p2, 0xffffffff;\n"
    "vote.sync.uni.pred %p5, %p1, 0xffffffff;\n"
    "vote.sync.uni.pred %p6, %p2, 0xffffffff;\n"
    "selp.u32 %r1, 1, 0, %p3; @%p4 add.u32 %r1, %r1, 2;\n"
    "@%p5 add.u32 %r1, %r1, 4; @%p6 add.u32 %r1, %r1, 8; " STORE },
  { "vote without .sync in a branch", 32, OK, OK, v_halves, "",
    "setp.ge.u32 %p1, %t, 16; setp.eq.u32 %p2, %t, %t; @%p1 bra HIGH;\n"
    "vote.ballot.b32 %r1, %p2; bra END;\n"
    "HIGH: vote.ballot.b32 %r1, %p2;\nEND: " STORE },
  { "activemask together", 32, OK, OK, v_full, "",
    "activemask.b32 %r1; " STORE },
  { "activemask in a branch", 32, OK, OK, v_halves, "",
    "setp.ge.u32 %p1, %t, 16; @%p1 bra HIGH; activemask.b32 %r1; bra END;\n"
    "HIGH: activemask.b32 %r1;\nEND: " STORE },
  { "match.any", 32, OK, OK, v_same, "",
    "and.b32 %r2, %t, 3; match.any.sync.b32 %r1, %r2, 0xffffffff; " STORE },
  { "match.all", 32, OK, OK, v_full, "",
    "mov.u64 %rd1, 5; match.all.sync.b64 %r1|%p1, %rd1, 0xffffffff;\n"
    "@!%p1 mov.u32 %r1, 3; match.all.sync.b32 %r2|%p2, %t, 0xffffffff;\n"
    "@%p2 mov.u32 %r1, 4; add.u32 %r1, %r1, %r2; " STORE },
  { "redux by all", 32, OK, OK, v_warp_sum, "",
    "redux.sync.add.u32 %r1, %t, 0xffffffff; " STORE },
  { "redux by halves", 32, OK, OK, v_half_sum, "",
    "setp.ge.u32 %p1, %t, 16; @%p1 bra HIGH;\n"
    "redux.sync.add.s32 %r1, %t, 0xffff; bra END;\n"
    "HIGH: redux.sync.add.s32 %r1, %t, 0xffff0000;\nEND: " STORE },
  { "redux by a half for all", 32,
    { VM_DEADLOCK, "wait at a warp operation for lanes 0xffffffff" },
    DIV ("redux.add.sync 0xffffffff reached by 16 of 32 lanes"), NULL, "",
    "setp.ge.u32 %p1, %t, 16; @%p1 bra HIGH;\n"
    "redux.sync.add.u32 %r1, %t, 0xffffffff; ret;\n"
    "HIGH: bar.sync 0, 32; ret;\n" },
  { "a barrier for more threads than there are", 32,
    { VM_DEADLOCK, "bar.sync 2 waits for 64 threads, and the block has 32" },
    { VM_DEADLOCK, "bar.sync 2 waits for 64 threads, and the block has 32" },
    NULL, "", "bar.sync 2, 64; ret;\n" },
  { "a barrier for a warp of which the block has a part", 20, OK, OK, v_7, "",
    "mov.u32 %r1, 7; bar.sync 2, 32; " STORE },
  { "elect.sync", 32, OK, OK, v_elect, "",
    "elect.sync _|%p1, 0xffffffff; selp.u32 %r1, 1, 0, %p1; " STORE },
  { "masks that differ inside a warp", 32, OK, OK, v_halves, "",
    "setp.ge.u32 %p1, %t, 16; selp.u32 %r2, 0xffff0000, 0xffff, %p1;\n"
    "setp.eq.u32 %p2, %t, %t; vote.sync.ballot.b32 %r1, %p2, %r2; " STORE },

  { "a lock that lanes take in turn", 64, OK,
    { VM_TIMEOUT, "keep the rest of their warp waiting" }, v_64, ".global .u32 lock, count;\n",
    "mov.u64 %rd1, lock; mov.u64 %rd2, count;\n"
    "SPIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0;\n"
    "@%p1 bra SPIN; ld.volatile.global.u32 %r3, [%rd2];\n"
    "add.u32 %r3, %r3, 1; st.volatile.global.u32 [%rd2], %r3; membar.gl;\n"
    "atom.global.exch.b32 %r4, [%rd1], 0; bar.sync 0;\n"
    "ld.volatile.global.u32 %r1, [%rd2]; " STORE },
  { "a lock that one lane of each warp takes", 256, OK, OK, v_7,
    ".global .u32 lock, count;\n",
    "mov.u64 %rd1, lock; mov.u64 %rd2, count; and.b32 %r2, %t, 31;\n"
    "setp.ne.u32 %p1, %r2, 0; @%p1 bra DONE;\n"
    "SPIN: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p1, %r2, 0;\n"
    "@%p1 bra SPIN; ld.volatile.global.u32 %r3, [%rd2];\n"
    "add.u32 %r3, %r3, 1; st.volatile.global.u32 [%rd2], %r3; membar.gl;\n"
    "atom.global.exch.b32 %r4, [%rd1], 0;\n"
    "DONE: bar.sync 0; ld.volatile.global.u32 %r1, [%rd2];\n"
    "sub.u32 %r1, %r1, 1; " STORE },
  { "lanes that wait for the last one", 32, OK,
    { VM_TIMEOUT, "time limit" }, v_7, ".shared .u32 flag;\n",
    "setp.eq.u32 %p1, %t, 31; @%p1 bra SET;\n"
    "WAIT: ld.volatile.shared.u32 %r1, [flag]; setp.eq.u32 %p2, %r1, 0;\n"
    "@%p2 bra WAIT; bra END;\n"
    "SET: mov.u32 %r1, 7; st.volatile.shared.u32 [flag], %r1;\nEND: " STORE },
  { "a warp that waits for another one", 64, OK, OK, v_7,
    ".shared .u32 flag;\n",
    "setp.ge.u32 %p1, %t, 32; @%p1 bra SET;\n"
    "WAIT: nanosleep.u32 100; ld.volatile.shared.u32 %r1, [flag];\n"
    "setp.eq.u32 %p2, %r1, 0; @%p2 bra WAIT; bra END;\n"
    "SET: mov.u32 %r1, 7; st.volatile.shared.u32 [flag], %r1;\nEND: " STORE },
  { "lanes that barrier while others compute", 32, OK, OK, v_32,
    ".shared .u32 s;\n",
    "setp.lt.u32 %p1, %t, 5; mov.u32 %r2, 0; @!%p1 bra ADD;\n"
    "LOOP: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 30000;\n"
    "@%p2 bra LOOP;\nADD: red.shared.add.u32 [s], 1; bar.sync 0;\n"
    "ld.shared.u32 %r1, [s]; " STORE },
  { "trap in one lane", 32, { VM_TRAP, "thread (9,0,0)" },
    { VM_TRAP, "thread (9,0,0)" }, NULL, "",
    "setp.eq.u32 %p1, %t, 9; @%p1 trap; bar.sync 0; ret;\n" },
  { "lane numbers", 96, OK, OK, v_lane, "",
    "mov.u32 %r1, %laneid; " STORE }
};

static void
run_case (const struct test_case *c, unsigned model, const struct verdict *want)
{
  static char ptx[16384];
  uint32_t v[256];
  unsigned bad = 0;
  struct vm_options o = options (model);
  announce (c->name);
  if (want->result == VM_TIMEOUT)
    o.time_limit = 0.05;
  memset (v, 0, sizeof v);
  snprintf (ptx, sizeof ptx, "%s%s%s%s}\n", HEADER, c->functions,
	    KERNEL_BEGIN, c->body);
  enum vm_result r = run_once (&o, ptx, 1, c->threads, v, sizeof v);
  check (r == want->result, "%s (%s): %s, not %s", c->name, model_name[model],
	 vm_result_name (r), vm_result_name (want->result));
  if (want->report)
    check (reported (want->report), "%s (%s): no report of `%s'", c->name,
	   model_name[model], want->report);
  else
    check (reports.n == 0, "%s (%s): %u reports", c->name, model_name[model],
	   reports.n);
  if ((r != want->result || !want->report) && reports.n)
    show_reports ();
  if (want->report && !reported (want->report))
    show_reports ();
  if (r != VM_OK)
    return;
  for (unsigned i = 0; i < c->threads; i++)
    if (v[i] != c->value (i) && bad++ == 0)
      printf ("  [%u] is 0x%x, not 0x%x\n", i, v[i], c->value (i));
  check (bad == 0, "%s (%s): %u of %u values", c->name, model_name[model], bad,
	 c->threads);
}

/* How many instructions the warps execute for lanes that take a lock in turn: not so
   many that a program which GCC compiles for chips before Volta seems to hang, where a
   lane that has the lock waits for those that want it.  */

static void
test_turns (void)
{
  static const char *const targets[] = { "sm_35", "sm_90" };
  const struct test_case *c = cases;
  while (strcmp (c->name, "a lock that lanes take in turn") != 0)
    c++;
  for (unsigned i = 0; i < 2; i++)
    {
      static char ptx[4096];
      uint32_t v[64] = { 0 };
      struct machine m;
      struct vm_stats stats;
      struct vm_options o = options (VM_VOLTA);
      o.stats = true;
      o.time_limit = 20;
      o.native = VM_NATIVE_OFF;
      snprintf (ptx, sizeof ptx, ".version 6.0\n.target %s\n.address_size 64\n%s%s%s}\n",
		targets[i], c->functions, KERNEL_BEGIN, c->body);
      if (!machine_load (&m, &o, ptx))
	{
	  check (false, "turns, %s: %s", targets[i], last_message);
	  continue;
	}
      enum vm_result r = machine_run (&m, "k", 1, 64, 0, v, sizeof v, 1);
      vm_get_stats (m.vm, &stats);
      check (r == VM_OK && v[0] == 64, "turns, %s: %s, %u", targets[i],
	     vm_result_name (r), v[0]);
      check (stats.warp_insns < 64 * 400, "turns, %s: %llu instructions", targets[i],
	     (unsigned long long) stats.warp_insns);
      machine_free (&m);
    }
}

int
main (void)
{
  test_random ();
  if (!on_gpu)
    test_turns ();
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
      if (!on_gpu || (cases[k].volta.result == VM_OK && !cases[k].volta.report
		      && strcmp (cases[k].name, HALF_WARP) != 0))
	run_case (&cases[k], VM_VOLTA, &cases[k].volta);
      if (!on_gpu)
	run_case (&cases[k], VM_PASCAL, &cases[k].pascal);
    }
  return finish_tests ();
}
