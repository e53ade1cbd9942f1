/* Puts right what gcncheck found in an object file: detours.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* Nothing may shift in code that has been assembled: offsets between its parts
   are in branches, relocations, debugging information and unwind tables.  So
   the instruction that needs something before it or behind it is replaced by
   s_branch to a piece of code that is appended to its section, which holds what
   was missing and the instruction itself, and branches back:

	flat_store_dwordx4 v[2:3], v[4:7]	flat_store_dwordx4 ...
	v_mov_b32 v4, 1				s_branch 1f
	...				     2:	...

				     1:	s_nop 0
					v_mov_b32 v4, 1
					s_branch 2b

   It is the second instruction of a pair that is displaced, not the store: all
   paths that lead to it then get the wait states, among them those that branch
   to it, and several stores before it need one piece only.  s_nop holds all
   states that are missing, as if the branches did not count as states
   themselves; so nothing depends on whether they do.

   s_branch is as long as the shortest instruction.  Behind it an instruction of
   8 bytes leaves its second word, which nothing can reach: nobody branches into
   an instruction.  It becomes s_nop, as a literal left there would be read as
   code by whoever disassembles it.

   s_branch reaches 128 KiB.  A place that is farther from the section's end is
   connected through such second words: another instruction of 8 bytes on the
   way is displaced too, and its second word holds an s_branch that leads on.
   There is no register that could be taken for a longer jump.

   A piece does not use SCC, VCC or any register but M0 where that is to be
   restored.  It has a local symbol, .accelfix.KIND.NUMBER, and the unwind
   information of the place that it stands for.  */

#include <stdlib.h>
#include <string.h>

#include "fix.h"
#include "insn.h"

/* The encodings are those of GCN3 and Vega ("SOPP", "SOP1", "SOPK" in the
   instruction set manuals), which GCC's other GFX9 processors and RDNA 2 share,
   but for M0, which is restored on gfx8 alone.  RDNA 3 has other opcodes.  */
enum
{
  S_NOP = 0xbf800000, S_ENDPGM = 0xbf810000, S_BRANCH = 0xbf820000,
  S_ENDPGM_11 = 0xbfb00000, S_BRANCH_11 = 0xbfa00000,
  S_MOV_M0 = 0xbefc0000, S_MOVK_M0 = 0xb07c0000, LITERAL = 0xff,
  CONSTANT_M1 = 0xc1,
  S_NOP_MOST = 16,
  SURE_REACH = 0x1c000		/* Less than that of s_branch: there must be
				   an instruction that has room.  */
};

/* A piece of code in place of an instruction.  */
struct detour
{
  const struct insn *insn;
  struct fix_site site;
  bool room_taken;		/* The second word leads somewhere.  */
};

struct plan
{
  const struct object *o;
  struct edit edit;
  uint32_t s_branch, s_endpgm;
  unsigned section;
  struct detour *detours;	/* Of this section.  */
  size_t n, alloc;
  bool *displaced;		/* By instruction of the section.  */
  unsigned numbers[5];		/* Of symbols, by kind.  */
  const char *why;		/* What cannot be done, or null.  */
};

/* ---- What can be displaced.  */

static bool
relocated_p (const struct object *o, const struct insn *in)
{
  for (size_t i = 0; i < o->n_relocs; i++)
    {
      const struct place *p = &o->relocs[i].at;
      if (p->section == in->at.section && p->offset >= in->at.offset
	  && p->offset - in->at.offset < in->length)
	return true;
    }
  return false;
}

/* Why IN cannot stand elsewhere, or null.  Branches can: their target is
   computed anew.  */

static const char *
cannot_move (const struct insn *in)
{
  const char *m = in->mnemonic;
  if (m[0] == '.' || m[0] == '<')
    return "it is no instruction";
  if (in->length > 12)
    return "it is longer than 12 bytes";
  if (starts (m, "s_getpc"))
    return "what it computes is its own address";
  if (starts (m, "s_cbranch_g_fork") || starts (m, "s_cbranch_i_fork")
      || starts (m, "s_cbranch_join"))
    return "it keeps addresses of code for later";
  return NULL;
}

/* Whether IN has its target as a distance.  */

static bool
direct_branch_p (const struct insn *in)
{
  return (starts (in->mnemonic, "s_branch")
	  || starts (in->mnemonic, "s_cbranch")
	  || starts (in->mnemonic, "s_call_b64"));
}

/* Whether IN may be displaced for nothing but its second word.  Only
   instructions that neither relocations nor gcncheck's own search for addresses
   of functions need where they are.  */

static bool
gives_room_p (const struct object *o, const struct insn *in)
{
  static const char *const kinds[] = { "v_", "flat_", "global_", "ds_",
				       "buffer_" };
  if (in->length != 8 || relocated_p (o, in))
    return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (starts (in->mnemonic, kinds[i]))
      return true;
  return false;
}

/* ---- Code.  */

static void
put_word (struct plan *p, uint64_t at, uint32_t word)
{
  put_number (edit_bytes (&p->edit, p->section) + at, word, 4);
}

static void
add_word (struct plan *p, uint32_t word)
{
  unsigned char bytes[4];
  put_number (bytes, word, 4);
  edit_append (&p->edit, p->section, bytes, 4);
}

/* The 16 bits of a branch at FROM to TO.  Returns false where that is beyond
   their reach.  */

static bool
distance (uint64_t from, uint64_t to, uint32_t *bits)
{
  int64_t d = (int64_t) (to - from - 4) / 4;
  *bits = d & 0xffff;
  return d >= INT16_MIN && d <= INT16_MAX;
}

/* Adds a detour for IN; returns its number.  */

static size_t
add_detour (struct plan *p, const struct insn *in)
{
  if (p->n == p->alloc)
    {
      p->alloc = p->alloc ? p->alloc * 2 : 16;
      p->detours = xgrow (p->detours, p->alloc, sizeof *p->detours);
    }
  memset (&p->detours[p->n], 0, sizeof *p->detours);
  p->detours[p->n].insn = p->detours[p->n].site.insn = in;
  p->displaced[in - p->o->sections[p->section].insns] = true;
  return p->n++;
}

/* How good the second word of the instruction IN is on the way from FROM to TO;
   the least is the best, zero no way at all.  First counts how many branches
   are needed from there on.  Then, as such an instruction becomes a detour
   itself, how near it is to the section's end, so that it needs few others for
   that; one that is displaced anyway, TAKEN, costs nothing.  */

static uint64_t
rate_room (const struct plan *p, const struct insn *in, bool taken,
	   uint64_t from, uint64_t to)
{
  uint64_t room = in->at.offset + 4, size = edit_size (&p->edit, p->section);
  uint64_t before = from < to ? to - from : from - to;
  uint64_t after = room < to ? to - room : room - to;
  uint32_t bits;
  if (in->length != 8 || after >= before || !distance (from, room, &bits))
    return 0;
  return (after / SURE_REACH) << 40 | (taken ? 1 : 2 + size - room);
}

/* The offset of a word on the way from FROM to TO that can hold a branch: the
   second word of an instruction that is displaced for it.  Returns zero where
   there is none.  */

static uint64_t
find_room (struct plan *p, uint64_t from, uint64_t to)
{
  const struct section *s = &p->o->sections[p->section];
  const struct insn *best = NULL;
  uint64_t best_rate = UINT64_MAX;
  for (size_t i = 0; i < s->n_insns; i++)
    {
      uint64_t rate = rate_room (p, &s->insns[i], false, from, to);
      if (rate && rate < best_rate && !p->displaced[i]
	  && gives_room_p (p->o, &s->insns[i]))
	{
	  best = &s->insns[i];
	  best_rate = rate;
	}
    }
  /* What is displaced anyway costs nothing.  */
  size_t n = p->n;
  for (size_t i = 0; i < p->n; i++)
    {
      uint64_t rate = rate_room (p, p->detours[i].insn, true, from,
				 to);
      if (rate && rate < best_rate && !p->detours[i].room_taken)
	{
	  best = p->detours[i].insn;
	  best_rate = rate;
	  n = i;
	}
    }
  if (!best)
    return 0;
  if (n == p->n)
    add_detour (p, best);
  p->detours[n].room_taken = true;
  return best->at.offset + 4;
}

/* Makes the word at FROM lead to TO.  */

static void
lead (struct plan *p, uint64_t from, uint64_t to)
{
  uint32_t bits;
  while (!distance (from, to, &bits))
    {
      uint64_t room = find_room (p, from, to);
      if (!room || !distance (from, room, &bits))
	{
	  p->why = "it is more than 128 KiB from the end of its section, and "
		   "nothing on the way has room for a branch";
	  return;
	}
      put_word (p, from, p->s_branch | bits);
      from = room;
    }
  put_word (p, from, p->s_branch | bits);
}

/* Appends the move of VALUE to M0.  */

static void
add_m0 (struct plan *p, uint32_t value)
{
  if (value == 0xffffffff)
    add_word (p, S_MOV_M0 | CONSTANT_M1);
  else if ((int32_t) value == (int16_t) value)
    add_word (p, S_MOVK_M0 | (value & 0xffff));
  else
    {
      add_word (p, S_MOV_M0 | LITERAL);
      add_word (p, value);
    }
}

/* Appends a copy of IN.  A branch leads where it led.  */

static void
add_copy (struct plan *p, const struct insn *in)
{
  uint64_t at = edit_size (&p->edit, p->section), target;
  uint32_t bits;
  bool relocated = relocated_p (p->o, in);
  edit_move_relocs (&p->edit, p->section, in->at.offset, at, in->length);
  if (!direct_branch_p (in) || relocated)
    {
      const unsigned char *bytes = p->o->sections[p->section].bytes;
      for (unsigned i = 0; i < in->length; i += 4)
	add_word (p, i < 8 ? in->word[i / 4]
		  : (uint32_t) get_number (bytes + in->at.offset + i, 4));
      return;
    }
  target = in->at.offset + 4
	   + (uint64_t) (int64_t) (int16_t) (in->word[0] & 0xffff) * 4;
  if (distance (at, target, &bits))
    add_word (p, (in->word[0] & 0xffff0000) | bits);
  else if (starts (in->mnemonic, "s_call_b64"))
    p->why = "its target is beyond the reach of a call from the section's end";
  else
    {
      /* Over a branch back, to one that leads there.  */
      add_word (p, (in->word[0] & 0xffff0000) | 1);
      add_word (p, p->s_branch | 1);
      add_word (p, S_NOP);
      lead (p, at + 8, target);
    }
}

/* The kind of piece that D is, as a number and for its name.  */

static const char *
kind_name (const struct detour *d, unsigned *kind)
{
  static const char *const names[] = { "wait", "end", "m0", "room", "tasks" };
  bool waits = d->site.states || (d->site.n_before && !d->site.instead);
  *kind = (d->site.tasks ? 4 : waits ? 0 : d->site.end ? 1
	   : d->site.m0 ? 2 : 3);
  return names[*kind];
}

/* Makes the piece of detour N.  */

static void
make_piece (struct plan *p, size_t n)
{
  struct detour d = p->detours[n];
  const struct insn *in = d.insn;
  uint64_t from = in->at.offset, at = edit_size (&p->edit, p->section);
  unsigned kind;
  char name[64];

  for (unsigned left = d.site.states, now; left; left -= now)
    {
      now = left < S_NOP_MOST ? left : S_NOP_MOST;
      add_word (p, S_NOP | (now - 1));
    }
  if (d.site.m0)
    add_m0 (p, d.site.m0_value);
  for (unsigned i = 0; i < d.site.n_before; i++)
    add_word (p, d.site.before[i]);
  uint64_t copy = edit_size (&p->edit, p->section);
  if (!d.site.instead)
    add_copy (p, in);
  uint64_t back = edit_size (&p->edit, p->section);
  if (d.site.tasks && !d.site.instead && back - copy != in->length)
    p->why = "its target is beyond the reach of a branch from the section's end";
  add_word (p, p->s_endpgm);
  uint64_t end = back + 4;
  lead (p, from, at);
  if (!d.site.end && !p->why)
    lead (p, back, from + in->length);
  if (p->why)
    return;
  const char *text = kind_name (&d, &kind);
  snprintf (name, sizeof name, ".accelfix.%s.%u", text, ++p->numbers[kind]);
  edit_add_symbol (&p->edit, name, p->section, at, end - at);
  fix_frames (&p->edit, p->section, from, at, end - at);
}

/* The function that IN is in, or null: of several, the one that starts last.  */

static const struct symbol *
function_of (const struct object *o, const struct insn *in)
{
  const struct symbol *best = NULL;
  for (size_t i = 0; i < o->n_symbols; i++)
    {
      const struct symbol *s = &o->symbols[i];
      if (s->function && s->at.section == in->at.section
	  && s->at.offset <= in->at.offset
	  && (!s->size || in->at.offset - s->at.offset < s->size)
	  && (!best || s->at.offset > best->at.offset))
	best = s;
    }
  return best;
}

/* Whether there is nothing to go back to behind IN: the section ends, or IN is
   a call and the function ends, so the call does not come back.  */

static bool
nothing_behind_p (const struct object *o, const struct insn *in)
{
  uint64_t next = in->at.offset + in->length;
  const struct symbol *f = function_of (o, in);
  bool call = (starts (in->mnemonic, "s_swappc")
	       || starts (in->mnemonic, "s_call"));
  return (next >= o->sections[in->at.section].size
	  || (call && f && f->size && next >= f->at.offset + f->size));
}

/* Whether what SITE wants has room where its instruction is.  */

static bool
in_place_p (const struct fix_site *site)
{
  return (site->instead && 4 * site->n_before == site->insn->length
	  && !site->states && !site->m0 && !site->end);
}

/* Puts right those of the N SITES that are in section P->SECTION.  Returns
   null, or the instruction at which it cannot be done; P->WHY says why.  */

static const struct insn *
fix_section (struct plan *p, const struct fix_site *sites, size_t n)
{
  const struct object *o = p->o;
  p->n = 0;
  p->displaced = xalloc (o->sections[p->section].n_insns,
			 sizeof *p->displaced);
  for (size_t i = 0; i < n; i++)
    {
      const struct insn *in = sites[i].insn;
      if (in->at.section != p->section)
	continue;
      p->why = cannot_move (in);
      if (p->why)
	return in;
      if (in_place_p (&sites[i]))
	{
	  for (unsigned k = 0; k < sites[i].n_before; k++)
	    put_word (p, in->at.offset + 4 * k, sites[i].before[k]);
	  continue;
	}
      size_t k = add_detour (p, in);
      p->detours[k].site = sites[i];
      p->detours[k].site.end |= nothing_behind_p (o, in);
      for (unsigned at = 4; at < in->length; at += 4)
	put_word (p, in->at.offset + at, S_NOP);
    }
  while (p->n && edit_size (&p->edit, p->section) % 4)
    edit_append (&p->edit, p->section, "", 1);
  /* Making one may add others.  */
  for (size_t i = 0; i < p->n; i++)
    {
      make_piece (p, i);
      if (p->why)
	return p->detours[i].insn;
    }
  return NULL;
}

/* Makes *OUT, of *OUT_SIZE bytes, from O: at each of the N SITES, which are of
   different instructions, what is missing is put in.  Returns false and the
   reason in ERROR, with file, function and address, where that cannot be
   done; then there is no *OUT.  */

bool
fix_object (const struct object *o, const struct fix_site *sites, size_t n,
	    unsigned char **out, size_t *out_size, char *error,
	    size_t error_size)
{
  struct plan p;
  const struct insn *at = NULL;
  memset (&p, 0, sizeof p);
  p.o = o;
  p.s_branch = o->generation < 11 ? S_BRANCH : S_BRANCH_11;
  p.s_endpgm = o->generation < 11 ? S_ENDPGM : S_ENDPGM_11;
  size_t n_in_place = 0;
  while (n_in_place < n && in_place_p (&sites[n_in_place]))
    n_in_place++;
  if ((o->generation < 8 || o->generation > 11) && n_in_place < n)
    {
      snprintf (error, error_size, "%s: code for %s is not repaired, only that "
		"for gfx8 to gfx11", o->file, o->cpu);
      return false;
    }
  if (!edit_start (&p.edit, o, error, error_size))
    return false;
  for (unsigned i = 1; i < o->n_sections && !at; i++)
    if (o->sections[i].code)
      {
	p.section = i;
	at = fix_section (&p, sites, n);
	free (p.displaced);
      }
  if (at)
    {
      const struct symbol *f = function_of (o, at);
      snprintf (error, error_size, "%s: %s: %s+0x%llx: '%s' cannot be "
		"displaced: %s", o->file, f ? f->name : "no function",
		o->sections[at->at.section].name,
		(unsigned long long) at->at.offset, at->text, p.why);
    }
  else
    *out = edit_finish (&p.edit, out_size);
  edit_free (&p.edit);
  free (p.detours);
  return !at;
}
