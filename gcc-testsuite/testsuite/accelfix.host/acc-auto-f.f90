! Loops with auto whose iterations need what others computed.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-said "loops that run sequentially" }
! { dg-host-on "nvptx amdgcn" }
program main
  implicit none
  integer :: a(200), m(10, 10), i, j
  a = 1
  m = 1
  !$acc serial loop auto copy (a)
  do i = 2, 200
     a(i) = a(i) + a(i - 1)
  end do
  if (any (a /= [(i, i = 1, 200)])) stop 1
  !$acc parallel copy (m) num_gangs (1)
  !$acc loop auto
  do j = 2, 10
     do i = 1, 10
        m(i, j) = m(i, j - 1) + i
     end do
  end do
  !$acc end parallel
  do j = 1, 10
     if (any (m(:, j) /= [(1 + (j - 1) * i, i = 1, 10)])) stop 2
  end do
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
