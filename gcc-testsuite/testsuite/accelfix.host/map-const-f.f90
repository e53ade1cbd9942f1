! Parameter arrays in target regions: nothing is written back to them.
! { dg-host-without "right" }
program main
  implicit none
  integer, parameter :: t(5) = [1, 2, 3, 4, 5]
  real, parameter :: w(2, 2) = reshape ([1., 2., 3., 4.], [2, 2])
  integer :: s, i
  real :: x
  s = 0
  x = 0
  !$omp target map(tofrom: s, x)
  do i = 1, 5
     s = s + t(i)
     x = x + w(mod (i, 2) + 1, 1)
  end do
  !$omp end target
  if (s /= 15) stop 1
  if (x /= 8) stop 2
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
