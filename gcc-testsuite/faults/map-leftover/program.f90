! Two arrays go to the device in a procedure, one after the other.
program main
  implicit none
  integer :: a(20), b(10)
  a = 1
  b = 2
  call on_device (a)
  call on_device (b)
  print '(i0, 1x, i0)', sum (a), sum (b)
contains
  subroutine on_device (x)
    integer, intent (inout) :: x(:)
    !$omp target enter data map(to: x)
    !$omp target
    x = x + 1
    !$omp end target
    !$omp target exit data map(from: x)
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
