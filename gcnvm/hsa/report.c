/* Reports of the machine and of the runtime.
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

/* What simt/report.h does with them.  The facts of a report in JSON:

     "kernel":"main","function":"foo","pc":"0x7f0000005834","offset":52,
     "instruction":"v_mov_b32_e32 v1, v2","file":"foo.c","line":9,
     "group":[0,0,0],"wave":1,"lane":5,"register":"v2","address":"0x0",
     "other_access":"store","other_function":"bar","other_file":"foo.c",
     "other_line":12,"other_group":[0,0,0],"other_wave":0

   where those that there are not are left out; and the figures of a process:

     "dispatches":3,"launches":1,"waves":3,"wave_instructions":120,
     "vector_instructions":60,"lanes":3840

   LAUNCHES are those of the dispatches that the program asked for: gcn-run and
   libgomp's plugin dispatch the kernels _init_array and _fini_array of every
   code object that they load.  */

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "runtime.h"
#include "simt/origins.h"

static const struct simt_figure figures[] =
{
  { "dispatches", "dispatch", "dispatches", true },
  { "launches", "launch by the program", "launches by the program", true },
  { "waves", "wave", "waves", false },
  { "wave_instructions", "wave instructions", "wave instructions", false },
  { "vector_instructions", "vector instructions", "vector instructions",
    false },
  { "lanes", "lane operations", "lane operations", false }
};

static _Atomic uint64_t dispatches, launches;
static void (*machines) (struct gcnvm_stats *);

/* Report R as OUT, with where the program launched the kernel.  */

static void
report_launched (const struct gcnvm_report *r, struct simt_report *out)
{
  struct simt_maker by = simt_host_launcher (r->launcher);
  struct simt_origin launched;
  size_t n = r->places.n_related;
  struct simt_related all[1 + n];
  if (simt_maker_related (&by, "target region", "launched", &launched, all))
    {
      if (n)
	memcpy (all + 1, r->places.related, n * sizeof *all);
      out->places.related = all;
      out->places.n_related = n + 1;
    }
  if (r->kind == GCNVM_R_MEMORY || r->kind == GCNVM_R_INITCHECK)
    simt_report_add_at (&memory, r->address, out);
  else
    simt_report_add (out);
}

void
report_machine (void *closure, const struct gcnvm_report *r)
{
  (void) closure;
  struct simt_fact facts[20];
  size_t n = 0;
#define FACT(...) (facts[n++] = (struct simt_fact) { __VA_ARGS__ })
  FACT ("kernel", "kernel", SIMT_TEXT, r->kernel, { 0 });
  FACT ("function", NULL, SIMT_TEXT, r->function, { 0 });
  if (r->pc)
    FACT ("pc", "pc", SIMT_ADDRESS, NULL, { r->pc });
  if (r->function)
    FACT ("offset", "offset", SIMT_NUMBER, NULL, { r->offset });
  FACT ("instruction", "instruction", SIMT_TEXT, r->insn, { 0 });
  FACT ("file", NULL, SIMT_TEXT, r->file, { 0 });
  if (r->file)
    FACT ("line", NULL, SIMT_NUMBER, NULL, { r->line });
  FACT ("group", "group", SIMT_VECTOR, NULL,
	{ r->group[0], r->group[1], r->group[2] });
  FACT ("wave", "wave", SIMT_NUMBER, NULL, { r->wave });
  if (r->lane >= 0)
    FACT ("lane", "lane", SIMT_NUMBER, NULL, { (uint64_t) r->lane });
  FACT ("register", "register", SIMT_TEXT, r->reg, { 0 });
  if (r->kind == GCNVM_R_MEMORY || r->kind == GCNVM_R_MISALIGNED
      || r->kind == GCNVM_R_STACK || r->kind == GCNVM_R_LDS
      || r->kind == GCNVM_R_RACE)
    FACT ("address", NULL, SIMT_ADDRESS, NULL, { r->address });
  if (r->other)
    {
      const struct gcnvm_other *o = r->other;
      FACT ("other_access", "other access", SIMT_TEXT,
	    o->store ? "store" : "load", { 0 });
      FACT ("other_function", "other function", SIMT_TEXT, o->function, { 0 });
      FACT ("other_file", "other file", SIMT_TEXT, o->file, { 0 });
      if (o->file)
	FACT ("other_line", "other line", SIMT_NUMBER, NULL, { o->line });
      FACT ("other_group", "other group", SIMT_VECTOR, NULL,
	    { o->group[0], o->group[1], o->group[2] });
      FACT ("other_wave", "other wave", SIMT_NUMBER, NULL, { o->wave });
    }
#undef FACT
  struct simt_report out =
    {
      .kind = r->kind, .text = r->text, .function = r->function,
      .path = r->path, .line = r->line, .facts = facts, .n_facts = n,
      .places = r->places
    };
  report_launched (r, &out);
}

static void
report_text (size_t kind, const char *format, va_list ap)
{
  char text[2048];
  vsnprintf (text, sizeof text, format, ap);
  const struct simt_report out = { .kind = kind, .text = text };
  simt_report_add (&out);
}

static void
report_host (size_t kind, uint64_t address, const char *text)
{
  const struct simt_fact fact
    = { "address", NULL, SIMT_ADDRESS, NULL, { address } };
  const struct simt_report out
    = { .kind = kind, .text = text, .facts = &fact, .n_facts = 1 };
  simt_report_add_at (&memory, address, &out);
}

void
report_memory (uint64_t address, const char *text)
{
  report_host (GCNVM_R_MEMORY, address, text);
}

void
report_undefined (uint64_t address, const char *text)
{
  report_host (GCNVM_R_INITCHECK, address, text);
}

void
report_call (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  report_text (HSA_R_CALL, format, ap);
  va_end (ap);
}

void
report_load (const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  report_text (HSA_R_LOAD, format, ap);
  va_end (ap);
}

void
report_dispatch (const char *kernel)
{
  atomic_fetch_add (&dispatches, 1);
  if (!strcmp (kernel, "_init_array") || !strcmp (kernel, "_fini_array"))
    return;
  atomic_fetch_add (&launches, 1);
  simt_report_launch ();
}

/* At exit.  */

static void
collect (uint64_t *values)
{
  struct gcnvm_stats s = { 0 };
  objects_leaks ();
  machines (&s);
  values[0] = atomic_load (&dispatches);
  values[1] = atomic_load (&launches);
  values[2] = s.waves;
  values[3] = s.insns;
  values[4] = s.vector_insns;
  values[5] = s.lanes;
}

bool
report_init (void (*stats) (struct gcnvm_stats *), char *why, size_t why_size)
{
  machines = stats;
  return simt_report_init (&gcnvm_tool, hsa_options.json, figures,
			   sizeof figures / sizeof figures[0],
			   hsa_options.vm.stats, hsa_options.vm.profile,
			   collect, why, why_size);
}
