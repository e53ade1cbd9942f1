/* An OpenMP program of code object version 5, whose metadata names what the
   loader fills in behind libgomp's own words: 40 bytes up to GCC 12, 56 from
   GCC 13 on.
   { dg-accel-mode openmp }
   { dg-accel-args "code-object=5 code-object=5,aperture=implicit" }
   { dg-accel-levels "-O2" }  */

int
main (void)
{
  int sum = 0, a[64];
  for (int i = 0; i < 64; i++)
    a[i] = i;
#pragma omp target teams distribute parallel for reduction (+: sum) \
  map (tofrom: sum, a)
  for (int i = 0; i < 64; i++)
    sum += a[i]++;
  return sum != 2016;
}

/* { dg-final { scan-ptx "\\.kernarg_segment_size: 296\n" "!gcc-13 !gcc-14 !gcc-15 !gcc-16" } } */
/* { dg-final { scan-ptx "\\.offset: 232\n +\\.size: 4\n +\\.value_kind: hidden_private_base\n" "!gcc-13 !gcc-14 !gcc-15 !gcc-16" } } */
/* { dg-final { scan-ptx "\\.offset: 236\n +\\.size: 4\n +\\.value_kind: hidden_shared_base\n" "!gcc-13 !gcc-14 !gcc-15 !gcc-16" } } */
/* { dg-final { scan-ptx "\\.offset: 240\n +\\.size: 8\n +\\.value_kind: hidden_queue_ptr\n" "!gcc-13 !gcc-14 !gcc-15 !gcc-16" } } */
/* { dg-final { scan-ptx "\\.kernarg_segment_size: 312\n" "!gcc-11 !gcc-12" } } */
/* { dg-final { scan-ptx "\\.offset: 248\n +\\.size: 4\n +\\.value_kind: hidden_private_base\n" "!gcc-11 !gcc-12" } } */
/* { dg-final { scan-ptx "\\.offset: 252\n +\\.size: 4\n +\\.value_kind: hidden_shared_base\n" "!gcc-11 !gcc-12" } } */
/* { dg-final { scan-ptx "\\.offset: 256\n +\\.size: 8\n +\\.value_kind: hidden_queue_ptr\n" "!gcc-11 !gcc-12" } } */
/* { dg-final { scan-ptx "- 1\n +- 2\n" } } */
/* { dg-final { gcn-finds {} } } */
/* { dg-final { code-object-5 40 "!gcc-13 !gcc-14 !gcc-15 !gcc-16" } } */
/* { dg-final { code-object-5 56 "!gcc-11 !gcc-12" } } */

/* Copyright (C) 2026 The accelfix authors.
   This file is part of accelfix, free software under the GNU General Public
   License, version 3 or later; see the file COPYING.  */
