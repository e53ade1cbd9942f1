/* Options of ptxvm-run and their environment variables.
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


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"

static bool
complain (char *why, size_t size, const char *legal)
{
  snprintf (why, size, "expected %s", legal);
  return false;
}

/* Read VALUE, a number of decimal digits with an optional K, M or G, into
   *TO.  Return false if it is anything else or does not fit.  */

static bool
read_size (const char *value, uint64_t *to, bool suffix)
{
  if (!isdigit ((unsigned char) value[0]))
    return false;
  errno = 0;
  char *end;
  unsigned long long n = strtoull (value, &end, 10);
  if (errno)
    return false;
  unsigned shift = 0;
  if (suffix && *end)
    {
      const char *units = "KMG";
      const char *u = strchr (units, toupper ((unsigned char) *end));
      if (!u)
	return false;
      shift = 10 * (u - units + 1);
      end++;
    }
  if (*end || n > UINT64_MAX >> shift)
    return false;
  *to = (uint64_t) n << shift;
  return true;
}

static bool
parse_uninit (struct options *o, const char *v, char *why, size_t size)
{
  if (!strcmp (v, "off"))
    o->vm.uninit = VM_UNINIT_OFF;
  else if (!strcmp (v, "report"))
    o->vm.uninit = VM_UNINIT_REPORT;
  else if (!strcmp (v, "error"))
    o->vm.uninit = VM_UNINIT_ERROR;
  else if (!strcmp (v, "random"))
    o->vm.uninit = VM_UNINIT_RANDOM;
  else if (!strncmp (v, "random:", 7)
	   && read_size (v + 7, &o->vm.seed, false))
    o->vm.uninit = VM_UNINIT_RANDOM;
  else
    return complain (why, size, "off, report, error, random or random:SEED");
  return true;
}

static bool
parse_model (struct options *o, const char *v, char *why, size_t size)
{
  if (!strcmp (v, "volta"))
    o->vm.model = VM_VOLTA;
  else if (!strcmp (v, "pascal"))
    o->vm.model = VM_PASCAL;
  else if (!strcmp (v, "pascal-shared"))
    o->vm.model = VM_PASCAL_SHARED;
  else
    return complain (why, size, "volta, pascal or pascal-shared");
  return true;
}

static bool
parse_device (struct options *o, const char *v, char *why, size_t size)
{
  static const unsigned known[] = { 35, 61, 70, 80, 90 };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    {
      char name[8];
      snprintf (name, sizeof name, "sm_%u", known[i]);
      if (!strcmp (v, name))
	{
	  o->vm.sm = known[i];
	  o->device_given = true;
	  return true;
	}
    }
  return complain (why, size, "sm_35, sm_61, sm_70, sm_80 or sm_90");
}

static bool
parse_multiprocessors (struct options *o, const char *v, char *why,
		       size_t size)
{
  uint64_t n;
  if (!read_size (v, &n, false) || n < 1 || n > 1024)
    return complain (why, size, "a number from 1 to 1024");
  o->vm.n_multiprocessors = n;
  return true;
}

/* A switch: as a variable it is 0 or 1.  */

static bool
read_switch (bool *to, const char *v, char *why, size_t size)
{
  if (strcmp (v, "0") && strcmp (v, "1"))
    return complain (why, size, "0 or 1");
  *to = v[0] == '1';
  return true;
}

static bool
parse_race (struct options *o, const char *v, char *why, size_t size)
{
  return read_switch (&o->vm.race, v, why, size);
}

static bool
parse_stats (struct options *o, const char *v, char *why, size_t size)
{
  return read_switch (&o->vm.stats, v, why, size);
}

static bool
parse_json (struct options *o, const char *v, char *why, size_t size)
{
  if (!*v)
    return complain (why, size, "a file name");
  o->json = v;
  return true;
}

static bool
parse_threads (struct options *o, const char *v, char *why, size_t size)
{
  uint64_t n;
  if (!read_size (v, &n, false) || n > 1024)
    return complain (why, size, "a number from 0 (one a core) to 1024");
  o->vm.threads = n;
  return true;
}

static bool
parse_time_limit (struct options *o, const char *v, char *why, size_t size)
{
  char *end;
  errno = 0;
  double t = isdigit ((unsigned char) v[0]) ? strtod (v, &end) : -1;
  if (t < 0 || *end || errno || !isfinite (t))
    return complain (why, size, "seconds, 0 for no limit");
  o->vm.time_limit = t;
  return true;
}

static bool
parse_insn_limit (struct options *o, const char *v, char *why, size_t size)
{
  if (!read_size (v, &o->vm.insn_limit, true))
    return complain (why, size, "a number of instructions, 0 for no limit");
  return true;
}

static bool
parse_memory (struct options *o, const char *v, char *why, size_t size)
{
  uint64_t n;
  if (!read_size (v, &n, true) || n < 1 << 20 || n > UINT64_C (1) << 40)
    return complain (why, size,
		     "bytes from 1M to 1024G, with K, M or G behind");
  o->vm.memory = n;
  return true;
}

const struct option_desc option_table[] =
{
  { "uninit", "off|report|error|random[:SEED]",
    "what to do at a read of a register that was never written",
    parse_uninit },
  { "model", "volta|pascal|pascal-shared",
    "a program counter for each thread; one stack for a warp, which meets "
    "again\n      at immediate postdominators; the same, with dead ends that "
    "several\n      branches share kept in the postdominance, as ptxas 8 does",
    parse_model },
  { "device", "sm_35|sm_61|sm_70|sm_80|sm_90",
    "the chip whose attributes are told; PTX for a later one is refused",
    parse_device },
  { "multiprocessors", "N", "multiprocessors that the device says it has",
    parse_multiprocessors },
  { "race", NULL, "look for data races between barriers", parse_race },
  { "json", "FILE", "append each report to FILE, one JSON object a line",
    parse_json },
  { "threads", "N", "host threads that run blocks; 0 is one a core",
    parse_threads },
  { "time-limit", "SECONDS", "end a launch that takes longer",
    parse_time_limit },
  { "insn-limit", "N",
    "end a launch in which a warp executes more instructions",
    parse_insn_limit },
  { "memory", "BYTES", "device memory, as in 512M", parse_memory },
  { "stats", NULL, "print launches and executed instructions at exit",
    parse_stats },
  { NULL, NULL, NULL, NULL }
};

void
option_variable (const struct option_desc *d, char *buf, size_t size)
{
  snprintf (buf, size, "PTXVM_%s", d->name);
  for (char *p = buf; *p; p++)
    *p = *p == '-' ? '_' : toupper ((unsigned char) *p);
}

bool
options_from_environment (struct options *o, char *why, size_t why_size)
{
  for (const struct option_desc *d = option_table; d->name; d++)
    {
      char var[64], reason[128];
      option_variable (d, var, sizeof var);
      const char *value = getenv (var);
      if (value && !d->parse (o, value, reason, sizeof reason))
	{
	  snprintf (why, why_size, "%s is '%s': %s", var, value, reason);
	  return false;
	}
    }
  return true;
}
