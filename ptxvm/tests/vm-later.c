/* Test of functions that are translated when they are first called.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Functions are translated when they are first called, unless there may be
   something to complain of: that is said when the module is loaded.  */

#include "vm-int.h"
#include "vm-test.h"

#define FUNC(NAME, BODY) \
  ".visible .func (.param .u32 out) " NAME " (.param .u32 in)\n{\n" \
  ".reg .u32 %r<9>; .reg .u64 %rd<9>; .reg .u16 %h<4>; .reg .f32 %f<4>;\n" \
  ".reg .pred %p<4>;\nld.param.u32 %r0, [in];\n" \
  BODY "\nst.param.u32 [out], %r0;\nret;\n}\n"

#define CALL(NAME) "call (%r1), " NAME ", (%r1);\n"

/* A kernel that calls FIRST for the whole warp, and second for some lanes
   where CTAID is 1.  */
static const char calls[] = HEADER
  ".global .u32 var = 5;\n"
  FUNC ("first", "add.u32 %r0, %r0, 1;")
  FUNC ("second", "mul.lo.u32 %r0, %r0, 3;")
  FUNC ("third", "atom.global.add.u32 %r0, [var], 1;")
  KERNEL_BEGIN
  "mov.u32 %r1, %t;\n" CALL ("first")
  "mov.u32 %r2, %ctaid.x;\nsetp.ne.u32 %p1, %r2, 1;\n@%p1 bra $end;\n"
  "setp.gt.u32 %p2, %t, 7;\n@%p2 bra $end;\n" CALL ("second")
  "$end:\nst.global.u32 [%addr], %r1;\nret;\n}\n";

static struct vfunc *
find (struct machine *m, const char *name)
{
  for (uint32_t k = 0; k < m->module->n_funcs; k++)
    if (!strcmp (m->module->funcs[k]->name, name))
      return m->module->funcs[k];
  return NULL;
}

/* Check that those of calls that are translated are what WANT names by their
   first letters.  */
static void
check_ready (struct machine *m, const char *want, const char *when)
{
  static const char *const names[] = { "k", "first", "second", "third" };
  char is[5] = "";
  for (int i = 0; i < 4; i++)
    if (find (m, names[i])->ready)
      strncat (is, names[i], 1);
  check (!strcmp (is, want), "%s, `%s' are translated, not `%s'", when, is,
	 want);
}

static void
test_calls (const struct vm_options *o)
{
  struct machine m;
  uint32_t buf[32] = { 0 };
  if (!machine_load (&m, o, calls))
    {
      check (false, "not loaded: %s", last_message);
      return;
    }
  /* With --initcheck all are.  */
  bool all = m.vm->opt.initcheck;
  check_ready (&m, all ? "kfst" : "", "when loaded");
  check (machine_run (&m, "k", 1, 32, 0, buf, sizeof buf, 0) == VM_OK
	 && buf[9] == 10, "one block: %u", buf[9]);
  check_ready (&m, all ? "kfst" : "kf", "after one block");
  check (machine_run (&m, "k", 2, 32, 0, buf, sizeof buf, 0) == VM_OK,
	 "two blocks");
  check_ready (&m, all ? "kfst" : "kfs", "after two blocks");
  const struct vm_kernel_info *i
    = vm_kernel_get_info (vm_module_kernel (m.module, "third"));
  check (i->n_regs > 0, "a function has %u registers", i->n_regs);
  check_ready (&m, "kfst", "after a question");
  machine_free (&m);
}

/* What makes a function wrong though nothing calls it.  */
static const struct { const char *body, *message; } wrong[] = {
  { "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;", "does not have" },
  { "cvt.foo.u32.u16 %r0, %h1;", "has a modifier" },
  { "atom.add.u32 %r0, [in], 1;", "atomic operation in .local" },
  { ".local .u32 l;\natom.add.u32 %r0, [l], 1;", "atomic operation in .local" },
  { "mov.u64 %rd1, in;\natom.cas.local.b32 %r0, [%rd1], 1, 2;",
    "atomic operation in .local" },
  { "atom.param.add.u32 %r0, [%rd1], 1;", "atomic operation in .local" },
  { ".reg .b32 %b;\ncvt.rn.f16x2.e4m3x2 %b, %h1;", "does not have" },
  { "lop3.b32 %r0, %r1, %r2, %r3, %r4;", "needs a constant table" },
  { ".local .align 65536 .b8 l[8];", "alignment of 65536 bytes" },
  { "alloca.u64 %rd1, %rd2, 3;", "the alignment of `alloca'" },
  { "redux.sync.min.f32 %f1, %f2, -1;", "does not have" },
};

/* What can be translated, and needs no call for that to be known; and what is
   translated at once, as more than GCC writes.  */
static const struct { bool later; const char *body; } fine[] = {
  { true, "ld.global.v2.u32 {%r1, %r2}, [%rd1+8];" },
  { true, "st.shared.v4.f32 [%rd1], {%f0, %f1, %f2, %f3};" },
  { true, "mov.u64 %rd1, first;\nmov.u64 %rd2, var;" },
  { true, "mov.u64 %rd1, %clock64;\nmov.u32 %r1, %tid.x;" },
  { true, "setp.lt.and.f32 %p1, %f1, 0f3f800000, !%p2;" },
  { true, "selp.u32 %r1, 1, 2, %p1;\nset.eq.u32.f32 %r1, %f1, %f2;" },
  { true, "cvt.rzi.s32.f32 %r1, %f1;\ncvt.u8.u32 %r2, %r1;" },
  { true, "cvta.global.u64 %rd1, var;\ncvta.to.shared.u64 %rd1, %rd1;" },
  { true, "shfl.sync.idx.b32 %r1|%p1, %r2, 0, 31, -1;" },
  { true, "vote.sync.ballot.b32 %r1, !%p1, -1;\nbar.sync 0;\nmembar.gl;" },
  { true, "mad.wide.u32 %rd1, %r1, 4, %rd2;\ndiv.rn.f32 %f1, %f2, %f3;" },
  { true, "and.pred %p1, %p2, !%p3;\nnot.b64 %rd1, %rd2;\ntrap;\nexit;" },
  { true, "@%p1 call (%r1), first, (%r1);\n{\n.param .u32 a;\n.param .u32 b;\n"
    "st.param.u32 [a], 3;\ncall (b), first, (a);\nld.param.u32 %r1, [b];\n}" },
  { true, ".local .align 16 .b8 l[64];\nmov.u64 %rd1, l;\n"
    "ld.local.u8 %h1, [l+3];" },
  { true, "red.shared.max.s32 [%rd1+4], %r1;\natom.exch.b64 %rd1, [%rd2], 0;" },
  { false, "add.cc.u32 %r1, %r2, %r3;" },
  { false, ".reg .f16 %x;\nadd.f16 %x, %x, %x;" },
  { false, ".reg .f16 %x;\nsetp.lt.f16 %p1, %x, %x;" },
  { false, "add.rz.f32 %f1, %f2, %f3;" },
  { false, "ld.u32 %r1, [64];" },
};

/* The module that has a function with BODY, and a kernel that does not call
   it.  */
static bool
load_body (struct machine *m, const struct vm_options *o, const char *body)
{
  static const char head[] = HEADER ".global .u32 var = 5;\n"
			     FUNC ("first", "");
  static const char frame[] = FUNC ("other", "@@");
  static const char tail[] = KERNEL_BEGIN "ret;\n}\n";
  const char *at = strstr (frame, "@@");
  char text[4096];
  snprintf (text, sizeof text, "%s%.*s%s%s%s", head, (int) (at - frame), frame,
	    body, at + 2, tail);
  return machine_load (m, o, text);
}

static void
test_bodies (const struct vm_options *o)
{
  struct machine m;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      bool loaded = load_body (&m, o, wrong[i].body);
      check (!loaded, "%s: is loaded", wrong[i].body);
      check (strstr (last_message, "other: ")
	     && strstr (last_message, wrong[i].message), "%s: `%s'",
	     wrong[i].body, last_message);
      if (loaded)
	machine_free (&m);
    }
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
    {
      if (!load_body (&m, o, fine[i].body))
	{
	  check (false, "%s: %s", fine[i].body, last_message);
	  continue;
	}
      struct vfunc *f = find (&m, "other");
      check (f->ready == (!fine[i].later || m.vm->opt.initcheck),
	     "%s: translated %s", fine[i].body, f->ready ? "at once" : "later");
      func_ready (f);
      check (f->n_code > 0, "%s: no code", fine[i].body);
      machine_free (&m);
    }
}

int
main (void)
{
  struct vm_options o;
  vm_options_init (&o);
  o.sm = 90;
  test_calls (&o);
  test_bodies (&o);
  o.threads = 4;
  test_calls (&o);
  return finish_tests ();
}
