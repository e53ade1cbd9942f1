/* Tests of the PTX machine: counts by source line, for --profile.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <fcntl.h>
#include <unistd.h>

#include "simt/profile/profile-rows.h"
#include "vm-test.h"

/* Lanes part at lines 11 and 16 in the first warp of a block, and at line 20 in each;
   line 14 is for 8 lanes of a block, line 16 calls for lane 3 alone, which ends there,
   and line 19 is a loop of 5.  */
static const char ptx[] = HEADER ".file 1 \"%s\"\n"
  ".func helper (.param .u32 a)\n{ .reg .u32 %%x; .loc 1 30 1\n"
  " ld.param.u32 %%x, [a]; exit;\n}\n"
  ".func unused ()\n{ .loc 1 40 1\n ret;\n}\n"
  ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"
  ".reg .u64 %%base, %%addr; .reg .u32 %%t, %%i, %%r<9>; .reg .pred %%p<9>;\n"
  "T: .branchtargets EVEN, ODD;\n"
  ".loc 1 10 1\n ld.param.u64 %%base, [buf]; mov.u32 %%t, %%tid.x;"
  " mad.wide.u32 %%addr, %%t, 4, %%base; setp.lt.u32 %%p1, %%t, 8;\n"
  ".loc 1 11 1\n @%%p1 bra SMALL;\n"
  ".loc 1 12 1\n st.global.u32 [%%addr], 1;\n"
  ".loc 1 13 1\n bra END;\n"
  "SMALL:\n.loc 1 14 1\n ld.global.v2.u32 {%%r1, %%r2}, [%%base];\n"
  "END:\n.loc 1 15 1\n setp.eq.u32 %%p2, %%t, 3; @%%p2 st.u32 [%%addr], 2;\n"
  ".loc 1 16 1\n @%%p2 call helper, (%%t);\n"
  ".loc 1 17 1\n atom.global.add.u32 %%r3, [%%base], 1;\n"
  ".loc 1 18 1\n mov.u32 %%i, 0;\n"
  "AGAIN:\n.loc 1 19 1\n add.u32 %%i, %%i, 1; setp.lt.u32 %%p3, %%i, 5;"
  " @%%p3 bra AGAIN;\n"
  ".loc 1 20 1\n and.b32 %%r4, %%t, 1; brx.idx %%r4, T;\n"
  "EVEN:\n.loc 1 21 1\n mov.u32 %%r5, 0; bra OUT;\n"
  "ODD:\n.loc 1 22 1\n mov.u32 %%r5, 1;\n"
  "OUT:\n.loc 1 23 1\n ret;\n}\n";

/* Two blocks of two warps.  */
static const struct
{
  unsigned line;
  const char *function;
  uint64_t executed, insns, lanes, read, written, splits;
} want[] =
{
  { 10, "k", 128, 16, 512, 0, 0, 0 },
  { 11, "k", 128, 4, 128, 0, 0, 2 },
  { 12, "k", 112, 4, 112, 0, 448, 0 },
  { 13, "k", 112, 4, 112, 0, 0, 0 },
  { 14, "k", 16, 2, 16, 128, 0, 0 },
  { 15, "k", 128, 8, 130, 0, 8, 0 },
  { 16, "k", 2, 4, 2, 0, 0, 2 },
  { 17, "k", 126, 4, 126, 504, 504, 0 },
  { 18, "k", 126, 4, 126, 0, 0, 0 },
  { 19, "k", 630, 60, 1890, 0, 0, 0 },
  { 20, "k", 126, 8, 252, 0, 0, 4 },
  { 21, "k", 64, 8, 128, 0, 0, 0 },
  { 22, "k", 62, 4, 62, 0, 0, 0 },
  { 23, "k", 126, 4, 126, 0, 0, 0 },
  { 30, "helper", 2, 4, 4, 0, 0, 0 },
  { 40, "unused", 0, 0, 0, 0, 0, 0 }
};

static const struct { const char *name; enum vm_model model; } models[] =
{
  { "volta", VM_VOLTA }, { "pascal", VM_PASCAL },
  { "pascal-shared", VM_PASCAL_SHARED }
};

static const char *const uniforms[] = { "off", "on", "always" };

/* Run the kernel as MODEL and UNIFORM say, twice, from a file of that name, with
   THREADS host threads.  */
static void
run (unsigned model, unsigned uniform, unsigned threads, bool race)
{
  char file[64], text[8192];
  struct vm_options o;
  vm_options_init (&o);
  o.profile = true;
  o.memory = 64 << 20;
  o.time_limit = 60;
  o.model = models[model].model;
  o.uniform = (enum vm_uniform) uniform;
  o.threads = threads;
  o.race = race;
  snprintf (file, sizeof file, "%s-%s-%u%s.c", models[model].name,
	    uniforms[uniform], threads, race ? "-race" : "");
  snprintf (text, sizeof text, ptx, file);
  for (int k = 0; k < 2; k++)
    {
      uint32_t buf[64] = { 0 };
      enum vm_result r = run_once (&o, text, 2, 64, buf, sizeof buf);
      check (r == VM_OK, "%s: %s", file, vm_result_name (r));
    }
}

static const struct simt_profile_row *
find (const struct simt_profile *p, const char *file, const char *function,
      unsigned line)
{
  for (size_t k = 0; k < p->n; k++)
    if (p->rows[k].place.line == line
	&& !strcmp (p->rows[k].place.path, file)
	&& !strcmp (p->rows[k].place.function, function))
      return &p->rows[k];
  return NULL;
}

static void
compare (const struct simt_profile *p, const char *file)
{
  size_t rows = 0;
  for (size_t k = 0; k < p->n; k++)
    rows += !strcmp (p->rows[k].place.path, file);
  check (rows == sizeof want / sizeof want[0], "%s: %zu lines", file, rows);
  for (size_t k = 0; k < sizeof want / sizeof want[0]; k++)
    {
      const struct simt_profile_row *r
	= find (p, file, want[k].function, want[k].line);
      check (r && r->code && r->executed == 2 * want[k].executed
	     && r->insns == 2 * want[k].insns
	     && r->slots == 2 * 32 * want[k].insns
	     && r->lanes == 2 * want[k].lanes && r->read == 2 * want[k].read
	     && r->written == 2 * want[k].written
	     && r->splits == 2 * want[k].splits,
	     "%s:%u: executed %llu, instructions %llu, lanes %llu, read %llu, "
	     "written %llu, splits %llu", file, want[k].line,
	     r ? (unsigned long long) r->executed : 0,
	     r ? (unsigned long long) r->insns : 0,
	     r ? (unsigned long long) r->lanes : 0,
	     r ? (unsigned long long) r->read : 0,
	     r ? (unsigned long long) r->written : 0,
	     r ? (unsigned long long) r->splits : 0);
    }
  const struct simt_profile_row *k = find (p, file, "k", 10);
  const struct simt_profile_row *h = find (p, file, "helper", 30);
  const struct simt_profile_row *u = find (p, file, "unused", 40);
  check (k && k->starts && k->calls == 256 && h && h->starts && h->calls == 4
	 && u && u->starts && u->calls == 0, "%s: functions", file);
}

int
main (void)
{
  static const struct simt_kernel_words words = { "", "", "", "instructions" };
  static const struct simt_tool tool
    = { .name = "test", .prefix = "TEST", .kernel_words = &words };
  char name[] = "/tmp/vm-profile.XXXXXX", why[200];
  struct simt_profile p;
  int fd = mkstemp (name);
  unsetenv ("PTXVM_UNIFORM");
  check (fd >= 0 && setenv ("TEST_PROFILE_RESULTS", name, 1) == 0
	 && simt_profile_init (&tool, true, why, sizeof why), "start");
  for (unsigned m = 0; m < 3; m++)
    for (unsigned u = 0; u < 3; u++)
      {
	run (m, u, 1, false);
	run (m, u, 4, false);
      }
  run (0, 1, 1, true);
  simt_profile_end (-1);
  check (simt_profile_read (name, &p), "read");
  for (unsigned m = 0; m < 3; m++)
    for (unsigned u = 0; u < 3; u++)
      for (unsigned t = 1; t <= 4; t += 3)
	{
	  char file[64];
	  snprintf (file, sizeof file, "%s-%s-%u.c", models[m].name, uniforms[u],
		    t);
	  compare (&p, file);
	}
  compare (&p, "volta-on-1-race.c");
  simt_profile_free (&p);
  close (fd);
  unlink (name);
  return finish_tests ();
}
