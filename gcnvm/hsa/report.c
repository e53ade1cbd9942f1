/* Reports of the machine and of the runtime.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What simt/report/report.h does with them.  The facts of a report in JSON:

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
#include "simt/host/origins.h"

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
  struct simt_report out
    = { .kind = kind, .text = text, .address = address, .mem = &memory };
  simt_fact_address (&out, "address", NULL, address);
  simt_report_found (NULL, &out);
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
