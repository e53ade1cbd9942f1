/* Copies that end with an error where the memory of a process cannot be used.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* While a copy runs there are handlers of SIGSEGV and SIGBUS, which hand on
   what no copy has caused to those that the program had.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "guard.h"

enum { N_SIGNALS = 2 };
static const int signals[N_SIGNALS] = { SIGSEGV, SIGBUS };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned n_copies;		/* That run now.  */
static struct sigaction before[N_SIGNALS];

static _Thread_local sigjmp_buf *volatile back;	/* Of this thread's copy.  */
static _Thread_local void *volatile fault_at;
static _Thread_local volatile int fault_signal, fault_code;

/* Do what SIG would have done before there were copies.  */

static void
hand_on (int sig, siginfo_t *info, void *context)
{
  const struct sigaction *old = &before[sig == SIGBUS];
  if (old->sa_flags & SA_SIGINFO)
    old->sa_sigaction (sig, info, context);
  else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN)
    old->sa_handler (sig);
  else
    {
      /* The instruction is executed again, and the process dies.  */
      signal (sig, SIG_DFL);
      if (info->si_code <= 0)
	raise (sig);
    }
}

static void
handler (int sig, siginfo_t *info, void *context)
{
  if (!back || info->si_code <= 0)
    {
      hand_on (sig, info, context);
      return;
    }
  fault_at = info->si_addr;
  fault_signal = sig;
  fault_code = info->si_code;
  siglongjmp (*back, 1);
}

static void
enter (void)
{
  struct sigaction act
    = { .sa_sigaction = handler,
	.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK };
  sigemptyset (&act.sa_mask);
  pthread_mutex_lock (&lock);
  if (n_copies++ == 0)
    for (int k = 0; k < N_SIGNALS; k++)
      sigaction (signals[k], &act, &before[k]);
  pthread_mutex_unlock (&lock);
}

/* A handler that the program has set up meanwhile stays.  */

static void
leave (void)
{
  struct sigaction now;
  pthread_mutex_lock (&lock);
  if (--n_copies == 0)
    for (int k = 0; k < N_SIGNALS; k++)
      if (sigaction (signals[k], NULL, &now) == 0
	  && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handler)
	sigaction (signals[k], &before[k], NULL);
  pthread_mutex_unlock (&lock);
}

/* ---- What is at an address.  */

/* The object of the ELF file, N bytes at P, that is at offset AT from where the
   file is loaded; NULL if there is none.  *SIZE becomes its size.  */

static const char *
symbol_at (const char *p, size_t n, uint64_t at, uint64_t *size)
{
  const ElfW (Ehdr) *e = (const void *) p;
  if (n < sizeof *e || memcmp (p, ELFMAG, SELFMAG)
      || e->e_shentsize != sizeof (ElfW (Shdr)) || e->e_shoff > n
      || e->e_shnum > (n - e->e_shoff) / sizeof (ElfW (Shdr)))
    return NULL;
  const ElfW (Shdr) *sections = (const void *) (p + e->e_shoff);
  for (unsigned k = 0; k < e->e_shnum; k++)
    {
      const ElfW (Shdr) *s = &sections[k];
      if (s->sh_type != SHT_SYMTAB || s->sh_link >= e->e_shnum
	  || s->sh_offset > n || s->sh_size > n - s->sh_offset)
	continue;
      const ElfW (Shdr) *names = &sections[s->sh_link];
      if (names->sh_offset > n || names->sh_size > n - names->sh_offset
	  || names->sh_size == 0
	  || p[names->sh_offset + names->sh_size - 1] != '\0')
	continue;
      const ElfW (Sym) *symbols = (const void *) (p + s->sh_offset);
      for (size_t i = 0; i < s->sh_size / sizeof *symbols; i++)
	if (ELF64_ST_TYPE (symbols[i].st_info) == STT_OBJECT
	    && at - symbols[i].st_value < symbols[i].st_size
	    && symbols[i].st_name < names->sh_size)
	  {
	    *size = symbols[i].st_size;
	    return p + names->sh_offset + symbols[i].st_name;
	  }
    }
  return NULL;
}

struct search
{
  uintptr_t address;
  char *buf;
  size_t size;
};

/* Look for the address in one loaded file, INFO.  */

static int
look_in (struct dl_phdr_info *info, size_t size, void *closure)
{
  struct search *s = closure;
  bool inside = false;
  (void) size;
  for (unsigned k = 0; k < info->dlpi_phnum; k++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[k];
      inside |= (p->p_type == PT_LOAD
		 && s->address - info->dlpi_addr - p->p_vaddr < p->p_memsz);
    }
  if (!inside)
    return 0;
  const char *file = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
  const char *name = (*info->dlpi_name ? info->dlpi_name
		      : program_invocation_name);
  struct stat st;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  void *p = MAP_FAILED;
  if (fd >= 0 && fstat (fd, &st) == 0 && st.st_size > 0)
    p = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (fd >= 0)
    close (fd);
  uint64_t n = 0;
  const char *symbol
    = (p == MAP_FAILED ? NULL
       : symbol_at (p, (size_t) st.st_size, s->address - info->dlpi_addr, &n));
  if (symbol)
    snprintf (s->buf, s->size, "`%.200s' (%llu bytes) of %.1000s", symbol,
	      (unsigned long long) n, name);
  else
    snprintf (s->buf, s->size, "a constant of %.1000s", name);
  if (p != MAP_FAILED)
    munmap (p, (size_t) st.st_size);
  return 1;
}

bool
simt_describe_host (const void *address, char *buf, size_t size)
{
  struct search s = { (uintptr_t) address, buf, size };
  if (size)
    *buf = '\0';
  return dl_iterate_phdr (look_in, &s) != 0;
}

/* ---- Copies.  */

/* Copy; false if that ended in the handler.  */

static bool
try_copy (void *to, const void *from, size_t n)
{
  sigjmp_buf here;
  if (sigsetjmp (here, 0) != 0)
    return false;
  back = &here;
  memmove (to, from, n);
  return true;
}

bool
simt_guarded_copy (void *to, const void *from, size_t n, char *why,
		   size_t size)
{
  enter ();
  bool ok = try_copy (to, from, n);
  back = NULL;
  leave ();
  if (ok)
    return true;
  char what[1500];
  const void *at = fault_at;
  bool known = simt_describe_host (at, what, sizeof what);
  bool there = fault_signal == SIGSEGV && fault_code == SEGV_ACCERR;
  bool write = (uintptr_t) at - (uintptr_t) to < n;
  snprintf (why, size, "%p is %s%s%s", at,
	    !there ? "not mapped" : write ? "read-only memory"
	    : "memory that cannot be read", known ? ": " : "",
	    known ? what : "");
  return false;
}
