/* What copies and fills share.
   Copyright (C) 2026 The accelfix authors.

   This file is part of accelfix.

   accelfix is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by the
   Free Software Foundation; either version 3, or (at your option) any
   later version.

   accelfix is distributed in the hope that it will be useful, but WITHOUT
   ANY WARRANTY; without even the implied warranty of MERCHANTABILITY or
   FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License
   for more details.

   You should have received a copy of the GNU General Public License along
   with accelfix; see the file COPYING.  If not see
   <http://www.gnu.org/licenses/>.  */


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
