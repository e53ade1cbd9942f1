/* What copies and fills share.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#ifndef COPY_H
#define COPY_H

#include "driver.h"

/* One end of a copy.  */
struct place
{
  bool device;
  CUdeviceptr addr;	/* DEVICE.  */
  char *host;		/* Otherwise.  */
  bool guess;		/* HOST is an address that nobody has named.  */
};

extern struct place device_place (CUdeviceptr);
extern struct place host_place (const void *);
extern struct place unified_place (struct cu_context *, CUdeviceptr);
extern bool place_ok_p (struct cu_context *, const struct place *,
			size_t start, size_t n);
extern bool device_range_p (struct cu_context *, CUdeviceptr, size_t);
extern CUresult copy_bytes (struct stream_op *, struct place to,
			    struct place from, size_t n);

#endif /* COPY_H */
