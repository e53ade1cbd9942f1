/* Copies of rectangles and boxes.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include <string.h>

#include "copy.h"

/* One end: where its first byte is, and how far apart rows and layers
   are.  */

struct box_end
{
  struct place place;
  size_t pitch, layer;
};

struct box_op
{
  struct stream_op op;
  struct box_end to, from;
  size_t width, height, depth;
};

static struct place
at (const struct box_end *e, size_t y, size_t z)
{
  struct place p = e->place;
  size_t offset = z * e->layer + y * e->pitch;
  if (p.device)
    p.addr += offset;
  else
    p.host += offset;
  return p;
}

static CUresult
run_box (struct stream_op *op)
{
  struct box_op *b = (struct box_op *) op;
  CUresult r = CUDA_SUCCESS;
  for (size_t z = 0; z < b->depth && !r; z++)
    for (size_t y = 0; y < b->height && !r; y++)
      r = copy_bytes (op, at (&b->to, y, z), at (&b->from, y, z),
		      b->width);
  return r;
}

/* Fill in E for memory of TYPE; X, Y and Z are where the box starts, WIDTH,
   HEIGHT and DEPTH its size, ROWS the height of a layer.  Rows must be apart
   by at least their width.  */

static CUresult
box_end_init (struct cu_context *ctx, struct box_end *e, CUmemorytype type,
	      const void *host, CUdeviceptr device, size_t x, size_t y,
	      size_t z, size_t pitch, size_t rows, size_t width,
	      size_t height, size_t depth)
{
  if (type == CU_MEMORYTYPE_HOST)
    e->place = host_place (host);
  else if (type == CU_MEMORYTYPE_DEVICE)
    e->place = device_place (device);
  else if (type == CU_MEMORYTYPE_UNIFIED)
    e->place = unified_place (ctx, device);
  else
    return CUDA_ERROR_INVALID_VALUE;	/* There are no arrays.  */

  /* A single row or layer needs no distance to the next.  */
  if (!pitch && height <= 1 && depth <= 1)
    pitch = x + width;
  if (!rows && depth <= 1)
    rows = y + height;
  size_t layer, start, bytes;
  if (x > pitch || width > pitch - x
      || (depth > 1 && (y > rows || height > rows - y))
      || __builtin_mul_overflow (pitch, rows, &layer)
      || __builtin_mul_overflow (layer, z, &start)
      || __builtin_add_overflow (start, y * pitch + x, &start)
      || __builtin_mul_overflow (layer, depth - 1, &bytes)
      || __builtin_add_overflow (bytes, (height - 1) * pitch + width, &bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (!place_ok_p (ctx, &e->place, start, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  if (e->place.device)
    e->place.addr += start;
  else
    e->place.host += start;
  e->pitch = pitch;
  e->layer = layer;
  return CUDA_SUCCESS;
}

static CUresult
copy_3d (const CUDA_MEMCPY3D *c, CUstream handle, bool sync)
{
  struct cu_context *ctx;
  struct cu_stream *s;
  CUresult r = driver_enter (&ctx);
  if (!r)
    r = stream_resolve (ctx, handle, &s);
  if (r)
    return r;
  if (!c || c->reserved0 || c->reserved1 || c->srcLOD || c->dstLOD)
    return CUDA_ERROR_INVALID_VALUE;
  if (!c->WidthInBytes || !c->Height || !c->Depth)
    return CUDA_SUCCESS;
  struct box_op b;
  r = box_end_init (ctx, &b.to, c->dstMemoryType, c->dstHost, c->dstDevice,
		    c->dstXInBytes, c->dstY, c->dstZ, c->dstPitch,
		    c->dstHeight, c->WidthInBytes, c->Height, c->Depth);
  if (!r)
    r = box_end_init (ctx, &b.from, c->srcMemoryType, c->srcHost,
		      c->srcDevice, c->srcXInBytes, c->srcY, c->srcZ,
		      c->srcPitch, c->srcHeight, c->WidthInBytes, c->Height,
		      c->Depth);
  if (r)
    return r;
  struct box_op *op = stream_op_new (sizeof *op, ctx, run_box, NULL);
  if (!op)
    return CUDA_ERROR_OUT_OF_MEMORY;
  op->to = b.to;
  op->from = b.from;
  op->width = c->WidthInBytes;
  op->height = c->Height;
  op->depth = c->Depth;
  /* Pageable memory at either end: be done on return.  */
  enum submit_mode mode = SUBMIT_QUICK;
  if (!(b.to.place.device && b.from.place.device)
      && (sync || (!b.to.place.device
		   && !host_find (ctx, b.to.place.host, NULL))
	  || (!b.from.place.device
	      && !host_find (ctx, b.from.place.host, NULL))))
    mode = SUBMIT_WAIT;
  return stream_submit (s, &op->op, mode);
}

static CUresult
copy_2d (const CUDA_MEMCPY2D *c, CUstream handle, bool sync)
{
  if (!c)
    return copy_3d (NULL, handle, sync);
  CUDA_MEMCPY3D d;
  memset (&d, 0, sizeof d);
  d.srcXInBytes = c->srcXInBytes;
  d.srcY = c->srcY;
  d.srcMemoryType = c->srcMemoryType;
  d.srcHost = c->srcHost;
  d.srcDevice = c->srcDevice;
  d.srcPitch = c->srcPitch;
  d.dstXInBytes = c->dstXInBytes;
  d.dstY = c->dstY;
  d.dstMemoryType = c->dstMemoryType;
  d.dstHost = c->dstHost;
  d.dstDevice = c->dstDevice;
  d.dstPitch = c->dstPitch;
  d.WidthInBytes = c->WidthInBytes;
  d.Height = c->Height;
  d.Depth = 1;
  return copy_3d (&d, handle, sync);
}

/* Driver API, "Memory Management".  Any pitch will do here, so the unaligned
   function is the same as the other.  */

CUresult
cuMemcpy2D_v2 (const CUDA_MEMCPY2D *c)
{
  return copy_2d (c, NULL, true);
}
DRIVER_ALIAS (cuMemcpy2D, cuMemcpy2D_v2);

CUresult
cuMemcpy2DUnaligned_v2 (const CUDA_MEMCPY2D *c)
{
  return copy_2d (c, NULL, true);
}
DRIVER_ALIAS (cuMemcpy2DUnaligned, cuMemcpy2DUnaligned_v2);

CUresult
cuMemcpy2DAsync_v2 (const CUDA_MEMCPY2D *c, CUstream s)
{
  return copy_2d (c, s, false);
}
DRIVER_ALIAS (cuMemcpy2DAsync, cuMemcpy2DAsync_v2);

CUresult
cuMemcpy3D_v2 (const CUDA_MEMCPY3D *c)
{
  return copy_3d (c, NULL, true);
}
DRIVER_ALIAS (cuMemcpy3D, cuMemcpy3D_v2);

CUresult
cuMemcpy3DAsync_v2 (const CUDA_MEMCPY3D *c, CUstream s)
{
  return copy_3d (c, s, false);
}
DRIVER_ALIAS (cuMemcpy3DAsync, cuMemcpy3DAsync_v2);
