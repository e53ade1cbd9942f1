/* What the threads of libgomp's plugin for amdgcn wait for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A library of its own, sync.so; see ../host-sync.h.  Its functions do what those of
   the C library and of libgomp do that come after it in the order of search.  Only
   calls by the plugin are reported: those of everybody else, the machine's among
   them, would order too much.

   pthread_mutex_trylock counts, too: with it the plugin looks for a part of the
   memory for stacks that no launch has.  Its read-write lock does not: launches
   hold it to read.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "simt/host/host-sync.h"

#define EXPORT __attribute__ ((visibility ("default")))

EXPORT simt_sync_fn *_Atomic accelfix_sync;

/* Where the plugin's code is; 0 until it has made a thread.  */
static _Atomic uintptr_t plugin_start, plugin_end;

static void
tell (enum simt_sync_event event, const void *object)
{
  simt_sync_fn *f = atomic_load_explicit (&accelfix_sync,
					  memory_order_acquire);
  if (f)
    f (event, object);
}

static bool
plugin_p (const void *caller)
{
  uintptr_t a = (uintptr_t) caller;
  return (a < atomic_load_explicit (&plugin_end, memory_order_relaxed)
	  && a >= atomic_load_explicit (&plugin_start, memory_order_relaxed));
}

/* Set the plugin's place to that of the library at CLOSURE.  */

static int
set_place (struct dl_phdr_info *info, size_t size, void *closure)
{
  const Dl_info *l = closure;
  (void) size;
  for (int k = 0; k < info->dlpi_phnum; k++)
    {
      const ElfW (Phdr) *h = &info->dlpi_phdr[k];
      uintptr_t start = info->dlpi_addr + h->p_vaddr;
      uintptr_t here = (uintptr_t) l->dli_saddr;
      if (h->p_type == PT_LOAD && h->p_flags & PF_X && here >= start
	  && here - start < h->p_memsz)
	{
	  atomic_store (&plugin_start, start);
	  atomic_store (&plugin_end, start + h->p_memsz);
	  return 1;
	}
    }
  return 0;
}

/* Whether CALLER, which makes a thread, is the plugin; notes where that is.  */

static bool
find_plugin (void *caller)
{
  Dl_info l;
  if (!atomic_load (&accelfix_sync) || plugin_p (caller))
    return plugin_p (caller);
  if (!dladdr (caller, &l) || !l.dli_fname)
    return false;
  const char *slash = strrchr (l.dli_fname, '/');
  const char *name = slash ? slash + 1 : l.dli_fname;
  if (strncmp (name, "libgomp-plugin-gcn", strlen ("libgomp-plugin-gcn")))
    return false;
  l.dli_saddr = caller;
  dl_iterate_phdr (set_place, &l);
  return plugin_p (caller);
}

/* The next function NAME.  That of the C library has several versions, of which
   dlsym gives the oldest.  */

static void *
find_next (const char *name, const char *version)
{
  void *p = version ? dlvsym (RTLD_NEXT, name, version) : NULL;
  if (!p)
    p = dlsym (RTLD_NEXT, name);
  if (!p)
    abort ();
  return p;
}

#define NEXT(NAME, VERSION) \
  ({ static _Atomic (void *) next; \
     void *p_ = atomic_load_explicit (&next, memory_order_acquire); \
     if (!p_) \
       atomic_store (&next, p_ = find_next (#NAME, VERSION)); \
     (__typeof (&NAME)) p_; })

#define CALLER __builtin_return_address (0)

/* ---- Threads.  */

struct start
{
  void *(*run) (void *);
  void *closure;
};

static void *
begin (void *closure)
{
  struct start s = *(struct start *) closure;
  tell (SIMT_SYNC_START, NULL);
  tell (SIMT_SYNC_ACQUIRE, closure);
  free (closure);
  void *result = s.run (s.closure);
  tell (SIMT_SYNC_END, NULL);
  return result;
}

EXPORT int
pthread_create (pthread_t *thread, const pthread_attr_t *attr,
		void *(*run) (void *), void *closure)
{
  struct start *s;
  __typeof (&pthread_create) next = NEXT (pthread_create, NULL);
  if (!find_plugin (CALLER) || !(s = malloc (sizeof *s)))
    return next (thread, attr, run, closure);
  *s = (struct start) { run, closure };
  tell (SIMT_SYNC_WAKE, s);
  int r = next (thread, attr, begin, s);
  if (r)
    free (s);
  return r;
}

/* ---- Mutexes and condition variables.  */

EXPORT int
pthread_mutex_lock (pthread_mutex_t *m)
{
  bool ours = plugin_p (CALLER);
  int r = NEXT (pthread_mutex_lock, NULL) (m);
  if (ours && !r)
    tell (SIMT_SYNC_ACQUIRE, m);
  return r;
}

EXPORT int
pthread_mutex_trylock (pthread_mutex_t *m)
{
  bool ours = plugin_p (CALLER);
  int r = NEXT (pthread_mutex_trylock, NULL) (m);
  if (ours && !r)
    tell (SIMT_SYNC_ACQUIRE, m);
  return r;
}

EXPORT int
pthread_mutex_unlock (pthread_mutex_t *m)
{
  if (plugin_p (CALLER))
    tell (SIMT_SYNC_RELEASE, m);
  return NEXT (pthread_mutex_unlock, NULL) (m);
}

EXPORT int
pthread_cond_wait (pthread_cond_t *c, pthread_mutex_t *m)
{
  bool ours = plugin_p (CALLER);
  if (ours)
    tell (SIMT_SYNC_RELEASE, m);
  int r = NEXT (pthread_cond_wait, "GLIBC_2.3.2") (c, m);
  if (ours)
    tell (SIMT_SYNC_ACQUIRE, m);
  return r;
}

/* The plugin signals these with their mutex locked.  */

EXPORT int
pthread_cond_signal (pthread_cond_t *c)
{
  if (plugin_p (CALLER))
    tell (SIMT_SYNC_WAKE, NULL);
  return NEXT (pthread_cond_signal, "GLIBC_2.3.2") (c);
}

EXPORT int
pthread_cond_broadcast (pthread_cond_t *c)
{
  if (plugin_p (CALLER))
    tell (SIMT_SYNC_WAKE, NULL);
  return NEXT (pthread_cond_broadcast, "GLIBC_2.3.2") (c);
}

/* ---- libgomp.  */

/* An OpenMP region with nowait is done: whoever waits for the task hears of it
   in ways that are libgomp's own.  */

extern void GOMP_PLUGIN_target_task_completion (void *task);

EXPORT void
GOMP_PLUGIN_target_task_completion (void *task)
{
  tell (SIMT_SYNC_TELL_ALL, NULL);
  void *p = dlsym (RTLD_NEXT, "GOMP_PLUGIN_target_task_completion");
  if (!p)
    {
      /* libgomp came later than we, by dlopen.  */
      void *lib = dlopen ("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
      p = lib ? dlsym (lib, "GOMP_PLUGIN_target_task_completion") : NULL;
      if (lib)
	dlclose (lib);
    }
  if (!p)
    abort ();
  ((__typeof (&GOMP_PLUGIN_target_task_completion)) p) (task);
}
