! Pointer arrays that a region maps and does not use.
! { dg-host-without "wrong" }
! { dg-accel-gcc "11 12 13" }
module m
  implicit none
  type t
    integer :: k = 3
    integer, pointer :: p(:)
  end type
contains
  subroutine dummies (a, b, n)
    integer, pointer :: a(:), b(:, :)
    integer :: n
    !$omp target map(tofrom: a, b, n)
    n = n + 1
    !$omp end target
    ! The address is set where the descriptor is there.
    !$omp target map(tofrom: a, n) map(to: b)
    a = a + sum (b)
    !$omp end target
  end subroutine
end module

program main
  use m
  integer, pointer :: a(:), b(:, :)
  integer, allocatable :: c(:)
  type(t) :: s
  integer :: n
  n = 1
  allocate (a(-2:5), b(3, 4), c(6), s%p(7))
  a = 2; b = 3; c = 4; s%p = 5
  !$omp target map(tofrom: a, c, n) map(to: b)
  n = n + 1
  !$omp end target
  call dummies (a, b, n)
  !$omp target map(tofrom: s%p, n)
  n = n + 1
  !$omp end target
  ! What maps it around the region has set it.
  !$omp target data map(tofrom: a)
  !$omp target map(tofrom: a, n)
  n = n + 1
  !$omp end target
  !$omp target map(tofrom: a)
  a = a + 1
  !$omp end target
  !$omp end target data
  if (n /= 5 .or. any (a /= 39) .or. any (b /= 3) .or. any (c /= 4) .or. any (s%p /= 5)) then
    print *, "wrong:", n, a, b, c, s%p
    stop 1
  end if
  print *, "right"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
