! Variables of declare target link beside others.
! { dg-host-without "right" }
module m
  implicit none
  integer :: v(10), w = 4
  integer, save :: own = 5
  !$omp declare target link (v)
  !$omp declare target to (w, own)
contains
  subroutine set (i)
    integer, intent (in) :: i
    own = i
    !$omp target update to (own)
  end subroutine
end module

program main
  use m
  implicit none
  integer :: r
  v = 3
  w = 9
  call set (50)
  !$omp target update to (w)
  !$omp target map (to: v) map (from: r)
  r = v(2) + w + own
  !$omp end target
  if (r /= 62) error stop "wrong"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
