/* The debugger: values, as text.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

#include <inttypes.h>
#include <stdlib.h>

#include "debug-int.h"

/* Bytes of a variable that are shown at most.  */
#define MOST_BYTES (16u << 20)

const struct simt_type *
simt_plain_type (uint64_t size)
{
  static struct simt_type made[9];
  static struct simt_type bytes[64];
  static unsigned n;
  if (size == 1 || size == 2 || size == 4 || size == 8)
    {
      made[size] = (struct simt_type) { .kind = SIMT_T_INT, .size = size,
					.is_signed = true };
      return &made[size];
    }
  struct simt_type *t = &bytes[n++ % 64];
  made[0] = (struct simt_type) { .kind = SIMT_T_UNSIGNED, .size = 1 };
  *t = (struct simt_type) { .kind = SIMT_T_ARRAY, .of = &made[0], .n = size,
			    .counted = true, .size = size };
  return t;
}

static bool
read_for (void *closure, uint64_t addr, void *to, size_t n)
{
  return machine->read (closure, addr, to, n);
}

bool
value_put (FILE *f, const struct place *p, const struct value *v, int format,
	   char *why, size_t n)
{
  if (!v->in_memory)
    {
      simt_value_print (f, v->type, v->bytes, format, read_for, (void *) p);
      if (v->note[0])
	fprintf (f, " (%s)", v->note);
      return true;
    }
  const struct simt_type *t = v->type;
  uint64_t addr = v->addr;
  if (t->kind == SIMT_T_REFERENCE)
    {
      if (!machine->read (p, addr, &addr, 8))
	{
	  snprintf (why, n, "the memory at 0x%" PRIx64 " cannot be read", addr);
	  return false;
	}
      t = t->of;
    }
  if (!t->size)
    {
      snprintf (why, n, "its size is known only while the program runs; print "
		"elements of it");
      return false;
    }
  uint64_t size = t->size;
  if (size > MOST_BYTES)
    {
      snprintf (why, n, "it has %" PRIu64 " bytes; print elements of it", size);
      return false;
    }
  uint8_t *bytes = malloc (size);
  bool ok = bytes && machine->read (p, addr, bytes, size);
  if (ok)
    simt_value_print (f, t, bytes, format, read_for, (void *) p);
  else
    snprintf (why, n, "the memory at 0x%" PRIx64 " cannot be read", addr);
  free (bytes);
  return ok;
}
