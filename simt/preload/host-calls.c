/* Functions that stand in for entry points of libgomp and report the calls.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A library of its own, calls.so, which the loader takes in before libgomp
   (LD_PRELOAD).  For what it reports see host-call.h.

   Where variables are mapped for longer than the call, libgomp is asked for
   their device addresses afterwards, by the entry point that host_data and
   use_device_ptr use.  In a target region the machine itself reads them: the
   kernel's argument is the table of them.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host-gaps.h"
#include "next.h"

#define EXPORT __attribute__ ((visibility ("default")))

static _Thread_local struct simt_host_call *innermost;
static _Atomic uint64_t last_id;

static const struct simt_host_call *
current (void)
{
  return innermost;
}

EXPORT struct simt_calls accelfix_simt_calls
  = { SIMT_CALLS_VERSION, current, NULL };

/* An entry point begins, which this becomes a part of: it knows where that goes back
   to.  */
static inline __attribute__ ((always_inline)) void
enter (struct simt_host_call *c, const char *construct, size_t n,
       void **hosts, size_t *sizes, unsigned short *kinds)
{
  *c = (struct simt_host_call) { innermost, ++last_id, construct,
				 __builtin_return_address (0), n, hosts, sizes,
				 kinds };
  innermost = c;
}

static void
leave (struct simt_host_call *c)
{
  innermost = c->outer;
}

/* ---- Where variables are.  */

extern void GOMP_target_data_ext (int, size_t, void **, size_t *,
				  unsigned short *);
extern void GOMP_target_end_data (void);
extern void *acc_deviceptr (void *);

/* The device addresses of the N host addresses at HOSTS, in place; what is not
   mapped stays as it is.  */

static void
device_addresses (bool acc, int device, size_t n, void **hosts)
{
  if (acc)
    for (size_t i = 0; i < n; i++)
      {
	void *(*real) (void *) = find_next ("acc_deviceptr");
	void *d = real (hosts[i]);
	if (d)
	  hosts[i] = d;
      }
  else
    {
      size_t *sizes = calloc (n, sizeof *sizes);
      unsigned short *kinds = malloc (n * sizeof *kinds);
      for (size_t i = 0; kinds && i < n; i++)
	kinds[i] = 0x10;	/* GOMP_MAP_USE_DEVICE_PTR_IF_PRESENT.  */
      if (sizes && kinds)
	{
	  NEXT (GOMP_target_data_ext) (device, n, hosts, sizes, kinds);
	  NEXT (GOMP_target_end_data) ();
	}
      free (sizes);
      free (kinds);
    }
}

/* Tell the machine where the variables of C, mapped now, are.  */

static void
tell (const struct simt_host_call *c, bool acc, int device)
{
  void (*mapped) (const struct simt_host_call *, const struct simt_mapped *,
		  size_t, bool) = accelfix_simt_calls.mapped;
  if (!mapped || !gap_redzone || !c->n)
    return;
  struct simt_mapped *v = calloc (c->n, sizeof *v);
  void **hosts = calloc (c->n, sizeof *hosts);
  size_t n = 0, m = 0;
  bool all = true;
  for (size_t i = 0; v && hosts && i < c->n; i++)
    {
      uint64_t size;
      enum simt_map_class class = simt_map_class (c->kinds[i]);
      all &= class != SIMT_MAP_UNKNOWN && class != SIMT_MAP_PRIVATE;
      if (!gap_placed_p (c, i, &size))
	continue;
      size_t at = i;
      if (class == SIMT_MAP_STRUCT)
	{
	  if (!size)
	    {
	      all = false;
	      continue;
	    }
	  size -= (uintptr_t) c->hosts[i + 1] - (uintptr_t) c->hosts[i];
	  at = i + 1;
	  i += c->sizes[i];
	}
      v[n].host = (uintptr_t) c->hosts[at];
      v[n].size = size;
      hosts[n++] = c->hosts[at];
    }
  if (n && v && hosts)
    {
      device_addresses (acc, device, n, hosts);
      for (size_t i = 0; i < n; i++)
	if (v[i].host != (uintptr_t) hosts[i])
	  {
	    v[m] = v[i];
	    v[m++].device = (uintptr_t) hosts[i];
	  }
      mapped (c, v, m, all);
    }
  free (v);
  free (hosts);
}

/* ---- OpenMP.  */

EXPORT void
GOMP_target_ext (int device, void (*fn) (void *), size_t n, void **hosts,
		 size_t *sizes, unsigned short *kinds, unsigned flags,
		 void **depend, void **args)
{
  struct simt_host_call c;
  enter (&c, "target", n, hosts, sizes, kinds);
  unsigned short spreaded[n && gap_wanted_p (&c) ? n : 1];
  if (gap_wanted_p (&c))
    gap_spread (&c, n * sizeof (void *), spreaded);
  NEXT (GOMP_target_ext) (device, fn, n, hosts, sizes, c.kinds, flags, depend,
			  args);
  leave (&c);
}

EXPORT void
GOMP_target_data_ext (int device, size_t n, void **hosts, size_t *sizes,
		      unsigned short *kinds)
{
  struct simt_host_call c;
  enter (&c, "target data", n, hosts, sizes, kinds);
  unsigned short spreaded[n && gap_wanted_p (&c) ? n : 1];
  /* use_device_ptr writes into HOSTS.  */
  void *before[n && gap_wanted_p (&c) ? n : 1];
  if (gap_wanted_p (&c))
    {
      memcpy (before, hosts, n * sizeof *hosts);
      gap_spread (&c, 0, spreaded);
    }
  NEXT (GOMP_target_data_ext) (device, n, hosts, sizes, c.kinds);
  if (gap_wanted_p (&c))
    {
      c.hosts = before;
      tell (&c, false, device);
    }
  leave (&c);
}

EXPORT void
GOMP_target_end_data (void)
{
  struct simt_host_call c;
  enter (&c, "the end of target data", 0, NULL, NULL, NULL);
  NEXT (GOMP_target_end_data) ();
  leave (&c);
}

EXPORT void
GOMP_target_enter_exit_data (int device, size_t n, void **hosts,
			     size_t *sizes, unsigned short *kinds,
			     unsigned flags, void **depend)
{
  struct simt_host_call c;
  bool exit = flags & 2;	/* GOMP_TARGET_FLAG_EXIT_DATA.  */
  enter (&c, exit ? "exit data" : "enter data", n, hosts, sizes, kinds);
  bool ask = !exit && gap_wanted_p (&c);
  NEXT (GOMP_target_enter_exit_data) (device, n, hosts, sizes, kinds, flags,
				      depend);
  if (ask)
    tell (&c, false, device);
  leave (&c);
}

extern void *omp_target_alloc (size_t, int);
extern void omp_target_free (void *, int);

EXPORT void *
omp_target_alloc (size_t size, int device)
{
  struct simt_host_call c;
  enter (&c, "omp_target_alloc", 0, NULL, NULL, NULL);
  void *p = NEXT (omp_target_alloc) (size, device);
  leave (&c);
  return p;
}

EXPORT void
omp_target_free (void *p, int device)
{
  struct simt_host_call c;
  enter (&c, "omp_target_free", 0, NULL, NULL, NULL);
  NEXT (omp_target_free) (p, device);
  leave (&c);
}

/* ---- OpenACC.  Bit 0 of the flags, which are given inverted, is that the
   construct is the host's.  */

#define ON_HOST(FLAGS) (~(FLAGS) & 1)

/* The arguments after KINDS are tags (GOMP_LAUNCH_PACK), each followed by as
   many as it says, up to a tag 0.  */

#define MOST_ARGS 40

static unsigned
read_tags (va_list ap, unsigned *args)
{
  unsigned n = 0, tag;
  while ((tag = va_arg (ap, unsigned)) != 0)
    {
      unsigned op = tag & 0xffff, more = 0;
      switch (tag >> 28)
	{
	case 1:			/* GOMP_LAUNCH_DIM: a mask.  */
	  more = (unsigned) __builtin_popcount (op);
	  break;
	case 2:			/* GOMP_LAUNCH_ASYNC.  */
	  more = op == 0xffff;
	  break;
	case 3:			/* GOMP_LAUNCH_WAIT.  */
	  more = op;
	  break;
	}
      if (n + more + 2 > MOST_ARGS)
	{
	  fprintf (stderr, "calls.so: an OpenACC construct waits for more than "
		   "%d queues\n", MOST_ARGS);
	  abort ();
	}
      args[n++] = tag;
      while (more--)
	args[n++] = va_arg (ap, unsigned);
    }
  args[n++] = 0;
  return n;
}

#define A4(K) a[K], a[K + 1], a[K + 2], a[K + 3]
#define A20(K) A4 (K), A4 (K + 4), A4 (K + 8), A4 (K + 12), A4 (K + 16)
#define ALL_ARGS A20 (0), A20 (20)

EXPORT void
GOACC_parallel_keyed (int flags, void (*fn) (void *), size_t n, void **hosts,
		      size_t *sizes, unsigned short *kinds, ...)
{
  struct simt_host_call c;
  unsigned a[MOST_ARGS] = { 0 };
  va_list ap;
  va_start (ap, kinds);
  read_tags (ap, a);
  va_end (ap);
  enter (&c, "a compute construct", n, hosts, sizes, kinds);
  unsigned short spreaded[n && gap_wanted_p (&c) ? n : 1];
  if (gap_wanted_p (&c))
    gap_spread (&c, 0, spreaded);
  NEXT (GOACC_parallel_keyed) (flags, fn, n, hosts, sizes, c.kinds, ALL_ARGS);
  leave (&c);
}

EXPORT void
GOACC_data_start (int flags, size_t n, void **hosts, size_t *sizes,
		  unsigned short *kinds)
{
  struct simt_host_call c;
  enter (&c, "data", n, hosts, sizes, kinds);
  unsigned short spreaded[n && gap_wanted_p (&c) ? n : 1];
  void *before[n && gap_wanted_p (&c) ? n : 1];
  if (gap_wanted_p (&c))
    {
      memcpy (before, hosts, n * sizeof *hosts);
      gap_spread (&c, 0, spreaded);
    }
  NEXT (GOACC_data_start) (flags, n, hosts, sizes, c.kinds);
  if (gap_ask_p (&c) && !ON_HOST (flags))
    {
      c.hosts = before;
      tell (&c, true, 0);
    }
  leave (&c);
}

EXPORT void
GOACC_data_end (void)
{
  struct simt_host_call c;
  enter (&c, "the end of data", 0, NULL, NULL, NULL);
  NEXT (GOACC_data_end) ();
  leave (&c);
}

/* The three of enter and exit data have the same arguments; ENTER is 1, 0, or
   -1 where the kinds say it.  */

typedef void enter_exit_fn (int, size_t, void **, size_t *, unsigned short *,
			    int, int, ...);

static void
enter_exit (enter_exit_fn *real, int enter_p, int flags, size_t n,
	    void **hosts, size_t *sizes, unsigned short *kinds, int async,
	    int n_waits, va_list ap)
{
  struct simt_host_call c;
  unsigned a[MOST_ARGS] = { 0 };
  for (int i = 0; i < n_waits && i < MOST_ARGS; i++)
    a[i] = va_arg (ap, unsigned);
  for (size_t i = 0; i < n && enter_p < 0; i++)
    {
      unsigned kind = kinds[i] & 0xff;
      if (kind == 0x80 || kind == 0x06 || kind == 0x50 || kind == 0x81
	  || kind <= 1)
	enter_p = 1;
    }
  enter (&c, enter_p > 0 ? "enter data" : "exit data", n, hosts, sizes, kinds);
  bool ask = enter_p > 0 && gap_ask_p (&c) && !ON_HOST (flags);
  real (flags, n, hosts, sizes, kinds, async, n_waits, ALL_ARGS);
  if (ask)
    tell (&c, true, 0);
  leave (&c);
}

#define ENTER_EXIT(NAME, ENTER) \
EXPORT void \
NAME (int flags, size_t n, void **hosts, size_t *sizes, \
      unsigned short *kinds, int async, int n_waits, ...) \
{ \
  va_list ap; \
  va_start (ap, n_waits); \
  enter_exit (NEXT (NAME), ENTER, flags, n, hosts, sizes, kinds, async, \
	      n_waits, ap); \
  va_end (ap); \
}

ENTER_EXIT (GOACC_enter_exit_data, -1)
ENTER_EXIT (GOACC_enter_data, 1)
ENTER_EXIT (GOACC_exit_data, 0)

extern void *acc_malloc (size_t);
extern void acc_free (void *);

EXPORT void *
acc_malloc (size_t size)
{
  struct simt_host_call c;
  enter (&c, "acc_malloc", 0, NULL, NULL, NULL);
  void *p = NEXT (acc_malloc) (size);
  leave (&c);
  return p;
}

EXPORT void
acc_free (void *p)
{
  struct simt_host_call c;
  enter (&c, "acc_free", 0, NULL, NULL, NULL);
  NEXT (acc_free) (p);
  leave (&c);
}

/* Through the profiling interface a program learns of each block that libgomp
   allocates, with its size; those are left as they are then.  */

typedef void prof_fn (int event, void (*callback) (void), int info);

EXPORT prof_fn acc_prof_register;

EXPORT void
acc_prof_register (int event, void (*callback) (void), int info)
{
  gap_profiled = true;
  NEXT (acc_prof_register) (event, callback, info);
}

/* What maps one variable.  */

#define MAP_ONE(NAME) \
EXPORT void * \
NAME (void *host, size_t size) \
{ \
  struct simt_host_call c; \
  unsigned short kind = 0; \
  enter (&c, #NAME, 1, &host, &size, &kind); \
  void *p = NEXT (NAME) (host, size); \
  struct simt_mapped v = { (uintptr_t) host, size, (uintptr_t) p }; \
  if (p && gap_wanted_p (&c) && accelfix_simt_calls.mapped) \
    accelfix_simt_calls.mapped (&c, &v, 1, true); \
  leave (&c); \
  return p; \
}

#define UNMAP_ONE(NAME) \
EXPORT void \
NAME (void *host, size_t size) \
{ \
  struct simt_host_call c; \
  enter (&c, #NAME, 0, NULL, NULL, NULL); \
  NEXT (NAME) (host, size); \
  leave (&c); \
}

MAP_ONE (acc_copyin)
MAP_ONE (acc_create)
MAP_ONE (acc_present_or_copyin)
MAP_ONE (acc_present_or_create)
MAP_ONE (acc_pcopyin)
MAP_ONE (acc_pcreate)
UNMAP_ONE (acc_copyout)
UNMAP_ONE (acc_delete)
UNMAP_ONE (acc_copyout_finalize)
UNMAP_ONE (acc_delete_finalize)
