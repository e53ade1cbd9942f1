! An automatic array of a block in a simd loop.
! { dg-host-without "crash" }
! { dg-host-said "variables of variable size in simd loops" }
program main
  implicit none
  integer :: out(40), i
  call work (6, out)
  do i = 1, 40
    if (out(i) /= 6 * i + 6) error stop "wrong"
  end do
contains
  subroutine work (n, out)
    integer, intent (in) :: n
    integer, intent (out) :: out(40)
    integer :: i
    !$omp target parallel do simd map (from: out) private (i)
    do i = 1, 40
      block
        integer :: b(n), j
        do j = 1, n
          b(j) = i
        end do
        out(i) = sum (b) + size (b)
      end block
    end do
  end subroutine
end program

! Copyright (C) 2026 The accelfix authors.
! This file is part of accelfix, free software under the GNU General Public
! License, version 3 or later; see the file COPYING.
