/* Undefined values: which bytes of memory are defined.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "code/shadow.h"
#include "run/activation.h"
#include "simt/memory/undefined.h"

/* ---- Bits.  Host threads may set neighbouring ones at once.  */

static uint8_t
load_byte (const uint8_t *p)
{
  return __atomic_load_n (p, __ATOMIC_RELAXED);
}

/* Set those of *P that are in MASK, or clear them.  */
static void
put_byte (uint8_t *p, uint8_t mask, bool defined)
{
  uint8_t now = load_byte (p);
  if (mask == 0xff)
    __atomic_store_n (p, defined ? 0xff : 0, __ATOMIC_RELAXED);
  else if (defined && (now & mask) != mask)
    __atomic_fetch_or (p, mask, __ATOMIC_RELAXED);
  else if (!defined && (now & mask))
    __atomic_fetch_and (p, (uint8_t) ~mask, __ATOMIC_RELAXED);
}

/* The bits from AT & 7 on, at most N.  */
static uint8_t
part_mask (uint64_t at, uint64_t n)
{
  unsigned first = at & 7;
  uint8_t m = (uint8_t) (0xff << first);
  if (first + n < 8)
    m &= (uint8_t) ((1u << (first + n)) - 1);
  return m;
}

bool
bits_all (const struct shadow_bits *b, uint64_t addr, uint64_t n)
{
  uint64_t at = addr - b->base;
  const uint8_t *p = b->bits + at / 8;
  if (n && (at & 7))
    {
      uint8_t m = part_mask (at, n);
      if ((load_byte (p) & m) != m)
	return false;
      uint64_t k = 8 - (at & 7);
      n = n > k ? n - k : 0;
      p++;
    }
  for (; n >= 64; n -= 64, p += 8)
    {
      uint64_t v;
      memcpy (&v, p, 8);
      if (v != UINT64_MAX)
	return false;
    }
  for (; n >= 8; n -= 8)
    if (load_byte (p++) != 0xff)
      return false;
  return !n || (load_byte (p) & part_mask (0, n)) == part_mask (0, n);
}

void
bits_set (const struct shadow_bits *b, uint64_t addr, uint64_t n,
	  bool defined)
{
  uint64_t at = addr - b->base;
  uint8_t *p = b->bits + at / 8;
  if (n && (at & 7))
    {
      put_byte (p, part_mask (at, n), defined);
      uint64_t k = 8 - (at & 7);
      n = n > k ? n - k : 0;
      p++;
    }
  if (n >= 8)
    {
      memset (p, defined ? 0xff : 0, n / 8);
      p += n / 8;
      n &= 7;
    }
  if (n)
    put_byte (p, part_mask (0, n), defined);
}

uint32_t
bits_get (const struct shadow_bits *b, uint64_t addr, unsigned n)
{
  uint64_t at = addr - b->base;
  const uint8_t *p = b->bits + at / 8;
  uint32_t v = load_byte (p);
  if ((at & 7) + n > 8)
    v |= (uint32_t) load_byte (p + 1) << 8;
  if ((at & 7) + n > 16)
    v |= (uint32_t) load_byte (p + 2) << 16;
  return v >> (at & 7) & ((1u << n) - 1);
}

uint64_t
bits_find (const struct shadow_bits *b, uint64_t addr, uint64_t end,
	   bool defined)
{
  uint8_t skip = defined ? 0 : 0xff;
  while (addr < end)
    {
      uint64_t at = addr - b->base;
      uint8_t v = load_byte (b->bits + at / 8);
      if ((at & 7) == 0 && v == skip)
	addr += 8;
      else if ((v >> (at & 7) & 1) == defined)
	return addr;
      else
	addr++;
    }
  return end;
}

/* ---- Bytes that are defined in part.  */

/* Each entry is the address and, below it, 8 bits.  */
static uint64_t *
partial_of (const struct shadow *s, uint64_t addr)
{
  return &s->partial[(addr * 0x9e3779b97f4a7c15u) >> 48 & (N_PARTIAL - 1)];
}

uint8_t
partial_get (const struct shadow *s, uint64_t addr)
{
  uint64_t e = __atomic_load_n (partial_of (s, addr), __ATOMIC_RELAXED);
  return e >> 8 == addr && (uint8_t) e ? (uint8_t) e : 0xff;
}

void
partial_put (struct shadow *s, uint64_t addr, uint8_t v)
{
  uint64_t *p = partial_of (s, addr);
  if (v != 0xff)
    __atomic_store_n (p, addr << 8 | v, __ATOMIC_RELAXED);
  else if (__atomic_load_n (p, __ATOMIC_RELAXED) >> 8 == addr)
    __atomic_store_n (p, 0, __ATOMIC_RELAXED);
}

void
partial_move (struct shadow *s, uint64_t to, uint64_t from)
{
  partial_put (s, to, partial_get (s, from));
}

/* ---- A device and a block.  */

/* A bit for each of N bytes, all 0; NULL if there are none.  */
static uint8_t *
bits_new (uint64_t n)
{
  void *p = mmap (NULL, n / 8 + 16, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

struct shadow *
shadow_create (const struct simt_mem *mem)
{
  struct shadow *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->arena.base = mem->arena;
  s->arena.size = mem->global_size;
  s->arena.bits = bits_new (mem->global_size);
  s->origins = calloc (MAX_ORIGINS, sizeof *s->origins);
  s->partial = calloc (N_PARTIAL, sizeof *s->partial);
  s->n_origins = 1;
  pthread_mutex_init (&s->lock, NULL);
  if (s->arena.bits && s->origins && s->partial)
    return s;
  shadow_destroy (s);
  return NULL;
}

void
shadow_destroy (struct shadow *s)
{
  if (!s)
    return;
  if (s->arena.bits)
    munmap (s->arena.bits, s->arena.size / 8 + 16);
  pthread_mutex_destroy (&s->lock);
  free (s->origins);
  free (s->partial);
  free (s);
}

/* L is the last launch; reports of the host's copies name it.  */
static void
note_launch (const struct launch *l)
{
  struct shadow *s = l->vm->shadow;
  pthread_mutex_lock (&s->lock);
  if (s->launch != l->id || !s->kernel[0])
    snprintf (s->kernel, sizeof s->kernel, "%s", l->kernel->func->name);
  s->launch = l->id;
  pthread_mutex_unlock (&s->lock);
}

/* A block of a few KiB takes its bits from malloc, which has them at hand.  */
bool
shadow_block_new (struct block *b)
{
  struct shadow_block *s = calloc (1, sizeof *s);
  if (!s)
    return false;
  b->shadow = s;
  note_launch (b->launch);
  s->shared.base = (uint64_t) (uintptr_t) b->shared;
  s->shared.size = b->shared_size;
  s->shared.bits = calloc (b->shared_size / 8 + 16, 1);
  s->local.base = (uint64_t) (uintptr_t) b->local_map;
  s->local.size = b->local_map_size;
  s->local.bits = calloc (b->local_map_size / 8 + 16, 1);
  return s->shared.bits && s->local.bits;
}

void
shadow_block_free (struct block *b)
{
  free (b->shadow->shared.bits);
  free (b->shadow->local.bits);
  free (b->shadow);
}

const struct shadow_bits *
shadow_find (struct warp *w, unsigned lane, unsigned space, uint64_t *addr,
	     unsigned size)
{
  const struct shadow_block *s = w->block->shadow;
  const struct shadow_bits *arena = &w->vm->shadow->arena;
  uint64_t own = (uint64_t) (uintptr_t) w->local + lane * w->lstride;
  switch (space)
    {
    case PTX_GENERIC: case PTX_GLOBAL:
      if (bits_hold (arena, *addr, size))
	return arena;
      if (space == PTX_GLOBAL)
	return NULL;
      if (bits_hold (&s->shared, *addr, size))
	return &s->shared;
      if (!bits_hold (&s->local, *addr, size))
	return NULL;
      /* The address is that of each thread's own memory (local_addr).  */
      *addr = own + (*addr - s->local.base) % w->lstride;
      return &s->local;
    case PTX_SHARED:
      *addr += s->shared.base;
      return bits_hold (&s->shared, *addr, size) ? &s->shared : NULL;
    case PTX_LOCAL: case 0xff:
      if (space == 0xff)
	*addr += own + w->act->lbase;
      else if (*addr < w->lstride)
	*addr += own;
      return bits_hold (&s->local, *addr, size) ? &s->local : NULL;
    default:
      return NULL;
    }
}

/* ---- What the host does.  */

void
shadow_set (struct vm *vm, uint64_t addr, uint64_t n, bool defined)
{
  const struct shadow_bits *b = &vm->shadow->arena;
  if (!bits_hold (b, addr, n))
    return;
  /* Large memory becomes undefined by giving the pages of its bits back.  */
  if (!defined && n >= (uint64_t) 8 << 20)
    {
      uint64_t at = addr - b->base;
      uint64_t lo = round_up (at, 8 * 4096), hi = (at + n) / (8 * 4096)
						  * (8 * 4096);
      bits_set (b, addr, lo - at, false);
      madvise (b->bits + lo / 8, (hi - lo) / 8, MADV_DONTNEED);
      bits_set (b, b->base + hi, at + n - hi, false);
      return;
    }
  bits_set (b, addr, n, defined);
}

static void
move_byte (struct shadow *s, uint64_t to, uint64_t from, bool defined)
{
  bits_set (&s->arena, to, 1, defined);
  if (!defined)
    partial_move (s, to, from);
}

void
shadow_move (struct vm *vm, uint64_t to, uint64_t from, uint64_t n)
{
  const struct shadow_bits *b = &vm->shadow->arena;
  bool known = bits_hold (b, from, n);
  if (!bits_hold (b, to, n))
    return;
  if (!known)
    bits_set (b, to, n, true);
  else if (to <= from || to - from >= n)
    for (uint64_t k = 0, m; k < n; k += m)
      {
	m = n - k < 16 ? n - k : 16;
	uint32_t v = bits_get (b, from + k, (unsigned) m);
	for (unsigned j = 0; j < m; j++)
	  move_byte (vm->shadow, to + k + j, from + k + j, v >> j & 1);
      }
  else
    for (uint64_t k = n; k-- > 0;)
      move_byte (vm->shadow, to + k, from + k, bits_get (b, from + k, 1));
}

/* True if copy C is to be reported.  */
static bool
told_p (struct vm *vm, const struct simt_undefined_copy *c)
{
  uint64_t h = simt_undefined_key (c);
  for (uint32_t k = 0; k < SIMT_SAME_COPIES; k++)
    if (report_first (vm, vm->shadow, (uint32_t) (h >> 32) + k))
      return true;
  return false;
}

/* The host reads N bytes at FROM: report the first undefined one, except in
   padding.  */
void
shadow_to_host (struct vm *vm, uint64_t from, uint64_t n)
{
  const struct shadow_bits *b = &vm->shadow->arena;
  struct simt_undefined_copy c = { .from = from, .n = n,
				   .strict = vm->opt.initcheck_strict,
				   .mem = &vm->mem };
  uint64_t end = from + n, lo = from, hi;
  if (!bits_hold (b, from, n))
    return;
  for (; (lo = bits_find (b, lo, end, false)) < end; lo = hi)
    {
      hi = bits_find (b, lo, end, true);
      /* Bit-fields leave bits that no one uses.  */
      while (lo < hi && partial_get (vm->shadow, lo) != 0xff
	     && !simt_undefined_scalars (&c, lo))
	lo++;
      for (uint64_t k = lo; k < hi; k++)
	if (partial_get (vm->shadow, k) != 0xff
	    && !simt_undefined_scalars (&c, k))
	  hi = k;
      if (lo == hi)
	{
	  hi++;
	  continue;
	}
      simt_undefined_add (&c, lo, hi);
    }
  if (!c.sum || !told_p (vm, &c))
    return;
  char text[1024], kernel[sizeof vm->shadow->kernel];
  pthread_mutex_lock (&vm->shadow->lock);
  memcpy (kernel, vm->shadow->kernel, sizeof kernel);
  pthread_mutex_unlock (&vm->shadow->lock);
  simt_undefined_text (&vm->mem, &c, kernel, text, sizeof text);
  struct simt_report r = { .kind = VM_R_INITCHECK, .text = text,
			   .function = *kernel ? kernel : NULL,
			   .address = c.first, .mem = &vm->mem };
  simt_fact_text (&r, "function", NULL, r.function);
  simt_fact_address (&r, "address", NULL, c.first);
  vm_report (vm, &r);
}
