! A region that depends on a task.
program main
  implicit none
  integer :: a, b
  a = 0
  b = 0
  ! Have the device start before the task does.
  !$omp target map(tofrom: b)
  b = 0
  !$omp end target
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(out: a) shared(a)
  call work (a)
  !$omp end task
  !$omp target parallel map(to: a) map(from: b) depend(in: a)
  !$omp master
  b = a
  !$omp end master
  !$omp end target parallel
  !$omp end single
  !$omp end parallel
  print '(i0)', b
contains
  ! Set X, after some time.
  subroutine work (x)
    integer, intent(out) :: x
    integer, volatile :: k
    do k = 1, 100000000
    end do
    x = 7
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
