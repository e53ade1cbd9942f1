! Functions whose results are arrays, and matmul and other intrinsics.
! { dg-simd-without "wrong" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O1 -O2 -Os" }
! { dg-accel-options "-lgfortran -lm" }
include 'simd.inc'
module m
contains
  function steps (i, by) result (r)
    !$omp declare target
    integer, intent(in) :: i, by
    integer :: r(6), j
    do j = 1, 6
      r(j) = i + (j - 1) * by
    end do
  end function
end module
program main
  use simd
  use m
  implicit none
  integer :: b(n), c(n), a(6), p(2, 2), q(2, 2), i
  !$omp target map(from: b)
  !$omp simd private(a)
  do i = 1, n
    a = steps (i, 2) + steps (2 * i, mod (i, 3))
    b(i) = dot_product (a, steps (1, 1)) + a(1 + mod (i, 6))
  end do
  !$omp end target
  !$omp target parallel do simd private(p, q) map(from: c)
  do i = 1, n
    p = reshape ([1, 1, 1, mod (i, 5)], [2, 2])
    q = matmul (p, transpose (matmul (p, p)))
    c(i) = q(1, 1) + 3 * q(1, 2) + 5 * q(2, 1) + 7 * q(2, 2)
  end do
  do i = 1, n
    a = steps (i, 2) + steps (2 * i, mod (i, 3))
    call expect ('b', i, b(i), dot_product (a, steps (1, 1)) &
      + a(1 + mod (i, 6)))
    p = reshape ([1, 1, 1, mod (i, 5)], [2, 2])
    q = matmul (p, transpose (matmul (p, p)))
    call expect ('c', i, c(i), q(1, 1) + 3 * q(1, 2) + 5 * q(2, 1) &
      + 7 * q(2, 2))
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
