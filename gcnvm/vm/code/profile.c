/* The GCN machine: counting by source line, for --profile.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A counter tells how many waves, with how many lanes, come to a run of
   instructions: to a basic block, or to what is after one that writes EXEC.  */

#include "simt/profile/profile.h"
#include "simt/report/suppress.h"

#include "code/atomic-kinds.h"
#include "code/handlers.h"
#include "code/profile.h"

/* Puts where the instruction at ADDRESS of CODE is into *P.  Gives where its
   function starts, or 0.  */

static uint64_t
place_of (const struct gcnvm_code *code, uint64_t address,
	  struct simt_profile_place *p)
{
  const struct gcnvm_code_desc *d = &code->desc;
  uint64_t start = 0, size;
  *p = (struct simt_profile_place) { NULL, NULL, 0, NULL };
  if (d->symbol && !d->symbol (d->closure, address, &p->function, &start, &size))
    p->function = NULL;
  if (d->line && !d->line (d->closure, address, &p->path, &p->line))
    p->path = NULL;
  p->library = simt_library_of (p->function, p->path, NULL);
  return p->function ? start : 0;
}

/* True if IN is executed by each lane that is on.  */

static bool
vector_p (const struct gcn_insn *in)
{
  switch (in->row->enc)
    {
    case GCN_ENC_FLAT: case GCN_ENC_GLOBAL: case GCN_ENC_SCRATCH:
    case GCN_ENC_DS: case GCN_ENC_MUBUF:
      return true;
    default:
      return in->row->enc >= GCN_ENC_VOP1 && in->row->enc <= GCN_ENC_VOP3P;
    }
}

static unsigned
type_bytes (enum gcn_type t, enum gcn_cpu cpu)
{
  return memory_bytes (t, gcn_type_regs (t, cpu));
}

/* Says what IN reads and writes into D.  */

static void
find_bytes (const struct gcn_insn *in, enum gcn_cpu cpu,
	    struct simt_profile_insn *d)
{
  const struct gcn_row *r = in->row;
  enum atomic_kind kind;
  if (r->flags & GCN_F_ATOM)
    {
      kind = atomic_kind (r);
      d->written = type_bytes (r->s[1], cpu);
      /* Those that are not in LDS have what is compared and what is stored in one
	 operand.  */
      if (kind == ATOMIC_CMPSWAP && r->enc != GCN_ENC_DS)
	d->written /= 2;
      d->read = d->written;
    }
  else if (r->flags & GCN_F_ST)
    d->written = (r->flags & GCN_F_OFF2 ? 2 : 1) * type_bytes (r->s[1], cpu);
  else if (r->flags & GCN_F_LD)
    d->read = type_bytes (r->d, cpu);
}

static struct simt_profile_insn
describe (const struct gcnvm_code *code, const struct gcn_insn *in,
	  uint64_t address)
{
  struct simt_profile_insn d = { .code = 0 };
  place_of (code, address, &d.place);
  d.width = vector_p (in) ? LANES : 0;
  find_bytes (in, code->vm->opt.cpu, &d);
  return d;
}

/* True if IN's first source is a constant: that lanes are turned off by one is
   no decision of theirs.  */

static bool
constant_source_p (const struct gcn_insn *in)
{
  return (in->row->flags & GCN_F_MOVE && in->src[0] >= GCN_INT_0
	  && in->src[0] < GCN_VGPR && in->src[0] != GCN_SCC);
}

/* A new counter for what is after U; PARTS is that of lanes that are off from here
   on, or 0.  */

static struct uop *
count_run (struct profile *p, const struct gcnvm_code *code, uint64_t pc,
	   uint32_t parts, struct uop *u)
{
  p->counter = simt_profile_counter ();
  u->op = UOP_CALL;
  u->fn = code->vm->handlers->op_profile;
  u->pc = pc;
  u->ia = p->counter;
  u->ib = parts;
  return u + 1;
}

struct uop *
profile_before (struct profile *p, const struct gcnvm_code *code, uint64_t pc,
		bool leader, struct uop *u)
{
  struct simt_profile_place place;
  if (!leader && p->counter)
    return u;
  u = count_run (p, code, pc, 0, u);
  if (!p->code)
    p->code = p->counter;
  if (place_of (code, pc, &place) == pc)
    simt_profile_function (&place, p->counter);
  return u;
}

struct uop *
profile_after (struct profile *p, const struct gcnvm_code *code,
	       const struct gcn_insn *in, uint64_t pc, struct uop *u)
{
  if (!in->row)
    return u;
  struct simt_profile_insn d = describe (code, in, pc);
  bool exec = writes_exec_p (in);
  d.code = p->code;
  d.issued = d.done = p->counter;
  if (exec && !constant_source_p (in))
    d.parts = simt_profile_counter ();
  simt_profile_insn (&d);
  return exec ? count_run (p, code, pc, d.parts, u) : u;
}

void
profile_code (const struct gcnvm_code *code)
{
  uint64_t end = code->desc.base + code->desc.size;
  for (uint64_t at = code->desc.base; at < end;)
    {
      struct simt_profile_place place;
      struct gcn_insn in;
      uint64_t start = place_of (code, at, &place);
      const char *why = start ? code_decode (code, at, &in) : "no code";
      if (start == at && start)
	simt_profile_function (&place, 0);
      if (!why)
	{
	  struct simt_profile_insn d = describe (code, &in, at);
	  simt_profile_insn (&d);
	}
      at += why ? 4 : in.length;
    }
}
