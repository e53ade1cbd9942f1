! Fortran: stop and error stop end the program; nothing is printed behind
! what ends it already.
! { dg-do compile }
! { dg-accel-mode openmp }
! { dg-accel-levels "-O0 -O1 -O2" }
! { dg-accel-args "exit=0 exit=1 exit=2" }
subroutine check (n)
  !$omp declare target
  integer, intent(in) :: n
  if (n == 1) stop 3
  if (n == 2) error stop 4
end subroutine
program main
  !$omp target
  call check (3)
  !$omp end target
end program
! { dg-final { ptx-uninit 0 0 } }
! { dg-final { one-terminator } }
! { dg-final { ptx-dead-ends 0 } }
! { dg-final { exits-closed 0 } }

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
