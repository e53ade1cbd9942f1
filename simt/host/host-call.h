/* What a preloaded library reports to a machine of the calls of libgomp.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* libgomp puts the variables of a construct into one block of device memory,
   side by side, and the driver sees only that block.  What is in it stands in
   the arguments of libgomp's entry points: for each variable a host address, a
   size and a kind (include/gomp-constants.h).  calls.so, which NAME-run has the
   loader take in first, has functions of their names.  They note the call, call
   libgomp's own, and say what has become mapped.  The machine's library finds
   simt_calls, where that is loaded.  */

#ifndef SIMT_HOST_CALL_H
#define SIMT_HOST_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A call that the thread is in.  */
struct simt_host_call
{
  struct simt_host_call *outer;	/* That it was made from; or NULL.  */
  uint64_t id;			/* Not 0; no two calls have the same.  */
  const char *construct;	/* "target", "enter data", "acc_copyin", ...  */
  const void *from;		/* Where it goes back to.  */
  size_t n;			/* Of the arrays.  */
  void **hosts;
  size_t *sizes;
  unsigned short *kinds;
};

/* A variable of a call that is mapped.  */
struct simt_mapped
{
  uint64_t host, size, device;	/* SIZE bytes at address DEVICE.  */
};

#define SIMT_CALLS_VERSION 2

struct simt_calls
{
  unsigned version;
  /* The innermost call of the calling thread; or NULL.  */
  const struct simt_host_call *(*current) (void);
  /* Set by the machine: the blocks that CALL has allocated have the N
     variables V, and nothing else if ALL.  */
  void (*mapped) (const struct simt_host_call *call,
		  const struct simt_mapped *v, size_t n, bool all);
};

/* The name that the machine looks for.  */
#define SIMT_CALLS_NAME "accelfix_simt_calls"
extern struct simt_calls accelfix_simt_calls;

/* ---- Kinds, as libgomp and the compiler agreed on them: they are part of the
   interface, and never change (gomp-constants.h).  */

enum simt_map_class
{
  SIMT_MAP_NOTHING,		/* Makes no object.  */
  SIMT_MAP_OBJECT,		/* SIZE bytes at the host address.  */
  SIMT_MAP_POINTER,		/* A pointer at the host address.  */
  SIMT_MAP_DESCRIPTOR,		/* Like an object; the pointers that follow and
				   lie in it are a part of it.  */
  SIMT_MAP_STRUCT,		/* The SIZE entries that follow are fields.  */
  SIMT_MAP_PRIVATE,		/* SIZE bytes of its own, in the block.  */
  SIMT_MAP_UNKNOWN
};

/* What an entry of KIND is.  */
static inline enum simt_map_class
simt_map_class (unsigned short kind)
{
  if ((kind & 0x7c) == 0x60)	/* GOMP_MAP_IMPLICIT.  */
    kind &= (unsigned short) ~0x60;
  switch (kind & 0xff)
    {
    case 0x00: case 0x01: case 0x02: case 0x03:	/* alloc, to, from, tofrom.  */
    case 0x80: case 0x81: case 0x82: case 0x83:	/* The same, forced.  */
    case 0x11: case 0x12: case 0x13:		/* With `always'.  */
      return SIMT_MAP_OBJECT;
    case 0x04:			/* GOMP_MAP_POINTER.  */
    case 0x1e:			/* _POINTER_TO_ZERO_LENGTH_ARRAY_SECTION.  */
      return SIMT_MAP_POINTER;
    case 0x05:			/* GOMP_MAP_TO_PSET.  */
      return SIMT_MAP_DESCRIPTOR;
    case 0x08:			/* GOMP_MAP_FORCE_DEVICEPTR: the pointer.  */
      return SIMT_MAP_OBJECT;
    case 0x0c:			/* GOMP_MAP_FIRSTPRIVATE.  */
      return SIMT_MAP_PRIVATE;
    case 0x1c:			/* GOMP_MAP_STRUCT.  */
      return SIMT_MAP_STRUCT;
    case 0x06: case 0x0b: case 0x0d: case 0x0e: case 0x0f: case 0x10:
    case 0x1d:			/* Present, or no memory.  */
    case 0x07: case 0x17: case 0x1f:		/* delete, release.  */
    case 0x50: case 0x51: case 0x52: case 0xd1:	/* attach and detach.  */
      return SIMT_MAP_NOTHING;
    default:
      return SIMT_MAP_UNKNOWN;
    }
}

#endif /* SIMT_HOST_CALL_H */
