! Automatic arrays in a BLOCK: each gang, worker and vector lane has its own bounds.
! { dg-host-mode "openacc" }
! { dg-host-without "right" }
! { dg-host-said "bounds of a BLOCK's arrays made its own" }
program main
  implicit none
  integer, parameter :: n = 150
  integer :: c(n), i, j
  c = 0
  !$acc parallel loop gang vector copy (c)
  do i = 1, n
    block
      integer :: w(mod (i, 5) + 1), k
      do k = 1, mod (i, 5) + 1
        w(k) = i * k
      end do
      c(i) = w(ubound (w, 1)) + ubound (w, 1)
    end block
  end do
  do i = 1, n
    j = mod (i, 5) + 1
    if (c(i) /= i * j + j) error stop "vector"
  end do
  !$acc parallel loop gang copy (c)
  do i = 1, n
    block
      integer :: w(0:mod (i, 7), mod (i, 3) + 1)
      w = i
      c(i) = w(ubound (w, 1), ubound (w, 2)) + 1000 * (ubound (w, 1) + 1) &
        * ubound (w, 2)
    end block
  end do
  do i = 1, n
    if (c(i) /= i + 1000 * (mod (i, 7) + 1) * (mod (i, 3) + 1)) &
      error stop "gang"
  end do
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
