/* Files that the user names: what we write there harms nothing else.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "file.h"
#include "text.h"

struct simt_file
{
  struct simt_text text;
  int fd;			/* Of what is no regular file, else -1.  */
  bool in_place;		/* A regular file whose folder takes no new
				   file.  */
  bool exists;
  struct stat old;		/* If EXISTS.  */
  int mode;
  char path[PATH_MAX];		/* Links followed.  */
};

/* ---- Names.  */

/* The open descriptor that PATH is a name of, or -1.  */

static int
descriptor_of (const char *path)
{
  char own[32];
  snprintf (own, sizeof own, "/proc/%ld/fd/", (long) getpid ());
  const char *const before[]
    = { "/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", own };
  for (size_t k = 0; k < sizeof before / sizeof before[0]; k++)
    {
      size_t n = strlen (before[k]);
      if (strncmp (path, before[k], n))
	continue;
      char *end;
      errno = 0;
      long fd = strtol (path + n, &end, 10);
      if (end != path + n && !*end && !errno && fd >= 0 && fd <= INT_MAX)
	return (int) fd;
    }
  return -1;
}

/* Put the file that NAME leads to into PATH, of PATH_MAX bytes: while the last
   part is a link, what it points to, which need not be there.  *FD becomes the
   descriptor that it is a name of, or -1.  False with errno set on failure.  */

static bool
follow (const char *name, char *path, int *fd)
{
  if (strlen (name) >= PATH_MAX)
    {
      errno = ENAMETOOLONG;
      return false;
    }
  strcpy (path, name);
  for (int links = 0; links < 40; links++)
    {
      struct stat st;
      char target[PATH_MAX];
      *fd = descriptor_of (path);
      /* The links in /proc have texts that need be no names.  */
      if (*fd >= 0 || !strncmp (path, "/proc/", 6) || lstat (path, &st) != 0
	  || !S_ISLNK (st.st_mode))
	return true;
      ssize_t n = readlink (path, target, sizeof target - 1);
      if (n < 0)
	return false;
      target[n] = '\0';
      char *slash = strrchr (path, '/');
      size_t keep = *target != '/' && slash ? (size_t) (slash + 1 - path) : 0;
      if (keep + (size_t) n >= PATH_MAX)
	{
	  errno = ENAMETOOLONG;
	  return false;
	}
      memcpy (path + keep, target, (size_t) n + 1);
    }
  errno = ELOOP;
  return false;
}

/* Make a new file in the folder of PATH, whose name is put into TEMP, of
   PATH_MAX bytes.  Gives its descriptor, or -1 with errno set.  */

static int
make_beside (const char *path, char *temp)
{
  const char *slash = strrchr (path, '/');
  int dir = slash ? (int) (slash + 1 - path) : 0;
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  unsigned long salt = (unsigned long) now.tv_nsec;
  for (int k = 0; k < 100; k++)
    {
      int n = snprintf (temp, PATH_MAX, "%.*s.accelfix-%ld-%lx", dir, path,
			(long) getpid (), salt + (unsigned long) k);
      if (n < 0 || n >= PATH_MAX)
	{
	  errno = ENAMETOOLONG;
	  return -1;
	}
      int fd = open (temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd >= 0 || errno != EEXIST)
	return fd;
    }
  return -1;
}

/* Find out how F is to be written, and whether it can be.  */

static bool
prepare (struct simt_file *f, const char *name)
{
  int shared;
  if (!*name)
    {
      errno = ENOENT;
      return false;
    }
  if (!follow (name, f->path, &shared))
    return false;
  if (shared >= 0)
    {
      f->fd = fcntl (shared, F_DUPFD_CLOEXEC, 0);
      return f->fd >= 0;
    }
  f->exists = stat (f->path, &f->old) == 0;
  if (!f->exists && errno != ENOENT)
    return false;
  if (f->exists && !S_ISREG (f->old.st_mode))
    {
      f->fd = open (f->path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
      return f->fd >= 0;
    }
  if (f->exists && access (f->path, W_OK) != 0)
    return false;
  /* A name that ends with a slash is a folder's.  */
  if (f->path[strlen (f->path) - 1] == '/')
    {
      errno = EISDIR;
      return false;
    }
  char temp[PATH_MAX];
  int fd = make_beside (f->path, temp);
  if (fd >= 0)
    {
      close (fd);
      unlink (temp);
      return true;
    }
  f->in_place = f->exists;
  return f->in_place;
}

struct simt_file *
simt_file_open (const char *name, int mode)
{
  struct simt_file *f = calloc (1, sizeof *f);
  if (!f)
    return NULL;
  f->fd = -1;
  f->mode = mode;
  if (simt_text_open (&f->text) && prepare (f, name))
    return f;
  int err = errno;
  simt_file_abandon (f);
  errno = err;
  return NULL;
}

FILE *
simt_file_stream (struct simt_file *f)
{
  return f->text.out;
}

void
simt_file_abandon (struct simt_file *f)
{
  if (f->text.out)
    simt_text_close (&f->text);
  if (f->fd >= 0)
    close (f->fd);
  free (f->text.p);
  free (f);
}

/* ---- Writing.  */

bool
simt_write_all (int fd, const void *p, size_t n)
{
  const char *from = p;
  sigset_t pipe, old, pending;
  int err = 0;
  /* A reader that went away is an error, not this process's death.  */
  sigemptyset (&pipe);
  sigaddset (&pipe, SIGPIPE);
  sigpending (&pending);
  pthread_sigmask (SIG_BLOCK, &pipe, &old);
  while (n && !err)
    {
      ssize_t k = write (fd, from, n);
      if (k > 0)
	{
	  from += k;
	  n -= (size_t) k;
	}
      else if (k == 0)
	err = EIO;
      else if (errno != EINTR)
	err = errno;
    }
  if (err == EPIPE && !sigismember (&pending, SIGPIPE))
    while (sigtimedwait (&pipe, NULL, &(struct timespec) { 0, 0 }) < 0
	   && errno == EINTR)
      ;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
  errno = err;
  return !err;
}

/* Write F's content to FD, which is closed, and cut the file off after it if
   CUT.  */

static bool
put_content (struct simt_file *f, int fd, bool cut)
{
  bool ok = simt_write_all (fd, f->text.p, f->text.n);
  if (ok && cut)
    ok = ftruncate (fd, (off_t) f->text.n) == 0;
  int err = errno;
  if (close (fd) != 0 && ok)
    return false;
  errno = err;
  return ok;
}

/* Give FD, F's new file, the owner and the permissions that it is to have.  A
   file's owner is kept where that is allowed.  */

static bool
set_mode (const struct simt_file *f, int fd)
{
  int mode = f->mode >= 0 ? f->mode : f->exists ? (int) f->old.st_mode : -1;
  if (f->exists && fchown (fd, f->old.st_uid, f->old.st_gid) != 0
      && errno != EPERM)
    return false;
  return mode < 0 || fchmod (fd, (mode_t) mode & 07777) == 0;
}

static bool
replace (struct simt_file *f)
{
  char temp[PATH_MAX];
  int fd = make_beside (f->path, temp);
  if (fd < 0)
    return false;
  bool ok = set_mode (f, fd);
  if (!ok)
    {
      int err = errno;
      close (fd);
      errno = err;
    }
  ok = ok && put_content (f, fd, false) && rename (temp, f->path) == 0;
  if (!ok)
    {
      int err = errno;
      unlink (temp);
      errno = err;
    }
  return ok;
}

bool
simt_file_close (struct simt_file *f)
{
  bool ok = simt_text_close (&f->text);
  if (ok && f->fd >= 0)
    {
      ok = put_content (f, f->fd, false);
      f->fd = -1;
    }
  else if (ok && f->in_place)
    {
      int fd = open (f->path, O_WRONLY | O_CLOEXEC);
      ok = fd >= 0 && put_content (f, fd, true);
    }
  else if (ok)
    ok = replace (f);
  int err = errno;
  simt_file_abandon (f);
  errno = err;
  return ok;
}

bool
simt_file_write (const char *name, const void *p, size_t n, int mode)
{
  struct simt_file *f = simt_file_open (name, mode);
  if (!f)
    return false;
  fwrite (p, 1, n, f->text.out);
  return simt_file_close (f);
}

int
simt_file_append (const char *name)
{
  char path[PATH_MAX];
  int shared;
  if (!follow (name, path, &shared))
    return -1;
  if (shared >= 0)
    return fcntl (shared, F_DUPFD_CLOEXEC, 0);
  return open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY,
	       0666);
}
