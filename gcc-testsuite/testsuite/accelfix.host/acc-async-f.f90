! A dummy argument and a local variable of an asynchronous region.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong right 11" }
module m
  implicit none
  integer :: busy = 0, seen(3) = 0
contains
  subroutine keep_busy
    integer :: i, s
    !$acc parallel async (1) present (busy) private (s)
    s = 0
    !$acc loop seq
    do i = 1, 200000
      s = s + iand (i, 1)
    end do
    busy = s
    !$acc end parallel
  end subroutine

  subroutine launch (n, x)
    integer :: n
    real(8), value :: x
    complex :: z
    z = (3.0, 4.0)
    call keep_busy
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
  integer :: n
  !$acc enter data copyin (busy, seen)
  n = 7
  call launch (n, 2.5d0)
  !$acc wait (1)
  !$acc exit data copyout (busy, seen)
  if (any (seen /= [7, 5, 34])) stop 1
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
