/* Test of a device's memory: bounds, the shadow, freed memory, limits, threads.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <pthread.h>
#include <sys/mman.h>

#include "simt/memory/mem.h"
#include "test.h"

#define MB ((uint64_t) 1 << 20)

static struct simt_mem mem;

/* What the machines ask of global memory.  */
static bool
ok (uint64_t addr, unsigned size)
{
  return simt_mem_ok (&mem, mem.arena, mem.global_size, addr, size);
}

static bool
run_ok (uint64_t addr, unsigned n, unsigned size)
{
  return simt_mem_run_ok (&mem, mem.arena, mem.global_size, addr, n, size);
}

static void
described (uint64_t addr, unsigned size, const char *want)
{
  char text[400];
  simt_mem_describe (&mem, addr, size, text, sizeof text);
  check_text (text, want, "describe");
}

static void
element (uint64_t addr, unsigned size, const char *want)
{
  char text[400];
  check (simt_mem_describe_element (&mem, addr, size, text, sizeof text)
	 == (*want != '\0'), "is there an element");
  check_text (text, want, "element");
}

/* Each byte of an allocation can be accessed, and none around it, for sizes
   that end anywhere in a granule.  */
static void
bounds (void)
{
  for (unsigned size = 1; size < 70; size++)
    {
      uint64_t a = simt_mem_alloc (&mem, size, 16, NULL, 0);
      bool right = a && a % 16 == 0 && !ok (a - 1, 1) && !ok (a - 16, 16);
      for (unsigned k = 0; k < 96; k++)
	for (unsigned n = 1; n <= 16; n *= 2)
	  right &= ok (a + k, n) == (k % n == 0 && k + n <= size);
      check (right, "bounds of %u bytes", size);
      right = true;
      for (unsigned k = 0; k < 96; k++)
	for (unsigned n = 4; n <= 96; n += 4)
	  right &= run_ok (a + k, n, 4) == (k % 4 == 0 && k + n <= size);
      check (right, "runs in %u bytes", size);
      uint64_t base, length;
      check (simt_mem_find (&mem, a + size - 1, &base, &length)
	     && base == a && length == size
	     && (size == 0 || !simt_mem_find (&mem, a + size, &base, &length)),
	     "find in %u bytes", size);
      check (simt_mem_range_ok (&mem, a, size)
	     && !simt_mem_range_ok (&mem, a, size + 1)
	     && !simt_mem_range_ok (&mem, a - 1, 1), "range of %u", size);
    }
  for (uint64_t align = 1; align <= 1 << 16; align *= 2)
    check (simt_mem_alloc (&mem, 1, align, NULL, 0) % align == 0,
	   "aligned to %u", (unsigned) align);
}

/* Long runs, over the eight granules that are looked at at once, and a freed
   one among them.  */
static void
runs (void)
{
  uint64_t a = simt_mem_alloc (&mem, 4096, 16, NULL, 0);
  bool right = true;
  for (unsigned from = 0; from < 300; from += 4)
    for (unsigned n = 4; n < 1024; n += 60)
      right &= run_ok (a + from, n, 4);
  check (right, "runs in 4096 bytes");
  check (run_ok (a, 4096, 16) && !run_ok (a, 4100, 4)
	 && !run_ok (a - 4, 4096, 4) && run_ok (a + 4080, 16, 16),
	 "runs at the ends");
  simt_mem_free (&mem, a, 0);
  check (!run_ok (a, 4, 4) && !run_ok (a + 2048, 256, 4), "run after free");
}

static void
freed (void)
{
  uint64_t a = simt_mem_alloc (&mem, 64, 16, "table", 0);
  uint64_t b = simt_mem_alloc (&mem, 24, 16, NULL, SIMT_HEAP);
  char text[200];
  described (a + 80, 4, "16 bytes past the end of `table' (64 bytes)");
  described (a + 4, 4, "offset 4 in `table' (64 bytes)");
  described (a + 62, 4, "offset 62 in `table' (64 bytes), across its end");
  snprintf (text, sizeof text, "8 bytes past the end of memory from malloc at "
	    "0x%llx (24 bytes)", (unsigned long long) b);
  described (b + 32, 4, text);

  check (!simt_mem_free (&mem, a, SIMT_HEAP), "free of what is no heap");
  check (!simt_mem_free (&mem, b, 0), "other free of heap memory");
  check (!simt_mem_free (&mem, a + 16, 0), "free inside");
  check (simt_mem_free (&mem, a, 0), "free");
  check (!simt_mem_free (&mem, a, 0), "free twice");
  check (simt_mem_free (&mem, b, SIMT_HEAP), "free of heap memory");
  check (!ok (a, 4) && !simt_mem_range_ok (&mem, a, 1), "access after free");
  described (a + 4, 4, "offset 4 in `table' (64 bytes, freed)");
  described (a + 72, 4, "8 bytes past the end of freed `table' (64 bytes)");
  described (mem.arena, 4, "below every allocation");
  const struct simt_alloc *r = simt_mem_lookup (&mem, a + 1);
  check (r && r->base == a && r->freed && r->size == 64, "lookup");

  /* Freed memory is not given out again at once, and then it is.  */
  uint64_t c = simt_mem_alloc (&mem, 64, 16, NULL, 0);
  check (c != a, "freed memory given out at once");
  bool again = false, right = true;
  for (unsigned k = 0; k < 8 * 8192 && !again; k++)
    {
      c = simt_mem_alloc (&mem, 8192, 16, NULL, 0);
      again = k && c == a;
      if (k == 0)
	a = c;
      right &= ok (c, 16) && simt_mem_free (&mem, c, 0);
    }
  check (right, "alloc and free, many times");
  check (again, "freed memory is never used again");
}

/* A program may allocate and free large memory for ever.  */
static void
large (void)
{
  static const uint64_t sizes[] = { 16368, 16384, 17000, 300000, MB, MB + 1,
				    100 * MB };
  for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
    {
      struct simt_mem m;
      uint64_t n = sizes[k];
      bool right = simt_mem_init (&m, 256 * MB, 0);
      uint64_t first = simt_mem_alloc (&m, n, 256, NULL, 0);
      right &= (first && simt_mem_range_ok (&m, first, n)
		&& !simt_mem_range_ok (&m, first, n + 1)
		&& simt_mem_free (&m, first, 0));
      /* More than the arena holds, and what was freed is not the next.  */
      uint64_t count = n < 300000 ? 10000 : m.arena_size / n + 100;
      for (uint64_t i = 0; i < count && right; i++)
	{
	  uint64_t a = simt_mem_alloc (&m, n, 256, NULL, 0);
	  right = a && (i || a != first) && simt_mem_free (&m, a, 0);
	}
      check (right, "%llu times %llu bytes", (unsigned long long) count,
	     (unsigned long long) n);
      simt_mem_destroy (&m);
    }
}

/* How many others of SIZE bytes with FLAGS are allocated and freed before the first is
   used again; 0: more than 1500.  */
static unsigned
comes_again (uint64_t size, unsigned flags)
{
  struct simt_mem m;
  bool right = simt_mem_init (&m, 256 * MB, 0);
  uint64_t valid = flags & SIMT_HALF ? size / 2 : size, first = 0;
  unsigned again = 0;
  for (unsigned i = 0; i < 1500 && right && !again; i++)
    {
      uint64_t a = simt_mem_alloc (&m, size, 256, NULL, flags);
      right = (a && simt_mem_valid (&m, a, valid)
	       && !simt_mem_valid (&m, a + valid, 1));
      if (!first)
	first = a;
      else if (a == first)
	again = i;
      right &= simt_mem_free (&m, a, 0) && !simt_mem_valid (&m, a, 1);
    }
  check (right, "blocks of %llu bytes, flags %u", (unsigned long long) size, flags);
  /* Others are not made of it.  */
  uint64_t b = simt_mem_alloc (&m, 2 * MB, 256, NULL, 0);
  check (b > first && simt_mem_valid (&m, b, 2 * MB), "a block where others were");
  simt_mem_destroy (&m);
  return again;
}

/* What was freed is used again after a while, but not soon; memory that many launches
   allocate and free so has few pages.  */
static void
sooner_or_later (void)
{
  static const struct { uint64_t size; unsigned flags, least, most; } rows[] =
  {
    /* Stacks, half of which is a gap.  */
    { 2 * MB, SIMT_UNCOUNTED | SIMT_HALF, 200, 300 },
    { MB / 16, SIMT_UNCOUNTED | SIMT_HALF, 900, 1100 },
    /* libgomp's memory of a launch on amdgcn.  */
    { 270392, 0, 50, 70 },
    { MB / 2, 0, 25, 35 },
    { 2 * MB, 0, 0, 0 }
  };
  for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++)
    {
      unsigned n = comes_again (rows[k].size, rows[k].flags);
      check (n >= rows[k].least && n <= rows[k].most,
	     "%llu bytes, flags %u: used again after %u others",
	     (unsigned long long) rows[k].size, rows[k].flags, n);
    }
}

/* Blocks of all sizes come and go where memory is used again: none gets what
   another has.  */
static void
mixed (void)
{
  struct simt_mem m;
  uint64_t have[100] = { 0 }, size[100] = { 0 }, seed = 1;
  bool right = simt_mem_init (&m, 4096 * MB, 0);
  for (int k = 0; k < 4 && right; k++)
    {
      uint64_t a = simt_mem_alloc (&m, 3000 * MB, 16, NULL, 0);
      right = a && simt_mem_free (&m, a, 0);
    }
  for (unsigned k = 0; k < 20000 && right; k++)
    {
      unsigned i = k * 37 % 100;
      seed = seed * UINT64_C (6364136223846793005) + 1;
      if (have[i])
	right = (*(uint64_t *) (uintptr_t) have[i] == i
		 && *(uint64_t *) (uintptr_t) (have[i] + size[i] - 8) == i
		 && simt_mem_free (&m, have[i], 0));
      size[i] = 16000 + (seed >> 33) % 200000 / 8 * 8;
      have[i] = simt_mem_alloc (&m, size[i], 16, NULL, 0);
      right &= have[i] != 0;
      if (right)
	*(uint64_t *) (uintptr_t) have[i]
	  = *(uint64_t *) (uintptr_t) (have[i] + size[i] - 8) = i;
    }
  check (right, "blocks of all sizes");
  simt_mem_destroy (&m);
}

/* Memory that is one owner's is not another's to free.  */
static void
owners (void)
{
  uint64_t a = simt_mem_alloc (&mem, 64, 16, NULL, SIMT_OWNER (3));
  check (!simt_mem_free (&mem, a, 0)
	 && !simt_mem_free (&mem, a, SIMT_OWNER (2))
	 && simt_mem_free (&mem, a, SIMT_OWNER (3)), "owners");
}

static void
limits (void)
{
  struct simt_mem m;
  _Atomic uint64_t heap = 1000;
  check (simt_mem_init (&m, MB, 4096), "init");
  m.heap_limit = &heap;
  check (simt_mem_left (&m) == MB, "left at first");
  uint64_t a = simt_mem_alloc (&m, MB - 100, 16, NULL, 0);
  check (a && simt_mem_left (&m) == 100, "left");
  check (!simt_mem_alloc (&m, 101, 16, NULL, 0), "more than there is");
  check (!simt_mem_alloc (&m, UINT64_MAX, 16, NULL, 0)
	 && !simt_mem_alloc (&m, UINT64_MAX - 8, 16, NULL, 0)
	 && !simt_mem_alloc (&m, UINT64_MAX - 64, 16, NULL, 0)
	 && !simt_mem_alloc (&m, UINT64_MAX / 2, 16, NULL, 0), "huge");
  check (simt_mem_free (&m, a, 0) && simt_mem_left (&m) == MB, "left after");
  check (!simt_mem_alloc (&m, 1001, 16, NULL, SIMT_HEAP), "heap limit");
  a = simt_mem_alloc (&m, 600, 16, NULL, SIMT_HEAP);
  check (a && !simt_mem_alloc (&m, 600, 16, NULL, SIMT_HEAP), "heap full");
  heap = 1200;
  check (simt_mem_alloc (&m, 600, 16, NULL, SIMT_HEAP) != 0, "heap grown");
  simt_mem_destroy (&m);
}

static void
constants (void)
{
  uint64_t a = simt_mem_alloc (&mem, 64, 16, "c", SIMT_CONSTANT);
  check (a >= mem.arena + mem.global_size && simt_mem_arena_p (&mem, a),
	 "constant memory is elsewhere");
  check (!ok (a, 4), "constant memory taken for global memory");
  check (simt_mem_ok (&mem, mem.arena, mem.arena_size, a, 4)
	 && simt_mem_range_ok (&mem, a, 64), "constant memory is valid");
}

/* What the host shares stays apart, also when it is used again.  */

static void
shared_memory (void)
{
  struct simt_mem m;
  bool apart = true, reused = false;
  uint64_t first = 0;
  check (simt_mem_init (&m, 64 * MB, 256 * MB), "init");
  for (int k = 0; k < 1000; k++)
    {
      uint64_t a = simt_mem_alloc (&m, MB, 256, NULL, SIMT_SHARED);
      uint64_t b = simt_mem_alloc (&m, MB, 256, NULL, 0);
      apart &= (a && b && simt_mem_own_p (&m, b) && !simt_mem_own_p (&m, a)
		&& simt_mem_arena_p (&m, a)
		&& simt_mem_ok (&m, m.arena, m.arena_size, a, 4));
      if (k == 0)
	first = a;
      else
	reused |= a == first;
      apart &= simt_mem_free (&m, a, 0) && simt_mem_free (&m, b, 0);
    }
  check (apart, "shared memory is apart");
  check (reused, "shared memory is used again");
  simt_mem_destroy (&m);
}

/* A large allocation is valid where it is used, and nowhere else.  */

static void
later (void)
{
  enum { CALL = 5 };
  struct simt_mem m;
  uint64_t size = 100 * MB - 24;
  check (simt_mem_init (&m, 256 * MB, 0), "init");
  uint64_t a = simt_mem_alloc (&m, size, 256, NULL, SIMT_LATER);
#define OK(AT, N) simt_mem_run_ok (&m, m.arena, m.arena_size, AT, N, 4)
  check (OK (a, 64) && !OK (a + 90 * MB, 4), "valid at first");
  check (simt_mem_later (&m, a + 90 * MB, 4) && OK (a + 90 * MB, 4) && OK (a + 40 * MB, 64),
	 "valid later");
  check (simt_mem_later (&m, a + size - 4, 4) && OK (a + size - 4, 4), "its end");
  check (!simt_mem_later (&m, a + size - 4, 8) && !simt_mem_later (&m, a + size, 1)
	 && !simt_mem_later (&m, a - 8, 4) && !OK (a + size, 4), "beyond its end");
  check (simt_mem_free (&m, a, 0) && !OK (a, 4) && !OK (a + 90 * MB, 4)
	 && !simt_mem_later (&m, a + 90 * MB, 4), "freed");
  a = simt_mem_alloc (&m, size, 256, NULL, 0);
  check (OK (a + size - 4, 4) && !simt_mem_later (&m, a + size - 4, 8), "valid at once");
  check (simt_mem_free (&m, a, 0), "free");
  /* With objects in it that is all of it.  */
  a = simt_mem_alloc (&m, size, 256, NULL, SIMT_LATER);
  simt_mem_made (&m, a, (struct simt_maker) { NULL, "map" }, CALL, false);
  struct simt_object o = { .base = a + 50 * MB, .size = 64 };
  check (simt_mem_objects (&m, a, CALL, &o, 1, true), "objects");
  check (OK (a + 50 * MB, 64) && !OK (a, 4) && !simt_mem_later (&m, a, 4)
	 && !simt_mem_later (&m, a + 90 * MB, 4) && simt_mem_later (&m, a + 50 * MB, 4),
	 "outside of objects");
#undef OK
  simt_mem_destroy (&m);
}

static void
host_memory (void)
{
  static char x[64], y[64];
  uint64_t a = (uint64_t) (uintptr_t) x, base, size;
  check (!simt_mem_host_ok (&mem, a, 1, true), "unknown host memory");
  check (simt_mem_host_add (&mem, x, 64) && simt_mem_host_add (&mem, y, 8),
	 "host_add");
  check (simt_mem_host_ok (&mem, a, 64, true) && !simt_mem_host_ok (&mem, a, 65, true)
	 && simt_mem_range_ok (&mem, a + 63, 1)
	 && !simt_mem_range_ok (&mem, a + 63, 2), "host memory");
  check (simt_mem_find (&mem, a + 5, &base, &size) && base == a && size == 64,
	 "find host memory");
  check (simt_mem_host_remove (&mem, x) && !simt_mem_host_remove (&mem, x)
	 && !simt_mem_host_ok (&mem, a, 1, true)
	 && simt_mem_host_ok (&mem, (uint64_t) (uintptr_t) y, 8, true),
	 "host_remove");
}

/* Several threads at once: nobody gets what another one has.  */
static void *
worker (void *closure)
{
  uint64_t id = (uint64_t) (uintptr_t) closure, have[16] = { 0 };
  bool right = true;
  for (unsigned k = 0; k < 4000; k++)
    {
      uint64_t *p = &have[k * 7 % 16];
      if (*p)
	{
	  right &= *(uint64_t *) (uintptr_t) *p == (id << 32 | *p % 4096);
	  right &= simt_mem_free (&mem, *p, 0);
	}
      *p = simt_mem_alloc (&mem, 8 + k % 100, 16, "w", 0);
      right &= *p && ok (*p, 8);
      *(uint64_t *) (uintptr_t) *p = id << 32 | *p % 4096;
    }
  return right ? closure : NULL;
}

/* Objects in an allocation, whose gaps become invalid, unless the list of them
   cannot be right.  */
static void
objects (void)
{
  uint64_t a = simt_mem_alloc (&mem, 512, 256, NULL, 0);
  struct simt_maker none = { NULL, NULL };
  struct simt_object o[]
    = { { .base = a + 256, .size = 100, .host = 0x2000 },
	{ .base = a, .size = 33, .host = 0x1000 },
	{ .base = a + 72, .size = 8, .host = 0x3000 } };
  struct simt_local local;
  struct simt_object far = { .base = a + 480, .size = 33, .host = 0x1000 };
  simt_mem_made (&mem, a, (struct simt_maker) { NULL, "enter data" }, 7, false);
  check (!simt_mem_objects (&mem, a, 8, o, 3, true) && ok (a + 33, 1),
	 "objects of another call");
  check (!simt_mem_objects (&mem, a, 7, &far, 1, true) && ok (a + 33, 1),
	 "an object beyond the block");
  check (simt_mem_objects (&mem, a + 9, 7, o, 3, true), "objects");
  check (ok (a + 32, 1) && !ok (a + 33, 1) && !ok (a + 32, 2)
	 && !ok (a + 255, 1) && ok (a + 256, 16) && ok (a + 352, 4)
	 && !ok (a + 356, 1) && ok (a + 72, 8) && !ok (a + 80, 1)
	 && !ok (a + 511, 1), "bounds of objects");
  check (simt_mem_valid (&mem, a, 33) && !simt_mem_valid (&mem, a, 34)
	 && simt_mem_range_ok (&mem, a, 512), "validity of objects");
  check (simt_mem_device_of (&mem, 0x2063, &local) == a + 256 + 0x63
	 && !simt_mem_device_of (&mem, 0x2064, &local), "device addresses");
  described (a + 36, 4, "3 bytes past the end of the object mapped from host "
	     "address 0x1000 (33 bytes), mapped by `enter data'");
  described (a + 356, 4, "0 bytes past the end of the object mapped from host "
	     "address 0x2000 (100 bytes), element 25 of 0 to 24, mapped by "
	     "`enter data'");
  described (a + 248, 4, "8 bytes ahead of the object mapped from host address "
	     "0x2000 (100 bytes), element -2 of 0 to 24, mapped by "
	     "`enter data'");
  element (a + 256 + 28, 4, "element 7 of the object mapped from host address "
	   "0x2000, mapped by `enter data'");
  element (a + 72, 8, "the object mapped from host address 0x3000, mapped by "
	   "`enter data'");
  element (a + 257, 4, "offset 1 in the object mapped from host address 0x2000 "
	   "(100 bytes), mapped by `enter data'");
  element (a + 36, 4, "");
  simt_mem_gone (&mem, a, (struct simt_maker) { NULL, "exit data" });
  simt_mem_free (&mem, a, 0);
  element (a + 256, 4, "");
  check (!simt_mem_device_of (&mem, 0x2000, &local), "objects that are gone");
  described (a + 4, 4, "offset 4 in the object mapped from host address 0x1000 "
	     "(33 bytes, freed), mapped by `enter data', freed by `exit data'");
  uint64_t b = simt_mem_alloc (&mem, 512, 256, NULL, SIMT_UNCOUNTED);
  uint64_t left = simt_mem_left (&mem);
  simt_mem_poison (&mem, b + 1, 63, false);
  check (ok (b, 16) && !ok (b + 16, 1) && !ok (b + 63, 1) && ok (b + 64, 1),
	 "poison");
  simt_mem_made (&mem, b, none, 0, true);
  check (simt_mem_free (&mem, b, SIMT_UNCOUNTED)
	 && simt_mem_left (&mem) == left, "uncounted memory");
}

/* How many of the N pages at FROM there are.  */
static unsigned
pages_there (uint64_t from, unsigned n)
{
  unsigned char there[256];
  unsigned sum = 0;
  if (mincore ((void *) (uintptr_t) (from & -(uint64_t) 4096), n * 4096, there))
    return 0;
  for (unsigned i = 0; i < n; i++)
    sum += there[i] & 1;
  return sum;
}

/* New small allocations, but not what is counted as little used, have their
   pages.  */
static void
pages (void)
{
  enum { N = 100 };
  void *p = mmap (NULL, 4096, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (madvise (p, 4096, 23))
    return;			/* Linux before 5.14.  */
  munmap (p, 4096);
  unsigned there = 0;
  for (unsigned i = 0; i < N; i++)
    there += pages_there (simt_mem_alloc (&mem, 8000, 16, NULL, 0), 2);
  check (there == 2 * N, "%u of %u pages of small allocations", there, 2 * N);
  /* Past what has pages for the next ones.  */
  simt_mem_alloc (&mem, MB, 16, NULL, SIMT_UNCOUNTED);
  uint64_t a = simt_mem_alloc (&mem, 64 * 4096, 16, NULL, SIMT_UNCOUNTED);
  check (pages_there (a, 64) == 0, "pages of what is little used");
}

static void
threads (void)
{
  pthread_t t[4];
  for (uintptr_t k = 0; k < 4; k++)
    pthread_create (&t[k], NULL, worker, (void *) (k + 1));
  for (uintptr_t k = 0; k < 4; k++)
    {
      void *r;
      pthread_join (t[k], &r);
      check (r == (void *) (k + 1), "thread %u", (unsigned) k);
    }
}

int
main (void)
{
  check (simt_mem_init (&mem, 256 * MB, MB), "init");
  pages ();
  bounds ();
  runs ();
  freed ();
  owners ();
  large ();
  sooner_or_later ();
  mixed ();
  limits ();
  constants ();
  shared_memory ();
  later ();
  host_memory ();
  objects ();
  threads ();
  simt_mem_destroy (&mem);
  return finish_tests ();
}
