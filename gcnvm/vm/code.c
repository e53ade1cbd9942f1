/* Code that a device has: checks at load, translation, look-up.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */

/* Functions are translated when a wave first comes to them, whole, in the order
   of their instructions.  Where they begin and end is what the symbols say.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/newlib.h"

#include "hazard-run.h"

/* What is decoded at a time where no symbol says how long a function is.  */
enum { PIECE = 1 << 16 };

static const uint32_t *
word_at (uint64_t address)
{
  return (const uint32_t *) (uintptr_t) address;
}

/* Makes of null registers in IN what needs no further thought: zero, or a place
   that nobody reads.  */

static void
replace_null (struct gcn_insn *in)
{
  for (int i = 0; i < 3; i++)
    if (in->src[i] == GCN_NULL)
      in->src[i] = GCN_INT_0;
  if (in->dst == GCN_NULL)
    in->dst = GCN_SINK;
  if (in->sdst == GCN_NULL)
    in->sdst = GCN_SINK;
  if (in->soffset == GCN_NULL)
    in->soffset = GCN_NO_OPERAND;
}

/* Decodes the instruction of CODE at ADDRESS.  */

static const char *
decode_at (const struct gcnvm_code *code, uint64_t address,
	   struct gcn_insn *in)
{
  uint64_t left = (code->desc.base + code->desc.size - address) / 4;
  enum gcn_cpu cpu = code->vm->opt.cpu;
  const char *error = gcn_decode (word_at (address), left > 3 ? 3 : left, cpu,
				  in);
  if (cpu & GCN_RDNA)
    replace_null (in);
  return error;
}

/* Where the branch IN at ADDRESS goes.  */

static uint64_t
branch_target (const struct gcn_insn *in, uint64_t address)
{
  return address + 4 + 4 * (int64_t) (int16_t) in->simm;
}

static bool
direct_branch_p (const struct gcn_insn *in)
{
  return in->row->flags & GCN_F_BRANCH && in->row->s[0] == GCN_T_label;
}

/* Whether IN ends a block.  */

static bool
block_end_p (const struct gcn_insn *in)
{
  return in->row->flags & (GCN_F_BRANCH | GCN_F_END);
}

/* Says in ERROR what is wrong with the instruction IN of CODE at ADDRESS.  */

static void
load_error (const struct gcnvm_code *code, uint64_t address,
	    const struct gcn_insn *in, const char *why, char *error,
	    size_t size)
{
  const char *name = NULL;
  uint64_t start = code->desc.base, length;
  char text[200];
  if (code->desc.symbol)
    code->desc.symbol (code->desc.closure, address, &name, &start, &length);
  gcn_print (in, code->vm->opt.cpu, text, sizeof text);
  if (in->row)
    snprintf (error, size, "%s+0x%llx: this machine does not have `%s' (%s)",
	      name ? name : "code", (unsigned long long) (address - start),
	      text, why);
  else
    snprintf (error, size, "%s+0x%llx: 0x%08x is no instruction of this "
	      "processor: %s", name ? name : "code",
	      (unsigned long long) (address - start), in->word[0], why);
}

/* Checks each instruction of CODE that can be reached from its entries.  What
   follows a call may be no code, if the call never returns.  */

static bool
check_reachable (struct gcnvm_code *code, char *error, size_t error_size)
{
  uint64_t base = code->desc.base, words = code->desc.size / 4;
  uint8_t *seen = calloc (words ? words : 1, 1);
  uint64_t *stack = malloc ((words + code->desc.n_entries + 1)
			    * sizeof *stack);
  size_t n = 0;
  bool ok = seen && stack;
  if (!ok)
    snprintf (error, error_size, "out of memory");
  for (size_t i = 0; ok && i < code->desc.n_entries; i++)
    {
      uint64_t at = (code->desc.entries[i] - base) / 4;
      if (code->desc.entries[i] % 4 == 0 && at < words && !seen[at])
	{
	  seen[at] = 1;
	  stack[n++] = at;
	}
    }
  while (ok && n)
    {
      uint64_t at = stack[--n];
      bool after_call = seen[at] == 2;
      for (;;)
	{
	  struct gcn_insn in;
	  const char *why = decode_at (code, base + 4 * at, &in);
	  if (why && after_call)
	    break;
	  if (!why)
	    why = insn_refused (&in, code->vm->opt.cpu);
	  if (why)
	    {
	      load_error (code, base + 4 * at, &in, why, error, error_size);
	      ok = false;
	      break;
	    }
	  after_call = in.row->flags & GCN_F_CALL;
	  if (direct_branch_p (&in))
	    {
	      uint64_t to = (branch_target (&in, base + 4 * at) - base) / 4;
	      if (to < words && !seen[to])
		{
		  seen[to] = 1;
		  stack[n++] = to;
		}
	    }
	  if (in.row->flags & (GCN_F_JUMP | GCN_F_END))
	    break;
	  at += in.length / 4;
	  if (at >= words || seen[at])
	    break;
	  seen[at] = after_call ? 2 : 1;
	}
    }
  free (seen);
  free (stack);
  return ok;
}

struct gcnvm_code *
gcnvm_code_load (struct gcnvm *vm, const struct gcnvm_code_desc *desc,
		 char *error, size_t error_size)
{
  struct gcnvm_code *code = calloc (1, sizeof *code);
  if (desc->base % 4 || desc->size % 4)
    {
      snprintf (error, error_size, "code that does not start or end at a word");
      free (code);
      return NULL;
    }
  if (!code)
    {
      snprintf (error, error_size, "out of memory");
      return NULL;
    }
  code->vm = vm;
  code->desc = *desc;
  code->desc.entries = NULL;
  code->map = calloc (desc->size / 4 + 1, sizeof *code->map);
  if (!code->map)
    {
      snprintf (error, error_size, "out of memory");
      free (code);
      return NULL;
    }
  code->desc.entries = desc->entries;
  bool ok = check_reachable (code, error, error_size);
  code->desc.entries = NULL;
  if (!ok)
    {
      free (code->map);
      free (code);
      return NULL;
    }
  pthread_mutex_lock (&vm->lock);
  code->next = vm->codes;
  vm->codes = code;
  pthread_mutex_unlock (&vm->lock);
  return code;
}

static void free_translation (struct gcnvm_code *);

void
gcnvm_code_unload (struct gcnvm *vm, struct gcnvm_code *code)
{
  pthread_mutex_lock (&vm->lock);
  for (struct gcnvm_code **p = &vm->codes; *p; p = &(*p)->next)
    if (*p == code)
      {
	*p = code->next;
	break;
      }
  if (atomic_load (&vm->last) == code)
    atomic_store (&vm->last, NULL);
  pthread_mutex_unlock (&vm->lock);
  /* Accesses that are remembered have been by its instructions.  */
  if (vm->race)
    simt_race_launches_forget (vm->race);
  free_translation (code);
  free (code);
}

static void
free_translation (struct gcnvm_code *code)
{
  for (size_t i = 0; i < code->n_functions; i++)
    {
      free (code->functions[i]->uops);
      free (code->functions[i]->insns);
      free (code->functions[i]->sites);
      free (code->functions[i]);
    }
  free (code->functions);
  free (code->map);
}

/* The code that holds ADDRESS, or null.  */

const struct gcnvm_code *
code_of (struct gcnvm *vm, uint64_t address)
{
  const struct gcnvm_code *c = atomic_load_explicit (&vm->last,
						     memory_order_acquire);
  if (c && address - c->desc.base < c->desc.size)
    return c;
  pthread_mutex_lock (&vm->lock);
  for (c = vm->codes; c; c = c->next)
    if (address - c->desc.base < c->desc.size)
      {
	atomic_store (&vm->last, c);
	break;
      }
  pthread_mutex_unlock (&vm->lock);
  return c;
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

/* The bounds of what is translated for ADDRESS of CODE.  True if the end is
   that of a function, behind which nothing belongs to it; then the two are the
   same where ADDRESS is what follows a function and is none itself, as where
   its last instruction was a call and that returns.  */

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
  else if (address >= code->desc.base + 4
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
    decode_at (code, at, &f->insns[n]);
  return n;
}

/* Whether CODE, an operand of REGS registers, has a part of the pair PAIR.  */

static bool
in_pair_p (unsigned code, unsigned regs, unsigned pair)
{
  return code != GCN_NO_OPERAND && code < pair + 2 && code + regs > pair;
}

/* Whether lanes computed VCC for instruction I of F, at AT, in its own block, and
   EXEC is the same since then.  LEADER says where blocks begin, by word.  */

static bool
lanes_vcc_p (const struct function *f, size_t i, uint64_t at,
	     const uint8_t *leader)
{
  while (i-- && !leader[(at - f->start) / 4])
    {
      const struct gcn_insn *in = &f->insns[i];
      const struct gcn_row *r = in->row;
      if (!r)
	return false;
      bool vector = r->enc >= GCN_ENC_VOP1 && r->enc <= GCN_ENC_VOP3P;
      unsigned regs = vector ? 1 : gcn_type_regs ((enum gcn_type) r->d,
						  GCN_GFX906);
      if (r->flags & (GCN_F_WEXEC | GCN_F_CALL)
	  || in_pair_p (in->dst, regs, GCN_EXEC)
	  || in_pair_p (in->sdst, 2, GCN_EXEC))
	return false;
      if (in_pair_p (in->sdst, 2, GCN_VCC)
	  || (r->flags & GCN_F_WVCC && in->sdst == GCN_NO_OPERAND))
	return vector;
      if (in_pair_p (in->dst, regs, GCN_VCC))
	return false;
      at -= in->length;
    }
  return false;
}

/* Puts the operations that the pairs of H want before instruction I, at PC, to
   U.  Returns the place behind them.  */

static struct uop *
hazard_uops (struct hazard_sites *h, size_t i, uint64_t pc, uint32_t states,
	     struct uop *u)
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
	    u->fn = (half ? wait ? wait_arm : hazard_arm
		     : wait ? wait_check : hazard_check);
	    u->pc = pc;
	    u->states = states;
	    u->ia = (uintptr_t) s;
	    u++;
	  }
    }
  return u;
}

/* See vm-int.h.  */

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

/* Whether the function called NAME reads whole words of which it wants some
   bytes: behind a string; or around one or two bytes, which libgcc's atomic
   operations on them write back as they are (config/gcn/atomic.c).  */

static bool
reads_words_p (const char *name)
{
  return (simt_newlib_reads_words (name)
	  || strncmp (name, "__atomic_", 9) == 0
	  || strncmp (name, "__sync_", 7) == 0);
}

/* Translates the function of CODE that ADDRESS is in.  Called with the lock
   held.  */

static void
translate_function (struct gcnvm_code *code, uint64_t address)
{
  struct function *f = calloc (1, sizeof *f);
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
  size_t bytes = (3 * n + 2 * h.n + 3) * sizeof *f->uops;
  f->uops = aligned_alloc (64, bytes);
  memset (f->uops, 0, bytes);
  at = f->start;
  for (i = 0; i < n; i++)
    {
      const struct gcn_insn *in = &f->insns[i];
      if (in->row && direct_branch_p (in))
	{
	  uint64_t to = (branch_target (in, at) - f->start) / 4;
	  if (to < words)
	    leader[to] = 1;
	}
      at += in->length;
      if (in->row && block_end_p (in))
	leader[(at - f->start) / 4] = 1;
    }

  struct uop *u = f->uops;
  uint32_t count = 0, states = 0;
  const struct uop **first = calloc (words + 1, sizeof *first);
  at = f->start;
  for (i = 0; i < n; i++)
    {
      const struct gcn_insn *in = &f->insns[i];
      uint64_t word = (at - f->start) / 4;
      if (leader[word] && count)
	{
	  u->op = UOP_COUNT;
	  u->pc = at;
	  u->n = count;
	  u->states = states;
	  count = states = 0;
	  u++;
	}
      first[word] = u;
      if (in->row && special_source_p (in))
	{
	  u->op = UOP_CALL;
	  u->fn = op_special_source;
	  u->pc = at;
	  u++;
	}
      u = hazard_uops (&h, i, at, states, u);
      translate_insn (code->vm, in, at, u);
      u->words = reads_words;
      /* The end of newlib's abort.  */
      if (u->op == UOP_END && aborts)
	{
	  u->op = UOP_CALL;
	  u->fn = op_abort;
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
  u->fn = whole ? op_past_end : op_go_on;
  u->ia = f->end;
  if (!n)
    first[0] = u;
  u->pc = f->end - (n ? f->insns[n - 1].length : 4);
  u->n = count;
  u++;
  f->n = u - f->uops;
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

/* ---- Code that the program wrote into its own memory: trampolines of nested
   functions.  What was translated is kept with a copy of the words, and made
   anew if they are others when the program comes there again.  */

enum { DYNAMIC_WORDS = 64 };

struct dynamic
{
  struct dynamic *next;
  struct gcnvm_code code;
  size_t words;
  uint32_t copy[DYNAMIC_WORDS];
};

/* The words of code at ADDRESS up to the first that never goes on, or zero.  */

static size_t
dynamic_words (struct gcnvm *vm, uint64_t address)
{
  size_t n = 0;
  while (n + 3 <= DYNAMIC_WORDS
	 && simt_mem_range_ok (vm->mem, address, 4 * (n + 1)))
    {
      struct gcn_insn in;
      size_t more = 1;
      while (more < 3
	     && simt_mem_range_ok (vm->mem, address, 4 * (n + more + 1)))
	more++;
      if (gcn_decode (word_at (address + 4 * n), more, vm->opt.cpu, &in))
	break;
      n += in.length / 4;
      if (in.row->flags & (GCN_F_JUMP | GCN_F_END))
	return n;
    }
  return 0;
}

/* The micro-operation at ADDRESS, where no code was loaded; null if there is
   none either.  */

static const struct uop *
dynamic_find (struct gcnvm *vm, uint64_t address)
{
  if (address % 4 || !simt_mem_range_ok (vm->mem, address, 4))
    return NULL;
  const struct uop *u = NULL;
  pthread_mutex_lock (&vm->lock);
  struct dynamic *d;
  for (d = vm->dynamic; d; d = d->next)
    if (d->code.desc.base == address
	&& memcmp (d->copy, word_at (address), 4 * d->words) == 0)
      break;
  size_t n = d ? 0 : dynamic_words (vm, address);
  if (n && (d = calloc (1, sizeof *d)))
    {
      d->words = n;
      memcpy (d->copy, word_at (address), 4 * n);
      d->code.vm = vm;
      d->code.desc.base = address;
      d->code.desc.size = 4 * n;
      d->code.map = calloc (n + 1, sizeof *d->code.map);
      if (d->code.map)
	translate_function (&d->code, address);
      d->next = vm->dynamic;
      vm->dynamic = d;
    }
  if (d && d->code.map)
    u = atomic_load (&d->code.map[0]);
  pthread_mutex_unlock (&vm->lock);
  return u;
}

void
dynamic_free (struct gcnvm *vm)
{
  while (vm->dynamic)
    {
      struct dynamic *d = vm->dynamic;
      vm->dynamic = d->next;
      free_translation (&d->code);
      free (d);
    }
}

/* The micro-operation of the instruction at ADDRESS, translated now if it was
   not yet; null if there is no code.  */

const struct uop *
code_find (struct gcnvm *vm, uint64_t address)
{
  struct gcnvm_code *c = (struct gcnvm_code *) code_of (vm, address);
  if (!c)
    return dynamic_find (vm, address);
  if (address % 4)
    return NULL;
  uint64_t slot = (address - c->desc.base) / 4;
  const struct uop *u = atomic_load_explicit (&c->map[slot],
					      memory_order_acquire);
  if (u)
    return u;
  pthread_mutex_lock (&vm->lock);
  if (!atomic_load (&c->map[slot]))
    translate_function (c, address);
  u = atomic_load (&c->map[slot]);
  pthread_mutex_unlock (&vm->lock);
  return u;
}

/* Where W goes on at ADDRESS, to which FROM jumps: null after an error.  */

const struct uop *
wave_go (struct wave *w, const struct uop *from, uint64_t address)
{
  const struct uop *u = code_find (w->vm, address);
  if (u)
    return u;
  wave_report (w, from, GCNVM_R_END, true, -1, address, NULL,
	       "jump to 0x%llx, where there is no code",
	       (unsigned long long) address);
  return wave_fail (w, GCNVM_ILLEGAL_INSN);
}
