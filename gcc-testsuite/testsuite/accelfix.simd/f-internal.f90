! Internal procedures of a procedure that the loop calls: they use its
! variables.
! { dg-simd-without "wrong" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3" }
include 'simd.inc'
module m
contains
  integer function walk (i)
    !$omp declare target
    integer, intent(in) :: i
    integer :: seen(8), k
    seen = 0
    k = i
    call step (3)
    if (mod (i, 3) /= 0) call step (5)
    call step (1)
    walk = k + sum (seen * [1, 2, 3, 4, 5, 6, 7, 8])
  contains
    subroutine step (by)
      integer, intent(in) :: by
      integer :: j, near(2)
      do j = 1, 4
        k = k + by
        near = [k, seen(1 + mod (k, 8))]
        seen(1 + mod (k, 8)) = seen(1 + mod (k, 8)) + near(1) - near(2)
      end do
    end subroutine
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
    b(i) = walk (i) + walk (2 * i)
  end do
  !$omp end target
  do i = 1, n
    call expect ('b', i, b(i), walk (i) + walk (2 * i))
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
