! Components that are reached by an element of an array, beside others.
! { dg-accel-gcc "12 13 14 15 16" }
! { dg-host-without "wrong right 14 right 15 right 16" }
program main
  implicit none
  type inner
     integer :: n = 10, m = 0
  end type
  type outer
     type(inner) :: in(2)
     integer :: k = 3
  end type
  type(outer) :: o
  integer :: total
  o%in(2)%n = 5
  total = 0
  !$omp target map (tofrom: o%in(2)%n, o%k) map (tofrom: total)
  total = o%in(2)%n + o%k
  o%k = 40
  o%in(2)%n = 50
  !$omp end target
  if (total /= 8 .or. o%k /= 40 .or. o%in(2)%n /= 50) error stop "wrong"
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
