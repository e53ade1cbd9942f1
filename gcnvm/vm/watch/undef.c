/* Undefined bits of registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each bit of a register is defined or not.  Moves, loads and stores carry that
   on, and so do operations on single bits, since a bit-field is written by
   them; whatever else reads an undefined bit is reported.  Handlers come here
   only where one of their sources has such bits.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/code.h"
#include "run/vector.h"
#include "watch/parts.h"

/* The name of operand CODE, REGS registers of it, in BUF.  */

static const char *
operand_name (unsigned code, unsigned regs, char *buf, size_t size)
{
  static const struct { uint8_t code; const char *name; } names[] =
  {
    { GCN_SCC, "scc" }, { GCN_SCC & ~1, "scc" }, { GCN_M0, "m0" },
    { GCN_VCC, "vcc" }, { GCN_EXEC, "exec" }, { GCN_VCC + 1, "vcc_hi" },
    { GCN_FLAT_SCRATCH, "flat_scratch" }, { GCN_EXEC + 1, "exec_hi" }
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (code == names[i].code)
      return names[i].name;
  char letter = code >= GCN_AGPR ? 'a' : code >= GCN_VGPR ? 'v' : 's';
  unsigned n = (code >= GCN_AGPR ? code - GCN_AGPR
		: code >= GCN_VGPR ? code - GCN_VGPR : code);
  if (regs > 1)
    snprintf (buf, size, "%c[%u:%u]", letter, n, n + regs - 1);
  else
    snprintf (buf, size, "%c%u", letter, n);
  return buf;
}

/* Marks operand CODE of W, of REGS registers, as defined in LANES, so that what
   follows from it is not reported again.  */

static void
set_defined (struct wave *w, unsigned code, unsigned regs, uint64_t lanes)
{
  for (unsigned i = 0; i < regs; i++)
    if (code >= GCN_VGPR)
      w->vu[code - GCN_VGPR + i] &= ~lanes;
    else
      w->sv[code + i] = 0;
}

/* How many lanes the function called NAME works on, if it is one of libgcc's for
   vectors, "__divv2si3" or "__divmodv64si4_aux"; else 0.  */

static unsigned
vector_lanes (const char *name)
{
  static const char *const operations[] = { "divmod", "udivmod", "div", "udiv",
					    "mod", "umod", "mul" };
  if (!name || strncmp (name, "__", 2) != 0)
    return 0;
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
    {
      size_t n = strlen (operations[i]);
      if (strncmp (name + 2, operations[i], n) == 0 && name[2 + n] == 'v')
	{
	  char *end;
	  unsigned long lanes = strtoul (name + 3 + n, &end, 10);
	  return strchr ("qhsdt", *end) && *end && end[1] == 'i' ? lanes : 0;
	}
    }
  return 0;
}

/* Whether what U of W reads, operand CODE of REGS registers, in LANE or (-1) as a
   mask of lanes, is undefined only in lanes that nobody asked for.  A function of
   libgcc's for short vectors calls that for 64 lanes with all of them active; the
   lanes beyond the vector compute something that is thrown away.  */

static bool
unwanted_p (struct wave *w, const struct uop *u, unsigned code, unsigned regs,
	    int lane)
{
  unsigned lanes
    = vector_lanes (code_function (code_of (w->vm, u->pc), u->pc));
  if (!lanes)
    return false;
  struct simt_place stack[STACK_FRAMES];
  size_t n = wave_stack (w, u->pc, stack, STACK_FRAMES);
  for (size_t i = 0; i < n; i++)
    {
      unsigned l = vector_lanes (stack[i].function);
      if (!l)
	break;
      lanes = l;
    }
  if (lanes >= LANES)
    return false;
  if (lane >= 0 || code >= GCN_VGPR)
    return lane >= (int) lanes;
  uint64_t undef = w->sv[code];
  if (regs == 2)
    undef |= (uint64_t) w->sv[code + 1] << 32;
  return !(undef & ((UINT64_C (1) << lanes) - 1));
}

/* Reports that U of W reads operand CODE, of REGS registers, for WHAT (null: as
   an operand) though it is undefined.  Null if the wave ends.  The result of a
   vector comparison is named by what was compared.  */

const struct uop *
watch_undef_use (struct wave *w, const struct uop *u, const char *what,
	   unsigned code, unsigned regs, int lane)
{
  char buf[32];
  bool fatal = w->vm->opt.uninit == GCNVM_UNINIT_ERROR;
  unsigned origin = wave_origin (w, code, regs);
  if (unwanted_p (w, u, code, regs, lane))
    {
      if (w->mask_undef && code < GCN_VGPR && regs == 2
	  && get64 (&w->sv[code]) == w->mask_undef)
	set_defined (w, w->mask_code, w->mask_regs, w->mask_undef);
      set_defined (w, code, regs, wave_exec (w));
      return u;
    }
  if (code < GCN_VGPR && regs == 2 && w->mask_undef
      && get64 (&w->sv[code]) == w->mask_undef)
    {
      set_defined (w, code, regs, 0);
      code = w->mask_code;
      regs = w->mask_regs;
      set_defined (w, code, regs, w->mask_undef);
      w->mask_undef = 0;
    }
  if (origin)
    {
      wave_report_memory (w, u, what, lane, origin);
      set_defined (w, code, regs, wave_exec (w));
      return u;
    }
  const char *name = operand_name (code, regs, buf, sizeof buf);
  if (w->vm->opt.uninit != GCNVM_UNINIT_OFF)
    wave_report (w, u, GCNVM_R_UNINIT, fatal, lane, 0, name,
		 "uninitialised register %s read%s%s", name,
		 what ? " as " : "", what ? what : "");
  set_defined (w, code, regs, wave_exec (w));
  return fatal ? wave_fail (w, GCNVM_UNINIT) : u;
}

/* The same of the condition of branch U.  False if the wave ends.  */

bool
watch_undef_branch (struct wave *w, const struct uop *u, unsigned code)
{
  bool scc = code == (GCN_SCC & ~1);
  unsigned origin = wave_origin (w, code, 2);
  w->now = u;
  /* One lane that is known decides whether any is there.  */
  if (origin && !scc && get64 (&w->s[code]) & ~get64 (&w->sv[code]))
    return true;
  if (origin && scc)
    {
      wave_report_memory (w, u, "condition", -1, origin);
      set_defined (w, GCN_SCC, 1, 0);
      if (w->scc_code && w->scc_code != GCN_SCC)
	set_defined (w, w->scc_code, 1, wave_exec (w));
      return true;
    }
  /* SCC is named by what was compared.  */
  if (scc && w->scc_code && w->scc_code != GCN_SCC)
    {
      code = w->scc_code;
      w->sv[GCN_SCC] = 0;
      return watch_undef_use (w, u, "condition", code, 1, -1) != NULL;
    }
  return watch_undef_use (w, u, "condition", code, 2, -1) != NULL;
}

/* Whether register code CODE, one of REGS of W, has been set for some lanes.  */

static bool
some_lanes_set_p (const struct wave *w, unsigned code, unsigned regs)
{
  for (unsigned i = 0; i < regs; i++)
    {
      unsigned r = code - GCN_VGPR + i;
      if (code < GCN_VGPR || w->undef_by[r] == UNDEF_LOADED
	  || (w->undef_by[r] == UNDEF_NEVER_SET && w->vu[r] == ~UINT64_C (0)))
	return false;
    }
  return true;
}

/* Whether IN reads EXEC other than to see which lanes are active.  */

static bool
reads_exec_p (const struct gcn_insn *in)
{
  for (int i = 0; i < 3; i++)
    if (in_pair_p (in->src[i], 2, GCN_EXEC))
      return true;
  return in->row->flags & GCN_F_REXEC;
}

/* Marks N registers of W, from number R, as undefined in LANES: computed from what is
   so.  */

static void
set_computed (struct wave *w, unsigned r, unsigned n, uint64_t lanes)
{
  for (unsigned i = r; i < r + n; i++)
    {
      for (uint64_t e = lanes & ~w->vu[i]; e; e &= e - 1)
	w->vv[i][__builtin_ctzll (e)] = ~0u;
      w->vu[i] |= lanes;
      w->undef_by[i] = UNDEF_COMPUTED;
      if (w->init)
	w->init->origin[GCN_VGPR + i] = 0;
    }
  w->any_computed = true;
}

/* U of W writes EXEC, and for LANES what it writes is undefined: the result of a
   comparison of a short vector that was done in all lanes, though the vector has been
   set for its own alone.  Whether that is no use of the undefined value: until EXEC is
   written again there are only operations on vector registers.  What these compute
   becomes undefined in LANES, and is reported where it matters.  So GCC from 16 on
   computes absolute values of short vectors.  */

static bool
no_matter_p (struct wave *w, const struct uop *u, uint64_t lanes)
{
  const struct gcnvm_code *code = code_of (w->vm, u->pc);
  struct gcn_insn in;
  uint64_t at = u->pc;
  enum { FARTHEST = 16 };
  struct { unsigned r, n; } set[FARTHEST];
  unsigned n_set = 0;
  if (lanes != w->mask_undef || !some_lanes_set_p (w, w->mask_code, w->mask_regs)
      || code_decode (code, at, &in))
    return false;
  for (int k = 0; k < FARTHEST; k++)
    {
      at += in.length;
      if (code_decode (code, at, &in) || reads_exec_p (&in))
	return false;
      if (writes_exec_p (&in))
	{
	  while (n_set--)
	    set_computed (w, set[n_set].r, set[n_set].n, lanes);
	  return true;
	}
      const struct gcn_row *r = in.row;
      if (r->enc <= GCN_ENC_SOPP
	  && !(r->flags & (GCN_F_BRANCH | GCN_F_JUMP | GCN_F_CALL | GCN_F_END)))
	continue;
      if (!(r->enc == GCN_ENC_VOP1 || r->enc == GCN_ENC_VOP2
	    || r->enc == GCN_ENC_VOP3)
	  || r->flags & GCN_F_MOVREL
	  /* A carry is for the upper half, in the same lanes.  */
	  || ((in.sdst != GCN_NO_OPERAND || r->flags & GCN_F_WVCC)
	      && !(r->flags & GCN_F_CO))
	  || in.dst == GCN_NO_OPERAND || in.dst < GCN_VGPR)
	return false;
      set[n_set].r = in.dst - GCN_VGPR;
      set[n_set++].n = gcn_type_regs ((enum gcn_type) r->d, GCN_GFX906);
    }
  return false;
}

/* The operand of scalar operation U whose undefined bits are VA, or if those are 0,
   VB: a constant beside it, and it is the destination.  */

static unsigned
scalar_operand (const struct uop *u, uint64_t va)
{
  unsigned code = va ? u->ua / 4 : u->ub / 4;
  if (!code && gcn_rows[u->row].flags & GCN_F_RDST)
    return u->d / 4;
  return code == GCN_INT_0 || (va && u->ka) ? u->d / 4 : code;
}

/* The load that the undefined bits of U's result come from, VA and VB being those
   of its sources, and with SCC_BAD those of SCC; 0 if one of them was never
   written, *A_FIRST saying whether it is the first.  */

static unsigned
scalar_origin (const struct wave *w, const struct uop *u, uint64_t va,
	       uint64_t vb, bool scc_bad, bool *a_first)
{
  unsigned a = va ? wave_origin (w, scalar_operand (u, va), va >> 32 ? 2 : 1)
	       : 0;
  unsigned b = vb ? wave_origin (w, scalar_operand (u, 0), vb >> 32 ? 2 : 1)
	       : 0;
  *a_first = va && !(a && vb && !b);
  if ((va && !a) || (vb && !b))
    return 0;
  return a ? a : b ? b : scc_bad ? wave_origin (w, GCN_SCC, 1) : 0;
}

/* Whether comparison NAME of A with B asks whether the last vector comparison holds in
   any lane, and is undefined only in lanes where nothing has set what was compared,
   though other lanes have set it.  Those are lanes behind the end of a loop, which nobody
   asked for: the plugin's division asks so how far all lanes can be shifted, and more
   lanes may ask for less.  One active lane at least is known.  */

static bool
any_lane_p (const struct wave *w, const char *name, struct simt_partly a,
	    struct simt_partly b)
{
  return (a.v && a.v == w->mask_undef && !b.v && !b.x
	  && (strcmp (name, "s_cmp_lg_u64") == 0
	      || strcmp (name, "s_cmp_eq_u64") == 0)
	  && wave_exec (w) & ~a.v
	  && some_lanes_set_p (w, w->mask_code, w->mask_regs));
}

/* Comparison U has the undefined bits VA and VB, from load ORIGIN, if that is not
   0; CODE is one such operand.  Perhaps it is done ahead of time, and nobody looks at its
   result: reported where a branch does.  */

static void
compare_scalar (struct wave *w, const struct uop *u, unsigned code,
		unsigned origin, struct simt_partly a, struct simt_partly b)
{
  const char *name = gcn_rows[u->row].name;
  unsigned bits = strstr (name, "64") ? 64 : 32;
  w->sv[GCN_SCC] = !((origin && undef_compare_known_p (name, a, b, bits))
		     || any_lane_p (w, name, a, b));
  w->scc_code = code;
  if (w->init)
    w->init->origin[GCN_SCC] = origin;
}

/* For a scalar operation U whose sources A and B have the undefined bits VA and
   VB, or with SCC undefined: the undefined bits of its result, of BITS bits.
   Sets those of SCC.  */

uint64_t
watch_undef_scalar (struct wave *w, const struct uop *u, enum undef_rule rule,
	      uint64_t a, uint64_t b, uint64_t va, uint64_t vb, unsigned bits)
{
  const struct gcn_row *row = &gcn_rows[u->row];
  uint64_t flags = row->flags, vr = 0;
  bool bad = false, first;
  bool scc_bad = (flags & GCN_F_RSCC && w->sv[GCN_SCC]
		  && wave_origin (w, GCN_SCC, 1));
  if (flags & GCN_F_RSCC && w->sv[GCN_SCC] && !scc_bad
      && !watch_undef_use (w, u, NULL, GCN_SCC, 1, -1))
    return 0;
  if (scc_bad)
    vr = rule == UNDEF_SELECT ? (a ^ b) | va | vb : UINT64_MAX;
  else if (va | vb)
    {
      if (rule == UNDEF_SELECT)
	/* s_cmovk has its constant as B.  */
	vr = w->s[GCN_SCC] ? (row->enc == GCN_ENC_SOPK ? vb : va)
	     : (row->enc == GCN_ENC_SOPK ? va : vb);
      else if (rule == UNDEF_BFE && !vb)
	vr = undef_scalar_bfe (va, b, bits, row->d == GCN_T_i32
				      || row->d == GCN_T_i64);
      else
	vr = undef_result_bits (rule, a, b, 0, va, vb, 0, bits, &bad);
    }
  unsigned origin = scalar_origin (w, u, va, vb, scc_bad, &first);
  unsigned code = scalar_operand (u, first ? va : 0);
  if (bad && row->d == GCN_T_none)
    {
      compare_scalar (w, u, code, origin, (struct simt_partly) { a, va },
		      (struct simt_partly) { b, vb });
      return 0;
    }
  if (flags & GCN_F_WSCC)
    w->scc_code = GCN_SCC;
  bool to_exec = (u->d / 4 | 1) == (GCN_EXEC | 1);
  if (bad && origin && (strstr (row->name, "saveexec")
			|| strstr (row->name, "wrexec")))
    {
      /* The destination gets what EXEC was.  */
      if (!watch_undef_use (w, u, "EXEC", code, 2, -1))
	return 0;
      vr = 0;
    }
  else if (bad && origin)
    vr = undef_memory_bits (rule, va | vb);
  else if (bad)
    {
      vr = 0;
      if (!watch_undef_use (w, u, NULL, code, (first ? va : vb) >> 32 ? 2 : 1, -1))
	return 0;
    }
  if (bits == 32)
    vr &= UINT32_MAX;
  /* Which lanes do what is said by EXEC: that is a use.  */
  if (vr && to_exec)
    {
      if (!(bits == 64 && rule == UNDEF_MOVE && no_matter_p (w, u, vr))
	  && !watch_undef_use (w, u, "EXEC", code, bits / 32, -1))
	return 0;
      vr = 0;
    }
  if (flags & GCN_F_WSCC)
    {
      /* Not zero already by its defined bits?  */
      uint64_t ones = 0;
      if (rule == UNDEF_AND)
	ones = a & b & ~vr;
      else if (rule == UNDEF_OR)
	ones = ((a & ~va) | (b & ~vb));
      w->sv[GCN_SCC] = vr && !ones;
    }
  if (vr && w->init)
    {
      uint16_t *o = w->init->origin;
      o[GCN_SCC] = origin;
      o[u->d / 4] = origin;
      if (bits == 64)
	o[u->d / 4 + 1] = origin;
    }
  return vr;
}
