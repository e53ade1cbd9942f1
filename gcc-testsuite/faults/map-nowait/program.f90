! Regions that nobody waits for, each of which maps a section of an array.
program main
  implicit none
  integer, parameter :: n = 64
  integer :: x, y, wrong, w(n, 2), v(16, 3)
  w = 0
  do x = 1, 2
    !$omp target map (tofrom: w(1:n, x)) nowait
    do y = 1, n
      w(y, x) = x * y
    end do
    !$omp end target
  end do
  v = 0
  do x = 1, 3
    call start (v(:, x), 15 + x, x)
  end do
  !$omp taskwait
  wrong = 0
  do x = 1, 2
    do y = 1, n
      if (w(y, x) /= x * y) wrong = wrong + 1
    end do
  end do
  print '(i0, a)', wrong, " of 128 are wrong"
  wrong = 0
  do x = 1, 3
    do y = 1, 16
      if (v(y, x) /= 100 * x + y) wrong = wrong + 1
    end do
  end do
  print '(i0, a)', wrong, " of 48 are wrong"
contains
  subroutine start (v, last, first)
    integer :: last, first, i
    integer :: v(first:)
    !$omp target map (tofrom: v(first:last)) nowait
    do i = first, last
      v(i) = 100 * first + 1 + i - first
    end do
    !$omp end target
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
