/* Reports to standard error and to a file, and the summary at exit.
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


/* The file gets one JSON object a line.  A report:
     {"type":"report","kind":"uninit","text":"...","kernel":"main$_omp_fn$0",
      "function":"foo","unit":"input 1","ptx_line":214,"file":"foo.c",
      "line":9,"block":[0,0,0],"thread":[3,0,0],"register":"%r25",
      "address":"0x7f0000001000","program":"prog","pid":1234}
   where file, line, register and address are left out when there are none.
   At exit, one line for the process:
     {"type":"summary","program":"prog","pid":1234,"launches":3,"reports":1,
      "warp_instructions":120,"lane_instructions":3840}
   the instructions only with --stats.  Each line is one write to a file
   opened for appending, so several processes may share the file.

   For `ptxvm-run --sarif' each report is also written as a SARIF result, one a
   line, to the file that PTXVM_SARIF_RESULTS names; ptxvm-run makes the
   document of them when the program is done.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver.h"
#include "report-rules.h"
#include "simt/json.h"

static const struct { const char *name, *noun; } kinds[] =
{
  [VM_R_UNINIT] = { "uninit", "uninitialised register" },
  [VM_R_MEMORY] = { "memory", "bad access" },
  [VM_R_MISALIGNED] = { "misaligned", "misaligned access" },
  [VM_R_BARRIER] = { "barrier", "divergent barrier" },
  [VM_R_SHUFFLE] = { "shuffle", "divergent shuffle" },
  [VM_R_DEADLOCK] = { "deadlock", "deadlock" },
  [VM_R_RACE] = { "race", "data race" },
  [VM_R_TRAP] = { "trap", "trap" },
  [VM_R_LIMIT] = { "limit", "limit reached" },
  [VM_R_OTHER] = { "other", "other" }
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static pthread_mutex_t report_lock = PTHREAD_MUTEX_INITIALIZER;
static int json_fd = -1, sarif_fd = -1;
static unsigned counts[N_KINDS];
static atomic_uint launches;
static struct vm_stats stats;
static pid_t owner;

/* A string that grows; BAD once memory ran out.  */

struct text
{
  char *p;
  size_t n, alloc;
  bool bad;
};

static void
put (struct text *t, const char *s, size_t n)
{
  if (t->bad)
    return;
  if (t->alloc - t->n < n + 1)
    {
      size_t alloc = 2 * t->alloc + n + 256;
      char *more = realloc (t->p, alloc);
      if (!more)
	{
	  t->bad = true;
	  return;
	}
      t->p = more;
      t->alloc = alloc;
    }
  memcpy (t->p + t->n, s, n);
  t->n += n;
}

static void __attribute__ ((format (printf, 2, 3)))
putf (struct text *t, const char *format, ...)
{
  char buf[256];
  va_list ap;
  va_start (ap, format);
  int n = vsnprintf (buf, sizeof buf, format, ap);
  va_end (ap);
  if (n > 0)
    put (t, buf, (size_t) n < sizeof buf ? (size_t) n : sizeof buf - 1);
}

static void
put_string (struct text *t, const char *s)
{
  char *p = NULL;
  size_t n = 0;
  FILE *out = open_memstream (&p, &n);
  if (out)
    json_string (out, s);
  if (!out || fclose (out) != 0)
    t->bad = true;
  else
    put (t, p, n);
  free (p);
}

static void
put_member (struct text *t, const char *name, const char *value)
{
  if (value)
    {
      putf (t, ",\"%s\":", name);
      put_string (t, value);
    }
}

static void
write_all (int fd, const char *p, size_t size)
{
  size_t done = 0;
  while (done < size)
    {
      ssize_t n = write (fd, p + done, size - done);
      if (n < 0 && errno != EINTR)
	break;
      if (n > 0)
	done += n;
    }
}

static void
write_line (struct text *t)
{
  put (t, "\n", 1);
  if (!t->bad)
    write_all (json_fd, t->p, t->n);
  free (t->p);
}

static void
json_report (const struct vm_report *r)
{
  struct text t = { 0 };
  putf (&t, "{\"type\":\"report\",\"kind\":\"%s\"", kinds[r->kind].name);
  put_member (&t, "text", r->text);
  put_member (&t, "kernel", r->kernel);
  put_member (&t, "function", r->function);
  put_member (&t, "unit", r->unit);
  if (r->ptx_line)
    putf (&t, ",\"ptx_line\":%u", r->ptx_line);
  put_member (&t, "file", r->file);
  if (r->file)
    putf (&t, ",\"line\":%u", r->src_line);
  putf (&t, ",\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u]", r->block[0],
	r->block[1], r->block[2], r->thread[0], r->thread[1], r->thread[2]);
  put_member (&t, "register", r->reg);
  if (r->kind == VM_R_MEMORY || r->kind == VM_R_MISALIGNED
      || r->kind == VM_R_RACE)
    putf (&t, ",\"address\":\"0x%" PRIx64 "\"", r->address);
  put_member (&t, "program", program_invocation_short_name);
  putf (&t, ",\"pid\":%d}", (int) getpid ());
  write_line (&t);
}

/* Write report R as a SARIF result.  */

static void
sarif_report (const struct vm_report *r)
{
  char *p = NULL, ptx_line[16], block[48], thread[48];
  size_t n = 0;
  FILE *out = open_memstream (&p, &n);
  if (!out)
    return;
  snprintf (ptx_line, sizeof ptx_line, "%u", r->ptx_line);
  snprintf (block, sizeof block, "%u,%u,%u", r->block[0], r->block[1],
	    r->block[2]);
  snprintf (thread, sizeof thread, "%u,%u,%u", r->thread[0], r->thread[1],
	    r->thread[2]);
  const struct sarif_property props[] =
    {
      { "kernel", r->kernel },
      { "block", block },
      { "thread", thread },
      { "register", r->reg },
      { "unit", r->unit },
      { "ptxLine", r->ptx_line ? ptx_line : NULL },
      { "program", program_invocation_short_name }
    };
  const struct sarif_result result =
    {
      .rule = r->kind, .text = r->text, .file = r->path, .line = r->src_line,
      .function = r->function, .props = props,
      .n_props = sizeof props / sizeof props[0]
    };
  sarif_result (out, report_rules, &result);
  putc ('\n', out);
  if (fclose (out) == 0)
    write_all (sarif_fd, p, n);
  free (p);
}

void
report_add (void *closure, const struct vm_report *r)
{
  (void) closure;
  struct text t = { 0 };
  put (&t, "ptxvm: ", 7);
  put (&t, r->text, strlen (r->text));
  put (&t, "\n", 1);
  pthread_mutex_lock (&report_lock);
  counts[r->kind]++;
  if (!t.bad)
    fwrite (t.p, 1, t.n, stderr);
  if (json_fd >= 0)
    json_report (r);
  if (sarif_fd >= 0)
    sarif_report (r);
  pthread_mutex_unlock (&report_lock);
  free (t.p);
}

void
report_launch (void)
{
  atomic_fetch_add (&launches, 1);
}

void
report_stats (struct vm *vm)
{
  struct vm_stats s;
  vm_get_stats (vm, &s);
  pthread_mutex_lock (&report_lock);
  stats.warp_insns += s.warp_insns;
  stats.lane_insns += s.lane_insns;
  pthread_mutex_unlock (&report_lock);
}

static void
json_summary (unsigned total)
{
  struct text t = { 0 };
  putf (&t, "{\"type\":\"summary\"");
  put_member (&t, "program", program_invocation_short_name);
  putf (&t, ",\"pid\":%d,\"launches\":%u,\"reports\":%u", (int) getpid (),
	atomic_load (&launches), total);
  if (driver_options.vm.stats)
    putf (&t, ",\"warp_instructions\":%" PRIu64
	  ",\"lane_instructions\":%" PRIu64, stats.warp_insns,
	  stats.lane_insns);
  putf (&t, "}");
  write_line (&t);
}

/* At exit: how many reports there were, if any.  A child of fork leaves that
   to its parent.  */

static void
summary (void)
{
  if (owner != getpid ())
    return;
  context_all_stats ();
  pthread_mutex_lock (&report_lock);
  unsigned total = 0;
  struct text t = { 0 };
  for (int k = 0; k < N_KINDS; k++)
    if (counts[k])
      {
	putf (&t, "%s%s %u", total ? ", " : "", kinds[k].noun, counts[k]);
	total += counts[k];
      }
  put (&t, "", 1);
  if (total && !t.bad)
    fprintf (stderr, "ptxvm: %u report%s (%s)\n", total,
	     total == 1 ? "" : "s", t.p);
  free (t.p);
  if (driver_options.vm.stats)
    fprintf (stderr, "ptxvm: %u launch%s, %" PRIu64 " warp instructions, %"
	     PRIu64 " lane instructions\n", atomic_load (&launches),
	     atomic_load (&launches) == 1 ? "" : "es", stats.warp_insns,
	     stats.lane_insns);
  if (json_fd >= 0)
    json_summary (total);
  pthread_mutex_unlock (&report_lock);
}

bool
report_init (char *why, size_t why_size)
{
  static bool registered;
  if (driver_options.json)
    {
      json_fd = open (driver_options.json,
		      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
      if (json_fd < 0)
	{
	  snprintf (why, why_size, "cannot write %s: %s",
		    driver_options.json, strerror (errno));
	  return false;
	}
    }
  const char *results = getenv ("PTXVM_SARIF_RESULTS");
  if (results && *results)
    {
      sarif_fd = open (results, O_WRONLY | O_APPEND | O_CLOEXEC);
      if (sarif_fd < 0)
	{
	  snprintf (why, why_size, "cannot write %s: %s", results,
		    strerror (errno));
	  return false;
	}
    }
  owner = getpid ();
  if (!registered && atexit (summary))
    {
      snprintf (why, why_size, "out of memory");
      return false;
    }
  registered = true;
  return true;
}
