/* A library for LD_PRELOAD that makes one call fail.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* FAULT_CALL is malloc, write, mmap or pthread_create, and FAULT_NUMBER which
   call of it in this process fails, from 1 on; malloc stands for calloc, realloc
   and aligned_alloc too.  Only calls that come from the library FAULT_FILE, by a
   part of its name, count.  With FAULT_COUNT the number of calls is added to
   that file at the end.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic long n_calls;
static long fail_at;
static const char *call, *files;
static bool ready;

extern void *__libc_malloc (size_t);
extern void *__libc_calloc (size_t, size_t);
extern void *__libc_realloc (void *, size_t);
extern void *__libc_memalign (size_t, size_t);

static void __attribute__ ((constructor))
start (void)
{
  const char *number = getenv ("FAULT_NUMBER");
  call = getenv ("FAULT_CALL");
  files = getenv ("FAULT_FILES");
  const char *program = getenv ("FAULT_PROGRAM");
  fail_at = number ? atol (number) : 0;
  ready = (call && files && program
	   && !strcmp (program, program_invocation_short_name));
}

static void __attribute__ ((destructor))
finish (void)
{
  const char *to = getenv ("FAULT_COUNT");
  char text[32];
  int fd;
  ready = false;
  if (!to || !n_calls || (fd = open (to, O_WRONLY | O_CREAT | O_APPEND, 0666)) < 0)
    return;
  int n = snprintf (text, sizeof text, "%ld\n", (long) n_calls);
  if (write (fd, text, (size_t) n) != n)
    abort ();
  close (fd);
}

/* True if NAME is of FILES.  */

static bool
wanted (const char *name)
{
  for (const char *p = files; *p; )
    {
      char part[64];
      size_t n = strcspn (p, ":");
      snprintf (part, sizeof part, "%.*s", (int) n, p);
      if (strstr (name, part))
	return true;
      p += n + (p[n] == ':');
    }
  return false;
}

/* True if this call of NAME, from CALLER, is to fail.  */

static bool
fails (const char *name, void *caller)
{
  static _Thread_local bool inside;
  Dl_info info;
  if (!ready || inside || strcmp (name, call))
    return false;
  inside = true;
  bool ours = (dladdr (caller, &info) && info.dli_fname
	       && wanted (info.dli_fname));
  inside = false;
  return ours && ++n_calls == fail_at;
}

#define FAILS(NAME) fails (NAME, __builtin_return_address (0))

void *
malloc (size_t n)
{
  if (FAILS ("malloc"))
    {
      errno = ENOMEM;
      return NULL;
    }
  return __libc_malloc (n);
}

void *
calloc (size_t n, size_t size)
{
  if (FAILS ("malloc"))
    {
      errno = ENOMEM;
      return NULL;
    }
  return __libc_calloc (n, size);
}

void *
realloc (void *p, size_t n)
{
  if (FAILS ("malloc"))
    {
      errno = ENOMEM;
      return NULL;
    }
  return __libc_realloc (p, n);
}

void *
aligned_alloc (size_t align, size_t n)
{
  if (FAILS ("malloc"))
    {
      errno = ENOMEM;
      return NULL;
    }
  return __libc_memalign (align, n);
}

ssize_t
write (int fd, const void *p, size_t n)
{
  static ssize_t (*real) (int, const void *, size_t);
  if (!real)
    real = (ssize_t (*) (int, const void *, size_t)) dlsym (RTLD_NEXT,
							    "write");
  if (FAILS ("write"))
    {
      errno = ENOSPC;
      return -1;
    }
  return real (fd, p, n);
}

void *
mmap (void *at, size_t n, int prot, int flags, int fd, off_t offset)
{
  static void *(*real) (void *, size_t, int, int, int, off_t);
  if (!real)
    real = (void *(*) (void *, size_t, int, int, int, off_t))
      dlsym (RTLD_NEXT, "mmap");
  if (FAILS ("mmap"))
    {
      errno = ENOMEM;
      return MAP_FAILED;
    }
  return real (at, n, prot, flags, fd, offset);
}

int
pthread_create (pthread_t *t, const pthread_attr_t *attr, void *(*fn) (void *),
		void *closure)
{
  static int (*real) (pthread_t *, const pthread_attr_t *, void *(*) (void *),
		      void *);
  if (!real)
    real = (int (*) (pthread_t *, const pthread_attr_t *, void *(*) (void *),
		     void *)) dlsym (RTLD_NEXT, "pthread_create");
  if (FAILS ("pthread_create"))
    return EAGAIN;
  return real (t, attr, fn, closure);
}
