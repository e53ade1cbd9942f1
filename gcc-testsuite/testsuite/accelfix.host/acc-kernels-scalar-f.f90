! Dummy arguments of a kernels construct that are one variable, or a constant.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
program main
  implicit none
  integer :: a(10, 10), k, i, j
  real(8) :: b(20), total
  k = 10
  call fill (a, k, k)
  do j = 1, 10
     do i = 1, 10
        if (a(i, j) /= i + j + 20) error stop "one variable"
     end do
  end do
  call fill (a, 10, 10)
  call set (b, 20, 0.5d0, total)
  if (any (b /= 0.5d0) .or. total /= 1.5d0) error stop "constants"
contains
  subroutine fill (a, n, m)
    integer, intent(in) :: n, m
    integer :: a(n, m), i, j
    !$acc kernels copyout(a)
    do j = 1, m
       do i = 1, n
          a(i, j) = i + j + n + m
       end do
    end do
    !$acc end kernels
  end subroutine
  subroutine set (a, n, v, total)
    integer, intent(in) :: n
    real(8), intent(in) :: v
    real(8), intent(out) :: total
    real(8) :: a(n)
    !$acc kernels copyout(a)
    a = v
    total = 3 * v
    !$acc end kernels
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
