! Derived types: private ones, arguments and function results.
! { dg-simd-without "wrong crash 13 crash 15 crash 16" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" }
include 'simd.inc'
module m
  type point
    integer :: x = 0, y = 0
    integer :: way(4) = 0
  end type
contains
  subroutine move (p, i)
    !$omp declare target
    type(point), intent(inout) :: p
    integer, intent(in) :: i
    p%x = p%x + i
    p%y = p%y - i
    p%way(1 + mod (i, 4)) = i
  end subroutine
  type(point) function moved (p, i)
    !$omp declare target
    type(point), intent(in) :: p
    integer, intent(in) :: i
    moved = p
    call move (moved, i)
  end function
  integer function weight (p)
    !$omp declare target
    type(point), intent(in) :: p
    weight = p%x + 2 * p%y + p%way(1) + 3 * p%way(2) + 5 * p%way(3) + 7 * p%way(4)
  end function
end module
program main
  use simd
  use m
  implicit none
  type(point) :: p, q
  integer :: b(n), c(n), i
  !$omp target map(from: b)
  !$omp simd private(p, q)
  do i = 1, n
    p = point (i, 2)
    call move (p, 3 * i)
    q = moved (p, i)
    q%x = q%x + p%way(4)
    b(i) = weight (q) - weight (p)
  end do
  !$omp end target
  !$omp target parallel do simd private(p) map(from: c)
  do i = 1, n
    p = point (y = i)
    call move (p, i)
    c(i) = weight (moved (p, i + 1)) + p%x
  end do
  do i = 1, n
    p = point (i, 2)
    call move (p, 3 * i)
    q = moved (p, i)
    q%x = q%x + p%way(4)
    call expect ('b', i, b(i), weight (q) - weight (p))
    p = point (y = i)
    call move (p, i)
    call expect ('c', i, c(i), weight (moved (p, i + 1)) + p%x)
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
