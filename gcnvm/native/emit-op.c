/* Native code: one operation as C.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/handlers.h"
#include "code/sites.h"
#include "native/emit.h"

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
    put (e, "(T_%s) %s; ", type, wide ? pair (e, code) : reg (e, code));
}

void
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

void
put_operand (struct emit *e, const struct uop *u, int i, const char *name,
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
    put (e, "%s", wide ? pair (e, u->src[i]) : reg (e, u->src[i]));
  put (e, "%s%s); ", signs ? ")" : "", opaque ? ")" : "");
}

void
put_vector (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  const struct native_row *r = o->row;
  bool cond = put_begin (e, o, NULL);
  put_operand (e, u, 0, "a", r->a);
  put_operand (e, u, 1, "b", r->b);
  put_operand (e, u, 2, "c", r->c);
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

void
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
  put_operand (e, u, 0, "a_", "u32");
  put_operand (e, u, 1, "b_", "u32");
  if (o->kind == K_MAD64)
    {
      put_operand (e, u, 2, "c", "u64");
      put (e, "uint64_t r; const bool t = __builtin_add_overflow "
	   "((uint64_t) a_ * b_, c, &r); ");
      put_store (e, u->d, true, "r");
      put_store (e, u->sdst, true, "t");
      put_end (e, o, cond);
      return;
    }
  put (e, "const uint64_t a = a_, b = b_, k = ");
  if (u->in->row->flags & GCN_F_RVCC)
    put (e, "%s & 1; ", reg (e, u->src[2]));
  else
    put (e, "0; ");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].op == u->row)
      put (e, "const uint64_t t = %s; ", rows[i].value);
  put_store (e, u->d, false, "(uint32_t) t");
  put_store (e, u->sdst, true, "t >> 32 & 1");
  put_end (e, o, cond);
}

void
put_select (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  char value[40];
  bool cond = put_begin (e, o, NULL);
  put_operand (e, u, 0, "a", "u32");
  put_operand (e, u, 1, "b", "u32");
  snprintf (value, sizeof value, "%s & 1 ? b : a", reg (e, u->src[2]));
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
      put (e, "%s", pair (e, in->src[0]));
      if (in->soffset != GCN_NO_OPERAND)
	put (e, " + %s", reg (e, in->soffset));
    }
  else if (in->saddr != GCN_NO_OPERAND)
    put (e, "%s + %s", pair (e, in->saddr), reg (e, in->src[0]));
  else
    put (e, "%s", pair (e, in->src[0]));
  put (e, ";\n");
}

/* Whether an access of BYTES has a window: it is done more than once.  */

static bool
window_p (const struct emit *e, unsigned bytes)
{
  return e->b->depth && bytes <= 16;
}

void
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
  char extra[64], window[16] = "";
  put_address (e, o);
  if (window_p (e, bytes))
    snprintf (window, sizeof window, ", %u", e->windows++ % NATIVE_WINDOWS);
  snprintf (extra, sizeof extra, "%s%s (x, at, %u, %u%s%s)",
	    store ? "STORE_OK" : atomic ? "ATOMIC_OK" : "LOAD_OK",
	    *window ? "_IN" : "", bytes, align, store ? ", d" : "", window);
  if (store)
    put (e, "uint8_t *d; ");
  bool cond = put_begin (e, o, extra);
  if (store)
    {
      unsigned d = in->src[1];
      if (bytes == 8)
	put (e, "STORE (uint64_t, at, %s); ", pair (e, d));
      else if (bytes < 4)
	put (e, "STORE (uint%u_t, at, %s); ", 8 * bytes, reg (e, d));
      else
	for (unsigned k = 0; k < regs; k++)
	  put (e, "STORE (uint32_t, at + %u, %s); ", 4 * k, reg (e, d + k));
      put (e, "DEFINE (d, %u); ", bytes);
    }
  else if (atomic)
    {
      static const struct { const char *name, *value; } how[] =
      { [ATOMIC_SWAP] = { "exchange_n", "b" },
	[ATOMIC_ADD] = { "fetch_add", "old + b" },
	[ATOMIC_SUB] = { "fetch_sub", "old - b" },
	[ATOMIC_AND] = { "fetch_and", "old & b" },
	[ATOMIC_OR] = { "fetch_or", "old | b" },
	[ATOMIC_XOR] = { "fetch_xor", "old ^ b" } };
      unsigned d = in->src[1], n = 8 * bytes;
      put (e, "uint%u_t t; const uint%u_t b = %s; ", n, n,
	   regs > 1 ? pair (e, d) : reg (e, d));
      if (u->ib == ATOMIC_CMPSWAP)
	put (e, "t = %s; ATOMIC_CMPSWAP (uint%u_t, at, t, b); ",
	     regs > 1 ? pair (e, d + 2) : reg (e, d + 1), n);
      else
	put (e, "t = ATOMIC (uint%u_t, at, %s, b, %s); ", n, how[u->ib].name,
	     how[u->ib].value);
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
	  char value[32];
	  bool both = k + 1 < regs && pair_p (e, in->dst + k);
	  snprintf (value, sizeof value, both ? "PAIR (t%u, t%u)" : "t%u", k, k + 1);
	  put_store (e, in->dst + k, both, value);
	  k += both;
	}
    }
  /* Where native code is left instead, it was not.  */
  bool now = issues_now_p (e, o);
  if (now)
    put_issued (e, o);
  put_end (e, o, cond);
  if (!now)
    put_issued (e, o);
  put (e, "}\n");
}

/* ---- Moves between lanes and scalars.  */

void
put_readlane (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  unsigned r = u->src[0] - GCN_VGPR, lane = u->ib, d = u->d / 4;
  char value[32];
  snprintf (value, sizeof value, "V[%u][%u]", r, lane);
  put (e, "{ SETTLE_LANE (%u, %u); ", r, lane);
  put_store (e, d, false, lane ? value : reg (e, u->src[0]));
  if (move_known_p (o, &e->known))
    put_defined (e, &o->clobbers);
  else
    put (e, "SV[%u] = UNLIKELY (VU[%u] >> %u & 1) ? VV[%u][%u] : 0; ", d, r, lane,
	 r, lane);
  put (e, "}\n");
}

void
put_writelane (struct emit *e, const struct op *o)
{
  const struct uop *u = o->u;
  unsigned r = u->d - GCN_VGPR, lane = u->ib;
  put (e, "{ SETTLE_LANE (%u, %u); const uint32_t t = ", r, lane);
  if (u->ka)
    put (e, "0x%xu; ", (unsigned) u->ia);
  else
    put (e, "%s; ", reg (e, u->a / 4));
  if (lane)
    put (e, "V[%u][%u] = t; ", r, lane);
  else
    put_set (e, SET_VGPR + r, "t");
  if (move_known_p (o, &e->known))
    {
      put_defined (e, &o->clobbers);
      put (e, "}\n");
    }
  else if (u->ka || all_known_p (e, &o->uses))
    put (e, "VU[%u] &= ~(UINT64_C (1) << %u); }\n", r, lane);
  else
    put (e, "const uint32_t q = SV[%u]; if (UNLIKELY (q)) "
	 "{ VV[%u][%u] = q; VU[%u] |= UINT64_C (1) << %u; } "
	 "else VU[%u] &= ~(UINT64_C (1) << %u); }\n", u->a / 4, r, lane, r, lane,
	 r, lane);
}
