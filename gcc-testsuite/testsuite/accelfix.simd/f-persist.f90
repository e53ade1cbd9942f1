! Arrays of a procedure with two loops: one that the loops share and one that
! each lane has.
! { dg-simd-without "right" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3 -Os" }
include 'simd.inc'
module m
contains
  subroutine work (b, k)
    !$omp declare target
    integer, intent(in) :: k
    integer, intent(out) :: b(k)
    integer :: shared(k), near(3), i
    !$omp simd private(near)
    do i = 1, k
      near = [i, 2 * i, 5]
      shared(k + 1 - i) = near(1 + mod (i, 3)) + near(3)
    end do
    !$omp simd private(near)
    do i = 1, k
      near(1) = shared(i)
      near(2:3) = [shared(1 + mod (i, k)), shared(1 + mod (7 * i, k))]
      b(i) = near(1 + mod (i, 2)) * 3 + near(1 + mod (i, 3))
    end do
  end subroutine
end module
program main
  use simd
  use m
  implicit none
  integer :: b(n), shared(n), near(3), i
  !$omp target map(from: b)
  call work (b, n)
  !$omp end target
  do i = 1, n
    near = [i, 2 * i, 5]
    shared(n + 1 - i) = near(1 + mod (i, 3)) + 5
  end do
  do i = 1, n
    near = [shared(i), shared(1 + mod (i, n)), shared(1 + mod (7 * i, n))]
    call expect ('b', i, b(i), near(1 + mod (i, 2)) * 3 + near(1 + mod (i, 3)))
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
