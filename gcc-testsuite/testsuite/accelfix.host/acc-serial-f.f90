! Loops of serial constructs whose iterations need what others computed.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-said "loops that run sequentially" }
program main
  implicit none
  integer :: a(200), i
  real, allocatable :: v(:)
  a = 1
  !$acc serial loop copy (a)
  do i = 2, 200
     a(i) = a(i) + a(i - 1)
  end do
  if (any (a /= [(i, i = 1, 200)])) stop 1
  allocate (v(100))
  v = 1
  !$acc serial copy (v)
  !$acc loop gang vector
  do i = 2, 100
     v(i) = v(i - 1) + 2
  end do
  !$acc end serial
  if (any (v /= [(2 * i - 1, i = 1, 100)])) stop 2
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
