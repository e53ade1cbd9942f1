/* The table of vector operations, for the processor that this runs on.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <stdlib.h>

#include "run/handlers.h"
#include "run/memory.h"
#include "run/vector.h"

struct kernel_row
{
  uint16_t op;
  uint8_t undef;
  gcn_kernel *kernel;
};
extern const struct kernel_row kernel_rows_base[];
#ifdef __x86_64__
extern const struct kernel_row kernel_rows_avx2[];
#endif

static bool
avx2_p (bool no_avx2)
{
#ifdef __x86_64__
  return !no_avx2 && __builtin_cpu_supports ("avx2")
	 && __builtin_cpu_supports ("fma");
#else
  return no_avx2 && false;
#endif
}

static struct vop tables[2][GCN_N_OPS];

static void
fill (struct vop *table, const struct kernel_row *rows)
{
  for (; rows->kernel; rows++)
    {
      table[rows->op].kernel = rows->kernel;
      table[rows->op].undef = rows->undef;
    }
}

#define FAST(ISA) \
  extern uop_fn *vec_fast_##ISA (const struct uop *); \
  extern uop_fn *fast_carry_##ISA (const struct uop *); \
  extern uop_fn *fast_compare_##ISA (const struct uop *); \
  extern uop_fn *fast_rows_##ISA (const struct uop *); \
  extern uop_fn *fast_atomic_##ISA (const struct uop *); \
  extern uop_fn *fast_signs_##ISA (const struct uop *); \
  extern bool lanes_access_##ISA (struct wave *, const struct uop *, \
				  const struct lanes *, uint64_t exec); \
  extern bool native_saves_##ISA (void *, const struct native_saves *); \
  extern void native_save_row_##ISA (void *, unsigned, uint64_t, uint8_t *); \
  extern void native_restore_row_##ISA (void *, unsigned, uint64_t, \
					const uint8_t *); \
  extern void native_settle_##ISA (void *); \
  extern void vec_blend_##ISA (struct wave *, unsigned, const uint32_t *)
FAST (base);
#ifdef __x86_64__
FAST (avx2);
#endif

#define FIND(NAME, U) (avx2 ? NAME##_avx2 (U) : NAME##_base (U))
#ifndef __x86_64__
# undef FIND
# define FIND(NAME, U) NAME##_base (U)
#endif

static uop_fn *
fast_for_host (const struct gcnvm *vm, const struct uop *u)
{
  bool avx2 = avx2_p (vm->opt.no_avx2);
  uop_fn *fast = NULL;
  (void) avx2;
  if (u->fn == vec_plain)
    fast = FIND (vec_fast, u);
  else if (u->fn == vec_compare)
    fast = FIND (fast_compare, u);
  else if (u->fn == vec_carry)
    fast = FIND (fast_carry, u);
  else if (u->fn == vec_general)
    fast = FIND (fast_signs, u);
  else if (u->fn == mem_flat && u->in->row->flags & GCN_F_ATOM)
    fast = FIND (fast_atomic, u);
  else if (u->fn == mem_flat
	   && !(vm->opt.cpu & GCN_RDNA && u->in->dst == GCN_NO_OPERAND))
    fast = FIND (fast_rows, u);
  return fast ? fast : u->fn;
}

#define H(N) .N = N,
#define HANDLERS(ISA, TABLE) \
  { .vops = TABLE, EACH_HANDLER (H) .fast = fast_for_host, \
    .lanes_access = lanes_access_##ISA, .saves = native_saves_##ISA, \
    .save_row = native_save_row_##ISA, .restore_row = native_restore_row_##ISA, \
    .settle = native_settle_##ISA, .blend = vec_blend_##ISA }
static const struct handlers base = HANDLERS (base, tables[0]);
#ifdef __x86_64__
static const struct handlers avx2 = HANDLERS (avx2, tables[1]);
/* With AVX-512 native code's rows are quicker, and what else there is is the same.  */
extern void native_save_row_avx512 (void *, unsigned, uint64_t, uint8_t *);
extern void native_restore_row_avx512 (void *, unsigned, uint64_t, const uint8_t *);
static struct handlers avx512;
#endif

static void
fill_tables (void)
{
  fill (tables[0], kernel_rows_base);
#ifdef __x86_64__
  fill (tables[1], avx2_p (false) ? kernel_rows_avx2 : kernel_rows_base);
  avx512 = avx2;
  avx512.save_row = native_save_row_avx512;
  avx512.restore_row = native_restore_row_avx512;
#endif
}

const struct handlers *
handlers_for_host (bool no_avx2)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, fill_tables);
#ifdef __x86_64__
  if (avx2_p (no_avx2))
    return __builtin_cpu_supports ("avx512f") ? &avx512 : &avx2;
#endif
  (void) no_avx2;
  return &base;
}
