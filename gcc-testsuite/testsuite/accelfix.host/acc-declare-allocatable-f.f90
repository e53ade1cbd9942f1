! Allocatable arrays that acc declare names.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-on "nvptx amdgcn" }
module m
  implicit none
  integer, allocatable :: a(:)
  real (8), allocatable :: b(:,:)
  !$acc declare create (a, b)
contains
  subroutine double
    integer :: i
    !$acc parallel loop present (a)
    do i = 1, size (a)
      a(i) = 2 * a(i)
    end do
  end subroutine
end module
program main
  use m
  implicit none
  integer :: i, k
  do k = 1, 3
    allocate (a(10 * k), b(k, 5))
    a = [(i, i = 1, 10 * k)]
    b = k
    !$acc update device (a)
    a = 0
    call double
    if (any (a /= 0)) error stop "wrong: a too early"
    !$acc update self (a)
    if (any (a /= [(2 * i, i = 1, 10 * k)])) error stop "wrong: a"
    a = 7
    !$acc update device (a(2:3))
    call double
    a = 0
    !$acc update self (a(2:4))
    if (any (a(1:4) /= [0, 14, 14, 16])) error stop "wrong: section"
    !$acc parallel loop
    do i = 1, 5
      b(k, i) = b(k, i) + i
    end do
    !$acc update self (b)
    if (any (b(k, :) /= [(k + i, i = 1, 5)])) error stop "wrong: b"
    deallocate (a, b)
  end do
  allocate (a(0))
  !$acc update device (a)
  !$acc update self (a)
  deallocate (a)
  allocate (a(8))
  a = 1
  !$acc enter data copyin (a)
  a = 2
  call double
  !$acc exit data copyout (a)
  if (any (a /= 2)) error stop "wrong: enter data"
  deallocate (a)
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
