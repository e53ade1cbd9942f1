/* Where control goes in machine code.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "gcncheck.h"
#include "flow.h"
#include "insn.h"

/* The index of the instruction at P, or -1.  */

long
insn_at (const struct object *o, struct place p)
{
  const struct section *s = &o->sections[p.section];
  size_t low = 0, high = s->n_insns;
  while (low < high)
    {
      size_t mid = (low + high) / 2;
      if (s->insns[mid].at.offset < p.offset)
	low = mid + 1;
      else
	high = mid;
    }
  return low < s->n_insns && s->insns[low].at.offset == p.offset
	 ? (long) low : -1;
}

/* The place in a code section of virtual address A, for linked images.  */

struct place
place_of_address (const struct object *o, uint64_t a)
{
  struct place p = { 0, 0 };
  for (unsigned i = 1; i < o->n_sections; i++)
    {
      const struct section *s = &o->sections[i];
      if (s->code && a >= s->address && a - s->address < s->size)
	{
	  p.section = i;
	  p.offset = a - s->address;
	}
    }
  return p;
}

/* The relocation of the bytes at P, or null.  */

static const struct reloc *
reloc_at (const struct object *o, unsigned section, uint64_t offset)
{
  for (size_t i = 0; i < o->n_relocs; i++)
    if (o->relocs[i].at.section == section
	&& o->relocs[i].at.offset == offset)
      return &o->relocs[i];
  return NULL;
}

/* Fills OWNER, which has a pointer for each instruction of each section of O:
   of several functions around one instruction, the one that starts last.  */

void
find_owners (const struct object *o, const struct symbol ***owners)
{
  for (size_t i = 0; i < o->n_symbols; i++)
    {
      const struct symbol *s = &o->symbols[i];
      long j = s->function && s->at.section ? insn_at (o, s->at) : -1;
      if (j < 0)
	continue;
      const struct section *in = &o->sections[s->at.section];
      const struct symbol **owner = owners[s->at.section];
      for (size_t k = j; k < in->n_insns; k++)
	{
	  if (k > (size_t) j
	      && in->insns[k].at.offset >= s->at.offset + s->size)
	    break;
	  if (!owner[k] || s->at.offset > owner[k]->at.offset
	      || (s->at.offset == owner[k]->at.offset
		  && s->size > owner[k]->size))
	    owner[k] = s;
	}
    }
}

/* Where the address comes from that IN, number I of its section, jumps to or
   calls: "s_getpc_b64 X; s_add_u32 X.lo, X.lo, LO; s_addc_u32 X.hi, X.hi, HI"
   right before it.  Sets *NAME to the symbol's name where a relocation gives
   one.  */

struct place
pc_relative_target (const struct object *o, const struct insn *in, size_t i,
		    const char **name)
{
  struct place none = { 0, 0 };
  const struct section *s = &o->sections[in->at.section];
  const char *comma = strchr (in->operands, ',');
  const char *pair = comma ? comma + 1 + strspn (comma + 1, " ")
		     : in->operands;
  *name = NULL;
  size_t back = i;
  /* What stands between does not change the pair where GCC made the code:
     its own sequences put at most a wait or a move of SCC there.  */
  while (back > 0 && i - back < 6)
    {
      const struct insn *g = &s->insns[--back];
      if (strcmp (g->mnemonic, "s_getpc_b64") != 0)
	continue;
      if (strcmp (g->operands, pair) != 0 || back + 2 >= s->n_insns)
	return none;
      const struct insn *lo = &s->insns[back + 1], *hi = &s->insns[back + 2];
      if (strcmp (lo->mnemonic, "s_add_u32") != 0
	  || strcmp (hi->mnemonic, "s_addc_u32") != 0 || lo->length != 8)
	return none;
      uint64_t next = g->at.offset + g->length;
      const struct reloc *rel = reloc_at (o, lo->at.section,
					  lo->at.offset + 4);
      if (rel)
	{
	  struct place p = rel->target;
	  *name = rel->name;
	  p.offset -= lo->at.offset + 4 - next;
	  return p;
	}
      int64_t d = (int32_t) lo->word[1];
      return place_of_address (o, s->address + next + d);
    }
  return none;
}

/* Whether a call of NAME, or of the function at P, never comes back.  */

bool
noreturn_p (const struct object *o, struct place p, const char *name)
{
  static const char *const names[] = {
    "abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_func",
    "__assert", "gomp_fatal", "gomp_vfatal", "GOMP_error",
    "_gfortran_stop_string", "_gfortran_stop_numeric",
    "_gfortran_error_stop_string", "_gfortran_error_stop_numeric",
    "_gfortran_runtime_error", "_gfortran_runtime_error_at",
    "_gfortran_os_error", "_gfortran_os_error_at", "__chk_fail",
    "__stack_chk_fail", "longjmp", "__cxa_throw", "__cxa_rethrow",
    "_Unwind_Resume", "__cxa_pure_virtual"
  };
  for (size_t i = 0; p.section && i < o->n_symbols; i++)
    {
      const struct symbol *s = &o->symbols[i];
      if (s->function && s->at.section == p.section
	  && s->at.offset == p.offset)
	{
	  if (s->noreturn)
	    return true;
	  name = s->name;
	}
    }
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

/* Where branch IN of O, s_branch or s_cbranch_*, or the call s_call_b64, leads
   to.  */

struct place
branch_target (const struct object *o, const struct insn *in)
{
  const struct section *s = &o->sections[in->at.section];
  const struct reloc *rel = reloc_at (o, in->at.section, in->at.offset);
  if (rel)
    return rel->target;
  uint64_t next = in->at.offset + 4;
  int64_t d = (int64_t) (int16_t) (in->word[0] & 0xffff) * 4;
  struct place p = place_of_address (o, s->address + next + d);
  /* In an object file all sections start at zero.  */
  if ((o->n_relocs || p.section != in->at.section) && next + d < s->size)
    {
      p.section = in->at.section;
      p.offset = next + d;
    }
  return p;
}

/* Whether control cannot reach the instruction behind number I of SECTION by
   running on: the function or its part ends there.  OWNER is SECTION's.  */

bool
part_ends_p (const struct section *s, const struct symbol **owner, size_t i)
{
  const struct symbol *part = owner[i];
  if (part && part->size)
    return s->insns[i].at.offset + s->insns[i].length
	   >= part->at.offset + part->size;
  return i + 1 >= s->n_insns || (owner[i + 1] && owner[i + 1] != part);
}
