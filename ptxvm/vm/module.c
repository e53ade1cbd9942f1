/* The PTX machine: modules.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "code/shadow.h"
#include "code/translate.h"
#include "code/uniform.h"
#include "native/native.h"
#include "order/block.h"
#include "ptx-int.h"
#include "simt/native/native.h"
#include "watch/stack.h"

/* ---- Functions and their addresses.  */

static bool
add_func (struct vm *vm, struct vfunc *f)
{
  bool ok = true;
  pthread_mutex_lock (&vm->lock);
  if (vm->n_funcs == vm->alloc_funcs)
    {
      /* Indirect calls read the table without the lock: an old one stays
	 until the device goes.  */
      uint32_t n = vm->alloc_funcs ? 2 * vm->alloc_funcs : 65536;
      struct vfunc **p = realloc (vm->funcs, n * sizeof *p);
      if (p)
	{
	  vm->funcs = p;
	  vm->alloc_funcs = n;
	}
      else
	ok = false;
    }
  if (ok)
    {
      f->index = vm->n_funcs;
      vm->funcs[vm->n_funcs++] = f;
    }
  pthread_mutex_unlock (&vm->lock);
  return ok;
}

/* ---- Variables.  */

static bool
place_variable (struct vm_module *m, struct ptx_symbol *s,
		struct ptx_diag *diag)
{
  struct vm *vm = m->vm;
  struct place *pl = calloc (1, sizeof *pl);
  if (!pl)
    return false;
  s->aux = pl;
  pl->size = (uint32_t) s->size;
  uint32_t align = s->align ? s->align : 1;
  if (s->space == PTX_SHARED)
    {
      pl->kind = P_SHARED;
      if (s->extern_array || s->size == 0)
	{
	  /* The launch's dynamic shared memory, after all others: placed when
	     their sizes are known.  */
	  pl->where = UINT64_MAX;
	  return true;
	}
      shared_place (m, s, true);
      return true;
    }
  if (s->space != PTX_GLOBAL && s->space != PTX_CONST)
    {
      ptx_diagnose (diag, PTX_ERROR, s->unit ? s->unit->name : "", s->line,
		    "variable `%s' in .%s cannot stand at module scope",
		    s->name, ptx_space_name (s->space));
      return false;
    }
  bool constant = s->space == PTX_CONST;
  uint64_t a = simt_mem_alloc (&vm->mem, s->size, align, s->name,
			       constant ? SIMT_CONSTANT : 0);
  if (!a)
    {
      ptx_diagnose (diag, PTX_ERROR, s->unit ? s->unit->name : "", s->line,
		    "no memory for variable `%s' (%llu bytes)", s->name,
		    (unsigned long long) s->size);
      return false;
    }
  pl->kind = P_ADDRESS;
  pl->where = a;
  m->allocs[m->n_allocs++] = a;
  if (constant)
    m->const_bytes += s->size;
  vm_host_wrote (vm, a, s->size);
  if (s->init)
    memcpy ((void *) (uintptr_t) a, s->init, s->size);
  else
    memset ((void *) (uintptr_t) a, 0, s->size);
  return true;
}

/* Write the addresses in the initialiser of S.  */
static bool
relocate (struct vm_module *m, struct ptx_symbol *s, struct ptx_diag *diag)
{
  struct place *pl = s->aux;
  for (uint32_t k = 0; k < s->n_relocs; k++)
    {
      const struct ptx_reloc *r = &s->relocs[k];
      struct ptx_symbol *to = ptx_symbol_target (r->sym);
      uint64_t v = (uint64_t) r->addend;
      int builtin;
      (void) m;
      if (to->kind == PTX_SYM_FUNC)
	{
	  struct vfunc *f = func_of (to, &builtin);
	  if (f)
	    v += CODE_BASE + (uint64_t) f->index * CODE_STEP;
	}
      else if (to->aux)
	v += ((struct place *) to->aux)->where;
      else if (to->linkage != PTX_LINK_WEAK)
	{
	  ptx_diagnose (diag, PTX_ERROR, s->unit ? s->unit->name : "",
			s->line, "initialiser of `%s' uses `%s', which has no "
			"definition", s->name, to->name);
	  return false;
	}
      v >>= r->shift;
      if (r->offset + r->size <= s->size)
	memcpy ((uint8_t *) (uintptr_t) pl->where + r->offset, &v, r->size);
    }
  return true;
}

static bool
each_variable (struct vm_module *m, struct ptx_diag *diag,
	       bool (*fn) (struct vm_module *, struct ptx_symbol *,
			   struct ptx_diag *))
{
  for (size_t k = 0; k < m->ptx->n_defs; k++)
    if (m->ptx->defs[k]->kind == PTX_SYM_VAR
	&& !fn (m, m->ptx->defs[k], diag))
      return false;
  /* Those of function bodies: .shared, and .global and .const ones.  */
  for (uint32_t k = 0; k < m->n_funcs; k++)
    {
      struct ptx_function *p = m->funcs[k]->ptx;
      for (uint32_t j = 0; j < p->n_locals; j++)
	{
	  struct ptx_symbol *s = p->locals[j];
	  if (s->kind == PTX_SYM_VAR
	      && (s->space == PTX_SHARED || s->space == PTX_GLOBAL
		  || s->space == PTX_CONST)
	      && !fn (m, s, diag))
	    return false;
	}
    }
  return true;
}

/* External arrays without a size that are no definition (`.extern .shared
   .b8 buf[]'): each unit has its own symbol for them.  */
static bool
place_dynamic (struct vm_module *m)
{
  for (size_t u = 0; u < m->ptx->n_units; u++)
    for (uint32_t k = 0; k < m->ptx->units[u]->n_symbols; k++)
      {
	struct ptx_symbol *s = m->ptx->units[u]->symbols[k];
	if (s->kind == PTX_SYM_VAR && s->space == PTX_SHARED && !s->aux
	    && (!s->def || s->def == s))
	  {
	    struct place *pl = calloc (1, sizeof *pl);
	    if (!pl)
	      return false;
	    pl->kind = P_SHARED;
	    pl->where = UINT64_MAX;
	    s->aux = pl;
	  }
      }
  return true;
}

static bool
fix_dynamic (struct vm_module *m, struct ptx_symbol *s, struct ptx_diag *diag)
{
  struct place *pl = s->aux;
  (void) diag;
  if (pl && pl->kind == P_SHARED && pl->where == UINT64_MAX)
    pl->where = m->shared_bytes;
  return true;
}

static bool
place_zoned (struct vm_module *m, struct ptx_symbol *s, struct ptx_diag *diag)
{
  struct place *pl = s->aux;
  (void) diag;
  if (pl && pl->kind == P_SHARED && !s->extern_array && s->size)
    shared_place (m, s, false);
  return true;
}

static bool
needs_relocation (struct vm_module *m, struct ptx_symbol *s,
		  struct ptx_diag *diag)
{
  return s->n_relocs == 0 || relocate (m, s, diag);
}

/* ---- Modules.  */

static void
make_kernel (struct vm_module *m, struct vfunc *f)
{
  struct ptx_proto *pr = f->ptx->proto;
  struct vm_kernel *k = &m->kernels[m->n_kernels++];
  uint64_t *off = ptx_xcalloc (2 * pr->n_param + 1, sizeof *off);
  uint64_t *size = off + pr->n_param, end = 0;
  for (uint32_t i = 0; i < pr->n_param; i++)
    {
      off[i] = pr->param[i]->offset;
      size[i] = pr->param[i]->size;
      if (off[i] + size[i] > end)
	end = off[i] + size[i];
    }
  k->func = f;
  k->module = m;
  k->info.name = f->name;
  k->info.n_params = pr->n_param;
  k->info.param_offset = off;
  k->info.param_size = size;
  k->info.param_bytes = end;
  k->info.local_bytes = f->frame_bytes;
  k->info.const_bytes = m->const_bytes;
  uint64_t n = (uint64_t) f->ptx->maxntid[0]
	       * (f->ptx->maxntid[1] ? f->ptx->maxntid[1] : 1)
	       * (f->ptx->maxntid[2] ? f->ptx->maxntid[2] : 1);
  k->info.max_threads = n ? (unsigned) n : 1024;
  k->info.ptx_version = f->ptx->unit->version;
  k->info.sm = f->ptx->unit->sm;
  k->info.entry = f->ptx->entry;
  if (f->ptx->entry)
    f->kernel = k;
}

static bool
add_functions (struct vm_module *m)
{
  struct vm *vm = m->vm;
  size_t n = 0;
  for (size_t u = 0; u < m->ptx->n_units; u++)
    n += m->ptx->units[u]->n_functions;
  m->funcs = calloc (n + 1, sizeof *m->funcs);
  m->kernels = calloc (n + 1, sizeof *m->kernels);
  if (!m->funcs || !m->kernels)
    return false;
  for (size_t u = 0; u < m->ptx->n_units; u++)
    for (uint32_t k = 0; k < m->ptx->units[u]->n_functions; k++)
      {
	struct ptx_function *p = m->ptx->units[u]->functions[k];
	/* Of several definitions of a weak name one is used.  */
	struct ptx_symbol *def = p->sym->def ? p->sym->def : p->sym;
	if (def->func != p)
	  continue;
	struct vfunc *f = calloc (1, sizeof *f);
	if (!f || !add_func (vm, f))
	  return false;
	f->ptx = p;
	f->module = m;
	f->name = p->sym->name;
	p->aux = f;
	f->number = m->n_funcs;
	m->funcs[m->n_funcs++] = f;
      }
  /* Addresses of the functions that the machine provides.  */
  for (size_t u = 0; u < m->ptx->n_units; u++)
    for (uint32_t k = 0; k < m->ptx->units[u]->n_symbols; k++)
      {
	struct ptx_symbol *s = m->ptx->units[u]->symbols[k];
	int b;
	if (s->kind != PTX_SYM_FUNC || (s->def ? s->def->func : s->func)
	    || func_of (s, &b) || b == VB_NONE)
	  continue;
	if (!vm->builtin[b])
	  {
	    struct vfunc *f = calloc (1, sizeof *f);
	    if (!f || !add_func (vm, f))
	      return false;
	    f->name = builtin_name[b];
	    f->builtin = b;
	    vm->builtin[b] = f;
	  }
	s->aux = vm->builtin[b];
      }
  return true;
}

/* How many slices a fragment has in a row, by what PTX is for.  Chips from
   Volta on keep the order of lanes of those before for PTX with an earlier
   `.target' (Volta Compatibility Guide, "Independent Thread Scheduling
   Compatibility"): one side of a branch runs first.  It may still wait for the
   other side, so that its turn has an end.  */
static uint32_t
slices_of_turn (const struct ptx_module *ptx)
{
  for (size_t u = 0; u < ptx->n_units; u++)
    if (ptx->units[u]->sm >= 70)
      return 1;
  return 64;
}

struct vm_module *
vm_module_load (struct vm *vm, struct ptx_module *ptx, struct ptx_diag *diag)
{
  struct vm_module *m = calloc (1, sizeof *m);
  if (!m)
    return NULL;
  m->vm = vm;
  m->ptx = ptx;
  m->turn = slices_of_turn (ptx);
  /* Only code for OpenMP, compiled with -mgomp, has GCC's soft stacks.  */
  m->lanes_apart = !ptx_module_lookup (ptx, "__nvptx_stacks");
  size_t n_vars = ptx->n_defs;
  bool ok = add_functions (m);
  for (uint32_t k = 0; ok && k < m->n_funcs; k++)
    n_vars += m->funcs[k]->ptx->n_locals;
  m->allocs = calloc (n_vars + 1, sizeof *m->allocs);
  ok = ok && m->allocs && each_variable (m, diag, place_variable)
       && place_dynamic (m);
  m->shared_plain = m->shared_bytes;
  ok = ok && each_variable (m, diag, place_zoned) && shared_zones (m)
       && shared_ok (m, diag);
  if (ok)
    {
      each_variable (m, diag, fix_dynamic);
      for (size_t u = 0; u < ptx->n_units; u++)
	for (uint32_t k = 0; k < ptx->units[u]->n_symbols; k++)
	  if (ptx->units[u]->symbols[k]->kind == PTX_SYM_VAR)
	    fix_dynamic (m, ptx->units[u]->symbols[k], diag);
      ok = each_variable (m, diag, needs_relocation);
    }
  unsigned bad = 0;
  for (uint32_t k = 0; ok && k < m->n_funcs && bad < 20; k++)
    if ((!translate_later_p (vm, m->funcs[k])
	 || !translate_frame (vm, m->funcs[k]))
	&& !translate (vm, m->funcs[k], diag))
      bad++;
  if (!ok || bad)
    {
      vm_module_unload (m);
      return NULL;
    }
  for (uint32_t k = 0; k < m->n_funcs; k++)
    if (m->funcs[k]->ptx->entry
	|| m->funcs[k]->ptx->sym->linkage == PTX_LINK_VISIBLE)
      make_kernel (m, m->funcs[k]);
  if (vm->opt.profile)
    profile_module (m);
  return m;
}

static bool
free_place (struct vm_module *m, struct ptx_symbol *s, struct ptx_diag *diag)
{
  (void) m, (void) diag;
  free (s->aux);
  s->aux = NULL;
  return true;
}

void
vm_module_unload (struct vm_module *m)
{
  struct vm *vm = m->vm;
  /* Accesses that are remembered have been by its functions.  */
  if (vm->race)
    simt_race_launches_forget (vm->race);
  native_forget (m);
  for (uint32_t k = 0; k < m->n_allocs; k++)
    simt_mem_free (&vm->mem, m->allocs[k], 0);
  each_variable (m, NULL, free_place);
  for (size_t u = 0; u < m->ptx->n_units; u++)
    for (uint32_t k = 0; k < m->ptx->units[u]->n_symbols; k++)
      {
	struct ptx_symbol *s = m->ptx->units[u]->symbols[k];
	if (s->kind == PTX_SYM_VAR)
	  free_place (m, s, NULL);
      }
  for (uint32_t k = 0; k < m->n_kernels; k++)
    free ((void *) m->kernels[k].info.param_offset);
  for (uint32_t k = 0; k < m->n_funcs; k++)
    {
      struct vfunc *f = m->funcs[k];
      pthread_mutex_lock (&vm->lock);
      vm->funcs[f->index] = NULL;
      pthread_mutex_unlock (&vm->lock);
      for (uint32_t j = 0; j < f->n_allocs; j++)
	free (f->allocs[j]);
      free (f->allocs);
      free (f->code);
      uniform_plan_free (f->plan);
      free (f);
    }
  free (m->funcs);
  free (m->kernels);
  free (m->allocs);
  free (m->shared_valid);
  ptx_module_free (m->ptx);
  free (m);
}

struct vm_kernel *
vm_module_kernel (struct vm_module *m, const char *name)
{
  for (uint32_t k = 0; k < m->n_kernels; k++)
    if (strcmp (m->kernels[k].info.name, name) == 0)
      return &m->kernels[k];
  return NULL;
}

const struct vm_kernel_info *
vm_kernel_get_info (struct vm_kernel *k)
{
  struct vfunc *f = k->func;
  struct vm *vm = k->module->vm;
  pthread_mutex_lock (&vm->lock);
  bool measured = k->measured;
  pthread_mutex_unlock (&vm->lock);
  if (measured)
    return &k->info;
  uint64_t shared = k->module->shared_bytes;
  func_ready (f);
  uint32_t regs = f->reg_bytes / (4 * WARP_SIZE);
  if (shared && f->ptx->entry)
    shared = shared_use (f->ptx);
  pthread_mutex_lock (&vm->lock);
  k->info.shared_bytes = shared;
  k->info.n_regs = regs > 255 ? 255 : regs;
  k->measured = true;
  pthread_mutex_unlock (&vm->lock);
  return &k->info;
}

bool
vm_module_global (struct vm_module *m, const char *name, uint64_t *addr,
		  uint64_t *size)
{
  struct ptx_symbol *s = ptx_module_lookup (m->ptx, name);
  if (s && s->def)
    s = s->def;
  if (!s || s->kind != PTX_SYM_VAR || !s->aux)
    return false;
  const struct place *pl = s->aux;
  if (pl->kind != P_ADDRESS)
    return false;
  *addr = pl->where;
  *size = s->size;
  return true;
}
