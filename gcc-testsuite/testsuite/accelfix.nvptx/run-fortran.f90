! Fortran: a reduction, a routine with paths that set nothing, and the device.
! { dg-do run }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O2" }
! { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" }
module m
contains
  integer function pick (n, a)
    !$omp declare target
    integer, intent(in) :: n
    integer, intent(in) :: a(:)
    integer :: r
    select case (n)
    case (1)
      r = a(1)
    case (2:4)
      r = a(2) * 2
    end select
    pick = 7
    if (n <= 4) pick = r
  end function
end module
program main
  use m
  use omp_lib
  implicit none
  integer :: a(10), i, s
  logical :: host
  a = 3
  s = 0
  host = .true.
  !$omp target teams distribute parallel do map(to: a) map(tofrom: s, host) reduction(+:s)
  do i = 1, 10
    s = s + pick (i, a)
    if (i == 2) host = omp_is_initial_device ()
  end do
  if (host) stop 1
  if (s /= 3 + 3 * 6 + 6 * 7) stop 2
end program main

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
