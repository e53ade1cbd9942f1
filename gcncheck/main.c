/* gcncheck: static checks over assembled amdgcn code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "fix.h"

#ifndef PACKAGE_VERSION
# define PACKAGE_VERSION "unknown"
#endif
#ifndef BUGURL
# define BUGURL ""
#endif

static const char usage[] =
"Usage: gcncheck [OPTION]... FILE...\n"
"       gcncheck --fix [--checks=LIST] [--tasks] FILE -o OUT\n"
"Check amdgcn code objects, archives of them, and host programs that contain\n"
"amdgcn code, without running them.  gcncheck finds\n"
"  m0       before GFX9, an LDS or FLAT access, call or return where M0 may not\n"
"           hold the limit of LDS\n"
"  ends     control that may run past the end of a function\n"
"  lanes    before GFX10, a lane move that reads two scalar registers\n"
"  lds      kernels whose LDS variables overlap or lie beyond what the kernel\n"
"           asks for (in objects with the plugin's LDS records)\n"
"  division in libgcc, divisions of vectors of 64-bit integers that test the\n"
"           wrong bit (GCC 14 to 16)\n"
"  products products of vectors of 64-bit integers that are wrong where both\n"
"           factors are negative or need more than 32 bits\n"
"  hazards  missing wait states between two instructions\n"
"  masks    on gfx11, hazards and also: scalar registers that are read as a\n"
"           mask, then written, then read with no wait between (only if asked\n"
"           for: all code of GCC is full of them)\n"
"\n"
"  --checks=LIST      make only these checks, as in m0,ends\n"
"  --json             print the findings as JSON\n"
"  --sarif=FILE       write the findings to FILE as well, in SARIF 2.1.0\n"
"  --summary          print only how many findings there are of each kind\n"
"  --fix              repair what the checks m0, ends, division, products and\n"
"                     hazards find in the object file or archive FILE, and\n"
"                     write the result to OUT; existing code keeps its place\n"
"  --tasks            with --fix: also repair the barriers of libgomp in which\n"
"                     tasks hang (GCC 11 to 16)\n"
"  -o OUT             the file that --fix writes\n"
"  --objdump=PROGRAM  the disassembler, an llvm-objdump that knows amdgcn;\n"
"                     not needed for gfx803 and GFX9, nor for gfx1030 and\n"
"                     gfx1100 and their like as a rule\n"
"  --help             print this text\n"
"  --version          print the version\n"
"\n"
"Exit status: 0 if nothing is found, 1 if something is, 2 after an error.\n";

/* Checks all amdgcn code in FILE.  Returns false after an error.  */

static bool
check_file (const char *file, const char *objdump, struct report *r)
{
  size_t size, length = 0;
  unsigned char *data = read_file (file, &size);
  char error[1024];
  bool any = false;
  if (!data)
    return false;
  for (size_t at = find_elf (data, size, 0, &length); at < size;
       at = find_elf (data, size, at + length, &length))
    {
      char *name = xalloc (strlen (file) + 32, 1);
      if (at)
	sprintf (name, "%s@%zu", file, at);
      else
	strcpy (name, file);
      any = true;
      /* Findings name the object: it lives as long as the program.  */
      struct object *o = read_object (name, data + at, length, error,
				      sizeof error);
      if (!o || !check_object (o, objdump, r, error, sizeof error))
	{
	  fprintf (stderr, "gcncheck: %s\n", error);
	  return false;
	}
    }
  if (!any)
    {
      fprintf (stderr, "gcncheck: %s: no amdgcn code object in it (compressed "
	       "or for another target?)\n", file);
      return false;
    }
  return true;
}

/* The kinds of findings of the checks in LIST, as bits; zero after an
   error.  */

static unsigned
parse_checks (const char *list)
{
  static const struct { const char *name; unsigned kinds; } checks[] = {
    { "m0", 1u << FOREIGN_M0_ACCESS | 1u << FOREIGN_M0_CALL
	    | 1u << FOREIGN_M0_RETURN },
    { "ends", 1u << NO_TERMINATOR | 1u << WILD_BRANCH },
    { "lanes", 1u << ILLEGAL_LANE_MOVE },
    { "lds", 1u << LDS_OVERLAP | 1u << LDS_BEYOND },
    { "division", 1u << WRONG_DIVISION },
    { "products", 1u << WRONG_PRODUCT },
    { "hazards", 1u << MISSING_WAIT_STATES },
    { "masks", 1u << MISSING_WAIT_STATES | 1u << MASK_WRITES },
  };
  enum { N = sizeof checks / sizeof *checks };
  unsigned found = 0;
  for (const char *p = list; ; p++)
    {
      size_t n = strcspn (p, ","), i;
      for (i = 0; i < N; i++)
	if (strlen (checks[i].name) == n && strncmp (checks[i].name, p, n) == 0)
	  break;
      if (i == N)
	{
	  fprintf (stderr, "gcncheck: --checks=%s: expected m0, ends, lanes, "
		   "lds, division, products, hazards or masks, or several of them with "
		   "commas between\n", list);
	  return 0;
	}
      found |= checks[i].kinds;
      p += n;
      if (!*p)
	return found;
    }
}

/* Whether what was printed could be written; else says why not.  */

static bool
printed (void)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return true;
  fprintf (stderr, "gcncheck: cannot write the output: %s\n",
	   strerror (errno));
  return false;
}

/* --fix: FILES, N of them, to OUT.  OTHER: an option was given that does not go
   with it; TASKS: --tasks.  Returns the exit status.  */

static int
fix_main (char **files, int n, const char *out, bool other, bool tasks,
	  const char *objdump, struct report *left)
{
  struct fix_counts counts = { 0 };
  const char *wrong = (!out ? "--fix needs -o OUT: the input is never "
			      "overwritten"
		       : other ? "--fix does not go with --json or --sarif"
		       : n != 1 ? "--fix takes one FILE" : NULL);
  if (wrong)
    {
      fprintf (stderr, "gcncheck: %s\n", wrong);
      return 2;
    }
  if (!fix_file (files[0], out, objdump, tasks, left, &counts))
    return 2;
  printf ("%s: put right in %u of %u objects: %u missing wait states, %u ends "
	  "without a terminator, %u uses of a foreign M0\n", out,
	  counts.objects, left->n_objects, counts.waits, counts.ends,
	  counts.m0);
  if (counts.elsewhere)
    printf ("%s: and %u places where wait states would be missing, depending on "
	    "other objects\n", out, counts.elsewhere);
  if (counts.divisions)
    printf ("%s: and %u tests of the wrong bit in libgcc's divisions of vectors\n",
	    out, counts.divisions);
  if (counts.products)
    printf ("%s: and %u products of vectors of 64-bit integers\n", out,
	    counts.products);
  if (counts.tasks)
    printf ("%s: and libgomp's barriers, in which tasks hang, in %u places\n",
	    out, counts.tasks);
  if (left->n_findings)
    print_text (left, false);
  return !printed () ? 2 : left->n_findings ? 1 : 0;
}

int
main (int argc, char **argv)
{
  bool json = false, summary = false, fix = false, tasks = false, ok = true;
  const char *objdump = NULL, *sarif = NULL, *out = NULL;
  struct report r;
  int i, n_files = 0;

  memset (&r, 0, sizeof r);
  r.checks = ~(1u << MASK_WRITES);
  /* Files are moved to the front: options may follow them.  */
  for (i = 1; i < argc; i++)
    if (argv[i][0] != '-')
      argv[n_files++] = argv[i];
    else if (strcmp (argv[i], "--json") == 0)
      json = true;
    else if (strcmp (argv[i], "--summary") == 0)
      summary = true;
    else if (strncmp (argv[i], "--checks=", 9) == 0)
      {
	r.checks = parse_checks (argv[i] + 9);
	if (!r.checks)
	  return 2;
      }
    else if (strcmp (argv[i], "--fix") == 0)
      fix = true;
    else if (strcmp (argv[i], "--tasks") == 0)
      tasks = true;
    else if (strcmp (argv[i], "-o") == 0 && argv[i + 1])
      out = argv[++i];
    else if (strncmp (argv[i], "--sarif=", 8) == 0 && argv[i][8])
      sarif = argv[i] + 8;
    else if (strncmp (argv[i], "--objdump=", 10) == 0 && argv[i][10])
      objdump = argv[i] + 10;
    else if (strcmp (argv[i], "--help") == 0)
      {
	fputs (usage, stdout);
	if (*BUGURL)
	  puts ("\nReport bugs to <" BUGURL ">.");
	return printed () ? 0 : 2;
      }
    else if (strcmp (argv[i], "--version") == 0)
      {
	puts ("gcncheck (accelfix) " PACKAGE_VERSION);
	return printed () ? 0 : 2;
      }
    else if (strcmp (argv[i], "--") == 0)
      {
	while (++i < argc)
	  argv[n_files++] = argv[i];
      }
    else
      {
	fprintf (stderr, "gcncheck: unknown option '%s' (try --help)\n",
		 argv[i]);
	return 2;
      }
  if (n_files == 0)
    {
      fputs ("gcncheck: no file given (try --help)\n", stderr);
      return 2;
    }
  if (!objdump)
    {
      objdump = getenv ("GCNCHECK_OBJDUMP");
      if (objdump && !*objdump)
	objdump = NULL;
    }

  if (!fix && out)
    {
      fputs ("gcncheck: -o goes with --fix\n", stderr);
      return 2;
    }
  if (!fix && tasks)
    {
      fputs ("gcncheck: --tasks goes with --fix\n", stderr);
      return 2;
    }
  if (fix)
    return fix_main (argv, n_files, out, json || sarif, tasks, objdump, &r);
  for (i = 0; i < n_files; i++)
    ok &= check_file (argv[i], objdump, &r);
  if (json)
    print_json (&r, summary);
  else
    print_text (&r, summary);
  if (sarif && !write_sarif (&r, sarif, PACKAGE_VERSION, ok))
    {
      fprintf (stderr, "gcncheck: cannot write %s: %s\n", sarif,
	       strerror (errno));
      return 2;
    }
  return !printed () || !ok ? 2 : r.n_findings ? 1 : 0;
}
