! Arrays in structures, alone in clauses of OpenACC.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong right 13 right 14 right 15 right 16" }
program main
  implicit none
  type t
     integer :: n
     real(8), allocatable :: a(:)
     integer, pointer :: p(:, :)
  end type
  type(t) :: x, y
  integer :: i, j
  allocate (x%a(10), x%p(3:5, -1:2), y%a(0:9))
  x%a = 1
  x%p = 2
  y%a = 3
  !$acc parallel loop copy(x%a)
  do i = 1, 10
     x%a(i) = 2 * x%a(i) + i
  end do
  do i = 1, 10
     if (x%a(i) /= 2 + i) error stop "copy"
  end do
  !$acc parallel loop copy(x%p)
  do i = 3, 5
     do j = -1, 2
        x%p(i, j) = x%p(i, j) + 10 * i + j
     end do
  end do
  do i = 3, 5
     do j = -1, 2
        if (x%p(i, j) /= 2 + 10 * i + j) error stop "two dimensions"
     end do
  end do
  !$acc enter data copyin(y%a)
  !$acc parallel loop present(y%a)
  do i = 0, 9
     y%a(i) = y%a(i) + i
  end do
  !$acc exit data copyout(y%a)
  do i = 0, 9
     if (y%a(i) /= 3 + i) error stop "enter data"
  end do
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
