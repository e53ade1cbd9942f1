! Loops of "ordered (N)" in target regions.
! { dg-host-without "crash" }
program main
  implicit none
  integer, parameter :: n = 12, m = 10
  integer :: a(m, n), b(m, n), i, j
  !$omp target map(from: a)
  !$omp parallel do ordered(2) num_threads(4)
  do i = 1, n
    do j = 1, m
      !$omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
      if (i > 1 .and. j > 1) then
        a(j, i) = mod (a(j, i - 1) + a(j - 1, i), 1009)
      else
        a(j, i) = 1
      end if
      !$omp ordered depend(source)
    end do
  end do
  !$omp end target
  b = 1
  do i = 2, n
    do j = 2, m
      b(j, i) = mod (b(j, i - 1) + b(j - 1, i), 1009)
    end do
  end do
  if (any (a /= b)) stop 1
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
