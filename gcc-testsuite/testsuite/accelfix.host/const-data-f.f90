! Parameter arrays in offloaded procedures and regions.
! { dg-host-without "crash" }
module tables
  implicit none
  integer, parameter :: primes(6) = [2, 3, 5, 7, 11, 13]
  real(8), parameter :: weights(0:2) = [0.25d0, 0.5d0, 0.25d0]
  character(3), parameter :: names(3) = ["abc", "def", "ghi"]
  type pair
     integer :: n
     real :: x
  end type
  type(pair), parameter :: pairs(2) = [pair (1, 1.5), pair (2, 2.5)]
contains
  integer function prime (i)
    !$omp declare target
    integer, intent(in) :: i
    prime = primes(i)
  end function
  real(8) function smooth (v, i)
    !$omp declare target
    real(8), intent(in) :: v(:)
    integer, intent(in) :: i
    integer :: k
    smooth = 0
    do k = 0, 2
       smooth = smooth + weights(k) * v(i + k - 1)
    end do
  end function
  integer function local_table (i)
    !$omp declare target
    integer, intent(in) :: i
    integer, parameter :: t(4) = [10, 20, 30, 40]
    local_table = t(i) + ichar (names(2)(i:i)) + pairs(2)%n
    select case (i)
    case (1); local_table = local_table + 17
    case (2); local_table = local_table + 4
    case (3); local_table = local_table + 93
    case (4); local_table = local_table - 5
    case (5); local_table = local_table + 61
    case (6); local_table = local_table + 1000
    end select
  end function
end module

program main
  use tables
  implicit none
  integer :: a, b, c, i
  real(8) :: v(10), s
  v = [(i * 1d0, i = 1, 10)]
  !$omp target map(from: a, b, s) map(to: v)
  a = prime (4)
  b = local_table (2)
  s = smooth (v, 5)
  !$omp end target
  if (a /= 7) stop 1
  if (b /= 20 + ichar ("e") + 2 + 4) stop 2
  if (s /= 5) stop 3
  c = 0
  !$omp target teams distribute parallel do reduction(+: c) map(tofrom: c)
  do i = 1, 60
     c = c + primes(mod (i, 6) + 1)
  end do
  if (c /= 410) stop 4
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
