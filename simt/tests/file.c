/* Files that the user names.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simt/base/file.h"
#include "test.h"

static char dir[] = "tests/file.XXXXXX";

/* The name of NAME in the test's folder.  */
static const char *
in (const char *name)
{
  static char buf[4][256];
  static unsigned k;
  k = (k + 1) % 4;
  snprintf (buf[k], sizeof buf[k], "%s/%s", dir, name);
  return buf[k];
}

static const char *
content (const char *file)
{
  static char text[256];
  int fd = open (file, O_RDONLY | O_NONBLOCK);
  ssize_t n = fd >= 0 ? read (fd, text, sizeof text - 1) : -1;
  if (fd >= 0)
    close (fd);
  text[n > 0 ? n : 0] = '\0';
  return text;
}

static bool
put (const char *file, const char *text, int mode)
{
  return simt_file_write (file, text, strlen (text), mode);
}

/* How many entries the test's folder has.  */
static unsigned
entries (void)
{
  char command[300];
  unsigned n = 0;
  snprintf (command, sizeof command, "ls -A '%s' | wc -l", dir);
  FILE *f = popen (command, "r");
  check (f && fscanf (f, "%u", &n) == 1, "ls");
  if (f)
    pclose (f);
  return n;
}

static void
regular (void)
{
  struct stat a, b;
  umask (027);
  check (put (in ("new"), "one", -1), "new: %s", strerror (errno));
  check_text (content (in ("new")), "one", "new");
  stat (in ("new"), &a);
  check ((a.st_mode & 07777) == 0640, "umask: %o", a.st_mode);
  chmod (in ("new"), 0755);
  check (put (in ("new"), "two", -1), "again: %s", strerror (errno));
  check_text (content (in ("new")), "two", "again");
  stat (in ("new"), &b);
  check ((b.st_mode & 07777) == 0755, "permissions: %o", b.st_mode);
  check (a.st_ino != b.st_ino, "the content changed in place");
  check (put (in ("new"), "x", 0600), "mode");
  stat (in ("new"), &b);
  check ((b.st_mode & 07777) == 0600, "given permissions: %o", b.st_mode);
  /* Nothing is there while it is made, and nothing if it is given up.  */
  struct simt_file *f = simt_file_open (in ("later"), -1);
  check (f && access (in ("later"), F_OK) < 0, "there too early");
  fputs ("x", simt_file_stream (f));
  simt_file_abandon (f);
  check (access (in ("later"), F_OK) < 0, "there though given up");
  check (entries () == 1, "%u entries", entries ());
  unlink (in ("new"));
}

static void
links (void)
{
  struct stat st;
  char target[64] = "";
  mkdir (in ("sub"), 0755);
  check (put (in ("sub/real"), "old", -1), "real");
  check (symlink ("sub/real", in ("link")) == 0
	 && symlink ("link", in ("chain")) == 0
	 && symlink ("sub/missing", in ("dangling")) == 0
	 && symlink ("loop", in ("loop")) == 0, "symlink");
  check (put (in ("chain"), "new", -1), "chain: %s", strerror (errno));
  check_text (content (in ("sub/real")), "new", "behind the link");
  check (lstat (in ("link"), &st) == 0 && S_ISLNK (st.st_mode)
	 && lstat (in ("chain"), &st) == 0 && S_ISLNK (st.st_mode),
	 "a link is no link any more");
  check (put (in ("dangling"), "made", -1), "dangling: %s", strerror (errno));
  check_text (content (in ("sub/missing")), "made", "behind dangling");
  check (readlink (in ("dangling"), target, sizeof target) > 0
	 && !strncmp (target, "sub/missing", 11), "dangling is %s", target);
  check (!put (in ("loop"), "x", -1) && errno == ELOOP, "loop");
  const char *const names[] = { "loop", "dangling", "chain", "link",
				"sub/real", "sub/missing" };
  for (unsigned k = 0; k < 6; k++)
    unlink (in (names[k]));
  rmdir (in ("sub"));
}

static void *
reader (void *file)
{
  int fd = open (file, O_RDONLY);
  static char text[64];
  ssize_t n = read (fd, text, sizeof text - 1);
  text[n > 0 ? n : 0] = '\0';
  close (fd);
  return text;
}

static void *
impatient (void *file)
{
  close (open (file, O_RDONLY));
  return NULL;
}

static void
others (void)
{
  struct stat a, b;
  pthread_t t;
  void *got;
  char fifo[256];
  snprintf (fifo, sizeof fifo, "%s", in ("fifo"));
  stat ("/dev/null", &a);
  check (put ("/dev/null", "x", -1) && stat ("/dev/null", &b) == 0
	 && S_ISCHR (b.st_mode) && a.st_ino == b.st_ino, "/dev/null");
  check (symlink ("/dev/null", in ("null")) == 0 && put (in ("null"), "x", -1)
	 && stat ("/dev/null", &b) == 0 && S_ISCHR (b.st_mode)
	 && lstat (in ("null"), &b) == 0 && S_ISLNK (b.st_mode),
	 "link to /dev/null");
  unlink (in ("null"));
  check (!put ("/dev/full", "x", -1) && errno == ENOSPC, "/dev/full: %s",
	 strerror (errno));
  check (mkfifo (fifo, 0600) == 0, "mkfifo");
  pthread_create (&t, NULL, reader, fifo);
  check (put (fifo, "through", -1), "fifo: %s", strerror (errno));
  pthread_join (t, &got);
  check_text (got, "through", "fifo");
  check (stat (fifo, &b) == 0 && S_ISFIFO (b.st_mode), "no fifo any more");
  /* A reader that goes away is an error and nothing else.  */
  pthread_create (&t, NULL, impatient, fifo);
  struct simt_file *f = simt_file_open (fifo, -1);
  pthread_join (t, &got);
  check (f != NULL, "fifo again");
  fputs ("x", simt_file_stream (f));
  check (!simt_file_close (f) && errno == EPIPE, "no reader: %s",
	 strerror (errno));
  unlink (fifo);
  check (!put (dir, "x", -1) && errno == EISDIR, "folder: %s",
	 strerror (errno));
  check (!put (in ("no/such"), "x", -1) && errno == ENOENT, "no folder");
  check (!put (in ("new/"), "x", -1) && errno == EISDIR, "a folder's name: %s",
	 strerror (errno));
  check (!put ("", "x", -1) && errno == ENOENT, "no name");
  check (entries () == 0, "%u entries", entries ());
}

/* /dev/stdout is what standard output is, and neither cut off nor replaced.  */
static void
descriptors (void)
{
  const char *const names[] = { "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1" };
  char target[256];
  snprintf (target, sizeof target, "%s", in ("out"));
  for (unsigned k = 0; k < 3; k++)
    {
      fflush (stdout);
      pid_t pid = fork ();
      if (pid == 0)
	{
	  int fd = open (target, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	  if (fd < 0 || dup2 (fd, 1) < 0 || write (1, "before ", 7) != 7
	      || !put (names[k], "within", -1) || write (1, " after", 6) != 6)
	    _exit (1);
	  int append = simt_file_append (names[k]);
	  _exit (append < 0 || write (append, " end", 4) != 4);
	}
      int status;
      waitpid (pid, &status, 0);
      check (status == 0, "%s: status %x", names[k], status);
      check_text (content (target), "before within after end", names[k]);
    }
  unlink (target);
  check (!put ("/dev/fd/987", "x", -1) && errno == EBADF, "closed: %s",
	 strerror (errno));
}

/* As a user whom permissions bind, in a process of its own.  */
static void
unwritable (void)
{
  check (put (in ("kept"), "old", -1), "kept");
  check (put (in ("locked"), "old", -1), "locked");
  chmod (in ("kept"), 0444);
  chmod (in ("locked"), 0666);
  chmod (dir, 0555);
  fflush (stdout);
  pid_t pid = fork ();
  if (pid == 0)
    {
      unsigned before = failed;
      if (geteuid () == 0 && (setgid (65534) != 0 || setuid (65534) != 0))
	_exit (2);
      if (access ("tests", X_OK) != 0)
	_exit (3);
      check (!put (in ("kept"), "x", -1) && errno == EACCES, "read-only file");
      check (!simt_file_open (in ("new"), -1) && errno == EACCES,
	     "read-only folder: %s", strerror (errno));
      check (put (in ("locked"), "n", -1), "in place: %s", strerror (errno));
      fflush (stdout);
      _exit (failed != before);
    }
  int status;
  waitpid (pid, &status, 0);
  chmod (dir, 0755);
  if (WIFEXITED (status) && WEXITSTATUS (status) >= 2)
    skipped++;
  else
    {
      check (status == 0, "status 0x%x", status);
      check_text (content (in ("kept")), "old", "read-only file");
      check_text (content (in ("locked")), "n", "in place");
    }
  unlink (in ("kept"));
  unlink (in ("locked"));
}

int
main (void)
{
  check (mkdtemp (dir) != NULL, "mkdtemp: %s", strerror (errno));
  regular ();
  links ();
  others ();
  descriptors ();
  unwritable ();
  check (rmdir (dir) == 0, "left in the folder: %s", strerror (errno));
  return finish_tests ();
}
