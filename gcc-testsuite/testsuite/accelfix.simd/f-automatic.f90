! Procedures with automatic arrays and arrays of fixed size, called in the loop.
! { dg-simd-without "wrong" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3" }
include 'simd.inc'
module m
contains
  integer function fold (a, k)
    !$omp declare target
    integer, intent(in) :: k, a(k)
    integer :: j
    fold = 1
    do j = 1, k
      fold = fold * 3 + a(j)
    end do
  end function
  integer function turned (i, k)
    !$omp declare target
    integer, intent(in) :: i, k
    integer :: a(k), c(24), j
    do j = 1, k
      a(k + 1 - j) = i + j
    end do
    do j = 1, 24
      c(j) = a(1 + mod (j, k)) / 2
    end do
    turned = mod (fold (a, k) + fold (c, 12), 10000)
  end function
end module
program main
  use simd
  use m
  implicit none
  integer :: b(n), i
  !$omp target map(from: b)
  !$omp simd
  do i = 1, n
    if (mod (i, 4) == 1) then
      b(i) = turned (i, 3 + mod (i, 7))
    else
      b(i) = turned (i, 9) - turned (i + 1, 2)
    end if
  end do
  !$omp end target
  do i = 1, n
    if (mod (i, 4) == 1) then
      call expect ('b', i, b(i), turned (i, 3 + mod (i, 7)))
    else
      call expect ('b', i, b(i), turned (i, 9) - turned (i + 1, 2))
    end if
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
