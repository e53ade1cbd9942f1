! Private arrays, and a reduction over what they hold.
! { dg-simd-without "wrong" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3 -Os -O2,-g" }
! { dg-options "-fno-inline" }
include 'simd.inc'
module m
contains
  subroutine fill (a, i)
    !$omp declare target
    integer, intent(out) :: a(5)
    integer, intent(in) :: i
    integer :: j
    do j = 1, 5
      a(j) = i * j
    end do
  end subroutine
end module
program main
  use simd
  use m
  implicit none
  ! As many as make lanes of one warp work at once in the second region.
  integer, parameter :: many = 2000
  integer :: b(n), c(many), a(5), s, i
  s = 0
  !$omp target map(from: b) map(tofrom: s)
  !$omp simd private(a) reduction(+: s)
  do i = 1, n
    call fill (a, i)
    a(1 + mod (i, 5)) = 7
    b(i) = sum (a)
    s = s + a(3)
  end do
  !$omp end target
  !$omp target teams distribute parallel do simd private(a) map(from: c)
  do i = 1, many
    call fill (a, 2 * i)
    c(i) = maxval (a(2:4)) - a(1 + mod (i, 5))
  end do
  do i = 1, n
    call expect ('b', i, b(i), 15 * i - i * (1 + mod (i, 5)) + 7)
    s = s - merge (7, 3 * i, mod (i, 5) == 2)
  end do
  do i = 1, many
    call expect ('c', i, c(i), 8 * i - 2 * i * (1 + mod (i, 5)))
  end do
  call expect ('s', 0, s, 0)
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
