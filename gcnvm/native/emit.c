/* Native code: operations as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Each SGPR and lane 0 of each VGPR is a variable.  Which of them differ from the
   wave's own registers is known (flow.c): these are written where native code is left,
   and before a handler is called.  What is known to be defined is not looked at
   again.  */

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "code/handlers.h"
#include "code/sites.h"
#include "native/unit.h"

/* Longer functions would keep the compiler busy for seconds.  */
enum { MOST_OPS = 4000 };

struct emit
{
  FILE *f;
  const struct unit *t;
  const struct block *b;	/* The block,  */
  struct set known, dirty;	/* what is known there, and dirty.  */
  bool force;			/* It can be left ahead of each operation.  */
  uint8_t exec;
  unsigned counted;		/* Vector operations of the block so far.  */
  uint32_t k;			/* The operation.  */
};

static void __attribute__ ((format (printf, 2, 3)))
put (struct emit *e, const char *format, ...)
{
  va_list ap;
  va_start (ap, format);
  vfprintf (e->f, format, ap);
  va_end (ap);
}

/* ---- Registers.  */

/* The variable of operand CODE, or its place, of one register; of a pair.  */

static const char *
reg (unsigned code)
{
  static _Thread_local char buf[8][32];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 8];
  int v = variable_of (code);
  if (v == SET_SCC)
    return "scc";
  if (v < 0)
    snprintf (b, sizeof *buf, "S[%u]", code);
  else
    snprintf (b, sizeof *buf, v < 128 ? "s%u" : "v%u",
	      v < 128 ? code : code - GCN_VGPR);
  return b;
}

static const char *
pair (unsigned code)
{
  static _Thread_local char buf[4][80];
  static _Thread_local unsigned n;
  char *b = buf[n++ % 4];
  snprintf (b, sizeof *buf, "PAIR (%s, %s)", reg (code), reg (code + 1));
  return b;
}

/* Put what says of variable I that it is undefined.  */

static void
put_undefined (struct emit *e, unsigned i)
{
  if (i >= SET_VGPR)
    put (e, "(VU[%u] & 1)", i - SET_VGPR);
  else
    put (e, "SV[%u]", i == SET_SCC ? (unsigned) GCN_SCC : i);
}

/* Put " | ..." for each of WHICH that is not known to be defined.  */

static void
put_unknown (struct emit *e, const struct set *which)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (which, i) && !set_has (&e->known, i))
      {
	put (e, " | ");
	put_undefined (e, i);
      }
}

static bool
all_known_p (const struct emit *e, const struct set *which)
{
  for (int j = 0; j < SET_WORDS; j++)
    if (which->w[j] & ~e->known.w[j])
      return false;
  return true;
}

/* Put stores that make those of DEFS defined.  */

static void
put_defined (struct emit *e, const struct set *defs)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (!set_has (defs, i) || set_has (&e->known, i))
      ;
    else if (i >= SET_VGPR)
      put (e, "VU[%u] &= ~(uint64_t) 1; ", i - SET_VGPR);
    else
      put (e, "SV[%u] = 0; ", i == SET_SCC ? (unsigned) GCN_SCC : i);
}

/* Put the store of VALUE to register CODE of lane 0 or to a scalar one, or to
   the pair.  */

static void
put_store (struct emit *e, unsigned code, bool wide, const char *value)
{
  if (code >= GCN_VGPR)
    {
      unsigned r = code - GCN_VGPR;
      if (wide)
	put (e, "{ const uint64_t p_ = %s; v%u = (uint32_t) p_; "
	     "v%u = p_ >> 32; } ", value, r, r + 1);
      else
	put (e, "v%u = %s; ", r, value);
    }
  else if (code < 128 && wide)
    put (e, "{ const uint64_t p_ = %s; s%u = (uint32_t) p_; s%u = p_ >> 32; } ",
	 value, code, code + 1);
  else if (wide)
    put (e, "{ const uint64_t p_ = %s; S[%u] = (uint32_t) p_; "
	 "S[%u] = p_ >> 32; SV[%u] = SV[%u] = 0; } ", value, code, code + 1,
	 code, code + 1);
  else if (code < 128)
    put (e, "s%u = %s; ", code, value);
  else
    put (e, "S[%u] = %s; SV[%u] = 0; ", code, value, code);
}

/* ---- Leaving, and handlers.  */

/* Put the stores of what is dirty.  */

static void
put_spill (struct emit *e)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (!set_has (&e->dirty, i))
      ;
    else if (i >= SET_VGPR)
      put (e, "V[%u][0] = v%u; ", i - SET_VGPR, i - SET_VGPR);
    else if (i == SET_SCC)
      put (e, "S[%u] = scc; ", GCN_SCC);
    else
      put (e, "S[%u] = s%u; ", i, i);
}

static void
put_leave (struct emit *e, uint32_t k, unsigned counted)
{
  put (e, "{ ");
  put_spill (e);
  put (e, "LEAVE (%u, %u); } ", k, counted);
}

/* Put the loads of WHICH into their variables.  */

static void
put_loads (struct emit *e, const struct set *which)
{
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (which, i))
      {
	if (i >= SET_VGPR)
	  put (e, "v%u = V[%u][0]; ", i - SET_VGPR, i - SET_VGPR);
	else if (i == SET_SCC)
	  put (e, "scc = S[%u]; ", GCN_SCC);
	else
	  put (e, "s%u = S[%u]; ", i, i);
      }
}

static void
put_call (struct emit *e, const struct op *o)
{
  put_spill (e);
  put (e, "CALL (%u, %u); ", e->k, e->counted);
  put_loads (e, &o->clobbers);
}

/* Put the beginning of O's own C: where that is not to be had for all cases,
   under a condition, with EXTRA, an expression for the common case, or null.  */

static bool
put_begin (struct emit *e, const struct op *o, const char *extra)
{
  bool maybe_many = o->one_lane && e->exec != EXEC_ONE;
  struct set strict = o->uses;
  if (o->kind != K_STORE)
    for (int j = 0; j < SET_WORDS; j++)
      strict.w[j] &= ~o->loose.w[j];
  bool known = all_known_p (e, &strict);
  if (!maybe_many && known && !extra)
    {
      put (e, "{ ");
      return false;
    }
  put (e, "if (LIKELY (%s", maybe_many ? "(s126 == 1 & s127 == 0)" : "1");
  if (!known)
    {
      put (e, " && !(0");
      put_unknown (e, &strict);
      put (e, ")");
    }
  put (e, "%s%s)) { ", extra ? " && " : "", extra ? extra : "");
  return true;
}

/* Put the end of it; COND is what put_begin gave.  */

static void
put_end (struct emit *e, const struct op *o, bool cond)
{
  put_defined (e, &o->defs);
  put (e, "}\n");
  if (!cond)
    return;
  put (e, "else { ");
  put_call (e, o);
  if (o->counted)
    put (e, "vi--; ");
  struct set left;
  for (int j = 0; j < SET_WORDS; j++)
    left.w[j] = ((o->uses.w[j] & ~o->loose.w[j] & ~e->known.w[j])
		 | o->defs.w[j]);
  struct set nothing = { { 0 } }, known = e->known;
  if (memcmp (&left, &nothing, sizeof left) != 0)
    {
      e->known = nothing;
      put (e, "if (UNLIKELY (0");
      put_unknown (e, &left);
      put (e, ")) LEAVE (%u, %u); ", e->k + 1, e->counted + o->counted);
      e->known = known;
    }
  put (e, "}\n");
}

/* ---- Scalar operations.  */

static void
put_scalar_source (struct emit *e, const struct uop *u, char which,
		   const char *type)
{
  bool b = which == 'b';
  uint64_t constant = b ? u->ib : u->ia;
  unsigned code = (b ? u->b : u->a) / 4;
  bool wide = strstr (type, "64");
  if (strcmp (type, "none") == 0)
    return;
  if (strncmp (type, "old", 3) == 0)
    code = u->d / 4;
  put (e, "const T_%s %c = ", type, which);
  if (strncmp (type, "old", 3) != 0 && (b ? u->kb : u->ka))
    put (e, "(T_%s) UINT64_C (0x%llx); ", type, (unsigned long long) constant);
  else
    put (e, "(T_%s) %s; ", type, wide ? pair (code) : reg (code));
}

static void
put_scalar (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  const struct native_row *r = o->row;
  const char *name = gcn_rows[u->row].name;
  bool exec = strstr (name, "saveexec") || strstr (name, "wrexec");
  /* What has no variable may be undefined too: VCCZ.  */
  put (e, "{ ");
  if (!all_known_p (e, &o->uses))
    {
      put (e, "if (UNLIKELY (0");
      put_unknown (e, &o->uses);
      put (e, ")) ");
      put_leave (e, e->k, e->counted);
    }
  for (int i = 0; i < 2; i++)
    {
      unsigned code = (i ? u->b : u->a) / 4;
      const char *type = i ? r->b : r->a;
      if (!(i ? u->kb : u->ka) && strcmp (type, "none") != 0
	  && strncmp (type, "old", 3) != 0 && variable_of (code) < 0)
	{
	  put (e, "if (UNLIKELY (SV[%u])) ", code);
	  put_leave (e, e->k, e->counted);
	}
    }
  put_scalar_source (e, u, 'a', r->a);
  put_scalar_source (e, u, 'b', r->b);
  if (strcmp (r->d, "none") != 0)
    put (e, "T_%s r = 0; ", r->d);
  if (exec)
    put (e, "uint64_t exec = PAIR (s126, s127); ");
  put (e, "%s; ", r->expr);
  if (exec)
    put_store (e, GCN_EXEC, true, "exec");
  if (strcmp (r->d, "none") != 0)
    put_store (e, u->d / 4, strstr (r->d, "64"), "r");
  put_defined (e, &o->defs);
  put (e, "}\n");
}

/* ---- Vector operations in one lane.  */

/* Whether V, of 32 bits or WIDE, is a NaN.  */

static bool
nan_p (uint64_t v, bool wide)
{
  return wide ? v << 1 > UINT64_C (0xffe0000000000000)
	 : (uint32_t) v << 1 > 0xff000000u;
}

/* Put the declaration of variable NAME of TYPE, source I.  */

static void
put_source (struct emit *e, const struct uop *u, int i, const char *name,
	    const char *type)
{
  bool wide = strstr (type, "64"), real = type[0] == 'f';
  unsigned signs = 0;
  if (strcmp (type, "none") == 0)
    return;
  if (real)
    signs = (u->in->abs >> i & 1) | (u->in->neg >> i & 1) << 1;
  put (e, "const T_%s %s = IN_%s (", type, name, type);
  uint64_t constant = 0;
  if (u->konst[i])
    constant = (u->konst[i][0]
		| (wide ? (uint64_t) u->konst[i][LANES] << 32 : 0));
  bool opaque = signs || (real && u->konst[i] && nan_p (constant, wide));
  if (opaque)
    put (e, "OPAQUE (");
  if (signs)
    put (e, "SIGN%s (%u, ", wide ? "64" : "32", signs);
  if (u->konst[i])
    put (e, "%s (0x%llx)", wide ? "UINT64_C" : "UINT32_C",
	 (unsigned long long) constant);
  else
    put (e, "%s", wide ? pair (u->src[i]) : reg (u->src[i]));
  put (e, "%s%s); ", signs ? ")" : "", opaque ? ")" : "");
}

static void
put_vector (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  const struct native_row *r = o->row;
  bool cond = put_begin (e, o, NULL);
  put_source (e, u, 0, "a", r->a);
  put_source (e, u, 1, "b", r->b);
  put_source (e, u, 2, "c", r->c);
  if (o->kind == K_COMPARE)
    {
      put (e, "const bool t = %s; ", r->expr);
      put_store (e, u->sdst, true, "t");
    }
  else
    {
      char value[40];
      put (e, "const T_%s t = %s; ", r->d, r->expr);
      snprintf (value, sizeof value, "OUT_%s (t)", r->d);
      put_store (e, u->d, strstr (r->d, "64"), value);
    }
  put_end (e, o, cond);
}

static void
put_carry (struct emit *e, const struct op *o)
{
  static const struct { uint16_t op; const char *value; } rows[] =
  {
    { GCN_OP_v_add_co_u32, "a + b" }, { GCN_OP_v_addc_co_u32, "a + b + k" },
    { GCN_OP_v_sub_co_u32, "a - b" }, { GCN_OP_v_subb_co_u32, "a - b - k" },
    { GCN_OP_v_subrev_co_u32, "b - a" },
    { GCN_OP_v_subbrev_co_u32, "b - a - k" }
  };
  const struct uop *u = o->u;
  bool cond = put_begin (e, o, NULL);
  put_source (e, u, 0, "a_", "u32");
  put_source (e, u, 1, "b_", "u32");
  if (o->kind == K_MAD64)
    {
      put_source (e, u, 2, "c", "u64");
      put (e, "uint64_t r; const bool t = __builtin_add_overflow "
	   "((uint64_t) a_ * b_, c, &r); ");
      put_store (e, u->d, true, "r");
      put_store (e, u->sdst, true, "t");
      put_end (e, o, cond);
      return;
    }
  put (e, "const uint64_t a = a_, b = b_, k = ");
  if (u->in->row->flags & GCN_F_RVCC)
    put (e, "%s & 1; ", reg (u->src[2]));
  else
    put (e, "0; ");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].op == u->row)
      put (e, "const uint64_t t = %s; ", rows[i].value);
  put_store (e, u->d, false, "(uint32_t) t");
  put_store (e, u->sdst, true, "t >> 32 & 1");
  put_end (e, o, cond);
}

static void
put_select (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  char value[40];
  bool cond = put_begin (e, o, NULL);
  put_source (e, u, 0, "a", "u32");
  put_source (e, u, 1, "b", "u32");
  snprintf (value, sizeof value, "%s & 1 ? b : a", reg (u->src[2]));
  put_store (e, u->d, false, value);
  put_end (e, o, cond);
}

/* ---- Memory.  */

static void
put_address (struct emit *e, const struct op *o)
{
  const struct gcn_insn *in = o->u->in;
  put (e, "{ const uint64_t at = UINT64_C (0x%llx) + ",
       (unsigned long long) (int64_t) in->offset);
  if (o->kind == K_SCALAR_LOAD)
    {
      put (e, "%s", pair (in->src[0]));
      if (in->soffset != GCN_NO_OPERAND)
	put (e, " + %s", reg (in->soffset));
    }
  else if (in->saddr != GCN_NO_OPERAND)
    put (e, "%s + %s", pair (in->saddr), reg (in->src[0]));
  else
    put (e, "%s", pair (in->src[0]));
  put (e, ";\n");
}

static void
put_memory (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  const struct gcn_insn *in = u->in;
  const struct gcn_row *row = in->row;
  bool store = o->kind == K_STORE, atomic = o->kind == K_ATOMIC;
  unsigned regs = store ? u->regs[2] : u->regs[0];
  enum gcn_type type = store ? row->s[1] : row->d;
  unsigned bytes = (type >= GCN_T_b8 && type <= GCN_T_i8 ? 1
		    : type >= GCN_T_b16 && type <= GCN_T_i16 ? 2 : 4 * regs);
  unsigned align = bytes < 4 || atomic ? bytes : 4;
  char extra[64];
  put_address (e, o);
  snprintf (extra, sizeof extra, "%s (x, at, %u, %u)",
	    store ? "STORE_OK" : atomic ? "ATOMIC_OK" : "LOAD_OK", bytes, align);
  bool cond = put_begin (e, o, extra);
  if (store)
    {
      unsigned d = in->src[1];
      if (bytes == 8)
	put (e, "STORE (uint64_t, at, %s); ", pair (d));
      else if (bytes < 4)
	put (e, "STORE (uint%u_t, at, %s); ", 8 * bytes, reg (d));
      else
	for (unsigned k = 0; k < regs; k++)
	  put (e, "STORE (uint32_t, at + %u, %s); ", 4 * k, reg (d + k));
      put (e, "DEFINE (x, at, %u); ", bytes);
    }
  else if (atomic)
    {
      static const char *const names[] =
      { [ATOMIC_SWAP] = "exchange_n", [ATOMIC_ADD] = "fetch_add",
	[ATOMIC_SUB] = "fetch_sub", [ATOMIC_AND] = "fetch_and",
	[ATOMIC_OR] = "fetch_or", [ATOMIC_XOR] = "fetch_xor" };
      unsigned d = in->src[1];
      put (e, "uint%u_t *const p = (void *) at; uint%u_t t; ", 8 * bytes,
	   8 * bytes);
      if (u->ib == ATOMIC_CMPSWAP)
	put (e, "t = %s; __atomic_compare_exchange_n (p, &t, %s, 0, 5, 5); ",
	     regs > 1 ? pair (d + 2) : reg (d + 1), regs > 1 ? pair (d) : reg (d));
      else
	put (e, "t = __atomic_%s (p, %s, 5); ", names[u->ib],
	     regs > 1 ? pair (d) : reg (d));
      if (u->d != GCN_NO_OPERAND)
	put_store (e, u->d, regs > 1, "t");
    }
  else if (o->kind != K_SCALAR_LOAD && bytes == 8)
    put_store (e, in->dst, true, "LOAD (uint64_t, at)");
  else if (bytes < 4)
    {
      char value[48];
      snprintf (value, sizeof value, "(uint32_t) LOAD (%sint%u_t, at)",
		type == GCN_T_i8 || type == GCN_T_i16 ? "" : "u", 8 * bytes);
      put_store (e, in->dst, false, value);
    }
  else
    {
      /* The address may be among what is loaded.  */
      for (unsigned k = 0; k < regs; k++)
	put (e, "const uint32_t t%u = LOAD (uint32_t, at + %u); ", k, 4 * k);
      for (unsigned k = 0; k < regs; k++)
	{
	  char value[16];
	  snprintf (value, sizeof value, "t%u", k);
	  put_store (e, in->dst + k, false, value);
	}
    }
  if (o->kind != K_SCALAR_LOAD)
    put (e, "ivm++; ");
  if (o->kind == K_SCALAR_LOAD || row->enc == GCN_ENC_FLAT)
    put (e, "uno = ++ilg; ");
  put_end (e, o, cond);
  put (e, "}\n");
}

/* ---- Moves between lanes and scalars.  */

static void
put_readlane (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  unsigned r = u->src[0] - GCN_VGPR, lane = u->ib, d = u->d / 4;
  char value[32];
  snprintf (value, sizeof value, lane ? "V[%u][%u]" : "v%u", r, lane);
  put (e, "{ ");
  put_store (e, d, false, value);
  put (e, "SV[%u] = UNLIKELY (VU[%u] >> %u & 1) ? VV[%u][%u] : 0; }\n", d, r,
       lane, r, lane);
}

static void
put_writelane (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  unsigned r = u->d - GCN_VGPR, lane = u->ib;
  put (e, "{ const uint32_t t = ");
  if (u->ka)
    put (e, "0x%xu; ", (unsigned) u->ia);
  else
    put (e, "%s; ", reg (u->a / 4));
  if (lane)
    put (e, "V[%u][%u] = t; ", r, lane);
  else
    put (e, "v%u = t; ", r);
  if (u->ka || all_known_p (e, &o->uses))
    put (e, "VU[%u] &= ~(UINT64_C (1) << %u); }\n", r, lane);
  else
    put (e, "const uint32_t q = SV[%u]; if (UNLIKELY (q)) "
	 "{ VV[%u][%u] = q; VU[%u] |= UINT64_C (1) << %u; } "
	 "else VU[%u] &= ~(UINT64_C (1) << %u); }\n", u->a / 4, r, lane, r, lane,
	 r, lane);
}

/* ---- Flow.  */

/* Put the way to successor I of the block, at operation K.  */

static void
put_go (struct emit *e, int i, uint32_t k)
{
  put (e, "{ ");
  if (block_spills_p (e->b, i, &e->dirty))
    put_spill (e);
  put (e, "goto L%u; } ", k);
}

static void
put_branch (struct emit *e, const struct op *o)
{
  static const char *const conditions[] =
  {
    [UOP_SCC0] = "!scc", [UOP_SCC1] = "scc", [UOP_VCCZ] = "!(s106 | s107)",
    [UOP_VCCNZ] = "(s106 | s107)", [UOP_EXECZ] = "!(s126 | s127)",
    [UOP_EXECNZ] = "(s126 | s127)"
  };
  const struct uop *u = o->u;
  bool with = o->kind == K_IF;
  if (with && !all_known_p (e, &o->uses))
    {
      put (e, "if (UNLIKELY (0");
      put_unknown (e, &o->uses);
      put (e, ")) ");
      put_leave (e, e->k, e->counted);
    }
  if (u->lanes_vcc && e->exec != EXEC_ONE)
    {
      put (e, "if (UNLIKELY (!(s126 | s127))) ");
      put_leave (e, e->k, e->counted);
    }
  if (o->kind != K_COUNT && o->target < 0)
    {
      if (with)
	put (e, "if (%s) ", conditions[u->op]);
      put_leave (e, e->k, e->counted);
      if (!with)
	return;
    }
  put (e, "END (%u, %u, %u); ", u->n, u->states, e->counted);
  uint32_t next = e->k + 1, target = o->kind == K_COUNT || o->target < 0
				     ? next : (uint32_t) o->target;
  const char *condition = with ? conditions[u->op] : "1";
  put (e, "if (UNLIKELY (bu <= 0)) { ");
  put_spill (e);
  put (e, "SLICE (%s ? %u : %u); } ", condition, target,
       with ? next : target);
  if (o->target >= 0)
    {
      put (e, "if (%s) ", condition);
      put_go (e, 0, target);
    }
  if (o->kind != K_BRANCH)
    put_go (e, 1, next);
  put (e, "\n");
}

static void
put_waitcnt (struct emit *e, const struct op *o)
{
  unsigned vm, lgkm;
  wait_limits (o->u->in, e->t->vm->opt.cpu, &vm, &lgkm);
  if (vm != -1u)
    put (e, "if (ivm >= %u && ivm - %u > dvm) dvm = ivm - %u; ", vm, vm, vm);
  if (lgkm != -1u)
    put (e, "if (%silg >= %u && ilg - %u > dlg) dlg = ilg - %u; ",
	 lgkm ? "uno <= dlg && " : "", lgkm, lgkm, lgkm);
  put (e, "\n");
}

/* ---- A unit.  */

static void
put_op (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  char pc[32];
  if (o->kind != K_ENTRY && e->force)
    {
      put (e, "if (UNLIKELY (x->force == %u)) ", e->k);
      put_leave (e, e->k, e->counted);
    }
  /* Never in one lane: the handler alone.  */
  bool call = o->one_lane && e->exec == EXEC_OTHER;
  switch (call ? K_CALL : o->kind)
    {
    case K_SCALAR:
      put_scalar (e, o);
      break;
    case K_VECTOR: case K_COMPARE:
      put_vector (e, o);
      break;
    case K_CARRY: case K_MAD64:
      put_carry (e, o);
      break;
    case K_SELECT:
      put_select (e, o);
      break;
    case K_READFIRST:
      {
	bool cond = put_begin (e, o, NULL);
	put_store (e, u->d, false, reg (u->src[0]));
	put (e, "ln--; ");
	put_end (e, o, cond);
	break;
      }
    case K_LOAD: case K_STORE: case K_SCALAR_LOAD: case K_ATOMIC:
      put_memory (e, o);
      break;
    case K_READLANE:
      put_readlane (e, o);
      break;
    case K_WRITELANE:
      put_writelane (e, o);
      break;
    case K_WAIT:
      put (e, "dvm = ivm; dlg = ilg;\n");
      break;
    case K_WAITCNT:
      put_waitcnt (e, o);
      break;
    case K_GETPC:
      snprintf (pc, sizeof pc, "PC (%u) + 4", e->k);
      put (e, "{ ");
      put_store (e, u->d / 4, true, pc);
      put_defined (e, &o->defs);
      put (e, "}\n");
      break;
    case K_FENCE:
      put (e, "__atomic_thread_fence (5);\n");
      break;
    case K_NOP: case K_ENTRY:
      put (e, ";\n");
      break;
    case K_COUNT: case K_BRANCH: case K_IF:
      put_branch (e, o);
      break;
    case K_CALL:
      put_call (e, o);
      if (call)
	put (e, "vi--; ");
      put (e, "\n");
      break;
    case K_LEAVE:
      put_leave (e, e->k, e->counted);
      put (e, "\n");
    }
  if (o->counted)
    e->counted++;
}

/* Put where operation K can be entered, the first of block B.  */

static void
put_entry (struct emit *e, const struct block *b, uint32_t k)
{
  struct set check;
  for (int j = 0; j < SET_WORDS; j++)
    check.w[j] = b->known.w[j] & e->t->used.w[j];
  put (e, "case %u: ", k);
  memset (&e->known, 0, sizeof e->known);
  put (e, "if (UNLIKELY (%s | 0",
       b->exec == EXEC_ONE ? "S[126] != 1 | S[127] != 0"
       : b->exec == EXEC_OTHER ? "S[126] == 1 & S[127] == 0" : "0");
  put_unknown (e, &check);
  put (e, ")) break; ");
  put_loads (e, &b->live);
  put (e, "goto L%u;\n", k);
}

static void
put_unit (struct emit *e)
{
  const struct unit *t = e->t;
  put (e, "#define MODE 0x%xu\n#define CPU %u\n#define UOP_SIZE %zu\n"
       "#define FN_AT %zu\n#define PC_AT %zu\n",
       t->mode, (unsigned) t->vm->opt.cpu, sizeof (struct uop),
       offsetof (struct uop, fn), offsetof (struct uop, pc));
  put (e, "BEGIN\n");
  for (unsigned i = 0; i < SET_N; i++)
    if (set_has (&t->used, i) || i == GCN_EXEC || i == GCN_EXEC + 1
	|| i == SET_SCC)
      put (e, i == SET_SCC ? "uint32_t scc; " : i < 128 ? "uint32_t s%u; "
	   : "uint32_t v%u; ", i < 128 ? i : i - SET_VGPR);
  put (e, "\nswitch (entry) {\n");
  for (uint32_t b = 0; b < t->n_blocks; b++)
    if (t->ops[t->blocks[b].first].kind == K_ENTRY)
      put_entry (e, &t->blocks[b], t->blocks[b].first);
  put (e, "}\nreturn UOP (entry + 1);\n");
  for (uint32_t b = 0; b < t->n_blocks; b++)
    {
      const struct block *q = &t->blocks[b];
      if (!q->reached)
	continue;
      e->b = q;
      e->known = q->known;
      e->dirty = q->dirty;
      e->exec = q->exec;
      e->counted = 0;
      put (e, "L%u:\n", q->first);
      for (e->k = q->first; e->k < q->end; e->k++)
	{
	  const struct op *o = &t->ops[e->k];
	  put_op (e, o);
	  op_dirty (o, e->exec, &e->dirty);
	  op_known (o, &e->known, &e->exec);
	}
      const struct op *last = &t->ops[q->end - 1];
      if ((last->kind < K_COUNT || last->kind == K_CALL) && q->end < t->n)
	{
	  put (e, "vi += %u; ", e->counted);
	  put_go (e, 1, q->end);
	  put (e, "\n");
	}
      else if (last->kind < K_COUNT || last->kind == K_CALL)
	/* What is behind a function's end never comes back.  */
	put (e, "__builtin_unreachable ();\n");
    }
  put (e, "FINISH\n");
}

char *
native_write (struct gcnvm *vm, const struct function *f, uint32_t mode,
	      bool force)
{
  struct unit t = { .vm = vm, .f = f, .mode = mode, .n = (uint32_t) f->n };
  char *text = NULL;
  size_t size;
  if (f->n > MOST_OPS || f->n < 2)
    return NULL;
  t.ops = calloc (t.n, sizeof *t.ops);
  if (!t.ops)
    return NULL;
  for (uint32_t k = 0; k < t.n; k++)
    op_classify (vm, f, &f->uops[k], &t.ops[k]);
  if (unit_flow (&t))
    {
      struct emit e = { .t = &t, .f = open_memstream (&text, &size),
			.force = force };
      if (e.f)
	{
	  put_unit (&e);
	  if (fclose (e.f))
	    {
	      free (text);
	      text = NULL;
	    }
	}
    }
  free (t.ops);
  free (t.blocks);
  free (t.block_of);
  return text;
}
