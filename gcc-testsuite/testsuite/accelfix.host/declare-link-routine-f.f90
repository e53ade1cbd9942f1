! Variables of declare target link that functions of the device use.
! { dg-host-without "crash right 15 right 16" }
module m
  implicit none
  integer :: v(10), step = 5
  real (8), allocatable :: x(:)
  !$omp declare target link (v, step, x)
contains
  subroutine add (i)
    !$omp declare target
    integer, intent (in) :: i
    v(i) = v(i) + step
  end subroutine

  real (8) function sums ()
    !$omp declare target
    integer :: i
    sums = 0
    do i = 1, size (x)
      sums = sums + x(i)
    end do
  end function
end module

program main
  use m
  implicit none
  integer :: i, r
  real (8) :: s
  v = 3
  !$omp target map (tofrom: v) map (to: step) map (from: r)
  do i = 1, 10
    call add (i)
  end do
  r = v(2)
  !$omp end target
  if (r /= 8 .or. any (v /= 8)) error stop "wrong: v"
  allocate (x(4))
  x = [1.0d0, 2.0d0, 3.0d0, 4.0d0]
  !$omp target map (to: x) map (from: s)
  s = sums ()
  !$omp end target
  if (s /= 10.0d0) error stop "wrong: x"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
