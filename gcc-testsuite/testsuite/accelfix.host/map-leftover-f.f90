! enter data of dummy arguments in procedures that are called again, and in others.
! { dg-host-without "wrong right 14 right 15 right 16" }
! { dg-host-said "pointers of procedures that enter data leaves out" }
program main
  implicit none
  integer :: a(20), b(10), c(7)
  a = 1
  b = 2
  c = 3
  call both (a)
  call both (b)
  if (any (a /= 2) .or. any (b /= 3)) error stop "twice"
  call begin (a, c, 7)
  call work (a, c)
  call work (a, c)
  call finish (a, c)
  if (any (a /= 4) .or. any (c /= 7)) error stop "in others"
  call begin (b, c(1:3), 3)
  call work (b, c(1:3))
  call finish (b, c(1:3))
  if (any (b /= 4) .or. any (c /= [9, 9, 9, 7, 7, 7, 7])) error stop "again"
contains
  subroutine both (x)
    integer, intent (inout) :: x(:)
    !$omp target enter data map(to: x)
    !$omp target
    x = x + 1
    !$omp end target
    !$omp target exit data map(from: x)
  end subroutine
  subroutine begin (x, y, n)
    integer, intent (in) :: n
    integer, intent (inout) :: x(:), y(n)
    !$omp target enter data map(to: x, y)
  end subroutine
  subroutine work (x, y)
    integer, intent (inout) :: x(:), y(:)
    !$omp target
    x = x + 1
    y = y + 2
    !$omp end target
  end subroutine
  subroutine finish (x, y)
    integer, intent (inout) :: x(:), y(:)
    !$omp target exit data map(from: x, y)
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
