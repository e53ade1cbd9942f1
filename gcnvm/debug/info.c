/* The debugger of amdgcn code: debug information of code objects.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "debug-int.h"
#include "simt/dwarf/dw-types.h"

static struct info *all;

const uint8_t *
code_section (const struct gcnvm_code *code, const char *name, size_t *size)
{
  const uint8_t *p = code->desc.image;
  size_t all_bytes = p ? code->desc.image_size : 0;
  Elf64_Ehdr h;
  Elf64_Shdr s, names;
  if (all_bytes < sizeof h)
    return NULL;
  memcpy (&h, p, sizeof h);
  if (h.e_shentsize != sizeof s || h.e_shoff > all_bytes
      || (all_bytes - h.e_shoff) / sizeof s < h.e_shnum
      || h.e_shstrndx >= h.e_shnum)
    return NULL;
  memcpy (&names, p + h.e_shoff + h.e_shstrndx * sizeof s, sizeof s);
  if (names.sh_offset > all_bytes
      || names.sh_size > all_bytes - names.sh_offset)
    return NULL;
  for (unsigned k = 0; k < h.e_shnum; k++)
    {
      memcpy (&s, p + h.e_shoff + k * sizeof s, sizeof s);
      const char *at = (const char *) p + names.sh_offset + s.sh_name;
      if (s.sh_name < names.sh_size
	  && strnlen (at, names.sh_size - s.sh_name) == strlen (name)
	  && !strncmp (at, name, strlen (name)) && s.sh_type != SHT_NOBITS
	  && s.sh_offset <= all_bytes
	  && s.sh_size <= all_bytes - s.sh_offset)
	{
	  *size = s.sh_size;
	  return p + s.sh_offset;
	}
    }
  return NULL;
}

/* Put the units of I into it.  */

static void
find_units (struct info *i)
{
  uint64_t at = 0, next, abbrev;
  size_t header, room = 0;
  uint8_t address, offset;
  struct simt_die die;
  while (i->dw->dwarf_nextcu (i->dwarf, at, &next, &header, &abbrev, &address,
			      &offset) == 0)
    {
      if (i->dw->dwarf_offdie (i->dwarf, at + header, &die))
	{
	  i->units = simt_one_more (i->units, i->n_units, &room, sizeof die);
	  i->units[i->n_units++] = die;
	}
      at = next;
    }
}

struct info *
info_of (const struct gcnvm_code *code)
{
  struct info *i = all;
  if (!code || !code->desc.image)
    return NULL;
  while (i && (i->code != code || i->image != code->desc.image))
    i = i->next;
  if (!i)
    {
      i = calloc (1, sizeof *i);
      if (!i)
	return NULL;
      i->code = code;
      i->image = code->desc.image;
      i->image_size = code->desc.image_size;
      i->dwarf = simt_dw_image (i->image, i->image_size, &i->dw);
      i->next = all;
      all = i;
      if (i->dwarf)
	find_units (i);
    }
  return i->dwarf ? i : NULL;
}

bool
function_bounds (const struct gcnvm_code *code, uint64_t address, const char **name,
		 uint64_t *start, uint64_t *end)
{
  uint64_t size = 0;
  if (!code || !code->desc.symbol
      || !code->desc.symbol (code->desc.closure, address, name, start, &size))
    return false;
  *end = size ? *start + size : code->desc.base + code->desc.size;
  return true;
}
