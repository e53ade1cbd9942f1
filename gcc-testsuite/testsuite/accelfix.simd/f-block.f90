! BLOCK constructs in the body, with arrays of their own.
! { dg-simd-without "wrong" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" }
! { dg-options "-fno-inline" }
include 'simd.inc'
module m
contains
  integer function fold (a, k)
    !$omp declare target
    integer, intent(in) :: k
    integer, intent(inout) :: a(k)
    integer :: j
    fold = 1
    do j = 1, k
      fold = fold * 3 + a(j)
    end do
    a(1) = a(1) + 1
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
    block
      integer :: a(4), r
      a = [i, 2, i + 1, 5]
      r = fold (a, 4)
      block
        integer :: c(3)
        c = a(2:4) + r
        r = r + fold (c, 3)
        r = r + c(1)
      end block
      b(i) = r + a(1)
    end block
  end do
  !$omp end target
  do i = 1, n
    block
      integer :: a(4), c(3), r
      a = [i, 2, i + 1, 5]
      r = fold (a, 4)
      c = a(2:4) + r
      r = r + fold (c, 3)
      call expect ('b', i, b(i), r + c(1) + a(1))
    end block
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
