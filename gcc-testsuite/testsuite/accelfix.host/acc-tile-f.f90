! Tiles that do not divide their loops.
! { dg-host-mode "openacc" }
! { dg-host-without "wrong" }
! { dg-host-said "tile clauses replaced" }
! { dg-host-on "nvptx amdgcn" }
program main
  implicit none
  integer :: v(9, 9), i, j
  call visit (v, 4, 4)
  if (any (v(1:4, 1:4) /= 1) .or. sum (v) /= 16) stop 1
  call visit (v, 7, 8)
  if (any (v(1:7, 1:8) /= 1) .or. sum (v) /= 56) stop 2
contains
  subroutine visit (v, n, m)
    integer :: v(9, 9), n, m
    v = 0
    !$acc parallel loop tile (2, 3) copy (v)
    do i = 1, n
       do j = 1, m
          v(i, j) = v(i, j) + 1
       end do
    end do
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
