! Updates of variables that acc declare names.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-on "nvptx amdgcn" }
module m
  implicit none
  integer :: v(10) = 0, w = 1
  real(8) :: x = 0.5d0
  !$acc declare create (v, w, x)
end module

program main
  use m
  implicit none
  integer :: seen
  v(3) = 8
  x = 2.5d0
  !$acc update device (v, x)
  seen = 0
  !$acc parallel copy (seen)
  seen = v(3) + int (x * 2)
  w = 9
  v(1) = 5
  !$acc end parallel
  if (seen /= 13) stop 1
  !$acc update self (w, v)
  if (w /= 9) stop 2
  if (v(1) /= 5 .or. v(3) /= 8) stop 3
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
