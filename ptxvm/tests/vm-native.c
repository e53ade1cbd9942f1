/* Tests of native code: where it comes from, and what happens without.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "vm-test.h"

#define PTX								\
  ".version 6.3\n.target sm_35\n.address_size 64\n"			\
  ".func (.param .u32 r) step (.param .u32 a)\n"			\
  "{ .reg .u32 %x; ld.param.u32 %x, [a]; mad.lo.u32 %x, %x, 1664525, 7;" \
  " st.param.u32 [r], %x; ret; }\n"					\
  ".visible .entry k (.param .u64 buf, .param .u32 n)\n{\n"		\
  ".reg .u64 %b; .reg .u32 %i, %n, %x; .reg .pred %p;\n"			\
  "ld.param.u64 %b, [buf]; ld.param.u32 %n, [n]; mov.u32 %i, 0;"	\
  " mov.u32 %x, 1;\n"							\
  "L: call (%x), step, (%x); add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n;" \
  " @%p bra L;\nst.global.u32 [%b], %x; ret; }\n"

static char home[] = "/tmp/vm-native-XXXXXX";
static char folder[200], bin[200];

static uint32_t
expected (uint32_t n)
{
  uint32_t x = 1;
  for (uint32_t i = 0; i < n; i++)
    x = x * 1664525 + 7;
  return x;
}

/* Run the kernel of M with N turns; true if it has computed what it ought to.  */
static bool
launch (struct machine *m, uint32_t n)
{
  const unsigned one[3] = { 1, 1, 1 }, warp[3] = { 32, 1, 1 };
  struct { uint64_t p; uint32_t n, pad; } params = { 0, n, 0 };
  uint32_t x = 0;
  params.p = vm_alloc (m->vm, 4, "buf");
  int r = vm_launch (m->vm, vm_module_kernel (m->module, "k"), one, warp, 0,
		     &params, sizeof params, NULL);
  vm_read (m->vm, &x, params.p, 4);
  vm_free (m->vm, params.p);
  return r == VM_OK && x == expected (n);
}

static bool
start (struct machine *m, enum vm_native native)
{
  struct vm_options o;
  vm_options_init (&o);
  o.native = native;
  o.threads = 1;
  return machine_load (m, &o, PTX);
}

/* A short loop that begins with an atomic operation of one lane, as those for locks in
   GCC's code, is entered there.  */
static void
locks (void)
{
  static const char *const text
    = ".version 6.3\n.target sm_35\n.address_size 64\n"
      ".visible .entry k (.param .u64 buf)\n{\n"
      ".reg .u64 %b; .reg .u32 %l, %x, %z; .reg .pred %p, %q;\n"
      "ld.param.u64 %b, [buf]; mov.u32 %l, %laneid; setp.eq.u32 %p, %l, 0;\n"
      "mov.u32 %z, 0;\n"
      "L: @%p atom.exch.b32 %x, [%b], 0;\n"
      "shfl.sync.idx.b32 %x, %x, %z, 31, 0xffffffff;\n"
      "setp.ne.u32 %q, %x, 0; @%q bra L;\n"
      "@%p st.global.u32 [%b], 7; ret; }\n";
  const unsigned one[3] = { 1, 1, 1 }, warp[3] = { 32, 1, 1 };
  struct machine m;
  struct vm_options o;
  struct vm_stats s = { 0 };
  uint32_t v = 1;
  vm_options_init (&o);
  o.native = VM_NATIVE_ALWAYS;
  o.threads = 1;
  bool ok = machine_load (&m, &o, text);
  uint64_t p = ok ? vm_alloc (m.vm, 4, "buf") : 0;
  check (ok && !vm_write (m.vm, p, &v, 4)
	 && !vm_launch (m.vm, vm_module_kernel (m.module, "k"), one, warp, 0, &p,
			sizeof p, NULL)
	 && !vm_read (m.vm, &v, p, 4) && v == 7, "a lock: %u", v);
  if (ok)
    vm_get_stats (m.vm, &s);
  check (s.native == 1, "a lock: native code");
  machine_free (&m);
}

/* How many functions a run with all native code has as such; -1 if its result is
   wrong.  */
static int
functions (void)
{
  struct machine m;
  struct vm_stats s = { 0 };
  bool ok = start (&m, VM_NATIVE_ALWAYS) && launch (&m, 1000);
  if (m.vm)
    vm_get_stats (m.vm, &s);
  machine_free (&m);
  return ok ? (int) s.native : -1;
}

/* The name of the first file in the cache with SUFFIX, in *NAME; how many there are.  */
static int
files (const char *suffix, char *name)
{
  int n = 0;
  DIR *d = opendir (folder);
  struct dirent *e;
  while (d && (e = readdir (d)))
    {
      size_t k = strlen (e->d_name), j = strlen (suffix);
      if (k > j && !strcmp (e->d_name + k - j, suffix) && n++ == 0 && name)
	snprintf (name, 500, "%s/%s", folder, e->d_name);
    }
  if (d)
    closedir (d);
  return n;
}

static void
empty_folder (void)
{
  char name[500];
  chmod (folder, 0700);
  while (files (".so", name) || files (".note", name))
    unlink (name);
}

/* What the only file of the cache is: its time, to be told from another one.  */
static struct timespec
when (const char *name)
{
  struct stat st;
  memset (&st, 0, sizeof st);
  lstat (name, &st);
  return st.st_ctim;
}

/* There is native code; whether it comes from the file NAME of the cache, which stays
   as it is.  */
static bool
taken_p (const char *name)
{
  struct timespec t = when (name), u;
  check (functions () == 1, "native code");
  u = when (name);
  return t.tv_sec == u.tv_sec && t.tv_nsec == u.tv_nsec;
}

/* After the file of the cache was damaged, as WHAT says, it is not taken, but made
   again.  */
static void
made_again (const char *what, const char *name)
{
  struct stat st;
  check (!taken_p (name), "%s: made again", what);
  check (!lstat (name, &st) && S_ISREG (st.st_mode)
	 && (st.st_mode & 07777) == 0600, "%s: a file of 0600", what);
  check (taken_p (name), "%s: taken after that", what);
}

static void
damaged_files (void)
{
  char name[500], other[600];
  struct stat st;
  empty_folder ();
  check (functions () == 1, "native code");
  check (files (".so", name) == 1, "one file");
  check (taken_p (name) && files (".so", NULL) == 1, "taken from the cache");
  stat (name, &st);
  for (int k = 0; k < 4; k++)
    {
      const off_t size[] = { 0, 100, 4096, st.st_size - 1 };
      check (!truncate (name, size[k]), "truncate");
      made_again ("cut off", name);
    }
  int fd = open (name, O_RDWR);
  char c;
  check (pread (fd, &c, 1, st.st_size / 2) == 1 && (c ^= 1, 1)
	 && pwrite (fd, &c, 1, st.st_size / 2) == 1, "change a bit");
  close (fd);
  made_again ("a changed bit", name);
  chmod (name, 0660);
  made_again ("for others to write", name);
  snprintf (other, sizeof other, "%s/other", home);
  check (!rename (name, other) && !symlink (other, name), "link");
  made_again ("a link", name);
  check (!link (name, other) || (!unlink (other) && !link (name, other)),
	 "hard link");
  /* As perf makes one.  */
  check (taken_p (name), "two names: taken");
  unlink (other);
  if (geteuid () == 0)
    {
      check (!chown (name, 12345, 12345), "chown");
      made_again ("another user's", name);
    }
}

/* Without native code all is as before, and nothing is left behind.  In a process of its
   own, as one in which it fails often does not try it any more.  */
static void
none (const char *what)
{
  int n = -1;
  pid_t pid = fork ();
  if (pid == 0)
    _exit (functions () & 255);
  waitpid (pid, &n, 0);
  check (n == 0, "%s: %d functions", what, n);
  check (files (".tmp", NULL) == 0, "%s: left behind", what);
}

static void
bad_folders (void)
{
  char other[600];
  empty_folder ();
  chmod (folder, 0755);
  none ("a folder for all to read");
  chmod (folder, 0700);
  if (geteuid () == 0)
    {
      check (!chown (folder, 12345, 12345), "chown");
      none ("another user's folder");
      check (!chown (folder, 0, 0), "chown");
    }
  snprintf (other, sizeof other, "%s/else", home);
  check (!rename (folder, other) && !symlink (other, folder), "link");
  none ("a link to a folder");
  unlink (folder);
  int fd = creat (folder, 0600);
  close (fd);
  none ("a file for a folder");
  unlink (folder);
  check (!rename (other, folder), "rename");
  setenv ("XDG_CACHE_HOME", "relative", 1);
  unsetenv ("HOME");
  none ("no folder");
  setenv ("XDG_CACHE_HOME", home, 1);
}

/* Make the compiler a script of TEXT.  */
static void
script (const char *text)
{
  char name[300];
  snprintf (name, sizeof name, "%s/gcc", bin);
  unlink (name);
  FILE *f = fopen (name, "w");
  fprintf (f, "#! /bin/sh\n%s\n", text);
  fclose (f);
  chmod (name, 0755);
}

/* A compiler that fails is not started again and again.  */
static void
failures (void)
{
  char *path = strdup (getenv ("PATH")), with[5000], text[600], name[300];
  snprintf (with, sizeof with, "%s:%s", bin, path);
  setenv ("PATH", with, 1);
  snprintf (name, sizeof name, "%s/count", home);
  snprintf (text, sizeof text, "echo >> %s; exit 1", name);
  script (text);
  pid_t pid = fork ();
  if (pid == 0)
    {
      for (int k = 0; k < 8; k++)
	if (functions () != 0)
	  _exit (1);
      _exit (0);
    }
  int status = -1;
  waitpid (pid, &status, 0);
  struct stat st = { 0 };
  check (status == 0 && !stat (name, &st) && st.st_size == 3,
	 "a compiler that fails is started %d times", (int) st.st_size);
  snprintf (name, sizeof name, "%s/gcc", bin);
  unlink (name);
  setenv ("PATH", path, 1);
  free (path);
}

static void
bad_compilers (void)
{
  char *path = strdup (getenv ("PATH")), with[5000];
  empty_folder ();
  setenv ("PATH", bin, 1);
  none ("no compiler");
  unsetenv ("PATH");
  none ("no PATH");
  snprintf (with, sizeof with, "%s:%s", bin, path);
  setenv ("PATH", with, 1);
  script ("exit 1");
  none ("a compiler that fails");
  script ("kill -9 $$");
  none ("a compiler that is killed");
  script ("for a; do o=$a; done; echo nonsense > $o");
  none ("a compiler that writes nonsense");
  script ("for a; do o=$a; done; ln -s /etc/passwd $o");
  none ("a compiler that makes a link");
  script ("exit 0");
  none ("a compiler that makes nothing");
  char name[300], here[1000];
  snprintf (name, sizeof name, "%s/gcc", bin);
  script ("exit 1");
  check (getcwd (here, sizeof here) && !chdir (bin), "chdir");
  snprintf (with, sizeof with, ".:%s", path);
  setenv ("PATH", with, 1);
  check (functions () == 1, "a compiler in a relative folder");
  check (!chdir (here), "chdir");
  unlink (name);
  setenv ("PATH", path, 1);
  empty_folder ();
  /* As if the disk were full.  */
  struct rlimit old, most = { 1000, 1000 };
  pid_t pid = fork ();
  if (pid == 0)
    {
      signal (SIGXFSZ, SIG_IGN);
      most.rlim_max = (getrlimit (RLIMIT_FSIZE, &old), old.rlim_max);
      setrlimit (RLIMIT_FSIZE, &most);
      _exit (functions () == 0 ? 0 : 1);
    }
  int status = -1;
  waitpid (pid, &status, 0);
  check (status == 0, "a full disk");
  check (files (".so", NULL) == 0 && files (".tmp", NULL) == 0,
	 "a full disk: left behind");
  free (path);
}

/* The folder does not grow for ever: what nobody has used for longest goes.  */
static void
full_folder (void)
{
  char name[500];
  int fd;
  empty_folder ();
  const struct timespec old[2] = { { 1000, 0 }, { 1000, 0 } };
  for (int k = 0; k < 2200; k++)
    {
      snprintf (name, sizeof name, "%s/%d.so", folder, k);
      fd = creat (name, 0600);
      if (k < 1000)
	futimens (fd, old);
      close (fd);
    }
  snprintf (name, sizeof name, "%s/.1-1.tmp", folder);
  fd = creat (name, 0600);
  futimens (fd, old);
  close (fd);
  snprintf (name, sizeof name, "%s/note", folder);
  close (creat (name, 0600));
  check (functions () == 1, "native code in a full folder");
  int n = files (".so", NULL);
  check (n == 1500, "a full folder: %d files left", n);
  snprintf (name, sizeof name, "%s/999.so", folder);
  check (!!access (name, F_OK) || n != 1500, "what is old goes");
  snprintf (name, sizeof name, "%s/1500.so", folder);
  check (!access (name, F_OK), "what is new stays");
  snprintf (name, sizeof name, "%s/.1-1.tmp", folder);
  check (!!access (name, F_OK), "what a compiler has left goes");
  snprintf (name, sizeof name, "%s/note", folder);
  check (!access (name, F_OK), "other files stay");
  unlink (name);
  /* What is used is not old.  */
  empty_folder ();
  check (functions () == 1 && files (".so", name) == 1
	 && !utimensat (AT_FDCWD, name, old, 0), "one file");
  check (functions () == 1, "one file again");
  struct stat st;
  check (!stat (name, &st) && st.st_mtim.tv_sec > 1000000, "it is new again");
}

/* Nobody who compiles nothing makes a folder.  */
static void
no_folder (void)
{
  struct machine m;
  char other[300];
  snprintf (other, sizeof other, "%s/nothing", home);
  setenv ("XDG_CACHE_HOME", other, 1);
  check (start (&m, VM_NATIVE_ON) && launch (&m, 40000), "short");
  machine_free (&m);
  check (access (other, F_OK) != 0, "a short program makes a folder");
  setenv ("XDG_CACHE_HOME", home, 1);
}

/* Who compiles slowly does not hold up a program whose code goes, and is not what fails;
   the time is there for a machine that waits.  */
static void
slow_compiler (void)
{
  char *path = strdup (getenv ("PATH")), with[5000], name[300];
  empty_folder ();
  snprintf (with, sizeof with, "%s:%s", bin, path);
  setenv ("PATH", with, 1);
  script ("exec sleep 1000");
  pid_t pid = fork ();
  if (pid == 0)
    {
      alarm (100);
      for (int k = 0; k < 4; k++)
	{
	  struct machine m;
	  bool ok = start (&m, VM_NATIVE_ON) && launch (&m, 3000000);
	  machine_free (&m);
	  if (!ok)
	    _exit (1);
	}
      snprintf (name, sizeof name, "%s/gcc", bin);
      unlink (name);
      _exit (functions () == 1 ? 0 : 2);
    }
  int status = -1;
  waitpid (pid, &status, 0);
  check (status == 0, "a slow compiler: %x", status);
  check (files (".tmp", NULL) == 0, "a slow compiler: left behind");
  setenv ("PATH", path, 1);
  empty_folder ();
  free (path);
}

static _Atomic int children;

static void
on_child (int sig)
{
  (void) sig;
  children++;
}

/* The program hears nothing of the compiler, and the code comes while launches go
   on.  */
static void
background (void)
{
  struct machine m;
  struct vm_stats s = { 0 };
  bool ok = true;
  empty_folder ();
  signal (SIGCHLD, on_child);
  check (start (&m, VM_NATIVE_ON), "load");
  for (unsigned k = 0; k < 6000 && ok && !s.native; k++)
    {
      ok = launch (&m, 20000);
      vm_get_stats (m.vm, &s);
    }
  check (ok, "results while it is compiled");
  check (s.native == 1, "compiled in the background");
  check (launch (&m, 20000), "results after that");
#if !defined __SANITIZE_THREAD__ && !defined __SANITIZE_ADDRESS__
  check (children == 0, "%d signals", children);
#endif
  check (waitpid (-1, NULL, WNOHANG) == -1 && errno == ECHILD, "no children");
  machine_free (&m);
  /* Modules go while they are in the queue.  */
  empty_folder ();
  for (unsigned k = 0; k < 30 && ok; k++)
    {
      ok = start (&m, VM_NATIVE_ON) && launch (&m, 700000);
      machine_free (&m);
    }
  check (ok, "modules that go");
  pid_t pid = fork ();
  if (pid == 0)
    _exit (functions () == 1 ? 0 : 1);
  int status = -1;
  waitpid (pid, &status, 0);
  check (status == 0, "in a child");
  signal (SIGCHLD, SIG_DFL);
}

/* What the first file of heat says, or what WRITE says from now on, if it does; 0 for
   none.  */
static uint32_t
heat (const void *write, size_t n)
{
  char name[500];
  uint32_t h[2] = { 0, 0 };
  FILE *f = (files (".note", name) == 1 ? fopen (name, write ? "w" : "r") : NULL);
  bool ok = f && (write ? fwrite (write, n, 1, f) : fread (h, sizeof h, 1, f)) == 1;
  return (f && !fclose (f) && ok) ? h[1] : 0;
}

/* One run of TURNS of the loop; then, if native code is COMING, of few more until it has
   come; true if it has.  */
static bool
one_run (uint32_t turns, bool coming)
{
  struct machine m;
  struct vm_stats s = { 0 };
  bool ok = start (&m, VM_NATIVE_ON);
  for (; ok && turns >= 20000; turns -= 20000)
    ok = launch (&m, 20000);
  for (unsigned k = 0; k < 1200 && ok && coming && !s.native; k++)
    {
      usleep (50000);
      ok = launch (&m, 10);
      vm_get_stats (m.vm, &s);
    }
  check (ok, "results of short runs");
  vm_get_stats (m.vm, &s);
  machine_free (&m);
  return s.native == 1;
}

/* What runs took that were each too short for the compiler is added up.  */
static void
short_runs (void)
{
  empty_folder ();
  /* The thread that looks may be late once.  Each turn counts twice: the loop, and after the
     call.  */
  for (unsigned k = 0; k < 20 && !heat (NULL, 0); k++)
    check (!one_run (200000, false), "one short run");
  uint32_t first = heat (NULL, 0);
  check (first >= 390000 && first <= 410000, "heat of one run: %u", first);
  check (!one_run (200000, false), "two short runs");
  uint32_t second = heat (NULL, 0);
  check (second == first || (second >= 780000 && second < 820000),
	 "heat of two runs: %u after %u", second, first);
  check (files (".so", NULL) == 0, "compiled too soon");
  check (one_run (200000, true), "three short runs");
  check (files (".so", NULL) == 1 && files (".note", NULL) == 0,
	 "files after three short runs");
  /* What is not whole counts nothing, and is replaced; much is no less than that.  */
  empty_folder ();
  for (unsigned k = 0; k < 20 && !heat (NULL, 0); k++)
    one_run (200000, false);
  heat ("note", 4);
  check (!one_run (200000, false), "half a file of heat");
  check (heat (NULL, 0) < 410000 && !files (".so", NULL), "half a file counts");
  heat ("eton\377\377\377\377", 8);
  check (!one_run (200000, false), "another file");
  check (heat (NULL, 0) < 410000 && !files (".so", NULL), "another file counts");
  heat ("note\377\377\377\377", 8);
  check (one_run (100000, true), "much heat");
}

/* Where native code would not see what is looked for, there is none.  */
static void
switched_off (void)
{
  for (int k = 0; k < 5; k++)
    {
      struct machine m;
      struct vm_options o;
      struct vm_stats s;
      vm_options_init (&o);
      o.native = VM_NATIVE_ALWAYS;
      o.race = k == 0;
      o.initcheck = k == 1;
      o.uninit = k == 2 ? VM_UNINIT_REPORT : k == 3 ? VM_UNINIT_RANDOM
		 : VM_UNINIT_OFF;
      o.insn_limit = k == 4 ? 1000000 : 0;
      bool ok = machine_load (&m, &o, PTX) && launch (&m, 100);
      vm_get_stats (m.vm, &s);
      check (ok && s.native == 0, "off, %d", k);
      machine_free (&m);
    }
}

int
main (void)
{
  unsetenv ("PTXVM_NATIVE");
  unsetenv ("PTXVM_NATIVE_EXIT");
  if (!mkdtemp (home))
    return 1;
  snprintf (folder, sizeof folder, "%s/accelfix/native", home);
  snprintf (bin, sizeof bin, "%s/bin", home);
  mkdir (bin, 0700);
  setenv ("XDG_CACHE_HOME", home, 1);
  if (functions () != 1)
    {
      printf ("SKIP: there is no gcc here\n");
      skipped++;
      return finish_tests ();
    }
  locks ();
  empty_folder ();
  functions ();
  damaged_files ();
  bad_folders ();
  full_folder ();
  no_folder ();
  failures ();
  bad_compilers ();
  slow_compiler ();
  background ();
  short_runs ();
  switched_off ();
  char command[300];
  snprintf (command, sizeof command, "rm -rf %s", home);
  check (!system (command), "clean up");
  return finish_tests ();
}
