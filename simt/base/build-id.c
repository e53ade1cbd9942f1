/* What tells this build of the library from all others.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "build-id.h"

struct found
{
  const void *id;
  size_t n;
};

/* The name and the contents of a note are padded to ALIGN bytes.  */

static size_t
padded (size_t n, size_t align)
{
  return (n + align - 1) & -align;
}

/* Look for a build ID in the notes, N bytes at P.  */

static void
look (const char *p, size_t n, size_t align, struct found *found)
{
  const ElfW (Nhdr) *h;
  while (n >= sizeof *h)
    {
      h = (const void *) p;
      size_t at = sizeof *h + padded (h->n_namesz, align);
      size_t all = at + padded (h->n_descsz, align);
      if (all > n)
	return;
      if (h->n_type == NT_GNU_BUILD_ID && h->n_namesz == sizeof ELF_NOTE_GNU
	  && !memcmp (p + sizeof *h, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) && h->n_descsz)
	{
	  found->id = p + at;
	  found->n = h->n_descsz;
	  return;
	}
      p += all;
      n -= all;
    }
}

/* dl_iterate_phdr: whether INFO is what this function is in.  */

static int
look_in (struct dl_phdr_info *info, size_t size, void *closure)
{
  const uintptr_t here = (uintptr_t) look_in - info->dlpi_addr;
  bool own = false;
  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *h = &info->dlpi_phdr[i];
      own |= h->p_type == PT_LOAD && here - h->p_vaddr < h->p_memsz;
    }
  for (int i = 0; own && i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *h = &info->dlpi_phdr[i];
      if (h->p_type == PT_NOTE)
	look ((const char *) info->dlpi_addr + h->p_vaddr, h->p_memsz,
	      h->p_align == 8 ? 8 : 4, closure);
    }
  return own;
}

const void *
simt_build_id (size_t *n)
{
  struct found found = { NULL, 0 };
  dl_iterate_phdr (look_in, &found);
  *n = found.n;
  return found.id;
}
