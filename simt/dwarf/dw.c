/* libdw, loaded when it is first needed.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

#include "dw-names.h"
#include "dw.h"

struct callbacks
{
  int (*find_elf) (void);
  int (*find_debuginfo) (void);
  int (*section_address) (void);
  char **debuginfo_path;
};

static struct simt_dw dw;

/* Those that only this file calls.  */
static struct
{
  void *(*dwfl_begin) (const struct callbacks *);
  int (*dwfl_linux_proc_report) (void *, pid_t);
  int (*dwfl_report_end) (void *, void *, void *);
  void *(*dwfl_addrmodule) (void *, uint64_t);
  void (*dwfl_end) (void *);
  int (*dwfl_linux_proc_find_elf) (void);
  void *(*dwfl_report_offline) (void *, const char *name, const char *path, int fd);
  int (*dwfl_offline_section_address) (void);
  unsigned (*elf_version) (unsigned);
  void *(*elf_memory) (const void *, size_t);
  void *(*dwarf_begin_elf) (void *, int, void *);
} own;

static struct callbacks callbacks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int
no_debuginfo (void)
{
  return -1;
}

static bool
load (void)
{
  static bool tried, there;
  if (tried)
    return there;
  tried = true;
  void *lib = dlopen ("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!lib)
    return false;
#define GET(WHERE, NAME) \
  (*(void **) &WHERE.NAME = dlsym (lib, #NAME)) != NULL
  there = (GET (own, dwfl_begin) && GET (own, dwfl_linux_proc_report)
	   && GET (own, dwfl_report_end) && GET (own, dwfl_addrmodule)
	   && GET (own, dwfl_end) && GET (own, dwfl_linux_proc_find_elf)
	   && GET (own, dwfl_report_offline)
	   && GET (own, dwfl_offline_section_address)
	   && GET (dw, dwfl_module_getsrc) && GET (dw, dwfl_lineinfo)
	   && GET (dw, dwfl_module_addrname) && GET (dw, dwfl_module_addrdie)
	   && GET (dw, dwarf_tag) && GET (dw, dwarf_child)
	   && GET (dw, dwarf_siblingof) && GET (dw, dwarf_haspc)
	   && GET (dw, dwarf_attr_integrate) && GET (dw, dwarf_formstring)
	   && GET (dw, dwarf_formudata) && GET (dw, dwarf_formref_die)
	   && GET (dw, dwarf_getlocation_addr) && GET (dw, dwarf_getlocations)
	   && GET (dw, dwarf_aggregate_size) && GET (dw, dwfl_module_nextcu)
	   && GET (dw, dwarf_decl_file) && GET (dw, dwarf_decl_line)
	   && GET (dw, dwarf_formsdata) && GET (dw, dwarf_getlocation)
	   && GET (dw, dwarf_nextcu) && GET (dw, dwarf_offdie)
	   && GET (dw, dwarf_attr) && GET (dw, dwarf_diecu) && GET (dw, dwarf_entrypc)
	   && GET (dw, dwarf_getsrcfiles) && GET (dw, dwarf_filesrc) && GET (own, elf_version)
	   && GET (own, elf_memory) && GET (own, dwarf_begin_elf));
#undef GET
  callbacks = (struct callbacks) { own.dwfl_linux_proc_find_elf, no_debuginfo,
				   NULL, NULL };
  return there;
}

/* A session that knows this process's modules, and the one that has the code at AT in
   *MODULE; NULL if there is none.  */

static void *
begin (uintptr_t at, void **module)
{
  void *d = load () ? own.dwfl_begin (&callbacks) : NULL;
  if (!d)
    return NULL;
  if (own.dwfl_linux_proc_report (d, getpid ()) == 0
      && own.dwfl_report_end (d, NULL, NULL) == 0
      && (*module = own.dwfl_addrmodule (d, at)))
    return d;
  own.dwfl_end (d);
  return NULL;
}

void
simt_dw_at (uintptr_t at,
	    void (*fn) (const struct simt_dw *, void *, uintptr_t, void *),
	    void *closure)
{
  void *module;
  pthread_mutex_lock (&lock);
  void *d = begin (at, &module);
  if (d)
    {
      fn (&dw, module, at, closure);
      own.dwfl_end (d);
    }
  pthread_mutex_unlock (&lock);
}

bool
simt_dw_keep (uintptr_t at, const struct simt_dw **fns, void **module)
{
  pthread_mutex_lock (&lock);
  void *d = begin (at, module);
  pthread_mutex_unlock (&lock);
  *fns = &dw;
  return d != NULL;
}

bool
simt_dw_file (const char *path, const struct simt_dw **fns, void **module)
{
  static struct callbacks offline;
  *module = NULL;
  pthread_mutex_lock (&lock);
  if (load ())
    {
      offline = (struct callbacks) { own.dwfl_linux_proc_find_elf, no_debuginfo,
				     own.dwfl_offline_section_address, NULL };
      void *d = own.dwfl_begin (&offline);
      if (d)
	*module = own.dwfl_report_offline (d, path, path, -1);
      if (d && (!*module || own.dwfl_report_end (d, NULL, NULL) != 0))
	{
	  *module = NULL;
	  own.dwfl_end (d);
	}
    }
  pthread_mutex_unlock (&lock);
  *fns = &dw;
  return *module != NULL;
}

void *
simt_dw_image (const void *image, size_t size, const struct simt_dw **fns)
{
  void *d = NULL;
  pthread_mutex_lock (&lock);
  if (load () && own.elf_version (1))
    {
      void *elf = own.elf_memory (image, size);
      d = elf ? own.dwarf_begin_elf (elf, 0, NULL) : NULL;
    }
  pthread_mutex_unlock (&lock);
  *fns = &dw;
  return d;
}

/* What declares a variable, or a function, may have origins of either tag.  */

static int
kind_of (int tag)
{
  return (tag == TAG_PARAMETER ? TAG_VARIABLE : tag == TAG_INLINED ? TAG_SUBPROGRAM
	  : tag);
}

bool
simt_dw_origin_p (const struct simt_dw *d, struct simt_die *die)
{
  struct simt_attr attr;
  struct simt_die at = *die, origin;
  /* Not the origin's own.  */
  if (!d->dwarf_attr (&at, AT_ABSTRACT_ORIGIN, &attr))
    return true;
  return (d->dwarf_formref_die (&attr, &origin)
	  && kind_of (d->dwarf_tag (&origin)) == kind_of (d->dwarf_tag (die)));
}

const char *
simt_dw_text (const struct simt_dw *d, struct simt_die *die, unsigned name)
{
  struct simt_attr attr;
  return (d->dwarf_attr_integrate (die, name, &attr)
	  ? d->dwarf_formstring (&attr) : NULL);
}

bool
simt_dw_type (const struct simt_dw *d, struct simt_die *die,
	      struct simt_die *type, const char **alias)
{
  struct simt_attr attr;
  struct simt_die at = *die;
  for (;;)
    {
      if (!d->dwarf_attr_integrate (&at, AT_TYPE, &attr)
	  || !d->dwarf_formref_die (&attr, type))
	return false;
      switch (d->dwarf_tag (type))
	{
	case TAG_TYPEDEF:
	  if (alias && !*alias)
	    *alias = simt_dw_text (d, type, AT_NAME);
	  /* Fall through.  */
	case TAG_CONST: case TAG_VOLATILE: case TAG_RESTRICT: case TAG_ATOMIC:
	  at = *type;
	  break;
	default:
	  return true;
	}
    }
}
