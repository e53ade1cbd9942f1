/* Tests of native code: memory that a loop goes on to access without a look.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Native code keeps, of what it accesses in loops, where memory is valid (windows, of
   native/prelude.h).  Each loop here works with valid memory for a while, and then with
   what is next to it: memory, reports and executed instructions must be the same as lane by
   lane.  */

#include "vm-once.h"

/* `buf' has 16384 bytes.  %i counts from 0; %a is an address.  */
#define LOOP(NAME, BEFORE, TURN, N)					\
  { NAME, BEFORE, TURN "add.u32 %i, %i, 1; setp.lt.u32 %p, %i, " #N ";\n" }
#define MALLOC(TO, N) "call (" TO "), get, (" #N ");\n"
#define FREE(P) "call drop, (" P ");\n"
#define UP(STEP) "add.u64 %a, %a, " #STEP ";\n"

static const struct row
{
  const char *name, *before, *turn;
} rows[] = {
  LOOP ("4 bytes, up", "", "st.global.u32 [%a], %i; " UP (4), 4200),
  LOOP ("8 bytes, up", "", "st.u64 [%a+8], %v; " UP (8), 2200),
  LOOP ("2 bytes, up, far from each other", "", "st.u16 [%a], %i; " UP (166), 200),
  LOOP ("1 byte, up", "", "ld.u8 %x, [%a]; add.u32 %s, %s, %x; " UP (1), 16500),
  LOOP ("4 bytes and 1, up", "",
	"st.u32 [%a], %i; ld.u8 %x, [%a]; add.u32 %s, %s, %x; " UP (4), 4200),
  LOOP ("4 bytes, down", "add.u64 %a, %base, 16380;\n",
	"ld.global.u32 %x, [%a]; add.u32 %s, %s, %x; " UP (-4), 4200),
  LOOP ("8 bytes, down by 200", "add.u64 %a, %base, 16376;\n",
	"ld.u64 %v, [%a]; cvt.u32.u64 %x, %v; add.u32 %s, %s, %x; " UP (-200), 90),
  LOOP ("columns, and past the end", "mov.u32 %x, 0;\n",
	"st.u32 [%a], %i; add.u64 %a, %a, 512; add.u32 %x, %x, 1;"
	" setp.eq.u32 %q, %x, 32; selp.u64 %b, 16380, 0, %q; sub.u64 %a, %a, %b;"
	" selp.u32 %x, 0, %x, %q;\n", 4200),
  LOOP ("aligned, and then not", "",
	"st.u32 [%a], %i; setp.eq.u32 %q, %i, 300; selp.u64 %b, 6, 4, %q;"
	" add.u64 %a, %a, %b;\n", 600),
  LOOP ("an end within 16 bytes", MALLOC ("%a", 1003),
	"st.u8 [%a], %i; " UP (1), 1100),
  LOOP ("an end within 16 bytes, 4 at a time", MALLOC ("%a", 1001),
	"st.u32 [%a], %i; " UP (4), 300),
  LOOP ("one memory after another", MALLOC ("%c", 4096),
	"st.u32 [%a], %i; xor.b64 %d, %base, %c; xor.b64 %a, %a, %d;\n"
	"and.b32 %x, %i, 1; setp.eq.u32 %q, %x, 1; selp.u64 %b, 4, 0, %q;"
	" add.u64 %a, %a, %b;\n", 3000),
  LOOP ("memory that is freed meanwhile", MALLOC ("%a", 4096) "mov.u64 %c, %a;\n",
	"st.u32 [%a], %i; " UP (4) "setp.ne.u32 %q, %i, 500;\n@%q bra L1;\n"
	FREE ("%c") "L1:\n", 900),
  LOOP ("shared memory, up", "mov.u64 %a, A; cvta.shared.u64 %a, %a;\n",
	"st.u32 [%a], %i; " UP (4), 400),
  LOOP ("shared memory, down", "mov.u64 %a, B+396; cvta.shared.u64 %a, %a;\n",
	"ld.u32 %x, [%a]; add.u32 %s, %s, %x; " UP (-4), 200),
  LOOP ("shared memory, 2 bytes, to an end within 8",
	"mov.u64 %a, D+2; cvta.shared.u64 %a, %a;\n", "st.u16 [%a], %i; " UP (2), 400),
  LOOP ("shared memory of the compiler's, up", "mov.u64 %a, __P; cvta.shared.u64 %a, %a;\n",
	"st.u32 [%a], %i; " UP (4), 400),
  LOOP ("shared memory as global", "mov.u64 %a, A; cvta.shared.u64 %a, %a;\n",
	"ld.u32 %x, [%a]; setp.lt.u32 %q, %i, 100;\n@%q bra L1;\n"
	"ld.global.u32 %x, [%a];\nL1: add.u32 %s, %s, %x; ", 200),
  LOOP ("constant memory, written in the end", "mov.u64 %a, K; cvta.const.u64 %a, %a;\n",
	"ld.u32 %x, [%a]; add.u32 %s, %s, %x; " UP (4)
	"setp.lt.u32 %q, %i, 90;\n@%q bra L1;\nst.u32 [%a], %x;\nL1:", 99),
  LOOP ("an atomic operation of one lane", "",
	"@%one atom.add.u32 %x, [%a], 3; " UP (4), 4200),
  LOOP ("a lock of one lane", "",
	"@%one atom.exch.b32 %x, [%a], 3; " UP (4), 4200),
  LOOP ("what is allocated in the loop", MALLOC ("%a", 800) "mov.u64 %c, %a;\n",
	"st.u32 [%a], %i; " UP (4) "setp.ne.u32 %q, %i, 100;\n@%q bra L1;\n"
	MALLOC ("%a", 404) FREE ("%c") "L1:\n", 250),
};

static const char begin[] = HEADER
  ".extern .func (.param .u64 p) malloc (.param .u64 n);\n"
  ".extern .func free (.param .u64 p);\n"
  ".const .align 4 .b8 K[400];\n"
  /* Memory that one lane has allocated for all of its warp, and frees for them.  */
  ".shared .align 8 .b8 S[64];\n"
  ".func (.param .u64 p) get (.param .u64 n)\n{\n"
  ".reg .u64 %n, %p, %s; .reg .u32 %l, %y; .reg .pred %one;\n"
  "ld.param.u64 %n, [n]; mov.u32 %l, %laneid; setp.eq.u32 %one, %l, 5;\n"
  "mov.u32 %y, %tid.y; mov.u64 %s, S; mad.wide.u32 %s, %y, 8, %s;\n"
  "@!%one bra L;\n"
  "{ .param .u64 a; .param .u64 r; st.param.u64 [a], %n;"
  " call (r), malloc, (a); ld.param.u64 %p, [r]; }\n"
  "st.shared.u64 [%s], %p;\n"
  "L: bar.warp.sync -1; ld.shared.u64 %p, [%s]; st.param.u64 [p], %p; ret;\n}\n"
  ".func drop (.param .u64 p)\n{\n"
  ".reg .u64 %p; .reg .u32 %l; .reg .pred %one;\n"
  "ld.param.u64 %p, [p]; mov.u32 %l, %laneid; setp.eq.u32 %one, %l, 5;\n"
  "@!%one bra L;\n"
  "{ .param .u64 a; st.param.u64 [a], %p; call free, (a); }\n"
  "L: bar.warp.sync -1; ret;\n}\n"
  ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
  ".shared .align 4 .b8 A[1000]; .shared .align 4 .b8 B[400]; .shared .align 2 .b8 D[301];\n"
  ".shared .align 8 .b8 __P[256];\n"
  ".reg .u64 %base, %a, %b, %c, %d, %v; .reg .u32 %i, %x, %s, %l;"
  " .reg .pred %p, %q, %one;\n"
  "ld.param.u64 %base, [buf]; mov.u64 %a, %base; mov.u32 %i, 0;\n"
  "mov.u32 %s, 0; mov.u64 %v, 77; mov.u32 %x, 0;\n"
  "mov.u32 %l, %laneid; setp.eq.u32 %one, %l, 5;\n";
static const char end[] = "@%p bra L0;\nst.global.u32 [%base], %s;\nret;\n}\n";

/* A block of less memory than was there before, at the same place.  */
static void
smaller_again (void)
{
  static const char text[] = HEADER
    ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
    ".reg .u64 %a; .reg .u32 %i, %n; .reg .pred %p;\n"
    "ld.param.u64 %a, [buf]; ld.param.u32 %n, [n]; mov.u32 %i, 0;\n"
    "L: st.global.u32 [%a], %i; add.u64 %a, %a, 4; add.u32 %i, %i, 1;"
    " setp.lt.u32 %p, %i, %n;\n@%p bra L;\nret;\n}\n";
  const unsigned one[3] = { 1, 1, 1 }, warp[3] = { 32, 1, 1 };
  struct vm_options o = options ();
  struct machine m;
  o.uniform = VM_UNIFORM_ALWAYS;
  o.native = VM_NATIVE_ALWAYS;
  if (!machine_load (&m, &o, text))
    {
      check (false, "less memory: %s", last_message);
      return;
    }
  struct vm_kernel *k = vm_module_kernel (m.module, "k");
  struct { uint64_t p; uint32_t n, pad; } params = { 0, 252, 0 };
  uint64_t first = params.p = vm_alloc (m.vm, 1008, "large");
  reports.n = 0;
  check (vm_launch (m.vm, k, one, warp, 0, &params, sizeof params, NULL) == VM_OK,
	 "less memory: before");
  vm_free (m.vm, params.p);
  /* What is freed is not used again at once.  */
  for (int i = 0; i < 200000; i++)
    {
      params.p = vm_alloc (m.vm, 1000, "small");
      if (params.p == first)
	break;
      vm_free (m.vm, params.p);
    }
  check (params.p == first, "less memory: not at the same place");
  check (vm_launch (m.vm, k, one, warp, 0, &params, sizeof params, NULL)
	 == VM_ILLEGAL_ADDRESS && reported ("past the end of `small'"),
	 "less memory: not reported");
  machine_free (&m);
}

int
main (void)
{
  static struct outcome once;
  static char text[1 << 13];
  start ();
  native = VM_NATIVE_ALWAYS;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    {
      const struct row *r = &rows[k];
      struct vm_options o = variant_options (&variants[0]);
      snprintf (text, sizeof text, "%s%sL0:\n%s%s", begin, r->before, r->turn, end);
      check (same (r->name, &o, text, 2, variants[0].block, &once), "%s: not the same",
	     r->name);
      if (!once.stats.native)
	{
	  printf ("SKIP: there is no gcc here\n");
	  skipped++;
	  return finish_tests ();
	}
      check (once.result != VM_OK, "%s: nothing reported", r->name);
    }
  smaller_again ();
  return finish_tests ();
}
