/* Fills.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <stdlib.h>
#include <string.h>

#include "copy.h"

struct fill_op
{
  struct stream_op op;
  CUdeviceptr to;
  size_t pitch, width, height;	/* WIDTH in elements.  */
  unsigned size;		/* Of an element, bytes.  */
  uint32_t value;
};

/* Fill WIDTH elements at TO, by way of a buffer unless all bytes are
   equal.  */

static CUresult
fill_row (struct vm *vm, const struct fill_op *f, CUdeviceptr to)
{
  size_t left = f->width * f->size;
  unsigned char bytes[4];
  for (unsigned i = 0; i < 4; i++)
    bytes[i] = f->value >> (8 * (i % f->size));
  if (f->value == bytes[0] * (f->size == 4 ? 0x01010101u
			      : f->size == 2 ? 0x0101u : 1))
    return driver_memory_result (vm_fill8 (vm, to, bytes[0], left));
  unsigned char buffer[4096];
  for (size_t i = 0; i < sizeof buffer; i++)
    buffer[i] = bytes[i % 4];
  while (left)
    {
      size_t n = left < sizeof buffer ? left : sizeof buffer;
      enum vm_result r = vm_write (vm, to, buffer, n);
      if (r)
	return driver_memory_result (r);
      to += n;
      left -= n;
    }
  return CUDA_SUCCESS;
}

static CUresult
run_fill (struct stream_op *op)
{
  struct fill_op *f = (struct fill_op *) op;
  CUresult r = CUDA_SUCCESS;
  for (size_t y = 0; y < f->height && !r; y++)
    {
      order_access (op, f->to + y * f->pitch, f->width * f->size, true);
      r = fill_row (op->ctx->vm, f, f->to + y * f->pitch);
    }
  return r;
}

/* Fill a rectangle of WIDTH by HEIGHT elements of SIZE bytes with VALUE.  The
   host does not wait.  */

static CUresult
fill (CUdeviceptr to, size_t pitch, unsigned size, uint32_t value,
      size_t width, size_t height, CUstream handle)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = driver_enter (&ctx);
  if (!r)
    r = stream_resolve (ctx, handle, &s);
  if (r || !width || !height)
    return r;
  size_t row, all;
  if (to % size || (height > 1 && pitch % size)
      || __builtin_mul_overflow (width, size, &row)
      || (height > 1 && pitch < row)
      || __builtin_mul_overflow (height - 1, pitch, &all)
      || __builtin_add_overflow (all, row, &all)
      || !device_range_p (ctx, to, all))
    return CUDA_ERROR_INVALID_VALUE;
  struct fill_op *f = stream_op_new (sizeof *f, ctx, run_fill, NULL);
  if (!f)
    return CUDA_ERROR_OUT_OF_MEMORY;
  f->to = to;
  f->pitch = pitch;
  f->width = width;
  f->height = height;
  f->size = size;
  f->value = value;
  return stream_submit (s, &f->op, SUBMIT_QUICK);
}

/* Driver API, "Memory Management".  */

CUresult
cuMemsetD8_v2 (CUdeviceptr to, unsigned char value, size_t n)
{
  return fill (to, 0, 1, value, n, 1, NULL);
}
DRIVER_ALIAS (cuMemsetD8, cuMemsetD8_v2);

CUresult
cuMemsetD16_v2 (CUdeviceptr to, unsigned short value, size_t n)
{
  return fill (to, 0, 2, value, n, 1, NULL);
}
DRIVER_ALIAS (cuMemsetD16, cuMemsetD16_v2);

CUresult
cuMemsetD32_v2 (CUdeviceptr to, unsigned value, size_t n)
{
  return fill (to, 0, 4, value, n, 1, NULL);
}
DRIVER_ALIAS (cuMemsetD32, cuMemsetD32_v2);

CUresult
cuMemsetD2D8_v2 (CUdeviceptr to, size_t pitch, unsigned char value,
		 size_t width, size_t height)
{
  return fill (to, pitch, 1, value, width, height, NULL);
}
DRIVER_ALIAS (cuMemsetD2D8, cuMemsetD2D8_v2);

CUresult
cuMemsetD2D16_v2 (CUdeviceptr to, size_t pitch, unsigned short value,
		  size_t width, size_t height)
{
  return fill (to, pitch, 2, value, width, height, NULL);
}
DRIVER_ALIAS (cuMemsetD2D16, cuMemsetD2D16_v2);

CUresult
cuMemsetD2D32_v2 (CUdeviceptr to, size_t pitch, unsigned value, size_t width,
		  size_t height)
{
  return fill (to, pitch, 4, value, width, height, NULL);
}
DRIVER_ALIAS (cuMemsetD2D32, cuMemsetD2D32_v2);

CUresult
cuMemsetD8Async (CUdeviceptr to, unsigned char value, size_t n, CUstream s)
{
  return fill (to, 0, 1, value, n, 1, s);
}

CUresult
cuMemsetD16Async (CUdeviceptr to, unsigned short value, size_t n, CUstream s)
{
  return fill (to, 0, 2, value, n, 1, s);
}

CUresult
cuMemsetD32Async (CUdeviceptr to, unsigned value, size_t n, CUstream s)
{
  return fill (to, 0, 4, value, n, 1, s);
}
