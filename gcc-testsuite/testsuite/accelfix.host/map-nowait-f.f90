! Regions that nobody waits for map sections of the same arrays: a local one, and
! dummy arguments of explicit, assumed and automatic shape.  Each must have its
! own pointers and bounds.
! { dg-host-without "wrong" }
! { dg-host-on "host nvptx amdgcn" }
module m
  implicit none
  integer, parameter :: rows = 16
contains
  subroutine fill (n, columns, d, f, wrong)
    integer :: n, columns, x, y, wrong
    integer :: d(n, columns), f(:, :), l(n, columns)
    integer :: fixed(rows, 4)
    l = 0
    fixed = 0
    do x = 1, columns
      !$omp target map (tofrom: d(1:n, x), f(1:n, x), l(1:n, x)) nowait
      do y = 1, n
        d(y, x) = d(y, x) + x * y
        f(y, x) = f(y, x) + x + y
        l(y, x) = x
      end do
      !$omp end target
      !$omp target map (tofrom: fixed(2:rows, x)) nowait
      do y = 2, rows
        fixed(y, x) = x * y
      end do
      !$omp end target
    end do
    !$omp taskwait
    do x = 1, columns
      do y = 1, n
        if (d(y, x) /= 1000 + x * y) wrong = wrong + 1
        if (f(y, x) /= 2000 + x + y) wrong = wrong + 1
        if (l(y, x) /= x) wrong = wrong + 1
      end do
      do y = 2, rows
        if (fixed(y, x) /= x * y) wrong = wrong + 1
      end do
    end do
  end subroutine

  ! The bounds of D are computed by each call, at the same place of the stack.
  subroutine start (d, n, k)
    integer :: n, k, y
    integer :: d(k:)
    !$omp target map (tofrom: d(k:n)) nowait
    do y = k, n
      d(y) = d(y) + k * 100 + y
    end do
    !$omp end target
  end subroutine
end module

program main
  use m
  implicit none
  integer :: d(rows, 4), f(rows, 4), e(48), i, wrong
  wrong = 0
  d = 1000
  f = 2000
  call fill (rows, 4, d, f, wrong)
  if (wrong /= 0) then
    print '(a, i0)', "wrong: sections: ", wrong
    stop 1
  end if

  e = 0
  call start (e(1:16), 16, 1)
  call start (e(17:32), 18, 3)
  call start (e(33:48), 20, 5)
  !$omp taskwait
  do i = 1, 16
    if (e(i) /= 100 + i) wrong = wrong + 1
    if (e(16 + i) /= 300 + i + 2) wrong = wrong + 1
    if (e(32 + i) /= 500 + i + 4) wrong = wrong + 1
  end do
  if (wrong /= 0) then
    print '(a, i0)', "wrong: bounds: ", wrong
    stop 1
  end if
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
