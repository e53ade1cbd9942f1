/* The PTX debugger: memory and registers.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <string.h>

#include "debug-int.h"

struct vm *debugged;

/* ---- Memory.  */

bool
memory_private_p (const struct place *p, uint64_t addr)
{
  const struct block *b = warp_of (p)->block;
  return addr - local_addr (b) < b->local_map_size;
}

/* The host address of N bytes at ADDR, as P's lane sees them, or NULL.  The machine's
   own functions for copies are not used: they wait for launches, and say that the host
   has seen what is undefined.  */

static void *
memory_at (const struct place *p, uint64_t addr, size_t n)
{
  const struct warp *w = p->wave ? warp_of (p) : NULL;
  const struct block *b = w ? w->block : NULL;
  uint64_t local = b ? addr - local_addr (b) : 0;
  uint64_t shared = b ? addr - (uint64_t) (uintptr_t) b->shared : 0;
  if (b && local < w->lstride && n <= w->lstride - local)
    return w->local + p->lane * w->lstride + local;
  if ((b && shared < b->shared_size && n <= b->shared_size - shared)
      || vm_range_p (debugged, addr, n))
    return (void *) (uintptr_t) addr;
  return NULL;
}

bool
memory_read (const struct place *p, uint64_t addr, void *to, size_t n)
{
  const void *from = memory_at (p, addr, n);
  if (from)
    memcpy (to, from, n);
  return from != NULL;
}

bool
memory_write (const struct place *p, uint64_t addr, const void *from, size_t n)
{
  void *to = memory_at (p, addr, n);
  if (!to)
    return false;
  memcpy (to, from, n);
  /* It is defined now.  */
  if (vm_device_p (debugged, addr))
    vm_host_wrote (debugged, addr, n);
  return true;
}

/* ---- Registers.  */

const struct simt_type *
register_value (const struct place *p, const char *name, uint8_t bytes[16])
{
  static const struct simt_type f64
    = { .kind = SIMT_T_FLOAT, .name = "double", .size = 8 };
  static const struct simt_type f32
    = { .kind = SIMT_T_FLOAT, .name = "float", .size = 4 };
  static const struct simt_type boolean
    = { .kind = SIMT_T_BOOL, .name = "bool", .size = 1 };
  const struct vfunc *f = act_of (p)->func;
  char full[260];
  enum ptx_type type;
  uint32_t offset;
  memset (bytes, 0, 16);
  snprintf (full, sizeof full, "%%%s", name);
  if (!f->ptx || !func_register (f, full, &type, &offset))
    return NULL;
  const uint8_t *r = act_of (p)->regs + offset;
  unsigned size = ptx_type_size (type);
  if (type == PTX_PRED)
    bytes[0] = *(const uint32_t *) r >> p->lane & 1;
  else if (size <= 4)
    memcpy (bytes, r + 4 * p->lane, 4);
  else if (size <= 8)
    memcpy (bytes, r + 8 * p->lane, 8);
  else
    for (unsigned k = 0; k < 2; k++)
      memcpy (bytes + 8 * k, r + 8 * (k * WARP_SIZE + p->lane), 8);
  switch (type)
    {
    case PTX_F32: return &f32;
    case PTX_F64: return &f64;
    case PTX_PRED: return &boolean;
    default: return simt_plain_type (size > 8 ? 8 : size);
    }
}

const char *
register_name (const struct place *p, unsigned k)
{
  const struct ptx_function *f = act_of (p)->func->ptx;
  const char *name = f && k < f->n_regs ? f->regs[k].name : NULL;
  return name && *name == '%' ? name + 1 : name;
}
