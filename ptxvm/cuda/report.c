/* Reports of the machine, for people and for other programs.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What simt/report/report.h does with them.  The facts of a report in JSON:

     "kernel":"main$_omp_fn$0","function":"foo","unit":"input 1",
     "ptx_line":214,"file":"foo.c","line":9,"block":[0,0,0],"thread":[3,0,0],
     "register":"%r25","address":"0x7f0000001000"

   where file, line, register and address are left out when there are none; and
   the figures of a process:

     "launches":3,"warp_instructions":120,"lane_instructions":3840  */

#include <stdarg.h>
#include <stdatomic.h>

#include "driver.h"
#include "simt/host/origins.h"

static const struct simt_figure figures[] =
{
  { "launches", "launch", "launches", true },
  { "warp_instructions", "warp instructions", "warp instructions", false },
  { "lane_instructions", "lane instructions", "lane instructions", false }
};

static _Atomic uint64_t launches, warp_insns, lane_insns;
static void (*living_machines) (void);

void
report_host (const void *addr, const char *format, ...)
{
  char text[4096];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  struct simt_report out = { .kind = VM_R_MEMORY, .text = text };
  simt_fact_address (&out, "address", NULL, (uintptr_t) addr);
  simt_report_add (&out);
}

void
report_launch (void)
{
  atomic_fetch_add (&launches, 1);
  simt_report_launch ();
}

void
report_stats (struct vm *vm)
{
  struct vm_stats s;
  vm_get_stats (vm, &s);
  atomic_fetch_add (&warp_insns, s.warp_insns);
  atomic_fetch_add (&lane_insns, s.lane_insns);
}

/* At exit.  */

static void
collect (uint64_t *values)
{
  living_machines ();
  values[0] = atomic_load (&launches);
  values[1] = atomic_load (&warp_insns);
  values[2] = atomic_load (&lane_insns);
}

bool
report_init (void (*living) (void), char *why, size_t why_size)
{
  living_machines = living;
  return simt_report_init (&ptxvm_tool, driver_options.json, figures,
			   sizeof figures / sizeof figures[0],
			   driver_options.vm.stats, driver_options.vm.profile,
			   collect, why, why_size);
}
