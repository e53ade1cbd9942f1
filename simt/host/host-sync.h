/* What the threads of libgomp's plugin for amdgcn wait for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* The plugin has a thread for each OpenACC async queue, which dispatches one
   kernel after another and waits for each.  What is before what is known by
   mutexes and condition variables, then, and not by the machine's interface.
   sync.so, which gcnvm-run --race has the loader take in first, has the
   functions that the plugin calls for these; the machine sets accelfix_sync.  */

#ifndef SIMT_HOST_SYNC_H
#define SIMT_HOST_SYNC_H

enum simt_sync_event
{
  SIMT_SYNC_RELEASE,		/* What the calling thread knows, whoever acquires
				   at OBJECT later will know.  */
  SIMT_SYNC_ACQUIRE,
  SIMT_SYNC_WAKE,		/* It makes others go on, which will acquire OBJECT, or
				   where that is NULL the mutex that it has.  */
  SIMT_SYNC_START,		/* The calling thread is one of the plugin's.  */
  SIMT_SYNC_TELL_ALL,		/* What it knows, all others will know.  */
  SIMT_SYNC_END			/* The same, and it ends.  */
};

typedef void simt_sync_fn (enum simt_sync_event, const void *object);

/* The variable that the machine looks for: NULL until a machine wants to know.  */
#define SIMT_SYNC_NAME "accelfix_sync"
extern simt_sync_fn *_Atomic accelfix_sync;

#endif /* SIMT_HOST_SYNC_H */
