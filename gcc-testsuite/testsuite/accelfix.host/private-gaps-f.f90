! lastprivate overwrites what is between the elements of a dummy argument: the program stops at
! the line, before that.
! { dg-host-without "wrong" }
! { dg-host-stops "At line 14 of file .*'x' has gaps between its elements, which lastprivate" }
program main
  implicit none
  integer :: b(4, 10)
  b = 1
  call last (b(2, :))
  if (any (b([1, 3, 4], :) /= 1)) error stop 'between'
contains
  subroutine last (x)
    integer :: x(:), i
    !$omp parallel do lastprivate(x)
    do i = 1, 4
      x = i
    end do
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
