/* Test of the driver: memory, copies, fills.
   Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */


#include "driver-test.h"

static unsigned char from[4096], to[4096];

static void
allocation (void)
{
  CUdeviceptr p, q, base;
  size_t size, before, after, total;
  OK (cu.cuMemGetInfo_v2 (&before, &total));
  CHECK (before <= total);
  CHECK_RESULT (cu.cuMemAlloc_v2 (&p, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemAlloc_v2 (NULL, 4), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemAlloc_v2 (&p, (size_t) 1 << 60),
		ERROR_OUT_OF_MEMORY);
  CHECK_RESULT (cu.cuMemAlloc_v2 (&p, total + 1), ERROR_OUT_OF_MEMORY);
  OK (cu.cuMemAlloc_v2 (&p, 1 << 20));
  OK (cu.cuMemAlloc_v2 (&q, 100));
  CHECK_EQ (p % 256, 0);
  CHECK_EQ (q % 256, 0);
  CHECK (p + (1 << 20) <= q || q + 100 <= p);
  OK (cu.cuMemGetInfo_v2 (&after, &total));
  CHECK (before - after >= 1 << 20);
  OK (cu.cuMemGetAddressRange_v2 (&base, &size, p + 12345));
  CHECK (base == p);
  CHECK_EQ (size, 1 << 20);
  OK (cu.cuMemGetAddressRange_v2 (NULL, &size, q));
  CHECK_EQ (size, 100);
  OK (cu.cuMemGetAddressRange_v2 (&base, NULL, q + 99));
  CHECK (base == q);
  CHECK_RESULT (cu.cuMemGetAddressRange_v2 (&base, &size, 0),
		ERROR_NOT_FOUND);
  CHECK_RESULT (cu.cuMemFree_v2 (p + 4), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemFree_v2 ((CUdeviceptr) (uintptr_t) from),
		ERROR_INVALID_VALUE);
  OK (cu.cuMemFree_v2 (0));
  OK (cu.cuMemFree_v2 (p));
  CHECK_RESULT (cu.cuMemFree_v2 (p), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyHtoD_v2 (p, from, 4), ERROR_INVALID_VALUE);
  OK (cu.cuMemFree_v2 (q));
  OK (cu.cuMemGetInfo_v2 (&after, &total));
  CHECK_EQ (after, before);
}

static void
copies (void)
{
  CUdeviceptr p, q;
  OK (cu.cuMemAlloc_v2 (&p, 1000));
  OK (cu.cuMemAlloc_v2 (&q, 1000));
  OK (cu.cuMemcpyHtoD_v2 (p, from, 1000));
  OK (cu.cuMemcpyDtoD_v2 (q + 1, p, 999));
  OK (cu.cuMemcpyDtoH_v2 (to, q + 1, 999));
  CHECK (!memcmp (to, from, 999));
  memset (to, 0, sizeof to);
  /* Unified addresses, each way.  */
  OK (cu.cuMemcpy (p, (CUdeviceptr) (uintptr_t) (from + 5), 100));
  OK (cu.cuMemcpy (q, p, 100));
  OK (cu.cuMemcpy ((CUdeviceptr) (uintptr_t) to, q, 100));
  CHECK (!memcmp (to, from + 5, 100));
  OK (cu.cuMemcpy ((CUdeviceptr) (uintptr_t) (to + 200),
		   (CUdeviceptr) (uintptr_t) from, 100));
  CHECK (!memcmp (to + 200, from, 100));

  OK (cu.cuMemcpyHtoD_v2 (p, from, 0));
  CHECK_RESULT (cu.cuMemcpyHtoD_v2 (p, from, 1001), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyHtoD_v2 (p + 999, from, 2), ERROR_INVALID_VALUE);
  OK (cu.cuMemcpyHtoD_v2 (p + 999, from, 1));
  CHECK_RESULT (cu.cuMemcpyHtoD_v2 (p, NULL, 4), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyHtoD_v2 (0, from, 4), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyDtoH_v2 (NULL, p, 4), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyDtoH_v2 (to, 64, 4), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyDtoD_v2 (q, p + 1, 1000), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyHtoDAsync_v2 (p, from, 1001, NULL),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpyHtoDAsync_v2 (p, from, 4, (CUstream) &p),
		ERROR_INVALID_HANDLE);
  OK (cu.cuCtxSynchronize ());
  OK (cu.cuMemFree_v2 (p));
  OK (cu.cuMemFree_v2 (q));
}

static void
rectangles (void)
{
  CUdeviceptr p;
  size_t pitch;
  unsigned wrong = 0;
  OK (cu.cuMemAllocPitch_v2 (&p, &pitch, 30, 20, 4));
  CHECK (pitch >= 30);
  CHECK_EQ (pitch % 256, 0);
  CHECK_RESULT (cu.cuMemAllocPitch_v2 (&p, &pitch, 30, 20, 3),
		ERROR_INVALID_VALUE);
  OK (cu.cuMemsetD8_v2 (p, 0xaa, pitch * 20));

  /* 7 by 5 bytes from (3, 2) in rows of 64 to (10, 4) on the device, and
     from there to (1, 1) in rows of 16.  */
  CUDA_MEMCPY2D c;
  memset (&c, 0, sizeof c);
  c.srcMemoryType = CU_MEMORYTYPE_HOST;
  c.srcHost = from;
  c.srcPitch = 64;
  c.srcXInBytes = 3;
  c.srcY = 2;
  c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  c.dstDevice = p;
  c.dstPitch = pitch;
  c.dstXInBytes = 10;
  c.dstY = 4;
  c.WidthInBytes = 7;
  c.Height = 5;
  OK (cu.cuMemcpy2D_v2 (&c));
  memset (to, 0, sizeof to);
  CUDA_MEMCPY2D d = c;
  d.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
  d.srcDevice = p;
  d.srcPitch = pitch;
  d.srcXInBytes = 10;
  d.srcY = 4;
  d.dstMemoryType = CU_MEMORYTYPE_HOST;
  d.dstHost = to;
  d.dstPitch = 16;
  d.dstXInBytes = 1;
  d.dstY = 1;
  OK (cu.cuMemcpy2DUnaligned_v2 (&d));
  for (unsigned y = 0; y < 16; y++)
    for (unsigned x = 0; x < 16; x++)
      {
	bool in = x >= 1 && x < 8 && y >= 1 && y < 6;
	wrong += to[y * 16 + x] != (in ? from[(y + 1) * 64 + x + 2] : 0);
      }
  CHECK_EQ (wrong, 0);
  /* The device's bytes round it are as they were.  */
  OK (cu.cuMemcpyDtoH_v2 (to, p + 4 * pitch, 30));
  CHECK_EQ (to[9], 0xaa);
  CHECK_EQ (to[10], from[2 * 64 + 3]);
  CHECK_EQ (to[17], 0xaa);

  c.dstPitch = 16;	/* Rows would overlap.  */
  CHECK_RESULT (cu.cuMemcpy2D_v2 (&c), ERROR_INVALID_VALUE);
  c.dstPitch = pitch;
  c.dstY = 16;	/* Ends behind the allocation.  */
  CHECK_RESULT (cu.cuMemcpy2D_v2 (&c), ERROR_INVALID_VALUE);
  c.dstY = 15;
  OK (cu.cuMemcpy2D_v2 (&c));
  c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  CHECK_RESULT (cu.cuMemcpy2D_v2 (&c), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemcpy2D_v2 (NULL), ERROR_INVALID_VALUE);
  c.Height = 0;
  OK (cu.cuMemcpy2D_v2 (&c));
  OK (cu.cuMemFree_v2 (p));

  /* A box of 4 by 3 by 2 from a space of 8 by 6 to one of 16 by 4.  */
  OK (cu.cuMemAlloc_v2 (&p, 16 * 4 * 5));
  OK (cu.cuMemsetD8_v2 (p, 0, 16 * 4 * 5));
  CUDA_MEMCPY3D b;
  memset (&b, 0, sizeof b);
  b.srcMemoryType = CU_MEMORYTYPE_HOST;
  b.srcHost = from;
  b.srcPitch = 8;
  b.srcHeight = 6;
  b.srcXInBytes = 2;
  b.srcY = 1;
  b.srcZ = 3;
  b.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  b.dstDevice = p;
  b.dstPitch = 16;
  b.dstHeight = 4;
  b.dstXInBytes = 5;
  b.dstY = 1;
  b.dstZ = 2;
  b.WidthInBytes = 4;
  b.Height = 3;
  b.Depth = 2;
  OK (cu.cuMemcpy3D_v2 (&b));
  OK (cu.cuMemcpyDtoH_v2 (to, p, 16 * 4 * 5));
  wrong = 0;
  for (unsigned z = 0; z < 5; z++)
    for (unsigned y = 0; y < 4; y++)
      for (unsigned x = 0; x < 16; x++)
	{
	  bool in = (x >= 5 && x < 9 && y >= 1 && z >= 2 && z < 4);
	  unsigned char want
	    = in ? from[(z + 1) * 48 + y * 8 + x - 3] : 0;
	  wrong += to[(z * 4 + y) * 16 + x] != want;
	}
  CHECK_EQ (wrong, 0);
  b.dstZ = 4;
  CHECK_RESULT (cu.cuMemcpy3D_v2 (&b), ERROR_INVALID_VALUE);
  b.dstZ = (size_t) -1;
  CHECK_RESULT (cu.cuMemcpy3D_v2 (&b), ERROR_INVALID_VALUE);
  OK (cu.cuMemFree_v2 (p));
}

static void
fills (void)
{
  CUdeviceptr p;
  unsigned words[16];
  unsigned short halves[32];
  OK (cu.cuMemAlloc_v2 (&p, 64));
  OK (cu.cuMemsetD8_v2 (p, 0x5a, 64));
  OK (cu.cuMemsetD32_v2 (p + 8, 0x01020304, 3));
  OK (cu.cuMemcpyDtoH_v2 (words, p, 64));
  CHECK_EQ (words[1], 0x5a5a5a5a);
  CHECK_EQ (words[2], 0x01020304);
  CHECK_EQ (words[4], 0x01020304);
  CHECK_EQ (words[5], 0x5a5a5a5a);
  OK (cu.cuMemsetD16_v2 (p + 2, 0xabcd, 5));
  OK (cu.cuMemcpyDtoH_v2 (halves, p, 64));
  CHECK_EQ (halves[0], 0x5a5a);
  CHECK_EQ (halves[1], 0xabcd);
  CHECK_EQ (halves[5], 0xabcd);
  CHECK_EQ (halves[6], 0x0304);
  OK (cu.cuMemsetD2D32_v2 (p, 16, 7, 2, 4));
  OK (cu.cuMemcpyDtoH_v2 (words, p, 64));
  CHECK_EQ (words[12], 7);
  CHECK_EQ (words[13], 7);
  CHECK_EQ (words[14], 0x5a5a5a5a);
  CHECK_RESULT (cu.cuMemsetD32_v2 (p + 2, 1, 1), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemsetD32_v2 (p, 1, 17), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemsetD16_v2 (p + 1, 1, 1), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemsetD8_v2 (p, 1, 65), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemsetD32_v2 (p, 1, (size_t) 1 << 62),
		ERROR_INVALID_VALUE);
  OK (cu.cuMemsetD8_v2 (p, 1, 0));
  OK (cu.cuMemFree_v2 (p));
}

static void
host_memory (void)
{
  CUdeviceptr p, q, base;
  void *h;
  unsigned *m, flags, type, managed, v = 17;
  int ordinal;
  size_t size;
  OK (cu.cuMemAllocHost_v2 (&h, 1000));
  memset (h, 0, 1000);
  OK (cu.cuMemHostGetDevicePointer_v2 (&p, h, 0));
  void *params[] = { &p, &v };
  OK (launch ("store", NULL, params));
  OK (cu.cuCtxSynchronize ());
  CHECK_EQ (*(unsigned *) h, 17);
  OK (cu.cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
  CHECK_EQ (type, CU_MEMORYTYPE_HOST);
  OK (cu.cuMemFreeHost (h));
  CHECK_RESULT (cu.cuMemFreeHost (h), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemFreeHost (from), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemFreeHost (NULL), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemHostGetDevicePointer_v2 (&p, from, 0),
		ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemHostAlloc (&h, 0, 0), ERROR_INVALID_VALUE);
  CHECK_RESULT (cu.cuMemHostAlloc (&h, 4, 64), ERROR_INVALID_VALUE);
  OK (cu.cuMemHostAlloc (&h, 4, CU_MEMHOSTALLOC_PORTABLE));
  OK (cu.cuMemHostGetFlags (&flags, h));
  CHECK_EQ (flags, CU_MEMHOSTALLOC_PORTABLE);
  OK (cu.cuMemFreeHost (h));

  /* Zero, whatever malloc has left behind.  */
  char *dirty[8];
  for (int k = 0; k < 8; k++)
    {
      dirty[k] = malloc (60000);
      memset (dirty[k], 0x5a, 60000);
      __asm__ volatile ("" : : "r" (dirty[k]) : "memory");
    }
  for (int k = 0; k < 8; k++)
    free (dirty[k]);
  OK (cu.cuMemHostAlloc (&h, 20000, CU_MEMHOSTALLOC_DEVICEMAP));
  unsigned some = 0;
  for (int i = 0; i < 20000; i++)
    some |= ((unsigned char *) h)[i];
  CHECK_EQ (some, 0);
  OK (cu.cuMemFreeHost (h));

  /* Registered: our own buffer becomes the device's.  */
  static unsigned mine[1024] __attribute__ ((aligned (4096)));
  OK (cu.cuMemHostRegister_v2 (mine, sizeof mine, 0));
  CHECK_RESULT (cu.cuMemHostRegister_v2 (mine + 1, 4, 0),
		ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  OK (cu.cuMemHostGetDevicePointer_v2 (&p, mine + 2, 0));
  OK (launch ("store", NULL, params));
  OK (cu.cuCtxSynchronize ());
  CHECK_EQ (mine[2], 17);
  OK (cu.cuMemHostUnregister (mine));
  CHECK_RESULT (cu.cuMemHostUnregister (mine),
		ERROR_HOST_MEMORY_NOT_REGISTERED);

  /* Managed: one address on both sides.  */
  OK (cu.cuMemAllocManaged (&q, 256, CU_MEM_ATTACH_GLOBAL));
  m = (unsigned *) (uintptr_t) q;
  m[0] = 5;
  p = q + 4;
  OK (launch ("store", NULL, params));
  OK (cu.cuCtxSynchronize ());
  CHECK_EQ (m[0], 5);
  CHECK_EQ (m[1], 17);
  OK (cu.cuPointerGetAttribute (&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED,
				q + 8));
  CHECK_EQ (managed, 1);
  CHECK_RESULT (cu.cuMemAllocManaged (&p, 4, 3), ERROR_INVALID_VALUE);
  OK (cu.cuMemFree_v2 (q));

  OK (cu.cuMemAlloc_v2 (&q, 300));
  OK (cu.cuPointerGetAttribute (&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
				q + 1));
  CHECK_EQ (type, CU_MEMORYTYPE_DEVICE);
  OK (cu.cuPointerGetAttribute (&base, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR,
				q + 299));
  CHECK (base == q);
  OK (cu.cuPointerGetAttribute (&size, CU_POINTER_ATTRIBUTE_RANGE_SIZE, q));
  CHECK_EQ (size, 300);
  OK (cu.cuPointerGetAttribute (&ordinal,
				CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, q));
  CHECK_EQ (ordinal, 0);
  CHECK_RESULT (cu.cuPointerGetAttribute (&type,
					  CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
					  (CUdeviceptr) (uintptr_t) from),
		ERROR_INVALID_VALUE);
  CUpointer_attribute which[] = { CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
				  CU_POINTER_ATTRIBUTE_RANGE_SIZE };
  void *out[] = { &type, &size };
  type = 9;
  OK (cu.cuPointerGetAttributes (2, which, out,
				 (CUdeviceptr) (uintptr_t) from));
  CHECK_EQ (type, 0);
  CHECK_EQ (size, 0);
  OK (cu.cuMemFree_v2 (q));
}

int
main (int argc, char **argv)
{
  start (argc, argv);
  for (unsigned i = 0; i < sizeof from; i++)
    from[i] = i * 7 + i / 256 + 1;
  allocation ();
  copies ();
  rectangles ();
  fills ();
  host_memory ();
  OK (cu.cuCtxDestroy_v2 (test_ctx));
  finish ();
}
