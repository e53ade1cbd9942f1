/* Loading code objects: memory, relocations, symbols, kernels.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "lines.h"
#include "runtime.h"

/* Relocations (LLVM's "User Guide for AMDGPU Backend", "Relocation Records").
   S is the symbol's address, A the addend, P the place, B the base.  */
enum
{
  R_NONE = 0,
  R_ABS32_LO = 1,		/* (S + A) & 0xffffffff.  */
  R_ABS32_HI = 2,		/* (S + A) >> 32.  */
  R_ABS64 = 3,			/* S + A.  */
  R_REL32 = 4,			/* S + A - P.  */
  R_REL64 = 5,
  R_ABS32 = 6,
  R_REL32_LO = 10,
  R_REL32_HI = 11,
  R_RELATIVE64 = 13		/* B + A.  */
};

#define STT_HSA_KERNEL 10	/* Of code object version 2.  */
#define DESCRIPTOR_SIZE 64
#define KERNEL_CODE_SIZE 256

/* All that are loaded, for kernel_find.  */
static pthread_rwlock_t list_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct loaded *list;

static void __attribute__ ((format (printf, 3, 4)))
refuse (hsa_status_t *status, hsa_status_t code, const char *format, ...)
{
  char text[1024];
  va_list ap;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  report_load ("cannot load a code object: %s", text);
  *status = code;
}

/* ---- Relocations.  */

/* The address of symbol S of L; false if nothing defines it.  */

static bool
symbol_address (const struct loaded *l, const struct elf_symbol *s,
		const struct defined *defined, uint64_t *to)
{
  if (s->defined)
    {
      *to = l->base + s->value;
      return true;
    }
  for (; defined; defined = defined->next)
    if ((!defined->agent || defined->agent == l->agent)
	&& !strcmp (defined->name, s->name))
      {
	*to = defined->address;
	return true;
      }
  *to = 0;
  return s->bind == STB_WEAK;
}

static bool
in_image (const struct loaded *l, uint64_t address, uint64_t size)
{
  return (address >= l->object->low && address <= l->object->high
	  && l->object->high - address >= size);
}

/* Apply R, of which the value is V.  False for an unknown type.  */

static bool
apply (unsigned char *place, uint32_t type, uint64_t v)
{
  uint64_t p = (uintptr_t) place;
  uint32_t low;
  switch (type)
    {
    case R_ABS64:
    case R_RELATIVE64:
      memcpy (place, &v, 8);
      return true;
    case R_REL64:
      v -= p;
      memcpy (place, &v, 8);
      return true;
    case R_ABS32:
    case R_ABS32_LO:
      low = (uint32_t) v;
      break;
    case R_ABS32_HI:
      low = (uint32_t) (v >> 32);
      break;
    case R_REL32:
    case R_REL32_LO:
      low = (uint32_t) (v - p);
      break;
    case R_REL32_HI:
      low = (uint32_t) ((v - p) >> 32);
      break;
    default:
      return false;
    }
  memcpy (place, &low, 4);
  return true;
}

static bool
relocate (struct loaded *l, const struct defined *defined,
	  hsa_status_t *status)
{
  const struct code_object *o = l->object;
  for (size_t k = 0; k < o->n_relocations; k++)
    {
      const struct relocation *r = &o->relocations[k];
      bool wide = (r->type == R_ABS64 || r->type == R_REL64
		   || r->type == R_RELATIVE64);
      uint64_t s = l->base;
      if (r->type == R_NONE)
	continue;
      if (!in_image (l, r->address, wide ? 8 : 4)
	  || (r->type != R_RELATIVE64 && r->symbol >= o->n_dynamic))
	{
	  refuse (status, HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
		  "relocation %zu is damaged", k);
	  return false;
	}
      if (r->type != R_RELATIVE64
	  && !symbol_address (l, &o->dynamic[r->symbol], defined, &s))
	{
	  refuse (status, HSA_STATUS_ERROR_VARIABLE_UNDEFINED,
		  "`%s' is not defined", o->dynamic[r->symbol].name);
	  return false;
	}
      if (!apply ((unsigned char *) (uintptr_t) (l->base + r->address),
		  r->type, s + (uint64_t) r->addend))
	{
	  refuse (status, HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
		  "relocation %zu is of type %u, which is not supported", k,
		  r->type);
	  return false;
	}
    }
  return true;
}

/* ---- Functions and source lines, for the machine.  */

static int
by_value (const void *a, const void *b)
{
  const struct elf_symbol *x = a, *y = b;
  return (x->value > y->value) - (x->value < y->value);
}

static bool
in_code (const struct code_object *o, uint64_t address)
{
  for (size_t k = 0; k < o->n_code; k++)
    if (address - o->code[k].address < o->code[k].size)
      return true;
  return false;
}

/* The symbols of functions, in order.  False when out of memory.  */

static bool
find_functions (struct loaded *l)
{
  const struct code_object *o = l->object;
  const struct elf_symbol *s = o->symbols;
  size_t n = o->n_symbols;
  if (!s)
    {
      s = o->dynamic;
      n = o->n_dynamic;
    }
  l->functions = calloc (n + 1, sizeof *l->functions);
  if (!l->functions)
    return false;
  for (size_t k = 0; k < n; k++)
    if (s[k].defined && *s[k].name && s[k].value % 4 == 0
	&& in_code (o, s[k].value)
	&& (s[k].type == STT_FUNC || s[k].type == STT_HSA_KERNEL))
      l->functions[l->n_functions++] = s[k];
  qsort (l->functions, l->n_functions, sizeof *l->functions, by_value);
  return true;
}

/* The function of L that ADDRESS is in, or null.  */

static const struct elf_symbol *
function_at (const struct loaded *l, uint64_t address)
{
  uint64_t value = address - l->base;
  size_t lo = 0, hi = l->n_functions;
  while (lo < hi)
    {
      size_t mid = lo + (hi - lo) / 2;
      if (l->functions[mid].value <= value)
	lo = mid + 1;
      else
	hi = mid;
    }
  if (!lo)
    return NULL;
  const struct elf_symbol *s = &l->functions[lo - 1];
  return s->size && value - s->value >= s->size ? NULL : s;
}

/* A piece of code that gcncheck --fix has put behind a section belongs to the
   function that it comes back to, by s_branch at its end.  */

static const struct elf_symbol *
whole_function (const struct loaded *l, const struct elf_symbol *s)
{
  uint64_t end = l->base + s->value + s->size;
  if (strncmp (s->name, ".accelfix.", 10) || s->size < 4)
    return s;
  uint32_t word = *(const uint32_t *) (uintptr_t) (end - 4);
  const struct elf_symbol *to = NULL;
  if (word >> 16 == 0xbf82)
    to = function_at (l, end + 4 * (int64_t) (int16_t) word);
  return to ? to : s;
}

static bool
find_symbol (void *closure, uint64_t address, const char **name,
	     uint64_t *start, uint64_t *size)
{
  const struct loaded *l = closure;
  const struct elf_symbol *s = function_at (l, address);
  if (!s)
    return false;
  s = whole_function (l, s);
  *name = s->name;
  *start = l->base + s->value;
  *size = s->size;
  return true;
}

/* The lines of L, read when somebody asks first; null if it has none.  */

static struct gcn_lines *
lines_of (struct loaded *l)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock (&lock);
  const struct code_object *o = l->object;
  if (!l->lines && o->debug_line)
    {
      struct gcn_bytes line = { o->debug_line, o->debug_line_size };
      struct gcn_bytes line_str = { o->line_str, o->line_str_size };
      struct gcn_bytes str = { o->debug_str, o->debug_str_size };
      l->lines = gcn_lines_read (line, line_str, str, l->base);
    }
  struct gcn_lines *lines = l->lines;
  pthread_mutex_unlock (&lock);
  return lines;
}

static bool
find_line (void *closure, uint64_t address, const char **file, unsigned *line)
{
  struct gcn_lines *lines = lines_of (closure);
  return lines && gcn_lines_find (lines, address, file, line);
}

static bool
find_row (void *closure, uint64_t address, struct gcn_line_row *row)
{
  struct gcn_lines *lines = lines_of (closure);
  return lines && gcn_lines_row (lines, address, row);
}

/* For reports: it may take its time.  */

static bool
find_variable (void *closure, uint64_t address, const char **name,
	       uint64_t *start)
{
  const struct loaded *l = closure;
  const struct code_object *o = l->object;
  uint64_t value = address - l->base;
  const struct elf_symbol *s = o->symbols ? o->symbols : o->dynamic;
  size_t n = o->symbols ? o->n_symbols : o->n_dynamic;
  for (size_t k = 0; k < n; k++)
    if (s[k].defined && *s[k].name && s[k].type == STT_OBJECT
	&& value - s[k].value < s[k].size)
      {
	*name = s[k].name;
	*start = l->base + s[k].value;
	return true;
      }
  return false;
}

/* ---- Kernels.  */

static uint32_t
word_at (uint64_t address)
{
  uint32_t v;
  memcpy (&v, (void *) (uintptr_t) address, sizeof v);
  return v;
}

static uint64_t
long_at (uint64_t address)
{
  uint64_t v;
  memcpy (&v, (void *) (uintptr_t) address, sizeof v);
  return v;
}

/* From version 3 on a kernel is a descriptor, which the symbol NAME.kd is of;
   before that it is an amd_kernel_code_t ahead of the code.  */

bool
kernel_p (const struct loaded *l, const struct elf_symbol *s)
{
  size_t n = strlen (s->name);
  if (!s->defined)
    return false;
  if (l->object->abi == 0)
    return (s->type == STT_HSA_KERNEL
	    && in_image (l, s->value, KERNEL_CODE_SIZE));
  return (s->type == STT_OBJECT && s->size == DESCRIPTOR_SIZE && n > 3
	  && !strcmp (s->name + n - 3, ".kd")
	  && in_image (l, s->value, DESCRIPTOR_SIZE));
}

/* The layouts are those of "Kernel Descriptor" and "AMD Kernel Code Object" in
   the same guide.  */

void
kernel_read (const struct loaded *l, uint64_t address, struct kernel_props *k)
{
  k->meta = NULL;
  k->entry = address + long_at (address + 16);
  k->rsrc1 = word_at (address + 48);
  k->rsrc2 = word_at (address + 52);
  k->properties = word_at (address + 56);
  k->rsrc3 = l->object->abi == 0 ? 0 : word_at (address + 44);
  if (l->object->abi == 0)
    {
      k->private_size = word_at (address + 60);
      k->group_size = word_at (address + 64);
      k->kernarg_size = word_at (address + 72);
    }
  else
    {
      k->properties &= 0xffff;
      k->group_size = word_at (address);
      k->private_size = word_at (address + 4);
      k->kernarg_size = word_at (address + 8);
    }
}

bool
kernel_find (const struct agent *a, uint64_t address, struct kernel_props *k,
	     char *name, size_t size)
{
  bool found = false;
  pthread_rwlock_rdlock (&list_lock);
  for (const struct loaded *l = list; l && !found; l = l->next)
    if (l->agent == a && in_image (l, address - l->base, 1))
      for (size_t i = 0; i < l->object->n_dynamic && !found; i++)
	{
	  const struct elf_symbol *s = &l->object->dynamic[i];
	  if (l->base + s->value == address && kernel_p (l, s))
	    {
	      kernel_read (l, address, k);
	      k->meta = metadata_find (l->object, s->name);
	      snprintf (name, size, "%s", s->name);
	      found = true;
	    }
	}
  pthread_rwlock_unlock (&list_lock);
  return found;
}

/* ---- Loading.  */

/* Clear SIZE bytes at BASE, the start of a page of the device's memory.  Large
   ones become fresh pages, which are not touched before they are used.  */

static void
clear (uint64_t base, uint64_t size)
{
  enum { LARGE = 1 << 20 };
  uint64_t whole = size / 4096 * 4096;
  if (size < LARGE
      || madvise ((void *) (uintptr_t) base, whole, MADV_DONTNEED) != 0)
    whole = 0;
  memset ((void *) (uintptr_t) (base + whole), 0, size - whole);
}

/* Copy the segments of L to memory.  */

static bool
place (struct loaded *l, hsa_status_t *status)
{
  static _Atomic unsigned number;
  const struct code_object *o = l->object;
  char name[40];
  snprintf (name, sizeof name, "code object %u", ++number);
  /* GCC loads a structure of two bytes as a dword: what follows the last object
     has to be there, as on the hardware, where memory comes in pages.  */
  uint64_t size = (o->high - o->low + 15) / 16 * 16;
  l->memory = simt_mem_alloc (&memory, size, 4096, name,
			      SIMT_OWNER (OWNER_RUNTIME));
  if (!l->memory)
    {
      refuse (status, HSA_STATUS_ERROR_OUT_OF_RESOURCES,
	      "there is no memory for it (%llu bytes)",
	      (unsigned long long) size);
      return false;
    }
  l->base = l->memory - o->low;
  clear (l->memory, size);
  for (size_t k = 0; k < o->n_segments; k++)
    memcpy ((void *) (uintptr_t) (l->base + o->segments[k].address),
	    o->data + o->segments[k].offset, o->segments[k].file_size);
  return true;
}

/* Where the machine is to begin to look for instructions that it lacks: each
   function and each kernel's entry within RANGE.  NULL when out of memory.  */

static uint64_t *
entries_of (const struct loaded *l, const struct code_range *range, size_t *n)
{
  const struct code_object *o = l->object;
  uint64_t *e = calloc (l->n_functions + o->n_dynamic + 1, sizeof *e);
  if (!e)
    return NULL;
  *n = 0;
  for (size_t k = 0; k < l->n_functions; k++)
    if (l->functions[k].type == STT_FUNC
	&& l->functions[k].value - range->address < range->size)
      e[(*n)++] = l->base + l->functions[k].value;
  for (size_t k = 0; k < o->n_dynamic; k++)
    if (kernel_p (l, &o->dynamic[k]))
      {
	struct kernel_props p;
	kernel_read (l, l->base + o->dynamic[k].value, &p);
	if (p.entry - l->base - range->address < range->size
	    && p.entry % 4 == 0)
	  e[(*n)++] = p.entry;
      }
  return e;
}

static bool
load_code (struct loaded *l, hsa_status_t *status)
{
  const struct code_object *o = l->object;
  l->code = calloc (o->n_code, sizeof *l->code);
  for (size_t k = 0; l->code && k < o->n_code; k++)
    {
      struct gcnvm_code_desc d =
	{
	  .base = l->base + o->code[k].address, .size = o->code[k].size,
	  .closure = l, .symbol = find_symbol, .stripped = !o->symbols,
	  .line = find_line,
	  .variable = find_variable, .row = find_row,
	  .image = o->data, .image_size = o->size, .image_base = l->base,
	  /* From GCC 14 on a function sets EXEC where it needs lanes, and puts
	     back what its caller had, which may be zero; before, EXEC was
	     zero for the lanes that an OpenACC program leaves out alone.  */
	  .exec_zero = o->gcc >= 14
	};
      char why[600];
      uint64_t *entries = entries_of (l, &o->code[k], &d.n_entries);
      d.entries = entries;
      if (!entries)
	break;
      l->code[k] = gcnvm_code_load (l->agent->vm, &d, why, sizeof why);
      free (entries);
      if (!l->code[k])
	{
	  refuse (status, HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "%s", why);
	  return false;
	}
      l->n_code++;
    }
  if (l->n_code == o->n_code)
    return true;
  refuse (status, HSA_STATUS_ERROR_OUT_OF_RESOURCES, "out of memory");
  return false;
}

struct loaded *
code_load (struct code_object *o, struct agent *a,
	   const struct defined *defined, hsa_status_t *status)
{
  struct loaded *l = calloc (1, sizeof *l);
  *status = HSA_STATUS_SUCCESS;
  if (!l)
    {
      code_object_free (o);
      refuse (status, HSA_STATUS_ERROR_OUT_OF_RESOURCES, "out of memory");
      return NULL;
    }
  l->object = o;
  l->agent = a;
  if (!processor_runs_p (a->processor, o->processor))
    refuse (status, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
	    "it is for %s, and the agent is a %s; run it with --device=%s",
	    o->processor->name, a->processor->name,
	    processor_for (o->processor)->name);
  else if (!find_functions (l))
    refuse (status, HSA_STATUS_ERROR_OUT_OF_RESOURCES, "out of memory");
  else if (place (l, status) && relocate (l, defined, status) && load_code (l, status))
    {
      pthread_rwlock_wrlock (&list_lock);
      l->next = list;
      list = l;
      pthread_rwlock_unlock (&list_lock);
      return l;
    }
  code_unload (l);
  return NULL;
}

void
code_unload (struct loaded *l)
{
  pthread_rwlock_wrlock (&list_lock);
  for (struct loaded **p = &list; *p; p = &(*p)->next)
    if (*p == l)
      {
	*p = l->next;
	break;
      }
  pthread_rwlock_unlock (&list_lock);
  for (size_t k = 0; k < l->n_code; k++)
    gcnvm_code_unload (l->agent->vm, l->code[k]);
  if (l->memory)
    simt_mem_free (&memory, l->memory, SIMT_OWNER (OWNER_RUNTIME));
  gcn_lines_free (l->lines);
  free (l->code);
  free (l->functions);
  code_object_free (l->object);
  free (l);
}
