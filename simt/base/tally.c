/* What all processes of one run have done, for the one that waits for them.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tally.h"

#define MAGIC UINT64_C (0x31796c6c61746973)

static struct simt_tally *outer;	/* Of the run that we are part of.  */
static char file[PATH_MAX];		/* Of ours; empty for none.  */

static void
variable (const char *prefix, char *buf, size_t size)
{
  snprintf (buf, size, "%s_TALLY", prefix);
}

/* Map the file at FD, which is closed.  NULL with errno set on failure.  */

static struct simt_tally *
map (int fd)
{
  void *p = mmap (NULL, sizeof (struct simt_tally), PROT_READ | PROT_WRITE,
		  MAP_SHARED, fd, 0);
  int err = errno;
  close (fd);
  errno = err;
  return p == MAP_FAILED ? NULL : p;
}

/* The tally that the environment names, or NULL.  */

static struct simt_tally *
inherited (const char *prefix)
{
  char name[64];
  struct stat st;
  variable (prefix, name, sizeof name);
  const char *path = getenv (name);
  int fd = path && *path ? open (path, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode)
      || st.st_size != (off_t) sizeof (struct simt_tally))
    {
      close (fd);
      return NULL;
    }
  struct simt_tally *t = map (fd);
  if (t && t->magic != MAGIC)
    {
      munmap (t, sizeof *t);
      t = NULL;
    }
  return t;
}

struct simt_tally *
simt_tally (const char *prefix)
{
  static struct simt_tally own;
  struct simt_tally *t = inherited (prefix);
  return t ? t : &own;
}

/* Where no folder for temporary files can be written, memory that this
   process's descriptor names.  */

static int
make_file (void)
{
  const char *tmp = getenv ("TMPDIR");
  snprintf (file, sizeof file, "%s/accelfix-tally.XXXXXX",
	    tmp && *tmp == '/' ? tmp : "/tmp");
  int fd = mkostemp (file, O_CLOEXEC);
  if (fd >= 0 && posix_fallocate (fd, 0, sizeof (struct simt_tally)) == 0)
    return fd;
  if (fd >= 0)
    {
      unlink (file);
      close (fd);
    }
  *file = '\0';
  fd = memfd_create ("accelfix-tally", MFD_CLOEXEC);
  if (fd >= 0 && ftruncate (fd, sizeof (struct simt_tally)) != 0)
    {
      close (fd);
      return -1;
    }
  return fd;
}

struct simt_tally *
simt_tally_create (const char *prefix)
{
  char name[64], path[64] = "";
  outer = inherited (prefix);
  int fd = make_file ();
  if (fd < 0)
    return NULL;
  variable (prefix, name, sizeof name);
  if (!*file)
    snprintf (path, sizeof path, "/proc/%ld/fd/%d", (long) getpid (),
	      fcntl (fd, F_DUPFD_CLOEXEC, 0));
  struct simt_tally *t = map (fd);
  if (!t || setenv (name, *file ? file : path, 1) != 0)
    {
      int err = errno;
      if (*file)
	unlink (file);
      errno = err;
      return NULL;
    }
  t->magic = MAGIC;
  return t;
}

void
simt_tally_end (struct simt_tally *t)
{
  if (outer)
    {
      outer->processes += t->processes;
      outer->launches += t->launches;
      outer->findings += t->findings;
      outer->lost += t->lost;
      outer->unified += t->unified;
    }
  if (*file)
    unlink (file);
}
