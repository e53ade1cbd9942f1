/* What the host program did with device memory, as its calls say.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */

/* A machine's library calls these where its interface allocates, frees and
   launches.  They know the callers in the host program (where.h) and, where
   calls.so is loaded (host-call.h), the constructs and their variables.  */

#ifndef SIMT_HOST_OBJECTS_H
#define SIMT_HOST_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simt/memory/mem.h"
#include "simt/report/report.h"

struct simt_host_machine
{
  const char *library;		/* What the name of the machine's own file
				   begins with, "libcuda.so".  */
  /* The memory of the calling thread's device; NULL for none.  */
  struct simt_mem *(*memory) (void);
  bool redzone;			/* Bounds of objects are wanted.  */
  unsigned word;		/* Bytes, a power of two: the device reads whole
				   words where an object ends in one.  */
  bool leak_check;
  unsigned alloc_frames;	/* In libgomp's plugin GOMP_OFFLOAD_alloc may be
				   no more than a jump to a function without a
				   name; so many such, at most, lie between
				   libgomp and us then.  */
  bool launches;		/* The places of launches are wanted.  */
  size_t leak_kind;		/* Of a report, in the tool's rules.  */
};

/* Start for *M, which must stay; look for calls.so.  */
extern void simt_host_init (const struct simt_host_machine *m);
/* Note that the caller of the machine's library has allocated, or is about to
   free, the block at ADDR of MEM.  */
extern void simt_host_made (struct simt_mem *mem, uint64_t addr);
extern void simt_host_gone (struct simt_mem *mem, uint64_t addr);
/* The caller frees the block at ADDR, which there is not.  If it was freed
   before, put that into TEXT, of N bytes; else false.  */
extern bool simt_host_free_failed (struct simt_mem *mem, uint64_t addr,
				   char *text, size_t n);

/* A launch: who makes it, and the variables of its region.  */
struct simt_launched;
/* Where the program made launch L, and the construct, where they are known, or
   NULL; L may be NULL.  */
extern struct simt_maker simt_host_launcher (const struct simt_launched *l);

/* What is known of the launch that the calling thread makes now, to be given to
   simt_host_launch when the kernel starts, and freed with free; NULL if nobody
   wants it.  */
extern struct simt_launched *simt_host_capture (void);
/* The kernel of L starts, and its first argument is TABLE: perhaps the device
   addresses of the region's variables.  L may be NULL.  */
extern void simt_host_launch (struct simt_mem *mem,
			      const struct simt_launched *l, uint64_t table);

/* Report what is allocated still in MEM, if that is wanted.  */
extern void simt_host_leaks (struct simt_mem *mem);

#endif /* SIMT_HOST_OBJECTS_H */
