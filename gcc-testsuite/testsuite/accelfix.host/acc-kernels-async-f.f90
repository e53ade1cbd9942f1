! Descriptors, sections and scalars of asynchronous kernels constructs are gone when
! those run.
! { dg-host-mode "openacc" }
! { dg-host-on "nvptx amdgcn" }
! { dg-host-without "wrong right 11" }
module m
  use openacc
  implicit none
  integer, parameter :: n = 100
contains
  include 'acc-queue.inc'

  subroutine of_pointers (d, e)
    integer, target :: d(:), e(:)
    integer, pointer :: p(:), q(:)
    integer :: i
    p => d
    q => e
    !$acc kernels loop present (p, q) async (1)
    do i = lbound (p, 1), ubound (p, 1)
      p(i) = p(i) + q(i)
    end do
  end subroutine

  subroutine of_dummies (d, e, factor)
    integer :: d(:), e(:), i
    real(8), value :: factor
    !$acc kernels loop present (d, e) async (1)
    do i = 1, size (d)
      d(i) = d(i) + int (e(i) * factor)
    end do
  end subroutine

  subroutine of_section (d, from, to)
    integer :: d(n), i
    integer, value :: from, to
    !$acc kernels loop present (d(from:to)) async (1)
    do i = from, to
      d(i) = -d(i)
    end do
  end subroutine
end module

program main
  use m
  implicit none
  integer :: go, i
  integer, pointer :: a(:), b(:), c(:)
  integer, target :: s(n)
  allocate (a(n), b(n), c(n))
  a = [(i, i = 1, n)]
  b = a
  c = a
  s = a
  !$acc enter data copyin (a, b, c, s)
  call hold (go)
  call of_pointers (a, b)
  call of_dummies (c, b, 2.5d0)
  call of_section (s, 1, 40)
  call of_section (s, 61, 100)
  call release (go)
  !$acc exit data copyout (a, c, s) delete (b)
  if (any (a /= [(2 * i, i = 1, n)])) stop 1
  if (any (c /= [(i + int (i * 2.5d0), i = 1, n)])) stop 2
  if (any (s(1:40) /= [(-i, i = 1, 40)])) stop 3
  if (any (s(41:60) /= [(i, i = 41, 60)])) stop 4
  if (any (s(61:) /= [(-i, i = 61, n)])) stop 5
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
