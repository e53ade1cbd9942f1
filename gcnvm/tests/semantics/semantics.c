/* What instructions compute, against a reference.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Usage: semantics [--row=NAME] [--cpu=NAME] [--seed=N] [--programs=N]
		    [--random=N] [--required=FILE] [--no-avx2] [--uninit]
		    [--native [--first]]
   Each row of the table that the reference knows is executed in each of its
   forms, with random operands and edge values; then --random programs of many
   rows.  Registers, SCC, VCC, EXEC, MODE, LDS and memory are compared.  FILE
   lists rows that must have been tested, one a line.  With --native, all rows are
   executed once more by native code, many in one program, since each program is
   compiled; --first ends that with the first program that is wrong.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sem.h"

static const char *only_row;
static enum gcn_cpu only_cpu;
static uint64_t seed = 1;
static unsigned programs = 1, random_programs = 40;
static bool no_avx2, uninit, native, only_first;
static unsigned passed, failed;
static uint8_t tested[GCN_N_OPS];	/* Bits of processors.  */

/* Rows that cannot stand in a straight line, or that special programs test.  */

static bool
left_out_p (enum gcn_op op)
{
  const struct gcn_row *r = &gcn_rows[op];
  if (r->flags & GCN_F_ATOM
      && (r->s[1] == GCN_T_f32 || r->s[1] == GCN_T_f64
	  || strstr (r->name, "_f32") || strstr (r->name, "_f64")))
    return true;
  switch (op)
    {
    case GCN_OP_s_endpgm: case GCN_OP_s_endpgm_saved: case GCN_OP_s_setpc_b64:
    case GCN_OP_s_swappc_b64: case GCN_OP_s_movrels_b32:
    case GCN_OP_s_movrels_b64: case GCN_OP_s_movreld_b32:
    case GCN_OP_s_movreld_b64:
      return true;
    default:
      return false;
    }
}

/* MODE as GCC's kernels have it: to nearest, denormals kept, DX10_CLAMP and
   IEEE.  The machine has quicker ways for it.  */
enum { USUAL_MODE = 0x3f0 };

/* Every rounding, what is done with denormals, DX10_CLAMP and IEEE.  */

static uint32_t
random_mode (struct sem_random *r)
{
  uint32_t round = sem_one_in (r, 2) ? 0 : sem_below (r, 16);
  return round | sem_below (r, 64) << 4;
}

static void
make_program (struct sem_random *r, struct sem_program *p, enum gcn_op op,
	      enum gcn_cpu cpu, enum gcn_form form)
{
  unsigned n = 12;
  bool branch = gcn_rows[op].flags & GCN_F_BRANCH;
  p->n = 0;
  for (unsigned i = 0; i < n; i++)
    {
      sem_add (r, p, op, cpu, form);
      if (branch)
	sem_add (r, p, GCN_OP_s_add_u32, cpu, GCN_E32);
    }
  sem_fix_branches (r, p, cpu);
}

/* Tests row OP in FORM.  False if the machine does not have it.  */

static bool
test_form (struct sem_machine *m, unsigned cpu, enum gcn_op op,
	   enum gcn_form form)
{
  static const char *const forms[] = { "e32", "e64", "sdwa", "dpp" };
  struct sem_random r = { seed * 1000003 + op * 4 + form };
  /* Scalar ones do not have the values of 64 lanes.  */
  unsigned n = programs * (gcn_rows[op].enc <= GCN_ENC_SOPK ? 4 : 1);
  for (unsigned i = 0; i < n; i++)
    {
      struct sem_program p;
      char text[600];
      make_program (&r, &p, op, sem_cpus[cpu], form);
      if (!p.n)
	{
	  printf ("FAIL: %s, %s, %s: no instruction could be made\n",
		  gcn_rows[op].name, forms[form], sem_cpu_names[cpu]);
	  failed++;
	  return true;
	}
      uint32_t mode = (i + op + seed) % 2 ? random_mode (&r) : USUAL_MODE;
      int result = sem_compare (m, &p, mode, sem_next (&r), text, sizeof text);
      if (result < 0)
	{
	  printf ("  %s\nFAIL: %s, %s, %s\n", text, gcn_rows[op].name,
		  forms[form], sem_cpu_names[cpu]);
	  failed++;
	  return false;
	}
      if (!result)
	{
	  printf ("FAIL: %s, %s, %s\n", gcn_rows[op].name, forms[form],
		  sem_cpu_names[cpu]);
	  failed++;
	  return true;
	}
    }
  passed++;
  return true;
}

static void
test_rows (struct sem_machine *m, unsigned cpu)
{
  for (unsigned op = 0; op < GCN_N_OPS; op++)
    {
      if ((only_row && strcmp (only_row, gcn_rows[op].name) != 0)
	  || left_out_p (op) || !ref_has (op, sem_cpus[cpu]))
	continue;
      for (unsigned form = 0; form < 4; form++)
	if (sem_form_p (op, sem_cpus[cpu], form) && test_form (m, cpu, op, form))
	  tested[op] |= sem_cpus[cpu];
    }
}

/* The written programs, each in several modes and with several values.  */

static void
test_special (struct sem_machine *m, unsigned cpu)
{
  struct sem_random r = { seed + 99 };
  for (unsigned i = 0; i < sem_n_special; i++)
    {
      struct sem_program p;
      char text[600];
      if (!sem_special_p (i, sem_cpus[cpu]))
	continue;
      const char *name = sem_special (i, sem_cpus[cpu], sem_shared (m), &p);
      int result = p.n ? 1 : 0;
      for (unsigned k = 0; k < 4 && result == 1; k++)
	{
	  uint32_t mode = random_mode (&r) | 1 << 9;
	  result = sem_compare (m, &p, mode, sem_next (&r), text,
				sizeof text);
	}
      if (result == 1)
	{
	  passed++;
	  continue;
	}
      if (result < 0)
	printf ("  %s\n", text);
      printf ("FAIL: %s, %s\n", name, sem_cpu_names[cpu]);
      failed++;
    }
}

/* Programs of rows that test_rows has found in the machine.  */

static void
test_random (struct sem_machine *m, unsigned cpu)
{
  struct sem_random r = { seed * 7919 + cpu };
  for (unsigned i = 0; i < random_programs; i++)
    {
      struct sem_program p;
      char text[600];
      p.n = 0;
      while (p.n < 40)
	{
	  enum gcn_op op = sem_below (&r, GCN_N_OPS);
	  unsigned form = sem_below (&r, 4);
	  if (!(tested[op] & sem_cpus[cpu]) || !sem_form_p (op, sem_cpus[cpu], form))
	    continue;
	  sem_add (&r, &p, op, sem_cpus[cpu], form);
	}
      sem_fix_branches (&r, &p, sem_cpus[cpu]);
      uint32_t mode = i % 2 ? random_mode (&r) : USUAL_MODE;
      int result = sem_compare (m, &p, mode, sem_next (&r), text, sizeof text);
      if (result == 1)
	{
	  passed++;
	  continue;
	}
      if (result < 0)
	printf ("  %s\n", text);
      printf ("FAIL: random program %u, %s\n", i, sem_cpu_names[cpu]);
      failed++;
    }
}

/* Whether native code would be left at row OP, and not be entered again.  */

static bool
leaves_native_p (enum gcn_op op)
{
  const struct gcn_row *r = &gcn_rows[op];
  return (r->flags & GCN_F_MOVREL || strncmp (r->name, "s_setreg", 8) == 0
	  || (r->enc == GCN_ENC_SMEM && r->flags & GCN_F_ATOM));
}

/* Whether sem_compare finds P right in MODE, and both M and PLAIN, which has no
   native code, have counted the same.  */

static bool
native_right_p (struct sem_machine *m, struct sem_machine *plain,
		const struct sem_program *p, uint32_t mode, uint32_t values)
{
  char text[600];
  int result = sem_compare (m, p, mode, values, text, sizeof text);
  if (result < 0)
    printf ("  %s\n", text);
  sem_compare (plain, p, mode, values, text, sizeof text);
  struct gcnvm_stats a = sem_stats (m), b = sem_stats (plain);
  if (a.insns == b.insns && a.vector_insns == b.vector_insns
      && a.lanes == b.lanes)
    return result == 1;
  printf ("  %llu, %llu, %llu instructions, vector instructions, lanes, not "
	  "%llu, %llu, %llu\n", (unsigned long long) a.insns,
	  (unsigned long long) a.vector_insns, (unsigned long long) a.lanes,
	  (unsigned long long) b.insns, (unsigned long long) b.vector_insns,
	  (unsigned long long) b.lanes);
  return false;
}

/* Each row that test_rows has found in the machine, in each form, N times; between them
   what GCC emits.  */

static void
test_native (unsigned cpu, unsigned n)
{
  struct sem_machine *m = sem_open (sem_cpus[cpu], no_avx2, uninit, true);
  struct sem_machine *plain = sem_open_beside (m, no_avx2, uninit);
  struct sem_random r = { seed * 104729 + cpu };
  struct sem_program p = { .n = 0 };
  unsigned made = 0, ends = GCN_N_OPS * 4;
  for (unsigned k = 0; k < n * ends; k++)
    {
      enum gcn_op op = k % ends / 4;
      if (tested[op] & sem_cpus[cpu] && !leaves_native_p (op)
	  && sem_form_p (op, sem_cpus[cpu], k % 4))
	{
	  sem_add (&r, &p, op, sem_cpus[cpu], k % 4);
	  if (sem_one_in (&r, 4))
	    sem_idiom (&r, &p, sem_cpus[cpu]);
	}
      if (p.n < 40 && k + 1 < n * ends)
	continue;
      sem_fix_branches (&r, &p, sem_cpus[cpu]);
      made++;
      /* The cache has it from the second time on.  */
      bool right = true;
      for (unsigned i = 0; i < 6 && right; i++)
	right = native_right_p (m, plain, &p, USUAL_MODE, sem_next (&r));
      if (right)
	passed++;
      else
	{
	  printf ("FAIL: native program %u, %s\n", made, sem_cpu_names[cpu]);
	  failed++;
	  if (only_first)
	    break;
	}
      p.n = 0;
    }
  uint64_t natives = sem_stats (m).native;
  if (natives < made)
    {
      printf ("FAIL: %u of %u programs were native code, %s\n",
	      (unsigned) natives, made, sem_cpu_names[cpu]);
      failed++;
    }
  sem_close (plain);
  sem_close (m);
}

/* Each row that FILE lists must have been tested where it exists.  */

static void
check_required (const char *name)
{
  char line[100];
  FILE *f = fopen (name, "r");
  if (!f)
    {
      printf ("FAIL: %s cannot be read\n", name);
      failed++;
      return;
    }
  while (fgets (line, sizeof line, f))
    {
      line[strcspn (line, " \t\n")] = 0;
      if (!line[0] || line[0] == '#')
	continue;
      unsigned op = 0;
      while (op < GCN_N_OPS && strcmp (gcn_rows[op].name, line) != 0)
	op++;
      unsigned all = 0;
      for (unsigned k = 0; sem_cpus[k]; k++)
	all |= sem_cpus[k];
      unsigned want = op < GCN_N_OPS ? gcn_rows[op].gens & all : all;
      if (op == GCN_N_OPS
	  || ((tested[op] & want) != want && !left_out_p (op)))
	{
	  printf ("FAIL: %s has no test\n", line);
	  failed++;
	}
      else
	passed++;
    }
  fclose (f);
}

static bool
value_of (const char *arg, const char *name, const char **value)
{
  size_t n = strlen (name);
  if (strncmp (arg, name, n) != 0 || arg[n] != '=')
    return false;
  *value = arg + n + 1;
  return true;
}

int
main (int argc, char **argv)
{
  const char *v, *required = NULL;
  for (int i = 1; i < argc; i++)
    if (value_of (argv[i], "--row", &v))
      only_row = v;
    else if (value_of (argv[i], "--cpu", &v) && gcn_cpu_by_name (v))
      only_cpu = gcn_cpu_by_name (v);
    else if (value_of (argv[i], "--seed", &v))
      seed = strtoull (v, NULL, 0);
    else if (value_of (argv[i], "--programs", &v))
      programs = strtoul (v, NULL, 0);
    else if (value_of (argv[i], "--random", &v))
      random_programs = strtoul (v, NULL, 0);
    else if (value_of (argv[i], "--required", &v))
      required = v;
    else if (strcmp (argv[i], "--no-avx2") == 0)
      no_avx2 = true;
    else if (strcmp (argv[i], "--uninit") == 0)
      uninit = true;
    else if (strcmp (argv[i], "--native") == 0)
      native = true;
    else if (strcmp (argv[i], "--first") == 0)
      only_first = true;
    else
      {
	fprintf (stderr, "semantics: unknown option '%s'\n", argv[i]);
	return 2;
      }
  if (!programs)
    {
      fprintf (stderr, "semantics: --programs must be 1 or more\n");
      return 2;
    }
  for (unsigned cpu = 0; sem_cpus[cpu]; cpu++)
    {
      if (only_cpu && only_cpu != sem_cpus[cpu])
	continue;
      struct sem_machine *m = sem_open (sem_cpus[cpu], no_avx2, uninit,
					false);
      test_rows (m, cpu);
      if (!only_row)
	{
	  test_special (m, cpu);
	  test_random (m, cpu);
	}
      sem_close (m);
      if (native)
	test_native (cpu, programs);
    }
  if (required)
    check_required (required);
  printf ("%u passed, %u failed, 0 skipped\n", passed, failed);
  return failed != 0;
}
