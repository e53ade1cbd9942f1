! A region that is not waited for brings back what is between the elements: the program
! says so where there is something.
! { dg-host-without "wrong" }
! { dg-host-prints "1 At line 16 of file .*the array has gaps between its elements" }
program main
  implicit none
  integer :: b(4, 10)
  b = 1
  call later (b(:, 3))
  if (any (b(:, 3) /= 2)) stop 1
  call later (b(2, :))
  if (any (b(2, :) /= 2) .or. any (b([1, 3, 4], [1, 2, 4]) /= 1)) stop 1
contains
  subroutine later (x)
    integer :: x(:)
    !$omp target nowait map(from: x)
    x = 2
    !$omp end target
    !$omp taskwait
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
