! Fortran: reductions and a routine of the vector level.
! { dg-do compile }
! { dg-accel-mode openacc }
! { dg-accel-levels "-O0 -O2" }
! { dg-accel-args "init-regs=1 init-regs=2 init-regs=3" }
program main
  implicit none
  integer :: i, s
  real :: x(100), m
  complex :: c
  x = 2.0
  s = 0
  m = 0.0
  c = 0.0
  !$acc parallel loop gang vector reduction(+:s,c) reduction(max:m) copyin(x)
  do i = 1, 100
    s = s + i
    c = c + cmplx (x(i), x(i))
    m = max (m, x(i))
  end do
  if (s /= 5050) stop 1
end program main
! { dg-final { ptx-uninit 0 0 } }
! { dg-final { ptx-dead-ends 0 } }
! { dg-final { text-registers-alone } }

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
