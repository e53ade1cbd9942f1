! Complex numbers, private and by functions, and intrinsics on them.
! { dg-simd-without "wrong" }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2 -O3" }
! { dg-options "-fno-inline" }
include 'simd.inc'
module m
contains
  complex(8) function turn (z, k)
    !$omp declare target
    complex(8), intent(in) :: z
    integer, intent(in) :: k
    integer :: j
    turn = z
    do j = 1, k
      turn = turn * (0, 2) + 1
    end do
  end function
end module
program main
  use simd
  use m
  implicit none
  complex(8) :: z, w(3)
  integer :: b(n), i, k
  !$omp target map(from: b)
  !$omp simd private(z, w, k)
  do i = 1, n
    do k = 1, 3
      w(k) = turn (cmplx (i, k, 8), k)
    end do
    z = conjg (w(1 + mod (i, 3))) * w(2)
    b(i) = int (real (z) / 8 + aimag (z + w(3)) / 4)
  end do
  !$omp end target
  do i = 1, n
    do k = 1, 3
      w(k) = turn (cmplx (i, k, 8), k)
    end do
    z = conjg (w(1 + mod (i, 3))) * w(2)
    call expect ('b', i, b(i), int (real (z) / 8 + aimag (z + w(3)) / 4))
  end do
  call finish
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
