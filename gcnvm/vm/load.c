/* Code that the program has loaded.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>

#include "code/profile.h"
#include "simt/native/native.h"

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
   follows a call may be no code, if the call never returns.  A word of zeros that
   does not decode, as on RDNA, is the padding behind a function that GCC ended
   without an instruction, where it takes the end for unreachable: that is reported
   if a wave comes there.  */

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
	  const char *why = code_decode (code, base + 4 * at, &in);
	  if (why && (after_call || in.word[0] == 0))
	    break;
	  if (!why)
	    why = insn_refused (code->vm, &in);
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

/* What is checked: an earlier run may have done it.  Code of the compilers' libraries takes
   as long to check as all else that a short program does.  False if it is little.  */

static bool
code_key (const struct gcnvm_code *code, struct simt_native_key *key)
{
  static const char build[] = "code " VERSION "-1";
  const struct gcnvm_code_desc *d = &code->desc;
  *key = (struct simt_native_key) { 0, 0 };
  if (d->size < 65536 || code->vm->opt.native == GCNVM_NATIVE_OFF)
    return false;
  simt_native_sum (key, build, sizeof build);
  simt_native_sum (key, &code->vm->opt.cpu, sizeof code->vm->opt.cpu);
  simt_native_sum (key, (const void *) (uintptr_t) d->base, d->size);
  for (size_t i = 0; i < d->n_entries; i++)
    {
      uint64_t at = d->entries[i] - d->base;
      simt_native_sum (key, &at, sizeof at);
    }
  return true;
}

/* check_reachable, unless it is known.  */

static bool
checked (struct gcnvm_code *code, char *error, size_t error_size)
{
  struct simt_native_key key;
  bool keep = code_key (code, &key);
  if (keep && simt_native_note (&key))
    return true;
  if (!check_reachable (code, error, error_size))
    return false;
  if (keep)
    simt_native_keep_note (&key, 1);
  return true;
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
  bool ok = checked (code, error, error_size);
  code->desc.entries = NULL;
  if (!ok)
    {
      free (code->map);
      free (code);
      return NULL;
    }
  if (vm->opt.profile)
    profile_code (code);
  pthread_mutex_lock (&vm->lock);
  code->next = vm->codes;
  vm->codes = code;
  pthread_mutex_unlock (&vm->lock);
  return code;
}

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
  code_free_translation (code);
  free (code);
}
