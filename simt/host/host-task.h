/* What a preloaded library tells a machine of the host's tasks.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A construct with nowait is a task: what it does on the device comes before
   something else only where the program waits for it (OpenMP 5.0, 2.17).  On a
   device that cannot run regions asynchronously, which nvptx is to libgomp, it is
   done within the call (clear_unsupported_flags in target.c), and nothing shows to
   the driver that the program does not wait.  tasks.so, which ptxvm-run --race has
   the loader take in first, has functions with the names of libgomp's entry points
   that begin such a task or wait for tasks.  */

#ifndef SIMT_HOST_TASK_H
#define SIMT_HOST_TASK_H

#include <stdint.h>

#define SIMT_TASKS_VERSION 1

struct simt_tasks
{
  unsigned version;
  /* The task that the calling thread is in, from 1; 0 if what it does is waited
     for.  No two tasks have the same number.  */
  uint64_t (*current) (void);
  /* Set by the machine: from now on what TASK does comes after what EARLIER has
     done.  Where TASK is 0 that is all that the program does outside of tasks;
     where EARLIER is 0, all tasks until now.  */
  void (*wait) (uint64_t task, uint64_t earlier);
};

/* The name that the machine looks for.  */
#define SIMT_TASKS_NAME "accelfix_simt_tasks"
extern struct simt_tasks accelfix_simt_tasks;

/* Set in the flags of GOMP_target_ext by accelfix's plugin for the host's compiler
   where it takes GOMP_TARGET_FLAG_NOWAIT away (plugin/host/nowait-team.cc).  libgomp
   does not look at it.  */
#define SIMT_TARGET_WAS_NOWAIT (1u << 30)

#endif /* SIMT_HOST_TASK_H */
