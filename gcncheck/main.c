/* gcncheck: static checks over assembled amdgcn code.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"

#ifndef PACKAGE_VERSION
# define PACKAGE_VERSION "unknown"
#endif

/* The disassembler that configure found.  */
#ifndef GCN_OBJDUMP
# define GCN_OBJDUMP ""
#endif

static const char usage[] =
"Usage: gcncheck [OPTION]... FILE...\n"
"Checks amdgcn code objects, archives of them, and host programs with an\n"
"amdgcn image in them:\n"
"  - before GFX9, that M0 holds a good value at each LDS and FLAT access, call\n"
"    and return;\n"
"  - that no function can be left past its end;\n"
"  - before GFX10, that no lane move reads two scalar registers;\n"
"  - with the LDS records that the plugin leaves: that no kernel reaches LDS\n"
"    variables that overlap, or that lie beyond what it asks for.\n"
"\n"
"  --json             print the findings as JSON\n"
"  --objdump=PROGRAM  the disassembler, an llvm-objdump that knows amdgcn;\n"
"                     gfx803, gfx900 and gfx906 need none\n"
"  --help             print this text\n"
"  --version          print the version\n"
"\n"
"Exit status: 0 when nothing was found, 1 when something was, 2 after an "
"error.\n";

static const struct { const char *name, *text; } kinds[N_FINDING_KINDS] =
{
  { "foreign-m0-access", "M0 is foreign at this access" },
  { "foreign-m0-call", "M0 is foreign at this call" },
  { "foreign-m0-return", "M0 is foreign at this return" },
  { "no-terminator", "control runs past the end of the code from here" },
  { "illegal-lane-move",
    "a lane move reads two scalar registers, which is illegal before GFX10" },
  { "wild-branch", "this branch leads to no instruction" },
  { "lds-overlap", "this kernel reaches LDS variables that overlap" },
  { "lds-beyond", "this kernel reaches LDS beyond what it asks for" },
};

/* Prints S as a JSON string.  */

static void
json_string (const char *s)
{
  putchar ('"');
  for (; *s; s++)
    {
      unsigned char c = *s;
      if (c == '"' || c == '\\')
	printf ("\\%c", c);
      else if (c < 0x20)
	printf ("\\u%04x", c);
      else
	putchar (c);
    }
  putchar ('"');
}

static uint64_t
address (const struct finding *f, const struct insn *in)
{
  return f->object->sections[in->at.section].address + in->at.offset;
}

static void
print_json (const struct report *r)
{
  puts ("{");
  printf ("  \"objects\": %u,\n  \"functions\": %u,\n  \"instructions\": %u,\n"
	  "  \"accesses\": %u,\n  \"m0_writes\": %u,\n  \"lds_units\": %u,\n"
	  "  \"lds_variables\": %u,\n  \"findings\": [",
	  r->n_objects, r->n_functions, r->n_insns, r->n_accesses,
	  r->n_m0_writes, r->n_units, r->n_variables);
  for (size_t i = 0; i < r->n_findings; i++)
    {
      const struct finding *f = &r->findings[i];
      printf ("%s\n    { \"kind\": \"%s\", \"file\": ", i ? "," : "",
	      kinds[f->kind].name);
      json_string (f->object->file);
      printf (", \"cpu\": \"%s\",\n      \"function\": ", f->object->cpu);
      json_string (f->function);
      if (!f->insn)
	{
	  fputs (", \"section\": \".accelfix.lds\", \"address\": 0,\n"
		 "      \"variables\": ", stdout);
	  json_string (f->text);
	  fputs (" }", stdout);
	  continue;
	}
      fputs (", \"section\": ", stdout);
      json_string (f->object->sections[f->insn->at.section].name);
      printf (", \"address\": %llu,\n      \"instruction\": ",
	      (unsigned long long) address (f, f->insn));
      json_string (f->insn->text);
      if (f->insn->source)
	{
	  fputs (", \"source\": ", stdout);
	  json_string (f->insn->source);
	}
      if (f->origin)
	{
	  printf (",\n      \"m0_written_at\": %llu, \"m0_written_by\": ",
		  (unsigned long long) address (f, f->origin));
	  json_string (f->origin->text);
	}
      fputs (" }", stdout);
    }
  puts (r->n_findings ? "\n  ]\n}" : "]\n}");
}

static void
print_text (const struct report *r)
{
  for (size_t i = 0; i < r->n_findings; i++)
    {
      const struct finding *f = &r->findings[i];
      if (!f->insn)
	{
	  printf ("%s: %s: %s\n    %s\n", f->object->file, f->function,
		  kinds[f->kind].text, f->text);
	  continue;
	}
      printf ("%s: %s: %s+0x%llx: %s\n    %s", f->object->file, f->function,
	      f->object->sections[f->insn->at.section].name,
	      (unsigned long long) f->insn->at.offset, kinds[f->kind].text,
	      f->insn->text);
      if (f->insn->source)
	printf ("  (%s)", f->insn->source);
      putchar ('\n');
      if (f->kind <= FOREIGN_M0_RETURN)
	{
	  if (f->origin)
	    printf ("    written at 0x%llx: %s\n",
		    (unsigned long long) f->origin->at.offset,
		    f->origin->text);
	  else
	    puts ("    never written since the kernel started");
	}
    }
  printf ("%zu findings in %u functions of %u objects: %u instructions, "
	  "%u LDS and FLAT accesses, %u writes of M0, %u LDS variables of %u "
	  "units\n", r->n_findings, r->n_functions, r->n_objects, r->n_insns,
	  r->n_accesses, r->n_m0_writes, r->n_variables, r->n_units);
}

/* A disassembler: configure's, or the first of the usual names that runs.  */

static const char *
find_objdump (void)
{
  static const char *const names[] = {
    GCN_OBJDUMP, "llvm-objdump-13", "llvm-objdump-14", "llvm-objdump",
    "llvm-objdump-15", "llvm-objdump-16", "llvm-objdump-17",
    "llvm-objdump-18", "llvm-objdump-19", "llvm-objdump-20",
    "llvm-objdump-21", "llvm-objdump-22"
  };
  static const char *found;
  if (found)
    return found;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      char command[256];
      if (!*names[i])
	continue;
      snprintf (command, sizeof command, "%s --version >/dev/null 2>&1",
		names[i]);
      if (system (command) == 0)
	return found = names[i];
    }
  return NULL;
}

/* Checks all amdgcn code in FILE, disassembled by OBJDUMP; if that is null, by
   this program where it can be.  Returns false after an error.  */

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
      bool read = o != NULL;
      if (o && !objdump && can_decode (o))
	decode (o);
      else if (o)
	{
	  const char *program = objdump ? objdump : find_objdump ();
	  read = program && disassemble (o, program, error, sizeof error);
	  if (!program)
	    snprintf (error, sizeof error, "no llvm-objdump found for %s: "
		      "install llvm-13, or name one with --objdump=PROGRAM",
		      o->cpu);
	}
      if (!read)
	{
	  fprintf (stderr, "gcncheck: %s\n", error);
	  return false;
	}
      analyse (o, r);
      if (!check_lds (o, r, error, sizeof error))
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

int
main (int argc, char **argv)
{
  bool json = false, ok = true;
  const char *objdump = NULL;
  struct report r;
  int i;

  memset (&r, 0, sizeof r);
  for (i = 1; i < argc && argv[i][0] == '-'; i++)
    if (strcmp (argv[i], "--json") == 0)
      json = true;
    else if (strncmp (argv[i], "--objdump=", 10) == 0 && argv[i][10])
      objdump = argv[i] + 10;
    else if (strcmp (argv[i], "--help") == 0)
      {
	fputs (usage, stdout);
	return 0;
      }
    else if (strcmp (argv[i], "--version") == 0)
      {
	puts ("gcncheck (accelfix) " PACKAGE_VERSION);
	return 0;
      }
    else if (strcmp (argv[i], "--") == 0)
      {
	i++;
	break;
      }
    else
      {
	fprintf (stderr, "gcncheck: unknown option '%s' (try --help)\n",
		 argv[i]);
	return 2;
      }
  if (i == argc)
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

  for (; i < argc; i++)
    ok &= check_file (argv[i], objdump, &r);
  if (json)
    print_json (&r);
  else
    print_text (&r);
  return !ok ? 2 : r.n_findings ? 1 : 0;
}
