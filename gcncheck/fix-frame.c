/* Unwind information for code that gcncheck --fix appends.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


/* While a wave is in a piece of appended code, its frame is that of the place
   which the piece stands for.  So a copy of that function's FDE is appended to
   .debug_frame, for the piece's addresses, with the instructions up to that
   place and without the steps between them (DWARF 5, 6.4.2): all of them count
   from the first byte of the piece on.

   What is not understood gives no FDE, which is what unwinders expect of code
   without unwind information; nothing that was there changes.  */

#include <stdlib.h>
#include <string.h>

#include "fix.h"

enum
{
  DW_CFA_advance_loc = 0x40, DW_CFA_offset = 0x80, DW_CFA_restore = 0xc0,
  DW_CFA_nop = 0, DW_CFA_set_loc = 1, DW_CFA_advance_loc1 = 2,
  DW_CFA_advance_loc2 = 3, DW_CFA_advance_loc4 = 4
};

/* The operands of each other instruction: "u" an unsigned or signed LEB128
   number, "b" a block.  Numbers without an entry are not known.  */
static const char *const operands[64] =
{
  [0x00] = "", [0x05] = "uu", [0x06] = "u", [0x07] = "u", [0x08] = "u",
  [0x09] = "uu", [0x0a] = "", [0x0b] = "", [0x0c] = "uu", [0x0d] = "u",
  [0x0e] = "u", [0x0f] = "b", [0x10] = "ub", [0x11] = "uu", [0x12] = "uu",
  [0x13] = "u", [0x14] = "uu", [0x15] = "uu", [0x16] = "ub", [0x2e] = "u",
  [0x2f] = "uu"
};

/* Bytes that are being read.  */
struct input { const unsigned char *p, *end; };

/* An unsigned LEB128 number.  Beyond the end it is zero, and IN is at its
   end.  */

static uint64_t
uleb (struct input *in)
{
  uint64_t v = 0;
  for (unsigned shift = 0; in->p < in->end; shift += 7)
    {
      unsigned char b = *in->p++;
      if (shift < 64)
	v |= (uint64_t) (b & 0x7f) << shift;
      if (!(b & 0x80))
	return v;
    }
  return 0;
}

/* Copies those of the call frame instructions IN that hold at STEPS bytes from
   the start of the function to TO, which has room for all; CODE_ALIGN is the
   CIE's.  Returns the number of bytes, or -1 where one is not understood.  */

static long
copy_until (struct input in, uint64_t steps, uint64_t code_align,
	    unsigned char *to)
{
  uint64_t at = 0;
  long n = 0;
  while (in.p < in.end)
    {
      const unsigned char *start = in.p;
      unsigned op = *in.p++;
      unsigned bytes = op == DW_CFA_advance_loc1 ? 1
		       : op == DW_CFA_advance_loc2 ? 2
		       : op == DW_CFA_advance_loc4 ? 4 : 0;
      if (bytes || (op & 0xc0) == DW_CFA_advance_loc)
	{
	  if ((size_t) (in.end - in.p) < bytes)
	    return -1;
	  at += code_align * (bytes ? get_number (in.p, bytes) : op & 0x3f);
	  in.p += bytes;
	  if (at > steps)
	    break;
	  continue;
	}
      const char *form = (op & 0xc0) == DW_CFA_offset ? "u"
			 : (op & 0xc0) == DW_CFA_restore ? ""
			 : operands[op & 0x3f];
      if (!form)
	return -1;
      for (; *form; form++)
	{
	  uint64_t v = uleb (&in);
	  if (*form == 'b' && v > (uint64_t) (in.end - in.p))
	    return -1;
	  in.p += *form == 'b' ? v : 0;
	}
      memcpy (to + n, start, in.p - start);
      n += in.p - start;
    }
  return n;
}

/* The code alignment factor of the CIE at OFFSET of the SIZE bytes at P, and
   its address size in *ADDRESS; zero where it is not understood.  */

static uint64_t
read_cie (const unsigned char *p, uint64_t size, uint64_t offset,
	  unsigned *address)
{
  if (offset > size || size - offset < 16
      || get_number (p + offset + 4, 4) != 0xffffffff)
    return 0;
  uint64_t length = get_number (p + offset, 4);
  if (length > size - offset - 4)
    return 0;
  struct input in = { p + offset + 8, p + offset + 4 + length };
  unsigned version = *in.p++;
  if (version > 4 || *in.p++ != 0)	/* An augmentation.  */
    return 0;
  *address = 8;
  if (version == 4)
    {
      *address = *in.p++;
      if (*in.p++ != 0)		/* Segment selectors.  */
	return 0;
    }
  return uleb (&in);
}

/* The relocation of the bytes at OFFSET of the section that RELAS is of, or one
   with type zero.  */

static struct rela
rela_at (const struct edit *e, unsigned relas, uint64_t offset)
{
  for (size_t i = 0; i < edit_size (e, relas) / 24; i++)
    {
      struct rela r = edit_get_rela (e, relas, i);
      if (r.offset == offset)
	return r;
    }
  return (struct rela) { .type = 0 };
}

/* What R, against a symbol of E, points to, if that is in SECTION.  */

static bool
target_in (const struct edit *e, const struct rela *r, unsigned section,
	   uint64_t *offset)
{
  if (!r->type || r->symbol >= e->o->n_symbols)
    return false;
  const struct symbol *s = &e->o->symbols[r->symbol];
  *offset = s->at.offset + r->addend;
  return s->at.section == section;
}

/* Appends an FDE like the one at OFFSET of section FRAME, whose function starts
   at START, for the SIZE bytes at TO, which stand for the place FROM.  */

static void
copy_fde (struct edit *e, unsigned frame, unsigned relas, uint64_t offset,
	  uint64_t start, uint64_t from, uint64_t to, uint64_t size)
{
  unsigned char *p = edit_bytes (e, frame);
  uint64_t length = get_number (p + offset, 4), cie;
  unsigned address;
  struct rela to_cie = rela_at (e, relas, offset + 4);
  struct rela to_code = rela_at (e, relas, offset + 8);
  if (!target_in (e, &to_cie, frame, &cie))
    {
      if (to_cie.type)
	return;
      cie = get_number (p + offset + 4, 4);
    }
  uint64_t align = read_cie (p, edit_size (e, frame), cie, &address);
  if (!align || address != 8 || length < 20)
    return;

  struct input in = { p + offset + 24, p + offset + 4 + length };
  unsigned char *copy = xalloc (length + 16, 1);
  long n = copy_until (in, from - start, align, copy + 24);
  uint64_t new_length = (20 + n + 7 + 4) / 8 * 8 - 4;	/* Nops are zero.  */
  if (n >= 0)
    {
      put_number (copy, new_length, 4);
      memcpy (copy + 4, p + offset + 4, 4);
      memcpy (copy + 8, p + offset + 8, 8);
      put_number (copy + 16, size, 8);
      uint64_t at = edit_append (e, frame, copy, 4 + new_length);
      if (to_cie.type)
	{
	  to_cie.offset = at + 4;
	  edit_add_rela (e, relas, &to_cie);
	}
      to_code.offset = at + 8;
      to_code.addend += to - start;
      edit_add_rela (e, relas, &to_code);
    }
  free (copy);
}

/* Gives the SIZE bytes appended at TO of code section SECTION the unwind
   information of the place FROM of that section.  */

void
fix_frames (struct edit *e, unsigned section, uint64_t from, uint64_t to,
	    uint64_t size)
{
  unsigned frame = 0, relas;
  for (unsigned i = 1; i < e->o->n_sections; i++)
    if (strcmp (e->o->sections[i].name, ".debug_frame") == 0)
      frame = i;
  relas = frame ? edit_rela_section (e, frame) : 0;
  if (!relas)
    return;
  const unsigned char *p = edit_bytes (e, frame);
  uint64_t end = e->o->sections[frame].size, length, start;
  for (uint64_t at = 0; end - at >= 24; at += 4 + length)
    {
      length = get_number (p + at, 4);
      if (length > end - at - 4 || !length)
	return;
      if (length < 20 || get_number (p + at + 4, 4) == 0xffffffff)
	continue;
      struct rela r = rela_at (e, relas, at + 8);
      if (target_in (e, &r, section, &start) && from >= start
	  && from - start < get_number (p + at + 16, 8))
	{
	  copy_fde (e, frame, relas, at, start, from, to, size);
	  return;
	}
    }
}
