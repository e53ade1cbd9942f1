/* Undefined values: checks are put into the code of a function.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* What translate has made is copied, with the operations of the shadow between:

   - a `shrun' before each run of operations on registers that is entered at its
     beginning only.  It also looks at what decides the branch or guard after;
   - a `shld' before each load, a `shst' after each store, and so on.

   An operation and what is before it keep together: a jump to it goes to the
   latter.  A guard counts the operations that it is for, with theirs.  */

#include <stdlib.h>

#include "code/shadow.h"
#include "code/translate.h"
#include "ptx-int.h"

struct plan
{
  struct tr *t;
  struct vfunc *f;
  const struct uop *old;
  uint32_t n_old;
  bool *leader;			/* Old operations that are entered by a jump.  */
  uint32_t *map;		/* Where each is, or what is before it.  */
  uint32_t *self;		/* Where it is itself.  */
  struct uop *code;
  uint32_t n, alloc;
  uint32_t hdr;
  uint32_t stack, slot, prev;	/* Registers of GCC's soft stack.  */
};

/* ---- Which operations begin something.  */

static void
mark (struct plan *p, int64_t k)
{
  if (k >= 0 && k <= p->n_old)
    p->leader[k] = true;
}

static void
find_leaders (struct plan *p)
{
  for (uint32_t k = 0; k < p->n_old; k++)
    {
      const struct uop *u = &p->old[k];
      switch (u->op)
	{
	case OP_brac:
	  if (u->c != NO_REG && u->c != JOIN_AT_RET)
	    mark (p, u->c);
	  /* Fall through.  */
	case OP_bra:
	  mark (p, (int64_t) k + u->rel);
	  mark (p, (int64_t) k + 1);
	  break;
	case OP_guard:
	  mark (p, (int64_t) k + 1);
	  mark (p, (int64_t) k + u->rel + 1);
	  break;
	case OP_brx:
	  {
	    const int32_t *table = u->ptr;
	    for (int32_t j = 1; j <= table[0]; j++)
	      mark (p, (int64_t) k + table[j]);
	    if (u->d != NO_REG && u->d != JOIN_AT_RET)
	      mark (p, u->d);
	    break;
	  }
	default:
	  break;
	}
    }
}

/* ---- Emission.  */

static struct uop *
put (struct plan *p, const struct uop *u)
{
  if (p->n == p->alloc)
    {
      p->alloc = p->alloc ? 2 * p->alloc : 256;
      p->code = ptx_xrealloc (p->code, p->alloc * sizeof *p->code);
    }
  p->code[p->n] = *u;
  return &p->code[p->n++];
}

/* One of the shadow's for the old operation U.  */
static struct uop *
put_new (struct plan *p, unsigned op, const struct uop *u)
{
  const struct uop none = { .op = (uint16_t) op, .insn = u->insn };
  struct uop *v = put (p, &none);
  v->e = p->hdr;
  return v;
}

/* What the space of a load or store is, of those that mem-ops.def has.  */
#define IS_LD(S)						\
  if (op >= OP_ld_##S##_u8 && op <= OP_ld_##S##_u64)		\
    return *space = SPACE_OF_##S, *store = false, true;		\
  if (op >= OP_st_##S##_u8 && op <= OP_st_##S##_u64)		\
    return *space = SPACE_OF_##S, *store = true, true
#define SPACE_OF_generic PTX_GENERIC
#define SPACE_OF_global PTX_GLOBAL
#define SPACE_OF_shared PTX_SHARED
#define SPACE_OF_local PTX_LOCAL
#define SPACE_OF_const PTX_CONST
#define SPACE_OF_param PTX_PARAM
#define SPACE_OF_frame 0xff

static bool
plain_access_p (unsigned op, unsigned *space, bool *store)
{
  IS_LD (generic);
  IS_LD (global);
  IS_LD (shared);
  IS_LD (local);
  IS_LD (const);
  IS_LD (param);
  IS_LD (frame);
  return false;
}

/* Of OP, a load or store: its size, and 0x100 for one that extends a sign.  The
   rows are those of MEM_SPACE.  */
static uint16_t
access_size (unsigned op)
{
  static const uint16_t size[] = { 1, 0x101, 2, 0x102, 4, 8, 1, 2, 4, 8 };
  return size[(op - OP_ld_generic_u8) % (sizeof size / sizeof *size)];
}

/* If U accesses memory by a register: the space, the size, and whether it is a
   store.  */
static bool
access_p (const struct uop *u, unsigned *space, uint16_t *size, bool *store)
{
  if (plain_access_p (u->op, space, store))
    {
      *size = access_size (u->op);
      return true;
    }
  *store = u->op == OP_st_strong || u->op == OP_st_128;
  switch (u->op)
    {
    case OP_ld_strong: case OP_st_strong:
      *space = u->c;
      *size = u->n;
      return true;
    case OP_ld_128: case OP_st_128:
      *space = u->n;
      *size = 16;
      return true;
    default:
      return false;
    }
}

static void
put_access (struct plan *p, const struct uop *u, unsigned space,
	    uint16_t size, bool store)
{
  struct uop *v = put_new (p, store ? OP_shst : OP_shld, u);
  v->d = u->d;
  v->a = space == 0xff ? NO_REG : u->a;
  v->rel = u->rel;
  v->c = space;
  v->n = size;
}

/* What comes before U.  */
static void
put_before (struct plan *p, const struct uop *u)
{
  unsigned space;
  uint16_t size;
  bool store;
  if (u->op == OP_atom || u->op == OP_atom_128)
    put_new (p, OP_shatom, u);
  else if (u->op == OP_stacksave)
    put_new (p, OP_shdefine, u)->d = u->d;
  else if (u->op == OP_st_shared_u64 && p->slot != NO_REG
	   && u->d == p->stack && u->a == p->slot)
    {
      /* alloca: the stack grows.  */
      struct uop *v = put_new (p, OP_shstack, u);
      v->a = p->stack;
      v->b = p->slot;
      v->rel = u->rel;
      v->n = 1;
    }
  else if (u->op == OP_bar)
    {
      const struct sync_args *s = u->ptr;
      if (s->op == PTX_SUB_RED && s->d != NO_REG)
	put_new (p, OP_shdefine, u)->d = s->d;
      if (s->op == PTX_SUB_RED && s->p != NO_REG)
	put_new (p, OP_shdefine, u)->d = s->p;
    }
  else if (access_p (u, &space, &size, &store) && !store)
    put_access (p, u, space, size, false);
}

/* True if U sets the soft stack's pointer when a function begins.  */
static bool
new_frame_p (const struct plan *p, const struct uop *u)
{
  return (p->stack != NO_REG && p->prev != NO_REG && u->op < OP_N_FN
	  && p->t->p->insns[u->insn].op == PTX_OP_SUB
	  && shadow_pure_p (u) && u->d == p->stack && u->a != p->stack);
}

static void
put_after (struct plan *p, const struct uop *u)
{
  unsigned space;
  uint16_t size;
  bool store;
  if (new_frame_p (p, u))
    {
      struct uop *v = put_new (p, OP_shstack, u);
      v->a = p->stack;
      v->b = p->prev;
    }
  else if (u->op == OP_cp_async)
    put_new (p, OP_shcopy, u);
  else if (u->op == OP_alloca)
    {
      struct uop *v = put_new (p, OP_shdefine, u);
      v->d = u->d;
      v = put_new (p, OP_shalloca, u);
      v->d = u->d;
      v->a = u->a;
    }
  else if (access_p (u, &space, &size, &store) && store)
    put_access (p, u, space, size, true);
}

/* ---- Runs.  */

/* What U, which is after a run, must not have undefined: the register in
   *REG.  */
static enum shadow_use
use_of (const struct uop *u, uint32_t *reg)
{
  switch (u->op)
    {
    case OP_brac:
      *reg = u->a;
      return USE_BRANCH;
    case OP_guard:
      *reg = u->a;
      return USE_GUARD;
    case OP_brx:
      *reg = u->a;
      return USE_INDEX;
    case OP_call:
      {
	const struct vcall *c = u->ptr;
	*reg = c->target;
	return !c->func && !c->builtin ? USE_CALLEE : USE_NONE;
      }
    case OP_bar:
      {
	const struct sync_args *s = u->ptr;
	*reg = s->c;
	return s->op == PTX_SUB_RED ? USE_VOTE : USE_NONE;
      }
    default:
      return USE_NONE;
    }
}

static bool
in_list (const uint32_t *v, uint32_t n, uint32_t x)
{
  for (uint32_t k = 0; k < n; k++)
    if (v[k] == x)
      return true;
  return false;
}

/* What the run of N operations at U reads first and writes.  */
static void
run_registers (struct plan *p, struct shadow_run *r, const struct uop *u)
{
  uint32_t read[SHADOW_RUN * 8], n_read = 0, n_write = 0;
  uint32_t written[SHADOW_RUN * 2];
  struct shadow_reg write[SHADOW_RUN * 2];
  for (uint32_t k = 0; k < r->n; k++)
    {
      uint32_t in[8];
      struct shadow_reg out[2];
      unsigned n_in, n_out;
      shadow_regs (u + k, in, &n_in, out, &n_out);
      for (unsigned j = 0; j < n_in; j++)
	if (in[j] < p->hdr && !in_list (written, n_write, in[j])
	    && !in_list (read, n_read, in[j]))
	  read[n_read++] = in[j];
      for (unsigned j = 0; j < n_out; j++)
	if (!in_list (written, n_write, out[j].off))
	  {
	    write[n_write] = out[j];
	    written[n_write++] = out[j].off;
	  }
    }
  r->n_read = n_read;
  r->n_write = n_write;
  r->read = tr_alloc (p->t, (n_read + 1) * sizeof *r->read);
  r->write = tr_alloc (p->t, (n_write + 1) * sizeof *r->write);
  if (n_read)
    memcpy (r->read, read, n_read * sizeof *read);
  if (n_write)
    memcpy (r->write, write, n_write * sizeof *write);
}

/* Put a shrun before the old operation K, if one belongs there; returns how many
   operations it is for.  */
static uint32_t
put_run (struct plan *p, uint32_t k)
{
  uint32_t n = 0, reg = 0;
  while (k + n < p->n_old && n < SHADOW_RUN && (!n || !p->leader[k + n])
	 && shadow_pure_p (&p->old[k + n]))
    if (new_frame_p (p, &p->old[k + n++]))
      break;
  enum shadow_use use = USE_NONE;
  if (k + n < p->n_old && (!n || !p->leader[k + n])
      && !(n && new_frame_p (p, &p->old[k + n - 1])))
    use = use_of (&p->old[k + n], &reg);
  if (!n && !use)
    return 0;
  struct shadow_run *r = tr_alloc (p->t, sizeof *r);
  r->n = n;
  r->use = use;
  r->used = reg;
  run_registers (p, r, p->old + k);
  struct uop *v = put_new (p, OP_shrun, &p->old[k]);
  v->a = p->hdr;
  v->ptr = r;
  return n;
}

/* ---- The whole function.  */

static void
copy_code (struct plan *p)
{
  for (uint32_t k = 0; k < p->n_old;)
    {
      p->map[k] = p->n;
      uint32_t n = put_run (p, k), first = p->n;
      for (uint32_t j = 0; j < n; j++, k++)
	{
	  if (j)
	    p->map[k] = p->n;
	  p->self[k] = p->n;
	  put (p, &p->old[k]);
	}
      if (n)
	{
	  forward_results (p->code + first, n);
	  put_after (p, &p->old[k - 1]);
	  /* What is after is in the run's care, most often.  */
	  if (k == p->n_old || p->leader[k] || shadow_pure_p (&p->old[k])
	      || new_frame_p (p, &p->old[k - 1]))
	    continue;
	  p->map[k] = p->n;
	}
      put_before (p, &p->old[k]);
      p->self[k] = p->n;
      put (p, &p->old[k]);
      put_after (p, &p->old[k]);
      k++;
    }
  p->map[p->n_old] = p->n;
}

/* Let jumps go where things are now.  */
static void
fix_jumps (struct plan *p)
{
  for (uint32_t k = 0; k < p->n_old; k++)
    {
      const struct uop *u = &p->old[k];
      struct uop *v = &p->code[p->self[k]];
      int32_t at = (int32_t) p->self[k];
      switch (u->op)
	{
	case OP_brac:
	  if (u->c != NO_REG && u->c != JOIN_AT_RET)
	    v->c = p->map[u->c];
	  /* Fall through.  */
	case OP_bra:
	  v->rel = (int32_t) p->map[(int32_t) k + u->rel] - at;
	  break;
	case OP_guard:
	  v->rel = (int32_t) p->map[(int32_t) k + u->rel + 1] - at - 1;
	  break;
	case OP_brx:
	  {
	    int32_t *table = u->ptr;
	    for (int32_t j = 1; j <= table[0]; j++)
	      table[j] = (int32_t) p->map[(int32_t) k + table[j]] - at;
	    if (u->d != NO_REG && u->d != JOIN_AT_RET)
	      v->d = p->map[u->d];
	    break;
	  }
	default:
	  break;
	}
    }
}

/* The register NAME, of 64 bits, of T's function; NO_REG if there is none.  */
static uint32_t
register_named (const struct tr *t, const char *name)
{
  for (uint32_t r = 0; r < t->p->n_regs; r++)
    if (!strcmp (t->p->regs[r].name, name) && t->cls[r] == SLOT_8
	&& t->slot[r] != NO_REG)
      return t->slot[r];
  return NO_REG;
}

void
shadow_instrument (struct tr *t)
{
  struct vfunc *f = t->f;
  struct plan p = { .t = t, .f = f, .old = f->code, .n_old = f->n_code };
  p.hdr = f->reg_bytes;
  p.stack = register_named (t, "%stack");
  p.slot = register_named (t, "%sspslot");
  p.prev = register_named (t, "%sspprev");
  p.leader = ptx_xcalloc (p.n_old + 1, sizeof *p.leader);
  p.map = ptx_xcalloc (p.n_old + 1, sizeof *p.map);
  p.self = ptx_xcalloc (p.n_old + 1, sizeof *p.self);
  find_leaders (&p);
  copy_code (&p);
  fix_jumps (&p);
  free (p.leader);
  free (p.map);
  free (p.self);
  free (f->code);
  f->code = p.code;
  f->n_code = p.n;
  f->shadow_off = p.hdr;
  f->soft_stack = p.stack;
  f->soft_prev = p.prev;
  f->reg_bytes = SHADOW_END (p.hdr);
}

/* ---- For reports.  */

bool
shadow_place (const struct ptx_symbol *s, uint64_t *at)
{
  const struct place *pl = s->aux;
  if (!pl || pl->kind != P_FRAME)
    return false;
  *at = pl->where;
  return true;
}

static bool
shared_at (const struct ptx_symbol *s, uint64_t off, uint64_t *at)
{
  const struct place *pl = s->aux;
  if (s->kind != PTX_SYM_VAR || s->space != PTX_SHARED || !pl
      || pl->kind != P_SHARED || off - pl->where >= s->size)
    return false;
  *at = pl->where;
  return true;
}

const struct ptx_symbol *
shadow_shared (const struct vm_module *m, uint64_t off, uint64_t *at)
{
  for (size_t k = 0; k < m->ptx->n_defs; k++)
    if (shared_at (m->ptx->defs[k], off, at))
      return m->ptx->defs[k];
  for (uint32_t k = 0; k < m->n_funcs; k++)
    for (uint32_t j = 0; j < m->funcs[k]->ptx->n_locals; j++)
      if (shared_at (m->funcs[k]->ptx->locals[j], off, at))
	return m->funcs[k]->ptx->locals[j];
  return NULL;
}
