/* What a GPU makes of the instructions that are approximations: lines "INSTRUCTION
   OPERAND RESULT", in bits, for the model in vm/run/exec-float.c to be compared with.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "../vm-test.h"

#define N 2048

static uint32_t
operand (unsigned k)
{
  static const uint32_t special[] = {
    0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3fc90fdb, 0x40490fdb,
    0x40c90fdb, 0x3f490fdb
  };
  const unsigned n = sizeof special / sizeof *special;
  static uint64_t x = 0x9e3779b97f4a7c15;
  if (k < n)
    return special[k];
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  uint32_t r = (uint32_t) (x >> 32);
  /* Half of them of a size between 2^-12 and 2^20.  */
  if (k % 2)
    r = (r & 0x807fffff) | (115 + (uint32_t) x % 32) << 23;
  return r;
}

int
main (void)
{
  static const char *const insns[] = {
    "sin.approx.f32", "cos.approx.f32", "ex2.approx.f32", "lg2.approx.f32",
    "rcp.approx.f32", "rsqrt.approx.f32", "sqrt.approx.f32", "tanh.approx.f32",
    "sin.approx.ftz.f32", "cos.approx.ftz.f32", "ex2.approx.ftz.f32"
  };
  struct vm_options o;
  vm_options_init (&o);
  o.memory = 16 << 20;
  for (size_t k = 0; k < sizeof insns / sizeof *insns; k++)
    {
      char ptx[1500];
      static uint32_t v[N], x[N];
      snprintf (ptx, sizeof ptx, HEADER
		".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
		".reg .u64 %%b; .reg .u32 %%i, %%j; .reg .f32 %%f;\n"
		"ld.param.u64 %%b, [buf]; mov.u32 %%i, %%tid.x; mov.u32 %%j,"
		" %%ctaid.x; mad.lo.u32 %%i, %%j, 32, %%i;\n"
		"mad.wide.u32 %%b, %%i, 4, %%b; ld.global.f32 %%f, [%%b];\n"
		"%s %%f, %%f; st.global.f32 [%%b], %%f; ret;\n}\n", insns[k]);
      for (unsigned i = 0; i < N; i++)
	v[i] = x[i] = operand (i);
      if (run_once (&o, ptx, N / 32, 32, v, sizeof v) != VM_OK)
	return 1;
      for (unsigned i = 0; i < N; i++)
	printf ("%s %08x %08x\n", insns[k], x[i], v[i]);
    }
  return 0;
}
