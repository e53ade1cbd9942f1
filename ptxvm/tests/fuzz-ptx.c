/* Fuzz target of the PTX front end and of ptxcheck.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* LLVMFuzzerTestOneInput takes any bytes through everything that reads them:
   the reader, the type checker, the linker, the CFG, definedness, the
   dead ends, and --fix, whose output must parse and have no bad read.

   With -DLIBFUZZER it is linked with -fsanitize=fuzzer.  Without, it has a
   main of its own: `fuzz-ptx [-nITERATIONS] [-sSEED] FILE-OR-FOLDER...' runs
   each input as it is, and then that many mutations of them, the same ones
   each time.  It is meant to be built with the sanitizers; any crash is a
   failure, and so is an input that takes longer than 10 seconds.  */

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "input.h"
#include "ptx-int.h"

static const uint8_t *current;
static size_t current_len;
static unsigned long n_accepted, n_refused, n_fixed;

static void
fail (const char *what)
{
  static char name[64];
  FILE *f;

  snprintf (name, sizeof name, "fuzz-crash-%ld", (long) getpid ());
  f = fopen (name, "wb");
  if (f)
    {
      fwrite (current, 1, current_len, f);
      fclose (f);
    }
  fprintf (stderr, "fuzz-ptx: %s; the input is in %s\n", what, name);
  abort ();
}

static void
count_message (void *closure, enum ptx_severity severity, const char *unit,
	       unsigned line, const char *text)
{
  unsigned *n = closure;

  (void) severity;
  (void) unit;
  (void) line;
  if (!*text)
    fail ("an empty message");
  ++*n;
}

/* Count the bad reads and ends of UNITS, and use what else there is.  */

static size_t
analyse (const struct ptx_units *units, bool strict)
{
  size_t bad = 0;

  for (size_t i = 0; i < units->n; i++)
    for (uint32_t k = 0; k < units->unit[i]->n_functions; k++)
      {
	struct flow *f = flow_build (units->unit[i]->functions[k],
				     strict);
	struct bad_reads r = { 0 };
	struct bad_ends e = { 0 };

	find_bad_reads (f, &r);
	find_bad_ends (f, &e);
	bad += r.n + e.n;
	for (size_t j = 0; j < r.n && j < 3; j++)
	  {
	    int32_t *path;
	    size_t len = bad_read_path (f, &r.v[j], &path);

	    if (len == 0 || path[0] != 0)
	      fail ("a bad read without a path from the entry");
	    free (path);
	  }
	free (r.v);
	free (e.v);
	flow_free (f);
      }
  return bad;
}

static void
check_fix (const char *data, size_t len, size_t bad)
{
  unsigned messages = 0;
  struct fix_result result = { 0 };
  struct ptx_diag diag = { count_message, &messages, 0, 0 };
  struct ptx_units units = { 0 };
  char *out;
  size_t out_len;

  if (!fix_data ("fuzz", data, len, &out, &out_len, &diag, &result))
    {
      if (!messages)
	fail ("--fix failed without a message");
      return;
    }
  if ((bad == 0) != (result.n_moves == 0))
    fail ("--fix with nothing to mend changed something, or the reverse");
  if (bad == 0 && (out_len != len || memcmp (out, data, len) != 0))
    fail ("--fix with nothing to mend changed the text");
  if (bad)
    {
      if (!ptx_read_data ("fixed", out, out_len, &units, &diag))
	fail ("what --fix wrote does not parse");
      if (analyse (&units, true) || analyse (&units, false))
	fail ("what --fix wrote has bad reads or ends");
      n_fixed++;
    }
  for (size_t i = 0; i < units.n; i++)
    ptx_unit_free (units.unit[i]);
  free (units.unit);
  free (out);
}

/* Frames and the stacks of SIMD lanes: a list with a line for each function,
   and findings that have a place.  */

static void
look_at_stacks (struct ptx_module *m)
{
  struct frames *frames = frames_build (m);
  char *list = NULL;
  size_t size = 0, lines = 0;
  FILE *out = open_memstream (&list, &size);

  if (!out)
    abort ();
  frames_print (out, frames);
  fclose (out);
  for (size_t k = 0; k < size; k++)
    lines += list[k] == '\n';
  if (lines != frames->n)
    fail ("the list of frames has not one line a function");
  free (list);
  for (size_t i = 0; i < frames->n; i++)
    {
      const struct ptx_function *func = frames->v[i].func;
      struct simt_faults faults = { 0 };

      if (frames->v[i].worst < frames->v[i].own)
	fail ("a frame that is larger than the sum");
      find_simt_faults (func, &faults);
      for (size_t k = 0; k < faults.n; k++)
	{
	  if (faults.v[k].insn < 0
	      || (uint32_t) faults.v[k].insn >= func->n_insns)
	    fail ("a finding without a place");
	  free (faults.v[k].text);
	}
      free (faults.v);
    }
  frames_free (frames);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t len)
{
  unsigned messages = 0;
  struct ptx_diag diag = { count_message, &messages, 0, 0 };
  struct ptx_units units = { 0 };
  bool ok;

  current = data;
  current_len = len;
  ok = ptx_read_data ("fuzz", (const char *) data, len, &units, &diag);
  if (!ok && !messages)
    fail ("refused without a message");
  if (ok)
    n_accepted++;
  else
    n_refused++;
  size_t bad = analyse (&units, true);
  if (analyse (&units, false) > bad)
    fail ("more bad reads than strictly counted");
  if (ok)
    check_fix ((const char *) data, len, bad);
  for (size_t i = 0; i < units.n; i++)
    ptx_check_types (units.unit[i], &diag);
  struct ptx_module *m = ptx_link_only (units.unit, units.n, false, &diag);
  find_noreturn (m);
  for (size_t i = 0; i < m->n_units; i++)
    for (uint32_t k = 0; k < m->units[i]->n_functions; k++)
      {
	struct flow *f = flow_build (m->units[i]->functions[k], false);
	struct bad_ends e = { 0 };

	find_bad_ends (f, &e);
	free (e.v);
	flow_free (f);
      }
  look_at_stacks (m);
  ptx_module_free (m);
  free (units.unit);
  return 0;
}

#ifndef LIBFUZZER

/* ---- Seeds and mutations.  */

struct seed
{
  char *data;
  size_t len;
};

static struct seed *seeds;
static size_t n_seeds, seeds_alloc;

static void
add_seed (const char *path)
{
  struct ptx_diag diag = { ptx_diag_print, stderr, 0, 0 };
  struct stat st;

  if (stat (path, &st) == 0 && S_ISDIR (st.st_mode))
    {
      struct dirent **names;
      int n = scandir (path, &names, NULL, alphasort);

      for (int i = 0; i < n; i++)
	{
	  char full[4096];

	  if (names[i]->d_name[0] != '.')
	    {
	      snprintf (full, sizeof full, "%s/%s", path, names[i]->d_name);
	      add_seed (full);
	    }
	  free (names[i]);
	}
      if (n >= 0)
	free (names);
      return;
    }
  PTX_GROW (seeds, n_seeds, seeds_alloc);
  struct seed *s = &seeds[n_seeds];
  s->data = ptx_slurp (path, &s->len, &diag);
  if (!s->data)
    exit (2);
  n_seeds++;
}

static uint64_t state;

static uint64_t
next_random (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static size_t
below (size_t n)
{
  return n ? next_random () % n : 0;
}

static const char *const words[] =
{
  ".reg ", ".u32 ", ".pred ", ".b64 ", ".v2 ", ".v4 ", "%r", "%r<", "<", ">",
  "{", "}", "[", "]", "(", ")", ";", ":", ",", "@", "!", "|", "_", "+", "-",
  ".func ", ".entry ", ".visible ", ".extern ", ".weak ", ".common ",
  ".global ", ".shared ", ".local ", ".const ", ".param ", ".align ", "=",
  "bra ", "ret;", "exit;", "trap;", "call ", "brx.idx ", ".branchtargets ",
  ".callprototype ", "mov.u32 ", "mov.b64 ", "ld.", "st.", "setp.eq.u32 ",
  "add.u32 ", "mad.lo.u32 ", "cvt.rn.f32.u32 ", "atom.cas.b32 ",
  "shfl.sync.idx.b32 ", "bar.sync 0;", "2147483647", "4294967295",
  "18446744073709551615", "-9223372036854775808", "0x", "0f", "0d", "1e999",
  "0f7f800000", "WARP_SZ", "generic(", "0xff00(", "//", "/*", "*/", "\"",
  "\n", "\t", ".loc 1 2 3\n", ".file 1 \"a\"\n", ".section .x {", ".version ",
  ".target ", "sm_30", ".address_size ", "%tid.x", "%ntid", "\001", "\377",
  "::", ".", "..", "$L1:", "$L1", ".noreturn", ".maxntid 1,2,3", "?", "~",
  "!<arch>\n", "`\n"
};

static size_t
mutate (char *buf, size_t len, size_t max)
{
  /* Mostly small changes, so that a good part still parses.  */
  unsigned n = below (3) ? 1 : 1 + below (6);

  while (n--)
    {
      size_t at = below (len + 1), l;
      const char *w;

      switch (below (9))
	{
	case 0:			/* Change a byte.  */
	  if (at < len)
	    buf[at] = next_random ();
	  break;
	case 1:			/* Flip a bit.  */
	  if (at < len)
	    buf[at] ^= 1 << below (8);
	  break;
	case 2:			/* Leave a span out.  */
	  l = below (below (2) ? 8 : 200);
	  if (at + l <= len)
	    {
	      memmove (buf + at, buf + at + l, len - at - l);
	      len -= l;
	    }
	  break;
	case 3:			/* Repeat a span.  */
	  l = below (below (2) ? 20 : 300);
	  if (at + l <= len && len + l <= max)
	    {
	      memmove (buf + at + l, buf + at, len - at);
	      len += l;
	    }
	  break;
	case 4: case 5:		/* Insert a word.  */
	  w = words[below (sizeof words / sizeof *words)];
	  l = strlen (w);
	  if (len + l <= max)
	    {
	      memmove (buf + at + l, buf + at, len - at);
	      memcpy (buf + at, w, l);
	      len += l;
	    }
	  break;
	case 6:			/* Overwrite with a word.  */
	  w = words[below (sizeof words / sizeof *words)];
	  l = strlen (w);
	  if (at + l <= len)
	    memcpy (buf + at, w, l);
	  break;
	case 7:			/* Move a span in from another seed.  */
	  {
	    const struct seed *s = &seeds[below (n_seeds)];
	    size_t from = below (s->len);

	    l = below (400);
	    if (l > s->len - from)
	      l = s->len - from;
	    if (len + l <= max)
	      {
		memmove (buf + at + l, buf + at, len - at);
		memcpy (buf + at, s->data + from, l);
		len += l;
	      }
	  }
	  break;
	default:		/* Cut off, now and then.  */
	  if (below (8) == 0)
	    len = at;
	  break;
	}
    }
  return len;
}

static void
on_alarm (int sig)
{
  (void) sig;
  fail ("an input takes longer than 10 seconds");
}

int
main (int argc, char **argv)
{
  unsigned long iterations = 0;
  char *buf = NULL;
  size_t max = 0;

  state = 88172645463325252ull;
  signal (SIGALRM, on_alarm);
  for (int i = 1; i < argc; i++)
    if (strncmp (argv[i], "-n", 2) == 0)
      iterations = strtoul (argv[i] + 2, NULL, 10);
    else if (strncmp (argv[i], "-s", 2) == 0)
      state = strtoull (argv[i] + 2, NULL, 10) * 0x9e3779b97f4a7c15ull | 1;
    else
      add_seed (argv[i]);
  if (!n_seeds)
    {
      fputs ("usage: fuzz-ptx [-nITERATIONS] [-sSEED] FILE-OR-FOLDER...\n",
	     stderr);
      return 2;
    }
  for (size_t i = 0; i < n_seeds; i++)
    {
      alarm (10);
      LLVMFuzzerTestOneInput ((uint8_t *) seeds[i].data, seeds[i].len);
      if (seeds[i].len > max)
	max = seeds[i].len;
    }
  max = max * 2 + 4096;
  for (unsigned long i = 0; i < iterations; i++)
    {
      const struct seed *s = &seeds[below (n_seeds)];
      size_t len;

      /* Of exactly the right size, so that a read behind it is seen.  */
      buf = ptx_xrealloc (NULL, max);
      memcpy (buf, s->data, s->len);
      len = mutate (buf, s->len, max);
      buf = ptx_xrealloc (buf, len);
      alarm (10);
      LLVMFuzzerTestOneInput ((uint8_t *) buf, len);
      free (buf);
    }
  alarm (0);
  printf ("%lu inputs accepted, %lu refused, %lu mended\n", n_accepted,
	  n_refused, n_fixed);
  /* Texts of both kinds must have been seen for the run to mean much.  */
  bool meaningful = !iterations || (n_accepted > iterations / 50
				    && n_refused > iterations / 50);
  if (!meaningful)
    puts ("FAIL: the mutations are all alike");
  /* The seeds, and the mutations together, are one result each.  */
  printf ("%zu passed, %d failed, 0 skipped\n",
	  n_seeds + (iterations && meaningful), !meaningful);
  for (size_t i = 0; i < n_seeds; i++)
    free (seeds[i].data);
  free (seeds);
  return !meaningful;
}

#endif
