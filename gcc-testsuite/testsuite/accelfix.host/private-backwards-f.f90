! A private copy of a dummy argument whose elements are backwards in memory: the program stops
! at the line.
! { dg-host-without "wrong" }
! { dg-host-stops "At line 14 of file .*the elements of 'x' are backwards in memory" }
program main
  implicit none
  integer :: b(4, 10)
  b = 1
  call copy (b(2, 10:1:-1))
contains
  subroutine copy (x)
    integer :: x(:), i
    i = 0
    !$omp target firstprivate(x) map(i)
    x = x + 3
    i = sum (x)
    !$omp end target
    if (i /= 40) error stop 'target'
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
