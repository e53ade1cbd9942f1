/* Native code: what each operation reads and writes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* An operation has C of its own, or its handler is called; the C of a vector
   operation is for one lane, the first, and of what is not as usual its handler
   is called too.  */

#include <string.h>

#include "code/handlers.h"
#include "native/unit.h"

static void
add_codes (struct set *s, unsigned code, unsigned n)
{
  for (unsigned k = 0; k < n; k++)
    if (code != GCN_NO_OPERAND && variable_of (code + k) >= 0)
      set_add (s, (unsigned) variable_of (code + k));
}

/* Whether T is a type that the C of vector operations has, as a source or, if
   DEST, as a destination.  */

static bool
type_p (const char *t, bool dest)
{
  static const char *const both[] = { "u32", "i32", "u64", "i64", "f32", "f64",
				      "none" };
  for (size_t i = 0; i < sizeof both / sizeof *both; i++)
    if (strcmp (t, both[i]) == 0)
      return true;
  return !dest && (strcmp (t, "u16") == 0 || strcmp (t, "i16") == 0);
}

/* Whether source I of U, of REGS registers, can be read by C.  */

static bool
source_p (const struct uop *u, int i, unsigned regs)
{
  unsigned code = u->src[i], last = code + regs - 1;
  if (u->konst[i])
    return true;
  return regs >= 1 && regs <= 2 && (code >= GCN_VGPR ? last < GCN_AGPR : last < 128);
}

/* Which of U's registers its handler may write.  */

static void
clobbers (const struct gcnvm *vm, const struct uop *u, struct op *o)
{
  const struct gcn_insn *in = u->in;
  if (!in || !in->row)
    return;
  uint64_t f = in->row->flags;
  unsigned regs = gcn_type_regs ((enum gcn_type) in->row->d, vm->opt.cpu);
  add_codes (&o->clobbers, in->dst, regs ? regs : 2);
  add_codes (&o->clobbers, in->sdst, 2);
  if (f & GCN_F_WVCC)
    add_codes (&o->clobbers, GCN_VCC, 2);
  if (f & GCN_F_WEXEC)
    add_codes (&o->clobbers, GCN_EXEC, 2);
  if (in->row - gcn_rows == GCN_OP_v_swap_b32)
    add_codes (&o->clobbers, in->src[0], 1);
  o->makes_exec = (set_has (&o->clobbers, GCN_EXEC)
		   || set_has (&o->clobbers, GCN_EXEC + 1));
}

/* U's source I, of REGS registers, is read.  */

static void
reads (struct op *o, int i, unsigned regs)
{
  if (!o->u->konst[i])
    add_codes (&o->uses, o->u->src[i], regs);
}

/* ---- Kinds.  Each is false if O's handler has to be called.  */

static bool
scalar (struct op *o)
{
  const struct uop *u = o->u;
  const struct native_row *r = o->row = &native_rows[u->row];
  const struct gcn_row *row = &gcn_rows[u->row];
  bool exec = strstr (row->name, "saveexec") || strstr (row->name, "wrexec");
  const char *types[2] = { r->a, r->b };
  for (int i = 0; i < 2; i++)
    {
      unsigned n = strstr (types[i], "64") ? 2 : 1;
      unsigned code = (i ? u->b : u->a) / 4;
      if (strncmp (types[i], "old", 3) == 0)
	add_codes (&o->uses, u->d / 4, n);
      else if (strcmp (types[i], "none") != 0 && !(i ? u->kb : u->ka))
	add_codes (&o->uses, code, n);
    }
  if (row->flags & GCN_F_RSCC)
    set_add (&o->uses, SET_SCC);
  if (row->flags & GCN_F_WSCC)
    set_add (&o->defs, SET_SCC);
  if (strcmp (r->d, "none") != 0)
    add_codes (&o->defs, u->d / 4, strstr (r->d, "64") ? 2 : 1);
  if (exec)
    {
      add_codes (&o->uses, GCN_EXEC, 2);
      add_codes (&o->defs, GCN_EXEC, 2);
    }
  o->makes_exec = set_has (&o->defs, GCN_EXEC) || set_has (&o->defs, GCN_EXEC + 1);
  o->exec = EXEC_ANY;
  if (u->row == GCN_OP_s_mov_b64 && u->ka)
    o->exec = u->ia == 1 ? EXEC_ONE : EXEC_OTHER;
  o->kind = K_SCALAR;
  return true;
}

/* Whether C does what U's modifiers say.  */

static bool
modifiers_p (const struct op *o)
{
  const struct gcn_insn *in = o->u->in;
  const char *types[3] = { o->row->a, o->row->b, o->row->c };
  if (in->form >= GCN_SDWA_FORM || in->clamp || in->omod || in->op_sel
      || gcn_half_type_p (in->row->d))
    return false;
  for (int i = 0; i < 3; i++)
    if ((in->neg | in->abs) >> i & 1 && strcmp (types[i], "f32") != 0
	&& strcmp (types[i], "f64") != 0)
      return false;
  return true;
}

static bool
vector (struct op *o)
{
  const struct uop *u = o->u;
  const struct native_row *r = o->row = &native_rows[u->row];
  const char *types[3] = { r->a, r->b, r->c };
  if (!r->expr || !modifiers_p (o) || !type_p (r->d, true))
    return false;
  for (int i = 0; i < 3; i++)
    if (strcmp (types[i], "none") != 0
	&& (!type_p (types[i], false) || i >= u->n_src
	    || u->regs[i + 1] != (strstr (types[i], "64") ? 2 : 1)
	    || !source_p (u, i, u->regs[i + 1])))
      return false;
  for (int i = 0; i < 3; i++)
    if (strcmp (types[i], "none") != 0)
      reads (o, i, u->regs[i + 1]);
  if (r->compares)
    {
      if (u->in->row->flags & GCN_F_WEXEC || u->sdst >= GCN_EXEC)
	return false;
      add_codes (&o->defs, u->sdst, 2);
      o->kind = K_COMPARE;
      return true;
    }
  unsigned n = strstr (r->d, "64") ? 2 : 1;
  if (u->d < GCN_VGPR || u->d + n > GCN_AGPR || u->regs[0] != n)
    return false;
  add_codes (&o->defs, u->d, n);
  o->kind = K_VECTOR;
  return true;
}

static bool
carry (struct op *o)
{
  const struct uop *u = o->u;
  const struct gcn_insn *in = u->in;
  bool mad = u->row == GCN_OP_v_mad_u64_u32;
  if (in->form >= GCN_SDWA_FORM || in->clamp || in->omod || in->op_sel
      || in->neg || in->abs || u->sdst >= GCN_EXEC || u->d < GCN_VGPR
      || u->d + mad >= GCN_AGPR || !source_p (u, 0, 1) || !source_p (u, 1, 1)
      || (mad && !source_p (u, 2, 2)))
    return false;
  reads (o, 0, 1);
  reads (o, 1, 1);
  add_codes (&o->defs, u->d, mad ? 2 : 1);
  add_codes (&o->defs, u->sdst, 2);
  o->kind = mad ? K_MAD64 : K_CARRY;
  if (mad)
    reads (o, 2, 2);
  else if (in->row->flags & GCN_F_RVCC)
    {
      if (u->src[2] >= 128)
	return false;
      add_codes (&o->uses, u->src[2], 1);
    }
  return true;
}

static bool
select_one (struct op *o)
{
  const struct uop *u = o->u;
  const struct gcn_insn *in = u->in;
  if (in->form >= GCN_SDWA_FORM || in->clamp || in->omod || in->op_sel
      || in->neg || in->abs || u->src[2] >= 127 || u->d < GCN_VGPR
      || u->d >= GCN_AGPR || !source_p (u, 0, 1) || !source_p (u, 1, 1))
    return false;
  reads (o, 0, 1);
  reads (o, 1, 1);
  add_codes (&o->uses, u->src[2], 1);
  add_codes (&o->defs, u->d, 1);
  o->kind = K_SELECT;
  return true;
}

/* Flat and global accesses of whole dwords and, loads and stores, of a byte or
   two.  */

static bool
flat (const struct gcnvm *vm, struct op *o)
{
  const struct uop *u = o->u;
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  bool store = row->flags & GCN_F_ST, atomic = row->flags & GCN_F_ATOM;
  bool saddr = in->saddr != GCN_NO_OPERAND;
  enum gcn_type type = store ? row->s[1] : row->d;
  unsigned regs = store ? u->regs[2] : u->regs[0];
  if ((row->enc != GCN_ENC_FLAT && row->enc != GCN_ENC_GLOBAL)
      || row->flags & (GCN_F_D16 | GCN_F_D16HI) || regs < 1 || regs > 4
      || in->src[0] < GCN_VGPR || in->src[0] >= GCN_AGPR - 1
      || (saddr && in->saddr >= 127) || type == GCN_T_none
      || (vm->opt.cpu & GCN_RDNA && in->dst == GCN_NO_OPERAND))
    return false;
  add_codes (&o->uses, in->src[0], saddr ? 1 : 2);
  if (saddr)
    add_codes (&o->uses, in->saddr, 2);
  if (atomic)
    {
      unsigned k = u->ib, words = regs * (k == ATOMIC_CMPSWAP ? 2 : 1);
      bool fits = (k == ATOMIC_SWAP || k == ATOMIC_CMPSWAP || k == ATOMIC_ADD
		   || k == ATOMIC_SUB || k == ATOMIC_AND || k == ATOMIC_OR
		   || k == ATOMIC_XOR);
      if (!fits || regs > 2 || in->src[1] < GCN_VGPR
	  || in->src[1] + words > GCN_AGPR
	  || (u->d != GCN_NO_OPERAND && u->d + regs > GCN_AGPR))
	return false;
      add_codes (&o->uses, in->src[1], words);
      add_codes (&o->defs, u->d, regs);
      o->kind = K_ATOMIC;
      return true;
    }
  if (type < GCN_T_b32 && regs != 1)
    return false;
  if (store)
    {
      struct set data = { { 0 } };
      if (in->src[1] < GCN_VGPR || in->src[1] + regs > GCN_AGPR)
	return false;
      add_codes (&data, in->src[1], regs);
      for (int i = 0; i < SET_WORDS; i++)
	{
	  o->loose.w[i] = data.w[i] & ~o->uses.w[i];
	  o->uses.w[i] |= data.w[i];
	}
      o->kind = K_STORE;
      return true;
    }
  if (!(row->flags & GCN_F_LD) || in->dst < GCN_VGPR
      || in->dst + regs > GCN_AGPR)
    return false;
  add_codes (&o->defs, in->dst, regs);
  o->kind = K_LOAD;
  return true;
}

static bool
scalar_load (struct op *o)
{
  const struct uop *u = o->u;
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  if (row->s[0] == GCN_T_b128 || !(row->flags & GCN_F_LD)
      || row->flags & (GCN_F_SCRATCH | GCN_F_ST | GCN_F_ATOM)
      || in->src[0] >= 127 || in->dst + u->regs[0] > GCN_M0 || u->regs[0] < 1
      || (in->soffset != GCN_NO_OPERAND && in->soffset >= 128))
    return false;
  add_codes (&o->uses, in->src[0], 2);
  add_codes (&o->uses, in->soffset, 1);
  add_codes (&o->defs, in->dst, u->regs[0]);
  o->kind = K_SCALAR_LOAD;
  return true;
}

/* Sets O up for an operation that has a handler.  */

static void
handled (const struct gcnvm *vm, struct op *o)
{
  const struct uop *u = o->u;
  const struct gcn_insn *in = u->in;
  o->kind = K_CALL;
  clobbers (vm, u, o);
  /* Wait states and the like, or what is not there.  */
  if (!in || !in->row || u->fn == vm->handlers->op_lacking
      || u->fn == vm->handlers->op_abort)
    return;
  const struct gcn_row *row = in->row;
  if (row->flags & GCN_F_MOVREL || u->fn == vm->handlers->op_setreg
      || u->fn == vm->handlers->op_mode
      || u->fn == vm->handlers->op_movrel
      || u->fn == vm->handlers->vec_movrel
      || (row->enc == GCN_ENC_SMEM && row->flags & GCN_F_ATOM))
    {
      o->kind = K_LEAVE;
      return;
    }
  if (u->fn == vm->handlers->op_waitcnt)
    {
      o->kind = K_WAITCNT;
      return;
    }
  struct op own = *o;
  bool done = false;
  own.counted = own.one_lane = true;
  switch (u->row)
    {
    case GCN_OP_v_add_co_u32: case GCN_OP_v_addc_co_u32:
    case GCN_OP_v_sub_co_u32: case GCN_OP_v_subb_co_u32:
    case GCN_OP_v_subrev_co_u32: case GCN_OP_v_subbrev_co_u32:
    case GCN_OP_v_mad_u64_u32:
      done = carry (&own);
      break;
    case GCN_OP_v_cndmask_b32:
      done = select_one (&own);
      break;
    case GCN_OP_v_readfirstlane_b32:
      own.kind = K_READFIRST;
      done = (u->src[0] >= GCN_VGPR && u->src[0] < GCN_AGPR && u->d < GCN_EXEC
	      && in->form < GCN_SDWA_FORM);
      add_codes (&own.uses, u->src[0], 1);
      add_codes (&own.defs, u->d, 1);
      break;
    default:
      if (u->fn == vm->handlers->mem_smem)
	{
	  own.counted = own.one_lane = false;
	  done = scalar_load (&own);
	}
      else if (row->enc == GCN_ENC_FLAT || row->enc == GCN_ENC_GLOBAL)
	done = flat (vm, &own);
      else if (row->enc >= GCN_ENC_VOP1 && row->enc <= GCN_ENC_VOP3)
	done = vector (&own);
    }
  if (done)
    *o = own;
}

void
op_classify (const struct gcnvm *vm, const struct function *f,
	     const struct uop *u, struct op *o)
{
  static const unsigned asked[] =
  { [UOP_SCC0] = GCN_SCC, [UOP_SCC1] = GCN_SCC, [UOP_VCCZ] = GCN_VCC,
    [UOP_VCCNZ] = GCN_VCC, [UOP_EXECZ] = GCN_EXEC, [UOP_EXECNZ] = GCN_EXEC };
  memset (o, 0, sizeof *o);
  o->u = u;
  o->target = -1;
  switch (u->op)
    {
    case UOP_CALL:
      handled (vm, o);
      break;
    case UOP_BRANCH:
    case UOP_SCC0: case UOP_SCC1: case UOP_VCCZ: case UOP_VCCNZ:
    case UOP_EXECZ: case UOP_EXECNZ:
      o->kind = u->op == UOP_BRANCH ? K_BRANCH : K_IF;
      if (u->target)
	o->target = (int32_t) (u->target - f->uops);
      if (u->op != UOP_BRANCH)
	add_codes (&o->uses, asked[u->op], asked[u->op] == GCN_SCC ? 1 : 2);
      if (u->lanes_vcc)
	add_codes (&o->uses, GCN_EXEC, 2);
      break;
    case UOP_NOP:
      o->kind = K_NOP;
      break;
    case UOP_COUNT:
      o->kind = K_COUNT;
      break;
    case UOP_WAIT:
      o->kind = K_WAIT;
      break;
    case UOP_FENCE:
      o->kind = K_FENCE;
      break;
    case UOP_GETPC:
      o->kind = K_GETPC;
      add_codes (&o->defs, u->d / 4, 2);
      break;
    case UOP_NATIVE:
      o->kind = K_ENTRY;
      break;
    case UOP_READLANE:
      o->kind = u->d / 4 < GCN_EXEC && u->src[0] < GCN_AGPR ? K_READLANE : K_LEAVE;
      if (!u->ib)
	add_codes (&o->uses, u->src[0], 1);
      o->loose = o->uses;
      add_codes (&o->clobbers, u->d / 4, 1);
      break;
    case UOP_WRITELANE:
      o->kind = u->d < GCN_AGPR ? K_WRITELANE : K_LEAVE;
      if (!u->ka)
	add_codes (&o->uses, u->a / 4, 1);
      o->loose = o->uses;
      if (!u->ib)
	add_codes (&o->clobbers, u->d, 1);
      break;
    case UOP_END: case UOP_SETPC: case UOP_SWAPPC: case UOP_CALL_B64:
      o->kind = K_LEAVE;
      break;
    default:
      if (!scalar (o))
	o->kind = K_LEAVE;
    }
}
