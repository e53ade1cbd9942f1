/* Random kernels: 32 lanes beside one.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A warp that is whole goes through handlers of its own, which hand results
   on in vector registers and treat rows of memory as one; a warp with a mask
   through others, and a single lane through an interpreter of its own.  Here
   random kernels run in each of these ways, and with the handlers for each
   kind of processor, and must leave the same memory behind.  The single lane
   is right by vm-semantics.c.  */

#include "vm-test.h"

#define N_KERNELS 150
#define IN_BYTES 8192
#define ROW 256			/* Bytes that a store has for its lanes.  */
#define N_ROWS 12
#define BYTES (IN_BYTES + N_ROWS * ROW)

static uint64_t state;

static unsigned
rnd (unsigned n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (state >> 33) % n;
}

static char text[65536];
static size_t length;

static void __attribute__ ((format (printf, 1, 2)))
put (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  length += (size_t) vsnprintf (text + length, sizeof text - length, fmt, ap);
  va_end (ap);
}

/* U, D, F, G: a register of 32 and 64 bits, .f32, .f64; P a predicate; I a
   small constant.  The first is the destination.  */
static const char *const ops[] = {
  "add.u32 U, U, U", "add.u32 U, U, I", "sub.u32 U, U, U", "sub.u32 U, U, I",
  "mul.lo.u32 U, U, U", "mul.lo.u32 U, U, I", "mad.lo.u32 U, U, U, U",
  "mad.lo.u32 U, U, I, U", "and.b32 U, U, U", "and.b32 U, U, I",
  "or.b32 U, U, U", "xor.b32 U, U, U", "not.b32 U, U", "neg.s32 U, U",
  "shl.b32 U, U, U", "shl.b32 U, U, I", "shr.u32 U, U, I", "shr.s32 U, U, U",
  "shr.s32 U, U, I", "shr.u32 U, U, U", "min.u32 U, U, U", "min.s32 U, U, U",
  "max.u32 U, U, U", "max.s32 U, U, I", "mov.u32 U, U", "mov.b64 D, D",
  "add.u64 D, D, D", "add.u64 D, D, I", "sub.u64 D, D, D",
  "mul.lo.u64 D, D, D", "mul.lo.u64 D, D, I", "mad.lo.u64 D, D, D, D",
  "mad.lo.u64 D, D, I, D", "mul.wide.u32 D, U, U", "mul.wide.u32 D, U, I",
  "mul.wide.s32 D, U, U", "mul.wide.s32 D, U, I", "mad.wide.u32 D, U, U, D",
  "mad.wide.u32 D, U, I, D", "mad.wide.s32 D, U, U, D",
  "mad.wide.s32 D, U, I, D", "and.b64 D, D, D", "or.b64 D, D, D",
  "xor.b64 D, D, D", "not.b64 D, D", "neg.s64 D, D", "shl.b64 D, D, U",
  "shl.b64 D, D, I", "shr.u64 D, D, U", "shr.u64 D, D, I", "shr.s64 D, D, U",
  "cvt.u64.u32 D, U", "cvt.s64.s32 D, U", "cvt.u32.u64 U, D",
  "add.f32 F, F, F", "sub.f32 F, F, F", "mul.f32 F, F, F",
  "div.rn.f32 F, F, F", "fma.rn.f32 F, F, F, F", "neg.f32 F, F",
  "abs.f32 F, F", "min.f32 F, F, F", "max.f32 F, F, F", "add.f64 G, G, G",
  "sub.f64 G, G, G", "mul.f64 G, G, G", "div.rn.f64 G, G, G",
  "fma.rn.f64 G, G, G, G", "neg.f64 G, G", "abs.f64 G, G",
  "mul.f32 F, F, 0f3f000000", "add.f64 G, G, 0d3ff8000000000000",
  "fma.rn.f64 G, G, 0d4000000000000000, G", "cvt.rn.f32.s32 F, U",
  "cvt.f64.f32 G, F", "setp.lt.u32 P, U, U", "setp.ge.s32 P, U, I",
  "setp.ne.s64 P, D, D", "setp.gt.u64 P, D, D", "setp.eq.u32 P, U, U",
  "setp.le.f32 P, F, F", "setp.neu.f64 P, G, G", "setp.nan.f32 P, F, F",
  "setp.ltu.f64 P, G, G", "setp.num.f64 P, G, G", "setp.gtu.f32 P, F, F",
  "selp.b32 U, U, U, P", "selp.b64 D, D, D, P", "@P add.u32 U, U, U",
  "@!P xor.b64 D, D, D", "and.pred P, P, P", "not.pred P, P"
};

static const char *
reg_prefix (char c)
{
  return c == 'U' ? "u" : c == 'D' ? "d" : c == 'F' ? "f" : c == 'G' ? "g" : "p";
}

/* Print OP with registers chosen; often the one that was written last.  */
static void
put_op (const char *op)
{
  static char last;
  static unsigned last_no;
  char kind = 0;
  unsigned no = 0;
  bool first = true;
  for (; *op; op++)
    {
      bool reg = *op && strchr ("UDFGP", *op) != NULL;
      if (*op == 'I')
	put ("%u", rnd (70));
      else if (!reg)
	put ("%c", *op);
      else
	{
	  bool guard = op[-1] == '@' || op[-1] == '!';
	  unsigned k = rnd (5);
	  if (!first && *op == last && rnd (100) < 60)
	    k = last_no;
	  put ("%%%s%u", reg_prefix (*op), k);
	  if (first && !guard)
	    {
	      first = false;
	      kind = *op, no = k;
	    }
	}
    }
  put (";\n");
  last = kind, last_no = no;
}

static const struct { char kind; unsigned size; const char *type; } mem[] = {
  { 'U', 4, "u32" }, { 'D', 8, "u64" }, { 'F', 4, "f32" }, { 'G', 8, "f64" },
  { 'U', 1, "u8" }, { 'U', 1, "s8" }, { 'U', 2, "u16" }, { 'U', 2, "s16" }
};

/* %a = the address of the lane's element in a row of elements of SIZE bytes
   at OFFSET: in a row, scattered, or one for all.  */
static void
put_address (unsigned size, unsigned offset, unsigned how)
{
  if (how == 0)
    put ("mad.wide.u32 %%a, %%t, %u, %%in;\n", size);
  else if (how == 1)
    put ("mul.lo.u32 %%x, %%t, 7; and.b32 %%x, %%x, 31;"
	 " mad.wide.u32 %%a, %%x, %u, %%in;\n", size);
  else if (how == 2)
    put ("mov.u64 %%a, %%in;\n");
  else
    put ("and.b32 %%x, %%u%u, 511; mad.wide.u32 %%a, %%x, %u, %%in;\n",
	 rnd (5), size);
  put ("add.u64 %%a, %%a, %u;\n", offset);
}

static void
put_load (void)
{
  unsigned k = rnd (8), size = mem[k].size;
  const char *space = rnd (2) ? ".global" : "";
  put_address (size, rnd (128) * size, rnd (4));
  put ("ld%s.%s %%%s%u, [%%a+%u];\n", space, mem[k].type,
       reg_prefix (mem[k].kind), rnd (5), rnd (20) * size);
}

static void
put_store (unsigned row)
{
  unsigned k = rnd (8), size = mem[k].size;
  if (mem[k].kind == 'G')
    put ("setp.nan.f64 %%p4, %%g1, %%g1;"
	 " selp.f64 %%g1, 0d7ff8000000000000, %%g1, %%p4;\n");
  put_address (size, IN_BYTES + row * ROW, rnd (2));
  put ("st%s.%s [%%a], %%%s%u;\n", rnd (2) ? ".global" : "",
       size == 1 ? "u8" : size == 2 ? "u16" : mem[k].type,
       reg_prefix (mem[k].kind), mem[k].kind == 'G' ? 1 : rnd (5));
}

static void
make_kernel (uint64_t seed)
{
  state = seed * 0x9e3779b97f4a7c15u + 1;
  length = 0;
  put (HEADER ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
       ".reg .u64 %%in, %%a, %%d<5>; .reg .u32 %%t, %%x, %%y, %%k, %%u<5>;\n"
       ".reg .f32 %%f<5>; .reg .f64 %%g<5>; .reg .pred %%q, %%p<5>;\n"
       "ld.param.u64 %%in, [buf]; mov.u32 %%x, %%ntid.x;"
       " mov.u32 %%y, %%ctaid.x; mov.u32 %%t, %%tid.x;\n"
       "mad.lo.u32 %%t, %%x, %%y, %%t; mov.u32 %%k, 0;\n");
  for (unsigned i = 0; i < 5; i++)
    put ("add.u32 %%u%u, %%t, %u; cvt.u64.u32 %%d%u, %%u%u;"
	 " cvt.rn.f32.u32 %%f%u, %%t; cvt.f64.f32 %%g%u, %%f%u;"
	 " setp.gt.u32 %%p%u, %%t, %u;\n", i, rnd (1000), i, i, i, i, i, i,
	 rnd (40));
  put ("LOOP:\n");
  unsigned row = 0;
  for (unsigned i = 0; i < 60; i++)
    if (rnd (8) == 0)
      put_load ();
    else if (rnd (10) == 0 && row < N_ROWS)
      put_store (row++);
    else
      put_op (ops[rnd (sizeof ops / sizeof *ops)]);
  put ("add.u32 %%k, %%k, 1; setp.lt.u32 %%q, %%k, 3;\n@%%q bra LOOP;\n"
       "ret;\n}\n");
}

static void
fill (uint8_t *buf)
{
  uint64_t x = 12345;
  for (unsigned i = 0; i < BYTES; i++)
    {
      x = x * 6364136223846793005u + 1442695040888963407u;
      buf[i] = i < IN_BYTES ? (uint8_t) (x >> 56) : 0;
    }
}

static bool
same (const uint8_t *a, const uint8_t *b, unsigned *where)
{
  for (*where = 0; *where < BYTES; ++*where)
    if (a[*where] != b[*where])
      return false;
  *where = 0;
  return true;
}

static int
compare_all (const char *isa)
{
  for (unsigned k = 0; k < N_KERNELS; k++)
    {
      struct vm_options o;
      struct machine m;
      static uint8_t one[BYTES], all[BYTES], some[BYTES], few[BYTES];
      unsigned at = 0;
      vm_options_init (&o);
      o.memory = 64 << 20;
      make_kernel (k);
      if (!machine_load (&m, &o, text))
	{
	  check (false, "kernel %u: %s", k, last_message);
	  continue;
	}
      fill (one), fill (all), fill (some), fill (few);
      enum vm_result r1 = machine_run (&m, "k", 32, 1, 0, one, BYTES, 0);
      enum vm_result r2 = machine_run (&m, "k", 1, 32, 0, all, BYTES, 0);
      bool ok = same (one, all, &at);
      check (r1 == VM_OK && r2 == VM_OK && ok,
	     "%s, kernel %u: one lane and 32: %s, %s, offset %u: %u, %u", isa,
	     k, vm_result_name (r1), vm_result_name (r2), at, one[at],
	     all[at]);
      r1 = machine_run (&m, "k", 27, 1, 0, some, BYTES, 0);
      r2 = machine_run (&m, "k", 1, 27, 0, few, BYTES, 0);
      ok = same (some, few, &at);
      check (r1 == VM_OK && r2 == VM_OK && ok,
	     "%s, kernel %u: one lane and 27: %s, %s, offset %u: %u, %u", isa,
	     k, vm_result_name (r1), vm_result_name (r2), at, some[at],
	     few[at]);
      machine_free (&m);
    }
  return finish_tests ();
}

/* Print a sum of what each of N kernels leaves, part by part, for another machine to
   be compared with.  */
static int
print_sums (unsigned n)
{
  for (unsigned k = 0; k < n; k++)
    for (unsigned block = 32; block >= 27; block -= 5)
      {
	struct vm_options o;
	static uint8_t buf[BYTES];
	vm_options_init (&o);
	o.memory = 64 << 20;
	make_kernel (k);
	fill (buf);
	enum vm_result r = run_once (&o, text, 1, block, buf, BYTES);
	printf ("kernel %u, %u lanes: %s", k, block,
		r == VM_OK ? "sums" : "failed");
	for (unsigned row = 0; row < N_ROWS; row++)
	  {
	    uint32_t sum = 0;
	    for (unsigned i = 0; i < ROW; i++)
	      sum = sum * 31 + buf[IN_BYTES + row * ROW + i];
	    printf (" %x", sum);
	  }
	putchar ('\n');
      }
  return 0;
}

int
main (int argc, char **argv)
{
  static const char *const isa[] = { "base", "avx2", "avx512" };
  unsigned sum[3] = { 0, 0, 0 };
  if (argc > 2 && strcmp (argv[1], "sums") == 0)
    return print_sums ((unsigned) atoi (argv[2]));
  if (argc > 1 || on_gpu)
    return compare_all (on_gpu ? "GPU" : argv[1]);
  /* Which handlers are used is chosen when a program starts.  */
  for (unsigned k = 0; k < 3; k++)
    {
      char command[4096], line[256];
      unsigned p, f, s;
      bool counted = false;
      snprintf (command, sizeof command, "PTXVM_LANES=%s '%s' %s", isa[k],
		argv[0], isa[k]);
      FILE *in = popen (command, "r");
      while (in && fgets (line, sizeof line, in))
	if (sscanf (line, "%u passed, %u failed, %u skipped", &p, &f, &s) == 3)
	  {
	    counted = true;
	    sum[0] += p, sum[1] += f, sum[2] += s;
	  }
	else
	  fputs (line, stdout);
      if (!in || (pclose (in) != 0 && (!counted || f == 0)) || !counted)
	{
	  printf ("FAIL: %s\n", command);
	  sum[1]++;
	}
    }
  printf ("%u passed, %u failed, %u skipped\n", sum[0], sum[1], sum[2]);
  return sum[1] != 0;
}
