/* The PTX machine: launches of grids.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/stack-need.h"
#include "code/uniform.h"
#include "order/block.h"
#include "simt/base/pool.h"
#include "simt/report/interrupt.h"
#include "simt/base/mappings.h"

/* If L was stopped, say what stopped it; its blocks have said where they
   were.  */

static void
end_stopped (struct launch *l)
{
  int why = atomic_load (&l->stopped);
  if (why > 0)
    simt_report_note ("%s ended kernel %s:", simt_interrupt_name (why),
		      l->kernel->func->name);
  simt_stands_end (&l->stands);
}

/* True if several host threads may run warps of one block with the options O: not
   where what is reported, or where a launch is ended, could depend on their
   order, or where what is kept of a block is for one thread.  */
static bool
crews_p (const struct vm_options *o)
{
  return (!o->race && !o->initcheck && !o->schedule && !o->insn_limit
	  && o->uninit != VM_UNINIT_REPORT && o->uninit != VM_UNINIT_ERROR);
}

/* What a thread of K has of stack on a device, bytes, or UINT64_MAX: as much as it
   needs.  */
static uint64_t
stack_limit (struct vm *vm, struct vm_kernel *k)
{
  int r = atomic_load (&k->recursive);
  if (r == 0)
    {
      r = stack_recursive_p (k) ? 1 : -1;
      atomic_store (&k->recursive, r);
    }
  return (r > 0 && !atomic_load (&k->stack_told) ? vm->opt.stack_size
	  : UINT64_MAX);
}

enum vm_result
vm_launch (struct vm *vm, struct vm_kernel *k, const unsigned grid[3],
	   const unsigned block[3], uint64_t dynamic_shared,
	   const void *params, uint64_t param_bytes,
	   const struct simt_race_order *order)
{
  struct launch l;
  memset (&l, 0, sizeof l);
  uint64_t threads = (uint64_t) block[0] * block[1] * block[2];
  uint64_t max = (k->info.max_threads && k->info.max_threads < 1024
		  ? k->info.max_threads : 1024);
  if (!grid[0] || !grid[1] || !grid[2] || threads == 0 || threads > max
      || param_bytes < k->info.param_bytes)
    return VM_INVALID_VALUE;
  l.vm = vm;
  l.kernel = k;
  l.n_blocks = (uint64_t) grid[0] * grid[1] * grid[2];
  for (int i = 0; i < 3; i++)
    {
      l.grid[i] = grid[i];
      l.ntid[i] = block[i];
    }
  l.uniform = uniform_launch_p (vm, block);
  l.lstride = local_stride (vm, &l.local_room);
  l.stack_limit = stack_limit (vm, k);
  if (vm->mem.unified)
    simt_mapped_again ();
  l.dynamic_shared = dynamic_shared;
  l.param_bytes = k->info.param_bytes;
  l.id = launch_new_id (vm);
  l.params = aligned_alloc (16, round_up (l.param_bytes + 1, 16));
  if (!l.params)
    return VM_OUT_OF_MEMORY;
  if (l.param_bytes)
    memcpy (l.params, params, l.param_bytes);
  if (vm->race && order)
    simt_race_launch_start (vm->race, (uint32_t) l.id, order);
  double start = simt_kernels_clock ();
  simt_deadline_start (&l.deadline, vm->opt.time_limit);
  pthread_mutex_init (&l.stands_lock, NULL);
  simt_stands_start (&l.stands, "warp");
  simt_interrupt_enter ();

  long cores = vm->opt.threads ? (long) vm->opt.threads
	       : sysconf (_SC_NPROCESSORS_ONLN);
  if (cores < 1)
    cores = 1;
  if (cores > SIMT_POOL_MAX + 1)
    cores = SIMT_POOL_MAX + 1;
  unsigned n = (uint64_t) cores < l.n_blocks ? (unsigned) cores
	       : (unsigned) l.n_blocks;
  if (crews_p (&vm->opt))
    {
      l.cores = (unsigned) cores;
      l.workers = n;
      l.spare = (int) (l.cores - n);
    }
  l.alone = simt_alone_begin (&vm->mem.alone,
			      n == 1 && !vm->race && !vm->opt.schedule && !vm->mem.unified);
  launch_run (&l, n);
  simt_alone_end (&vm->mem.alone, l.alone);
  free (l.params);
  end_stopped (&l);
  simt_interrupt_leave ();
  pthread_mutex_destroy (&l.stands_lock);
  const struct simt_kernel_run run =
    { 1, l.n_blocks, l.warps, l.warp_insns, simt_kernels_clock () - start };
  if (vm->opt.stats)
    simt_kernels_add (k->info.name, &run);
  return (enum vm_result) atomic_load (&l.result);
}
