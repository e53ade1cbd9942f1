/* Tests of undefined values: padding, comparisons, bits of memory.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include "simt/memory/defined.h"
#include "test.h"
#include "simt/memory/undefined.h"

static void
padding (void)
{
  static const struct { uint64_t lo, hi; bool may_be; } t[] =
  {
    { 1, 8, true }, { 4, 8, true }, { 3, 4, true }, { 2, 4, true },
    { 1, 2, true }, { 0, 8, false }, { 8, 12, false }, { 2, 3, false },
    { 5, 7, false }, { 4, 6, false }, { 1, 16, false }
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (int strict = 0; strict < 2; strict++)
      {
	struct simt_undefined_copy c = { .from = 64, .n = 64,
					 .strict = strict };
	simt_undefined_add (&c, 64 + t[k].lo, 64 + t[k].hi);
	bool counts = strict || !t[k].may_be;
	check (c.sum == (counts ? t[k].hi - t[k].lo : 0)
	       && (!counts || c.first == 64 + t[k].lo),
	       "padding %zu, strict %d", k, strict);
      }
}

/* Against all values that the undefined bits can have.  */

static void
comparisons (void)
{
  bool right = true;
  for (unsigned n = 0; n < 65536; n++)
    {
      struct simt_partly a = { n & 15, n >> 4 & 15 };
      struct simt_partly b = { n >> 8 & 15, n >> 12 };
      bool eq[2] = { false, false }, ult[2] = { false, false };
      bool slt[2] = { false, false };
      for (unsigned i = 0; i < 16; i++)
	for (unsigned j = 0; j < 16; j++)
	  {
	    unsigned x = (a.x & ~a.v) | (i & a.v);
	    unsigned y = (b.x & ~b.v) | (j & b.v);
	    eq[x == y] = true;
	    ult[x < y] = true;
	    slt[(x ^ 8) < (y ^ 8)] = true;
	  }
      right &= simt_equal_known_p (a, b, 4) == !(eq[0] && eq[1]);
      /* It may say that less is known, as X = Y decides nothing alone.  */
      right &= !simt_order_known_p (a, b, 4, false) || !(ult[0] && ult[1]);
      right &= !simt_order_known_p (a, b, 4, true) || !(slt[0] && slt[1]);
    }
  check (right, "comparisons");
  check (simt_order_known_p ((struct simt_partly) { 0xf0, 7 },
			     (struct simt_partly) { 5, 0 }, 8, false)
	 && simt_order_known_p ((struct simt_partly) { 0xf0, 7 },
				(struct simt_partly) { 5, 0 }, 8, true)
	 && !simt_order_known_p ((struct simt_partly) { 0x70, 0x80 },
				 (struct simt_partly) { 5, 0 }, 8, true)
	 && simt_order_known_p ((struct simt_partly) { 0x70, 0x80 },
				(struct simt_partly) { 5, 0 }, 8, false),
	 "orders that are known");
}

static void
memory (void)
{
  struct simt_mem m;
  char text[1024] = "";
  uint64_t first = 0;
  if (!simt_mem_init (&m, 64 << 20, 0))
    {
      check (false, "no memory");
      return;
    }
  uint64_t old = simt_mem_alloc (&m, 64, 16, "old", 0);
  simt_defined_set (&m, old, 64, false);
  check (!simt_defined_read (&m, old, 64, true, &first, text, sizeof text),
	 "nothing is known at first");
  check (simt_defined_create (&m), "created");
  uint64_t a = simt_mem_alloc (&m, 256, 16, "a", SIMT_UNDEFINED);
  uint64_t b = simt_mem_alloc (&m, 256, 16, "b", 0);
  check (!simt_defined_read (&m, old, 64, true, &first, text, sizeof text)
	 && !simt_defined_read (&m, b, 256, true, &first, text, sizeof text),
	 "defined");
  simt_defined_set (&m, a, 100, true);
  simt_defined_launch (&m, "kernel");
  check (simt_defined_read (&m, a, 256, false, &first, text, sizeof text)
	 && first == a + 100
	 && strstr (text, "copies 156 undefined bytes of 256 from")
	 && strstr (text, "is byte 100, at offset 100 in `a' (256 bytes); "
		    "nothing defined was written there; the last kernel was kernel"),
	 "read: %s", text);
  simt_defined_move (&m, b + 8, a + 96, 16);
  check (simt_defined_read (&m, b, 256, false, &first, text, sizeof text)
	 && first == b + 12 && strstr (text, "copies 12 undefined"),
	 "moved: %s", text);
  int host = 0;
  simt_defined_move (&m, b + 12, (uintptr_t) &host, 4);
  *simt_defined_at (&m, b + 16) = 0x0f;
  check (simt_defined_read (&m, b, 256, true, &first, text, sizeof text)
	 && first == b + 17 && strstr (text, "copies 7 undefined"),
	 "from the host, and some bits of a byte: %s", text);
  check (!simt_defined_read (&m, b, 256, false, &first, text, sizeof text),
	 "padding");
  unsigned n = 0;
  for (int k = 0; k < 50; k++)
    n += simt_defined_read (&m, a, 200, false, &first, text, sizeof text);
  check (n == SIMT_SAME_COPIES, "the same copy: %u times", n);
  uint64_t big = simt_mem_alloc (&m, 5 << 20, 16, "big", 0);
  simt_defined_set (&m, big + 5, (5 << 20) - 10, false);
  uint8_t *p = simt_defined_at (&m, big);
  bool right = p[4] == 0xff && p[5] == 0 && p[(5 << 20) - 6] == 0
	       && p[(5 << 20) - 5] == 0xff;
  for (uint64_t k = 5; k < (5 << 20) - 5; k++)
    right &= p[k] == 0;
  check (right, "much");
  simt_mem_destroy (&m);
}

int
main (void)
{
  padding ();
  comparisons ();
  memory ();
  return finish_tests ();
}
