/* From an address to its micro-operation.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>

#include "code/code.h"

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
      if (gcn_decode (code_word (address + 4 * n), more, vm->opt.cpu, &in))
	break;
      n += in.length / 4;
      if (in.row->flags & (GCN_F_JUMP | GCN_F_END))
	return n;
    }
  return 0;
}

/* The micro-operation at ADDRESS, where no code was loaded; null if that does not
   exist either.  */

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
	&& memcmp (d->copy, code_word (address), 4 * d->words) == 0)
      break;
  size_t n = d ? 0 : dynamic_words (vm, address);
  if (n && (d = calloc (1, sizeof *d)))
    {
      d->words = n;
      memcpy (d->copy, code_word (address), 4 * n);
      d->code.vm = vm;
      d->code.desc.base = address;
      d->code.desc.size = 4 * n;
      d->code.map = calloc (n + 1, sizeof *d->code.map);
      if (d->code.map)
	code_translate (&d->code, address);
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
      code_free_translation (&d->code);
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
    code_translate (c, address);
  u = atomic_load (&c->map[slot]);
  pthread_mutex_unlock (&vm->lock);
  return u;
}
