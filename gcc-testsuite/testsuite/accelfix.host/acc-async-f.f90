! A dummy argument and a local variable of an asynchronous region.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong right 11" }
module m
  use openacc
  implicit none
  integer :: seen(3) = 0
contains
  include 'acc-queue.inc'

  subroutine launch (n, x)
    integer :: n
    real(8), value :: x
    complex :: z
    z = (3.0, 4.0)
    !$acc parallel async (1) present (seen)
    seen(1) = n
    seen(2) = int (x * 2)
    seen(3) = int (real (z) * 10 + aimag (z))
    !$acc end parallel
    n = 0
    x = 0
    z = 0
  end subroutine
end module

program main
  use m
  implicit none
  integer :: n, go
  !$acc enter data copyin (seen)
  n = 7
  call hold (go, .true.)
  call launch (n, 2.5d0)
  call release (go)
  !$acc exit data copyout (seen)
  if (any (seen /= [7, 5, 34])) stop 1
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
