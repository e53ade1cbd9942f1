/* Launches of kernels.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "vm-int.h"
#include "simt/base/mappings.h"

/* Of a dispatch's properties: ENABLE_WAVEFRONT_SIZE32.  */
enum { WAVES_OF_32 = 1 << 10 };

static bool
valid_dispatch (const struct gcnvm *vm, const struct gcnvm_dispatch *d)
{
  uint64_t items = 1;
  for (int i = 0; i < 3; i++)
    {
      if (!d->grid[i] || !d->group[i])
	return false;
      items *= d->group[i];
    }
  return (items <= MOST_ITEMS
	  && d->group_size <= gcnvm_lds_bytes (vm->opt.cpu));
}

/* A debugger sees one launch at a time, of all devices.  */
static pthread_mutex_t debugged = PTHREAD_MUTEX_INITIALIZER;

enum gcnvm_result
gcnvm_launch (struct gcnvm *vm, const struct gcnvm_dispatch *d)
{
  struct launch l;
  /* Waves of 32 lanes are not emulated.  */
  if (!valid_dispatch (vm, d)
      || (vm->opt.cpu & GCN_RDNA && d->properties & WAVES_OF_32))
    return GCNVM_INVALID_DISPATCH;
  if (!code_find (vm, d->entry))
    return GCNVM_INVALID_CODE;
  memset (&l, 0, sizeof l);
  l.vm = vm;
  l.id = atomic_fetch_add (&vm->launches, 1) + 1;
  l.d = d;
  if (vm->race && d->order)
    simt_race_launch_start (vm->race, l.id, d->order);
  l.n_all = 1;
  for (int i = 0; i < 3; i++)
    {
      l.n_groups[i] = (d->grid[i] + (uint64_t) d->group[i] - 1) / d->group[i];
      l.n_all *= l.n_groups[i];
    }
  l.n_sgprs = ((d->rsrc1 >> 6 & 15) + 1) * 8;
  l.scratch_wave = ((uint64_t) d->private_size * LANES + 1023) / 1024 * 1024;
  if (vm->mem->unified)
    simt_mapped_again ();
  simt_defined_launch (vm->mem, d->kernel ? d->kernel : "?");
  double start = simt_kernels_clock ();
  simt_deadline_start (&l.deadline, vm->opt.time_limit);
  pthread_mutex_init (&l.stands_lock, NULL);
  simt_stands_start (&l.stands, "wave");
  simt_interrupt_enter ();
  unsigned threads = vm->opt.threads;
  if (!threads)
    {
      long n = sysconf (_SC_NPROCESSORS_ONLN);
      threads = n > 0 ? n : 1;
    }
  if (vm->debugger)
    pthread_mutex_lock (&debugged);
  launch_run (&l, threads);
  if (vm->debugger)
    pthread_mutex_unlock (&debugged);
  pthread_mutex_lock (&vm->stats_lock);
  vm->stats.shared_rounds += l.crew.n_rounds;
  pthread_mutex_unlock (&vm->stats_lock);
  int why = atomic_load (&l.stopped);
  if (why > 0)
    simt_report_note ("%s ended kernel %s:", simt_interrupt_name (why),
		      d->kernel ? d->kernel : "?");
  simt_stands_end (&l.stands);
  simt_interrupt_leave ();
  if (vm->race)
    simt_race_launch_end (vm->race, l.id);
  const struct simt_kernel_run run =
    { 1, l.n_all, l.n_waves_run, l.insns, simt_kernels_clock () - start };
  if (vm->opt.stats)
    simt_kernels_add (d->kernel ? d->kernel : "?", &run);
  pthread_mutex_destroy (&l.stands_lock);
  return atomic_load (&l.result);
}

void
gcnvm_race_copy (struct gcnvm *vm, const struct simt_race_order *order,
		 uint64_t address, uint64_t n, bool store)
{
  if (vm->race)
    vm->watch->copy (vm, order, address, n, store);
}

void
gcnvm_cancel (struct gcnvm *vm)
{
  atomic_store (&vm->cancel, true);
}
