! Fortran: optional paths, select case, array results.
! { dg-do compile }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2" }
! { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" }
module m
contains
  integer function pick (n, a)
    !$omp declare target
    integer, intent(in) :: n
    integer, intent(inout) :: a(:)
    integer :: r
    select case (n)
    case (1)
      r = a(1)
    case (2:4)
      r = a(2) * 2
    case (7)
      a(1) = 3
    end select
    a(2) = a(2) + 1
    if (n /= 7) a(3) = r
    pick = a(3)
  end function
end module
program main
  use m
  implicit none
  integer :: a(10), i, s
  a = 1
  s = 0
  !$omp target teams distribute parallel do map(tofrom: a, s) reduction(+:s)
  do i = 1, 10
    s = s + pick (i, a)
  end do
  if (s == 0) stop 3
end program main
! { dg-final { ptx-uninit 0 0 } }
! { dg-final { ptx-dead-ends 0 } }

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
