/* Which GPU programs have code for.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "find-code.h"
#include "processor.h"
#include "runtime.h"

#define EM_AMDGPU_ 224
#define OSABI_AMDGPU_HSA 64

/* The GPU for the code object that the N bytes at P begin with; NULL if they
   begin with none, "" if there is no machine for it.  */

static const char *
processor_of (const char *p, size_t n)
{
  Elf64_Ehdr h;
  if (n < sizeof h || memcmp (p, ELFMAG, SELFMAG))
    return NULL;
  memcpy (&h, p, sizeof h);
  if (h.e_ident[EI_OSABI] != OSABI_AMDGPU_HSA || h.e_machine != EM_AMDGPU_)
    return NULL;
  const struct processor *code = processor_by_mach (h.e_flags & 0xff);
  const struct processor *gpu = code ? processor_for (code) : NULL;
  return gpu ? gpu->name : "";
}

/* FILE in memory, and how many bytes it has; NULL if it cannot be read or is no
   regular file.  It has at least the header of an ELF file.  */

static const char *
map_file (const char *file, size_t *size)
{
  struct stat st;
  void *p = MAP_FAILED;
  int fd = open (file, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode)
      && st.st_size >= (off_t) sizeof (Elf64_Ehdr))
    {
      *size = (size_t) st.st_size;
      p = mmap (NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    }
  close (fd);
  return p != MAP_FAILED ? p : NULL;
}

/* The GPU for the first code object in the N bytes at P; NULL if there is none.  */

static const char *
processor_in (const char *p, size_t n)
{
  const char *name = processor_of (p, n);
  for (const char *q = p; !name && q && n; )
    {
      q = memmem (q + 1, n - (size_t) (q + 1 - p), ELFMAG, SELFMAG);
      if (q)
	name = processor_of (q, n - (size_t) (q - p));
    }
  return name;
}

const char *
code_of_file (const char *file, bool anywhere)
{
  size_t n;
  const char *p = map_file (file, &n);
  if (!p)
    return NULL;
  const char *name = anywhere ? processor_in (p, n) : processor_of (p, n);
  munmap ((void *) p, n);
  return name;
}

unsigned
code_release (const char *file)
{
  char why[200];
  size_t n;
  const char *p = map_file (file, &n);
  struct code_object *o = p ? code_object_read (p, n, why, sizeof why) : NULL;
  unsigned release = o ? o->gcc : 0;
  code_object_free (o);
  if (p)
    munmap ((void *) p, n);
  return release;
}

/* What has been found.  */
struct found
{
  const char *name;
  bool libgomp;
};

static int
look_in (struct dl_phdr_info *i, size_t size, void *closure)
{
  struct found *f = closure;
  (void) size;
  if (strstr (i->dlpi_name, "/libgomp.so"))
    f->libgomp = true;
  for (unsigned k = 0; k < i->dlpi_phnum && !f->name; k++)
    {
      const ElfW (Phdr) *h = &i->dlpi_phdr[k];
      if (h->p_type == PT_LOAD && h->p_flags & PF_R && h->p_filesz > 1)
	f->name = processor_in ((const char *) (i->dlpi_addr + h->p_vaddr),
				h->p_filesz);
    }
  return f->name != NULL;
}

const char *
code_of_process (void)
{
  struct found f = { NULL, false };
  dl_iterate_phdr (look_in, &f);
  return f.name || !f.libgomp ? f.name : "gfx906";
}
