/* Native code: the cache.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "simt/base/file.h"
#include "simt/base/beside.h"
#include "native-int.h"

/* What stands at the end of a file, after what the linker has made.  */
struct trailer
{
  char magic[8];
  struct simt_native_key key;
  uint64_t size;		/* Of all that is before it,  */
  struct simt_native_key sum;		/* and of these bytes.  */
};
#define MAGIC "accelnat"

/* Files are some 20 to 100 KB.  */
#define MAX_FILE ((off_t) 64 << 20)

void
simt_native_sum (struct simt_native_key *k, const void *p, size_t n)
{
  const uint8_t *b = p;
  for (size_t i = 0; i < n; i += 8)
    {
      uint64_t v = 0;
      memcpy (&v, b + i, n - i < 8 ? n - i : 8);
      k->a = (k->a ^ v) * UINT64_C (0xff51afd7ed558ccd);
      k->a ^= k->a >> 32;
      k->b = (k->b + v + 1) * UINT64_C (0x9e3779b97f4a7c15);
      k->b ^= k->b >> 29;
    }
  /* Zeros at the end count.  */
  k->b = (k->b ^ n) * UINT64_C (0xc4ceb9fe1a85ec53);
}

static void
add_text (struct simt_native_key *k, const char *s)
{
  simt_native_sum (k, s, strlen (s) + 1);
}

static const struct simt_native_key start = { UINT64_C (14695981039346656037), 1 };

bool
simt_native_allowed (void)
{
  return !getauxval (AT_SECURE);
}

/* ---- The environment.  */

/* What is read of it.  */
enum { ENV_PATH, ENV_TMPDIR, ENV_CACHE, ENV_HOME, N_ENV };
static const char *const env_names[N_ENV]
  = { "PATH", "TMPDIR", "XDG_CACHE_HOME", "HOME" };
/* How that was once; nobody frees it, as threads may still look.  */
struct environment
{
  const struct environment *older;
  char *v[N_ENV];		/* As NAME=VALUE, or NULL.  */
};
static const struct environment *_Atomic environment;

static bool
same_p (const struct environment *a, const struct environment *b)
{
  for (int k = 0; k < N_ENV; k++)
    if (!a->v[k] != !b->v[k] || (a->v[k] && strcmp (a->v[k], b->v[k])))
      return false;
  return true;
}

void
simt_native_environment (void)
{
  const struct environment *old = environment;
  struct environment *e = calloc (1, sizeof *e);
  for (int k = 0; e && k < N_ENV; k++)
    {
      const char *v = getenv (env_names[k]);
      if (v && asprintf (&e->v[k], "%s=%s", env_names[k], v) < 0)
	e->v[k] = NULL;
    }
  if (e && (!old || !same_p (e, old)))
    {
      e->older = old;
      environment = e;
      return;
    }
  for (int k = 0; e && k < N_ENV; k++)
    free (e->v[k]);
  free (e);
}

/* As it was noted, or is.  */
static const struct environment *
environment_now (void)
{
  if (!environment)
    simt_native_environment ();
  return environment;
}

static const char *
value (const struct environment *e, int k)
{
  return e->v[k] ? e->v[k] + strlen (env_names[k]) + 1 : NULL;
}

/* The compiler's path, found along P, the value of PATH; and in *ID, of N bytes, what
   distinguishes it from others; false if there is none.  */
static bool
find_compiler (const char *p, char *path, size_t path_size, char *id, size_t n)
{
  struct stat st;
  for (; p && *p; p += *p == ':')
    {
      size_t len = strcspn (p, ":");
      int k = snprintf (path, path_size, "%.*s/gcc", (int) len, p);
      p += len;
      /* A relative folder is no place to take a compiler from.  */
      if (len == 0 || p[-(ptrdiff_t) len] != '/' || k < 0
	  || (size_t) k >= path_size || access (path, X_OK) || stat (path, &st)
	  || !S_ISREG (st.st_mode))
	continue;
      snprintf (id, n, "%s %llu %llu %llu %lld.%09ld", path,
		(unsigned long long) st.st_dev, (unsigned long long) st.st_ino,
		(unsigned long long) st.st_size, (long long) st.st_mtim.tv_sec,
		st.st_mtim.tv_nsec);
      return true;
    }
  return false;
}

bool
simt_native_add_compiler (struct simt_native_key *key)
{
  char cc[PATH_MAX], id[PATH_MAX + 128];
  const struct environment *e = environment_now ();
  if (!e || !find_compiler (value (e, ENV_PATH), cc, sizeof cc, id, sizeof id))
    return false;
  add_text (key, id);
  return true;
}

/* ---- What starts the compiler: native-compile.so.  */

static void (*_Atomic stop_compiler) (bool);
typedef bool compile_fn (const char *, const char *const *, char *const *, int,
			 const char *);

/* What it is called by; NULL if it is not there.  */
static compile_fn *
compile_function (void)
{
  static compile_fn *_Atomic compile;
  void *so;
  if (compile || !(so = simt_beside ("native-compile.so")))
    return compile;
  stop_compiler = (void (*) (bool)) dlsym (so, "simt_native_stop_compiler");
  compile = (compile_fn *) dlsym (so, "simt_native_compile");
  return compile;
}

void
simt_native_stop (bool for_good)
{
  void (*stop) (bool) = stop_compiler;
  if (stop)
    stop (for_good);
}

/* ---- The folder.  */

/* Put the folder's path into PATH and open it, made if MAKE.  It is the user's
   own and nobody else may look into it, or it is not taken: -1.  */
static int
open_folder (const struct environment *e, char *path, size_t n, bool make)
{
  const char *cache = value (e, ENV_CACHE), *home = value (e, ENV_HOME);
  int k;
  if (cache && cache[0] == '/')
    k = snprintf (path, n, "%s/accelfix/native", cache);
  else if (home && home[0] == '/')
    k = snprintf (path, n, "%s/.cache/accelfix/native", home);
  else
    return -1;
  if (k < 0 || (size_t) k >= n)
    return -1;
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT && make)
    {
      for (char *p = path + 1; (p = strchr (p, '/')); p++)
	{
	  *p = '\0';
	  mkdir (path, 0700);
	  *p = '/';
	}
      mkdir (path, 0700);
      fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    }
  struct stat st;
  if (fd >= 0 && (fstat (fd, &st) || st.st_uid != geteuid ()
		  || (st.st_mode & 077) != 0))
    {
      close (fd);
      return -1;
    }
  return fd;
}

int
simt_native_folder (bool make)
{
  const struct environment *e = environment;
  char folder[PATH_MAX];
  return e && simt_native_allowed () ? open_folder (e, folder, sizeof folder, make) : -1;
}

/* ---- Files.  */

/* The sum of the first N bytes of the file FD, which are read here since a file that
   gets shorter must not be mapped.  */
static bool
sum_file (int fd, uint64_t n, struct simt_native_key *sum)
{
  static _Thread_local char buf[16384];
  *sum = start;
  for (uint64_t at = 0; at < n;)
    {
      ssize_t k = pread (fd, buf, n - at < sizeof buf ? n - at : sizeof buf,
			 (off_t) at);
      if (k <= 0)
	return false;
      simt_native_sum (sum, buf, (size_t) k);
      at += (uint64_t) k;
    }
  return true;
}

void
simt_native_name (char name[NATIVE_NAME], const struct simt_native_key *key,
		  const char *suffix)
{
  snprintf (name, NATIVE_NAME, "%016llx%016llx%s", (unsigned long long) key->a,
	    (unsigned long long) key->b, suffix);
}

/* Load the file NAME in the folder DIR, of key KEY.  NULL if it is not there, is not
   the user's own or not whole.  */
static void *
load_file (int dir, const char *name, const struct simt_native_key *key)
{
  struct stat st;
  struct trailer t;
  struct simt_native_key sum;
  void *so = NULL;
  char path[128];
  int fd = openat (dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  if (!fstat (fd, &st) && S_ISREG (st.st_mode) && st.st_uid == geteuid ()
      && (st.st_mode & 022) == 0
      && st.st_size > (off_t) sizeof t && st.st_size < MAX_FILE
      && pread (fd, &t, sizeof t, st.st_size - (off_t) sizeof t)
	 == (ssize_t) sizeof t
      && !memcmp (t.magic, MAGIC, sizeof t.magic)
      && !memcmp (&t.key, key, sizeof *key)
      && t.size == (uint64_t) st.st_size - sizeof t
      && sum_file (fd, t.size, &sum) && !memcmp (&sum, &t.sum, sizeof sum))
    {
      /* In this folder, whatever is at its path by now.  */
      snprintf (path, sizeof path, "/proc/self/fd/%d/%s", dir, name);
      so = dlopen (path, RTLD_NOW | RTLD_LOCAL);
      /* When it was used last, to the day.  */
      if (so && time (NULL) - st.st_mtim.tv_sec > 86400)
	futimens (fd, NULL);
    }
  close (fd);
  return so;
}

struct entry
{
  char name[NATIVE_NAME];
  time_t used;
};

static int
older (const void *a, const void *b)
{
  const struct entry *x = a, *y = b;
  return (x->used > y->used) - (x->used < y->used);
}

static bool
ends_p (const char *name, const char *suffix)
{
  size_t n = strlen (name), k = strlen (suffix);
  return n > k && !strcmp (name + n - k, suffix);
}

/* Files of one kind that the folder DIR has at most, which end with SUFFIX.  Where there are
   more, a quarter of them goes, those first that nobody has used for longest; and what
   compilers left that ended with their programs.  */
#define MOST_FILES 2000

static void
tidy_files (int dir, const char *suffix)
{
  int again = openat (dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = again < 0 ? NULL : fdopendir (again);
  struct entry *all = malloc (2 * MOST_FILES * sizeof *all);
  size_t n = 0;
  struct stat st;
  for (struct dirent *e; d && all && (e = readdir (d)) && n < 2 * MOST_FILES;)
    {
      size_t len = strlen (e->d_name);
      bool tmp = ends_p (e->d_name, ".tmp");
      if (len >= sizeof all->name || (!tmp && !ends_p (e->d_name, suffix))
	  || fstatat (dir, e->d_name, &st, AT_SYMLINK_NOFOLLOW))
	continue;
      if (!tmp)
	{
	  memcpy (all[n].name, e->d_name, len + 1);
	  all[n++].used = st.st_mtim.tv_sec;
	}
      else if (time (NULL) - st.st_mtim.tv_sec > 86400)
	unlinkat (dir, e->d_name, 0);
    }
  if (n > MOST_FILES)
    {
      qsort (all, n, sizeof *all, older);
      for (size_t i = 0; i < n - MOST_FILES / 4 * 3; i++)
	unlinkat (dir, all[i].name, 0);
    }
  free (all);
  if (d)
    closedir (d);
  else if (again >= 0)
    close (again);
}

/* Compile TEXT with the compiler at CC to the file NAME of key KEY in the folder DIR,
   whose path is PATH, with the environment E.  */
static bool
make_file (const struct environment *e, int dir, const char *path,
	   const char *name, const struct simt_native_key *key,
	   const char *cc, const char *const *text, size_t n,
	   const char *const *flags)
{
  static _Atomic unsigned count;
  char tmp[64], out[PATH_MAX + 64];
  struct trailer t = { .key = *key };
  memcpy (t.magic, MAGIC, sizeof t.magic);
  struct stat st;
  bool ok = true;
  int in = memfd_create ("accelfix-native", MFD_CLOEXEC);
  if (in < 0)
    return false;
  for (size_t i = 0; i < n && ok; i++)
    ok = simt_write_all (in, text[i], strlen (text[i]));
  lseek (in, 0, SEEK_SET);
  snprintf (tmp, sizeof tmp, ".%ld-%u.tmp", (long) getpid (),
	    atomic_fetch_add (&count, 1));
  snprintf (out, sizeof out, "%s/%s", path, tmp);
  ok = ok && compile_function () && compile_function () (cc, flags, e->v, in, out);
  close (in);
  int fd = ok ? openat (dir, tmp, O_RDWR | O_NOFOLLOW | O_CLOEXEC) : -1;
  ok = (fd >= 0 && !fstat (fd, &st) && S_ISREG (st.st_mode)
	&& st.st_uid == geteuid () && !fchmod (fd, 0600));
  if (ok)
    {
      t.size = (uint64_t) st.st_size;
      ok = (sum_file (fd, t.size, &t.sum)
	    && lseek (fd, 0, SEEK_END) == st.st_size
	    && simt_write_all (fd, &t, sizeof t)
	    && !renameat (dir, tmp, dir, name));
    }
  if (fd >= 0)
    close (fd);
  if (!ok)
    unlinkat (dir, tmp, 0);
  return ok;
}

void *
simt_native_load (const char *const *text, size_t n, const char *const *flags,
		  const char *build, bool compile, struct simt_native_key *key)
{
  char folder[PATH_MAX], cc[PATH_MAX], id[PATH_MAX + 128], name[NATIVE_NAME];
  *key = (struct simt_native_key) { 0, 0 };
  const struct environment *e = environment_now ();
  if (!e || !simt_native_allowed ()
      || !find_compiler (value (e, ENV_PATH), cc, sizeof cc, id, sizeof id))
    return NULL;
  *key = start;
  add_text (key, build);
  add_text (key, id);
  for (size_t i = 0; flags[i]; i++)
    add_text (key, flags[i]);
  add_text (key, "");
  for (size_t i = 0; i < n; i++)
    add_text (key, text[i]);
  simt_native_name (name, key, ".so");
  int dir = open_folder (e, folder, sizeof folder, compile);
  if (dir < 0)
    return NULL;
  void *so = load_file (dir, name, key);
  if (!so && compile
      && make_file (e, dir, folder, name, key, cc, text, n, flags))
    {
      so = load_file (dir, name, key);
      tidy_files (dir, ".so");
      tidy_files (dir, ".note");
      tidy_files (dir, ".text");
    }
  close (dir);
  return so;
}

void *
simt_native_load_again (const struct simt_native_key *key)
{
  char name[NATIVE_NAME];
  int dir = simt_native_folder (false);
  simt_native_name (name, key, ".so");
  void *so = dir < 0 ? NULL : load_file (dir, name, key);
  if (dir >= 0)
    close (dir);
  return so;
}
