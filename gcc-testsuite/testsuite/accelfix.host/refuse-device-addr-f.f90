! gfortran 12 loses has_device_addr of combined constructs.
! { dg-accel-gcc "12" }
! { dg-host-without "wrong" }
! { dg-host-refused "29 gfortran loses 'has_device_addr' of this construct" }
! { dg-accel-levels "-O1 -O2" }

program main
  implicit none
  integer :: a(100)
  a = 1
  call add (a(1:50))
  if (sum (a) /= 1375) stop 1
contains
  subroutine add (x)
    integer, intent(inout), target :: x(:)
    integer :: k
    integer(8) :: outside, inside
    ! "target" alone keeps it.
    !$omp target data map(tofrom: x) use_device_addr(x)
    outside = loc (x)
    !$omp target &
    !$omp & has_device_addr(x)
    !$omp parallel do
    do k = 1, 10
      x(k) = x(k) + k
    end do
    !$omp end target
    !$omp target parallel do &   ! A comment.
    !$omp & has_device_addr (x) map(from: inside)
    do k = 11, size (x)
      if (k == 11) inside = loc (x)
      x(k) = x(k) + k
    end do
    !$omp end target data
    if (inside /= outside) stop 2
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
