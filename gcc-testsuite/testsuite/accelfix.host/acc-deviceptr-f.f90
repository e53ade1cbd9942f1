! Arrays in device memory: in data constructs, and in asynchronous regions.
! { dg-host-mode "openacc" }
! { dg-host-on "nvptx amdgcn" }
! { dg-host-without "wrong" }
module m
  use openacc
  implicit none
  integer, parameter :: n = 100
contains
  include 'acc-queue.inc'

  subroutine of_region (d, e, k)
    integer :: k, i, d(k), e(k)
    !$acc parallel loop deviceptr (d, e) async (1)
    do i = 1, k
      d(i) = d(i) + e(i)
    end do
  end subroutine

  subroutine of_data (d, e, k)
    integer :: k, i, d(k), e(k)
    !$acc data deviceptr (d, e)
    !$acc parallel loop async (1)
    do i = 1, k
      d(i) = d(i) + e(i)
    end do
    !$acc end data
  end subroutine

  subroutine of_waiting_data (d, e, k)
    integer :: k, i
    real(8) :: d(k)
    integer :: e(k)
    !$acc data deviceptr (d) deviceptr (e)
    !$acc serial loop
    do i = 1, k
      d(i) = d(i) + e(i)
    end do
    !$acc data present_or_copyin (k)
    !$acc kernels loop default (present)
    do i = 1, k
      d(i) = d(i) * 2
    end do
    !$acc end data
    !$acc end data
  end subroutine

  subroutine of_declare (d)
    integer :: d(n), i
    !$acc declare deviceptr (d)
    !$acc parallel loop
    do i = 1, n
      d(i) = d(i) + 1
    end do
  end subroutine
end module

program main
  use m
  implicit none
  integer, target :: a(n), b(n), c(n), g(n), go
  real(8), target :: r(n), one(1)
  integer :: i
  a = [(i, i = 1, n)]
  b = a
  c = a
  g = a
  r = a
  one = 3
  !$acc enter data copyin (a, b, c, g, r, one)
  call hold (go)
  !$acc host_data use_device (a, b, c)
  call of_region (a, b, n)
  call of_data (c, b, n)
  !$acc end host_data
  call release (go)
  !$acc host_data use_device (b, g, r, one)
  call of_waiting_data (r, b, n)
  call of_waiting_data (one, b, 1)
  call of_declare (g)
  !$acc end host_data
  !$acc exit data copyout (a, c, g, r, one) delete (b)
  if (any (a /= [(2 * i, i = 1, n)])) stop 1
  if (any (c /= [(2 * i, i = 1, n)])) stop 2
  if (any (r /= [(4 * i, i = 1, n)])) stop 3
  if (one(1) /= 8) stop 4
  if (any (g /= [(i + 1, i = 1, n)])) stop 5
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
