/* Code that a device has: checks at load, translation, look-up.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* Functions are translated when a wave first comes to them, whole, in the order
   of their instructions.  Where they begin and end is what the symbols say.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/race/newlib.h"

#include "code/code.h"
#include "code/handlers.h"
#include "code/profile.h"
#include "code/sites.h"
#include "native/native.h"

/* What is decoded at a time where no symbol says how long a function is.  */
enum { PIECE = 1 << 16 };

/* Why a block begins at a word.  */
enum { LEADER_ANY = 1, LEADER_HEAD = 2,	/* Of a loop.  */
       LEADER_OPEN = 4 };	/* Of a function, or a call comes back.  */

void
code_free_translation (struct gcnvm_code *code)
{
  /* Native code of one may just be made, of the operations of others too; which may be
     translated for that until it has ended.  */
  for (size_t i = 0;; i++)
    {
      pthread_mutex_lock (&code->vm->lock);
      bool more = i < code->n_functions;
      struct native *n = more ? code->functions[i]->native : NULL;
      pthread_mutex_unlock (&code->vm->lock);
      if (!more)
	break;
      native_stop (n);
    }
  for (size_t i = 0; i < code->n_functions; i++)
    {
      native_free (code->functions[i]->native);
      free (code->functions[i]->uops);
      free (code->functions[i]->insns);
      free (code->functions[i]->sites);
      free (code->functions[i]);
    }
  free (code->functions);
  free (code->map);
}

/* Whether a function of CODE is at ADDRESS: its START and its END, which is
   START where the symbol does not say how long it is.  */

static bool
function_at (const struct gcnvm_code *code, uint64_t address, uint64_t *start,
	     uint64_t *end)
{
  uint64_t size = 0;
  const char *name;
  if (!code->desc.symbol
      || !code->desc.symbol (code->desc.closure, address, &name, start, &size)
      || *start > address || *start < code->desc.base || *start % 4)
    return false;
  *end = *start + (size + 3) / 4 * 4;
  return true;
}

/* The bounds of what is translated for ADDRESS of CODE.  True if the end is that of a
   function, after which nothing belongs to it; the two are then the same if ADDRESS
   follows a function and begins none, as where a function's last instruction was a
   call, which returns: unless one may be there without a symbol.  */

static bool
function_bounds (const struct gcnvm_code *code, uint64_t address,
		 uint64_t *start, uint64_t *end)
{
  uint64_t limit = code->desc.base + code->desc.size, s, e;
  *start = *end = address;
  if (function_at (code, address, &s, &e))
    {
      *start = s;
      if (e > address && e <= limit)
	{
	  *end = e;
	  return true;
	}
    }
  else if (!code->desc.stripped && address >= code->desc.base + 4
	   && function_at (code, address - 4, &s, &e) && e == address)
    return true;
  /* Up to the next function.  */
  do
    *end += 4;
  while (*end < limit && *end - address < PIECE
	 && !(function_at (code, *end, &s, &e) && s == *end));
  return false;
}

/* Decodes [START, END) of CODE into F: an array of instructions, where an
   unknown word is one without a row.  Returns their number.  */

static size_t
decode_function (const struct gcnvm_code *code, struct function *f)
{
  uint64_t words = (f->end - f->start) / 4;
  size_t n = 0;
  f->insns = malloc ((words + 1) * sizeof *f->insns);
  if (!f->insns)
    return 0;
  for (uint64_t at = f->start; at < f->end; at += f->insns[n++].length)
    code_decode (code, at, &f->insns[n]);
  return n;
}

/* Whether lanes computed VCC for instruction I of F, at AT, in its own block, and
   EXEC is the same since then.  LEADER says where blocks begin, by word.  */

static bool
lanes_vcc_p (const struct function *f, size_t i, uint64_t at,
	     const uint8_t *leader)
{
  while (i-- && !(leader[(at - f->start) / 4] & LEADER_ANY))
    {
      const struct gcn_insn *in = &f->insns[i];
      const struct gcn_row *r = in->row;
      if (!r)
	return false;
      bool vector = r->enc >= GCN_ENC_VOP1 && r->enc <= GCN_ENC_VOP3P;
      if (r->flags & GCN_F_CALL || writes_exec_p (in))
	return false;
      if (in_pair_p (in->sdst, 2, GCN_VCC)
	  || (r->flags & GCN_F_WVCC && in->sdst == GCN_NO_OPERAND))
	return vector;
      if (writes_pair_p (in, GCN_VCC))
	return false;
      at -= in->length;
    }
  return false;
}

/* Puts the operations that the pairs of H want before instruction I, at PC, to
   U.  Returns the place after them.  */

static struct uop *
site_uops (struct gcnvm *vm, struct hazard_sites *h, size_t i, uint64_t pc,
	   uint32_t states, struct uop *u)
{
  for (size_t k = 0; k < h->n; k++)
    {
      struct hazard_site *s = &h->sites[k];
      if (s->first != i && s->then != i)
	continue;
      if (s->first == i)
	s->first_pc = pc;
      for (int half = 0; half < 2; half++)
	if (half ? s->first == i : s->then == i)
	  {
	    u->op = UOP_CALL;
	    bool wait = s->rule == WAIT_RULE;
	    u->fn = (half ? wait ? vm->watch->wait_arm : vm->watch->hazard_arm
		     : wait ? vm->watch->wait_check : vm->watch->hazard_check);
	    u->pc = pc;
	    u->states = states;
	    u->ia = (uintptr_t) s;
	    u++;
	  }
    }
  return u;
}

/* With --initcheck: put what looks at the stack's frames before IN, at PC, if it
   makes one or calls, into U; gives what follows.  */

static struct uop *
frame_uops (const struct gcnvm *vm, const struct gcn_insn *in, uint64_t pc,
	    struct uop *u)
{
  size_t op = in->row ? in->row - gcn_rows : GCN_N_OPS;
  uop_fn *fn = NULL;
  if (op == GCN_OP_s_swappc_b64 || op == GCN_OP_s_call_b64)
    fn = vm->watch->frames_gone;
  else if (op == GCN_OP_s_add_u32 && in->dst == 16 && in->src[0] == 16)
    fn = vm->watch->frame_made;
  if (!fn)
    return u;
  u->op = UOP_CALL;
  u->fn = fn;
  u->pc = pc;
  return u + 1;
}

/* Put where F's native code may be entered, at PC, which is a LEADER, into U; gives
   what follows.  */

static struct uop *
native_uop (const struct function *f, uint8_t leader, uint64_t pc,
	    struct uop *u)
{
  if (!f->native || !(leader & (LEADER_HEAD | LEADER_OPEN)))
    return u;
  u->op = UOP_NATIVE;
  u->ia = (uintptr_t) f->native;
  u->ib = !(leader & LEADER_OPEN);
  u->pc = pc;
  return u + 1;
}

const char *
code_function (const struct gcnvm_code *code, uint64_t address)
{
  const char *name;
  uint64_t start, size;
  return (code && code->desc.symbol
	  && code->desc.symbol (code->desc.closure, address, &name, &start,
				&size)
	  ? name : NULL);
}

/* Whether the function called NAME reads whole words though it needs only some bytes:
   after a string, or around one or two bytes that an atomic operation changes.  */

static bool
reads_words_p (const char *name)
{
  return simt_newlib_reads_words (name) || simt_atomic_by_words_p (name);
}

void
code_translate (struct gcnvm_code *code, uint64_t address)
{
  struct function *f = calloc (1, sizeof *f);
  f->code = code;
  bool whole = function_bounds (code, address, &f->start, &f->end);
  /* An address between two instructions of the linear order.  */
  size_t n = decode_function (code, f);
  uint64_t at = f->start;
  size_t i;
  for (i = 0; i < n && at < address; i++)
    at += f->insns[i].length;
  if (at != address)
    {
      free (f->insns);
      f->start = address;
      n = decode_function (code, f);
    }
  uint64_t words = (f->end - f->start) / 4;
  /* Leaders: words at which a block starts.  */
  uint8_t *leader = calloc (words + 2, 1);
  struct hazard_sites h = { NULL, 0 };
  if (code->vm->opt.hazards != GCNVM_HAZARDS_OFF)
    hazards_find (f->insns, n, code->vm->opt.cpu, &h);
  if (code->vm->opt.waitcnt != GCNVM_WAITCNT_OFF)
    waits_find (f->insns, n, code->vm->opt.cpu, &h);
  f->sites = h.sites;
  const char *name = code_function (code, f->start);
  bool reads_words = name && reads_words_p (name);
  bool aborts = name && strcmp (name, "abort") == 0;
  bool counts = code->vm->opt.profile, frames = code->vm->opt.initcheck;
  bool lines = code->vm->opt.debug;
  struct profile profile = { 0, 0 };
  /* Most for one instruction: itself, the end of a block, a special source, what
     looks at it for --profile, --initcheck and --debug, and an entry of native
     code.  */
  if (native_wanted (code->vm))
    f->native = native_new (code->vm, f);
  size_t most = 3 + (counts ? 2 : 0) + (frames ? 1 : 0) + (f->native ? 1 : 0)
		+ (lines ? 1 : 0);
  size_t bytes = (most * n + 2 * h.n + 3) * sizeof *f->uops;
  f->uops = aligned_alloc (64, bytes);
  memset (f->uops, 0, bytes);
  at = f->start;
  leader[0] |= LEADER_OPEN;
  leader[(address - f->start) / 4] |= LEADER_OPEN;
  for (i = 0; i < n; i++)
    {
      const struct gcn_insn *in = &f->insns[i];
      if (in->row && direct_branch_p (in))
	{
	  uint64_t to = (branch_target (in, at) - f->start) / 4;
	  if (to < words)
	    leader[to] |= (LEADER_ANY
			   | (branch_target (in, at) <= at ? LEADER_HEAD : 0));
	}
      at += in->length;
      if (in->row && block_end_p (in))
	leader[(at - f->start) / 4]
	  |= LEADER_ANY | (in->row->flags & GCN_F_CALL ? LEADER_OPEN : 0);
    }

  struct uop *u = f->uops;
  uint32_t count = 0, states = 0;
  const struct uop **first = calloc (words + 1, sizeof *first);
  at = f->start;
  for (i = 0; i < n; i++)
    {
      const struct gcn_insn *in = &f->insns[i];
      uint64_t word = (at - f->start) / 4;
      if (leader[word] & LEADER_ANY && count)
	{
	  u->op = UOP_COUNT;
	  u->pc = at;
	  u->n = count;
	  u->states = states;
	  count = states = 0;
	  u++;
	}
      first[word] = u;
      u = native_uop (f, leader[word], at, u);
      if (lines)
	u = line_uop (code, f->start, f->end, at, leader[word] & LEADER_ANY, u);
      if (counts)
	u = profile_before (&profile, code, at, leader[word] & LEADER_ANY, u);
      if (in->row && special_source_p (in))
	{
	  u->op = UOP_CALL;
	  u->fn = code->vm->handlers->op_special_source;
	  u->pc = at;
	  u++;
	}
      u = site_uops (code->vm, &h, i, at, states, u);
      if (frames)
	u = frame_uops (code->vm, in, at, u);
      translate_insn (code->vm, in, at, u);
      u->words = reads_words;
      /* The end of newlib's abort.  */
      if (u->op == UOP_END && aborts)
	{
	  u->op = UOP_CALL;
	  u->fn = code->vm->handlers->op_abort;
	}
      u->lanes_vcc = (u->op == UOP_VCCZ || u->op == UOP_VCCNZ)
		     && lanes_vcc_p (f, i, at, leader);
      for (size_t k = 0; k < h.n; k++)
	if (h.sites[k].first == i)
	  h.sites[k].first_uop = u;
      count++;
      u->n = count;
      u->states = states;
      states += gcn_wait_states (in);
      if (in->row && block_end_p (in))
	{
	  u->states = states;
	  count = states = 0;
	}
      u++;
      if (counts)
	u = profile_after (&profile, code, in, at, u);
      at += in->length;
    }
  /* Past the end.  */
  if (count && !whole)
    {
      u->op = UOP_COUNT;
      u->pc = f->end;
      u->n = count;
      u->states = states;
      count = 0;
      u++;
    }
  u->op = UOP_CALL;
  u->fn = (whole ? code->vm->handlers->op_past_end
	   : code->vm->handlers->op_go_on);
  u->ia = f->end;
  if (!n)
    first[0] = u;
  u->pc = f->end - (n ? f->insns[n - 1].length : 4);
  u->n = count;
  u++;
  f->n = u - f->uops;
  if (f->native)
    native_weigh (f->native);
  at = f->start;
  for (size_t k = 0; k < f->n; k++)
    {
      struct uop *b = &f->uops[k];
      if (b->op >= UOP_BRANCH && b->op <= UOP_EXECNZ)
	{
	  uint64_t to = (b->pc + b->ia - f->start) / 4;
	  if (b->pc + b->ia >= f->start && to < words && first[to])
	    b->target = first[to];
	}
    }
  code->functions = realloc (code->functions, (code->n_functions + 1)
			     * sizeof *code->functions);
  code->functions[code->n_functions++] = f;
  for (uint64_t k = 0; k < words + !n; k++)
    if (first[k])
      {
	uint64_t slot = (f->start - code->desc.base) / 4 + k;
	if (!atomic_load_explicit (&code->map[slot], memory_order_relaxed))
	  atomic_store_explicit (&code->map[slot], first[k],
				 memory_order_release);
      }
  free (first);
  free (leader);
}
