! Members of a dummy argument, in another order than in the type.
! { dg-host-without "wrong right 11 right 14 right 15 right 16" }
! { dg-host-on "nvptx amdgcn" }
module m
  implicit none
  type list
    integer :: a
    integer, pointer :: v(:)
    integer :: n
    integer, pointer :: u(:)
    integer :: max
  end type
contains
  subroutine add (s, total)
    type (list) :: s
    integer :: total
    !$omp target map (to: s%n, s%v(1:10), s%u, s%max) map (tofrom: total)
    total = total + s%v(1) + s%n + s%max + s%u(2)
    !$omp end target
  end subroutine
end module

program main
  use m
  implicit none
  type (list) :: s
  integer :: total
  allocate (s%v(10), s%u(5))
  s%v = 1
  s%u = 20
  s%n = 300
  s%max = 4000
  total = 0
  call add (s, total)
  if (total /= 4321) stop 1
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
