! The same in OpenACC: each region with async has a section of its own.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong right 11" }
module m
  implicit none
  integer, parameter :: rows = 16
contains
  subroutine fill (n, columns, d, f, wrong)
    integer :: n, columns, x, y, wrong
    integer :: d(n, columns), f(:, :)
    do x = 1, columns
      !$acc parallel loop copy (d(1:n, x), f(1:n, x)) async (x)
      do y = 1, n
        d(y, x) = d(y, x) + x * y
        f(y, x) = f(y, x) + x + y
      end do
    end do
    !$acc wait
    do x = 1, columns
      do y = 1, n
        if (d(y, x) /= 1000 + x * y) wrong = wrong + 1
        if (f(y, x) /= 2000 + x + y) wrong = wrong + 1
      end do
    end do
  end subroutine
end module

program main
  use m
  implicit none
  integer :: d(rows, 4), f(rows, 4), wrong
  wrong = 0
  d = 1000
  f = 2000
  call fill (rows, 4, d, f, wrong)
  if (wrong /= 0) then
    print '(a, i0)', "wrong: sections: ", wrong
    stop 1
  end if
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
