! Private copies of dummy arguments whose elements are forwards in memory are right, and keep
! their size with the plugin.
! { dg-host-without "right" }
program main
  implicit none
  integer :: b(4, 10)
  b = 1
  call copies (b(2, :))
  call copies (b(:, 3))
  if (any (b /= 1)) error stop 'the array'
  call sums (b(:, 4))
  if (any (b(:, 4) /= 3)) error stop 'sums'
  call last (b(:, 5))
  if (any (b(:, 5) /= 2) .or. any (b(:, 6) /= 1)) error stop 'last'
contains
  subroutine copies (x)
    integer :: x(:), i
    !$omp parallel private(x) num_threads(2)
    x = 5
    if (sum (x) /= 5 * ubound (x, 1)) error stop 'parallel'
    !$omp end parallel
    !$omp task firstprivate(x)
    x = x + 2
    if (sum (x) /= 3 * ubound (x, 1)) error stop 'task'
    !$omp end task
    !$omp taskwait
    i = 0
    !$omp target firstprivate(x) map(i)
    x = x + 3
    i = sum (x)
    !$omp end target
    if (i /= 4 * ubound (x, 1)) error stop 'target'
    !$omp parallel do private(x)
    do i = 1, 4
      x = i
      if (sum (x) /= i * ubound (x, 1)) error stop 'do'
    end do
  end subroutine
  subroutine sums (x)
    integer :: x(:)
    !$omp parallel reduction(+: x) num_threads(2)
    x = x + 1
    !$omp end parallel
  end subroutine
  subroutine last (x)
    integer :: x(:), i
    !$omp parallel do lastprivate(x)
    do i = 1, 2
      x = i
    end do
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
