/* Operands of instructions as text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdarg.h>
#include <stdio.h>

#include "isa.h"
#include "print.h"

/* Appends to O as printf does; what does not fit is cut off.  */
void
gcn_out (struct gcn_out *o, const char *format, ...)
{
  va_list args;
  if (o->used + 1 >= o->size)
    return;
  va_start (args, format);
  int n = vsnprintf (o->buf + o->used, o->size - o->used, format, args);
  va_end (args);
  if (n > 0)
    o->used += n;
  if (o->used >= o->size)
    o->used = o->size - 1;
}

static void
out_range (struct gcn_out *o, const char *letter, unsigned first,
	   unsigned regs)
{
  if (regs <= 1)
    gcn_out (o, "%s%u", letter, first);
  else
    gcn_out (o, "%s[%u:%u]", letter, first, first + regs - 1);
}

/* The special registers at CODE, REGS of them.  */

static void
out_special (struct gcn_out *o, unsigned code, unsigned regs)
{
  static const struct { uint8_t code; const char *name; } pairs[] =
  {
    { GCN_FLAT_SCRATCH, "flat_scratch" }, { GCN_XNACK_MASK, "xnack_mask" },
    { GCN_VCC, "vcc" }, { 108, "tba" }, { 110, "tma" }, { GCN_EXEC, "exec" }
  };
  static const struct { uint8_t code; const char *name; } singles[] =
  {
    { GCN_M0, "m0" }, { GCN_NULL, "null" },
    { GCN_SINK, "null" }, { GCN_SHARED_BASE, "src_shared_base" },
    { GCN_SHARED_LIMIT, "src_shared_limit" },
    { GCN_PRIVATE_BASE, "src_private_base" },
    { GCN_PRIVATE_LIMIT, "src_private_limit" },
    { GCN_POPS_WAVE_ID, "src_pops_exiting_wave_id" },
    { GCN_VCCZ, "src_vccz" }, { GCN_EXECZ, "src_execz" },
    { GCN_SCC, "src_scc" }, { GCN_LDS_DIRECT, "src_lds_direct" }
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (code / 2 == pairs[i].code / 2u)
      {
	gcn_out (o, "%s%s", pairs[i].name,
		 regs > 1 ? "" : code % 2 ? "_hi" : "_lo");
	return;
      }
  for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
    if (code == singles[i].code)
      {
	gcn_out (o, "%s", singles[i].name);
	return;
      }
  gcn_out (o, "%u", code);
}

static const uint16_t halves[] =
{
  0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000, 0xc000, 0x4400, 0xc400, 0x3118
};
static const char *const floats[] =
{
  "0.5", "-0.5", "1.0", "-1.0", "2.0", "-2.0", "4.0", "-4.0", "0.15915494"
};

/* A literal whose value a constant has too is printed as that constant, as
   llvm-objdump does.  */

void
gcn_out_literal (struct gcn_out *o, uint32_t v, enum gcn_type t)
{
  static const uint32_t singles[] =
  {
    0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000, 0xc0000000,
    0x40800000, 0xc0800000, 0x3e22f983
  };
  bool half = (t == GCN_T_f16 || t == GCN_T_b16 || t == GCN_T_u16
	       || t == GCN_T_i16);
  if (half)
    v &= 0xffff;
  bool wide = gcn_type_regs (t, o->cpu) > 1;
  int32_t value = half ? (int16_t) v : (int32_t) v;
  if (value >= -16 && value <= 64 && !(wide && value < 0))
    {
      gcn_out (o, "%d", (int) value);
      return;
    }
  for (unsigned i = 0; i < 9 && !wide; i++)
    if (half ? v == halves[i] : v == singles[i])
      {
	gcn_out (o, "%s", floats[i]);
	return;
      }
  gcn_out (o, "0x%x", v);
}

/* Operand CODE, REGS registers of it; constants for type T.  */

void
gcn_out_operand (struct gcn_out *o, unsigned code, unsigned regs,
		 enum gcn_type t)
{
  unsigned ttmp = o->cpu == GCN_GFX803 ? GCN_TTMP_VI : GCN_TTMP_GFX9;
  if (code >= GCN_AGPR)
    out_range (o, "a", code - GCN_AGPR, regs);
  else if (code >= GCN_VGPR)
    out_range (o, "v", code - GCN_VGPR, regs);
  else if (code < (o->cpu & GCN_RDNA ? GCN_SGPRS_RDNA : GCN_FLAT_SCRATCH))
    out_range (o, "s", code, regs);
  else if (code >= ttmp && code < GCN_TTMP_END)
    out_range (o, "ttmp", code - ttmp, regs);
  else if (code == GCN_LITERAL)
    gcn_out_literal (o, o->in->literal, t);
  else if (code >= GCN_INT_0 && code <= GCN_INT_64)
    gcn_out (o, "%u", code - GCN_INT_0);
  else if (code > GCN_INT_64 && code <= GCN_INT_M16)
    gcn_out (o, "-%u", code - GCN_INT_64);
  else if (code >= GCN_FLOAT_FIRST && code <= GCN_FLOAT_LAST
	   && (t == GCN_T_u16 || t == GCN_T_i16 || t == GCN_T_b16))
    gcn_out (o, "0x%x", halves[code - GCN_FLOAT_FIRST]);
  else if (code >= GCN_FLOAT_FIRST && code < GCN_FLOAT_LAST)
    gcn_out (o, "%s", floats[code - GCN_FLOAT_FIRST]);
  else if (code == GCN_FLOAT_LAST)
    gcn_out (o, "%s", (t == GCN_T_f64 || t == GCN_T_b64 || t == GCN_T_u64
		       || t == GCN_T_i64)
	     ? "0.15915494309189532" : "0.15915494");
  else
    out_special (o, code, regs);
}
