! Arrays with gaps in optional dummy arguments, in regions of threads, and in enter data.
! { dg-host-without "wrong" }

program main
  implicit none
  integer :: b(4, 10), failed
  failed = 0
  b = 1
  call absent (n = 3)
  call absent (b(2, :), 10)
  call check ('optional', 1)
  call threads (b(2, :))
  call check ('threads', 2)
  call enter (b(2, :))
  call check ('enter data', 4)
  if (failed /= 0) stop 1
contains
  subroutine check (what, k)
    character(*), intent(in) :: what
    integer, intent(in) :: k
    integer :: i
    if (any (b([1, 3, 4], :) /= 1) &
        .or. any (b(2, :) /= [(10 * k + i, i = 1, 10)])) then
      print *, 'wrong: ', what, b
      failed = 1
    end if
    b = 1
  end subroutine
  subroutine absent (x, n)
    integer, optional :: x(:)
    integer :: n, i
    !$omp target map(from: x) map(to: n)
    if (present (x)) then
      do i = 1, n
        x(i) = 10 + i
      end do
    end if
    !$omp end target
  end subroutine
  subroutine threads (x)
    integer, optional :: x(:)
    integer :: i
    !$omp parallel num_threads(2)
    !$omp single
    !$omp target map(from: x)
    do i = 1, 10
      x(i) = 20 + i
    end do
    !$omp end target
    !$omp end single
    !$omp end parallel
  end subroutine
  subroutine enter (x)
    integer :: x(:), i
    !$omp target enter data map(alloc: x)
    !$omp target
    do i = 1, 10
      x(i) = 40 + i
    end do
    !$omp end target
    !$omp target exit data map(from: x)
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
