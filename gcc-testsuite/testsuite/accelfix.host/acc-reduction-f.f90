! OpenACC: scalars that nested loops reduce, local ones, those of a module and dummy
! arguments.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-off "acc-reduction=0" }

module m
  implicit none
  integer, parameter :: n = 50, l = 40
  real(8) :: a(l, n), x(l), y(n), want(n), t
contains
  subroutine fill
    integer :: i, j
    do i = 1, n
      do j = 1, l
        a(j, i) = mod (7 * i + 3 * j, 11)
        x(j) = mod (j, 5)
      end do
      want(i) = sum (a(:, i) * x)
    end do
    y = -1
  end subroutine

  logical function right ()
    right = all (y == want)
  end function

  ! S is a dummy argument, T a variable of the module.
  subroutine product (s)
    real(8), intent (inout) :: s
    integer :: i, j
    call fill
    s = 77
    t = 78
    !$acc parallel loop gang copyin(a, x) copyout(y)
    do i = 1, n
      s = 0
      !$acc loop vector reduction(+:s)
      do j = 1, l
        s = s + a(j, i) * x(j)
      end do
      y(i) = s
    end do
    if (.not. right ()) stop 1
    if (s /= 77) stop 6
    call fill
    !$acc parallel loop gang copyin(a, x) copyout(y)
    do i = 1, n
      t = 0
      !$acc loop worker vector reduction(+:t)
      do j = 1, l
        t = t + a(j, i) * x(j)
      end do
      y(i) = t
    end do
    if (.not. right ()) stop 2
    if (t /= 78) stop 7
    s = 0
    !$acc parallel loop gang reduction(+:s) copyin(a, x) num_workers(4)
    do i = 1, n
      !$acc loop worker vector
      do j = 1, l
        s = s + a(j, i) * x(j)
      end do
    end do
    if (s /= sum (want)) stop 3
  end subroutine

  subroutine whole
    complex(8) :: c
    integer :: i, j, most
    logical :: any
    c = 0
    most = -1
    any = .false.
    !$acc parallel loop gang reduction(+:c) reduction(max:most) reduction(.or.:any) &
    !$acc copyin(a) num_workers(4)
    do i = 1, n
      !$acc loop worker vector
      do j = 1, l
        c = c + cmplx (a(j, i), 1, 8)
        most = max (most, int (a(j, i)) * 100 + i)
        any = any .or. (i == 17 .and. j == 33)
      end do
    end do
    if (c /= cmplx (sum (a), n * l, 8)) stop 4
    if (most /= 1050 .or. .not. any) stop 5
  end subroutine
end module

program main
  use m
  implicit none
  real(8) :: s
  call product (s)
  call whole
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
