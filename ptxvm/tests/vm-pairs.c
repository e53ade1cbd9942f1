/* Tests of the PTX machine: operations that a uniform warp does in pairs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each row of vm/code/pair-ops.def is compiled into a kernel, which must have the pair in
   its plan and do the same with it as lane by lane.  */

#include "vm-test.h"

#include "code/uniform.h"

#define WORDS 1024

/* PTX for each operation that is in a pair, on the same registers: what the first
   one writes, the second one reads where it can.  */
#define PTX_mov_4 "mov.u32 %b, %a;"
#define PTX_mov_8 "mov.b64 %d, %x;"
#define PTX_movi_4 "mov.u32 %b, 77;"
#define PTX_movi_8 "mov.u64 %k, 24;"
#define PTX_cvt_s64_s32 "cvt.s64.s32 %j, %a;"
#define PTX_cvt_u64_u32 "cvt.u64.u32 %j, %a;"
#define PTX_cvt_u32_u64 "cvt.u32.u64 %a, %h;"
#define PTX_shl_b64_i "shl.b64 %k, %j, 3;"
#define PTX_shl_b32_i "shl.b32 %b, %a, 2;"
#define PTX_shr_u32_i "shr.u32 %a, %a, 1;"
#define PTX_shr_u64_i "shr.u64 %h, %d, 3;"
#define PTX_and_b32_i "and.b32 %a, %a, 15;"
#define PTX_mulw_s32_i "mul.wide.s32 %k, %a, 8;"
#define PTX_mulw_u32_i "mul.wide.u32 %k, %a, 8;"
#define PTX_mul_u32 "mul.lo.u32 %b, %b, %a;"
#define PTX_add_u32 "add.u32 %b, %b, %a;"
#define PTX_add_u32_i "add.u32 %a, %a, 1;"
#define PTX_add_u64 "add.u64 %at, %base, %k;"
#define PTX_add_u64_i "add.u64 %d, %d, 8;"
#define PTX_ld_generic_u32 "ld.u32 %b, [%at+8];"
#define PTX_ld_generic_u64 "ld.b64 %x, [%at+8];"
#define PTX_ld_shared_u64 "ld.shared.b64 %d, [%zero+8];"
#define PTX_st_generic_u32 "st.u32 [%out], %b;"
#define PTX_st_generic_u64 "st.b64 [%out], %x;"
#define PTX_fma_f64 "fma.rn.f64 %y, %x, %z, %y;"
#define PTX_fma_f64_i "fma.rn.f64 %x, %x, 0d4008000000000000, %z;"
#define PTX_fma_f32 "fma.rn.f32 %f, %b, %g, %f;"
#define PTX_mul_f64 "mul.f64 %x, %x, %z;"
#define PTX_add_f64 "add.f64 %y, %y, %x;"
#define PTX_sub_f64 "sub.f64 %y, %y, %z;"
#define PTX_div_f64 "div.rn.f64 %y, %y, %z;"
#define PTX_neg_f64 "neg.f64 %x, %x;"
#define PTX_setp_eq_u32 "setp.eq.u32 %p, %a, %c;"
#define PTX_setp_ne_u32 "setp.ne.u32 %p, %a, %c;"
#define PTX_setp_gt_s32 "setp.gt.s32 %p, %c, %a;"
#define PTX_setp_lt_s32 "setp.lt.s32 %p, %a, %c;"
#define PTX_setp_le_u32 "setp.le.u32 %p, %a, %c;"
#define PTX_setp_eq_u32_i "setp.eq.u32 %p, %a, 3;"
#define PTX_setp_ne_u32_i "setp.ne.u32 %p, %a, 3;"
#define PTX_setp_gt_u32_i "setp.gt.u32 %p, %a, 3;"
#define PTX_setp_le_u32_i "setp.le.u32 %p, %a, 3;"
#define PTX_setp_eq_u64 "setp.eq.u64 %p, %d, %e;"
#define PTX_setp_ne_u64 "setp.ne.u64 %p, %d, %e;"
#define PTX_setp_eq_u64_i "setp.eq.u64 %p, %d, 24;"
#define PTX_setp_ne_u64_i "setp.ne.u64 %p, %d, 24;"

static const struct row
{
  const char *name, *body;
  unsigned op;
} rows[] = {
#define PAIR(A, B) { #A " and " #B, PTX_##A PTX_##B, OP_##A##__##B },
#define PAIR_TEST(A, B)							\
  { #A " and " #B, PTX_##A PTX_##B "@%p bra L1; add.u32 %s, %s, %c; L1:", \
    OP_##A##__##B##_bra },
#define PAIR_BRA(A)							\
  { #A " and a branch", PTX_##A "bra L1; L2: bra L3; L1: add.u32 %s, %s, 1;" \
    "bra L2; L3:", OP_##A##__bra },
#include "code/pair-ops.def"
#define GUARD(NAME, TEST, ATOM, SIZE)					\
  { NAME, "mov.u32 %t, %laneid; setp." TEST "; " ATOM, OP_guard_add_##SIZE },
  GUARD ("one lane adds a constant", "eq.u32 %p, %t, 5",
	 "@%p atom.add.u32 %b, [%at+8], 3;", 4)
  GUARD ("one lane adds 64 bits", "ne.u32 %p, %t, 5",
	 "@!%p atom.add.u64 %h, [%at+8], %z;", 8)
  GUARD ("one lane adds a constant of 64 bits", "eq.u32 %p, %t, 31",
	 "@%p atom.add.u64 %x, [%at+8], -1;", 8)
  GUARD ("one lane adds its own value", "eq.u32 %p, %t, 7",
	 "@%p atom.add.u32 %b, [%at+8], %t;", 4)
  GUARD ("two lanes add", "lt.u32 %p, %t, 2",
	 "@%p atom.add.u32 %b, [%at+8], %t;", 4)
  GUARD ("no lane adds", "gt.u32 %p, %t, 40",
	 "@%p atom.add.u32 %b, [%at+8], 3;", 4)
  GUARD ("all lanes add", "lt.u32 %p, %t, 40",
	 "@%p atom.add.u32 %b, [%at+8], 3;", 4)
  GUARD ("one lane adds to shared memory", "eq.u32 %p, %t, 5",
	 "cvta.shared.u64 %j, %zero; @%p atom.add.u32 %b, [%j], %a;", 4)
};

/* Six turns, with another value of %a and %d in each; then all registers to memory:
   to place %t, which is each lane's own where lanes have values of their own.  */
static const char begin[] = HEADER
  ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
  ".shared .align 8 .b8 S[64];\n"
  ".reg .b32 %a, %b, %c, %i, %s, %t, %f, %g; .reg .pred %p;\n"
  ".reg .b64 %base, %at, %out, %own, %d, %e, %h, %j, %k, %x, %y, %z, %zero;\n"
  "ld.param.u64 %base, [buf]; ld.param.u32 %t, [n];\n"
  "add.u32 %a, %t, -2; add.u32 %b, %t, 3; add.u32 %c, %t, 1;\n"
  "cvt.rn.f32.u32 %f, %t; mov.b32 %g, %f; mov.u32 %i, 0; mov.u32 %s, 0;\n"
  "cvt.rn.f64.u32 %x, %t; mov.b64 %y, %x; add.f64 %z, %x, %x;\n"
  "mov.u64 %d, 0; mov.u64 %e, 24; mov.u64 %h, 5; mov.u64 %j, 1;\n"
  "mov.u64 %k, 16; mov.u64 %zero, S; mov.u64 %at, %base;\n"
  "add.u64 %out, %base, 512;\n"
  "L0:\n";
static const char turn[] =
  "\nadd.u32 %a, %a, 1; add.u64 %d, %d, 8; add.u32 %s, %s, %b;\n"
  "add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 6; @%p bra L0;\n";
static const char end[] =
  "mad.wide.u32 %own, %t, 96, %base;\n"
  "add.u64 %own, %own, 1024;\n"
  "ld.b64 %e, [%out]; st.u64 [%own], %e; st.u64 [%own+8], %d;\n"
  "st.u64 [%own+16], %h; st.u64 [%own+24], %j; st.u64 [%own+32], %k;\n"
  "st.b64 [%own+40], %x; st.b64 [%own+48], %y; st.u32 [%own+56], %a;\n"
  "st.u32 [%own+60], %b; st.u32 [%own+64], %s; st.b32 [%own+68], %f;\n"
  "sub.u64 %at, %at, %base; st.u64 [%own+72], %at;\n"
  "ret;\n}\n";

static struct vm_options
options (enum vm_uniform uniform)
{
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 64 << 20;
  o.time_limit = 20;
  o.threads = 1;
  o.uniform = uniform;
  return o;
}

/* Run the kernel TEXT into BUF, and set *FOUND if its plan has the operation OP.  */
static bool
run (enum vm_uniform uniform, const char *text, unsigned op, uint32_t *buf,
     bool *found)
{
  struct vm_options o = options (uniform);
  struct machine m;
  for (unsigned i = 0; i < WORDS; i++)
    buf[i] = 0x3ff00000u + i;
  if (!machine_load (&m, &o, text))
    {
      printf ("  %s\n", last_message);
      return false;
    }
  bool ok = machine_run (&m, "k", 1, 32, 0, buf, 4 * WORDS, 3) == VM_OK;
  const struct vfunc *f = vm_module_kernel (m.module, "k")->func;
  const struct uniform_plan *plan = uniform_plan_of (f);
  *found = false;
  for (uint32_t k = 0; plan && plan->useful && k < f->n_code; k++)
    *found |= plan->code[k].op == op;
  machine_free (&m);
  return ok;
}

int
main (void)
{
  static uint32_t each[WORDS], once[WORDS];
  static char text[1 << 14];
  bool found;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    {
      const struct row *r = &rows[k];
      snprintf (text, sizeof text, "%s%s%s%s%s", begin, r->body, turn,
		r->op >= OP_guard_add_4 ? "mov.u32 %t, %tid.x;\n"
		: "mov.u32 %t, 0;\n", end);
      check (run (VM_UNIFORM_OFF, text, r->op, each, &found) && !found,
	     "%s: does not run lane by lane", r->name);
      check (run (VM_UNIFORM_ALWAYS, text, r->op, once, &found),
	     "%s: does not run", r->name);
      check (found, "%s: no pair in the plan", r->name);
      check (!memcmp (each, once, sizeof each), "%s: not the same once",
	     r->name);
    }
  return finish_tests ();
}
