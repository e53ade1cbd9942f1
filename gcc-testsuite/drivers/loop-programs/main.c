/* Generator of random programs with loops that the compiler vectorises by
   itself: the program.

   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "gen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_FUNCTIONS = 24 };

/* Print what all functions use: macros, the arrays, and what fills them with
   numbers of every size.  */

static void
emit_head (unsigned long seed)
{
  printf ("/* Random program %lu.  */\n", seed);
  puts ("#include <stdio.h>\n#include <string.h>");
  puts ("#define NOIPA __attribute__ ((noipa))");
  puts ("#define ABS(x) ((x) < 0 ? -(x) : (x))");
  puts ("#define CLAMP32(x) ((int) ((x) >= -1000 && (x) <= 1000 ? (x) : 7))");
  puts ("#define CLAMP64(x) CLAMP32 (x)");
  puts ("#define MORE(h, v) (((h) ^ (unsigned long) (v)) * 0x100000001b3UL + "
	"((h) >> 29))");
  puts ("#define BITSl(v) ((unsigned long) (long) (v))");
  puts ("typedef __int128 wide;\ntypedef unsigned __int128 uwide;");
  puts ("static unsigned long BITSd (double v)\n{\n  unsigned long u = 1;\n"
	"  if (v == v)\n    memcpy (&u, &v, sizeof u);\n  return u;\n}");
  puts ("static unsigned long BITSf (float v)\n{\n"
	"  return BITSd ((double) v);\n}");
  puts ("static unsigned long state = 1;");
  puts ("static NOIPA long next (void)\n{\n"
	"  state = state * 6364136223846793005UL + 1442695040888963407UL;\n"
	"  return (long) state >> (state >> 7 & 63);\n}");
  printf ("static unsigned short x[256];\n");
  for (unsigned t = 0; t < N_TYPES; t++)
    {
      const char *name = type_names[t];
      printf ("static %s in%u[3][%u], out%u[%u];\n", name, t, N_ELEMENTS, t,
	      N_ELEMENTS);
      printf ("static NOIPA void fill%u (%s *p, unsigned n)\n{\n"
	      "  for (unsigned i = 0; i < n; i++)\n    p[i] = %s;\n}\n", t,
	      name, t >= FLOATING ? "((next () & 511) - 200) / 4.0f"
	      : "next ()");
    }
}

int
main (int argc, char **argv)
{
  char *end;
  unsigned long seed = argc > 1 ? strtoul (argv[1], &end, 10) : 0;
  if (argc != 2 || *end || end == argv[1])
    {
      fprintf (stderr, "usage: %s SEED\n", argv[0]);
      return 2;
    }
  gen_seed (seed);
  emit_head (seed);
  char *calls[N_FUNCTIONS];
  for (unsigned k = 0; k < N_FUNCTIONS; k++)
    {
      f.simple = false;
      enum type type = some_type (false);
      f.out = chance (60) ? type : some_type (false);
      for (unsigned j = 0; j < 3; j++)
	f.in[j] = chance (60) ? type : some_type (false);
      f.scalar = chance (50) ? type : some_type (false);
      f.simple = chance (60);
      if (f.simple)
	for (unsigned j = 0; j < 3; j++)
	  f.in[j] = chance (85) ? f.out : f.in[j];
      f.n = chance (40) ? 1u << between (1, 7) : between (1, N_ITERATIONS);
      f.vary = chance (50);
      f.restricted = chance (60);
      printf ("\nstatic NOIPA unsigned long\nf%u (%s *%sd, const %s *a,"
	      " const %s *b, const %s *c, %s s, int n)\n", k,
	      type_names[f.out], f.restricted ? "restrict " : "",
	      type_names[f.in[0]], type_names[f.in[1]], type_names[f.in[2]],
	      type_names[f.scalar]);
      open_brace ();
      emit_function_body ();
      close_brace ();
      calls[k] = str ("f%u (out%u, in%u[0], in%u[1], in%u[2], (%s) %u, %u)", k,
		      f.out, f.in[0], f.in[1], f.in[2], type_names[f.scalar],
		      rnd (200), f.n);
      calls[k] = str ("fill%u (out%u, %u); h = %s; for (int i = 0; i < %u; i++)"
		      " h = MORE (h, BITS%c (out%u[i]));"
		      " printf (\"%u: %%016lx\\n\", h);", f.out, f.out,
		      N_ELEMENTS, calls[k], N_ELEMENTS, bits_letter (f.out),
		      f.out, k);
    }
  puts ("\nint\nmain (void)");
  open_brace ();
  line ("unsigned long h;");
  line ("for (unsigned i = 0; i < 256; i++)");
  line ("  x[i] = i * 77 & 255;");
  for (unsigned t = 0; t < N_TYPES; t++)
    line ("for (int k = 0; k < 3; k++) fill%u (in%u[k], %u);", t, t,
	  N_ELEMENTS);
  for (unsigned k = 0; k < N_FUNCTIONS; k++)
    line ("%s", calls[k]);
  line ("return 0;");
  close_brace ();
  return fflush (stdout) || ferror (stdout);
}
