! Array descriptors: slices, strides and pointers to private arrays.
! { dg-simd-without "wrong" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3" }
include 'simd.inc'
module m
contains
  integer function fold (a)
    !$omp declare target
    integer, intent(in) :: a(:)
    integer :: j
    fold = 1
    do j = 1, size (a)
      fold = fold * 3 + a(j)
    end do
  end function
  subroutine double (a)
    !$omp declare target
    integer, intent(inout) :: a(:, :)
    a(:, 1) = 2 * a(:, 1) + 1
  end subroutine
end module
program main
  use simd
  use m
  implicit none
  integer :: b(n), c(n), a(10), t(3, 4), i, k
  !$omp target map(from: b)
  !$omp simd private(a, k)
  do i = 1, n
    do k = 1, 10
      a(k) = i + k * k
    end do
    b(i) = fold (a(2:7)) - fold (a(10:1:-3))
    a(1:4) = a(7:10)
    b(i) = b(i) + fold (a(1 + mod (i, 3):5))
  end do
  !$omp end target
  !$omp target teams distribute parallel do simd private(t) map(from: c)
  do i = 1, n
    t = i
    t(2, :) = i + 5
    call double (t(1:3:2, 2:4))
    c(i) = fold (t(:, 2)) + fold (t(2, 1:3)) + fold (t(3, :))
  end do
  do i = 1, n
    do k = 1, 10
      a(k) = i + k * k
    end do
    k = fold (a(2:7)) - fold (a(10:1:-3))
    a(1:4) = a(7:10)
    call expect ('b', i, b(i), k + fold (a(1 + mod (i, 3):5)))
    t = i
    t(2, :) = i + 5
    call double (t(1:3:2, 2:4))
    call expect ('c', i, c(i), fold (t(:, 2)) + fold (t(2, 1:3)) + fold (t(3, :)))
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
