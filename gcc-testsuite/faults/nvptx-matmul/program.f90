! The product of two matrices in a region.
program main
  implicit none
  integer :: a(3, 3), b(3, 3), c(3, 3), k
  a = reshape ([(k, k = 1, 9)], [3, 3])
  b = 2
  !$omp target map(to: a, b) map(from: c)
  c = matmul (a, b)
  !$omp end target
  print '(9 (i0, 1x))', c
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
